"""A refusal changes nothing, whatever anybody tries in any order; and every code of the closed list is met."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from tests.shell import setting
from tests.shell.setting import ANN, BAO, GROUP, NOON, PEOPLE, PLACE, Scene
from tgbot import absence, ballots, choosing, claims, groups, joining, lobby, members, people, preferences, table
from tgbot.facts import Status
from tgbot.people import Visit
from tgbot.refusals import Code, Refused
from tgbot.store import Session, queries

TGBOT = Path(__file__).parents[2] / "tgbot"

Act = Callable[[Session], object]
Deal = Callable[[Scene, "Dice"], Act]


class Dice:
    """Arguments, mostly such that something happens."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def one(self, *choices: Any) -> Any:
        return self.data.draw(st.sampled_from(choices))

    def match(self) -> int:
        return int(self.one(1, 2, 2, 2, 3, 3, 4, 99))

    def person(self) -> int:
        return int(self.one(*PEOPLE[:5], PEOPLE[8]))

    def seat(self) -> int:
        return int(self.one(0, 1, 2, 3, 4, 5, 99))

    def position(self, scene: Scene, match: int) -> int:
        try:
            now = scene.row(match).position
        except Refused:
            now = 0
        return int(self.one(now, now, now, now - 1, now + 1))

    def move(self) -> str:
        return str(self.one(f"cut {self.seat()} {self.one(0, 1, 2, 3, 4)}", "cut", "nonsense"))


def _press(scene: Scene, dice: Dice) -> Act:
    match, person, move = dice.match(), dice.person(), dice.move()
    position = dice.position(scene, match)
    return lambda s: table.press(s, match, position, person, move, scene.now)


def _right_press(scene: Scene, dice: Dice) -> Act:
    """A move that is allowed where there is one."""
    match = dice.one(2, 3)
    if scene.row(match).status != Status.RUNNING:
        return _press(scene, dice)
    seated = scene.facts(match).seats[scene.to_act(match)]
    person, move, position = seated.person_id or ANN, dice.one(*scene.moves(match)), scene.row(match).position
    return lambda s: table.press(s, match, position, person, move, scene.now)


def _point(scene: Scene, dice: Dice) -> Act:
    match, person, target, where = dice.match(), dice.person(), dice.one(None, dice.seat()), dice.one("board", "hand")
    position = dice.one(None, dice.position(scene, match))
    return lambda s: table.point(s, match, person, target, where, scene.now, position)


def _claim(scene: Scene, dice: Dice) -> Act:
    match, person, text = dice.match(), dice.person(), f"claim {dice.one(0, 1, 2, 5, 6)}{dice.one('', ' bomb', ' x')}"
    return lambda s: claims.claim(s, match, person, text, scene.now)


def _bomb(scene: Scene, dice: Dice) -> Act:
    match, person, bomb = dice.match(), dice.person(), dice.one("bomb", "nobomb", "", "maybe")
    return lambda s: claims.claim_bomb(s, match, person, bomb, scene.now)


def _leave(scene: Scene, dice: Dice) -> Act:
    use_case, match, person = dice.one(table.leave, lobby.leave), dice.match(), dice.person()
    return lambda s: use_case(s, match, person, scene.now)


def _ask(scene: Scene, dice: Dice) -> Act:
    match, person = dice.match(), dice.person()
    act: Act = dice.one(
        lambda s: table.ask_hand(s, match, person),
        lambda s: table.repost(s, match),
        lambda s: table.look(s, match, person),
    )
    return act


def _sit(scene: Scene, dice: Dice) -> Act:
    use_case, match, who = dice.one(lobby.join, lobby.rematch), dice.match(), scene.who(dice.person())
    group = dice.one(GROUP, GROUP, None, 5)
    return lambda s: use_case(s, match, who, group, scene.now)


def _open(scene: Scene, dice: Dice) -> Act:
    who, kind, message = scene.who(dice.person()), dice.one("timebomb", "chess"), dice.one(1, 2, 3)
    return lambda s: lobby.open_lobby(s, PLACE, who, kind, message, scene.now)


def _host(scene: Scene, dice: Dice) -> Act:
    use_case, args = dice.one(
        (lobby.kick, (dice.seat(),)),
        (lobby.add_computer, ()),
        (lobby.remove_computer, ()),
        (choosing.show_panel, (dice.one("", "options", "x"),)),
        (choosing.set_clock, (dice.one(60, 61),)),
        (choosing.set_option, ("claims", dice.one(True, False))),
        (choosing.set_start, (dice.one("hand", "full", "15", "16"),)),
        (lobby.start, ()),
        (lobby.cancel, ()),
    )
    match, who, admin = dice.match(), scene.who(dice.person()), dice.one(False, False, False, True)
    return lambda s: use_case(s, match, who, *args, scene.now, admin=admin)


def _language(scene: Scene, dice: Dice) -> Act:
    person, language, admin = dice.person(), dice.one("fr", "xx"), dice.one(True, False)
    act: Act = dice.one(
        lambda s: preferences.set_language(s, person, language),
        lambda s: preferences.set_group_language(s, PLACE, language, admin=admin),
    )
    return act


def _time(scene: Scene, dice: Dice) -> Act:
    use_case, match = dice.one(table.time_out, lobby.time_out), dice.match()
    return lambda s: use_case(s, match, scene.now)


def _decide(scene: Scene, dice: Dice) -> Act:
    match, who, admin = dice.match(), scene.who(dice.person()), dice.one(False, False, True)
    what, yes = dice.one("pause", "resume", "end", "seat 1"), dice.one(True, False)
    use_case = dice.one(ballots.pause, ballots.resume)
    act: Act = dice.one(
        lambda s: use_case(s, match, who, scene.now, admin=admin),
        lambda s: ballots.ask_end(s, match, who, scene.now),
        lambda s: ballots.vote(s, match, who.id, what, yes, scene.now),
    )
    return act


def _slowly(scene: Scene, dice: Dice) -> Act:
    match, who, seat = dice.match(), scene.who(dice.person()), dice.seat()
    group, position = dice.one(GROUP, None), dice.position(scene, match)
    act: Act = dice.one(
        lambda s: table.extend(s, match, who.id, scene.now),
        lambda s: table.mute(s, match, who.id, position),
        lambda s: absence.back(s, match, who.id, scene.now),
        lambda s: absence.ask_seat(s, match, who, seat, group, scene.now),
    )
    return act


def _door(scene: Scene, dice: Dice) -> Act:
    match, who, person, on = (
        dice.one(4, 4, dice.match()),
        scene.who(dice.person()),
        dice.person(),
        dice.one(True, False),
    )
    token, admin = dice.one(scene.row(4).token, "", "wrong"), dice.one(False, True)
    act: Act = dice.one(
        lambda s: joining.ask(s, match, who, token, scene.now),
        lambda s: lobby.join(s, match, who, None, scene.now, token=token),
        lambda s: joining.let_in(s, match, who, person, scene.now, admin=admin),
        lambda s: joining.turn_away(s, match, who, person, scene.now, admin=admin),
        lambda s: joining.set_guests(s, match, who, on, scene.now, admin=admin),
        lambda s: joining.renew_link(s, match, who, scene.now, admin=admin),
    )
    return act


def _member(scene: Scene, dice: Dice) -> Act:
    who = scene.who(dice.person())
    act: Act = dice.one(
        lambda s: members.block(s, GROUP, who.id, scene.now),
        lambda s: members.unblock(s, GROUP, who.id),
        lambda s: members.wait_for_next(s, GROUP, who),
        lambda s: groups.depart(s, GROUP, who.id, scene.now),
    )
    return act


DEALS: tuple[Deal, ...] = (
    _press, _right_press, _right_press, _point, _claim, _bomb, _leave, _ask, _sit, _open, _host, _language, _time,
    _decide, _decide, _slowly, _door, _door, _member
)  # fmt: skip


@pytest.fixture(scope="module")
def prepared(database: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Match 1 is over, match 2 runs with a computer player, match 3 without claims, match 4 is a lobby."""
    scene = Scene(tmp_path_factory.mktemp("prepared"))
    scene.running()
    scene.do(lobby.cancel, 1, scene.who(ANN), NOON)
    assert scene.running(4, 1) == 2
    assert scene.running(4, claims=False) == 3
    assert scene.lobby(3, 2) == 4
    scene.do(setting.fix_secret, 4)
    scene.store.close()
    return scene.store.url


@given(data=st.data())
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_a_refusal_changes_nothing_and_everything_else_only_goes_forward(prepared: str, data: st.DataObject) -> None:
    dice = Dice(data)
    with setting.scene(prepared) as scene:
        for _ in range(12):
            act = data.draw(st.sampled_from(DEALS))(scene, dice)
            before, rows = scene.dump(), {n: scene.row(n) for n in range(1, 5)}
            try:
                scene.do(act)
            except Refused as refused:
                event(refused.code)
                assert scene.dump() == before
            else:
                for number, old in rows.items():
                    _goes_forward(scene, number, old)
            scene.later(timedelta(seconds=dice.one(0, 1, 59, 3600)))


def _goes_forward(scene: Scene, match: int, old: Any) -> None:
    new, facts = scene.row(match), scene.facts(match)
    assert (old.secret, old.commitment) == (new.secret, new.commitment)
    assert old.token == new.token or old.status == Status.LOBBY
    assert new.joins[: len(old.joins)] == old.joins
    assert 0 <= new.position - old.position <= 1
    assert new.revision >= old.revision
    begun = old.status == Status.RUNNING
    if (new.state, new.status, new.pointing) != (old.state, old.status, old.pointing):
        assert new.revision > old.revision
    if begun:
        assert len(facts.plays) == new.position - 1
    assert [p.position for p in facts.plays] == list(range(1, len(facts.plays) + 1))
    assert [s.seat for s in facts.seats] == list(range(len(facts.seats)))
    live = new.status in (Status.LOBBY, Status.RUNNING)
    assert (new.wake_at is not None) == live
    assert (new.deadline is not None) == (live and not facts.paused)
    assert new.deadline is None or (new.wake_at is not None and new.wake_at <= new.deadline)
    assert (new.ended_at is not None) == (not live)
    assert (new.to_act is not None) == (new.status == Status.RUNNING)
    if facts.ballot is not None:
        assert len(facts.ballot.yes) < facts.ballot.needed, "what is carried is done"
        assert not facts.ballot.no or 2 * len(facts.ballot.no) < facts.ballot.voters, "what is refused is closed"
    assert (facts.revelation is not None) == (new.status in (Status.FINISHED, Status.CANCELLED))
    assert all(one.state != "in" or facts.seat_of(one.person_id) for one in facts.asks)
    assert not facts.asks or new.status == Status.LOBBY
    if new.status != Status.LOBBY:
        assert not scene.do(queries.asks_of, match), "nobody waits at a door that is closed"
    if not live and old.status == new.status:
        assert (new.state, new.position) == (old.state, old.position)


def test_no_code_of_the_list_is_left_without_anybody_who_says_it() -> None:
    shell = (file for file in TGBOT.rglob("*.py") if file.name != "refusals.py" and "screens" not in file.parts)
    source = "".join(file.read_text() for file in shell)
    assert [code for code in Code if f"Code.{code.name}" not in source] == []


def test_a_refusal_in_an_attempt_undoes_even_the_meeting(scene: Scene) -> None:
    match = scene.lobby()
    before = scene.dump()
    who = lobby.Who(5, "Stranger", "callback 1")
    attempt = scene.do(
        people.attempt,
        Visit(who, PLACE, NOON, client_language="fr"),
        lambda s: lobby.join(s, match, who, None, NOON),
    )
    assert attempt.done is None
    assert attempt.refused is not None
    assert (attempt.refused.code, attempt.language, attempt.reachable) == (Code.NOT_MEMBER, "fr", False)
    assert scene.dump() == before


def test_the_host_who_is_refused_is_not_counted_as_awake(scene: Scene) -> None:
    match = scene.lobby(2)
    scene.later(timedelta(minutes=59))
    assert scene.refused(lobby.start, match, scene.who(ANN), scene.now).code == Code.TOO_FEW
    scene.later(timedelta(minutes=1))
    scene.do(lobby.cancel, match, scene.who(BAO), scene.now)
