"""Two games with one history: what somebody may not know is exchanged, all he sees now and in the next steps stays."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from core.automatic import clock_move
from core.fair import Fair
from core.game import Game, Move, Seat
from core.record import CLOCK, PERSON
from core.timebomb import Hand
from tests.core.worlds import NOBODYS, WORLDS


@dataclass(frozen=True)
class Step:
    """Something that happens in public: a move, made by a person or by the clock."""

    move: Move
    by: str


def sight(game: Game, seat: Seat | None) -> Any:
    """All that somebody may know."""
    return game.view(seat)


def after(game: Game, seed: bytes, position: int, steps: Sequence[Step]) -> Iterator[Game]:
    """The game before each step and at the end."""
    yield game
    for number, step in enumerate(steps, position):
        seat = game.to_act
        if seat is None or step.move not in game.moves(seat):
            return
        game, _ = game.play(seat, step.move, Fair(seed, number))
        yield game


def script(game: Game, seed: bytes, position: int, chance: random.Random, length: int) -> list[Step]:
    """What happens next: moves that do not end the match, some of them played by the clock."""
    steps: list[Step] = []
    for number in range(position, position + length):
        seat = game.to_act
        if seat is None:
            break
        drawn = clock_move(game, seat, seed, number)
        if chance.random() < 0.4 and game.play(seat, drawn, Fair(seed, number))[0].outcome is None:
            steps.append(Step(drawn, CLOCK))
        else:
            lasting = [m for m in game.moves(seat) if game.play(seat, m, Fair(seed, number))[0].outcome is None]
            if not lasting:
                break
            steps.append(Step(chance.choice(lasting), PERSON))
        game, _ = game.play(seat, steps[-1].move, Fair(seed, number))
    return steps


def other_world(
    game: Game, viewer: Seat | None, seed: bytes, position: int, steps: Sequence[Step], chance: random.Random
) -> Game | None:
    """Another game that the viewer cannot tell from this one, neither now nor while these steps are taken."""
    seen = [sight(one, viewer) for one in after(game, seed, position, steps)]
    for _ in range(600):
        other: Game = exchanged(game, viewer, seed, position, steps, chance)
        if other != game and [sight(one, viewer) for one in after(other, seed, position, steps)] == seen:
            return other
    return None


def exchanged(
    game: Any, viewer: Seat | None, seed: bytes, position: int, steps: Sequence[Step], chance: random.Random
) -> Any:
    """The hidden part exchanged. What the steps will show in public stays where they find it."""
    if type(game) not in NOBODYS:
        return _kept(game, WORLDS[type(game)](game, viewer, chance), viewer, steps)
    last = list(after(game, seed, position, steps))[-1]
    drawn = [len(before) - len(now) for before, now in zip(game.sources, cast(Any, last).sources, strict=True)]
    tops = [source[:n] for source, n in zip(game.sources, drawn, strict=True)]
    rest = tuple(source[n:] for source, n in zip(game.sources, drawn, strict=True))
    mixed = WORLDS[type(game)](replace(game, sources=rest), viewer, chance)
    return replace(game, sources=tuple((*top, *tail) for top, tail in zip(tops, mixed.sources, strict=True)))


def _kept(game: Any, other: Any, viewer: Seat | None, steps: Sequence[Step]) -> Any:
    """The wires that will be cut before the next deal change places with equal ones of what may be exchanged."""
    cuts = [tuple(map(int, step.move.split(" ")[1:])) for step in steps if step.move.startswith("cut ")]
    rows = [list(hand) for hand in other.hands]
    fixed: set[tuple[int, int]] = set()
    for owner, place in cuts[: game.cuts_left]:
        wanted = game.hands[owner][place]
        fixed.add((owner, place))
        fits = [
            (seat, at)
            for seat, row in enumerate(rows)
            for at, wire in enumerate(row)
            if wire == wanted and at not in game.cut[seat] and (seat == viewer) == (owner == viewer)
        ]
        spare = [one for one in fits if one not in fixed or one == (owner, place)]
        if spare and (owner, place) not in spare:
            seat, at = spare[0]
            rows[owner][place], rows[seat][at] = rows[seat][at], rows[owner][place]
    hands = tuple(map(tuple, rows))
    return replace(other, hands=hands, dealt=(*other.dealt[:-1], tuple(map(Hand.of, hands))))
