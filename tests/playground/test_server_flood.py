"""The modelled flood limits."""

import pytest

from playground.clock import Clock
from playground.errors import ApiError
from playground.limits import Flood
from tests.playground.driver import Driver, Refused


class StillClock(Clock):
    """A clock that moves only when it is told to."""

    def now(self) -> float:
        return 1_000_000 + self.offset


def spent(flood: Flood, act: str, chat_id: int | None, calls: int) -> int:
    """How many of so many calls were let through."""
    through = 0
    for _ in range(calls):
        try:
            flood.spend(act, chat_id)
        except ApiError:
            continue
        through += 1
    return through


def wait(flood: Flood, act: str, chat_id: int) -> int:
    with pytest.raises(ApiError) as refused:
        flood.spend(act, chat_id)
    assert refused.value.code == 429
    assert refused.value.parameters is not None
    seconds = refused.value.parameters["retry_after"]
    assert refused.value.description == f"Too Many Requests: retry after {seconds}"
    return int(seconds)


def test_a_private_chat_takes_a_burst_of_5_messages_and_then_one_a_second() -> None:
    clock = StillClock()
    flood = Flood(clock, on=True)
    assert spent(flood, "send", 7, 10) == 5
    assert wait(flood, "send", 7) == 1
    assert spent(flood, "send", 8, 1) == 1
    clock.advance(3)
    assert spent(flood, "send", 7, 10) == 3


def test_a_group_takes_20_messages_and_then_20_a_minute() -> None:
    clock = StillClock()
    flood = Flood(clock, on=True)
    assert spent(flood, "send", -7, 25) == 20
    assert wait(flood, "send", -7) == 3
    clock.advance(60)
    assert spent(flood, "send", -7, 25) == 20


def test_a_group_takes_20_edits_and_then_20_a_minute_beside_its_messages() -> None:
    clock = StillClock()
    flood = Flood(clock, on=True)
    assert spent(flood, "send", -7, 25) == 20
    clock.advance(1)
    assert spent(flood, "edit", -7, 25) == 20
    assert wait(flood, "edit", -7) == 3
    clock.advance(6.1)
    assert spent(flood, "edit", -7, 25) == 2


def test_edits_in_private_are_limited_gently() -> None:
    flood = Flood(StillClock(), on=True)
    assert spent(flood, "edit", 7, 25) == 20
    assert wait(flood, "edit", 7) == 1


def test_all_chats_together_take_30_calls_a_second() -> None:
    clock = StillClock()
    flood = Flood(clock, on=True)
    assert sum(spent(flood, "send", chat, 1) for chat in range(1, 50)) == 30
    clock.advance(0.5)
    assert sum(spent(flood, "other", chat, 1) for chat in range(1, 50)) == 15
    clock.advance(1)
    assert spent(flood, "edit", None, 50) == 30


def test_a_refused_call_costs_nothing() -> None:
    clock = StillClock()
    flood = Flood(clock, on=True)
    assert spent(flood, "send", 7, 100) == 5
    assert sum(spent(flood, "send", chat, 1) for chat in range(100, 150)) == 25


@pytest.mark.asyncio
async def test_the_bot_is_answered_429_with_the_seconds_to_wait_until_they_are_over(driver: Driver) -> None:
    ann = await driver.person(started=True)
    group = await driver.group(ann)
    await driver.sim("flood", on=True)
    sent = [await driver.api("sendMessage", chat_id=group, text="x") for _ in range(20)]
    with pytest.raises(Refused) as refused:
        await driver.api("sendMessage", chat_id=group, text="x")
    assert (refused.value.status, refused.value.code) == (429, 429)
    assert refused.value.parameters is not None
    seconds = refused.value.parameters["retry_after"]
    assert refused.value.description == f"Too Many Requests: retry after {seconds}"
    standing = await driver.look(f"chats/{group}/messages")
    assert standing[-1]["message_id"] == sent[-1]["message_id"]
    await driver.api("sendMessage", chat_id=ann, text="other chats go on")
    await driver.advance(seconds)
    await driver.api("sendMessage", chat_id=group, text="x")
    await driver.sim("flood", on=False)
    for _ in range(40):
        await driver.api("sendMessage", chat_id=group, text="x")


@pytest.mark.asyncio
async def test_answers_to_presses_are_not_limited(driver: Driver) -> None:
    await driver.sim("flood", on=True)
    for _ in range(40):
        with pytest.raises(Refused, match="query is too old"):
            await driver.api("answerCallbackQuery", callback_query_id="1")
