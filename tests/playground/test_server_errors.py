"""Every way in which a call fails that a group game can meet: code, text and parameters as Telegram has them."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.playground.driver import TOKEN, Driver, Refused

pytestmark = pytest.mark.asyncio

Call = tuple[str, dict[str, Any]]
Setting = Callable[[Driver], Awaitable[Call]]
CASES: list[Any] = []


def fails_with(code: int, text: str) -> Callable[[Setting], Setting]:
    """Register a setting that gives a call which fails with this."""

    def register(setting: Setting) -> Setting:
        CASES.append(pytest.param(setting, code, text, id=text[:60].strip()))
        return setting

    return register


async def board(driver: Driver, **fields: Any) -> dict[str, Any]:
    """A group, and a message of the bot in it, as the parameters of a call name them."""
    group = await driver.group(await driver.person("Ann"), **fields)
    sent = await driver.api("sendMessage", chat_id=group, text="board")
    return {"chat_id": group, "message_id": sent["message_id"]}


@fails_with(
    400,
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message",
)
async def same_text(driver: Driver) -> Call:
    return "editMessageText", {**await board(driver), "text": "board"}


@fails_with(400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
async def late_answer(driver: Driver) -> Call:
    where = await board(driver)
    press = {"chat": where["chat_id"], "message": where["message_id"], "data": "x", "wait": 0}
    ann = (await driver.look("people"))[0]["id"]
    pressed = await driver.sim(f"people/{ann}/press", **press)
    await driver.advance(150)
    return "answerCallbackQuery", {"callback_query_id": pressed["query_id"]}


def _register_missing() -> None:
    calls: dict[str, tuple[str, dict[str, Any]]] = {
        "edit": ("editMessageText", {"text": "x"}),
        "delete": ("deleteMessage", {}),
        "pin": ("pinChatMessage", {}),
        "unpin": ("unpinChatMessage", {}),
        "react": ("setMessageReaction", {"reaction": [{"type": "emoji", "emoji": "👍"}]}),
    }

    def register(purpose: str, method: str, more: dict[str, Any]) -> None:
        @fails_with(400, f"Bad Request: message to {purpose} not found")
        async def missing(driver: Driver) -> Call:
            return method, {**await board(driver, bot_admin=True), "message_id": 999, **more}

    for purpose, (method, more) in calls.items():
        register(purpose, method, more)
    for purpose in ("copy", "forward"):

        @fails_with(400, f"Bad Request: message to {purpose} not found")
        async def missing(driver: Driver, purpose: str = purpose) -> Call:
            where = await board(driver)
            return f"{purpose}Message", {**where, "from_chat_id": where["chat_id"], "message_id": 999}


_register_missing()


@fails_with(400, "Bad Request: message to be replied not found")
async def reply_to_nothing(driver: Driver) -> Call:
    where = await board(driver)
    return "sendMessage", {"chat_id": where["chat_id"], "text": "x", "reply_parameters": {"message_id": 999}}


@fails_with(400, "Bad Request: message thread not found")
async def no_thread(driver: Driver) -> Call:
    return "sendMessage", {**await board(driver, forum=True), "text": "x", "message_thread_id": 999}


@fails_with(400, "Bad Request: chat not found")
async def unknown_chat(driver: Driver) -> Call:
    return "sendMessage", {"chat_id": 4711, "text": "x"}


@fails_with(400, "Bad Request: chat_id is empty")
async def no_chat(driver: Driver) -> Call:
    return "sendMessage", {"text": "x"}


@fails_with(400, "Bad Request: message text is empty")
async def no_text(driver: Driver) -> Call:
    return "sendMessage", {**await board(driver), "text": " \n "}


@fails_with(400, "Bad Request: message is too long")
async def long_text(driver: Driver) -> Call:
    return "sendMessage", {**await board(driver), "text": "a" * 4097}


@fails_with(400, "Bad Request: reply markup is too long")
async def long_markup(driver: Driver) -> Call:
    rows = [[{"text": "x", "callback_data": "x"}] for _ in range(101)]
    return "sendMessage", {**await board(driver), "text": "x", "reply_markup": {"inline_keyboard": rows}}


@fails_with(400, "Bad Request: BUTTON_DATA_INVALID")
async def long_data(driver: Driver) -> Call:
    rows = [[{"text": "x", "callback_data": "ж" * 33}]]
    return "sendMessage", {**await board(driver), "text": "x", "reply_markup": {"inline_keyboard": rows}}


@fails_with(400, "Bad Request: message can't be deleted")
async def deleting_of_others(driver: Driver) -> Call:
    where = await board(driver)
    ann = (await driver.look("people"))[0]["id"]
    said = await driver.sim(f"people/{ann}/send", chat=where["chat_id"], text="x")
    return "deleteMessage", {**where, "message_id": said["message_id"]}


@fails_with(400, "Bad Request: message can't be edited")
async def editing_of_others(driver: Driver) -> Call:
    where = await board(driver)
    ann = (await driver.look("people"))[0]["id"]
    said = await driver.sim(f"people/{ann}/send", chat=where["chat_id"], text="x")
    return "editMessageText", {**where, "message_id": said["message_id"], "text": "y"}


@fails_with(400, "Bad Request: not enough rights to send text messages to the chat")
async def muted(driver: Driver) -> Call:
    where = await board(driver)
    await driver.sim(f"groups/{where['chat_id']}/mute")
    return "sendMessage", {**where, "text": "x"}


@fails_with(400, "Bad Request: not enough rights to manage pinned messages in the chat")
async def pinning_without_the_right(driver: Driver) -> Call:
    return "pinChatMessage", await board(driver)


@fails_with(400, "Bad Request: group chat was upgraded to a supergroup chat")
async def migrated(driver: Driver) -> Call:
    where = await board(driver, type="group")
    await driver.sim(f"groups/{where['chat_id']}/migrate")
    return "sendMessage", {**where, "text": "x"}


@fails_with(403, "Forbidden: bot can't initiate conversation with a user")
async def not_started(driver: Driver) -> Call:
    return "sendMessage", {"chat_id": await driver.person("Bob"), "text": "x"}


@fails_with(403, "Forbidden: bot was blocked by the user")
async def blocked(driver: Driver) -> Call:
    bob = await driver.person("Bob", started=True)
    await driver.sim(f"people/{bob}/block")
    return "sendMessage", {"chat_id": bob, "text": "x"}


@fails_with(403, "Forbidden: user is deactivated")
async def deactivated(driver: Driver) -> Call:
    bob = await driver.person("Bob", started=True)
    await driver.sim(f"people/{bob}/deactivate")
    return "sendMessage", {"chat_id": bob, "text": "x"}


@fails_with(403, "Forbidden: the group chat was deleted")
async def deleted(driver: Driver) -> Call:
    where = await board(driver, type="group")
    await driver.sim(f"groups/{where['chat_id']}/delete")
    return "editMessageText", {**where, "text": "x"}


def _register_outside() -> None:
    def register(kind: str) -> None:
        @fails_with(403, f"Forbidden: bot was kicked from the {kind} chat")
        async def kicked(driver: Driver) -> Call:
            where = await board(driver, type=kind)
            await driver.sim("people/bot/kick", chat=where["chat_id"])
            return "editMessageText", {**where, "text": "x"}

        @fails_with(403, f"Forbidden: bot is not a member of the {kind} chat")
        async def left(driver: Driver) -> Call:
            where = await board(driver, type=kind)
            await driver.api("leaveChat", chat_id=where["chat_id"])
            return "deleteMessage", where

    register("group")
    register("supergroup")


_register_outside()


@fails_with(404, "Not Found: method not found")
async def no_method(driver: Driver) -> Call:
    return "sendTelepathy", {}


@fails_with(
    409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)
async def polling_beside_a_webhook(driver: Driver) -> Call:
    await driver.api("setWebhook", url="https://127.0.0.1:1/")
    return "getUpdates", {}


@fails_with(429, "Too Many Requests: retry after 7")
async def flooded(driver: Driver) -> Call:
    where = await board(driver)
    await driver.sim("fault", kind="429", seconds=7)
    return "sendMessage", {**where, "text": "x"}


@pytest.mark.parametrize(("setting", "code", "text"), CASES)
async def test_a_call_fails_in_telegrams_words(driver: Driver, setting: Setting, code: int, text: str) -> None:
    method, params = await setting(driver)
    assert await driver.refusal(method, **params) == (code, text)


async def test_parameters_come_only_with_a_flood_and_a_migration(driver: Driver) -> None:
    told = {}
    for setting in (migrated, flooded, muted):
        method, params = await setting(driver)
        with pytest.raises(Refused) as refused:
            await driver.api(method, **params)
        told[setting.__name__] = refused.value.parameters
        await driver.sim("fault/clear")
    new = (await driver.look("chats"))[2]["id"]
    assert told == {"migrated": {"migrate_to_chat_id": new}, "flooded": {"retry_after": 7}, "muted": None}


@pytest.mark.parametrize("token", ["1:wrong", TOKEN + "x", "x"])
async def test_a_wrong_token_is_401(driver: Driver, token: str) -> None:
    async with driver.session.post(f"/bot{token}/getMe") as response:
        assert response.status == 401
        assert await response.json() == {"ok": False, "error_code": 401, "description": "Unauthorized"}


@pytest.mark.parametrize(
    ("html", "error"),
    [
        ("<b>oops", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b>a<i>b</b></i>", 'Unmatched end tag at byte offset 8, expected "</i>", found "</b>"'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
    ],
)
async def test_wrong_html_is_400_with_the_parsers_words(driver: Driver, html: str, error: str) -> None:
    ann = await driver.person("Ann", started=True)
    said = {"chat_id": ann, "text": html, "parse_mode": "HTML"}
    assert await driver.refusal("sendMessage", **said) == (400, f"Bad Request: can't parse entities: {error}")
