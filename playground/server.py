"""The HTTP face: the Bot API, its files, the control API and the page."""

import time
from collections.abc import Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route

from playground.errors import ApiError, NoAnswer, bad_request
from playground.jsontext import read_json
from playground.line import Hangup
from playground.methods.params import Params
from playground.methods.registry import call, entry
from playground.page import Page
from playground.sim.routes import routes
from playground.state import Playground

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MAX_BODY = 50 * 1024 * 1024
NOT_FOUND = ApiError(404, "Not Found")
# What stands before Telegram's servers answers in its own words when they do not.
BAD_GATEWAY = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"


def application(playground: Playground, hosts: Sequence[str] = LOOPBACK) -> Starlette:
    """The ASGI application of a playground; it answers only requests that name one of the hosts, so that no web page
    reaches it under a name of its own.
    """

    async def bot_api(request: Request) -> Response:
        return await _bot_api(playground, request)

    async def file(request: Request) -> Response:
        return _file(playground, request)

    return Starlette(
        routes=[
            Route("/bot{token}/{method}", bot_api, methods=["GET", "POST"]),
            Route("/file/bot{token}/{path:path}", file, methods=["GET"]),
            *routes(playground),
            Mount("/", Page()),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)],
        exception_handlers={404: _not_found},
    )


async def _not_found(_: Request, __: Exception) -> Response:
    return _failure(NOT_FOUND)


async def _bot_api(playground: Playground, request: Request) -> Response:
    began = time.perf_counter()
    name, chat_id, error = request.path_params["method"], None, None
    result: Any = None
    try:
        _check_token(playground, request)
        found = entry(name)
        name = found.name
        params = await read_params(request)
        chat_id = params.integer("chat_id") or None
        result = await call(playground, found, params)
    except ApiError as refusal:
        error = refusal
    except NoAnswer as cut:
        _log(playground, name, chat_id, cut, time.perf_counter() - began)
        return Hangup()
    if error or name != "getUpdates":
        _log(playground, name, chat_id, error, time.perf_counter() - began)
    return JSONResponse({"ok": True, "result": result}) if error is None else _failure(error)


def _check_token(playground: Playground, request: Request) -> None:
    if request.path_params["token"] != playground.settings.token:
        raise ApiError(401, "Unauthorized")


def _failure(error: ApiError) -> Response:
    if error.code == 502:
        return HTMLResponse(BAD_GATEWAY, 502)
    body: dict[str, Any] = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return JSONResponse(body, error.code)


def _log(
    playground: Playground, name: str, chat_id: int | None, error: ApiError | NoAnswer | None, seconds: float
) -> None:
    playground.calls.add(
        {
            "at": playground.clock.now(),
            "method": name,
            "chat_id": chat_id,
            "ok": error is None,
            "error_code": error.code if isinstance(error, ApiError) else None,
            "description": str(error) if error else None,
            "ms": round(seconds * 1000, 3),
        }
    )


async def read_params(request: Request) -> Params:
    """The parameters of a call from the query string and the body. Raises ApiError 400 or 413."""
    if int(request.headers.get("content-length") or 0) > MAX_BODY:
        raise ApiError(413, "Request Entity Too Large")
    values: dict[str, Any] = dict(request.query_params)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        return Params(values | _json_body(await request.body()))
    if kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        fields, files, names = await _form(request)
        return Params(values | fields, files, names)
    return Params(values)


def _json_body(body: bytes) -> dict[str, Any]:
    try:
        given = read_json(body) if body else {}
    except ValueError:
        given = None
    if not isinstance(given, dict):
        raise bad_request("can't parse the request body as a JSON object")
    return given


async def _form(request: Request) -> tuple[dict[str, str], dict[str, bytes], dict[str, str]]:
    fields: dict[str, str] = {}
    files: dict[str, bytes] = {}
    names: dict[str, str] = {}
    try:
        async with request.form(max_part_size=MAX_BODY) as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    files[name] = await value.read()
                    names[name] = value.filename or ""
                else:
                    fields[name] = value
    except HTTPException:
        raise bad_request("can't parse the request body as a form") from None
    return fields, files, names


def _file(playground: Playground, request: Request) -> Response:
    try:
        _check_token(playground, request)
    except ApiError as refusal:
        return _failure(refusal)
    data = playground.files.read(request.path_params["path"])
    return _failure(NOT_FOUND) if data is None else Response(data, media_type="application/octet-stream")
