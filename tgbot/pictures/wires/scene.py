"""What a picture of a table with wires shows: views and facts in, values out. Nothing else reaches the drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.game import Seat
from core.timebomb import Reason, Role, TimeBombView, Wire
from tgbot.facts import MatchFacts
from tgbot.pictures.dial import START
from tgbot.pictures.people import names
from tgbot.screens.match import running
from tgbot.words import Words


@dataclass(frozen=True)
class Said:
    """One thing a player says of his hand: how many of a kind; without a number whether he has it."""

    wire: Wire
    number: int | None = None
    denied: bool = False


@dataclass(frozen=True)
class SeatShown:
    """A seat. ``row``: by place what was cut, None while face down. ``laid``: at the end what lies there.

    ``newest``: the place of the last cut, if it was here. ``earlier``: what was cut from here in rounds before.
    ``drawn``: the next cut has to be made here (EV-18). ``role`` and ``won``: at the end.
    """

    name: str
    row: tuple[Wire | None, ...]
    laid: tuple[Wire, ...]
    newest: int | None
    earlier: tuple[Wire, ...]
    said: tuple[Said, ...]
    holder: bool
    acting: bool
    away: bool
    drawn: bool
    role: Role | None
    won: bool


@dataclass(frozen=True)
class BombShown:
    """A colour of bombs: how many are out, at how many it explodes, whether it is defused, may be chosen now, explodes
    with the next one, has exploded.
    """

    colour: Wire
    revealed: int
    limit: int
    defused: bool
    offered: bool
    critical: bool
    exploded: bool


@dataclass(frozen=True)
class TableShown:
    """The table. ``time``: hour and minute on the clock. ``side``: who has won."""

    title: str
    subtitle: str
    live: bool
    time: tuple[int, int]
    side: Role | None
    boom: bool
    found: int
    needed: int
    cuts_left: int
    cuts: int
    seats: tuple[SeatShown, ...]
    bombs: tuple[BombShown, ...] = ()


def table(
    facts: MatchFacts,
    view: TimeBombView,
    say: Words,
    title: str,
    said: Mapping[Seat, tuple[Said, ...]],
    bombs: Sequence[BombShown] = (),
    drawn: Seat | None = None,
) -> TableShown:
    """What everybody may see of a match, whoever looks. ``title``: the game's. ``said``: this round's newest claims."""
    live = running(facts, view)
    return TableShown(
        title=title,
        subtitle=say.plain("Round {round} of {rounds}", round=view.round, rounds=4),
        live=live,
        time=clock(view),
        side=None,
        boom=False,
        found=view.found,
        needed=view.needed,
        cuts_left=view.cuts_left,
        cuts=cuts(view),
        seats=tuple(
            SeatShown(
                name=name,
                row=view.rows[seat],
                laid=(),
                newest=_newest(view, seat),
                earlier=earlier(view, seat),
                said=said.get(seat, ()),
                holder=live and view.holder == seat,
                acting=live and view.to_act == seat,
                away=facts.seats[seat].left or facts.seats[seat].absent,
                drawn=live and drawn == seat,
                role=None,
                won=False,
            )
            for seat, name in enumerate(names(facts, say))
        ),
        bombs=tuple(bombs),
    )


def ended(scene: TableShown, view: TimeBombView, title: str, subtitle: str) -> TableShown:
    """The table at the end of the match, with everything shown (TB-13); as it is when there was no end."""
    if view.outcome is None or view.roles is None or view.laid is None:
        return replace(scene, title=title, subtitle=subtitle)
    side = Role(view.outcome.side)
    seats = zip(scene.seats, view.roles, view.laid, strict=True)
    return replace(
        scene,
        title=title,
        subtitle=subtitle,
        side=side,
        boom=side is Role.MORIARTY and view.outcome.reason != Reason.TIME,
        seats=tuple(replace(seat, role=role, laid=laid, won=role is side) for seat, role, laid in seats),
    )


def cuts(view: TimeBombView) -> int:
    """The cuts of this round, made or not (TB-9, EV-14)."""
    return view.cuts_left + sum(reveal.round == view.round for reveal in view.reveals)


def clock(view: TimeBombView) -> tuple[int, int]:
    """The time on Big Ben: a round is an hour, midnight the end of the fourth."""
    minutes = 60 * (view.round - 1 + START) + (60 * (cuts(view) - view.cuts_left) // cuts(view) if cuts(view) else 60)
    return minutes // 60, minutes % 60


def earlier(view: TimeBombView, seat: Seat) -> tuple[Wire, ...]:
    """What was cut from a seat in rounds before this one (TB-13)."""
    return tuple(reveal.wire for reveal in view.reveals if reveal.owner == seat and reveal.round < view.round)


def _newest(view: TimeBombView, seat: Seat) -> int | None:
    last = view.reveals[-1] if view.reveals else None
    return last.place if last and (last.owner, last.round) == (seat, view.round) else None
