"""Positions of Evolution from short text.

``variant; round 3; shown D1 G2 O2 P2 R1; holder 1; D D D | g G O | O P P | R R R``: one hand for each seat, D
defusing, G O P Y B R bombs; a small letter is cut already this round, in the order of seats and places. ``shown``: what
was revealed in the rounds before; of their order only the last matters. ``attached G O``: colours with a defusing wire.
``draw 2``: red drew seat 2. ``roles S M S M S`` as for Time Bomb. What is missing of the five bombs of each colour was
put aside.
"""

from __future__ import annotations

from dataclasses import replace

from core.evolution import CARDS, Did, Effect, Evolution, EvolutionOptions
from core.fair import Fair
from core.game import Event
from core.timebomb import COLOURS, HAND_SIZES, Hand, Reveal, Role, Wire, role_deck
from tests.core.timebomb_states import ROLES, before

LETTERS = {"D": Wire.DEFUSING, **{colour[0].upper(): colour for colour in COLOURS}}


class Draws(Fair):
    """A fair source whose first numbers are known."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(b"any", 0)
        self._numbers = list(numbers)

    def below(self, n: int) -> int:
        return self._numbers.pop(0) if self._numbers else super().below(n)


def state(text: str) -> Evolution:
    """The position a text tells.

    Raises:
        ValueError: no match can come to it.
    """
    *settings, laid = (part.strip() for part in text.split(";"))
    said = {name: value.split() for name, _, value in (setting.partition(" ") for setting in settings)}
    letters = [hand.split() for hand in laid.split("|")]
    seats, round_ = len(letters), int(said.get("round", "1")[0])
    hands = tuple(tuple(LETTERS[letter.upper()] for letter in hand) for hand in letters)
    cut = tuple(tuple(place for place, letter in enumerate(hand) if letter.islower()) for hand in letters)
    shown = [LETTERS[item[0]] for item in said.get("shown", ()) for _ in range(int(item[1:]))]
    past, dealt = _past(hands, shown, round_)
    now = [Reveal(round_, before(o, seats), o, p, hands[o][p]) for o, places in enumerate(cut) for p in places]
    cards = tuple(ROLES[card] for card in said["roles"]) if "roles" in said else role_deck(seats)
    seen = [*shown, *(wire for hand in hands for wire in hand)]
    colours = tuple(colour for colour in COLOURS if colour in seen)
    attached = tuple(LETTERS[letter] for letter in said.get("attached", ()))
    orange = shown.count(Wire.ORANGE) if "variant" in said and round_ == len(HAND_SIZES) else 0
    position = Evolution(
        options=EvolutionOptions(claims="noclaims" not in said, variant="variant" in said),
        roles=cards[:seats],
        spare=cards[seats:],
        round=round_,
        hands=hands,
        cut=cut,
        holder=int(said.get("holder", "0")[0]),
        found=sum(reveal.wire is Wire.DEFUSING for reveal in (*past, *now)),
        reveals=(*past, *now),
        dealt=(*dealt, tuple(map(Hand.of, hands))),
        colours=colours,
        aside=tuple(colour for colour in colours for _ in range(CARDS - seen.count(colour))),
        cuts=seats - orange,
        attached=attached,
        draw=int(said["draw"][0]) if "draw" in said else None,
        effects=tuple(Effect(len(past), Did.ATTACHED, colour=colour) for colour in attached),
    )
    _check(position, seen)
    return position


def play(position: Evolution, *moves: str, draws: tuple[int, ...] = ()) -> Evolution:
    """The position after moves by whoever is to act. ``draws``: the first numbers drawn by the last move."""
    return told(position, *moves, draws=draws)[0]


def told(position: Evolution, *moves: str, draws: tuple[int, ...] = ()) -> tuple[Evolution, tuple[Event, ...]]:
    """The position after moves, and what the last of them did."""
    events: tuple[Event, ...] = ()
    for n, move in enumerate(moves, 1):
        assert position.to_act is not None
        position, events = position.play(position.to_act, move, Draws(*draws if n == len(moves) else ()))
    return position, events


def hold(position: Evolution, seat: int) -> Evolution:
    """The same position with the cutters elsewhere."""
    return replace(position, holder=seat)


def plainly(position: Evolution) -> Evolution:
    """The same position without the variant."""
    return replace(position, options=EvolutionOptions())


def ended(position: Evolution) -> tuple[str, str] | None:
    """For which side and why the match has ended."""
    return (position.outcome.side, position.outcome.reason) if position.outcome else None


def lost(reason: str) -> tuple[str, str]:
    """That Moriarty won for this reason."""
    return (Role.MORIARTY, reason)


def kinds(events: tuple[Event, ...]) -> list[type[Event]]:
    """What happened, without the particulars."""
    return [type(event) for event in events]


def _past(
    hands: tuple[tuple[Wire, ...], ...], shown: list[Wire], round_: int
) -> tuple[list[Reveal], list[tuple[Hand, ...]]]:
    """In each earlier round every seat was cut once, at place 0, by the seat before it."""
    seats = len(hands)
    if len(shown) != seats * (round_ - 1):
        raise ValueError(f"{len(shown)} wires were shown before round {round_}")
    dealt: list[tuple[Hand, ...]] = []
    for first in range(len(shown) - seats, -1, -seats):
        hands = tuple((wire, *hand) for wire, hand in zip(shown[first : first + seats], hands, strict=True))
        dealt.insert(0, tuple(map(Hand.of, hands)))
    reveals = [Reveal(1 + n // seats, before(n % seats, seats), n % seats, 0, wire) for n, wire in enumerate(shown)]
    return reveals, dealt


def _check(position: Evolution, seen: list[Wire]) -> None:
    seats = position.seats
    if (len(position.colours), len(position.aside), seen.count(Wire.DEFUSING)) != (seats, seats, seats):
        raise ValueError(f"these are not the wires of {seats} players: {position.colours}, aside {position.aside}")
    if {len(hand) for hand in position.hands} != {HAND_SIZES[position.round - 1]} or position.cuts_left < 1:
        raise ValueError("these are not the hands of this round, or it would be over")
    view = position.view(None)
    if any(bomb.revealed >= bomb.limit and not bomb.defused for bomb in view.bombs):
        raise ValueError("a colour would have exploded")
    if any(bomb.defused and not bomb.revealed for bomb in view.bombs) or len(position.attached) > position.found:
        raise ValueError("this could not be attached")
