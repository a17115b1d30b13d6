"""The bot itself, its updates, its commands, its texts and its files."""

from typing import Any

from playground.errors import bad_request
from playground.methods.common import known_chat
from playground.methods.params import Params
from playground.methods.registry import method
from playground.profile import Key, checked_commands, scope_key
from playground.render import user_json
from playground.state import Playground

TEXTS = {"Name": ("name", 64), "Description": ("description", 512), "ShortDescription": ("short_description", 120)}


@method("getMe")
def get_me(playground: Playground, _: Params) -> Any:
    """The bot as User, with what only this method says."""
    return user_json(playground.bot) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not playground.privacy,
        "supports_inline_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
        "has_topics_enabled": False,
        "allows_users_to_create_topics": False,
        "can_manage_bots": False,
        "supports_guest_queries": False,
        "supports_join_request_queries": False,
    }


@method("getFile")
def get_file(playground: Playground, params: Params) -> Any:
    """File, with the path under which it can be downloaded."""
    file_id = params.text("file_id")
    path = playground.files.path(file_id)
    file = playground.files.file(file_id)
    return {
        "file_id": file_id,
        "file_unique_id": file.file_unique_id,
        "file_size": file.file_size,
        "file_path": path,
    }


def _key(params: Params) -> Key:
    scope = params.structure("scope")
    return scope_key({"type": "default"} if scope is None else scope, params.text("language_code"))


@method("setMyCommands")
def set_my_commands(playground: Playground, params: Params) -> bool:
    """Set the commands of a scope and language."""
    key, commands = _key(params), checked_commands(params.structure("commands"))
    playground.profile.commands[key] = commands
    if not commands:
        del playground.profile.commands[key]
    return True


@method("getMyCommands")
def get_my_commands(playground: Playground, params: Params) -> Any:
    """The commands of exactly that scope and language."""
    return playground.profile.commands.get(_key(params), [])


@method("deleteMyCommands")
def delete_my_commands(playground: Playground, params: Params) -> bool:
    """Forget the commands of a scope and language."""
    playground.profile.commands.pop(_key(params), None)
    return True


def _text_methods(suffix: str, name: str, most: int) -> None:
    @method(f"setMy{suffix}")
    def set_text(playground: Playground, params: Params) -> bool:
        if len(params.text(name)) > most:
            raise bad_request(f"{name.replace('_', ' ')} is too long")
        playground.profile.texts[name, params.text("language_code")] = params.text(name)
        return True

    @method(f"getMy{suffix}")
    def get_text(playground: Playground, params: Params) -> Any:
        text = playground.profile.text(name, params.text("language_code"))
        return {name: text or (playground.bot.first_name if name == "name" else "")}


for _suffix, (_name, _most) in TEXTS.items():
    _text_methods(_suffix, _name, _most)


@method("setChatMenuButton")
def set_chat_menu_button(playground: Playground, params: Params) -> bool:
    """Set the menu button of one private chat, or of all without `chat_id`."""
    button = params.structure("menu_button") or {"type": "default"}
    if not isinstance(button, dict) or button.get("type") not in ("commands", "web_app", "default"):
        raise bad_request("can't parse menu button: invalid type specified")
    chat_id = known_chat(playground, params).id if params.has("chat_id") else 0
    playground.profile.menu_buttons[chat_id] = button
    return True


@method("getChatMenuButton")
def get_chat_menu_button(playground: Playground, params: Params) -> Any:
    """The menu button of a private chat, else that of all."""
    buttons = playground.profile.menu_buttons
    return buttons.get(params.integer("chat_id")) or buttons.get(0) or {"type": "commands"}
