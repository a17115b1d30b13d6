"""Messages in a group that only one person sees, and commands that only the bot sees.

Source: Bot API 10.2 and 10.3, "Ephemeral messages and commands". They count apart from the other messages of a chat.
"""

from typing import Any

from playground.errors import ApiError, SimError, bad_request
from playground.render import message_json
from playground.state import Playground
from playground.world import Chat, Content, Message

ANSWER_SECONDS = 15
MAX_EDIT = 1024
"""Units of an edited text: the official server takes it for a caption (tdlib/telegram-bot-api, issue 881)."""
MODES = ("works", "refused", "unknown")


def switch(playground: Playground, mode: str) -> None:
    """Say what comes of ephemeral messages: they work, every one is refused, or the server is one from before Bot API
    10.2, which passes over parameters that it does not know and has none of the methods. Raises SimError.
    """
    if mode not in MODES:
        raise SimError(f"there is no mode {mode!r}; there are {', '.join(MODES)}")
    playground.ephemeral = mode


def known(playground: Playground) -> bool:
    """Whether the server has ever heard of ephemeral messages."""
    return playground.ephemeral != "unknown"


def check_known(playground: Playground) -> None:
    """Check that the server has the methods. Raises ApiError 404."""
    if not known(playground):
        raise ApiError(404, "Not Found: method not found")


def check(playground: Playground, chat: Chat, receiver_id: int, query_id: str, command_id: int) -> None:
    """Check that the bot may show somebody an ephemeral message: as an administrator at any time, otherwise within 15
    seconds of a press of his in this chat or of his ephemeral command. Raises ApiError 400.

    What Telegram says in refusing it is not documented; only the code is sure. A press that was answered is over.
    """
    if playground.ephemeral == "refused":
        raise bad_request("EPHEMERAL_MESSAGES_UNAVAILABLE")
    if chat.private:
        raise bad_request("ephemeral messages can be sent only in groups")
    if receiver_id == playground.bot.id or not chat.member(receiver_id).present:
        raise bad_request("USER_NOT_PARTICIPANT")
    if command_id:
        _check_command(playground, chat, receiver_id, command_id)
    elif query_id:
        _check_press(playground, chat, receiver_id, query_id)
    elif not chat.member(playground.bot.id).administers:
        raise bad_request("not enough rights to send ephemeral messages to the chat")


def _check_press(playground: Playground, chat: Chat, receiver_id: int, query_id: str) -> None:
    query = playground.callbacks.get(query_id)
    his = query is not None and query.person_id == receiver_id and query.asked["chat_id"] == chat.id
    if query is None or not his or query.answered or playground.clock.now() >= query.at + ANSWER_SECONDS:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")


def _check_command(playground: Playground, chat: Chat, receiver_id: int, command_id: int) -> None:
    command = chat.ephemeral.get(command_id)
    if command is None or command.sender_id != receiver_id:
        raise bad_request("message to be replied not found")
    if playground.clock.now() >= command.date + ANSWER_SECONDS:
        raise bad_request("message can't be replied any more")


def post(
    playground: Playground, chat: Chat, sender_id: int, receiver_id: int, content: Content, **fields: Any
) -> Message:
    """Show a message to one person, or to the bot alone, which hears of it; `fields` are further fields of Message."""
    number = max(chat.ephemeral, default=0) + 1
    date = int(playground.clock.now())
    message = Message(chat.id, number, sender_id, date, content, receiver_id=receiver_id, **fields)
    chat.ephemeral[number] = message
    _note(playground, message, "sent")
    if receiver_id == playground.bot.id:
        playground.updates.add("message", message_json(playground.world, message))
    return message


def edit(playground: Playground, message: Message, content: Content) -> None:
    """Give an ephemeral message another content."""
    message.content = content
    message.edit_date = int(playground.clock.now())
    _note(playground, message, "edited")


def delete(playground: Playground, message: Message) -> None:
    """Take an ephemeral message away."""
    del playground.world.chats[message.chat_id].ephemeral[message.id]
    message.deleted = True
    _note(playground, message, "deleted")


def _note(playground: Playground, message: Message, act: str) -> None:
    playground.note("ephemeral", message.chat_id, act=act, message=message_json(playground.world, message))


def seen(chat: Chat, person_id: int) -> list[Message]:
    """The ephemeral messages that somebody has before him, oldest first."""
    return [message for message in chat.ephemeral.values() if person_id in (message.receiver_id, message.sender_id)]
