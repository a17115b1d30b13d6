"""A position of the Hunt in numbers, to play on from in the mind.

The law
    It keeps the rules by numbers only, since thousands of positions are looked at for a move: which mask is worn, which
    card a clue is and which source it comes from makes no difference. That they are the same rules, a test holds move
    by move.
    A *choice* is a verb and what it is about: a lane to go to, a figure to shoot at, else 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Literal, Self

from core.chase import DEADLY, FINISH, Card, Rank, Suit
from core.hunt import LANES, HuntView, Side

SPADES, PISTOL, MASK = 3, 4, 5
"""Kinds of cards besides the clues of the lanes, 0 to 2."""
KINDS = {**{lane: number for number, lane in enumerate(LANES)}, Suit.SPADES: SPADES}

Choice = tuple[Literal["lane", "shoot", "draw", "pass"], int]


def kind(card: Card) -> int:
    """What a card is to whoever draws it."""
    return KINDS[card.suit] if card.points else PISTOL if card.rank is Rank.ACE else MASK


@dataclass
class Numbers:
    """A position in numbers. Figures are 0 to 4 in the order of turns (HU-3), the criminal of a lane is 2 + lane."""

    cards: list[int]
    """Still to be drawn, by kind."""
    clues: list[int]
    """The pair's, by lane."""
    spades: list[int]
    """Clues about Holmes, by criminal."""
    files: list[list[int]]
    """By criminal, then by lane."""
    pistols: list[int]
    masks: list[int]
    """Worn or in reserve."""
    hits: list[int]
    alive: list[bool]
    """In play."""
    lane: int
    at: int
    """Whose turn it is."""
    changed: bool
    """He has changed the lane."""
    passes: int
    no_draws: bool

    @classmethod
    def of(cls, view: HuntView) -> Self:
        """All that counts of what everybody sees.

        Raises:
            ValueError: nobody is to act.
        """
        if view.to_act is None:
            raise ValueError("the match is over")
        people = [view.characters[seat] for seat in view.order]
        suits = [clue.suit for clue in view.clues]
        return cls(
            cards=[kind(card) for card in view.unseen],
            clues=[suits.count(lane) for lane in LANES],
            spades=[len(who.cards) for who in people[2:]],
            files=[[sum(clue.suit is lane for clue in who.file) for lane in LANES] for who in people[2:]],
            pistols=[len(who.pistols) for who in people],
            masks=[(who.worn is not None) + len(who.reserve) for who in people],
            hits=[who.hits for who in people],
            alive=[who.fate is None for who in people],
            lane=LANES.index(view.lane),
            at=view.order.index(view.to_act),
            changed=view.lane_changed,
            passes=view.passes,
            no_draws=view.no_draws,
        )

    def copy(self) -> Numbers:
        """One to play on with."""
        return Numbers(
            self.cards[:],
            self.clues[:],
            self.spades[:],
            [file[:] for file in self.files],
            self.pistols[:],
            self.masks[:],
            self.hits[:],
            self.alive[:],
            self.lane,
            self.at,
            self.changed,
            self.passes,
            self.no_draws,
        )

    def state(self) -> Hashable:
        """All that a draw by a detective or a shot may change, but lane and turn."""
        people = (*self.pistols, *self.masks, *self.hits, *self.alive)
        return (people, *self.clues, *self.spades, *self.cards)

    def key(self) -> Hashable:
        """The same with lane and turn."""
        return (self.state(), self.lane, self.at, self.changed, self.passes)

    def end(self) -> Side | None:
        """Who has won, if somebody has (HU-12, HU-13)."""
        alive = self.alive
        if not (alive[2] or alive[3] or alive[4]):
            return Side.DETECTIVES
        if not (alive[0] or alive[1]) or FINISH in self.spades:
            return Side.CRIMINALS
        if self.cards or self.passes < sum(alive):
            return None
        if not self.no_draws:
            return Side.DRAW
        return Side.DETECTIVES if 3 - sum(alive[2:]) > 2 - sum(alive[:2]) else Side.CRIMINALS

    def apart(self, lane: int) -> int:
        """How many cells the pair has before it to the criminal of a lane, if it stands there; negative: it is past."""
        return FINISH - self.spades[lane] - self.clues[lane]

    def ways(self) -> list[int]:
        """The lanes the figure to act may move the pair to (HU-4)."""
        if self.at >= 2 or self.changed:
            return []
        return [lane for lane in (0, 1, 2) if self.alive[2 + lane] and lane != self.lane]

    def targets(self) -> list[int]:
        """Whom the figure to act may shoot at (HU-10)."""
        return self.within_reach(self.at, self.lane)

    def within_reach(self, by: int, lane: int) -> list[int]:
        """Whom a figure might shoot at with the pair on a lane (HU-10)."""
        here = 2 + lane
        if not self.pistols[by] or (by >= 2 and by != here):
            return []
        apart = self.apart(lane)
        if not -1 <= apart <= 1:
            return []
        alive, masks = self.alive, self.masks
        return [who for who in ((here,) if by < 2 else (0, 1)) if alive[who] and not (apart and masks[who])]

    def choices(self) -> list[Choice]:
        """Of the figure to act; a draw from any source is one."""
        ways: list[Choice] = [("lane", lane) for lane in self.ways()]
        shots: list[Choice] = [("shoot", target) for target in self.targets()]
        return [*ways, *shots, ("draw" if self.cards else "pass", 0)]

    def after(self, choice: Choice) -> Iterator[tuple[float, Numbers]]:
        """What a choice may lead to, each with its chance. After a lane change it is still his turn, if he can do
        anything else.
        """
        verb, what = choice
        match verb:
            case "draw":
                for drawn in dict.fromkeys(self.cards):
                    after = self.copy()
                    after.cards.remove(drawn)
                    after.draw(drawn)
                    after.next()
                    yield self.cards.count(drawn) / len(self.cards), after
            case "shoot":
                duel = self.pistols[what] > 0
                for by, target in ((self.at, what), (what, self.at)) if duel else ((self.at, what),):
                    after = self.copy()
                    after.fire(by, target)
                    after.next()
                    yield 0.5 if duel else 1.0, after
            case "lane":
                after = self.copy()
                after.go(what)
                if not after.cards and not after.targets():
                    after.pass_()
                yield 1.0, after
            case _:
                after = self.copy()
                after.pass_()
                yield 1.0, after

    def go(self, lane: int) -> None:
        """The detective to act changes the lane (HU-4)."""
        self.lane, self.changed = lane, True
        self._meet()

    def draw(self, kind: int) -> None:
        """The figure to act has drawn a card, which is no longer among those to be drawn (HU-5 to HU-7)."""
        at = self.at
        if kind == PISTOL:
            self.pistols[at] += 1
        elif kind == MASK:
            self.masks[at] += 1
        elif at < 2:
            if kind < SPADES and self.alive[2 + kind]:
                if kind != self.lane:
                    self.lane = kind
                    self._meet()
                self.clues[kind] += 1
                if self.clues[kind] < FINISH:
                    self._meet()
                else:
                    self._arrests()
        elif kind == SPADES:
            self.spades[at - 2] += 1
            if at == 2 + self.lane:
                self._meet()
        else:
            self.files[at - 2][kind] += 1

    def fire(self, by: int, target: int) -> None:
        """One fires at another with all his pistols (HU-10, HU-11)."""
        self.passes = 0
        self.hits[target] += self.pistols[by]
        if self.masks[target]:
            self.masks[target] -= 1
        if self.hits[target] >= DEADLY:
            self._leave(target)
            self._close()

    def pass_(self) -> None:
        """The figure to act passes (HU-13)."""
        self.passes += 1
        self.next()

    def next(self) -> None:
        """The turn goes to the next in play, or the next who can shoot once nothing is left to draw (HU-3, HU-13)."""
        self.changed = False
        self.at = self.following()
        while not self.cards and self.end() is None and not self._can_shoot():
            self.passes += 1
            self.at = self.following()

    def following(self) -> int:
        """Who of those in play is next in the order."""
        at = (self.at + 1) % 5
        while not self.alive[at] and any(self.alive):
            at = (at + 1) % 5
        return at

    def _can_shoot(self) -> bool:
        """At once or after a lane change (HU-13)."""
        at = self.at
        return self.pistols[at] > 0 and any(self.within_reach(at, lane) for lane in (self.lane, *self.ways()))

    def _meet(self) -> None:
        """HU-8."""
        lane = self.lane
        if self.apart(lane) == 0 and self.alive[2 + lane]:
            for who in (0, 1, 2 + lane):
                if self.masks[who]:
                    self.masks[who] -= 1

    def _leave(self, who: int) -> None:
        self.alive[who] = False
        self.pistols[who] = self.masks[who] = 0

    def _arrests(self) -> None:
        """Of everybody about whom there are six clues, files counted (HU-9)."""
        heir = 0 if self.alive[0] else 1
        while known := [lane for lane in (0, 1, 2) if self.alive[2 + lane] and self.clues[lane] >= FINISH]:
            lane = known[0]
            self.pistols[heir] += self.pistols[2 + lane]
            self.masks[heir] += self.masks[2 + lane]
            self._leave(2 + lane)
            for other, clues in enumerate(self.files[lane]):
                self.clues[other] += clues
        self._close()

    def _close(self) -> None:
        """If the criminal of its lane is out, the pair goes where it is furthest (HU-9, HU-11)."""
        lanes = [lane for lane in (0, 1, 2) if self.alive[2 + lane]]
        if lanes and self.lane not in lanes:
            self.lane = max(lanes, key=self.clues.__getitem__)
            self._meet()
