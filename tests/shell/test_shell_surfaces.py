"""Which messages show a match, where, and when a new one is asked for (product, the table and secrets)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from typing import Any

import pytest

from core.catalog import CATALOG
from tests.shell.setting import ANN, BAO, CELINE, GROUP, PEOPLE, Scene
from tests.shell.slow import begun
from tgbot import absence, ballots, claims, lobby, people, preferences, surfaces, table
from tgbot.facts import MatchFacts
from tgbot.lobby import Place, Who
from tgbot.people import Visit
from tgbot.screens.lobby import lobby as lobby_screen
from tgbot.screens.screen import Screen
from tgbot.store import Session, queries
from tgbot.store.snapshot import dump_options, load_options
from tgbot.surfaces import wanted
from tgbot.wanted import STAYS, Wanted
from tgbot.words import words


def shown(scene: Scene, match: int) -> dict[str, Wanted]:
    look, views = scene.do(table.looks, match)
    found = list(wanted(look, views, "BigBenBot"))
    assert len({w.which for w in found}) == len(found)
    return {w.which: w for w in found}


def reach(scene: Scene, *persons: int) -> None:
    for person in persons:
        scene.do(people.reach, person, True)


def test_a_lobby_is_one_silent_message_in_its_topic(scene: Scene) -> None:
    match = scene.lobby(4, place=Place(GROUP, "", 9))
    [(which, want)] = shown(scene, match).items()
    assert (which, want.chat_id, want.thread_id, want.silent) == ("lobby", GROUP, 9, True)
    assert (want.secret, want.pinned, want.fleeting) == (False, False, False)


def test_a_lobby_is_posted_anew_when_asked_for_and_stays_once_it_is_over(scene: Scene) -> None:
    match = scene.lobby(4)
    first = shown(scene, match)["lobby"].epoch
    scene.do(table.repost, match)
    second = shown(scene, match)["lobby"].epoch
    assert len({first, second, STAYS}) == 3
    scene.do(lobby.start, match, scene.who(ANN), scene.now)
    assert shown(scene, match)["lobby"].epoch == STAYS


def test_a_quick_match_has_a_board_and_hands_but_calls_nobody(scene: Scene) -> None:
    match = scene.running(clock=300)
    reach(scene, ANN, BAO)
    assert set(shown(scene, match)) == {"lobby", "board", "hand 0", "hand 1"}


def test_hands_go_to_their_owners_who_can_be_reached_and_are_secret(scene: Scene) -> None:
    match = scene.running(4, 2)
    reach(scene, BAO, CELINE)
    found = shown(scene, match)
    hands = {which: want for which, want in found.items() if which.startswith("hand")}
    assert {which: want.chat_id for which, want in hands.items()} == {"hand 1": BAO, "hand 2": CELINE}
    assert all(want.secret and want.thread_id is None for want in hands.values())
    assert not any(want.secret for which, want in found.items() if which not in hands)
    assert found["board"].chat_id == GROUP
    scene.do(table.leave, match, BAO, scene.now)
    assert "hand 1" not in shown(scene, match)


def test_board_and_hands_are_new_each_round_and_when_asked_for(scene: Scene) -> None:
    match = scene.running(clock=300)
    reach(scene, ANN)
    epochs = []
    for _ in range(2):
        found = shown(scene, match)
        epochs.append((found["board"].epoch, found["hand 0"].epoch))
        scene.do(table.repost, match)
        scene.do(table.ask_hand, match, ANN)
        found = shown(scene, match)
        epochs.append((found["board"].epoch, found["hand 0"].epoch))
        while scene.game(match).round == 1:
            before = shown(scene, match)
            scene.press(match)
            if scene.game(match).round == 1:
                after = shown(scene, match)
                assert (before["board"].epoch, before["hand 0"].epoch) == (after["board"].epoch, after["hand 0"].epoch)
    assert len({board for board, _ in epochs}) == len({hand for _, hand in epochs}) == 4


def test_new_sources_bring_a_new_board_and_no_hand_where_none_is_dealt(scene: Scene) -> None:
    match = begun(scene, "race", 4)
    reach(scene, ANN)
    before = shown(scene, match)
    while scene.game(match).round == 1:
        scene.press(match, next(move for move in scene.moves(match) if move.startswith("draw")))
    after = shown(scene, match)
    assert scene.game(match).outcome is None
    assert before["board"].epoch != after["board"].epoch
    assert before["hand 0"].epoch == after["hand 0"].epoch


def test_the_first_board_is_heard_and_later_ones_are_not(scene: Scene) -> None:
    match = scene.running(clock=300)
    reach(scene, ANN)
    assert not shown(scene, match)["board"].silent
    assert not shown(scene, match)["hand 0"].silent
    while scene.game(match).round == 1:
        scene.press(match)
    assert shown(scene, match)["board"].silent
    assert shown(scene, match)["hand 0"].silent


def test_in_a_slow_match_new_hands_are_heard(scene: Scene) -> None:
    match = scene.running(clock=3600)
    reach(scene, ANN)
    while scene.game(match).round == 1:
        scene.press(match)
    assert not shown(scene, match)["hand 0"].silent


def test_the_board_is_pinned_while_the_match_runs(scene: Scene) -> None:
    match = scene.running()
    assert [which for which, want in shown(scene, match).items() if want.pinned] == ["board"]
    scene.play_out(match)
    assert not any(want.pinned for want in shown(scene, match).values())


def test_a_slow_match_calls_the_player_privately_when_he_can_be_reached(scene: Scene) -> None:
    match = scene.running(first=1)
    turn = shown(scene, match)["turn"]
    assert (turn.chat_id, turn.fleeting, turn.silent) == (GROUP, True, False)
    assert f"tg://user?id={BAO}" in turn.screen.text
    assert [button.data for row in turn.screen.keyboard for button in row] == [f"{match}:1:extend", f"{match}:1:mute"]
    reach(scene, BAO)
    private = shown(scene, match)["turn"]
    assert (private.chat_id, private.thread_id, private.fleeting) == (BAO, None, True)
    assert private.screen.keyboard
    assert private.epoch != turn.epoch


def test_every_move_calls_anew_and_nobody_calls_a_computer_player(scene: Scene) -> None:
    match = scene.running(4, 1, first=0)
    first = shown(scene, match)["turn"]
    scene.press(match, next(m for m in scene.moves(match) if m.startswith("cut 4 ")))
    assert "turn" not in shown(scene, match)
    scene.do(table.time_out, match, scene.row(match).deadline or scene.now)
    assert shown(scene, match)["turn"].epoch != first.epoch


def test_who_has_left_is_not_called(scene: Scene) -> None:
    match = scene.running(first=1)
    scene.do(table.leave, match, BAO, scene.now)
    assert "turn" not in shown(scene, match)


def test_at_the_end_there_is_a_result_and_no_button_but_those_for_afterwards(scene: Scene) -> None:
    match = scene.running()
    reach(scene, *PEOPLE[:4])
    scene.play_out(match)
    found = shown(scene, match)
    assert set(found) == {"lobby", "board", "result", "hand 0", "hand 1", "hand 2", "hand 3"}
    assert (found["result"].chat_id, found["result"].silent) == (GROUP, False)
    assert found["board"].screen.keyboard == ()
    live = {button.data for w in found.values() for row in w.screen.keyboard for button in row if button.data}
    assert not any(":!" in data for data in live)


def test_a_match_cancelled_before_it_began_shows_only_its_lobby(scene: Scene) -> None:
    match = scene.lobby(4)
    scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
    [(which, want)] = shown(scene, match).items()
    assert (which, want.screen.keyboard) == ("lobby", ())


def test_a_match_cancelled_in_the_middle_shows_its_result(scene: Scene) -> None:
    match = scene.running()
    scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
    assert {"board", "result"} <= set(shown(scene, match))
    assert "turn" not in shown(scene, match)


def test_the_board_speaks_the_groups_language_and_the_private_chat_the_persons(scene: Scene) -> None:
    match = scene.running()
    reach(scene, BAO)
    english = shown(scene, match)
    scene.do(preferences.set_language, BAO, "fr")
    french = shown(scene, match)
    assert french["board"] == english["board"]
    assert french["hand 1"].screen.text != english["hand 1"].screen.text
    scene.do(preferences.set_group_language, Place(GROUP, ""), "ru", admin=True)
    russian = shown(scene, match)
    assert russian["board"].screen.text != english["board"].screen.text
    assert russian["hand 1"] == french["hand 1"]


def test_c32_nothing_of_a_hand_stands_in_the_group(scene: Scene) -> None:
    match = scene.running()
    reach(scene, *PEOPLE[:4])
    for want in shown(scene, match).values():
        if want.chat_id == GROUP:
            assert "Sherlock" not in want.screen.text
            assert "Moriarty" not in want.screen.text
            assert "tg-spoiler" not in want.screen.text


def test_the_lobby_of_a_match_that_runs_says_who_plays_whatever_is_moved_and_said(scene: Scene) -> None:
    match = scene.running(4, clock=300)

    def drawn() -> Screen:
        look, _ = scene.do(table.looks, match)
        assert shown(scene, match)["lobby"].screen == lobby_screen(look.facts, words("en"), "BigBenBot")
        return shown(scene, match)["lobby"].screen

    first = drawn()
    scene.press(match)
    scene.do(claims.claim, match, BAO, "claim 1", scene.now)
    scene.do(table.repost, match)
    assert drawn() == first
    scene.do(people.attempt, Visit(Who(BAO, "Bao Lin", "x"), None, scene.now), lambda _: None)
    renamed = drawn()
    assert "Bao Lin" in renamed.text
    scene.do(table.leave, match, ANN, scene.now)
    assert drawn() != renamed


def test_it_is_drawn_anew_only_when_somebody_else_plays_or_plays_otherwise(scene: Scene) -> None:
    match = begun(scene, first=0)
    surfaces._begun.cache_clear()
    drawn = surfaces._begun.cache_info

    def draws(use_case: Callable[..., object], *args: Any) -> int:
        shown(scene, match)
        before = drawn().misses
        scene.do(use_case, match, *args)
        shown(scene, match)
        return drawn().misses - before

    def change(session: Session, match_id: int, **to: Any) -> None:
        for name, value in to.items():
            setattr(queries.match_of(session, match_id), name, value)

    def reseat(session: Session, match_id: int, **to: Any) -> None:
        queries.change_seat(session, queries.seats_of(session, match_id)[1], **to)

    ann, now = scene.who(ANN), scene.now
    quiet: list[tuple[Callable[..., object], tuple[Any, ...]]] = [
        (partial(change, reminded=2, away=9, turn=7), ()),
        (partial(reseat, misses=1, extended=True, muted=1, asked=1), ()),
        (table.repost, ()),
        (ballots.ask_end, (scene.who(BAO), now)),
        (table.extend, (ANN, now)),
        (ballots.pause, (ann, now)),
        (ballots.resume, (ann, now)),
        (lambda s, _: people.reach(s, BAO, True), ()),
    ]
    assert [draws(use_case, *args) for use_case, args in quiet] == [0] * len(quiet)
    assert draws(partial(reseat, absent_since=now)) == 1
    assert draws(absence.back, BAO, now) == 0, "as it was"
    assert draws(table.leave, BAO, now) == 1


@pytest.mark.parametrize("name", [field.name for field in fields(MatchFacts)])
def test_it_reads_nothing_that_is_kept_from_it(scene: Scene, name: str) -> None:
    one, other = begun(scene, first=0), begun(scene, "race", 3, clock=60)
    scene.do(table.repost, other)
    scene.do(claims.claim, one, BAO, "claim 1", scene.now)
    scene.press(one)
    scene.do(table.leave, one, CELINE, scene.now)
    say, facts = words("en"), scene.facts(one)
    changed = facts if name == "status" else replace(facts, **{name: getattr(scene.facts(other), name)})
    assert surfaces._lobby(changed, say, "BigBenBot") == lobby_screen(changed, say, "BigBenBot")


@pytest.mark.parametrize("kind", sorted(CATALOG))
def test_facts_can_be_told_apart_quickly_whatever_is_played(kind: str) -> None:
    """What is drawn once is found again by its facts."""
    options = load_options(kind, dump_options(CATALOG[kind].options()))
    assert hash(options) == hash(CATALOG[kind].options())
