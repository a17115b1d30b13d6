"""What old things are let go, and what whoever runs the bot announces (operation)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, cast

import pytest

from tests.shell.setting import ANN, BAO, CELINE, GROUP, NAMES, NOON, PEOPLE, PLACE, Scene
from tests.shell.telegram_fake import network
from tests.shell.test_shell_deadlines import Bell
from tests.shell.test_shell_forgetting import private_table
from tests.shell.touch import Touch
from tests.shell.world import World, virtually
from tgbot import ballots, forgetting, lobby, people, preferences, upkeep
from tgbot.chores import FIRST, FORGET_EVERY, Chores
from tgbot.clock import Clock
from tgbot.deadlines import Deadlines
from tgbot.deliver import Deliverer
from tgbot.facts import Status
from tgbot.languages import LANGUAGES
from tgbot.lobby import Place
from tgbot.screens.operation import announcement
from tgbot.screens.screen import Screen
from tgbot.store import Session, queries
from tgbot.store.reading import SurfaceRow
from tgbot.store.tables import Ask, Chat, Person
from tgbot.words import words

OTHER = Place(GROUP - 7, "Saturday")
CHILDREN = ("seat", "ask", "play", "claim", "vote", "notice", "surface")


def days(n: float) -> timedelta:
    return timedelta(days=n)


def forget(scene: Scene, keep: int = 30) -> int:
    """Everything that is old enough. How many matches it was."""
    before = len(numbers(scene))
    while scene.do(upkeep.forget_old, keep, scene.now):
        pass
    return before - len(numbers(scene))


def numbers(scene: Scene, table: str = "match") -> list[int]:
    return sorted(int(row[0]) for row in scene.dump()[table])


def full(session: Session, match: int) -> None:
    """A row in every table that belongs to a match."""
    queries.shown(session, SurfaceRow(match, "board", GROUP, 5, "1", "digest", 1))
    queries.notice(session, match, 1, 1)
    queries.vote(session, match, "end", BAO, yes=True, at=NOON)
    queries.add_claim(session, match, 1, 0, 1, "claim 1", NOON)
    session.add(Ask(match_id=match, person_id=CELINE, join="message 1 2", at=NOON))


class TestMatches:
    def test_a_match_that_is_over_is_kept_so_long_and_then_goes_with_all_that_belongs_to_it(self, scene: Scene) -> None:
        old, young, running = scene.running(4), scene.running(4), scene.running(4)
        for match in (old, young, running):
            scene.press(match)
            scene.do(full, match)
        scene.play_out(old)
        scene.later(days(20))
        scene.do(lobby.cancel, young, scene.who(ANN), scene.now)
        scene.now = (scene.row(old).ended_at or scene.now) + days(30) - timedelta(seconds=1)
        assert forget(scene) == 0
        before = scene.dump()
        assert all(any(row[0] == old or row[1] == old for row in before[name]) for name in CHILDREN)
        scene.later(timedelta(seconds=2))
        assert forget(scene) == 1
        after = scene.dump()
        assert numbers(scene) == [young, running]
        for name in CHILDREN:
            column = 1 if name == "claim" else 0
            kept = [row for row in before[name] if row[column] != old]
            assert after[name] == kept, f"of {name} nothing of another match"
        scene.play_out(running)

    def test_what_runs_is_kept_however_old_it_is(self, scene: Scene) -> None:
        match, waiting = scene.running(4), scene.lobby()
        scene.do(ballots.pause, match, scene.who(ANN), scene.now)
        scene.later(days(3000))
        assert forget(scene) == 0
        assert numbers(scene) == [match, waiting]

    @pytest.mark.parametrize(("keep", "until"), [(365, 7), (30, 7), (3, 3)])
    def test_a_lobby_that_came_to_nothing_goes_after_a_week_at_the_latest(
        self, scene: Scene, keep: int, until: int
    ) -> None:
        cancelled, expired = scene.lobby(), scene.lobby(place=OTHER)
        scene.do(lobby.cancel, cancelled, scene.who(ANN), scene.now)
        scene.later(days(1))
        scene.do(lobby.time_out, expired, scene.now)
        assert scene.row(expired).status == Status.EXPIRED
        scene.later(days(until - 1) - timedelta(seconds=1))
        assert forget(scene, keep) == 0
        scene.later(days(1) + timedelta(seconds=2))
        assert forget(scene, keep) == 2

    def test_it_is_done_in_small_batches(self, scene: Scene) -> None:
        for n in range(upkeep.TOGETHER + 3):
            scene.do(lobby.cancel, scene.lobby(place=Place(GROUP - n, "x")), scene.who(ANN), scene.now)
        scene.later(days(8))
        assert scene.do(upkeep.forget_old, 30, scene.now) == upkeep.TOGETHER
        assert scene.do(upkeep.forget_old, 30, scene.now) == 3
        assert numbers(scene) == []

    def test_the_rematch_of_a_match_that_is_gone_goes_on(self, scene: Scene) -> None:
        match = scene.running(4)
        scene.play_out(match)
        again = scene.do(lobby.rematch, match, scene.who(ANN), GROUP, scene.now).match
        assert scene.facts(again).invited
        scene.later(days(31))
        assert forget(scene) == 1
        assert scene.facts(again).invited == ()


class TestPeopleAndGroups:
    def test_who_is_seen_nowhere_for_so_long_goes_unless_he_is_in_a_match_that_is_kept(self, scene: Scene) -> None:
        scene.meet(ANN)
        scene.meet(BAO, None)
        match = scene.running(4)
        scene.later(days(29))
        scene.meet(PEOPLE[6])
        scene.meet(PEOPLE[7], None)
        scene.later(days(2))
        forget(scene)
        assert set(numbers(scene, "person")) == {*PEOPLE[:4], PEOPLE[6], PEOPLE[7]}
        scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
        scene.later(days(31))
        forget(scene)
        assert numbers(scene) == numbers(scene, "person") == numbers(scene, "chat") == []
        assert scene.dump()["chat_person"] == []

    def test_who_does_something_every_now_and_then_stays_in_a_group_or_privately(self, scene: Scene) -> None:
        for _ in range(10):
            scene.meet(ANN)
            scene.meet(BAO, None)
            scene.later(days(20))
            forget(scene)
        assert set(numbers(scene, "person")) == {ANN, BAO}
        assert numbers(scene, "chat") == [GROUP]

    def test_being_seen_is_noted_once_a_day_and_not_at_every_press(self, scene: Scene) -> None:
        scene.meet(ANN)
        for hours, noted in ((23, NOON), (25, NOON + timedelta(hours=25))):
            scene.now = NOON + timedelta(hours=hours)
            scene.meet(ANN)
            with scene.store.reading() as session:
                for row in (session.get(Person, ANN), session.get(Chat, GROUP)):
                    assert row is not None
                    assert row.seen_at == noted

    def test_a_group_goes_with_its_settings_and_whom_it_has_seen(self, scene: Scene) -> None:
        scene.meet(ANN)
        scene.do(preferences.set_zone, GROUP, "Asia/Saigon")
        scene.meet(ANN, OTHER)
        scene.later(days(31))
        scene.meet(ANN, OTHER)
        forget(scene)
        assert numbers(scene, "chat") == [OTHER.chat_id]
        assert [row[0] for row in scene.dump()["chat_person"]] == [OTHER.chat_id]

    def test_whom_a_group_has_blocked_is_known_as_long_as_the_group_is(self, scene: Scene) -> None:
        scene.meet(ANN)
        scene.meet(BAO)
        scene.do(queries.block, GROUP, BAO, scene.now)
        for _ in range(3):
            scene.later(days(25))
            scene.meet(ANN)
            forget(scene)
        assert numbers(scene, "person") == sorted((ANN, BAO))
        scene.later(days(31))
        forget(scene)
        assert numbers(scene, "person") == []

    def test_what_somebody_set_for_his_own_tables_goes_with_him(self, scene: Scene) -> None:
        match = private_table(scene, ANN)
        scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
        scene.later(days(8))
        scene.meet(ANN, None)
        forget(scene)
        assert numbers(scene, "chat") == [ANN], "as long as he is here"
        scene.later(days(31))
        forget(scene)
        assert numbers(scene, "chat") == numbers(scene, "person") == []

    def test_nobody_stays_in_place_of_those_who_were_forgotten(self, scene: Scene) -> None:
        match = scene.running(4)
        scene.play_out(match)
        scene.do(forgetting.forget, ANN, scene.now)
        scene.later(days(31))
        forget(scene)
        assert numbers(scene, "person") == [queries.NOBODY]


@dataclass
class Post:
    """In the deliverer's place: what was posted. Telegram takes it when a test says so."""

    said: list[tuple[int, int | None, str]] = field(default_factory=list)
    waits: dict[int, Callable[[], Awaitable[None]]] = field(default_factory=dict)

    def post(
        self, chat_id: int, screen: Screen, *, thread_id: int | None = None, ended: Callable[[], Awaitable[None]]
    ) -> None:
        self.said.append((chat_id, thread_id, str(screen.text)))
        self.waits[chat_id] = ended

    async def taken(self, *chats: int) -> None:
        """By Telegram: what was posted in these chats, or in all."""
        for chat in chats or list(self.waits):
            await self.waits.pop(chat)()


class OwnClock(Clock):
    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene, self.ticks = scene, 0.0

    def now(self) -> datetime:
        return self.scene.now

    def monotonic(self) -> float:
        return self.ticks


def chores(scene: Scene, keep: int = 30) -> tuple[Chores, Post, OwnClock]:
    post, clock = Post(), OwnClock(scene)
    return Chores(scene.store, clock, cast(Deliverer, post), keep), post, clock


class TestAnnouncements:
    @pytest.mark.asyncio
    async def test_it_is_said_once_in_each_place_where_something_is_played_in_its_language(self, scene: Scene) -> None:
        topic = Place(GROUP, PLACE.title, 5)
        scene.running(4), scene.running(4), scene.lobby(place=topic), scene.lobby(place=OTHER)
        over = scene.running(4, place=Place(GROUP - 9, "Quiet"))
        scene.do(lobby.cancel, over, scene.who(ANN), scene.now)
        scene.do(preferences.set_group_language, OTHER, "fr", admin=True)
        private_table(scene, ANN, BAO)
        for person in (ANN, BAO):
            scene.do(people.reach, person, True)
        scene.do(preferences.set_language, BAO, "ru")
        assert scene.do(upkeep.announce, "Tea & <b>biscuits</b>", None, scene.now) == 5
        made, post, _ = chores(scene)
        await made.sweep()
        await post.taken()
        await made.sweep()
        text = "Tea & <b>biscuits</b>"
        said = {code: str(announcement(text, None, scene.now, words(code)).text) for code in LANGUAGES}
        assert said["en"] == "📣 <b>From whoever runs this bot</b>\nTea &amp; &lt;b&gt;biscuits&lt;/b&gt;"
        assert len(set(said.values())) == len(LANGUAGES)
        assert sorted(post.said, key=repr) == sorted(
            [
                (GROUP, None, said["en"]),
                (GROUP, 5, said["en"]),
                (OTHER.chat_id, None, said["fr"]),
                (ANN, None, said["en"]),
                (BAO, None, said["ru"]),
            ],
            key=repr,
        )

    def played_in(self, scene: Scene, *groups: int) -> None:
        """Lobbies are open there, and Tea is announced."""
        for group in groups:
            scene.lobby(place=Place(group, "x"))
        assert scene.do(upkeep.announce, "Tea", None, scene.now) == len(groups)

    @pytest.mark.asyncio
    async def test_what_telegram_has_not_taken_outlives_the_process_and_the_lead(self, scene: Scene) -> None:
        self.played_in(scene, GROUP, GROUP - 1, GROUP - 2)
        made, post, _ = chores(scene)
        await made.sweep()
        await made.sweep()
        assert sorted(chat for chat, *_ in post.said) == [GROUP - 2, GROUP - 1, GROUP], "once while it waits"
        await post.taken(GROUP)
        again, heir, _ = chores(scene)
        await again.sweep()
        assert sorted(chat for chat, *_ in heir.said) == [GROUP - 2, GROUP - 1]
        await heir.taken(GROUP - 1)
        watch = Deadlines(scene.store, OwnClock(scene), cast(Deliverer, Bell()), made)
        await watch.start(Touch())
        watch.stop()
        assert [chat for chat, *_ in post.said][3:] == [GROUP - 2], "who leads again says what nobody has said"
        await post.taken(GROUP - 2)
        for one in (made, again, chores(scene)[0]):
            await one.sweep()
        assert len(post.said) + len(heir.said) == 6
        assert scene.dump()["announcement"] == []

    @pytest.mark.asyncio
    async def test_a_database_that_fails_when_it_is_said_has_it_said_no_second_time(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.played_in(scene, GROUP, GROUP - 1)
        made, post, _ = chores(scene)
        await made.sweep()

        def fails(*_: Any) -> None:
            raise RuntimeError("no")

        with monkeypatch.context() as patch:
            patch.setattr(upkeep, "said", fails)
            await post.taken()
            await made.sweep()
        assert "an announcement is not noted as said" in capsys.readouterr().out
        assert len(scene.dump()["announcement"]) == 2
        await made.sweep()
        assert scene.dump()["announcement"] == []
        assert len(post.said) == 2
        assert scene.do(upkeep.announce, "More tea", None, scene.now) == 2
        await made.sweep()
        assert len(post.said) == 4, "also where SQLite gives old numbers again"

    def test_it_is_noted_as_said_when_telegram_has_taken_or_refused_it_and_not_before(self, scene: Scene) -> None:
        async def test(world: World) -> None:
            self.played_in(scene, GROUP, GROUP - 1, GROUP - 2)
            world.telegram.shut.add(GROUP - 1)
            world.telegram.fail(network(), "send", chat=GROUP - 2, times=100)
            made = Chores(world.store, OwnClock(scene), world.deliverer)
            await made.sweep()
            await asyncio.sleep(60)
            assert [row[1] for row in scene.dump()["announcement"]] == [GROUP - 2]
            await world.kill()
            world.telegram.mend()
            world.start()
            made = Chores(world.store, OwnClock(scene), world.deliverer)
            await made.sweep()
            await world.quiet()
            assert scene.dump()["announcement"] == []
            said = [[one for one in world.telegram.stands(GROUP - n) if "Tea" in one.text] for n in range(3)]
            assert list(map(len, said)) == [1, 0, 1]

        virtually(test, scene)

    @pytest.mark.asyncio
    async def test_a_restart_is_told_with_the_time_that_is_left(self, scene: Scene) -> None:
        scene.running(4)
        scene.do(upkeep.announce, "", scene.now + timedelta(minutes=10), scene.now)
        scene.later(timedelta(minutes=4))
        made, post, _ = chores(scene)
        await made.sweep()
        [(_, _, said)] = post.said
        assert "I restart in 6 minutes" in said

    @pytest.mark.asyncio
    async def test_after_its_time_it_is_not_said_any_more(self, scene: Scene) -> None:
        scene.running(4)
        scene.do(upkeep.announce, "", scene.now + timedelta(minutes=10), scene.now)
        scene.do(upkeep.announce, "tea", None, scene.now)
        scene.later(upkeep.ANNOUNCED)
        made, post, _ = chores(scene)
        await made.sweep()
        assert post.said == []
        assert scene.dump()["announcement"] == []


class TestSweeps:
    @pytest.mark.asyncio
    async def test_old_things_are_looked_for_once_an_hour_and_then_all_of_them_go(self, scene: Scene) -> None:
        made, _, clock = chores(scene)
        for n in range(130):
            scene.do(lobby.cancel, scene.lobby(place=Place(GROUP - n, "x")), scene.who(ANN), scene.now)
        await made.sweep()
        clock.ticks += FIRST
        await made.sweep()
        scene.later(days(8))
        await made.sweep()
        assert len(numbers(scene)) == 130
        clock.ticks += FORGET_EVERY
        await made.sweep()
        assert 0 < len(numbers(scene)) < 130, "a sweep does not take for ever"
        for _ in range(3):
            await made.sweep()
        assert numbers(scene) == []

    @pytest.mark.asyncio
    async def test_nothing_is_deleted_before_a_machine_that_has_just_started_knows_the_time(self, scene: Scene) -> None:
        match = scene.running(4)
        scene.play_out(match)
        made, _, clock = chores(scene)
        scene.later(days(5000))
        clock.ticks += FIRST - 1
        await made.sweep()
        assert numbers(scene) == [match]

    @pytest.mark.asyncio
    async def test_who_keeps_everything_loses_nothing(self, scene: Scene) -> None:
        match = scene.running(4)
        scene.play_out(match)
        scene.later(days(5000))
        made, _, clock = chores(scene, 0)
        clock.ticks += FIRST
        await made.sweep()
        assert numbers(scene) == [match]
        assert len(numbers(scene, "person")) == len(NAMES)

    @pytest.mark.asyncio
    async def test_a_chore_that_fails_is_told_and_done_by_the_next_sweep(
        self, scene: Scene, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene.running(4)
        scene.do(upkeep.announce, "tea", None, scene.now)
        made, post, _ = chores(scene)

        def fails(*_: Any) -> None:
            raise RuntimeError("no")

        with monkeypatch.context() as patch:
            patch.setattr(upkeep, "to_say", fails)
            await made.sweep()
        assert "chores are not done" in capsys.readouterr().out
        await made.sweep()
        assert len(post.said) == 1
