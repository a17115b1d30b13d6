"""In whatever order things happen, Telegram shows in the end what is committed: thousands of small accidents."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.shell import setting
from tests.shell.setting import GROUP, PEOPLE
from tests.shell.telegram_fake import Call, flood, network, timed_out
from tests.shell.world import World, virtually
from tgbot import claims, people, preferences, table
from tgbot.clock import Clock
from tgbot.facts import Status
from tgbot.handlers.whispers import Whispers
from tgbot.refusals import Refused
from tgbot.surfaces import whisper

Accident = Callable[[World, int, Random], None]
PERSONS = PEOPLE[:4]


def move(world: World, match: int, chance: Random) -> None:
    """The match goes on: whoever comes late to one that is over is owed nothing."""
    if lasting := world.scene.lasting(match):
        world.press(match, chance.choice(lasting))


def point(world: World, match: int, chance: Random) -> None:
    mover = world.scene.to_act(match)
    target = chance.choice([None, *(n for n in range(4) if n != mover)])
    with contextlib.suppress(Refused):
        world.do(table.point, match, PEOPLE[mover], target, chance.choice(["board", "turn", "hand"]), world.scene.now)


def claim(world: World, match: int, chance: Random) -> None:
    world.do(claims.claim, match, chance.choice(PERSONS), f"claim {chance.randrange(3)}", world.scene.now)


def ask(world: World, match: int, chance: Random) -> None:
    world.do(table.repost, match)
    world.do(table.ask_hand, match, chance.choice(PERSONS))


def appear(world: World, match: int, chance: Random) -> None:
    """Somebody starts the bot, or blocks it and tells."""
    person = chance.choice(PERSONS)
    reachable = chance.random() < 0.7
    (world.telegram.shut.discard if reachable else world.telegram.shut.add)(person)
    for woken in world.scene.do(people.reach, person, reachable):
        world.deliverer.wake(woken)


def block(world: World, match: int, chance: Random) -> None:
    """Somebody blocks the bot, which hears of it by an error."""
    world.telegram.shut.add(chance.choice(PERSONS))


def trouble(world: World, match: int, chance: Random) -> None:
    """Telegram fails for a moment."""
    error = chance.choice([flood(chance.choice([1, 40])), network(), timed_out()])
    world.telegram.fail(error, chat=chance.choice([None, GROUP, *PERSONS]), times=chance.choice([1, 3]))


def lose_answer(world: World, match: int, chance: Random) -> None:
    """Telegram does it and does not say so. Not for messages, which would stand twice: that price is known."""
    world.telegram.fail(timed_out(), chance.choice(["edit", "strip", "delete", "pin"]), after=True)


def tear_down(world: World, match: int, chance: Random) -> None:
    """Somebody deletes the board; it is noticed when it is to be changed."""
    board = world.rows(match).get("board")
    if board is not None and board.message_id in world.telegram.chats[GROUP]:
        world.telegram.remove(GROUP, board.message_id)
        world.do(table.repost, match)


def sweep(world: World, match: int, chance: Random) -> None:
    world.sweeps.append(asyncio.create_task(world.deliverer.catch_up()))


ACCIDENTS = (move, move, point, point, claim, claim, ask, appear, block, trouble, lose_answer, tear_down, sweep)


def schedule(seed: int, accidents: list[Accident], *, crashes: bool) -> None:
    chance = Random(seed)
    slow = chance.choice([0.01, 0.3, 3.0])

    async def test(world: World) -> None:
        world.telegram.latency = lambda: chance.random() * slow
        world.store.pause = lambda: chance.choice([0.0, chance.random() * slow])
        world.glimpsed = lambda: chance.choice([None, 0.0, chance.random() * slow])
        # A process that starts looks first.
        await world.deliverer.catch_up()
        match = world.running(4, clock=chance.choice([300, 3600]))
        world.deliverer.wake(match)
        for accident in accidents:
            await asyncio.sleep(chance.choice([0.0, chance.random() * slow, 2 * slow]))
            accident(world, match, chance)
            if crashes and chance.random() < 0.15:
                await world.kill()
                world.start()
                await world.deliverer.catch_up()
        await _come_to_rest(world)
        world.assert_surfaces_shown(match)
        world.scene.play_out(match)
        await world.show(match)
        world.assert_surfaces_shown(match)
        if not crashes:  # A message whose number was lost stands twice: that price is known.
            world.assert_old_ones_are_dead()
            assert set(world.telegram.most_at_once.values()) <= {1}
            if lose_answer not in accidents:
                assert not needless(world)

    with setting.scene() as scene:
        virtually(test, scene)


def needless(world: World) -> list[Call]:
    """The edits that found everything as it should be. Only who has not heard what came of one may make it again."""
    edits = (call for call in world.telegram.calls if call.method.startswith("edit"))
    return [call for call in edits if call.error and "not modified" in call.error]


async def _come_to_rest(world: World) -> None:
    await asyncio.gather(*world.sweeps)
    await world.quiet()
    # Whoever blocks without having been written to since is still thought to be reachable, and nothing is owed to him.
    world.telegram.mend()
    for reachable in (False, True):
        for person in PERSONS:
            for woken in world.scene.do(people.reach, person, reachable):
                world.deliverer.wake(woken)
    await world.quiet()


SOME = settings(
    max_examples=8,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
ANY = st.lists(st.sampled_from(ACCIDENTS), max_size=20)


@given(st.integers(0, 2**32), ANY)
@SOME
def test_nothing_is_lost_whatever_the_order(seed: int, accidents: list[Accident]) -> None:
    schedule(seed, accidents, crashes=False)


@given(st.integers(0, 2**32), ANY)
@SOME
def test_nothing_is_lost_when_the_process_dies_at_any_moment(seed: int, accidents: list[Accident]) -> None:
    schedule(seed, accidents, crashes=True)


OFTEN = settings(SOME, max_examples=20)
TAPS = st.lists(st.sampled_from((point, point, point, move, sweep)), min_size=2, max_size=12)


@given(st.integers(0, 2**32), TAPS)
@OFTEN
def test_a_tap_and_its_taking_back_in_any_rhythm_leave_the_right_board(seed: int, taps: list[Accident]) -> None:
    """Without the touch of everybody that comes to rest after accidents: the last wake itself must be enough."""
    chance = Random(seed)

    async def test(world: World) -> None:
        world.telegram.latency = chance.random
        world.store.pause = lambda: chance.choice([0.0, chance.random()])
        world.glimpsed = lambda: chance.choice([None, 0.0, chance.random()])
        match = world.running(4, clock=300)
        world.deliverer.wake(match)
        for tap in taps:
            await asyncio.sleep(chance.choice([0.0, chance.random(), 3 * chance.random()]))
            tap(world, match, chance)
        await asyncio.gather(*world.sweeps)
        await world.quiet()
        world.assert_shown(match)

    with setting.scene() as scene:
        virtually(test, scene)


def whisper_to(world: World, match: int, chance: Random) -> None:
    """Somebody presses *My hand*, and what he is shown is on its way while the match goes on."""
    look, views = world.scene.do(table.looks, match)
    if look.facts.status == Status.RUNNING:
        seated = look.facts.seats[chance.randrange(4)]
        want = whisper(look.facts, seated, views[seated.seat])
        shown = world.whispers.show(match, look.facts.revision, want, "query")
        world.sweeps.append(asyncio.create_task(_tried(shown)))


async def _tried(shown: Awaitable[bool]) -> None:
    await shown


WHISPERED = (whisper_to, whisper_to, whisper_to, claim, point, move, move, sweep)
HUSHED = st.lists(st.sampled_from(WHISPERED), min_size=2, max_size=20)


@given(st.integers(0, 2**32), HUSHED)
@OFTEN
def test_whispers_in_any_rhythm_are_as_they_should_be_and_none_is_left_behind(
    seed: int, accidents: list[Accident]
) -> None:
    chance = Random(seed)

    async def test(world: World) -> None:
        world.telegram.latency = chance.random
        world.store.pause = lambda: chance.choice([0.0, chance.random()])
        world.glimpsed = lambda: chance.choice([None, 0.0, chance.random()])
        match = world.running(4, clock=300)
        world.scene.do(preferences.set_whispers, GROUP, True)
        world.whispers = Whispers(world.telegram.bot, world.store, world.deliverer, _Times())
        world.whispers._known = chance.random() < 0.5 or None
        world.deliverer.wake(match)
        for accident in accidents:
            await asyncio.sleep(chance.choice([0.0, chance.random(), 3 * chance.random()]))
            accident(world, match, chance)
        await asyncio.gather(*world.sweeps)
        await world.quiet()
        world.assert_shown(match)
        assert_whispers(world, match)
        world.scene.play_out(match)
        await world.show(match)
        assert not any(world.telegram.whispers.values())

    with setting.scene() as scene:
        virtually(test, scene)


class _Times(Clock):
    """So much time passes between two presses of one person that each shows a whisper."""

    def monotonic(self) -> float:
        self.offset += timedelta(hours=1)
        return self.offset.total_seconds()


def assert_whispers(world: World, match: int) -> None:
    """Each one that stands is known, so that it will end."""
    known = {row.message_id for which, row in world.rows(match).items() if which.startswith("whisper")}
    standing = {number for alone in world.telegram.whispers.values() for number in alone}
    assert standing == known


def test_the_accidents_do_happen() -> None:
    """Otherwise the properties above would prove little."""
    seen: set[str] = set()

    async def test(world: World) -> None:
        chance = Random(5)
        world.telegram.latency = chance.random
        match = world.running(4)
        world.deliverer.wake(match)
        for number in range(120):
            await asyncio.sleep(chance.random())
            ACCIDENTS[number % len(ACCIDENTS)](world, match, chance)
        await _come_to_rest(world)
        world.assert_shown(match)
        seen.update(call.method for call in world.telegram.calls)
        seen.update(f"{call.method}: {call.error}" for call in world.telegram.calls if call.error)

    with setting.scene() as scene:
        virtually(test, scene)
    assert {"send", "edit", "strip", "delete", "pin"} <= seen
    assert any("blocked" in text for text in seen)
    assert any("Flood" in text for text in seen)
    assert any("not found" in text for text in seen)
