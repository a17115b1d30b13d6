"""What every game in the catalog keeps, at every size: the contract of ``core.game``."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from core.catalog import Entry
from core.fair import Fair
from core.game import IllegalClaim, IllegalMove, MatchOver, NotYourTurn
from tests.core.golden import COMPUTERS, computers, golden, path
from tests.core.playing import EVERY_GAME, EVERY_SETUP, Played, played
from tests.core.worlds import NOBODYS, WORLDS

SOME_MATCHES = range(6)
MATCHES = st.integers(0, 199)

FOREIGN = (
    *(
        "",
        " ",
        "cut",
        "cut 1",
        "cut 0 0 0",
        "CUT 1 0",
        "Cut 1 0",
        "cut 1 0 ",
        " cut 1 0",
        "cut  1 0",
        "cut\t1 0",
        "cut 1 0\n",
    ),
    *(
        "cut 01 0",
        "cut +1 0",
        "cut 1_0 0",
        "cut -1 0",
        "cut 1 -1",
        "cut 1 9",
        "cut 9 1",
        "cut ١ 0",
        "cut １ 0",
        "cut 1.0 0",
    ),
    *("attach Green", "attach  green", "attach green ", "attach green red", "attach defusing", "detach", "detach 0"),
    *("claim 1", "pass", "attach", "draw", "shoot", "None", "\x00", "cut 1 0; cut 2 0", "x" * 5000),
)
"""No game knows these words like this."""

every_game = pytest.mark.parametrize(("entry", "seats"), EVERY_GAME)


def everybody(match: Played) -> range:
    return range(match.games[0].seats)


@every_game
def test_a_legal_move_exists_until_the_outcome(entry: Entry, seats: int) -> None:
    for number in SOME_MATCHES:
        for game in played(entry, seats, number).games:
            assert (game.to_act is None) == (game.outcome is not None)
            for seat in range(seats):
                assert bool(game.moves(seat)) == (seat == game.to_act)


@every_game
def test_moves_are_short_plain_and_distinct(entry: Entry, seats: int) -> None:
    for game in played(entry, seats, 0).games[:-1]:
        moves = game.moves(game.to_act)
        assert len(set(moves)) == len(moves)
        for move in moves:
            assert move.isascii()
            assert len(move) <= 20
            assert move.split() == move.split(" ")


@every_game
def test_a_match_ends(entry: Entry, seats: int) -> None:
    for number in range(40):
        outcome = played(entry, seats, number).games[-1].outcome
        assert outcome.side
        assert outcome.reason
        assert set(outcome.winners) <= set(range(seats))


@every_game
def test_what_is_no_legal_move_is_refused_and_changes_nothing(entry: Entry, seats: int) -> None:
    match, json = played(entry, seats, 1), TypeAdapter(entry.game)
    texts = {*FOREIGN, *(move for game in match.games[:-1] for move in game.moves(game.to_act))}
    for position, game in enumerate(match.games[:-1]):
        before = json.dump_json(game)
        for text in texts.difference(game.moves(game.to_act)):
            with pytest.raises(IllegalMove):
                game.play(game.to_act, text, Fair(match.seed, position + 1))
        assert json.dump_json(game) == before


@every_game
def test_a_seat_not_to_act_is_refused_and_nothing_changes(entry: Entry, seats: int) -> None:
    match, json = played(entry, seats, 2), TypeAdapter(entry.game)
    for position, game in enumerate(match.games[:-1]):
        before = json.dump_json(game)
        for seat in {-1, *range(seats + 1)} - {game.to_act}:
            for text in game.moves(game.to_act):
                with pytest.raises(NotYourTurn):
                    game.play(seat, text, Fair(match.seed, position + 1))
        assert json.dump_json(game) == before


@every_game
def test_nothing_is_played_or_claimed_after_the_end(entry: Entry, seats: int) -> None:
    for number in SOME_MATCHES:
        match = played(entry, seats, number)
        *_, before, end = match.games
        for seat in everybody(match):
            for text in (*before.moves(before.to_act), *FOREIGN):
                with pytest.raises(MatchOver):
                    end.play(seat, text, Fair(match.seed, len(match.games)))
            with pytest.raises(MatchOver):
                end.claim(seat, "claim 0")


@every_game
def test_nothing_changes_in_place(entry: Entry, seats: int) -> None:
    game = played(entry, seats, 0).games[0]
    for field in dataclasses.fields(game):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(game, field.name, None)
    # Only what is frozen all the way down has a hash.
    assert all(hash(game) == hash(dataclasses.replace(game)) for game in played(entry, seats, 0).games)


@every_game
def test_every_position_survives_json(entry: Entry, seats: int) -> None:
    json = TypeAdapter(entry.game)
    for number in SOME_MATCHES:
        for game in played(entry, seats, number).games:
            again = json.validate_json(json.dump_json(game))
            assert again == game
            assert hash(again) == hash(game)
            assert [again.moves(seat) for seat in range(seats)] == [game.moves(seat) for seat in range(seats)]


@every_game
def test_a_match_is_its_seed_its_options_and_its_moves(entry: Entry, seats: int) -> None:
    for number in SOME_MATCHES:
        match = played(entry, seats, number)
        game: Any = entry.game.deal(seats, match.options, Fair(match.seed, 0))
        for position, (seat, move) in enumerate(match.turns, 1):
            assert game == match.games[position - 1]
            game, events = game.play(seat, move, Fair(match.seed, position))
            assert events == match.events[position - 1]
        assert game == match.games[-1]


@every_game
def test_another_seed_is_another_match(entry: Entry, seats: int) -> None:
    assert len({entry.game.deal(seats, entry.options(), Fair(b"%d" % seed, 0)) for seed in range(20)}) == 20


@pytest.mark.parametrize("entry", EVERY_SETUP.values(), ids=EVERY_SETUP)
def test_other_numbers_of_players_are_refused(entry: Entry) -> None:
    for seats in {-1, 0, 1, *range(12)}.difference(entry.sizes):
        with pytest.raises(ValueError, match="players"):
            entry.game.deal(seats, entry.options(), Fair(b"seed", 0))


@every_game
def test_a_view_tells_whose_it_is_and_what_everybody_sees(entry: Entry, seats: int) -> None:
    for game in played(entry, seats, 3).games:
        for seat in (None, *range(seats)):
            view = game.view(seat)
            assert (view.seat, view.seats) == (seat, seats)
            assert (view.round, view.to_act, view.outcome) == (game.round, game.to_act, game.outcome)


@every_game
@given(number=MATCHES, at=st.integers(0), mix=st.integers(0, 9))
def test_a_seat_sees_nothing_of_what_it_may_not_know(entry: Entry, seats: int, number: int, at: int, mix: int) -> None:
    running = played(entry, seats, number).games[:-1]
    game = running[at % len(running)]
    for seat in (None, *range(seats)):
        world = WORLDS[entry.game](game, seat, random.Random(mix))
        assert world.view(seat) == game.view(seat)
        assert repr(world.view(seat)) == repr(game.view(seat))


@every_game
@given(number=MATCHES, at=st.integers(0), mix=st.integers(0, 9))
def test_moves_follow_from_the_view(entry: Entry, seats: int, number: int, at: int, mix: int) -> None:
    running = played(entry, seats, number).games[:-1]
    game = running[at % len(running)]
    for seat in range(seats):
        assert WORLDS[entry.game](game, seat, random.Random(mix)).moves(seat) == game.moves(seat)


@every_game
@given(number=MATCHES, at=st.integers(0), mix=st.integers(0, 9))
def test_events_tell_a_seat_no_more_than_its_view(entry: Entry, seats: int, number: int, at: int, mix: int) -> None:
    match = played(entry, seats, number)
    at %= len(match.turns)
    turn, chance = match.turns[at], Fair(match.seed, at + 1)
    after = match.games[at + 1]
    for seat in (None, *range(seats)):
        world = WORLDS[entry.game](match.games[at], seat, random.Random(mix))
        after_there, events_there = world.play(*turn, Fair(match.seed, at + 1))
        if after_there.view(seat) == after.view(seat):
            heard_there = [event for event in events_there if event.audience in (None, seat)]
            assert heard_there == [event for event in match.events[at] if event.audience in (None, seat)]
    assert match.games[at].play(*turn, chance) == (after, match.events[at])


@every_game
def test_the_secrecy_tests_do_exchange_secrets(entry: Entry, seats: int) -> None:
    for number in SOME_MATCHES:
        game = played(entry, seats, number).games[0]
        for seat in (None, *range(seats)):
            worlds = {WORLDS[entry.game](game, seat, random.Random(mix)) for mix in range(10)}
            assert len(worlds) == 10
            others = [other for other in (None, *range(seats)) if other not in (seat, None)]
            if entry.game in NOBODYS:
                worlds, game_then = {_on(world) for world in worlds}, _on(game)
            else:
                game_then = game
            assert any(world.view(other) != game_then.view(other) for world in worlds for other in others)


def _on(game: Any) -> Any:
    """The game after the first thing its clock might do."""
    return game.play(game.to_act, game.clock_moves(game.to_act)[0], Fair(b"seed", 1))[0]


@every_game
def test_claims_change_nothing_and_are_read_back_from_their_text(entry: Entry, seats: int) -> None:
    json, brain = TypeAdapter(entry.game), entry.careless
    for game in played(entry, seats, 4).games[:-1]:
        before = json.dump_json(game)
        for seat in range(seats):
            text = brain.claim(game.view(seat), (), Fair(b"seed", 0))
            if text is not None:
                claim = game.claim(seat, text)
                assert (claim.seat, claim.round, claim.text) == (seat, game.round, text)
                assert entry.game.recall(seat, game.round, text) == claim
        assert json.dump_json(game) == before


@every_game
def test_what_is_no_claim_is_refused(entry: Entry, seats: int) -> None:
    game = played(entry, seats, 4).games[0]
    for text in {*FOREIGN, *game.moves(game.to_act), "claim", "claim -1", "claim 99", "claim 1 ", "claim one"} - {
        "claim 1"
    }:
        with pytest.raises(IllegalClaim):
            game.claim(0, text)


@every_game
def test_claims_can_be_switched_off(entry: Entry, seats: int) -> None:
    options = dataclasses.replace(entry.options(), claims=False)
    game = entry.game.deal(seats, options, Fair(b"seed", 0))
    for brain in (entry.careless, entry.sensible):
        for seat in range(seats):
            assert brain.claim(game.view(seat), (), Fair(b"seed", 1)) is None
            with pytest.raises(IllegalClaim):
                game.claim(seat, "claim 0")


@every_game
@settings(max_examples=20)
@given(number=MATCHES, at=st.integers(0))
def test_computer_players_keep_the_rules(entry: Entry, seats: int, number: int, at: int) -> None:
    running = played(entry, seats, number).games[:-1]
    game = running[at % len(running)]
    for brain in (entry.careless, entry.sensible):
        move = brain.move(game.view(game.to_act), (), game.moves(game.to_act), Fair(b"seed", at))
        assert move in game.moves(game.to_act)
        for seat in range(seats):
            text = brain.claim(game.view(seat), (), Fair(b"seed", at))
            assert text is None or game.claim(seat, text)


@every_game
def test_a_golden_match_is_played_as_ever(entry: Entry, seats: int) -> None:
    assert golden(entry, seats) == path(entry, seats).read_text(encoding="utf-8")


def test_computer_players_play_as_ever() -> None:
    """When this fails matches on record would not compute again: raise ``RULES_VERSION``, then write the file anew."""
    assert computers() == COMPUTERS.read_text(encoding="utf-8")


def test_every_golden_file_belongs_to_a_game() -> None:
    wanted = {path(entry, seats) for entry in EVERY_SETUP.values() for seats in entry.sizes}
    assert set(COMPUTERS.parent.iterdir()) == wanted | {COMPUTERS}
