"""Presses made at a running bot: as fast as it takes them, at a steady pace, or all at once."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from bench.rig.botapi import Bot
from bench.rig.matches import Group
from bench.rig.processes import BenchError

_PATIENCE = 60.0
"""Seconds after which a press that was not answered or not shown counts as lost."""


@dataclass(frozen=True)
class Made:
    """What came of presses. ``seconds`` from each press to the board that shows it, in order of the presses;
    ``whole``: from the first press to the last board.
    """

    seconds: list[float]
    whole: float
    lost: int

    @property
    def rate(self) -> float:
        """Presses shown a second."""
        return len(self.seconds) / self.whole

    def percentile(self, percent: float, of: slice = slice(None)) -> float:
        """Milliseconds within which so many percent of the presses were shown."""
        found = sorted(self.seconds[of])
        return 1000 * found[min(len(found) - 1, int(len(found) * percent / 100))] if found else float("nan")


async def press(bot: Bot, group: Group, since: float) -> float | None:
    """One press of a group, after the one before was shown. Seconds from ``since``; None when it is lost.

    Raises:
        BenchError: it was refused, though it was legal.
    """
    async with group.turn:
        taken = group.take()
        answered, shown = bot.press(group.chat, taken.user, taken.data)
        try:
            async with asyncio.timeout(_PATIENCE):
                text, at = await answered, await shown
        except TimeoutError:
            return None
    if text and ":point " in taken.data:
        raise BenchError(f"the bot refused a legal press: {text}")
    return at - since


async def flat_out(bot: Bot, groups: Sequence[Group], presses: int, at_once: int) -> Made:
    """So many presses by ``at_once`` groups at a time, each as soon as its board shows the press before. Presses that
    deal a new round are left to ``catch_up``.
    """
    ready = deque(group for group in groups if group.next is not None and not group.next.deals)
    if len(ready) < at_once:
        raise BenchError("there are too few groups")
    left = presses
    seconds: list[float | None] = []

    async def play() -> None:
        nonlocal left
        while left > 0 and ready:
            left -= 1
            group = ready.popleft()
            seconds.append(await press(bot, group, time.perf_counter()))
            if group.next is not None and not group.next.deals:
                ready.append(group)

    began = time.perf_counter()
    await asyncio.gather(*(play() for _ in range(at_once)))
    if left > 0:
        raise BenchError("there are too few groups")
    return _made(seconds, began)


async def catch_up(bot: Bot, groups: Sequence[Group], at_once: int) -> None:
    """Makes the presses that deal a new round, unmeasured."""
    waiting = deque(group for group in groups if group.next is not None and group.next.deals)

    async def play() -> None:
        while waiting:
            await press(bot, waiting.popleft(), time.perf_counter())

    await asyncio.gather(*(play() for _ in range(at_once)))


async def paced(bot: Bot, groups: Sequence[Group], rate: float, seconds: float) -> Made:
    """``rate`` presses a second, whether or not the ones before are shown, one group after the other."""
    waiting = deque(groups)
    tasks = []
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = began + number / rate
        await asyncio.sleep(due - time.perf_counter())
        tasks.append(asyncio.create_task(press(bot, _following(waiting), due)))
        # Its task takes the press before the next one is due, or the group would seem to have one more.
        await asyncio.sleep(0)
    return _made(await asyncio.gather(*tasks), began)


async def burst(bot: Bot, groups: Sequence[Group], presses: int) -> Made:
    """So many presses in one instant, each in another group."""
    chosen = [group for group in groups if group.next is not None][:presses]
    if len(chosen) < presses:
        raise BenchError("there are too few groups")
    began = time.perf_counter()
    return _made(await asyncio.gather(*(press(bot, group, began) for group in chosen)), began)


def _following(waiting: deque[Group]) -> Group:
    """The next group in turn that has a press left and none under way."""
    for _ in range(len(waiting)):
        waiting.rotate(-1)
        if waiting[-1].next is not None and not waiting[-1].turn.locked():
            return waiting[-1]
    raise BenchError("the bot has fallen so far behind that every group waits")


def _made(seconds: Sequence[float | None], began: float) -> Made:
    whole = time.perf_counter() - began
    shown = [one for one in seconds if one is not None]
    return Made(shown, whole, len(seconds) - len(shown))
