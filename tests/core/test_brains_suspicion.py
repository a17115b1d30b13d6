"""The weighing of the sensible Time Bomb player, against counting every deal one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from math import comb, prod

import pytest

from core.brains.suspicion import MORIARTY_TRUE, SHERLOCK_TRUE
from core.brains.timebomb import weigh
from core.game import Seat
from core.timebomb import Claim, Hand, Role, TimeBombView, Wire, role_deck
from tests.core.timebomb_states import state

LIE_ABOUT_BOMB = {None: 1.0, False: 0.96, True: 0.04}
TRUE = {Role.SHERLOCK: SHERLOCK_TRUE, Role.MORIARTY: MORIARTY_TRUE}
Rows = tuple[tuple[Wire, ...], ...]


def deals(view: TimeBombView) -> Iterator[Rows]:
    """Every way the wires of a first round of four may lie in front of the other three, whatever has been cut."""
    mine = view.hands[0]
    for defusing in combinations(range(15), 4 - mine.defusing):
        wires = [Wire.DEFUSING if place in defusing else Wire.SAFE for place in range(15)]
        for bomb in [None] if mine.bomb else [place for place in range(15) if place not in defusing]:
            laid = [Wire.BOMB if place == bomb else wire for place, wire in enumerate(wires)]
            yield tuple(laid[:5]), tuple(laid[5:10]), tuple(laid[10:])


def saying(hand: Hand, claim: Claim | None, role: Role, hidden: int) -> float:
    """How likely somebody of a role who holds a hand makes a claim."""
    if claim is None:
        return 1.0
    true = claim.defusing == hand.defusing and claim.bomb in (None, bool(hand.bomb))
    plausible = (
        comb(5, claim.defusing) * comb(10, hidden - claim.defusing) / comb(15, hidden)
        if claim.defusing <= hidden
        else 0
    )
    chance: float = TRUE[role] * true + (1 - TRUE[role]) * (0.8 * plausible + 0.2 / 6) * LIE_ABOUT_BOMB[claim.bomb]
    return chance


def by_hand(view: TimeBombView, claims: list[Claim], me: Seat) -> tuple[list[float], list[float], list[float]]:
    """Moriarty, defusing, bomb by seat, like a ``Suspicion``, from every deal of wires and cards in turn."""
    others = [seat for seat in range(4) if seat != me]
    said = {claim.seat: claim for claim in claims}
    cards = Counter(order[:4] for order in permutations(role_deck(4)) if order[me] is view.role)
    sums = [[0.0] * 4 for _ in range(3)]
    total = 0.0
    for rows in deals(view):
        shown = [view.rows[seat] for seat in others]
        if any(
            open_ not in (None, wire)
            for row, hand in zip(shown, rows, strict=True)
            for open_, wire in zip(row, hand, strict=True)
        ):
            continue
        hands = dict(zip(others, map(Hand.of, rows), strict=True))
        for roles, ways in cards.items():
            weight = ways * prod(saying(hands[o], said.get(o), roles[o], 4 - view.hands[0].defusing) for o in others)
            total += weight
            for seat, row in zip(others, rows, strict=True):
                hidden = [wire for wire, open_ in zip(row, view.rows[seat], strict=True) if open_ is None]
                sums[0][seat] += weight * (roles[seat] is Role.MORIARTY)
                sums[1][seat] += weight * hidden.count(Wire.DEFUSING) / len(hidden) if hidden else 0
                sums[2][seat] += weight * hidden.count(Wire.BOMB) / len(hidden) if hidden else 0
    moriarty, defusing, bomb = ([part / total for part in parts] for parts in sums)
    return moriarty, defusing, bomb


@pytest.mark.parametrize("me", [0, 1, 3])
@pytest.mark.parametrize(
    ("laid", "said"),
    [
        ("S S S S S | D D S S S | D D B S S | S S S S S", ["", "", "", ""]),
        ("S S S S S | D D S S S | D D B S S | S S S S S", ["claim 0", "claim 2", "claim 2", "claim 0"]),
        ("S S S S S | d D S S S | D D B S S | s s S S S", ["", "claim 2 nobomb", "claim 2 bomb", "claim 3 nobomb"]),
        (
            "S D S S S | s D S S S | d D B S S | S s S S S",
            ["claim 1 nobomb", "claim 1 bomb", "claim 2", "claim 1 nobomb"],
        ),
        ("B D S S S | s s S S S | d D S S S | S D S S S", ["claim 2 bomb", "", "claim 2 bomb", "claim 5"]),
        ("S S S S S | D D S S s | D D B S S | S S s S S", ["claim 4", "claim 4", "claim 4", "claim 4 bomb"]),
    ],
)
def test_the_weighing_is_what_counting_every_deal_gives(laid: str, said: list[str], me: Seat) -> None:
    game = state(f"roles S M S M S; holder {me}; {laid}")
    # My own cuts tell me nothing of roles: so only claims and wires count.
    view = replace(game.view(me), reveals=tuple(replace(reveal, cutter=me) for reveal in game.reveals))
    claims = [game.claim(seat, text) for seat, text in enumerate(said) if text]
    suspicion = weigh(view, claims)
    moriarty, defusing, bomb = by_hand(view, claims, me)
    assert suspicion.moriarty == pytest.approx(moriarty)
    assert suspicion.defusing == pytest.approx(defusing)
    assert suspicion.of(Wire.BOMB) == pytest.approx(bomb)


def test_the_newest_claim_of_a_round_counts() -> None:
    view = state("roles S S M M S; S S S S S | D D S S S | D D B S S | S S S S S").view(0)
    first, second = Claim(1, 1, 3), Claim(1, 1, 2)
    assert weigh(view, [first, second]) == weigh(view, [second]) != weigh(view, [first])


def test_nobody_at_the_table_is_nobody_to_suspect() -> None:
    with pytest.raises(ValueError, match="player"):
        weigh(state("S S S S S | D D S S S | D D B S S | S S S S S").view(None), [])
