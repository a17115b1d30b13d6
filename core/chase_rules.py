"""How the Hunt and the Race are played, as far as they are alike. The law stands in ``core.chase``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil
from typing import Any, NoReturn, Self

from core.chase import DEADLY, DECK, SOURCES, Card, Character, ChaseView, Did, Fact, Fate, Rank, Shot, Source, aim
from core.fair import Fair
from core.game import Ended, Event, IllegalClaim, MatchOver, Move, Options, Outcome, Seat


@dataclass(frozen=True)
class Chase:
    """A match of the Hunt or of the Race, as far as they are alike."""

    options: Options
    order: tuple[Seat, ...]
    """The seats in the order of turns."""
    characters: tuple[Character, ...]
    """By seat."""
    sources: tuple[tuple[Card, ...], ...]
    """In the order of ``SOURCES``; the first card of each is its top (HU-1)."""
    on_turn: Seat
    round: int = 1
    turn: int = 1
    discards: tuple[Card, ...] = ()
    """Oldest first."""
    history: tuple[Fact, ...] = ()
    """All that happened, oldest first."""
    outcome: Outcome | None = None

    @classmethod
    def recall(cls, seat: Seat, round_: int, text: str) -> NoReturn:  # noqa: ARG003 - the contract's signature
        """Nothing can be claimed: everything is open.

        Raises:
            IllegalClaim: always.
        """
        raise IllegalClaim

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.characters)

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is, while the match goes on."""
        return None if self.outcome else self.on_turn

    @property
    def dry(self) -> bool:
        """All sources are empty."""
        return not any(self.sources)

    def claim(self, seat: Seat, text: str) -> NoReturn:
        """Nothing can be claimed: everything is open.

        Raises:
            MatchOver, IllegalClaim: always one of them.
        """
        raise MatchOver if self.outcome else IllegalClaim

    def in_play(self, seat: Seat) -> bool:
        """He is neither dead nor arrested."""
        return self.characters[seat].fate is None

    @property
    def out(self) -> tuple[Seat, ...]:
        """The dead and the arrested (HU-3, RA-8)."""
        return tuple(seat for seat in range(self.seats) if not self.in_play(seat))

    def shots(self, seat: Seat) -> tuple[Shot, ...]:
        """What the seat could shoot at if it were its turn, by target."""
        shooter = self.characters[seat]
        if not shooter.pistols:
            return ()
        shots = (aim(shooter, self.characters[target], target) for target in self._targets(seat))
        return tuple(shot for shot in shots if shot)

    def view(self, seat: Seat | None) -> ChaseView:
        """Everything but the order of the sources."""
        hidden = {card for source in self.sources for card in source}
        return ChaseView(
            seat=seat,
            seats=self.seats,
            round=self.round,
            turn=self.turn,
            to_act=self.to_act,
            outcome=self.outcome,
            order=self.order,
            characters=self.characters,
            left=tuple(map(len, self.sources)),
            unseen=tuple(card for card in DECK if card in hidden),
            discards=self.discards,
            shots=() if self.outcome else self.shots(self.on_turn),
            history=self.history,
        )

    def _targets(self, seat: Seat) -> Iterable[Seat]:
        """Whom he may shoot at if they are near enough, by seat."""
        raise NotImplementedError

    def _draws(self) -> tuple[Move, ...]:
        return tuple(f"draw {source}" for source, cards in zip(SOURCES, self.sources, strict=True) if cards)

    def _take(self, source: Source) -> tuple[Self, Card]:
        """The top card of a source, and the game without it."""
        at = SOURCES.index(source)
        card, *rest = self.sources[at]
        return replace(self, sources=(*self.sources[:at], tuple(rest), *self.sources[at + 1 :])), card

    def _note(self, did: Did, seat: Seat, **fields: Any) -> Self:
        return replace(self, history=(*self.history, Fact(None, self.turn, did, seat, **fields)))

    def _with(self, seat: Seat, **changes: Any) -> Self:
        character = replace(self.characters[seat], **changes)
        return replace(self, characters=(*self.characters[:seat], character, *self.characters[seat + 1 :]))

    def _discard(self, *cards: Card) -> Self:
        return replace(self, discards=(*self.discards, *cards))

    def _gain(self, seat: Seat, card: Card, **origin: Any) -> Self:
        """A pistol; or a mask, worn if he wears none, else in reserve (HU-5, HU-6, RA-4)."""
        who = self.characters[seat]
        if card.rank is Rank.ACE:
            return self._with(seat, pistols=(*who.pistols, card))._note(Did.ARMED, seat, card=card, **origin)
        if who.worn is None:
            return self._with(seat, worn=card)._note(Did.MASKED, seat, card=card, **origin)
        return self._with(seat, reserve=(*who.reserve, card))._note(Did.RESERVED, seat, card=card, **origin)

    def _unmask(self, seat: Seat, by: Seat | None = None) -> Self:
        """He loses the mask he wears, if he wears one; the newest in reserve is put on (HU-6)."""
        who = self.characters[seat]
        if who.worn is None:
            return self
        after = self._with(seat, worn=None)._discard(who.worn)._note(Did.UNMASKED, seat, card=who.worn, other=by)
        if not who.reserve:
            return after
        *kept, newest = who.reserve
        return after._with(seat, worn=newest, reserve=tuple(kept))._note(Did.MASKED, seat, card=newest)

    def _shoot(self, shooter: Seat, target: Seat, chance: Fair) -> Self:
        """An armed target makes it a duel: even, the shooter fires, odd, the target (HU-10)."""
        if not self.characters[target].pistols:
            return self._fire(shooter, target)
        rolled = chance.die()
        after = self._note(Did.ROLLED, shooter, other=target, rolled=rolled)
        return after._fire(target, shooter) if rolled % 2 else after._fire(shooter, target)

    def _fire(self, by: Seat, at: Seat) -> Self:
        """With all his pistols. Whoever is fired at loses his worn mask; three hits kill (HU-10, HU-11)."""
        hits = len(self.characters[by].pistols)
        total = self.characters[at].hits + hits
        after = self._with(at, hits=total)._note(Did.FIRED, by, other=at, hits=hits)._unmask(at, by)
        return after._die(at, by) if total >= DEADLY else after

    def _die(self, seat: Seat, by: Seat) -> Self:
        """All he has goes to the discards (HU-11, RA-8)."""
        return self._strip(seat, Fate.DEAD)._discard(*belongings(self.characters[seat]))._note(Did.DIED, seat, other=by)

    def _strip(self, seat: Seat, fate: Fate) -> Self:
        """He is out, and nothing lies before him any more."""
        return self._with(seat, fate=fate, pistols=(), worn=None, reserve=(), cards=(), file=())

    def _pass_on(self) -> Self:
        """The turn goes to the next in the order who is in play (HU-3, RA-3)."""
        at = self.order.index(self.on_turn)
        following = (*self.order[at + 1 :], *self.order[: at + 1])
        return replace(self, on_turn=next(filter(self.in_play, following)), turn=self.turn + 1)

    def _won(self, winners: Iterable[Seat], side: str, reason: str) -> Self:
        return replace(self, outcome=Outcome(tuple(sorted(winners)), side, reason))

    def _since(self, before: Self) -> tuple[Self, tuple[Event, ...]]:
        """What ``play`` answers: this game, and what happened since the one before."""
        happened = self.history[len(before.history) :]
        return self, (*happened, Ended(None, self.outcome)) if self.outcome else happened


def belongings(character: Character) -> tuple[Card, ...]:
    """The cards that lie before somebody besides his figure; masks with the worn one first."""
    worn = () if character.worn is None else (character.worn,)
    return (*character.pistols, *worn, *character.reserve, *character.cards, *character.file)


def lay_sources(cards: Sequence[Card], chance: Fair) -> tuple[tuple[Card, ...], ...]:
    """The cards shuffled into three sources in blocks, as equal as possible, larger first (HU-1, RA-1)."""
    shuffled = chance.shuffle(cards)
    ends = [ceil(len(cards) * n / len(SOURCES)) for n in range(len(SOURCES) + 1)]
    return tuple(shuffled[start:end] for start, end in pairwise(ends))
