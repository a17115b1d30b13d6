"""Who may join: guests by the link, people whom only the host can know, and the link itself (product, the lobby)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.shell.setting import (
    ANN,
    BAO,
    CELINE,
    DIMA,
    GROUP,
    HOUR,
    INES,
    MINUTE,
    NAMES,
    NOON,
    PEOPLE,
    PLACE,
    SECOND,
    Scene,
)
from tgbot import choosing, joining, lobby, people, table
from tgbot.facts import ASKERS, Status
from tgbot.gathering import HOST_SLEEPS, LIFE
from tgbot.lobby import Who
from tgbot.refusals import Code
from tgbot.store import Session, queries
from tgbot.store.tables import Ask

STRANGER = 777
"""Somebody the group has never seen."""


@pytest.fixture(autouse=True)
def one_stranger(scene: Scene) -> None:
    """He has pressed Start in his private chat."""
    visit = people.Visit(stranger(scene), None, scene.now, client_language="fr")
    scene.do(people.attempt, visit, lambda _: None)
    scene.do(people.reach, STRANGER, True)


def stranger(scene: Scene) -> Who:
    return Who(STRANGER, "Zoë", scene.source())


def token(scene: Scene, match: int) -> str:
    return scene.row(match).token


def ask(scene: Scene, match: int, who: Who | None = None) -> Who:
    """He comes by the link, and Telegram does not tell who he is."""
    asker = who or stranger(scene)
    scene.do(joining.ask, match, asker, token(scene, match), scene.now)
    return asker


def states(scene: Scene, match: int) -> dict[str, str]:
    return {one.name: one.state for one in scene.facts(match).asks}


def seated(scene: Scene, match: int) -> list[str]:
    return [one.name for one in scene.facts(match).seats]


def rows(scene: Scene) -> int:
    return len(scene.dump()["ask"])


def test_a_lobby_is_for_members_until_the_host_wants_guests(scene: Scene) -> None:
    match = scene.lobby(2)
    link = token(scene, match)
    assert not scene.facts(match).guests
    refused = scene.refused(lobby.join, match, stranger(scene), None, NOON, token=link)
    assert (refused.code, refused.fields) == (Code.NOT_MEMBER, {"title": "Friday night", "chat_id": GROUP})
    revision = scene.row(match).revision
    scene.do(joining.set_guests, match, scene.who(ANN), True, NOON)
    assert (scene.facts(match).guests, scene.row(match).revision) == (True, revision + 1)
    scene.do(lobby.join, match, guest := stranger(scene), None, NOON, token=link)
    assert seated(scene, match) == ["Ann", "Bảo", "Zoë"]
    assert scene.row(match).joins[-1] == guest.source


def test_a_guest_needs_the_link_of_this_very_lobby(scene: Scene) -> None:
    match = scene.lobby()
    scene.do(joining.set_guests, match, scene.who(ANN), True, NOON)
    assert scene.refused(lobby.join, match, stranger(scene), None, NOON).code == Code.NOT_MEMBER
    for wrong in ("x" * 22, token(scene, match)[:-1]):
        assert scene.refused(lobby.join, match, stranger(scene), None, NOON, token=wrong).code == Code.LINK_DEAD


def test_members_only_again_leaves_those_who_sit(scene: Scene) -> None:
    match = scene.lobby()
    link = token(scene, match)
    scene.do(joining.set_guests, match, scene.who(ANN), True, NOON)
    scene.do(lobby.join, match, stranger(scene), None, NOON, token=link)
    scene.do(joining.set_guests, match, scene.who(ANN), False, NOON)
    assert seated(scene, match) == ["Ann", "Zoë"]
    scene.do(lobby.leave, match, STRANGER, NOON)
    assert scene.refused(lobby.join, match, stranger(scene), None, NOON, token=link).code == Code.NOT_MEMBER


def test_a_rematch_welcomes_guests_when_the_match_did(scene: Scene) -> None:
    match = scene.lobby(3)
    scene.do(joining.set_guests, match, scene.who(ANN), True, NOON)
    scene.do(lobby.join, match, stranger(scene), None, NOON, token=token(scene, match))
    scene.do(lobby.start, match, scene.who(ANN), NOON)
    scene.do(lobby.cancel, match, scene.who(ANN), NOON)
    again = scene.do(lobby.rematch, match, scene.who(ANN), GROUP, NOON).match
    assert scene.facts(again).guests
    scene.do(lobby.join, again, stranger(scene), None, NOON, token=token(scene, again))
    assert seated(scene, again) == ["Ann", "Zoë"]


def test_a_new_link_kills_the_old_one_for_guests_members_and_whoever_asks(scene: Scene) -> None:
    match = scene.lobby()
    scene.do(joining.set_guests, match, scene.who(ANN), True, NOON)
    old = token(scene, match)
    scene.do(joining.renew_link, match, scene.who(ANN), NOON)
    new = token(scene, match)
    assert new != old
    assert len(new) >= 22
    assert scene.refused(people.match_invited_to, old).code == Code.LINK_DEAD
    assert scene.do(people.match_invited_to, new).match == match
    # Somebody followed the old link a moment before.
    assert scene.refused(lobby.join, match, stranger(scene), None, NOON, token=old).code == Code.LINK_DEAD
    assert scene.refused(joining.ask, match, stranger(scene), old, NOON).code == Code.LINK_DEAD
    scene.do(lobby.join, match, scene.who(BAO), GROUP, NOON, token=old)
    assert seated(scene, match) == ["Ann", "Bảo"]


def test_whom_the_host_lets_in_sits_and_his_question_feeds_the_seed(scene: Scene) -> None:
    match = scene.lobby(2)
    revision = scene.row(match).revision
    asker = ask(scene, match)
    assert states(scene, match) == {"Zoë": "open"}
    assert (seated(scene, match), scene.row(match).revision) == (["Ann", "Bảo"], revision + 1)
    joins = scene.row(match).joins
    scene.do(joining.let_in, match, scene.who(ANN), STRANGER, scene.later(MINUTE))
    assert seated(scene, match) == ["Ann", "Bảo", "Zoë"]
    assert scene.row(match).joins == [*joins, asker.source]
    assert states(scene, match) == {"Zoë": "in"}
    assert scene.refused(joining.let_in, match, scene.who(ANN), STRANGER, scene.now).code == Code.NOT_ASKED
    assert scene.refused(joining.turn_away, match, scene.who(ANN), STRANGER, scene.now).code == Code.NOT_ASKED


def test_who_asks_twice_asks_once(scene: Scene) -> None:
    match = scene.lobby()
    asker = ask(scene, match)
    refused = scene.refused(joining.ask, match, stranger(scene), token(scene, match), scene.now)
    assert refused.code == Code.ASKED_ALREADY
    assert [row.join for row in scene.do(queries.asks_of, match)] == [asker.source]


def test_who_was_turned_away_is_told_no_whenever_he_comes_by_the_link_guests_or_not(scene: Scene) -> None:
    match = scene.lobby()
    link = token(scene, match)
    ask(scene, match)
    scene.do(joining.turn_away, match, scene.who(ANN), STRANGER, NOON)
    assert states(scene, match) == {"Zoë": "no"}
    for guests in (False, True):
        scene.do(joining.set_guests, match, scene.who(ANN), guests, NOON)
        assert scene.refused(joining.ask, match, stranger(scene), link, NOON).code == Code.TURNED_AWAY
        assert scene.refused(lobby.join, match, stranger(scene), None, NOON, token=link).code == Code.TURNED_AWAY
    assert scene.refused(joining.let_in, match, scene.who(ANN), STRANGER, NOON).code == Code.NOT_ASKED
    # Who turns out to be in the group needs nobody's word.
    scene.do(lobby.join, match, stranger(scene), GROUP, NOON)
    assert states(scene, match) == {"Zoë": "in"}


def test_who_sits_need_not_ask(scene: Scene) -> None:
    match = scene.lobby(2)
    refused = scene.refused(joining.ask, match, scene.who(BAO), token(scene, match), NOON)
    assert refused.code == Code.ALREADY_SEATED


def test_without_a_link_only_those_may_ask_who_were_seen_in_the_group(scene: Scene) -> None:
    match = scene.lobby()
    assert scene.refused(joining.ask, match, stranger(scene), "", NOON).code == Code.NOT_MEMBER
    scene.do(joining.ask, match, scene.who(BAO), "", NOON)
    assert states(scene, match) == {"Bảo": "open"}
    scene.do(lambda session: queries.unseen(session, GROUP, CELINE))
    assert scene.refused(joining.ask, match, scene.who(CELINE), "", NOON).code == Code.NOT_MEMBER


def test_the_greeting_offers_no_lobby_whose_host_is_asked_or_has_said_no(scene: Scene) -> None:
    match = scene.lobby()
    assert [one.match for one in scene.do(people.lobbies_for, BAO)] == [match]
    ask(scene, match, scene.who(BAO))
    assert scene.do(people.lobbies_for, BAO) == ()
    scene.do(joining.turn_away, match, scene.who(ANN), BAO, NOON)
    assert scene.do(people.lobbies_for, BAO) == ()


@pytest.mark.parametrize("decide", [joining.let_in, joining.turn_away])
def test_only_the_host_or_an_administrator_decides(scene: Scene, decide: Callable[..., object]) -> None:
    match = scene.lobby(2)
    ask(scene, match)
    for person in (BAO, INES):
        assert scene.refused(decide, match, scene.who(person), STRANGER, NOON).code == Code.NOT_HOST
    assert scene.refused(decide, match, stranger(scene), STRANGER, NOON).code == Code.NOT_HOST
    scene.do(decide, match, scene.who(INES), STRANGER, NOON, admin=True)
    assert scene.facts(match).askers == ()


@pytest.mark.parametrize("choose", [joining.renew_link, joining.set_guests])
def test_only_the_host_or_an_administrator_chooses_who_may_come(scene: Scene, choose: Callable[..., object]) -> None:
    match = scene.lobby(2)
    args = (True,) if choose is joining.set_guests else ()
    assert scene.refused(choose, match, scene.who(BAO), *args, NOON).code == Code.NOT_HOST
    before = scene.facts(match)
    scene.do(choose, match, scene.who(INES), *args, NOON, admin=True)
    assert scene.facts(match) != before
    assert scene.facts(match).host_id == ANN


def test_case_c44_when_the_host_sleeps_anybody_seated_decides(scene: Scene) -> None:
    match = scene.lobby(2)
    ask(scene, match)
    scene.later(HOST_SLEEPS - SECOND)
    assert scene.refused(joining.let_in, match, scene.who(BAO), STRANGER, scene.now).code == Code.NOT_HOST
    scene.later(SECOND)
    scene.do(joining.let_in, match, scene.who(BAO), STRANGER, scene.now)
    assert (scene.facts(match).host_id, seated(scene, match)) == (BAO, ["Ann", "Bảo", "Zoë"])


def test_case_c44_when_the_host_leaves_the_next_one_decides(scene: Scene) -> None:
    match = scene.lobby(2)
    ask(scene, match)
    scene.do(lobby.leave, match, ANN, NOON)
    scene.do(joining.let_in, match, scene.who(BAO), STRANGER, NOON)
    assert seated(scene, match) == ["Bảo", "Zoë"]


def test_no_seat_is_promised_the_question_stays_open_until_one_is_free(scene: Scene) -> None:
    match = scene.lobby(7)
    ask(scene, match)
    scene.do(lobby.join, match, scene.who(PEOPLE[7]), GROUP, NOON)
    refused = scene.refused(joining.let_in, match, scene.who(ANN), STRANGER, NOON)
    assert (refused.code, states(scene, match)) == (Code.FULL, {"Zoë": "open"})
    assert scene.refused(joining.ask, match, scene.who(INES), token(scene, match), NOON).code == Code.FULL
    scene.do(lobby.leave, match, BAO, NOON)
    scene.do(joining.let_in, match, scene.who(ANN), STRANGER, NOON)
    assert seated(scene, match)[-1] == "Zoë"


def test_who_is_let_in_takes_the_place_of_a_computer_that_only_fills_up(scene: Scene) -> None:
    scene.meet(ANN)
    match = scene.do(lobby.open_lobby, PLACE, scene.who(ANN), "hunt", 77, NOON).match
    for _ in range(4):
        scene.do(lobby.add_computer, match, scene.who(ANN), NOON)
    ask(scene, match)
    scene.do(joining.let_in, match, scene.who(ANN), STRANGER, NOON)
    assert [one.person_id for one in scene.facts(match).seats] == [ANN, None, None, None, STRANGER]


def test_the_last_seat_given_by_the_host_starts_the_match(scene: Scene) -> None:
    match = scene.lobby(7)
    scene.do(choosing.set_start, match, scene.who(ANN), "full", NOON)
    ask(scene, match)
    ask(scene, match, scene.who(INES))
    scene.do(joining.let_in, match, scene.who(ANN), STRANGER, NOON)
    assert scene.facts(match).status == Status.RUNNING
    assert rows(scene) == 0
    assert scene.refused(joining.let_in, match, scene.who(ANN), INES, NOON).code == Code.LOBBY_CLOSED


def start(session: Session, match: int, scene: Scene) -> None:
    lobby.start(session, match, scene.who(ANN), scene.now)


def cancel(session: Session, match: int, scene: Scene) -> None:
    lobby.cancel(session, match, scene.who(ANN), scene.now)


def expire(session: Session, match: int, scene: Scene) -> None:
    lobby.time_out(session, match, NOON + LIFE)


def everybody_leaves(session: Session, match: int, scene: Scene) -> None:
    for person in PEOPLE[:4]:
        lobby.leave(session, match, person, scene.now)


@pytest.mark.parametrize("end", [start, cancel, expire, everybody_leaves])
def test_questions_vanish_with_the_lobby(scene: Scene, end: Callable[[Session, int, Scene], None]) -> None:
    match = scene.lobby(4)
    ask(scene, match)
    scene.do(lambda s: s.add(Ask(match_id=match, person_id=INES, join="x", at=NOON, refused=True)))
    assert rows(scene) == 2
    scene.do(end, match, scene)
    assert rows(scene) == 0
    assert scene.facts(match).asks == ()
    assert scene.refused(joining.let_in, match, scene.who(ANN), STRANGER, scene.now).code == Code.LOBBY_CLOSED
    assert scene.refused(joining.ask, match, stranger(scene), token(scene, match), scene.now).code == Code.LOBBY_CLOSED


@pytest.mark.parametrize("how", ["leaves", "is removed"])
def test_who_was_let_in_and_is_gone_again_asks_anew(scene: Scene, how: str) -> None:
    match = scene.lobby(2)
    ask(scene, match)
    scene.do(joining.let_in, match, scene.who(ANN), STRANGER, NOON)
    if how == "leaves":
        scene.do(lobby.leave, match, STRANGER, NOON)
    else:
        scene.do(lobby.kick, match, scene.who(ANN), 2, NOON)
    assert rows(scene) == 0
    assert seated(scene, match) == ["Ann", "Bảo"]
    ask(scene, match)
    assert states(scene, match) == {"Zoë": "open"}


def test_so_many_may_wait_and_no_more(scene: Scene) -> None:
    match = scene.lobby(1)
    link = token(scene, match)
    for number in range(ASKERS):
        who = Who(number + 1, f"Zoë {number}", scene.source())
        scene.do(people.attempt, people.Visit(who, None, NOON), lambda _: None)
        scene.do(joining.ask, match, who, link, scene.later(SECOND))
    assert scene.refused(joining.ask, match, stranger(scene), link, scene.now).code == Code.TOO_MANY_ASK
    scene.do(joining.turn_away, match, scene.who(ANN), 1, scene.now)
    ask(scene, match)
    assert [one.name for one in scene.facts(match).askers] == [*(f"Zoë {n}" for n in range(1, ASKERS)), "Zoë"]


def test_who_was_let_in_keeps_his_seat_through_the_match(scene: Scene) -> None:
    match = scene.lobby(3)
    ask(scene, match)
    scene.do(joining.let_in, match, scene.who(ANN), STRANGER, NOON)
    scene.do(lobby.start, match, scene.who(ANN), NOON)
    assert scene.do(table.look, match, STRANGER).view is not None
    assert [one.name for one in scene.facts(match).seats] == [*NAMES[:3], "Zoë"]


def test_the_facts_tell_who_asks_in_which_language_and_whether_he_can_be_told(scene: Scene) -> None:
    match = scene.lobby(2)
    scene.do(joining.ask, match, scene.who(DIMA), "", NOON)
    scene.later(SECOND)
    ask(scene, match)
    first, second = scene.facts(match).asks
    assert (first.person_id, first.reachable, first.language) == (DIMA, False, "en")
    assert (second.person_id, second.reachable, second.language, second.at) == (STRANGER, True, "fr", NOON + SECOND)


def test_a_group_that_grows_takes_its_questions_along(scene: Scene) -> None:
    match = scene.lobby(2)
    ask(scene, match)
    scene.do(people.migrate, GROUP, GROUP - 5)
    scene.do(joining.let_in, match, scene.who(ANN), STRANGER, scene.later(HOUR / 2))
    assert seated(scene, match) == ["Ann", "Bảo", "Zoë"]
