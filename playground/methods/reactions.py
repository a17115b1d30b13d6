"""Reacting to messages as a bot."""

from playground.errors import bad_request
from playground.methods.common import message_named, open_chat
from playground.methods.params import Params
from playground.methods.registry import method
from playground.reactions import EMOJI, plain, react
from playground.state import Playground


@method("setMessageReaction", act="other")
def set_message_reaction(playground: Playground, params: Params) -> bool:
    """React to a message with one emoji, or with none; a bot has one reaction to a message."""
    chat = open_chat(playground, params)
    message = message_named(chat, params, "react")
    given = params.structure("reaction") or []
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise bad_request("can't parse reaction types: expected an Array of ReactionType")
    emoji = tuple(plain(str(one.get("emoji"))) for one in given)
    if len(emoji) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    if message.service or any(one.get("type") != "emoji" for one in given) or not set(emoji) <= EMOJI:
        raise bad_request("REACTION_INVALID")
    if not chat.private and not chat.permits(playground.bot.id, "can_react_to_messages"):
        raise bad_request("not enough rights to react to the message")
    react(playground, message, playground.bot.id, emoji)
    return True
