"""Screens give away nothing (product, Secrets; ring 1 of the architecture's tests)."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from core.fair import Fair
from core.timebomb import TimeBomb
from tests.screens.limits import plain
from tests.screens.matches import NAMES, Table, table
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS
from tgbot.words import words

GAME = SCREENS["timebomb"]
SIZES = st.integers(4, 8)
SEEDS = st.binary(min_size=1, max_size=4)
SPOKEN = st.sampled_from(sorted(LANGUAGES))


@st.composite
def running(draw: st.DrawFn) -> Table:
    seats = draw(SIZES)
    at = table(draw(st.integers(0, 2 * seats)), names=NAMES[:seats], seed=draw(SEEDS))
    if at.game.outcome:
        at = table(0, names=NAMES[:seats], seed=draw(SEEDS))
    return at.but(pointing=(at.game.holder + 1) % seats, pointing_in=draw(st.sampled_from(["", "board", "hand"])))


def exchanged(game: TimeBomb, viewer: int | None, chance: Fair) -> TimeBomb:
    """The game with everything shuffled that the viewer may not know: others' roles, the spare one, face-down wires."""
    others = [seat for seat in range(game.seats) if seat != viewer]
    cards = chance.shuffle([game.roles[seat] for seat in others] + list(game.spare))
    roles = list(game.roles)
    for seat in others:
        roles[seat] = cards[others.index(seat)]
    hidden = [(seat, place) for seat in others for place in range(len(game.hands[seat])) if place not in game.cut[seat]]
    pile = chance.shuffle([game.hands[seat][place] for seat, place in hidden])
    hands = [list(hand) for hand in game.hands]
    for (seat, place), wire in zip(hidden, pile, strict=True):
        hands[seat][place] = wire
    return replace(
        game, roles=tuple(roles), spare=tuple(cards[len(others) :]), hands=tuple(tuple(hand) for hand in hands)
    )


@settings(max_examples=60, deadline=None)
@given(running(), SEEDS, SPOKEN)
def test_the_table_shows_the_same_whatever_is_hidden(at: Table, seed: bytes, language: str) -> None:
    say, facts = words(language), at.facts
    other = exchanged(at.game, None, Fair(seed, 0)).view(None)
    assert GAME.board(facts, other, say) == GAME.board(facts, at.public, say)
    assert GAME.history(facts, other, say) == GAME.history(facts, at.public, say)
    assert GAME.turn(facts, other, say, private=False) == GAME.turn(facts, at.public, say, private=False)


@settings(max_examples=60, deadline=None)
@given(running(), SEEDS, SPOKEN)
def test_a_player_sees_the_same_whatever_others_hide(at: Table, seed: bytes, language: str) -> None:
    say, facts = words(language), at.facts
    for seat in range(at.game.seats):
        mine, other = at.game.view(seat), exchanged(at.game, seat, Fair(seed, 0)).view(seat)
        assert GAME.hand(facts, other, say) == GAME.hand(facts, mine, say)
        assert GAME.hand_alert(facts, other, say) == GAME.hand_alert(facts, mine, say)
        if seat == at.game.to_act:
            assert GAME.turn(facts, other, say, private=True) == GAME.turn(facts, mine, say, private=True)


def test_the_exchange_does_change_what_is_hidden() -> None:
    game = table(3).game
    made = {exchanged(game, 0, Fair(bytes([n]), 0)).roles for n in range(20)}
    assert len(made) > 1
    assert {roles[0] for roles in made} == {game.roles[0]}


@settings(max_examples=40, deadline=None)
@given(running(), SPOKEN)
def test_the_group_is_shown_nothing_of_a_players_view(at: Table, language: str) -> None:
    """Given a player's view by mistake, the group's screens would still say nothing private."""
    say, facts = words(language), at.facts
    for seat in range(at.game.seats):
        mine = at.game.view(seat)
        assert GAME.board(facts, mine, say) == GAME.board(facts, at.public, say)
        assert GAME.history(facts, mine, say) == GAME.history(facts, at.public, say)
        assert GAME.turn(facts, mine, say, private=False) == GAME.turn(facts, at.public, say, private=False)


@settings(max_examples=30, deadline=None)
@given(running(), SPOKEN)
def test_the_private_call_tells_no_secret_since_notifications_show_it(at: Table, language: str) -> None:
    assert at.game.to_act is not None
    screen = GAME.turn(at.facts, at.game.view(at.game.to_act), words(language), private=True)
    assert "🕵" not in plain(screen)
    assert "🦹" not in plain(screen)


@settings(max_examples=30, deadline=None)
@given(running(), SPOKEN)
def test_buttons_of_a_hand_are_the_same_for_every_role_and_hand(at: Table, language: str) -> None:
    """The keyboard is not covered by a spoiler."""
    say = words(language)
    for seat in range(at.game.seats):
        others = [exchanged(at.game, (seat + 1) % at.game.seats, Fair(bytes([n]), 0)).view(seat) for n in range(5)]
        keyboards = {
            json.dumps([[b.label, b.data] for row in GAME.hand(at.facts, view, say).keyboard for b in row])
            for view in others
        }
        assert len(keyboards) == 1


@settings(max_examples=30, deadline=None)
@given(running(), SPOKEN)
def test_outside_the_spoilers_a_hand_is_the_same_for_every_role_and_hand(at: Table, language: str) -> None:
    """Who looks over a shoulder learns nothing, not even by length of the wires."""
    say = words(language)
    for seat in range(at.game.seats):
        views = [exchanged(at.game, None, Fair(bytes([n]), 0)).view(seat) for n in range(5)]
        texts = {GAME.hand(at.facts, view, say).text for view in views}
        covered = {"".join(part.split("</tg-spoiler>")[-1] for part in text.split("<tg-spoiler>")) for text in texts}
        assert len(covered) == 1
