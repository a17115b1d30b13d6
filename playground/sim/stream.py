"""What the page lives on: everything there is, then everything that happens, as server-sent events."""

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

from starlette.responses import Response, StreamingResponse

from playground import acts
from playground.bell import Bell
from playground.errors import SimError
from playground.render import message_json, user_json
from playground.sim.asked import Asked
from playground.state import Playground
from playground.world import Chat, Message

NEWEST = 200
QUIET_SECONDS = 15.0
_KINDS = ((b"\x89PNG", "image/png"), (b"\xff\xd8", "image/jpeg"), (b"GIF8", "image/gif"))


def stream(playground: Playground, _: Asked) -> Response:
    """First `hello` with all there is, then `event`, `call` and `clock` as they come. It ends with the server."""
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_told(playground), media_type="text/event-stream", headers=headers)


async def _told(playground: Playground) -> AsyncIterator[str]:
    seq, n, offset = playground.events.last, playground.calls.last, playground.clock.offset
    yield _line("hello", _everything(playground))
    while not playground.stopped:
        news = list(_news(playground, seq, n, offset))
        seq, n, offset = playground.events.last, playground.calls.last, playground.clock.offset
        if news:
            yield "".join(news)
            continue
        bells = (playground.events.added, playground.calls.added, playground.clock.moved)
        before = (seq, n, offset)
        await Bell.first(bells, QUIET_SECONDS)
        if before == (playground.events.last, playground.calls.last, playground.clock.offset):
            # A comment keeps proxies and browsers from giving the line up.
            yield ": still here\n\n"


def _news(playground: Playground, seq: int, n: int, offset: float) -> Iterator[str]:
    if playground.clock.offset != offset:
        yield _line("clock", _time(playground))
    for event in playground.events.since(seq):
        yield _line("event", event)
    for call in playground.calls.since(n):
        yield _line("call", call)


def _line(kind: str, data: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps(data)}\n\n"


def _time(playground: Playground) -> Any:
    return {"now": playground.clock.now(), "offset": playground.clock.offset}


def _everything(playground: Playground) -> Any:
    world = playground.world
    return {
        "bot": user_json(playground.bot),
        "people": [user_json(person) for person in world.people.values()],
        "chats": acts.chats_of(playground, None),
        "messages": {
            str(chat.id): [message_json(world, message) for message in _newest(chat)] for chat in world.chats.values()
        },
        "calls": playground.calls.since(max(0, playground.calls.last - NEWEST)),
        "hint": playground.hint,
        "flood": playground.flood.on,
        **_time(playground),
    }


def _newest(chat: Chat) -> list[Message]:
    """The newest messages of a chat, those that only one person sees among them, in the order of their dates."""
    return sorted([*chat.standing()[-NEWEST:], *chat.ephemeral.values()], key=lambda message: message.date)


def hint(playground: Playground, asked: Asked) -> Any:
    """Tell a newcomer at the page what to do next; `skip` offers to move the clock by so many seconds."""
    playground.hint = {"text": asked.text("text"), "skip": asked.number("skip", 0)}
    playground.note("hint", None, hint=playground.hint)
    return playground.hint


def document(playground: Playground, asked: Asked) -> Response:
    """The bytes of a file, to be kept; a browser never shows it."""
    found = playground.files.bytes_of(asked.text("file_id"))
    if found is None:
        raise SimError("there is no such file")
    headers = {"x-content-type-options": "nosniff", "content-disposition": "attachment"}
    return Response(found, media_type="application/octet-stream", headers=headers)


def photo(playground: Playground, asked: Asked) -> Response:
    """The bytes of a picture, for people; bots ask getFile."""
    found = playground.files.bytes_of(asked.text("file_id"))
    kind = next((kind for head, kind in _KINDS if found and found.startswith(head)), None)
    if found is None or kind is None:
        raise SimError("there is no such picture")
    # What has a file id never changes: a message that is drawn anew shows its picture at once.
    headers = {"x-content-type-options": "nosniff", "cache-control": "private, max-age=86400, immutable"}
    return Response(found, media_type=kind, headers=headers)
