"""Screens give away nothing (product, Secrets; ring 1 of the architecture's tests)."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalog import CATALOG
from core.fair import Fair
from core.timebomb import Hand
from tests.screens.limits import plain
from tests.screens.matches import NAMES, PLAYED, WIRED, Table, table
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS
from tgbot.words import words

SEEDS = st.binary(min_size=1, max_size=4)
SPOKEN = st.sampled_from(sorted(LANGUAGES))


@st.composite
def running(draw: st.DrawFn, games: tuple[tuple[str, bool], ...] = PLAYED) -> Table:
    kind, variant = draw(st.sampled_from(games))
    seats = draw(st.sampled_from(CATALOG[kind].sizes))
    played: dict[str, Any] = {"names": NAMES[:seats], "kind": kind, "variant": variant}
    at = table(draw(st.integers(0, 3 * seats)), seed=draw(SEEDS), **played)
    if at.game.outcome:
        at = table(0, seed=draw(SEEDS), **played)
    if kind in {"hunt", "race"}:
        shot = at.public.shots[0].target if at.public.shots else None
        where = draw(st.sampled_from(["board", "turn", "hand"])) if at.public.shots else ""
        return at.but(pointing=shot, pointing_in=where, clock=draw(st.sampled_from([300, 3600])))
    if not at.game.moves(at.game.to_act)[0].startswith("cut "):
        return at
    return at.but(pointing=(at.game.holder + 1) % seats, pointing_in=draw(st.sampled_from(["", "board", "hand"])))


def exchanged(game: Any, viewer: int | None, chance: Fair) -> Any:
    """The game with everything shuffled that the viewer may not know.

    Others' roles and the spare one, face-down wires and the cards put aside (EV-2), and so what the others were dealt;
    in the Hunt and the Race the order of the cards to draw.
    """
    if hasattr(game, "sources"):
        pile = chance.shuffle([card for source in game.sources for card in source])
        ends = list(accumulate(map(len, game.sources), initial=0))
        return replace(game, sources=tuple(pile[start:end] for start, end in pairwise(ends)))
    others = [seat for seat in range(game.seats) if seat != viewer]
    cards = chance.shuffle([game.roles[seat] for seat in others] + list(game.spare))
    roles = list(game.roles)
    for seat in others:
        roles[seat] = cards[others.index(seat)]
    hidden = [(seat, place) for seat in others for place in range(len(game.hands[seat])) if place not in game.cut[seat]]
    aside = getattr(game, "aside", ())
    pile = chance.shuffle([*aside, *(game.hands[seat][place] for seat, place in hidden)])
    hands = [list(hand) for hand in game.hands]
    for (seat, place), wire in zip(hidden, pile[len(aside) :], strict=True):
        hands[seat][place] = wire
    return replace(
        game,
        roles=tuple(roles),
        spare=tuple(cards[len(others) :]),
        hands=tuple(tuple(hand) for hand in hands),
        dealt=(*game.dealt[:-1], tuple(map(Hand.of, hands))),
        **({"aside": pile[: len(aside)]} if aside else {}),
    )


@settings(max_examples=100, deadline=None)
@given(running(), SEEDS, SPOKEN)
def test_the_table_shows_the_same_whatever_is_hidden(at: Table, seed: bytes, language: str) -> None:
    game, say, facts = SCREENS[at.facts.kind], words(language), at.facts
    other = exchanged(at.game, None, Fair(seed, 0)).view(None)
    assert game.board(facts, other, say) == game.board(facts, at.public, say)
    assert game.history(facts, other, say) == game.history(facts, at.public, say)
    assert game.turn(facts, other, say, private=False) == game.turn(facts, at.public, say, private=False)


@settings(max_examples=100, deadline=None)
@given(running(), SEEDS, SPOKEN)
def test_a_player_sees_the_same_whatever_others_hide(at: Table, seed: bytes, language: str) -> None:
    game, say, facts = SCREENS[at.facts.kind], words(language), at.facts
    for seat in range(at.game.seats):
        mine, other = at.game.view(seat), exchanged(at.game, seat, Fair(seed, 0)).view(seat)
        assert game.hand(facts, other, say) == game.hand(facts, mine, say)
        assert game.hand_alert(facts, other, say) == game.hand_alert(facts, mine, say)
        if seat == at.game.to_act:
            assert game.turn(facts, other, say, private=True) == game.turn(facts, mine, say, private=True)


@pytest.mark.parametrize(("kind", "variant"), PLAYED)
def test_the_exchange_does_change_what_is_hidden(kind: str, variant: bool) -> None:
    game = table(3, kind=kind, variant=variant).game
    made = [exchanged(game, 0, Fair(bytes([n]), 0)) for n in range(20)]
    wired = ("roles", "hands", "dealt", *(["aside"] if kind == "evolution" else []))
    for secret in wired if (kind, variant) in WIRED else ("sources",):
        assert len({getattr(one, secret) for one in made}) > 1
    assert {one.view(0) for one in made} == {game.view(0)}
    assert {one.view(None) for one in made} == {game.view(None)}


@settings(max_examples=40, deadline=None)
@given(running(), SPOKEN)
def test_the_group_is_shown_nothing_of_a_players_view(at: Table, language: str) -> None:
    """Given a player's view by mistake, the group's screens would still say nothing private."""
    game, say, facts = SCREENS[at.facts.kind], words(language), at.facts
    for seat in range(at.game.seats):
        mine = at.game.view(seat)
        assert game.board(facts, mine, say) == game.board(facts, at.public, say)
        assert game.history(facts, mine, say) == game.history(facts, at.public, say)
        assert game.turn(facts, mine, say, private=False) == game.turn(facts, at.public, say, private=False)


@settings(max_examples=30, deadline=None)
@given(running(WIRED), SPOKEN)
def test_the_private_call_tells_no_secret_since_notifications_show_it(at: Table, language: str) -> None:
    assert at.game.to_act is not None
    screen = SCREENS[at.facts.kind].turn(at.facts, at.game.view(at.game.to_act), words(language), private=True)
    assert "🕵" not in plain(screen)
    assert "🦹" not in plain(screen)


@settings(max_examples=30, deadline=None)
@given(running(), SPOKEN)
def test_buttons_of_a_hand_are_the_same_for_every_role_and_hand(at: Table, language: str) -> None:
    """The keyboard is not covered by a spoiler."""
    game, say = SCREENS[at.facts.kind], words(language)
    for seat in range(at.game.seats):
        others = [exchanged(at.game, (seat + 1) % at.game.seats, Fair(bytes([n]), 0)).view(seat) for n in range(5)]
        keyboards = {
            json.dumps([[b.label, b.data] for row in game.hand(at.facts, view, say).keyboard for b in row])
            for view in others
        }
        assert len(keyboards) == 1


@settings(max_examples=30, deadline=None)
@given(running(), SPOKEN)
def test_outside_the_spoilers_a_hand_is_the_same_for_every_role_and_hand(at: Table, language: str) -> None:
    """Who looks over a shoulder learns nothing, not even by length of the wires."""
    game, say = SCREENS[at.facts.kind], words(language)
    for seat in range(at.game.seats):
        views = [exchanged(at.game, None, Fair(bytes([n]), 0)).view(seat) for n in range(5)]
        texts = {game.hand(at.facts, view, say).text for view in views}
        covered = {"".join(part.split("</tg-spoiler>")[-1] for part in text.split("<tg-spoiler>")) for text in texts}
        assert len(covered) == 1
