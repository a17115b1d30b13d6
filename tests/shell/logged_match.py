"""A whole match with the logs at DEBUG, errors among it; prints what must stand in no log. Run as a module."""

from __future__ import annotations

import asyncio
import base64
import sys
from pathlib import Path
from typing import Any, cast

import structlog
from telegram.error import BadRequest

from core.fair import seed_of
from tests.shell.setting import PEOPLE, Scene
from tests.shell.telegram_fake import TelegramFake, flood, network
from tests.shell.touch import Touch
from tgbot import people, table, timing
from tgbot.clock import Clock
from tgbot.deadlines import Deadlines
from tgbot.deliver import Deliverer
from tgbot.facts import Status
from tgbot.logs import configure
from tgbot.store import Session, queries
from tgbot.wire.limiter import Budget, Limiter

PLENTY = Budget(burst=10**6, per_second=10**6)


def main(folder: Path) -> None:
    configure("DEBUG")
    scene = Scene(folder)
    try:
        asyncio.run(_play(scene))
    finally:
        scene.store.close()


async def _play(scene: Scene) -> None:
    telegram, budgets = TelegramFake(), cast(Any, dict.fromkeys(("send", "edit"), PLENTY))
    deliverer = Deliverer(telegram.bot, scene.store, Limiter(overall=PLENTY, private=budgets, group=budgets))
    delivering = asyncio.create_task(deliverer.run())
    clock = Clock()
    scene.now = clock.now()
    match, broken = scene.running(4, 2), scene.running(4)
    for person in PEOPLE[:4]:
        scene.do(people.reach, person, True)
    telegram.shut.add(PEOPLE[3])
    while scene.row(match).status == Status.RUNNING:
        telegram.fail(BadRequest("Can't parse entities"))
        telegram.fail(flood(0.01))
        if scene.facts(match).seats[scene.to_act(match)].automatic:
            scene.do(table.time_out, match, scene.row(match).deadline or scene.now)
        else:
            scene.press(match)
        deliverer.wake(match)
        await deliverer.drain(5)
    hidden = _hidden(scene, match) | _hidden(scene, broken)
    await _break(scene, broken, deliverer, clock)
    telegram.fail(network())
    await deliverer.drain(5)
    delivering.cancel()
    structlog.get_logger("test").info("the match is over")
    sys.stdout.write("".join(f"{line}\n" for line in sorted(hidden)))


async def _break(scene: Scene, match: int, deliverer: Deliverer, clock: Clock) -> None:
    """Its state is no game, which both the scheduler and the delivery have to say."""

    def spoil(session: Session) -> None:
        row = queries.match_of(session, match)
        row.state = (row.state or "").replace('"round":1', '"round":"I"')
        timing.wake(row, scene.now)
        row.revision += 1

    scene.do(spoil)
    deadlines = Deadlines(scene.store, clock, deliverer)
    await deadlines.start(Touch())
    deadlines.stop()


def _hidden(scene: Scene, match: int) -> set[str]:
    row = scene.row(match)
    seed = seed_of(row.secret, row.joins)
    words = {"sherlock", "moriarty", "Sherlock", "Moriarty", row.token, str(row.state), *row.joins}
    for secret in (row.secret, seed):
        words |= {secret.hex(), repr(secret), repr(secret)[2:-1], base64.b64encode(secret).decode()}
    return words


if __name__ == "__main__":
    main(Path(sys.argv[1]))
