"""Reactions to messages.

Source: Bot API, "setMessageReaction", "MessageReactionUpdated" and the list of emoji at "ReactionTypeEmoji".
"""

from playground.render import Json, chat_json, user_json
from playground.state import Playground
from playground.world import Message

_EMOJI = """
❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡
🥱 🥴 😍 🐳 ❤\u200d🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈
😴 😭 🤓 👻 👨\u200d💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿
🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷\u200d♂ 🤷 🤷\u200d♀ 😡
"""
EMOJI = frozenset(_EMOJI.split())


def types(emoji: tuple[str, ...]) -> list[Json]:
    """Reactions as ReactionTypeEmoji."""
    return [{"type": "emoji", "emoji": one} for one in emoji]


def plain(emoji: str) -> str:
    """An emoji as it stands in the list, without the sign that asks for its coloured form."""
    return emoji.replace("\ufe0f", "")


def react(playground: Playground, message: Message, user_id: int, emoji: tuple[str, ...]) -> None:
    """Somebody reacts with these and no others; the bot hears of people if it administers the chat or it is private."""
    chat = playground.world.chats[message.chat_id]
    old = message.reactions.pop(user_id, ())
    if emoji:
        message.reactions[user_id] = emoji
    if old == emoji:
        return
    user = playground.world.user(user_id)
    if user is None:
        raise LookupError(user_id)
    anonymous = chat.member(user_id).anonymous
    actor = {"actor_chat": chat_json(playground.world, chat)} if anonymous else {"user": user_json(user)}
    change = {
        "chat": chat_json(playground.world, chat),
        "message_id": message.id,
        **actor,
        "date": int(playground.clock.now()),
        "old_reaction": types(old),
        "new_reaction": types(emoji),
    }
    playground.note("reacted", chat.id, message_id=message.id, **actor, emoji=list(emoji))
    if user_id != playground.bot.id and (chat.private or chat.member(playground.bot.id).administers):
        playground.updates.add("message_reaction", change)
