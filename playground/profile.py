"""The bot's commands by scope and language, and its names and descriptions."""

import re
from dataclasses import dataclass, field
from typing import Any

from playground.errors import bad_request
from playground.world import Chat, Person

Key = tuple[str, int, int, str]
MAX_COMMANDS = 100
SCOPES = {
    "default": (),
    "all_private_chats": (),
    "all_group_chats": (),
    "all_chat_administrators": (),
    "chat": ("chat_id",),
    "chat_administrators": ("chat_id",),
    "chat_member": ("chat_id", "user_id"),
}


@dataclass
class Profile:
    """Commands by (scope, chat, user, language) and texts by (which, language); the language may be empty."""

    commands: dict[Key, list[dict[str, Any]]] = field(default_factory=dict)
    texts: dict[tuple[str, str], str] = field(default_factory=dict)
    menu_buttons: dict[int, dict[str, Any]] = field(default_factory=dict)

    def text(self, which: str, language: str) -> str:
        """The name, description or short description in a language, else the one for all languages."""
        return self.texts.get((which, language)) or self.texts.get((which, ""), "")

    def shown(self, person: Person, chat: Chat) -> list[dict[str, Any]]:
        """The commands a person is offered in a chat: the narrowest scope that has any, his language first."""
        administrates = chat.member(person.id).status in ("creator", "administrator")
        scopes: list[tuple[str, int, int]] = [("chat", chat.id, 0), ("all_private_chats", 0, 0), ("default", 0, 0)]
        if not chat.private:
            scopes = [("chat_member", chat.id, person.id)]
            scopes += [("chat_administrators", chat.id, 0)] if administrates else []
            scopes += [("chat", chat.id, 0)]
            scopes += [("all_chat_administrators", 0, 0)] if administrates else []
            scopes += [("all_group_chats", 0, 0), ("default", 0, 0)]
        for scope in scopes:
            for language in (person.language_code or "", ""):
                if (*scope, language) in self.commands:
                    return self.commands[(*scope, language)]
        return []


def scope_key(scope: Any, language: str) -> Key:
    """The key of a BotCommandScope and a language. Raises ApiError 400."""
    if not isinstance(scope, dict) or str(scope.get("type")) not in SCOPES:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    if not re.fullmatch(r"(?:[a-z]{2})?", language):
        raise bad_request("invalid language code specified")
    needed = SCOPES[scope["type"]]
    try:
        chat_id, user_id = (int(scope[name]) if name in needed else 0 for name in ("chat_id", "user_id"))
    except (KeyError, TypeError, ValueError):
        raise bad_request("can't parse BotCommandScope: chat_id or user_id is missing") from None
    return scope["type"], chat_id, user_id, language


def checked_commands(commands: Any) -> list[dict[str, Any]]:
    """A list of BotCommand that Telegram would take. Raises ApiError 400."""
    if not isinstance(commands, list) or not all(isinstance(command, dict) for command in commands):
        raise bad_request("expected an Array of BotCommand")
    if len(commands) > MAX_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", str(command.get("command", "")).removeprefix("/")):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(str(command.get("description", ""))) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return [{**command, "command": command["command"].removeprefix("/")} for command in commands]
