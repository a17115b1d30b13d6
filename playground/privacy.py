"""What a bot gets to hear, with privacy mode on and off.

Source: Telegram's bot documentation, "Privacy mode".
"""

from playground.texts import piece
from playground.world import Chat, Content, Message, World

HEARD_OF_ITSELF = frozenset({"pinned_message"})


def bot_hears(world: World, chat: Chat, message: Message, privacy: bool = True) -> bool:
    """Whether the bot gets an update for a new message.

    In groups: service messages, commands that are its own or nobody's, replies to it, mentions of it, and what was
    sent through it; as an administrator, or without privacy mode, everything.
    """
    if message.sender_id == world.bot.id:
        return bool(message.service) and bool(HEARD_OF_ITSELF & set(message.service or ()))
    if chat.private:
        return True
    place = chat.member(world.bot.id)
    if not place.present:
        return False
    if place.status == "administrator" or not privacy or message.service or message.via_bot:
        return True
    replied = chat.message(message.reply_to) if message.reply_to is not None else None
    return bool(replied and replied.sender_id == world.bot.id) or _addressed(message, world.bot.username or "")


def command_for(content: Content, username: str) -> str | None:
    """The command with which a text begins, without slash, if it is the named bot's or nobody's."""
    for entity in content.entities:
        if entity["type"] == "bot_command" and entity["offset"] == 0:
            name, at, addressee = piece(content.text, entity)[1:].partition("@")
            return name if not at or addressee.lower() == username.lower() else None
    return None


def _addressed(message: Message, username: str) -> bool:
    content = message.content
    mentions = (piece(content.text, entity).lower() for entity in content.entities if entity["type"] == "mention")
    return command_for(content, username) is not None or f"@{username.lower()}" in mentions
