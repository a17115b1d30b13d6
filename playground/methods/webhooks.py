"""How updates reach the bot: by polling or to a webhook.

A webhook on this machine may be plain http at any port, as at a server that runs with `--local`.
"""

import re
from typing import Any
from urllib.parse import urlsplit

from playground.errors import ApiError, NoAnswer, bad_request
from playground.methods.params import Params
from playground.methods.registry import call, entry, method
from playground.state import Playground
from playground.updates import CONFLICT_WEBHOOK_SET
from playground.webhook import DEFAULT_CONNECTIONS, Webhook

PORTS = (443, 80, 88, 8443)
NOT_IN_REPLIES = re.compile(r"get.*|setwebhook|deletewebhook|close|logout", re.IGNORECASE)


@method("getUpdates")
async def get_updates(playground: Playground, params: Params) -> Any:
    """Waiting updates; a list in `allowed_updates` is remembered, an empty one means the default."""
    if not playground.updates.webhook:
        _allow(playground, params)
    return await playground.updates.get(
        params.integer("offset"), params.integer("limit", 100), params.integer("timeout")
    )


def _allow(playground: Playground, params: Params) -> None:
    allowed = params.structure("allowed_updates")
    if isinstance(allowed, list):
        playground.updates.allow(kind for kind in allowed if isinstance(kind, str))


@method("setWebhook")
async def set_webhook(playground: Playground, params: Params) -> bool:
    """Send updates to an address from now on; an empty one ends it."""
    if not params.has("url"):
        return await _end(playground, params)
    url, secret = _checked_url(params.text("url")), _checked_secret(params.text("secret_token"))
    certificate = params.upload("certificate") if params.has("certificate") or "certificate" in params.files else None
    _allow(playground, params)
    await playground.end_webhook()
    if params.flag("drop_pending_updates"):
        playground.updates.drop()
    playground.updates.end_poll(CONFLICT_WEBHOOK_SET)
    playground.updates.webhook = True
    playground.webhook = Webhook(
        url,
        secret,
        certificate if isinstance(certificate, bytes) else None,
        min(max(params.integer("max_connections", DEFAULT_CONNECTIONS), 1), 100),
        playground.updates,
        playground.clock,
        lambda said: _reply(playground, said),
        params.text("ip_address") or None,
    )
    playground.webhook.start()
    return True


def _checked_url(url: str) -> str:
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    if not host:
        raise bad_request("bad webhook: URL host is empty")
    local = host in ("127.0.0.1", "localhost", "::1")
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if not local and (port or 443) not in PORTS:
        raise bad_request("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")
    return parts.geturl()


def _checked_secret(secret: str) -> str:
    if len(secret) > 256:
        raise bad_request("secret token is too long")
    if not re.fullmatch(r"[A-Za-z0-9_-]*", secret):
        raise bad_request("secret token contains unallowed characters")
    return secret


async def _reply(playground: Playground, said: dict[str, Any]) -> None:
    """Carry out the call in the answer of a webhook; how it went is told to nobody."""
    name = str(said.pop("method"))
    if NOT_IN_REPLIES.fullmatch(name):
        return
    try:
        await call(playground, entry(name), Params(said))
    except (ApiError, NoAnswer) as failure:
        playground.note("reply_failed", None, method=name, description=str(failure))


@method("deleteWebhook")
async def delete_webhook(playground: Playground, params: Params) -> bool:
    """Keep updates for polling from now on; those that wait are dropped if asked."""
    return await _end(playground, params)


async def _end(playground: Playground, params: Params) -> bool:
    await playground.end_webhook()
    if params.flag("drop_pending_updates"):
        playground.updates.drop()
    return True


@method("getWebhookInfo")
def get_webhook_info(playground: Playground, _: Params) -> Any:
    """WebhookInfo; the address is empty without a webhook."""
    updates = playground.updates
    webhook = playground.webhook if updates.webhook else None
    said: dict[str, Any] = {
        "url": webhook.url if webhook else "",
        "has_custom_certificate": bool(webhook and webhook.certificate),
        "pending_update_count": updates.pending(),
    }
    if webhook:
        said["max_connections"] = webhook.max_connections
        said |= {"ip_address": webhook.ip_address} if webhook.ip_address else {}
        if webhook.last_error:
            said |= {"last_error_date": webhook.last_error_date, "last_error_message": webhook.last_error}
    return said | ({"allowed_updates": sorted(updates.allowed)} if updates.allowed else {})
