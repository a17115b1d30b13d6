"""The page: the files in web/, under a policy that lets nothing but them run."""

import mimetypes
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles

WEB = Path(__file__).parent / "web"
HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            # No text ever becomes markup: the browser itself refuses innerHTML and its kin.
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    # Asked for anew each time, so that a page never runs with scripts of another version.
    "cache-control": "no-cache",
}


# What Windows keeps in its registry may be another type, with which no browser runs a module.
mimetypes.add_type("text/javascript", ".js")


class Page(StaticFiles):
    """Serves index.html and what it needs."""

    def __init__(self) -> None:
        super().__init__(directory=WEB, html=True)

    def file_response(self, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(*arguments, **named)
        response.headers.update(HEADERS)
        return response
