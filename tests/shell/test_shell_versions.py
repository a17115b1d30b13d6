"""A new version of the program meets matches that an older one has begun, and the other way round (issue: operation).

What an older version has written still loads and finishes. What a newer one has written is refused with a reason. A
match that cannot be read is set aside, tells whoever runs the bot so, and stops no other.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

import core.catalog
from core.catalog import PLAYABLE, RULES_VERSION
from core.fair import Fair
from tests.core.playing import EVERY_SETUP
from tests.shell.exports import exported
from tests.shell.freezing import Frozen, frozen, shapes
from tests.shell.setting import ANN, BAO, GROUP, HUGO, NOON, PEOPLE, PLACE, Scene
from tests.shell.test_shell_deadlines import deadlines
from tgbot import ballots, choosing, groups, heartbeat, holding, lobby, people, table
from tgbot.exporting import export
from tgbot.facts import Held, StartRule, Status
from tgbot.gathering import LIFE
from tgbot.refusals import Code
from tgbot.store import Session, queries
from tgbot.store import snapshot as snapshot_module
from tgbot.store.snapshot import Unloadable, check_rules, dump_game, dump_options, load_game, load_options
from tgbot.verifying import Unreadable, check

EVERY = list(frozen())


def named(one: Frozen) -> str:
    return f"{one.shape}-{one.name}-{one.position}"


@pytest.mark.parametrize("one", [one for one in EVERY if one.rules in PLAYABLE], ids=named)
def test_what_any_version_has_written_loads_and_finishes(one: Frozen) -> None:
    check_rules(one.kind, one.rules)
    game, pick = load_game(one.kind, one.state), random.Random(one.position)
    assert game.seats == one.seats
    load_options(one.kind, one.options)
    position = one.position
    while (seat := game.to_act) is not None:
        for viewer in (None, *range(game.seats)):
            assert game.view(viewer).to_act == seat
        position += 1
        game, _ = game.play(seat, pick.choice(game.moves(seat)), Fair(b"later", position))
        assert position < 2000
    assert game.outcome is not None


@pytest.mark.parametrize("one", [one for one in EVERY if one.shape == shapes()[-1]], ids=named)
def test_the_newest_snapshots_are_what_this_version_writes(one: Frozen) -> None:
    """When this fails the shape has changed: freeze it (``tests.shell.freezing``), and see that older ones load."""
    assert json.loads(dump_game(load_game(one.kind, one.state))) == json.loads(one.state)
    assert dump_options(load_options(one.kind, one.options)) == one.options


def test_every_game_is_among_the_newest_snapshots_from_the_deal_to_the_end() -> None:
    newest = [one for one in EVERY if one.shape == shapes()[-1]]
    assert {one.name for one in newest} == set(EVERY_SETUP)
    for name in EVERY_SETUP:
        games = [load_game(one.kind, one.state) for one in newest if one.name == name]
        assert games[0].round == 1
        assert [game.outcome is None for game in games] == [True] * (len(games) - 1) + [False]


def test_a_version_plays_on_what_it_plays_and_never_what_comes_after_it() -> None:
    assert RULES_VERSION in PLAYABLE
    assert set(range(1, RULES_VERSION + 1)) >= PLAYABLE
    assert max(one.rules for one in EVERY) == RULES_VERSION, "freeze snapshots of the new rules"


@pytest.mark.parametrize(
    ("kind", "rules", "code"),
    [
        ("timebomb", RULES_VERSION + 1, Code.NEWER_VERSION),
        ("timebomb", 0, Code.OLDER_VERSION),
        ("a game of tomorrow", RULES_VERSION, Code.NEWER_VERSION),
    ],
)
def test_what_this_version_does_not_know_is_refused_with_the_reason(kind: str, rules: int, code: Code) -> None:
    with pytest.raises(Unloadable) as caught:
        check_rules(kind, rules)
    assert caught.value.code is code


def test_what_cannot_be_read_is_quoted_nowhere() -> None:
    state = EVERY[0].state.replace('"round"', '"turn"')
    assert "sherlock" in state
    with pytest.raises(Unloadable) as caught:
        load_game(EVERY[0].kind, state)
    told: BaseException | None = caught.value
    while told is not None:
        assert "sherlock" not in f"{told!r} {told}"
        told = told.__cause__ if told.__suppress_context__ else told.__context__


@contextmanager
def rules(version: int, playable: frozenset[int]) -> Iterator[None]:
    """The program as a later version of it."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (core.catalog, snapshot_module, table):
            if hasattr(module, "RULES_VERSION"):
                patch.setattr(module, "RULES_VERSION", version)
            if hasattr(module, "PLAYABLE"):
                patch.setattr(module, "PLAYABLE", playable)
        yield


def spoil(session: Session, match: int, to: dict[str, Any]) -> None:
    for name, value in to.items():
        setattr(queries.match_of(session, match), name, value)


class TestNewRules:
    def test_a_match_of_older_rules_goes_on_by_the_new_ones_and_says_from_where(self, scene: Scene) -> None:
        match = scene.running(4)
        scene.press(match)
        scene.press(match)
        assert (scene.row(match).rules_version, scene.row(match).rules_since) == (RULES_VERSION, 0)
        with rules(RULES_VERSION + 1, frozenset({RULES_VERSION, RULES_VERSION + 1})):
            assert (scene.row(match).rules_version, scene.row(match).rules_since) == (RULES_VERSION, 0)
            scene.press(match)
            assert (scene.row(match).rules_version, scene.row(match).rules_since) == (RULES_VERSION + 1, 3)
            scene.play_out(match)
            assert scene.row(match).rules_since == 3
            file = scene.do(export, match).text()
            with pytest.raises(Unreadable, match="only from move 3 on"):
                check(file)

    def test_a_lobby_opened_under_older_rules_is_played_by_the_new_ones_alone(self, scene: Scene) -> None:
        match = scene.lobby(4)
        with rules(RULES_VERSION + 1, frozenset({RULES_VERSION + 1})):
            scene.do(lobby.start, match, scene.who(ANN), scene.now)
        assert (scene.row(match).rules_version, scene.row(match).rules_since) == (RULES_VERSION + 1, 0)

    def test_a_match_by_one_version_of_the_rules_is_checked_as_ever(self) -> None:
        text = exported("timebomb")
        assert '"rules_since": 0' in text
        assert check(text).different is None
        assert check(text.replace(' "rules_since": 0,\n', "")).different is None, "files written before there was one"

    def test_a_match_that_the_new_rules_cannot_end_is_refused_and_waits(self, scene: Scene) -> None:
        match = scene.running(4)
        move, position = scene.moves(match)[0], scene.row(match).position
        with rules(RULES_VERSION + 1, frozenset({RULES_VERSION + 1})):
            refused = scene.refused(table.press, match, position, PEOPLE[scene.to_act(match)], move, scene.now)
        assert refused.code is Code.OLDER_VERSION


class TestUnreadable:
    """A newer version has begun the match, or what is stored of it is no game."""

    BREAKS = (
        ({"rules_version": RULES_VERSION + 1}, Code.NEWER_VERSION),
        ({"state": '{"roles": ["sherlock"]}'}, Code.BROKEN),
        ({"state": None}, Code.BROKEN),
        ({"options": {"colour": "red"}}, Code.BROKEN),
        ({"options": {"claims": "perhaps"}}, Code.BROKEN),
    )

    @pytest.mark.parametrize(("to", "code"), BREAKS)
    def test_whoever_presses_is_told_and_nothing_changes(self, scene: Scene, to: dict[str, Any], code: Code) -> None:
        match = scene.running(4)
        mover, move, position = PEOPLE[scene.to_act(match)], scene.moves(match)[0], scene.row(match).position
        scene.do(spoil, match, to)
        assert scene.refused(table.press, match, position, mover, move, scene.now).code is code
        scene.do(holding.set_aside, match, scene.now)
        assert scene.refused(table.press, match, position, mover, move, scene.now).code is code
        assert scene.refused(ballots.pause, match, scene.who(ANN), scene.now).code is code
        assert scene.refused(ballots.resume, match, scene.who(ANN), scene.now).code is code

    @pytest.mark.asyncio
    @pytest.mark.parametrize(("to", "code"), BREAKS)
    async def test_it_is_set_aside_with_its_clock_told_once_and_stops_no_other(
        self, scene: Scene, capsys: pytest.CaptureFixture[str], to: dict[str, Any], code: Code
    ) -> None:
        broken, whole = scene.running(clock=60), scene.running(clock=60)
        scene.do(spoil, broken, to)
        scene.later(timedelta(seconds=61))
        made, bell = deadlines(scene)
        for _ in range(3):
            await made._sweep()
            await made.resolve()
        told = capsys.readouterr()
        said = [line for line in (told.out + told.err).splitlines() if f"match={broken}" in line]
        assert len(said) == 1
        assert f"error={code}" in said[0]
        assert "sherlock" not in said[0]
        row = scene.row(broken)
        assert (row.held, row.wake_at, row.deadline, row.left_ms) == (Held.BROKEN, None, None, 0)
        assert bell.woken == [whole]
        assert len(scene.facts(whole).plays) == 1

    @pytest.mark.asyncio
    async def test_a_version_that_can_read_it_lets_it_go_on_when_it_starts(self, scene: Scene) -> None:
        match, hopeless = scene.running(clock=60), scene.running(clock=60)
        state, position = scene.row(match).state, scene.row(match).position
        scene.later(timedelta(seconds=20))
        for one in (match, hopeless):
            scene.do(spoil, one, {"state": "{}"})
            scene.do(holding.set_aside, one, scene.now)
        revision = scene.row(match).revision
        scene.later(timedelta(days=3))
        scene.do(spoil, match, {"state": state})
        made, bell = deadlines(scene)
        await made._mend()
        row = scene.row(match)
        assert (row.held, row.position, row.revision) == (Held.NOT, position, revision + 1)
        assert row.deadline == scene.now + timedelta(seconds=60), "nobody could move: the turn begins anew"
        assert scene.row(hopeless).held == Held.BROKEN
        assert bell.woken == [match]
        scene.play_out(match)

    @pytest.mark.parametrize("column", ["options", "joins", "former"])
    def test_a_row_that_is_damaged_stops_no_other_when_clocks_or_matches_are_dealt_with_together(
        self, scene: Scene, column: str
    ) -> None:
        if "postgresql" in scene.store.url:
            pytest.skip("it keeps no JSON that is none")
        damaged, whole = scene.running(clock=60), scene.running(clock=60)
        scene.do(lambda session: session.execute(text(f"UPDATE match SET {column} = '{{' WHERE id = {damaged}")))
        back = scene.later(timedelta(hours=1))
        assert scene.do(heartbeat.give_back, 0, back - timedelta(minutes=59, seconds=30), back) == [damaged, whole]
        assert scene.row(whole).deadline == back + timedelta(seconds=30)
        assert scene.do(holding.hold, 0, scene.now) == [damaged, whole]
        assert scene.row(whole).held == Held.OPERATOR
        assert scene.do(holding.release, 0, scene.now) == [whole]
        assert [one.id for one in scene.do(queries.stuck, scene.now, 9)] == [damaged, whole]

    def test_lists_of_matches_leave_it_out(self, scene: Scene) -> None:
        broken, whole = scene.running(4), scene.running(4)
        scene.do(spoil, broken, {"rules_version": RULES_VERSION + 1})
        assert [one.match for one in scene.do(people.waiting_first, ANN)] == [whole]
        assert [one.match for one in scene.do(people.matches_here, PLACE)] == [whole]

    @pytest.mark.parametrize(("to", "code"), BREAKS)
    def test_whoever_runs_the_bot_can_give_it_up(self, scene: Scene, to: dict[str, Any], code: Code) -> None:
        match = scene.running(4)
        scene.do(ballots.ask_end, match, scene.who(BAO), scene.now)
        scene.do(spoil, match, to)
        scene.do(holding.set_aside, match, scene.now)
        scene.do(holding.call_off, match, scene.now)
        row = scene.row(match)
        assert (row.status, row.held, row.ballot, row.wake_at) == (Status.CANCELLED, Held.NOT, "", None)
        press = (table.press, match, row.position, BAO, "cut 0 0", scene.now)
        assert scene.refused(*press).code is Code.MATCH_OVER  # type: ignore[arg-type, call-arg]
        assert scene.refused(holding.call_off, match, scene.now).code is Code.MATCH_OVER
        assert scene.refused(holding.call_off, match + 1, scene.now).code is Code.NO_SUCH_MATCH

    @pytest.mark.parametrize("to", [{"kind": "chess"}, {"options": {"colour": "red"}}])
    @pytest.mark.parametrize("rule", StartRule)
    def test_a_lobby_that_cannot_be_read_starts_nothing_and_expires(
        self, scene: Scene, to: dict[str, Any], rule: StartRule
    ) -> None:
        match = scene.lobby(7)
        scene.do(choosing.set_start, match, scene.who(ANN), "60" if rule is StartRule.TIME else rule, scene.now)
        scene.do(spoil, match, to)
        while scene.row(match).status == Status.LOBBY:
            scene.now = scene.row(match).deadline or scene.now
            assert scene.do(lobby.time_out, match, scene.now) is not None
        assert scene.row(match).status == Status.EXPIRED
        assert scene.now == NOON + LIFE

    def test_a_match_that_was_over_when_a_newer_version_had_played_it_is_refused_too(self, scene: Scene) -> None:
        match = scene.running(4)
        scene.play_out(match)
        scene.do(spoil, match, {"rules_version": RULES_VERSION + 1})
        assert scene.refused(table.onlook, match, ANN).code is Code.NEWER_VERSION
        assert scene.refused(export, match).code is Code.NEWER_VERSION


class TestHeld:
    """Whoever runs the bot stops all matches, and lets them go on."""

    def stop(self, scene: Scene) -> list[int]:
        return list(scene.do(holding.hold, 0, scene.now))

    def go_on(self, scene: Scene) -> list[int]:
        return list(scene.do(holding.release, 0, scene.now))

    def test_every_running_match_stands_still_and_nobody_at_the_table_can_change_that(self, scene: Scene) -> None:
        match, open_ = scene.running(4), scene.lobby()
        scene.later(timedelta(minutes=10))
        left = (scene.row(match).deadline or scene.now) - scene.now
        mover, move, position = PEOPLE[scene.to_act(match)], scene.moves(match)[0], scene.row(match).position
        assert self.stop(scene) == [match]
        assert scene.facts(match).held
        assert scene.row(match).wake_at is None
        assert scene.row(open_).held == Held.NOT
        for use_case, *args in (
            (table.press, match, position, mover, move, scene.now),
            (table.extend, match, mover, scene.now),
            (ballots.pause, match, scene.who(ANN), scene.now),
            (ballots.resume, match, scene.who(ANN), scene.now),
            (ballots.resume, match, scene.who(BAO), scene.now),
        ):
            assert scene.refused(use_case, *args).code is Code.HELD  # type: ignore[arg-type]
        scene.later(timedelta(days=2))
        assert scene.do(table.time_out, match, scene.now) is None
        assert self.go_on(scene) == [match]
        assert not scene.facts(match).held
        assert scene.row(match).deadline == scene.now + left
        scene.play_out(match)

    def test_a_pause_of_people_keeps_its_end_or_goes_over_into_this_one(self, scene: Scene) -> None:
        sooner, later = scene.running(4), scene.running(4)
        for match in (sooner, later):
            scene.do(ballots.pause, match, scene.who(ANN), scene.now)
        self.stop(scene)
        end = scene.row(later).pause_until
        assert end == scene.now + timedelta(hours=24)
        scene.do(table.leave, sooner, BAO, scene.now)
        self.go_on(scene)
        assert scene.row(later).pause_until == end
        self.stop(scene)
        scene.now = end
        for match in (sooner, later):
            scene.do(table.time_out, match, scene.now)
            assert (scene.row(match).pause_until, scene.row(match).wake_at) == (None, None)
        self.go_on(scene)
        assert scene.row(later).deadline == scene.now + timedelta(hours=1)

    def test_a_group_in_which_the_bot_cannot_write_waits_for_both(self, scene: Scene) -> None:
        match = scene.running(4)
        scene.do(groups.hush, GROUP, scene.now)
        self.stop(scene)
        scene.do(groups.speak, GROUP, scene.now)
        assert scene.row(match).deadline is None
        self.go_on(scene)
        assert scene.row(match).deadline is not None
        self.stop(scene)
        scene.do(groups.hush, GROUP, scene.now)
        self.go_on(scene)
        assert scene.row(match).deadline is None
        scene.do(groups.speak, GROUP, scene.now)
        assert scene.row(match).deadline is not None

    def test_people_may_leave_and_hosts_may_end_what_is_held(self, scene: Scene) -> None:
        match, other = scene.running(4), scene.running(4)
        self.stop(scene)
        scene.do(table.leave, match, BAO, scene.now)
        assert scene.row(match).wake_at is None
        scene.do(lobby.cancel, other, scene.who(ANN), scene.now)
        assert scene.row(other).status == Status.CANCELLED
        assert self.go_on(scene) == [match]

    @pytest.mark.parametrize("rule", StartRule)
    def test_what_starts_meanwhile_is_dealt_and_stands_still_however_it_starts(
        self, scene: Scene, rule: StartRule
    ) -> None:
        match = scene.lobby(7)
        scene.do(choosing.set_start, match, scene.who(ANN), "60" if rule is StartRule.TIME else rule, scene.now)
        scene.do(holding.order, hold=True)
        assert self.stop(scene) == []
        if rule is StartRule.HAND:
            scene.do(lobby.start, match, scene.who(ANN), scene.now)
        elif rule is StartRule.FULL:
            scene.do(lobby.join, match, scene.who(HUGO), GROUP, scene.now)
        else:
            scene.do(lobby.time_out, match, scene.later(timedelta(hours=1)))
        row = scene.row(match)
        assert (row.status, row.held, row.deadline, row.wake_at) == (Status.RUNNING, Held.OPERATOR, None, None)
        assert scene.facts(match).held
        mover, move = PEOPLE[scene.to_act(match)], scene.moves(match)[0]
        assert scene.refused(table.press, match, row.position, mover, move, scene.now).code is Code.HELD
        scene.later(timedelta(days=2))
        scene.do(holding.order, hold=False)
        assert self.go_on(scene) == [match]
        assert scene.row(match).deadline == scene.now + timedelta(hours=1), "with a full clock"
        scene.play_out(match)
        again = scene.do(lobby.rematch, match, scene.who(ANN), GROUP, scene.now).match
        for person in PEOPLE[1:4]:
            scene.do(lobby.join, again, scene.who(person), GROUP, scene.now)
        scene.do(lobby.start, again, scene.who(ANN), scene.now)
        assert scene.row(again).held == Held.NOT

    def test_what_can_be_read_again_meanwhile_stands_still_with_the_others(self, scene: Scene) -> None:
        match = scene.running(clock=60)
        scene.later(timedelta(seconds=20))
        scene.do(holding.set_aside, match, scene.now)
        scene.do(holding.order, hold=True)
        assert self.stop(scene) == []
        revision = scene.row(match).revision
        assert scene.do(holding.mend, 0, scene.now) == [(match, True)]
        row = scene.row(match)
        assert (row.held, row.revision, row.deadline, row.left_ms) == (Held.OPERATOR, revision + 1, None, 60_000)
        scene.do(holding.order, hold=False)
        assert self.go_on(scene) == [match]
        assert scene.row(match).deadline == scene.now + timedelta(seconds=60)

    def test_it_is_done_in_batches_and_told_again_nothing_is_done(self, scene: Scene) -> None:
        matches = [scene.running(4) for _ in range(3)]
        assert self.stop(scene) == matches
        assert scene.do(holding.hold, 0, scene.now) == []
        assert scene.do(holding.release, matches[1], scene.now) == [matches[2]]
        assert self.go_on(scene) == matches[:2]
