"""Control calls that read what there is and what happened, and those that steer the server itself."""

from typing import Any

from playground import acts
from playground.errors import SimError
from playground.render import message_json
from playground.sim.asked import Asked
from playground.state import Playground

SHOWN = frozenset({"sent", "edited", "deleted", "pinned", "unpinned", "tapped", "answered"})


def chats(playground: Playground, asked: Asked) -> Any:
    """All chats, or those of one person."""
    return acts.chats_of(playground, asked.whole("person") if asked.has("person") else None)


def messages(playground: Playground, asked: Asked) -> Any:
    """What stands in a chat, oldest first."""
    chat = playground.world.chat(asked.whole("chat"))
    if asked.has("person"):
        acts.see(chat, playground.world.person(asked.whole("person")))
    return [message_json(playground.world, message) for message in chat.standing()]


def transcript(playground: Playground, asked: Asked) -> Any:
    """What happened in a chat, oldest first."""
    chat, past = playground.world.chat(asked.whole("chat")), playground.events.since(asked.whole("after", 0))
    return [event for event in past if event["chat_id"] == chat.id and event["kind"] in SHOWN]


def answers(playground: Playground, asked: Asked) -> Any:
    """All answers to presses, or those to one person."""
    person = asked.whole("person") if asked.has("person") else None
    found = [event for event in playground.events.since(0) if event["kind"] == "answered"]
    return [event for event in found if person in (None, event["person"]["id"])]


async def events(playground: Playground, asked: Asked) -> Any:
    """Everything that happened after a number; waits for the next thing."""
    after, wait = asked.whole("after", 0), asked.seconds("wait", 0.0)
    if playground.events.last <= after:
        await playground.events.added.wait(wait)
    return {"seq": playground.events.last, "events": playground.events.since(after)}


def calls(playground: Playground, asked: Asked) -> Any:
    """The calls of the Bot API after a number, without successful getUpdates."""
    return {"n": playground.calls.last, "calls": playground.calls.since(asked.whole("after", 0))}


def commands(playground: Playground, asked: Asked) -> Any:
    """The commands a person is offered in a chat."""
    person = playground.world.person(asked.whole("person"))
    return playground.profile.shown(person, playground.world.chat(asked.whole("chat", person.id)))


async def clock(playground: Playground, asked: Asked) -> Any:
    """The server's time; waits until its offset is another than `after_offset`, which is then `known`."""
    if asked.has("after_offset"):
        playground.clock.known = asked.number("after_offset")
        if playground.clock.known == playground.clock.offset:
            await playground.clock.moved.wait(asked.seconds("wait", 0.0))
    return _time(playground)


def advance(playground: Playground, asked: Asked) -> Any:
    """Move the clock forward."""
    seconds = asked.number("advance")
    if seconds < 0:
        raise SimError("the clock goes forward only")
    playground.clock.advance(seconds)
    return _time(playground)


def _time(playground: Playground) -> Any:
    return {"now": playground.clock.now(), "offset": playground.clock.offset, "known": playground.clock.known}


def flood(playground: Playground, asked: Asked) -> Any:
    """Switch the flood limits."""
    playground.flood.on = asked.flag("on", playground.flood.on)
    playground.note("flood", None, on=playground.flood.on)
    return {"on": playground.flood.on}


def privacy(playground: Playground, asked: Asked) -> Any:
    """Switch privacy mode."""
    playground.privacy = asked.flag("on", playground.privacy)
    playground.note("privacy", None, on=playground.privacy)
    return {"on": playground.privacy}


def inject(playground: Playground, asked: Asked) -> Any:
    """Queue a raw update."""
    update = asked.values.get("update")
    if not isinstance(update, dict):
        raise SimError("update is not a JSON object")
    return {"update_id": playground.updates.inject(update)}
