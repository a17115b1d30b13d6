"""The transport under python-telegram-bot: HTTP by aiohttp.

The law of this file: the token stands in every URL, so no exception, cause, context or log that could hold a URL
leaves it. Errors are raised anew, outside the handler of their cause, and name nothing but its class.

The stock transport costs several times the CPU and collapses under hundreds of concurrent calls, see bench/.
"""

from __future__ import annotations

import datetime as dtm
import io
import json
import re
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import aiohttp
from telegram.error import NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData

from tgbot import metrics

if TYPE_CHECKING:
    from telegram._utils.types import ODVInput

_OK = 200
_JSON = {"Content-Type": "application/json"}
_SECRET = re.compile(r"/bot\d+:([^/]+)/")


def retry_seconds(error: RetryAfter) -> float:
    """Seconds Telegram asks to wait (`parameters.retry_after`), whichever type python-telegram-bot gives it."""
    wait = error.retry_after
    return wait.total_seconds() if isinstance(wait, dtm.timedelta) else float(wait)


@dataclass(frozen=True)
class Plain:
    """A call in values that JSON has; all of python-telegram-bot's ``RequestData`` that matters without files."""

    parameters: dict[str, Any]
    contains_files: ClassVar[bool] = False


class AiohttpRequest(BaseRequest):
    """One pool of connections to a Bot API server.

    Use one instance for `getUpdates` and another for everything else (`Bot(request=…, get_updates_request=…)`), so
    that a long poll never waits for a free connection.

    `limit` is the number of connections. All timeouts are in seconds, `None` means no limit: `connect_timeout` for a
    new connection, `pool_timeout` for a free place in the pool, `read_timeout` between two pieces of an answer,
    `write_timeout` for sending a request, `media_write_timeout` the same for one with files. aiohttp has no timeout of
    its own for writing; the sum of the four bounds a whole POST instead.
    """

    __slots__ = ("_connect", "_limit", "_media_write", "_pool", "_read", "_session", "_write")

    def __init__(
        self,
        *,
        limit: int = 256,
        connect_timeout: float | None = 5.0,
        pool_timeout: float | None = 10.0,
        read_timeout: float | None = 15.0,
        write_timeout: float | None = 5.0,
        media_write_timeout: float | None = 20.0,
    ) -> None:
        self._limit = limit
        self._connect = connect_timeout
        self._pool = pool_timeout
        self._read = read_timeout
        self._write = write_timeout
        self._media_write = media_write_timeout
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float | None:
        """The default read timeout in seconds."""
        return self._read

    async def initialize(self) -> None:
        """Open the pool. Does nothing when it is open."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._limit, ttl_dns_cache=300),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
            )

    async def shutdown(self) -> None:
        """Close the pool. Does nothing when it is closed."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        write_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        connect_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        pool_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Send one request and give back HTTP status and body.

        Raises `telegram.error.TimedOut` (which does not mean that Telegram did not do it) and
        `telegram.error.NetworkError` for every other failure of the network.
        """
        if self._session is None:
            raise RuntimeError("This AiohttpRequest is not initialized")
        files = request_data if request_data is not None and request_data.contains_files else None
        timeout = _timeout(
            whole=method == "POST",
            connect=_given(connect_timeout, self._connect),
            pool=_given(pool_timeout, self._pool),
            read=_given(read_timeout, self._read),
            write=_given(write_timeout, self._media_write if files else self._write),
        )
        body = _form(files) if files else _json(request_data)
        headers = _JSON if isinstance(body, bytes) else None
        called, began = url.rpartition("/")[2] if method == "POST" else "file", time.monotonic()
        try:
            # Telegram never redirects, and a redirect would carry the token to another place.
            async with self._session.request(
                method, url, data=body, headers=headers, timeout=timeout, allow_redirects=False
            ) as response:
                answer = await response.read()
                _count(called, "ok" if response.status == _OK else str(response.status), began)
                return response.status, _without_secret(response.status, answer, url)
        except TimeoutError as error:
            failure: TelegramError = TimedOut(f"Timed out: {type(error).__name__}")
            _count(called, "timeout", began)
        except Exception as error:  # not only ClientError: the text of a ValueError about a URL is that URL
            failure = NetworkError(f"The network failed: {type(error).__name__}")
            _count(called, "network", began)
        raise failure

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """The answer as a dict. Raises `TelegramError`, and unlike the inherited method logs nothing of it."""
        try:
            answer = json.loads(payload.decode(errors="replace"))
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise TelegramError("Invalid server response")
        return answer


def _count(method: str, result: str, began: float) -> None:
    metrics.CALLS.labels(method, result).inc()
    if method != "getUpdates":
        metrics.CALL_SECONDS.observe(time.monotonic() - began)


def _given(value: ODVInput[float], default: float | None) -> float | None:
    """What the caller passed; the default for python-telegram-bot's DEFAULT_NONE."""
    return value if value is None or isinstance(value, int | float) else default


@lru_cache
def _timeout(
    *, whole: bool, connect: float | None, pool: float | None, read: float | None, write: float | None
) -> aiohttp.ClientTimeout:
    to_connection = None if connect is None or pool is None else connect + pool
    total = None
    # A download may be long as long as bytes arrive; the answer to a POST is one small JSON document.
    if whole and to_connection is not None and read is not None and write is not None:
        total = to_connection + write + read
    return aiohttp.ClientTimeout(total=total, connect=to_connection, sock_connect=connect, sock_read=read)


def _json(data: RequestData | None) -> bytes | None:
    """A call without files as JSON: quoting a text for a form costs more than all else of a request's making."""
    return json.dumps(data.parameters).encode() if data is not None and data.parameters else None


def _form(data: RequestData) -> aiohttp.FormData:
    """A call with files as multipart, nested values as JSON."""
    form = aiohttp.FormData(quote_fields=False)
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, mime_type) in data.multipart_data.items():
        # aiohttp warns about large raw bytes, not about the same in a file object
        stream = io.BytesIO(content) if isinstance(content, bytes) else content
        form.add_field(name, stream, filename=filename, content_type=mime_type)
    return form


def _without_secret(status: int, payload: bytes, url: str) -> bytes:
    """An error page of something in between may quote the URL, and python-telegram-bot quotes the page."""
    if 200 <= status <= 299 or (found := _SECRET.search(url)) is None:
        return payload
    return payload.replace(found[1].encode(), b"...")
