"""What a bot with privacy mode on gets to hear.

Source: Telegram's bot documentation, "Privacy mode".
"""

from playground.texts import piece
from playground.world import Chat, Message, World

HEARD_OF_ITSELF = frozenset({"pinned_message"})


def bot_hears(world: World, chat: Chat, message: Message) -> bool:
    """Whether the bot gets an update for a new message.

    In groups: service messages, commands that are its own or nobody's, replies to it, mentions of it, and what was
    sent through it; as an administrator everything.
    """
    if message.sender_id == world.bot.id:
        return bool(message.service) and bool(HEARD_OF_ITSELF & set(message.service or ()))
    if chat.private:
        return True
    place = chat.member(world.bot.id)
    if not place.present:
        return False
    if place.status == "administrator" or message.service or message.via_bot:
        return True
    replied = chat.message(message.reply_to) if message.reply_to is not None else None
    return bool(replied and replied.sender_id == world.bot.id) or _addressed(message, world.bot.username or "")


def _addressed(message: Message, username: str) -> bool:
    for entity in message.content.entities:
        covered = piece(message.content.text, entity).lower()
        if entity["type"] == "bot_command" and entity["offset"] == 0:
            _, at, addressee = covered.partition("@")
            if not at or addressee == username.lower():
                return True
        if entity["type"] == "mention" and covered == f"@{username.lower()}":
            return True
    return False
