"""Computer players of Evolution and its variant: what they may know, what they do with it, and how often they win."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import comb, perm, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.brains import share
from bench.rig.setups import SETUPS
from core.brains.evolution import Careless, Sensible, weigh
from core.brains.suspicion import MORIARTY_TRUE, SHERLOCK_TRUE
from core.evolution import Claim, Evolution, EvolutionView
from core.fair import Fair
from core.game import Brain, Seat
from core.timebomb import COLOURS, HAND_SIZES, Role, Wire, role_deck
from tests.core import worlds
from tests.core.evolution_states import play, state
from tests.core.playing import EVERY_SETUP, played

BRAINS: tuple[Brain, ...] = (Careless(), Sensible())
GREEN, ORANGE, PINK, YELLOW, BLUE, RED = COLOURS
TRUE = {Role.SHERLOCK: SHERLOCK_TRUE, Role.MORIARTY: MORIARTY_TRUE}

every_setup = pytest.mark.parametrize("setup", [name for name in EVERY_SETUP if name.startswith("evolution")])
BY_CHANCE = {
    "evolution": {4: 0.171, 5: 0.095, 6: 0.05},
    "evolution-variant": {4: 0.124, 5: 0.072, 6: 0.041},
}
"""Sherlock's share when every move is any legal one (the rules' proofs by numbers)."""


@st.composite
def claims_up_to(draw: st.DrawFn, game: Evolution) -> list[Claim]:
    """Any legal claims of the rounds so far, oldest first: contradictory, repeated, missing, absurd, or true."""
    claims = []
    for now in range(1, game.round + 1):
        for seat in draw(st.lists(st.integers(0, game.seats - 1), max_size=game.seats + 3)):
            if draw(st.booleans()):
                hand = game.dealt[now - 1][seat]
                claims.append(Claim(seat, now, hand.defusing, hand.colours))
                continue
            left = HAND_SIZES[now - 1]
            counts = [draw(st.integers(0, left))]
            named = []
            for colour in game.colours:
                if draw(st.booleans()):
                    counts.append(draw(st.integers(0, left - sum(counts))))
                    named.append((colour, counts[-1]))
            claims.append(Claim(seat, now, counts[0], tuple(named)))
    return claims


@st.composite
def situations(draw: st.DrawFn, setup: str) -> tuple[Evolution, list[Claim]]:
    """A position of a running match and what has been said."""
    entry = EVERY_SETUP[setup]
    games = played(entry, draw(st.sampled_from(entry.sizes)), draw(st.integers(0, 99))).games[:-1]
    game: Evolution = games[draw(st.integers(0, len(games) - 1))]
    return game, draw(claims_up_to(game))


def say(*texts: str, round_: int = 4) -> list[Claim]:
    """The claims of seats 0, 1, 2 … of a round; an empty text is silence."""
    return [Claim.read(seat, round_, text) for seat, text in enumerate(texts) if text]


def moves(game: Evolution, claims: Sequence[Claim] = (), tosses: int = 20) -> set[str]:
    """What whoever is to act may do, if sensible; of cuts only the seat."""
    assert game.to_act is not None
    view, legal = game.view(game.to_act), game.moves(game.to_act)
    made = {Sensible().move(view, claims, legal, Fair(b"toss", toss)) for toss in range(tosses)}
    return {move[:5] if move.startswith("cut") else move for move in made}


@every_setup
@given(data=st.data())
def test_any_view_of_any_legal_situation_gives_a_legal_move_and_claim(setup: str, data: st.DataObject) -> None:
    game, claims = data.draw(situations(setup))
    for brain, seat in product(BRAINS, range(game.seats)):
        # The cutters, or the choice, may be with anybody.
        choice = replace(game.choice, seat=seat) if game.choice else None
        held = replace(game, holder=seat, choice=choice)
        if legal := held.moves(seat):
            assert brain.move(held.view(seat), claims, legal, Fair(b"toss", 0)) in legal
        text = brain.claim(game.view(seat), claims, Fair(b"toss", 0))
        assert text is not None
        assert game.claim(seat, text).text == text


@every_setup
@given(data=st.data())
def test_chances_are_chances(setup: str, data: st.DataObject) -> None:
    game, claims = data.draw(situations(setup))
    seat = data.draw(st.integers(0, game.seats - 1))
    view = game.view(seat)
    suspicion = weigh(view, claims)
    assert all(-1e-9 <= n <= 1 + 1e-9 for chances in (suspicion.moriarty, *suspicion.wires) for n in chances)
    expected = sum(suspicion.defusing[other] * view.left(other) for other in range(game.seats))
    mine = view.hands[-1].defusing - view.rows[seat].count(Wire.DEFUSING)
    assert expected == pytest.approx(view.needed - view.found - mine)


@every_setup
@given(data=st.data())
def test_while_all_who_speak_name_all_their_wires_every_wire_is_of_some_kind(setup: str, data: st.DataObject) -> None:
    game, claims = data.draw(situations(setup))
    whole = [claim for claim in claims if claim.total == HAND_SIZES[claim.round - 1]]
    seat = data.draw(st.integers(0, game.seats - 1))
    suspicion = weigh(game.view(seat), whole)
    for other in range(game.seats):
        kinds = sum(suspicion.of(kind)[other] for kind in suspicion.kinds)
        assert kinds == pytest.approx(int(other != seat and game.view(None).left(other) > 0))


def hands_of_others(view: EvolutionView, me: Seat) -> Iterator[tuple[int, tuple[tuple[Wire, ...], ...]]]:
    """Every way the wires of a fourth round of four may lie in front of the other three, and how many ways the cards
    allow it.
    """
    kinds = (Wire.DEFUSING, *(bomb.colour for bomb in view.bombs))
    mine = {Wire.DEFUSING: view.hands[-1].defusing, **dict(view.hands[-1].colours)}
    before = Counter(reveal.wire for reveal in view.reveals if reveal.round < 4)
    cards = {kind: (4 if kind is Wire.DEFUSING else 5) - before[kind] - mine.get(kind, 0) for kind in kinds}
    for laid in product(kinds, repeat=6):
        used = Counter(laid)
        # What is put aside is never defusing.
        if used[Wire.DEFUSING] == cards[Wire.DEFUSING]:
            ways = prod(perm(cards[kind], used[kind]) for kind in kinds)
            yield ways, (laid[0:2], laid[2:4], laid[4:6])


def saying(hand: tuple[Wire, ...], claim: Claim | None, role: Role, cards: Counter[Wire]) -> float:
    """How likely somebody of a role who holds a hand makes a claim. ``cards``: what the others and nobody hold."""
    if claim is None:
        return 1.0
    true = claim.defusing == hand.count(Wire.DEFUSING) and all(hand.count(colour) == n for colour, n in claim.colours)
    hidden, mine = cards[Wire.DEFUSING], 2 - claim.defusing
    bombs = cards.total() - hidden
    said = (
        comb(2, claim.defusing) * comb(4, hidden - claim.defusing) / comb(6, hidden) if claim.defusing <= hidden else 0
    )
    lie = 0.8 * said + 0.2 / 3
    if claim.colours:
        rest = bombs - sum(cards[colour] for colour, _ in claim.colours)
        told = sum(n for _, n in claim.colours)
        ways = prod(comb(cards[colour], n) for colour, n in claim.colours) * comb(rest, mine - told)
        lie *= 0.8 * ways / comb(bombs, mine) + 0.2 / comb(mine + len(claim.colours), mine)
    return TRUE[role] * true + (1 - TRUE[role]) * lie


def by_hand(view: EvolutionView, claims: list[Claim], me: Seat) -> tuple[list[float], dict[Wire, list[float]]]:
    """Moriarty and each kind by seat, like a ``Suspicion``, from every deal of wires and cards in turn."""
    others = [seat for seat in range(4) if seat != me]
    said = {claim.seat: claim for claim in claims}
    roles = Counter(order[:4] for order in permutations(role_deck(4)) if order[me] is view.role)
    mine = Counter({Wire.DEFUSING: view.hands[-1].defusing, **dict(view.hands[-1].colours)})
    cards = Counter({Wire.DEFUSING: 4, **{bomb.colour: 5 for bomb in view.bombs}}) - mine
    cards -= Counter(reveal.wire for reveal in view.reveals if reveal.round < 4)
    moriarty, wires = [0.0] * 4, {bomb: [0.0] * 4 for bomb in (Wire.DEFUSING, *(b.colour for b in view.bombs))}
    total = 0.0
    for ways, hands in hands_of_others(view, me):
        shown = zip((view.rows[seat] for seat in others), hands, strict=True)
        if any(o not in (None, w) for row, hand in shown for o, w in zip(row, hand, strict=True)):
            continue
        for dealt, orders in roles.items():
            weight = (
                ways
                * orders
                * prod(saying(hand, said.get(o), dealt[o], cards) for o, hand in zip(others, hands, strict=True))
            )
            total += weight
            for seat, hand in zip(others, hands, strict=True):
                moriarty[seat] += weight * (dealt[seat] is Role.MORIARTY)
                hidden = [wire for wire, open_ in zip(hand, view.rows[seat], strict=True) if open_ is None]
                for wire in hidden:
                    wires[wire][seat] += weight / len(hidden)
    return [part / total for part in moriarty], {k: [part / total for part in parts] for k, parts in wires.items()}


@pytest.mark.parametrize("me", [0, 2])
@pytest.mark.parametrize(
    "said",
    [
        ["", "", "", ""],
        ["claim 1", "claim 1", "claim 0", "claim 1"],
        ["claim 1 green1", "claim 1 orange1", "claim 0 orange1 pink1", "claim 0 red2"],
        ["claim 0 green2", "claim 2", "claim 1 pink1", ""],
    ],
)
def test_the_weighing_is_what_counting_every_deal_gives(said: list[str], me: Seat) -> None:
    game = state(f"roles S M S M S; round 4; holder {me}; shown D2 G2 O3 P2 R3; D G | d O | O P | G R")
    # My own cuts tell me nothing of roles: so only claims and wires count.
    view = replace(game.view(me), reveals=tuple(replace(reveal, cutter=me) for reveal in game.reveals))
    claims = [game.claim(seat, text) for seat, text in enumerate(said) if text]
    suspicion = weigh(view, claims)
    moriarty, wires = by_hand(view, claims, me)
    assert suspicion.moriarty == pytest.approx(moriarty)
    for kind, parts in wires.items():
        assert suspicion.of(kind) == pytest.approx(parts)


@every_setup
@given(data=st.data(), mix=st.integers(0, 99))
def test_the_same_view_and_claims_give_the_same_move_and_claim(setup: str, data: st.DataObject, mix: int) -> None:
    game, claims = data.draw(situations(setup))
    for brain, seat in product(BRAINS, range(game.seats)):
        other, toss = worlds.evolution(game, seat, random.Random(mix)), Fair(b"toss", 1)
        said = brain.claim(other.view(seat), claims, toss)
        assert said == brain.claim(game.view(seat), claims, Fair(b"toss", 1))
        if legal := game.moves(seat):
            there = brain.move(other.view(seat), claims, other.moves(seat), Fair(b"toss", 2))
            assert there == brain.move(game.view(seat), claims, legal, Fair(b"toss", 2))


@every_setup
def test_a_computer_player_keeps_nothing(setup: str) -> None:
    entry = EVERY_SETUP[setup]
    for brain in BRAINS:
        for game in played(entry, entry.sizes[0], 0).games[:-1]:
            brain.move(game.view(game.to_act), (), game.moves(game.to_act), Fair(b"toss", 0))
        assert vars(brain) == {}


@every_setup
@given(data=st.data())
def test_a_sensible_sherlock_and_every_careless_player_tell_the_whole_truth(setup: str, data: st.DataObject) -> None:
    game, claims = data.draw(situations(setup))
    for brain, seat in product(BRAINS, range(game.seats)):
        if isinstance(brain, Careless) or game.roles[seat] is Role.SHERLOCK:
            claim = game.claim(seat, brain.claim(game.view(seat), claims, Fair(b"toss", seat)) or "")
            hand = game.dealt[-1][seat]
            assert (claim.defusing, claim.colours, claim.total) == (hand.defusing, hand.colours, game.view(0).hand_size)


@every_setup
@given(data=st.data())
def test_a_sensible_moriarty_claims_what_can_be(setup: str, data: st.DataObject) -> None:
    game, claims = data.draw(situations(setup))
    # What the others can believe, as long as the others say what can be.
    honest = [Claim(s, game.round, hand.defusing, hand.colours) for s, hand in enumerate(game.dealt[-1])]
    before = Counter(reveal.wire for reveal in game.reveals if reveal.round < game.round)
    for seat in range(game.seats):
        if game.roles[seat] is Role.MORIARTY:
            said = [claim for claim in honest if claim.seat < seat]
            claim = game.claim(seat, Sensible().claim(game.view(seat), claims + said, Fair(b"toss", seat)) or "")
            assert claim.total == game.view(None).hand_size
            others = {c.seat: c for c in claims + said if c.round == game.round and c.seat != seat}.values()
            assert claim.defusing <= max(game.seats - before[Wire.DEFUSING] - sum(c.defusing for c in others), 0)


def lies(hand: str) -> set[str]:
    """What a sensible Moriarty, first to speak in a fourth round with green and pink at three, may say he holds."""
    rest = {"D G": "O O | P P | R D", "G P": "O O | D D | R R", "O D": "G P | O P | D R"}[hand]
    game = state(f"roles M S S M S; round 4; shown D2 G3 O2 P3 R2; {hand} | {rest}")
    return {Sensible().claim(game.view(0), (), Fair(b"toss", toss)) or "" for toss in range(60)}


def test_a_sensible_moriarty_lies_about_defusing_wires_and_bombs_that_would_explode() -> None:
    # He would have his bomb cut: he says defusing in its place.
    assert all(int(said[6]) > 0 for said in lies("G P"))
    # He would not have his defusing wire cut: he says a colour nobody cuts.
    assert all(said.startswith("claim 0") and ("green1" in said or "pink1" in said) for said in lies("O D"))


SURE = ("claim 1 green1", "claim 1 orange1", "claim 1 pink1", "claim 0 red2")


def test_a_sherlock_cuts_where_defusing_wires_are_said_to_lie() -> None:
    game = state("roles M S S S M; round 4; holder 3; shown D1 G3 O3 P2 R3; D G | D O | D P | R R")
    assert moves(game, say(*SURE)) == {"cut 2"}
    calm = state("roles M S S S M; round 4; holder 3; shown D2 G2 O3 P2 R3; D D | G O | P O | R G")
    assert moves(calm, say("claim 2", "claim 0 green1 orange1", "claim 0 orange1 pink1", "")) == {"cut 0"}


def test_a_moriarty_cuts_the_colour_that_explodes() -> None:
    game = state("roles S S M M S; round 4; holder 3; shown D2 G2 O3 P2 R3; D D | G O | P G | R G")
    said = say("claim 2", "claim 0 green1 orange1", "claim 0 green1 pink1", "claim 0 green1 red1")
    assert moves(game, said) == {"cut 1"}


SHERLOCK_CUTS, MORIARTY_CUTS = "roles M M S S S; holder 3; ", "roles S S S M M; holder 3; "


def test_ev_13_the_third_green_counts_in_the_variant_only() -> None:
    laid = "round 4; shown D3 G2 O2 P3 R2; G G | O O | R P | R D"
    said = say("claim 0 green2", "claim 0 orange2", "claim 0 pink1 red1", "")
    assert moves(state(f"{SHERLOCK_CUTS} variant; {laid}"), said) == {"cut 1"}
    assert moves(state(f"{MORIARTY_CUTS} variant; {laid}"), said) == {"cut 0"}
    assert "cut 0" in moves(state(f"{SHERLOCK_CUTS} {laid}"), said)
    assert moves(state(f"{MORIARTY_CUTS} {laid}"), said) == {"cut 2"}


def test_ev_14_orange_has_its_price_before_the_fourth_round() -> None:
    laid = "variant; round 3; shown D2 O2 Y2 B2; O O O | Y Y Y | B B R | D D R"
    said = say("claim 0 orange3", "claim 0 yellow3", "claim 0 blue2 red1", "", round_=3)
    assert "cut 0" not in moves(state(f"{SHERLOCK_CUTS} {laid}"), said)
    assert moves(state(f"{MORIARTY_CUTS} {laid}"), said) == {"cut 0"}


def test_ev_15_pink_after_pink_is_cut_by_moriarty_only() -> None:
    laid = "variant; round 4; shown {}; P P | B O | O Y | D O"
    said = say("claim 0 pink2", "claim 0 orange1 blue1", "claim 0 orange1 yellow1", "")
    after_pink, after_yellow = laid.format("D3 O2 B3 Y3 P1"), laid.format("P1 D3 O2 B3 Y3")
    assert "cut 0" not in moves(state(f"{SHERLOCK_CUTS} {after_pink}"), said)
    assert moves(state(f"{MORIARTY_CUTS} {after_pink}"), said) == {"cut 0"}
    assert moves(state(f"{SHERLOCK_CUTS} {after_yellow}"), said) == {"cut 0"}


@pytest.mark.parametrize(("role", "colour"), [("S", BLUE), ("M", RED)])
def test_ev_10_sherlock_attaches_where_it_matters_most_and_moriarty_where_least(role: str, colour: Wire) -> None:
    rest = "S S M" if role == "M" else "S M M"
    game = state(
        f"variant; roles S {role} {rest}; round 3; holder 1; shown D1 O2 P1 B3 R1; D D D | P P O | B P R | R R O"
    )
    # He holds two pink ones himself: the next red may well have been put aside.
    assert moves(play(game, "cut 0 0")) == {f"attach {colour}"}


@pytest.mark.parametrize("role", [Role.SHERLOCK, Role.MORIARTY])
def test_ev_17_moriarty_takes_off_where_it_explodes_and_sherlock_where_it_does_not(role: Role) -> None:
    game = state("variant; round 4; holder 1; shown D2 P4 B1 R3 O2; attached P O; B R | O B | D O | D B")
    waiting = play(replace(game, roles=(Role.SHERLOCK, role, Role.SHERLOCK, Role.MORIARTY)), "cut 0 0")
    assert moves(waiting) == ({"detach orange"} if role is Role.SHERLOCK else {"detach pink"})


def test_ev_18_whom_one_was_made_to_cut_tells_nothing() -> None:
    game = state("variant; round 3; holder 1; shown D1 B1 O2 P2 R2; R R B | D D B | O P P | D O R")
    claims = say("claim 0", "claim 2", "claim 0", "claim 1", round_=3)
    drawn = play(game, "cut 0 0", draws=(2,))
    before = weigh(drawn.view(3), claims)
    made = play(drawn, "cut 2 0")
    free = replace(made, effects=())
    assert weigh(made.view(3), claims).moriarty[0] == pytest.approx(before.moriarty[0], abs=0.05)
    # A Sherlock would not have passed over two defusing wires.
    assert weigh(free.view(3), claims).moriarty[0] > weigh(made.view(3), claims).moriarty[0] + 0.1


every_size = pytest.mark.parametrize(("setup", "seats"), [(setup, seats) for setup in BY_CHANCE for seats in (4, 5, 6)])


@every_size
def test_sensible_sherlocks_win_at_least_twice_as_often_as_by_chance(setup: str, seats: int) -> None:
    assert share(SETUPS[setup], seats, 40, Sensible(), Careless()) >= 2 * BY_CHANCE[setup][seats]


@pytest.mark.parametrize("setup", BY_CHANCE)
def test_against_sensible_moriartys_careless_sherlocks_win_at_most_0_6_times_as_often(setup: str) -> None:
    # All sizes together: by size it would take many more matches to tell.
    won = [share(SETUPS[setup], seats, 60, Careless(), Sensible()) for seats in BY_CHANCE[setup]]
    assert sum(won) <= 0.6 * sum(BY_CHANCE[setup].values())


@every_size
def test_among_sensible_players_both_sides_have_a_chance(setup: str, seats: int) -> None:
    assert 0.1 <= share(SETUPS[setup], seats, 40, Sensible(), Sensible()) <= 0.65


def test_a_move_takes_at_most_10_milliseconds_with_6_players() -> None:
    matches = (played(SETUPS["evolution-variant"], 6, number) for number in range(100))
    game: Evolution = max((match.games[-2] for match in matches), key=lambda game: len(game.reveals))
    claims = [
        Claim(seat, round_, game.dealt[round_ - 1][seat].defusing, game.dealt[round_ - 1][seat].colours)
        for round_ in range(1, game.round + 1)
        for seat in range(6)
    ]
    assert game.to_act is not None
    view, legal = game.view(game.to_act), game.moves(game.to_act)
    times = []
    for _ in range(5):
        start = time.thread_time()
        Sensible().move(view, claims, legal, Fair(b"toss", 0))
        times.append(time.thread_time() - start)
    assert game.round == 4
    # The least of a few: what else the machine does is no fault of the player's.
    assert min(times) <= 0.010
