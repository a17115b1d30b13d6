"""Where the control calls are found. Errors are 400 with a sentence in `error`."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from playground.errors import ApiError, SimError
from playground.sim import faults, groups, people, stream, watch
from playground.sim.asked import Asked
from playground.state import Playground

Handler = Callable[[Playground, Asked], Any]

_TABLE: tuple[tuple[str, str, Handler], ...] = (
    ("POST", "people", people.add_person),
    ("GET", "people", people.people),
    ("POST", "people/{person}", people.rename),
    ("POST", "groups", people.add_group),
    ("POST", "groups/{chat}/promote", people.promote),
    ("POST", "groups/{chat}/rights", groups.rights),
    ("POST", "groups/{chat}/mute", groups.mute),
    ("POST", "groups/{chat}/permissions", groups.permissions),
    ("POST", "groups/{chat}/hide_members", groups.hide_members),
    ("POST", "groups/{chat}/anonymous", groups.anonymous),
    ("POST", "groups/{chat}/migrate", groups.migrate),
    ("POST", "groups/{chat}/delete", groups.dissolve),
    ("POST", "groups/{chat}/forum", groups.forum),
    ("GET", "groups/{chat}/topics", groups.topics_of),
    ("POST", "groups/{chat}/topics", groups.add_topic),
    ("POST", "groups/{chat}/topics/{topic}/close", groups.close_topic),
    ("POST", "groups/{chat}/topics/{topic}/delete", groups.delete_topic),
    ("POST", "channels", groups.add_channel),
    ("POST", "people/{person}/start", people.start),
    ("POST", "people/{person}/send", people.send),
    ("POST", "people/{person}/delete", people.delete),
    ("POST", "people/{person}/edit", groups.edit),
    ("POST", "people/{person}/react", groups.react),
    ("POST", "people/{person}/pin", groups.pin),
    ("POST", "people/{person}/tap", people.tap),
    ("POST", "people/{person}/press", people.press),
    ("POST", "people/{person}/inline", people.inline),
    ("POST", "people/{person}/choose", people.choose),
    ("POST", "people/{person}/join", people.join),
    ("POST", "people/{person}/leave", people.leave),
    ("POST", "people/{person}/kick", people.kick),
    ("POST", "people/{person}/block", people.block),
    ("POST", "people/{person}/unblock", people.unblock),
    ("POST", "people/{person}/deactivate", groups.deactivate),
    ("GET", "chats", watch.chats),
    ("GET", "chats/{chat}/messages", watch.messages),
    ("GET", "chats/{chat}/ephemeral", groups.seen_alone),
    ("GET", "chats/{chat}/transcript", watch.transcript),
    ("GET", "answers", watch.answers),
    ("GET", "events", watch.events),
    ("GET", "calls", watch.calls),
    ("GET", "stream", stream.stream),
    ("GET", "photos/{file_id}", stream.photo),
    ("GET", "documents/{file_id}", stream.document),
    ("POST", "hint", stream.hint),
    ("GET", "commands", watch.commands),
    ("GET", "clock", watch.clock),
    ("POST", "clock", watch.advance),
    ("POST", "flood", watch.flood),
    ("POST", "privacy", watch.privacy),
    ("POST", "ephemeral", groups.switch_ephemeral),
    ("POST", "fault", faults.add),
    ("GET", "fault", faults.listing),
    ("POST", "fault/clear", faults.clear),
    ("POST", "updates", watch.inject),
)


def routes(playground: Playground) -> list[Route]:
    """The routes of the control API."""
    return [Route(f"/sim/{path}", _endpoint(playground, handler), methods=[verb]) for verb, path, handler in _TABLE]


def _foreign(request: Request) -> bool:
    """Whether a browser sends this for a page of another site."""
    origin = request.headers.get("origin")
    return origin is not None and origin != f"{request.url.scheme}://{request.headers.get('host')}"


def _endpoint(playground: Playground, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        if _foreign(request):
            return JSONResponse({"error": "a page of another site may not act here"}, 403)
        try:
            answer = handler(playground, await Asked.read(request))
            if isinstance(answer, Awaitable):
                answer = await answer
        except (SimError, ApiError) as refusal:
            return JSONResponse({"error": str(refusal)}, 400)
        return answer if isinstance(answer, Response) else JSONResponse(answer)

    return endpoint
