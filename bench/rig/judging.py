"""Whether what is left of matches is what people were told, and what stands in their chats is what it should be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from bench.rig.crowd import Crowd, Pressed
from core.catalog import CATALOG
from core.fair import Fair, seed_of
from core.game import Game
from tests.bot.processes import Sim
from tests.bot.records import Records, Row
from tgbot.store import Store, queries
from tgbot.store.snapshot import load_game, load_options
from tgbot.store.tables import Match

_REMINDERS = ("🔔", "⏰")
_BUTTON = re.compile(r"(\d+):(\d+):")


def matches(records: Records) -> list[Row]:
    """All of them, oldest first."""
    return records.rows("SELECT * FROM match ORDER BY id")


def behind(records: Records) -> list[int]:
    """Those that do not stand at Telegram as they are."""
    return [row["id"] for row in records.rows("SELECT id FROM match WHERE delivered <> revision ORDER BY id")]


def lost(records: Records, crowds: Sequence[Crowd]) -> Iterator[str]:
    """Moves that were acknowledged and are not there, are there without having been made, or twice."""
    plays = {(play["match_id"], play["position"]): play for play in records.rows("SELECT * FROM play")}
    tried = [one for crowd in crowds for one in crowd.pressed]
    for one in tried:
        play = plays.get((one.match, one.position))
        if one.acknowledged and (play is None or (play["move"], play["by"]) != (one.move, "person")):
            yield f"match {one.match}: {one.move!r} at {one.position} was acknowledged with {one.told!r}, but {play}"
    made = {key(one) for one in tried}
    for (match, position), play in plays.items():
        if play["by"] == "person" and (match, position, play["move"]) not in made:
            yield f"match {match}: nobody made {play['move']!r} at {position}"
    told = Counter((match, position) for match, position, _ in {key(one) for one in tried if one.acknowledged})
    yield from (f"match {match}: two moves at {position}" for (match, position), n in told.items() if n > 1)


def key(pressed: Pressed) -> tuple[int, int, str]:
    """The move, whoever made it."""
    return pressed.match, pressed.position, pressed.move


def wrong(records: Records) -> list[str]:
    """Matches whose moves do not lead to where they are, each computed again from its seed on."""
    store = Store(records.url)
    try:
        with store.reading() as session:
            rows = [queries.match_of(session, match["id"]) for match in matches(records)]
            return [fault for row in rows if row.state is not None for fault in _wrong(records, row, row.state)]
    finally:
        store.close()


def _wrong(records: Records, row: Match, state: str) -> Iterator[str]:
    plays = records.plays(row.id)
    if [play["position"] for play in plays] != list(range(1, len(plays) + 1)):
        yield f"match {row.id}: its moves are at {[play['position'] for play in plays]}"
        return
    seed, options = seed_of(row.secret, row.joins), load_options(row.kind, row.options)
    game: Game = CATALOG[row.kind].game.deal(len(records.seats(row.id)), options, Fair(seed, 0))
    for play in plays:
        game, _ = game.play(play["seat"], play["move"], Fair(seed, play["position"]))
    if game != load_game(row.kind, state):
        yield f"match {row.id}: its moves lead elsewhere"


def answered_twice(sim: Sim) -> list[str]:
    """Presses that were answered more than once (C09)."""
    counts = Counter(event["query_id"] for event in sim.get("answers"))
    return [f"press {query}: answered {n} times" for query, n in counts.items() if n > 1]


def reminders(sim: Sim, crowds: Sequence[Crowd]) -> Counter[tuple[int, str, str]]:
    """How often each reminder came: by chat, stage and turn."""
    found = Counter[tuple[int, str, str]]()
    for chat in (chat for crowd in crowds for chat in (crowd.group, *crowd.people)):
        sent = [event["message"] for event in sim.get(f"chats/{chat}/transcript") if event["kind"] == "sent"]
        found.update((chat, *stage) for stage in map(_stage, sent) if stage)
    return found


def _stage(message: dict[str, Any]) -> tuple[str, str] | None:
    """Which reminder a message is, and of which turn of which match."""
    text = str(message.get("text", message.get("caption", "")))
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    data = [one.get("callback_data", "") for row in rows for one in row]
    turn = next((found[0] for found in map(_BUTTON.match, data) if found), "")
    return (text[:1], turn) if text[:1] in _REMINDERS and turn and message["from"]["is_bot"] else None


def happened(sim: Sim, since: int, chats: set[int]) -> list[str]:
    """What the bot has done in these chats after an event."""
    kinds = ("sent", "edited", "deleted", "pinned")
    events = sim.get("events", after=since)["events"]
    return [
        f"chat {event['chat_id']}: {event['kind']} {str(event.get('message', ''))[:300]}"
        for event in events
        if event["kind"] in kinds and event["chat_id"] in chats
    ]
