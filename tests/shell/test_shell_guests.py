"""Guests play without seeing the group: what they would miss there reaches them privately (product, The lobby)."""

from __future__ import annotations

import pytest

from core.catalog import CATALOG
from tests.screens.limits import plain
from tests.shell.setting import ANN, BAO, GROUP, NOON, PEOPLE, PLACE, Scene, fix_secret
from tgbot import ballots, choosing, joining, lobby, people, table
from tgbot.gathering import LIFE
from tgbot.lobby import Who
from tgbot.people import Visit
from tgbot.surfaces import wanted
from tgbot.wanted import Wanted

ZOE = 777
"""In no group, and her private chat is open."""
GUEST = 4
"""Her seat."""


def gathered(scene: Scene, kind: str = "timebomb", clock: int = 300) -> int:
    """A lobby with four members of the group, of whom none can be written to, and a guest."""
    for person in PEOPLE:
        scene.meet(person)
    zoe = Who(ZOE, "Zoë", scene.source())
    scene.do(people.attempt, Visit(zoe, None, scene.now, client_language="fr"), lambda _: None)
    scene.do(people.reach, ZOE, True)
    match = scene.do(lobby.open_lobby, PLACE, scene.who(ANN), kind, 5000, scene.now).match
    for person in PEOPLE[1:4]:
        scene.do(lobby.join, match, scene.who(person), GROUP, scene.now)
    scene.do(joining.set_guests, match, scene.who(ANN), True, scene.now)
    scene.do(lobby.join, match, zoe, None, scene.now, token=scene.row(match).token)
    scene.do(choosing.set_clock, match, scene.who(ANN), clock, scene.now)
    return match


def begun(scene: Scene, kind: str = "timebomb", *, first: int = GUEST, clock: int = 300) -> int:
    match = gathered(scene, kind, clock)
    scene.do(fix_secret, match, first)
    scene.do(lobby.start, match, scene.who(ANN), scene.now)
    return match


def shown(scene: Scene, match: int) -> dict[str, Wanted]:
    look, views = scene.do(table.looks, match)
    return {one.which: one for one in wanted(look, views, "BigBenBot")}


def moves(want: Wanted) -> list[str]:
    """The buttons that move, or take aim."""
    data = [button.data or "" for row in want.screen.keyboard for button in row]
    return [one for one in data if ":!" in one or ":point " in one]


@pytest.mark.parametrize("kind", CATALOG)
def test_a_guest_is_called_to_his_move_in_a_quick_match_of_any_game(scene: Scene, kind: str) -> None:
    match = begun(scene, kind)
    call = shown(scene, match)["turn"]
    assert (call.chat_id, call.silent) == (ZOE, False)
    assert "C'est à toi" in plain(call.screen)
    assert moves(call)
    # Once is enough: the message with her hand is not edited into a second board.
    assert not moves(shown(scene, match)[f"hand {GUEST}"])


def test_nobody_else_is_called_to_a_quick_match(scene: Scene) -> None:
    match = begun(scene, first=1)
    assert "turn" not in shown(scene, match)
    scene.do(people.reach, BAO, True)
    assert "turn" not in shown(scene, match)


def test_a_guest_who_has_blocked_the_bot_is_not_called_before_a_group_he_is_not_in(scene: Scene) -> None:
    match = begun(scene)
    scene.do(people.reach, ZOE, False)
    assert "turn" not in shown(scene, match)


def test_whoever_is_seen_in_the_group_is_no_guest_there_any_more(scene: Scene) -> None:
    match = begun(scene)
    scene.do(people.attempt, Visit(Who(ZOE, "Zoë", scene.source()), PLACE, scene.now), lambda _: None)
    assert "turn" not in shown(scene, match)


def test_whoever_is_a_member_and_comes_by_the_link_is_no_guest(scene: Scene) -> None:
    match = gathered(scene)
    scene.do(lobby.leave, match, ZOE, scene.now)
    zoe = Who(ZOE, "Zoë", scene.source())
    scene.do(lobby.join, match, zoe, GROUP, scene.now, token=scene.row(match).token)
    assert [seated.guest for seated in scene.facts(match).seats] == [False] * 5


def test_a_guest_has_the_vote_in_his_private_chat(scene: Scene) -> None:
    match = begun(scene, first=0, clock=3600)
    scene.do(ballots.ask_end, match, scene.who(BAO), scene.now)
    found = shown(scene, match)
    assert {which: one.chat_id for which, one in found.items() if which.startswith("vote")} == {
        "vote": GROUP,
        f"vote {ZOE}": ZOE,
    }
    theirs = found[f"vote {ZOE}"]
    assert "Time Bomb · \u2068Friday night\u2069" in plain(theirs.screen), "which match it is about"
    assert theirs.fleeting
    before = plain(found["vote"].screen)
    scene.do(ballots.vote, match, ZOE, "end", True, scene.now)
    assert plain(shown(scene, match)["vote"].screen) != before
    scene.do(ballots.vote, match, ANN, "end", True, scene.now)
    assert not [which for which in shown(scene, match) if which.startswith("vote")]


@pytest.mark.parametrize("expires", [False, True])
def test_a_guest_learns_privately_that_the_lobby_has_come_to_nothing(scene: Scene, expires: bool) -> None:
    match = gathered(scene)
    scene.do(people.reach, BAO, True)
    if expires:
        scene.do(lobby.time_out, match, NOON + LIFE)
    else:
        scene.do(lobby.cancel, match, scene.who(ANN), NOON)
    found = shown(scene, match)
    told = found[f"closed {ZOE}"]
    assert (told.chat_id, told.screen.keyboard) == (ZOE, ())
    said = plain(told.screen)
    assert "Time Bomb · \u2068Friday night\u2069" in said
    assert ("personne n'a lancé" in said) == expires
    assert [which for which in found if which.startswith("closed")] == (
        ["closed", f"closed {ZOE}"] if expires else [f"closed {ZOE}"]
    )


def test_who_has_left_the_lobby_again_is_told_nothing(scene: Scene) -> None:
    match = gathered(scene)
    scene.do(lobby.leave, match, ZOE, NOON)
    scene.do(lobby.cancel, match, scene.who(ANN), NOON)
    assert not [which for which in shown(scene, match) if which.startswith("closed")]
