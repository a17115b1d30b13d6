"""A match as a file, and checking one: everything is computed again from the secret that was published at its end.

Needs no database, no token and no network. What a file looks like is the class ``Export``; places in it are written as
``plays[3].move``.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.catalog import CATALOG, RULES_VERSION
from core.fair import SECRET_BYTES
from core.game import Outcome
from core.record import CLOCK, COMPUTER, PERSON, Different, Moved, Record, Said, replay
from tgbot.store.snapshot import Unloadable, dump_game, dump_options, load_options

Count = Annotated[int, Field(ge=0)]
_MOST = 20_000
"""Entries of a list, more than any match has."""


class Unreadable(Exception):
    """The text is no export of a match that this program can check. The text says why, in a sentence."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SeatOf(_Part):
    """Who sat in a seat. ``computer``: from the start."""

    name: str
    computer: bool


class PlayOf(_Part):
    """A move, made from a position."""

    position: Count
    seat: Count
    move: str
    by: Literal["person", "clock", "computer"]


class ClaimOf(_Part):
    """A claim, and the position of the match when it was made."""

    position: Count
    seat: Count
    round: Count
    text: str


class OutcomeOf(_Part):
    """The end of a match, in words of its game."""

    winners: list[Count]
    side: str
    reason: str


class Export(_Part):
    """A match that is over. ``table``: the game as the bot had it at the end, null when it was never dealt."""

    format: Literal["bigben match 1"] = "bigben match 1"
    rules: int
    rules_since: Count = 0
    """The position from which on it was played by these rules, and before by older ones; 0: all of it was."""
    match: Count
    game: str
    ended: Literal["finished", "cancelled"]
    options: dict[str, Any]
    seats: Annotated[list[SeatOf], Field(max_length=100)]
    joins: Annotated[list[str], Field(max_length=_MOST)]
    commitment: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    secret: Annotated[str, Field(pattern=rf"^[0-9a-f]{{{2 * SECRET_BYTES}}}$")]
    plays: Annotated[list[PlayOf], Field(max_length=_MOST)]
    claims: Annotated[list[ClaimOf], Field(max_length=_MOST)]
    outcome: OutcomeOf | None
    table: dict[str, Any] | None

    def text(self) -> str:
        """The file."""
        return json.dumps(self.model_dump(), ensure_ascii=False, indent=1) + "\n"


@dataclass(frozen=True)
class Checked:
    """What the check of a file found. ``different`` None: everything agrees. ``moves``: how many were made by whom."""

    export: Export
    different: Different | None
    moves: Counter[str]


@lru_cache(maxsize=16)
def check(text: str) -> Checked:
    """Computes a match again from its file, and compares.

    Raises:
        Unreadable: it is no such file.
    """
    export = _read(text)
    record = _record(export)
    moves: Counter[str] = Counter(play.by for play in export.plays)
    try:
        game = replay(record)
        _compare("table", export.table, None if game is None else json.loads(dump_game(game)))
        if export.ended == "finished" and record.outcome is None:
            raise Different("ended", export.ended, "cancelled")
        if export.ended == "cancelled" and record.outcome is not None:
            raise Different("ended", export.ended, "finished")
    except Different as different:
        return Checked(export, different, moves)
    return Checked(export, None, moves)


def _read(text: str) -> Export:
    try:
        export = Export.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"]).lstrip(".")
        raise Unreadable(f"This is no export of a match{f', see {where}' if where else ''}: {first['msg']}.") from None
    if export.game not in CATALOG:
        raise Unreadable(f"This version of Big Ben knows no game {export.game!r}.")
    if export.rules_since:
        raise Unreadable(
            f"The match was begun by older rules, and by version {export.rules} of them only from move "
            f"{export.rules_since} on: no version of Big Ben can compute all of it again."
        )
    if export.rules != RULES_VERSION:
        raise Unreadable(
            f"The match was played by version {export.rules} of the rules, this Big Ben plays by version "
            f"{RULES_VERSION}: take the version of Big Ben it was played with."
        )
    return export


def _record(export: Export) -> Record:
    try:
        options = load_options(export.game, export.options)
    except Unloadable:
        options = None
    if options is None or _sorted(dump_options(options)) != _sorted(export.options):
        raise Unreadable(f"These are no options of the game {export.game!r}.")
    end = export.outcome
    return Record(
        kind=export.game,
        options=options,
        computers=tuple(seat.computer for seat in export.seats),
        joins=tuple(export.joins),
        commitment=export.commitment,
        secret=bytes.fromhex(export.secret),
        dealt=export.table is not None,
        plays=tuple(Moved(play.position, play.seat, play.move, play.by) for play in export.plays),
        claims=tuple(Said(said.position, said.seat, said.round, said.text) for said in export.claims),
        outcome=Outcome(tuple(end.winners), end.side, end.reason) if end else None,
    )


def _sorted(value: dict[str, Any]) -> str:
    """As JSON, in which 1 is not true."""
    return json.dumps(value, sort_keys=True)


def _compare(place: str, said: Any, computed: Any) -> None:
    """Whether two JSON values are equal; where they first differ is said.

    Raises:
        Different
    """
    if isinstance(said, dict) and isinstance(computed, dict) and said.keys() == computed.keys():
        for name in computed:
            _compare(f"{place}.{name}", said[name], computed[name])
    elif isinstance(said, list) and isinstance(computed, list) and len(said) == len(computed):
        for number, (one, other) in enumerate(zip(said, computed, strict=True)):
            _compare(f"{place}[{number}]", one, other)
    elif type(said) is not type(computed) or said != computed:
        raise Different(place, said, computed)


def told(checked: Checked) -> str:
    """What the check of a file found, in words for the terminal."""
    export, different = checked.export, checked.different
    head = f"Match {export.match}: {export.game}, {len(export.seats)} seats, {export.ended}."
    if different is not None:
        return "\n".join(
            (
                head,
                "",
                f"This file does NOT agree with itself. The first difference is at {different.place}:",
                f"  the file says  {different.said}",
                f"  computed       {different.computed}",
                "Either the file was changed, or the match was not played by the published secret.",
            )
        )
    return "\n".join((head, "", "Everything agrees.", *_proved(checked), "", *_UNPROVED))


def _proved(checked: Checked) -> list[str]:
    export, by = checked.export, checked.moves
    lines = [
        f"- The secret belongs to the SHA-256 {export.commitment}:",
        "  compare it with the number that the lobby showed before anybody joined.",
        f"- The seed follows from the secret and the joins ({len(export.joins)}).",
    ]
    if export.table is None:
        return [*lines, "- Nothing was dealt: the match was called off before it began."]
    ended = "it was called off" if export.outcome is None else f"{export.outcome.side} won ({export.outcome.reason})"
    return [
        *lines,
        "- Every deal, die and draw follows from the seed; so does the table at the end, card by card.",
        f"- Every move ({len(export.plays)}) was allowed. People made {by[PERSON]}, the clock {by[CLOCK]},",
        f"  the computer {by[COMPUTER]}: those of the clock and the computer are the ones the seed draws.",
        f"- The match ended as the rules say: {ended}.",
    ]


_UNPROVED = (
    "What no file can prove:",
    "- that whoever runs the bot did not look at the secret or the cards: play with an operator you trust;",
    "- that the joins bear the numbers Telegram gave: an operator who knows the secret could make them up;",
    "- that people made the moves and claims marked as theirs, and none of those marked as the clock's or the",
    "  computer's: everybody knows his own;",
    "- that a match called off was called off then;",
    "- that the names are right. They, the number of the match and what people said decide nothing.",
)
