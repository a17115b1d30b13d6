"""Running matches of six in groups of their own, and the legal presses that play them to their end.

Nobody has started the bot privately, so only the group's board is shown. Everybody has claimed something. Every other
group, the first one among them, wants pictures; they are drawn where the bot draws.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import repeat
from pathlib import Path
from typing import Any

from sqlmodel import col, select

from bench.rig.botapi import Json
from bench.rig.databases import address
from core.catalog import RULES_VERSION
from core.fair import SECRET_BYTES, Fair, commitment, seed_of
from core.game import Move, Options
from core.timebomb import TimeBomb
from tgbot import button, table, timing
from tgbot.facts import SLOW
from tgbot.store import Session, Store, queries
from tgbot.store.migrate import migrate
from tgbot.store.snapshot import dump_options, load_game
from tgbot.store.tables import Chat, ChatPerson, ClaimMade, Match, Person, Surface

PLAYERS = 6
_NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")


@dataclass(frozen=True)
class Press:
    """A button somebody presses. ``deals``: a new round and with it a new board follows."""

    user: Json
    data: str
    deals: bool = False


@dataclass
class Group:
    """A chat in which presses are made, one after the other. ``match`` 0: of the peer, who plays nothing."""

    chat: Json
    presses: Iterator[Press]
    match: int = 0
    pressed: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.next = next(self.presses, None)

    def take(self) -> Press:
        """The next press; there must be one."""
        assert self.next is not None
        taken, self.next = self.next, next(self.presses, None)
        self.pressed += 1
        return taken


def prepare(database: Path, groups: int, seed: int) -> list[Group]:
    """Makes the database with a running match in each of so many groups."""
    chance = random.Random(seed)
    url = address(database)
    migrate(url)
    store = Store(url)
    try:
        with store.writing() as session:
            return [_group(session, number, chance) for number in range(1, groups + 1)]
    finally:
        store.close()


def peers(groups: int) -> list[Group]:
    """Groups of the peer, in which the same button is pressed for ever."""
    return [Group(_chat(number), repeat(Press(_user(number), "1:1:!cut 0 1"))) for number in range(1, groups + 1)]


def wrong(database: Path, groups: Sequence[Group]) -> int:
    """How many matches are not where the presses have brought them, or are shown as they are not."""
    store = Store(address(database))
    try:
        with store.reading() as session:
            stored = {match.id: match for match in session.exec(select(Match).order_by(col(Match.id))).all()}
    finally:
        store.close()
    at = {group.match: stored[group.match] for group in groups}
    return sum(
        (at[group.match].revision, at[group.match].delivered) != (_FIRST + group.pressed,) * 2 for group in groups
    )


_FIRST = 2
"""The revision of a match just begun: every press of these matches raises it by one."""


def _group(session: Session, number: int, chance: random.Random) -> Group:
    now = datetime.now(UTC)
    users = [_user(number * PLAYERS + seat) for seat in range(PLAYERS)]
    chat = _chat(number)
    session.add(Chat(id=chat["id"], title=chat["title"], pictures=bool(number % 2)))
    session.add_all(Person(id=user["id"], name=user["first_name"], client_language="en") for user in users)
    session.flush()
    session.add_all(ChatPerson(chat_id=chat["id"], person_id=user["id"], seen_at=now) for user in users)
    match = _match(chat["id"], users, chance.randbytes(SECRET_BYTES), now)
    session.add(match)
    session.flush()
    for seat, user in enumerate(users):
        queries.add_seat(session, match.id, seat, user["id"], user["first_name"])
    table.begin(session, match, queries.seats_of(session, match.id), now)
    timing.wake(match, now + timedelta(days=1))
    match.delivered = match.revision
    assert match.revision == _FIRST
    session.add_all(
        ClaimMade(match_id=match.id, seat=seat, round=1, text=f"claim {seat % 3}", at=now) for seat in range(PLAYERS)
    )
    session.add(
        Surface(
            match_id=match.id,
            which="board",
            chat_id=chat["id"],
            message_id=1,
            epoch="1.0",
            digest="",
            revision=_FIRST,
        )
    )
    session.flush()
    game: Any = load_game(match.kind, match.state or "")
    moves = _moves(game, seed_of(match.secret, match.joins), chance)
    return Group(chat, _presses(match.id, users, moves), match.id)


def _match(chat_id: int, users: list[Json], secret: bytes, now: datetime) -> Match:
    return Match(
        chat_id=chat_id,
        kind="timebomb",
        options=dump_options(Options()),
        secret=secret,
        commitment=commitment(secret),
        joins=[f"callback {user['id']}" for user in users],
        token=secret.hex()[:22],
        rules_version=RULES_VERSION,
        host_id=users[0]["id"],
        host_pressed_at=now,
        clock=SLOW - 1,  # quick, and yet no clock runs out while it waits for its turn to be pressed
        made_from=f"message {chat_id} 1",
        created_at=now,
    )


def _moves(game: TimeBomb, seed: bytes, chance: random.Random) -> Iterator[tuple[int, Move, bool]]:
    """Who makes which move from the first position on, and whether a new round follows. No move ends the match while
    another one would not, and the last one is left out.
    """
    position = 1
    while game.to_act is not None:
        seat = game.to_act
        moves = list(game.moves(seat))
        chance.shuffle(moves)
        tried = ((move, game.play(seat, move, Fair(seed, position))[0]) for move in moves)
        found = next(((move, after) for move, after in tried if after.outcome is None), None)
        if found is None:
            return
        move, after = found
        yield seat, move, after.round != game.round
        game, position = after, position + 1


def _presses(match: int, users: list[Json], moves: Iterator[tuple[int, Move, bool]]) -> Iterator[Press]:
    for position, (seat, move, deals) in enumerate(moves, start=1):
        owner = move.split(" ")[1]
        yield Press(users[seat], button.verb(match, position, f"point {owner}"))
        yield Press(users[seat], button.move(match, position, move), deals)


def _chat(number: int) -> Json:
    return {"id": -1_002_000_000_000 - number, "type": "supergroup", "title": f"Friday night {number}"}


def _user(number: int) -> Json:
    name = _NAMES[number % PLAYERS]
    return {"id": 5_000_000_000 + number, "is_bot": False, "first_name": name, "language_code": "en"}
