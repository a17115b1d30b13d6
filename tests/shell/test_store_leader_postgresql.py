"""Who leads on PostgreSQL: it hears what others commit, and knows when it may not be certain any more.

On SQLite nobody is heard, and no connection can be lost.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from tests.shell.cable import Cable
from tests.shell.setting import ANN, Scene
from tgbot import lobby, people, table
from tgbot.store import Store, Unusable, advisory_lock, leader, queries
from tgbot.store.address import conninfo_of
from tgbot.store.leader import Leadership

DATABASES = ("postgresql",)
SECONDS = 10.0
"""In which the next one leads, on a slow machine too."""


@pytest.mark.asyncio
async def test_who_leads_hears_what_others_commit_and_only_that(scene: Scene, stores: list[Store]) -> None:
    match, other = scene.running(4), scene.running(4)
    heard: list[int] = []
    first = Leadership(stores[0])
    first.listen(heard.append)
    await first.acquire()
    seat = scene.to_act(match)

    await stores[0].write(table.repost, other)  # its own
    await stores[1].write(people.attempt, _visit(scene), lambda s: table.repost(s, match))
    await stores[1].write(queries.beat, scene.now)  # no match
    await stores[1].write(queries.delivered, {match: 1})  # nothing that shows
    await stores[1].write(lobby.cancel, other, scene.who(ANN), scene.now)
    opened = await stores[1].write(lobby.rematch, other, scene.who(ANN), scene.row(other).chat_id, scene.now)
    with pytest.raises(ZeroDivisionError):
        await stores[1].write(lambda s: (table.repost(s, match), 1 / 0))
    scene.do(queries.met_person, seat + 5, "Somebody", None, None)
    await _until(lambda: len(heard) >= 3)
    await asyncio.sleep(0.1)
    assert heard == [match, other, opened.match]
    await first.release()
    await stores[1].write(table.repost, match)
    await asyncio.sleep(0.1)
    assert len(heard) == 3


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"ASK_EVERY": 0.3, "PATIENCE": 0.5, "LEASE": 3}.items():
        monkeypatch.setattr(advisory_lock, name, value)
    for name in ("TRY_EVERY", "SETTLE"):
        monkeypatch.setattr(leader, name, 0.1)


@pytest.mark.asyncio
async def test_who_loses_the_connection_does_not_lead_from_that_moment_and_leads_again_in_turn(
    stores: list[Store],
) -> None:
    first, second = map(Leadership, stores)
    await first.acquire()
    waiting = asyncio.create_task(second.acquire())
    await asyncio.sleep(0.1)
    _terminate_holder(stores[0].url)
    await asyncio.wait_for(first.lost.wait(), 1)
    assert leading(first, second) == (False, False)
    await asyncio.wait_for(waiting, SECONDS)
    again = asyncio.create_task(first.acquire())
    await asyncio.sleep(0.1)
    assert leading(first, second) == (False, True)
    await second.release()
    await asyncio.wait_for(again, SECONDS)
    assert leading(first, second) == (True, False)
    await first.release()


@pytest.mark.asyncio
@pytest.mark.usefixtures("quick")
async def test_whom_the_network_cuts_off_silently_gives_up_before_another_leads(
    stores: list[Store], tmp_path: Path
) -> None:
    cable = Cable(stores[0].url, tmp_path)
    first, second = Leadership(stores[0], cable.url), Leadership(stores[1])
    await first.acquire()
    waiting = asyncio.create_task(second.acquire())
    await asyncio.sleep(0.2)
    cable.freeze()
    both = False
    began = time.monotonic()
    while not waiting.done():
        both |= first.leads and second.leads
        assert time.monotonic() - began < 2 * SECONDS
        await asyncio.sleep(0.01)
    assert first.lost.is_set()
    assert second.leads
    assert not both
    await second.release()
    cable.pull_out()
    await first.release()


@pytest.mark.asyncio
@pytest.mark.usefixtures("quick")
async def test_who_has_hung_for_too_long_knows_at_once_that_it_may_not_lead(stores: list[Store]) -> None:
    first = Leadership(stores[0])
    await first.acquire()
    assert leading(first) == (True,)
    time.sleep(1.0)  # noqa: ASYNC251 -- The loop hangs.
    assert leading(first) == (False,)
    await first.release()


@pytest.mark.asyncio
@pytest.mark.usefixtures("quick")
async def test_who_hangs_for_good_is_followed_by_another(stores: list[Store]) -> None:
    first, second = map(Leadership, stores)
    await first.acquire()
    assert first._watch is not None
    first._watch.cancel()  # It asks no more; its connection stands.
    await asyncio.wait_for(second.acquire(), SECONDS)
    assert second.leads
    assert not first.leads
    await first.release()
    await second.release()


@pytest.mark.asyncio
@pytest.mark.usefixtures("quick")
async def test_a_server_that_cannot_be_reached_is_tried_until_it_can(stores: list[Store], tmp_path: Path) -> None:
    cable = Cable(stores[0].url, tmp_path)
    cable.pull_out()
    first = Leadership(stores[0], cable.url)
    waiting = asyncio.create_task(first.acquire())
    await asyncio.sleep(0.5)
    assert not waiting.done()
    cable.plug_in()
    await asyncio.wait_for(waiting, SECONDS)
    assert first.leads
    await first.release()
    cable.pull_out()


@pytest.mark.asyncio
async def test_through_a_pooler_nobody_leads_and_it_is_said_what_to_do(stores: list[Store], tmp_path: Path) -> None:
    cable = Cable(stores[0].url, tmp_path, pools=True)
    pooled = Store(cable.url)
    with pytest.raises(Unusable, match="DATABASE_DIRECT_URL"):
        await Leadership(pooled).acquire()
    direct = Leadership(pooled, stores[0].url)
    await direct.acquire()
    assert direct.leads
    await direct.release()
    pooled.close()
    cable.pull_out()


@pytest.mark.asyncio
async def test_nothing_of_it_stays_open(stores: list[Store]) -> None:
    first = Leadership(stores[0])
    await first.acquire()
    await first.release()
    await _until(lambda: _holders(stores[0].url) == 0)


def leading(*several: Leadership) -> tuple[bool, ...]:
    return tuple(one.leads for one in several)


def _visit(scene: Scene) -> people.Visit:
    return people.Visit(scene.who(ANN), None, scene.now)


async def _until(seen: Callable[[], bool]) -> None:
    late = time.monotonic() + SECONDS
    while not seen():
        assert time.monotonic() < late
        await asyncio.sleep(0.01)


def _holders(url: str) -> int:
    with psycopg.connect(conninfo_of(url)) as connection:
        row = connection.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'").fetchone()
        return int(row[0]) if row else 0


def _terminate_holder(url: str) -> None:
    with psycopg.connect(conninfo_of(url)) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
