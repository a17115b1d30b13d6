"""Positions of Time Bomb from short text.

``round 4; holder 0; S D | s S | B D | D S``: one hand for each seat, S safe, D defusing, B bomb; a small letter is cut
already this round, in the order of seats and places. Roles may be given, the spare last: ``roles S M S M S``; otherwise
Sherlocks sit first. ``noclaims`` switches claims off. What was found earlier follows from what is left, and a past that
fits is made up: in each earlier round every seat was cut once, at place 0, by the seat before it.
"""

from __future__ import annotations

from dataclasses import replace

from core.fair import Fair
from core.game import Options
from core.timebomb import Hand, Reveal, Role, TimeBomb, Wire, role_deck

WIRES = {"S": Wire.SAFE, "D": Wire.DEFUSING, "B": Wire.BOMB}
ROLES = {"S": Role.SHERLOCK, "M": Role.MORIARTY}
ANY = Fair(b"any", 0)


def state(text: str) -> TimeBomb:
    """The position a text tells.

    Raises:
        ValueError: no match can come to it.
    """
    *settings, laid = (part.strip() for part in text.split(";"))
    said = {name: value for name, _, value in (setting.partition(" ") for setting in settings)}
    letters = [hand.split() for hand in laid.split("|")]
    seats, round_ = len(letters), int(said.get("round", "1"))
    hands = tuple(tuple(WIRES[letter.upper()] for letter in hand) for hand in letters)
    cards = tuple(ROLES[card] for card in said["roles"].split()) if "roles" in said else role_deck(seats)
    cut = tuple(tuple(place for place, letter in enumerate(hand) if letter.islower()) for hand in letters)
    now = [Reveal(round_, before(o, seats), o, p, hands[o][p]) for o, places in enumerate(cut) for p in places]
    past, dealt = _past(hands, round_)
    position = TimeBomb(
        options=Options(claims="noclaims" not in said),
        roles=cards[:seats],
        spare=cards[seats:],
        round=round_,
        hands=hands,
        cut=cut,
        holder=int(said.get("holder", "0")),
        found=sum(reveal.wire is Wire.DEFUSING for reveal in (*past, *now)),
        reveals=(*past, *now),
        dealt=(*dealt, tuple(map(Hand.of, hands))),
    )
    _check(position)
    return position


def play(position: TimeBomb, *moves: str) -> TimeBomb:
    """The position after moves by whoever holds the cutters."""
    for move in moves:
        position, _ = position.play(position.holder, move, ANY)
    return position


def hold(position: TimeBomb, seat: int) -> TimeBomb:
    """The same position with the cutters elsewhere."""
    return replace(position, holder=seat)


def before(seat: int, seats: int) -> int:
    return (seat - 1) % seats


def _past(hands: tuple[tuple[Wire, ...], ...], round_: int) -> tuple[list[Reveal], list[tuple[Hand, ...]]]:
    """Reveals and hands of the rounds before, from the newest back: what was found first, then safe wires."""
    seats = len(hands)
    missing = seats - sum(hand.count(Wire.DEFUSING) for hand in hands)
    reveals: list[Reveal] = []
    dealt: list[tuple[Hand, ...]] = []
    for earlier in range(round_ - 1, 0, -1):
        cut = [Wire.DEFUSING if seat < missing else Wire.SAFE for seat in range(seats)]
        missing -= cut.count(Wire.DEFUSING)
        hands = tuple((wire, *hand) for wire, hand in zip(cut, hands, strict=True))
        reveals[:0] = [Reveal(earlier, before(seat, seats), seat, 0, wire) for seat, wire in enumerate(cut)]
        dealt.insert(0, tuple(map(Hand.of, hands)))
    return reveals, dealt


def _check(position: TimeBomb) -> None:
    seats = position.seats
    first = position.dealt[0]
    sums = tuple(sum(getattr(hand, kind) for hand in first) for kind in ("safe", "defusing", "bomb"))
    if sums != (seats * 4 - 1, seats, 1) or {len(hand) for hand in position.hands} != {6 - position.round}:
        raise ValueError(f"these are not the wires of {seats} players in round {position.round}: {sums}")
    if sorted((*position.roles, *position.spare)) != sorted(role_deck(seats)):
        raise ValueError("these are not the role cards")
    if position.cuts_left < 1 or any(reveal.wire is Wire.BOMB for reveal in position.reveals):
        raise ValueError("the match or the round would be over")
