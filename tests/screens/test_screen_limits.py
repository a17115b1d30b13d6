"""Every screen, in every language and state, keeps the limits of the Bot API (product 10; cases C11, C48, C52, C53)."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalog import CATALOG
from core.evolution import EvolutionOptions
from core.hunt import HuntOptions
from core.timebomb import COLOURS
from tests.screens.limits import check, plain
from tests.screens.matches import (
    HUGE,
    NOON,
    PLAYED,
    Table,
    lobby_screens,
    match_screens,
    quick_screens,
    rare_screens,
    table,
    waiting,
)
from tgbot.facts import Ballot, By, Reminders, StartRule, Status
from tgbot.languages import LANGUAGES
from tgbot.screens.names import seat_names
from tgbot.words import words

NASTY = (
    "<b>bold</b>",
    "&lt;script&gt;",
    "_*[`{name}",
    "שלום \u202eabc",
    "👨‍👩‍👧‍👦" * 20,
    "Z\u0335\u0336\u0337\u0338" * 32,
    "",
    "x" * 128,
)
CLAIMS = {
    "timebomb": ["claim 0", "claim 2", "claim 1 bomb", "claim 2 nobomb"],
    "evolution": ["claim 0", "claim 2", "claim 1 blue0", "claim 0 green0 orange1 pink0 yellow2 blue1 red1"],
}
NAME = st.sampled_from(NASTY) | st.text(max_size=128)

LOBBIES: list[dict[str, Any]] = [
    {"kind": "timebomb"},
    *(
        {"kind": "evolution", "options": EvolutionOptions(colours=COLOURS[:n], variant=variant)}
        for n in range(7)
        for variant in (False, True)
    ),
    *({"kind": "hunt", "options": HuntOptions(no_draws=no_draws)} for no_draws in (False, True)),
    {"kind": "race"},
]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    kind, variant = draw(st.sampled_from(PLAYED))
    names = draw(st.lists(NAME, min_size=min(CATALOG[kind].sizes), max_size=max(CATALOG[kind].sizes)))
    seats = st.sets(st.integers(0, len(names) - 1))
    said = st.tuples(st.integers(0, len(names) - 1), st.integers(1, 4), st.sampled_from(CLAIMS.get(kind, [""])))
    made = table(
        draw(st.integers(0, 32 if kind in CLAIMS else 99)),
        names=names,
        seed=draw(st.binary(min_size=1, max_size=4)),
        claims=draw(st.lists(said, max_size=40)) if kind in CLAIMS else (),
        claims_on=draw(st.booleans()),
        kind=kind,
        variant=variant,
        by=draw(st.lists(st.sampled_from(By), min_size=1, max_size=5)),
        computers=tuple(draw(seats)),
        left=tuple(draw(seats)),
        match=draw(st.sampled_from([1, 10**17])),
        chat_title=draw(NAME),
        chat_id=draw(st.sampled_from([-HUGE, HUGE])),
    )
    return draw(pointed(draw(slow(made))))


@st.composite
def slow(draw: st.DrawFn, made: Table) -> Table:
    """The same with people who are away, a pause, reminders, a vote."""
    moment = st.sampled_from([None, NOON])
    seats = tuple(
        replace(
            seated,
            absent_since=draw(moment) if seated.person_id else None,
            misses=draw(st.integers(0, 3)),
            extended=draw(st.booleans()),
            muted=draw(st.booleans()),
            reminders=draw(st.sampled_from(Reminders)),
        )
        for seated in made.facts.seats
    )
    seat, some = draw(st.sampled_from(seats)).seat, st.sets(st.integers(0, len(seats) - 1)).map(tuple)
    whats = [Ballot("pause", needed=2), Ballot("resume"), Ballot("end"), Ballot("seat", seat, draw(NAME), HUGE)]
    ballot = draw(st.none() | st.sampled_from(whats))
    return made.but(
        seats=seats,
        paused=draw(st.booleans()),
        pause_until=draw(moment),
        reminded=draw(st.integers(0, 2)),
        away=draw(st.integers(0, 10**6)),
        ballot=ballot and replace(ballot, yes=draw(some), no=draw(some)),
    )


@st.composite
def pointed(draw: st.DrawFn, made: Table) -> Table:
    moves = made.game.moves(made.game.to_act) if made.game.to_act is not None else ()
    owners = sorted({int(move.split(" ")[1]) for move in moves if move.startswith(("cut ", "shoot "))})
    if not owners or draw(st.booleans()):
        return made
    seat = draw(st.sampled_from(owners))
    return made.but(pointing=seat, pointing_in=draw(st.sampled_from(["board", "turn", "hand"])))


@settings(max_examples=100, deadline=None)
@given(tables(), st.sampled_from(sorted(LANGUAGES)))
def test_every_screen_of_a_match_keeps_the_limits(at: Table, language: str) -> None:
    for _, screen in (*match_screens(at, words(language)), *quick_screens(at, words(language))):
        check(screen)


@settings(max_examples=10, deadline=None)
@given(tables(), st.sampled_from(sorted(LANGUAGES)))
def test_a_cancelled_match_keeps_the_limits_and_loses_its_buttons_but_one_to_check_it(at: Table, language: str) -> None:
    for name, screen in match_screens(at.but(status=Status.CANCELLED, deadline=None), words(language)):
        check(screen)
        checking = [button.label for row in screen.keyboard for button in row] if name == "result" else []
        assert name in {"turn", "end?", "leave?", "vote", "which?", "games"} or len(screen.keyboard) == len(checking)
        assert len(checking) == (name == "result")


@settings(max_examples=20, deadline=None)
@given(
    st.lists(NAME, min_size=1, max_size=8),
    st.sampled_from(LOBBIES),
    st.sampled_from(StartRule),
    st.sampled_from([Status.LOBBY, Status.RUNNING, Status.CANCELLED, Status.EXPIRED]),
    st.sampled_from(sorted(LANGUAGES)),
    st.sampled_from([-HUGE, HUGE]),
)
def test_every_screen_of_a_lobby_keeps_the_limits(
    names: list[str], lobby: dict[str, Any], rule: StartRule, status: Status, lang: str, chat_id: int
) -> None:
    more: dict[str, Any] = {"invited": NASTY, "chat_title": NASTY[4], "match": 10**17, "chat_id": chat_id}
    facts = waiting(names, start_rule=rule, status=status, **more, **lobby)
    for _, screen in (*lobby_screens(facts, words(lang)), *rare_screens(facts, words(lang), names[0])):
        check(screen)


def longest(kind: str, claim: str, **options: Any) -> Table:
    """The match that has most to tell, in the longest names."""
    names = ["👍🏽" * 40 + str(seat) for seat in range(max(CATALOG[kind].sizes))]
    claims = [(seat, round_, claim) for round_ in range(1, 5) for seat in range(len(names))]
    tries = (
        table(99, names=names, seed=bytes([n]), claims=claims, by=(By.CLOCK,), kind=kind, **options) for n in range(90)
    )
    return max(tries, key=lambda at: (len(at.game.reveals), len(getattr(at.game, "effects", ()))))


LONGEST = [
    longest("timebomb", "claim 1 nobomb"),
    longest("evolution", CLAIMS["evolution"][-1]),
    longest("evolution", CLAIMS["evolution"][-1], variant=True),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("at", LONGEST, ids=["timebomb", "evolution", "variant"])
def test_the_longest_match_with_the_longest_names_is_told_in_one_message(at: Table, language: str) -> None:
    screens = dict(match_screens(at, words(language)))
    check(screens["history"])
    check(screens["result"])
    assert plain(screens["history"]).count("✂️") == len(at.game.reveals)


def test_the_longest_matches_are_long() -> None:
    plays = [len(at.facts.plays) for at in LONGEST]
    assert [at.game.round for at in LONGEST] == [4, 4, 4]
    assert plays[2] > len(LONGEST[2].game.reveals) > 20


@pytest.mark.parametrize(("kind", "variant"), PLAYED)
@pytest.mark.parametrize("moves", [0, 3, 9, 99])
def test_names_appear_literally_in_every_screen_that_names_people(kind: str, variant: bool, moves: int) -> None:
    """Case C48: escaped once, so that Telegram shows what the person typed."""
    for seats in CATALOG[kind].sizes:
        at = table(moves, names=NASTY[-seats:], match=HUGE, kind=kind, variant=variant)
        names = seat_names(at.facts, words("en"))
        screens = dict(match_screens(at, words("en")))
        for name in names:
            assert f"\u2068{name}\u2069" in plain(screens["board"])
            assert f"\u2068{escape(name)}\u2069" in screens["board"].text
        shown = {one.label for row in screens["hand 0"].keyboard for one in row}
        assert not any("&lt;" in one or "&amp;" in one for one in shown if "script" not in one)
