"""What the Hunt and the Race share: playing cards, figures, masks, pistols, sources and shooting.

The law
    Everything is open but the order of the cards in the three sources.
    A drawn ace is a pistol; pistols are kept when fired (HU-5, RA-4). A mask is worn by who wears none, else kept in
    reserve; when the worn one is lost the newest in reserve is put on (HU-6).
    An unmasked target may be at most one cell away, a masked one must be in the same cell. An unarmed target takes as
    many hits as the shooter has pistols. An armed one makes it a duel: one die, even the shooter fires, odd the target
    does. Whoever is fired at loses his worn mask (HU-10, RA-7). Three hits kill (HU-11, RA-8).

Moves
    ``draw police``, ``draw press``, ``draw street``, ``shoot SEAT``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.game import Event, Outcome, Seat

DEADLY = 3
"""So many hits kill (HU-11)."""
FINISH = 6
"""The last cell: a criminal's lair in the Hunt, the finish of the Race. Cells are counted from 0."""


class Suit(StrEnum):
    """The suits of the cards. In the Hunt also the lanes, but for spades (HU-2)."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"


class Rank(StrEnum):
    """The ranks of the cards, from the ace up."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


@dataclass(frozen=True)
class Card:
    """A playing card."""

    suit: Suit
    rank: Rank

    @property
    def points(self) -> int:
        """The rank of a card from 2 to 10, else 0 (RA-5)."""
        return int(self.rank) if self.rank.isdigit() else 0


DECK = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
"""The 52 cards, by suit and rank."""


class Source(StrEnum):
    """The three piles one draws from, in the order in which they are listed."""

    POLICE = "police"
    PRESS = "press"
    STREET = "street"


SOURCES = tuple(Source)


class Fate(StrEnum):
    """Why somebody is out of the game."""

    DEAD = "dead"
    ARRESTED = "arrested"


@dataclass(frozen=True)
class Character:
    """The figure of a seat and all that lies before it, open to everybody."""

    figure: Card
    cell: int
    """Where he stands, 0 to ``FINISH``. Holmes and Watson always stand together (HU-2)."""
    pistols: tuple[Card, ...] = ()
    worn: Card | None = None
    """The mask he wears."""
    reserve: tuple[Card, ...] = ()
    """Masks he keeps, oldest first (HU-6)."""
    hits: int = 0
    fate: Fate | None = None
    """None while he is in play."""
    cards: tuple[Card, ...] = ()
    """A criminal's own clues about Holmes (HU-7), a racer's points (RA-5); of a detective none: see ``clues``."""
    file: tuple[Card, ...] = ()
    """A criminal's file (HU-7)."""

    @property
    def points(self) -> int:
        """The points he holds (RA-5)."""
        return sum(card.points for card in self.cards)


class Did(StrEnum):
    """What happened. In brackets the fields of ``Fact`` that are filled besides ``turn`` and ``seat``."""

    ARMED = "armed"
    """He got a pistol [card, and source: drawn, or other: handed over by somebody arrested]."""
    MASKED = "masked"
    """He put on a mask [card, and source or other as above; neither: from his reserve]."""
    RESERVED = "reserved"
    """He put a mask in reserve [card, and source or other]."""
    CLUE = "clue"
    """The detectives own one clue more [card, source, or other: from the file of somebody arrested; lane: the clue's;
    cell: where they stand on that lane now]. Drawn, it takes them to that lane."""
    ESCAPED = "escaped"
    """A criminal drew a clue about Holmes [card, source; cell: where he stands now]."""
    FILED = "filed"
    """A criminal drew a clue for his file [card, source]."""
    POINTS = "points"
    """A racer drew points [card, source]."""
    STEPPED = "stepped"
    """A racer moved on [cell: where he stands now]."""
    DISCARDED = "discarded"
    """What he drew is of no use [card, source]."""
    CHANGED_LANE = "changed lane"
    """A detective moved the pair [lane; cell: where they stand on it] (HU-4)."""
    MOVED_ON = "moved on"
    """A lane was closed and the pair went to another [lane, cell]; seat: the criminal who is out (HU-9)."""
    UNMASKED = "unmasked"
    """He lost the mask he wore [card; other: who fired at him, else it was a meeting]."""
    ROLLED = "rolled"
    """A duel: seat chose other as his target and one die was rolled [other, rolled]. Even: seat fires next; odd: other
    does (HU-10)."""
    FIRED = "fired"
    """He fired [other: who was hit; hits: how often]."""
    DIED = "died"
    """He was killed [other: by whom] (HU-11)."""
    ARRESTED = "arrested"
    """He was arrested [lane: his] (HU-9)."""
    PASSED = "passed"
    """He passed, or could do nothing else (HU-13)."""
    RESHUFFLED = "reshuffled"
    """After his turn the discards became new sources (RA-9)."""


@dataclass(frozen=True)
class Fact(Event):
    """One thing that happened; everybody may know it. See ``Did`` for which fields are filled."""

    turn: int
    """Of the match, counted from 1. A lane change and what follows are one turn."""
    did: Did
    seat: Seat
    other: Seat | None = None
    source: Source | None = None
    card: Card | None = None
    lane: Suit | None = None
    cell: int | None = None
    hits: int | None = None
    rolled: int | None = None


@dataclass(frozen=True)
class Shot:
    """What it means if the seat to act shoots at a target (HU-10, RA-7)."""

    target: Seat
    hits: int
    """How often the target is hit: the shooter's pistols."""
    kills: bool
    """So many hits kill the target."""
    answer: int
    """How often the shooter is hit if the target fires instead. 0: the target has no pistol, and no die is rolled."""
    backfires: bool
    """So many hits kill the shooter."""

    @property
    def duel(self) -> bool:
        """One die decides who fires."""
        return self.answer > 0

    @property
    def move(self) -> str:
        """The text of the move."""
        return f"shoot {self.target}"


@dataclass(frozen=True)
class ChaseView:
    """What everybody may see: all but the order of the sources. Only ``seat`` differs between seats."""

    seat: Seat | None
    seats: int
    round: int
    turn: int
    """The turn being played, counted from 1."""
    to_act: Seat | None
    outcome: Outcome | None
    order: tuple[Seat, ...]
    """The seats in the order of turns, those who are out included."""
    characters: tuple[Character, ...]
    """By seat."""
    left: tuple[int, ...]
    """Cards left in each source, in the order of ``SOURCES``."""
    unseen: tuple[Card, ...]
    """Which cards these are, in the order of ``DECK``."""
    discards: tuple[Card, ...]
    """Oldest first. In the Hunt they are out of the game, in the Race they come back (RA-9)."""
    shots: tuple[Shot, ...]
    """What the seat to act may shoot at now, by target."""
    history: tuple[Fact, ...]
    """All that happened, oldest first."""


def aim(shooter: Character, target: Character, seat: Seat) -> Shot | None:
    """What it means if one shoots at another, who sits at ``seat``; None if he has no pistol or the target is too far
    away. Who may shoot at whom at all is for the game to say (HU-10, RA-7).
    """
    apart = abs(shooter.cell - target.cell)
    if not shooter.pistols or apart > (0 if target.worn else 1):
        return None
    hits, answer = len(shooter.pistols), len(target.pistols)
    backfires = answer > 0 and shooter.hits + answer >= DEADLY
    return Shot(seat, hits, target.hits + hits >= DEADLY, answer, backfires)
