"""Updates of any shape through the bot's own door: what is written, what is answered, what is logged.

A *town* is made once: a group in the middle of matches of every game, with a lobby, one that waits, one that is over,
and a private table. Each example begins with a copy of it. Whatever an update is, these hold (C09, C12):

- nothing is raised, and nothing is logged as an error;
- a press that can be read is answered once;
- a match moves only by the press of whoever is to act, on the button of this position, with a legal move;
- whoever has nothing to do with a match changes nothing of it; nobody changes one as nobody in person.
"""

from __future__ import annotations

import asyncio
import copy
import logging
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, cast

import structlog
from sqlalchemy import text
from telegram import ChatFullInfo, ChatMember, Update

from core.catalog import CATALOG
from tests.shell import databases
from tests.shell.setting import ANN, BAO, CELINE, DIMA, EVE, GROUP, HUGO, INES, NOON, PEOPLE, PLACE, Scene, fix_secret
from tests.shell.telegram_fake import TelegramFake
from tests.shell.world import PLENTY, InlineStore
from tests.wire.virtual_time import VirtualTimeLoop
from tgbot import ballots, button, choosing, joining, lobby, members
from tgbot.app import lane, make_application, taking
from tgbot.clock import Clock
from tgbot.deadlines import Deadlines
from tgbot.deliver import Deliverer
from tgbot.gate import Gate, Limits
from tgbot.handlers.shell import Shell
from tgbot.lobby import Place
from tgbot.store import Session, queries
from tgbot.store.snapshot import load_game
from tgbot.wire.incoming import read
from tgbot.wire.limiter import Limiter

STRANGERS = (7_000_001, 7_000_002)
"""People who are in no group and have never written."""
BLOCKED = HUGO
"""Kept out of the group's games."""
ADMIN = INES
OTHER_GROUP = -(2**52) + 2
TOPIC = 5
TRUSTED = ("my_chat_member", "chat_member")
"""What Telegram alone can tell."""
SERVICE = ("left_chat_member", "migrate_to_chat_id", "migrate_from_chat_id", "forum_topic_closed")
SERVICE_ = (*SERVICE, "general_forum_topic_hidden", "forum_topic_reopened", "pinned_message")
"""Of messages: service messages, that nobody can write."""


class Telegram(TelegramFake):
    """Knows who is in the group, and counts answers to presses."""

    def __init__(self) -> None:
        super().__init__()
        self.answered: Counter[str] = Counter()

    async def do_api_request(self, endpoint: str, values: dict[str, Any]) -> bool:
        if endpoint.replace("_", "").lower() == "answercallbackquery":
            self.answered[values["callback_query_id"]] += 1
            return True
        return await super().do_api_request(endpoint, values)

    async def answer_inline_query(self, *_: Any, **__: Any) -> bool:
        return True

    async def send_document(self, *_: Any, **__: Any) -> bool:
        return True

    async def get_chat_member(self, chat_id: int, user_id: int, **_: Any) -> ChatMember:
        inside = chat_id in (GROUP, OTHER_GROUP) and user_id in PEOPLE
        admin = user_id == self.id or (inside and user_id == ADMIN)
        status = "administrator" if admin else "member" if inside else "left"
        rights = dict.fromkeys(RIGHTS, True) if admin else {}
        user = {"id": user_id, "is_bot": user_id == self.id, "first_name": "?"}
        return ChatMember.de_json({"status": status, "user": user, **rights}, None)

    async def get_chat(self, chat_id: int, **_: Any) -> ChatFullInfo:
        kind = "private" if chat_id > 0 else "supergroup"
        told = {"id": chat_id, "type": kind, "accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": {}}
        return ChatFullInfo.de_json(told, None)


RIGHTS = (
    "can_be_edited",
    "is_anonymous",
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_send_messages",
)


class Loop(VirtualTimeLoop):
    """What goes into a thread is done at once."""

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Any, *args: Any
    ) -> asyncio.Future[Any]:
        done: asyncio.Future[Any] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


class Still(Clock):
    """Noon, and it stays noon."""

    def now(self) -> datetime:
        return NOON

    def monotonic(self) -> float:
        return 1000.0


@dataclass(frozen=True)
class Town:
    """The database every example begins with, and what an update may name of it."""

    url: str
    matches: tuple[int, ...]
    tokens: tuple[str, ...]
    moves: tuple[str, ...]
    """Legal ones of the running matches."""
    buttons: tuple[tuple[str, int, int], ...]
    """What hangs there or might, with somebody who may press it, perhaps, and the chat where he may."""


@cache
def town(database: str = databases.SQLITE) -> Town:
    """Made once in a process for each kind of database."""
    with databases.using(database):
        scene = Scene(Path(tempfile.mkdtemp(prefix="bigben-fuzz-")))
    matches = tuple(_matches(scene))
    tokens = tuple(f"token-of-match-{match:07}" for match in matches)
    for match, token in zip(matches, tokens, strict=True):
        scene.do(_name, match, token)
    deeds = [deed for match in matches for deed in _deeds(scene, match)]
    deeds += [(button.verb(0, 0, verb), *by) for verb in _ANYWHERE for by in ((ANN, ANN), (ADMIN, GROUP))]
    moves = {data.partition("!")[2] for data, _, _ in deeds} - {""}
    scene.do(members.block, GROUP, BLOCKED, scene.now)
    scene.store.close()
    return Town(scene.store.url, matches, tokens, tuple(sorted(moves)), tuple(deeds))


def _matches(scene: Scene) -> Iterator[int]:
    """Running, being voted on, paused, over, lobbies, a private table, and one of every game."""
    over = scene.running(4)
    scene.play_out(over)
    scene.now = NOON
    asked = scene.running(4)
    scene.do(ballots.ask_end, asked, scene.who(BAO), scene.now)
    paused = scene.running(4, place=Place(GROUP, "Friday night", TOPIC))
    scene.do(ballots.pause, paused, scene.who(ANN), scene.now)
    closed = scene.lobby(2, 1, Place(OTHER_GROUP, "Others"))
    scene.do(joining.set_guests, closed, scene.who(ANN), False, scene.now)
    yield from (over, scene.running(4, 1), asked, paused, closed, _lobby(scene, "evolution", Place(ANN, ""), (ANN,)))
    for kind, entry in CATALOG.items():
        match = _lobby(scene, kind, PLACE, (ANN, BAO, CELINE, DIMA))
        for _ in range(max(0, min(entry.sizes) - 4)):
            scene.do(lobby.add_computer, match, scene.who(ANN), scene.now)
        scene.do(choosing.set_clock, match, scene.who(ANN), 3600, scene.now)
        scene.do(fix_secret, match)
        scene.do(lobby.start, match, scene.who(ANN), scene.now)
        yield match
    yield _lobby(scene, "timebomb", PLACE, (ANN, BAO))


def _deeds(scene: Scene, match: int) -> Iterator[tuple[str, int, int]]:
    row = scene.row(match)
    if row.status == "running":
        game = load_game(row.kind, row.state or "")
        taken = {seat.seat: seat.person_id for seat in scene.facts(match).seats}
        to_act = game.to_act or 0
        for move in game.moves(to_act)[:6]:
            yield button.move(match, row.position, move), taken.get(to_act) or ANN, row.chat_id
    for verb in _LOBBY if row.status == "lobby" else _RUNNING if row.status == "running" else _OVER:
        yield button.verb(match, row.position, verb), ANN, row.chat_id
    yield button.verb(match, row.position, "join"), EVE, row.chat_id


_LOBBY = (
    *("join", "leave", "bot+", "bot-", "start", "cancel", "guests on", "link", "panel options", "panel -"),
    *(
        "clock 7200",
        "daily 600",
        "quiet off",
        "claims on",
        "variant on",
        "when full",
        f"admit {EVE}",
        f"reject {EVE}",
        "kick 1",
    ),
)
_RUNNING = (
    *("hand", "history", "point 1", "unpoint", "aim 1", "unaim", "claim 1", "bomb yes", "hold red 1", "extend", "mute"),
    *("back", "pause", "resume", "stop", "vote yes end", "vote no end", "seat 1", "show", "board", "end yes", "end no"),
    *(f"leave {ANN}", f"leave {BAO}"),
)
_OVER = ("rematch", "history", "verify")
_ANYWHERE = (
    *(f"new {kind}" for kind in CATALOG),
    *("play", "lang vi", "set quiet off", "set from 1320", "set zones", "set lang fr", "set pictures off", "set menu"),
    *(f"forget {ANN}", "forget no", f"next off {GROUP}", f"block {EVE} 0", f"unblock {BLOCKED} 0", f"pick {EVE} 0"),
)


def _name(session: Session, match: int, token: str) -> None:
    """Invites into it by a token that is the same in every run."""
    queries.match_of(session, match).token = token


def _lobby(scene: Scene, kind: str, place: Place, people: Sequence[int]) -> int:
    match = scene.do(lobby.open_lobby, place, scene.who(people[0]), kind, 1000 + scene.said, scene.now).match
    for person in people[1:]:
        scene.do(lobby.join, match, scene.who(person), place.chat_id, scene.now)
    return match


Matches = dict[int, dict[str, Any]]


@dataclass
class Bot:
    """The application on a copy of the town."""

    telegram: Telegram
    scene: Scene
    store: InlineStore
    shell: Shell
    take: Callable[[Update], Any]
    worker: asyncio.Task[None]
    logged: list[Any]
    known: Matches
    """How the matches stand."""
    read: int = 0
    """Updates that could be read."""
    unreadable: int = 0
    changes: int = 0
    """Updates that changed a match."""
    faults: list[str] = field(default_factory=list)

    async def bring(self, raw: dict[str, Any], *, readable: bool) -> None:
        """Telegram brings an update. ``readable``: it is one that Telegram may send."""
        try:
            update = read(raw, cast(Any, self.telegram))
            hash(lane(update))
        except Exception as error:
            self.unreadable += 1
            if readable:
                self.faults.append(f"it cannot be read: {type(error).__name__}: {error}")
            return
        self.read += 1
        before = self.known
        self.telegram.answered.clear()
        try:
            await self.take(update)
        except Exception as error:
            where = traceback.format_tb(error.__traceback__)[-1]
            self.faults.append(f"it raises {type(error).__name__}: {error}, {where}")
        await self.shell.drain(100)
        await self.shell.deliverer.drain(100)
        after = self.known = matches(self.scene)
        self.changes += before != after
        query = update.callback_query
        wanted = Counter() if query is None else Counter([query.id])
        if self.telegram.answered != wanted:
            self.faults.append(f"it is answered {dict(self.telegram.answered)}, not {dict(wanted)}")
        self.faults += [f"match {match}: {fault}" for match, fault in wrong(update, before, after)]
        self.faults += [f"logged: {line}" for line in self.logged]
        self.logged.clear()


def matches(scene: Scene) -> Matches:
    """All that is kept of each match but where it is shown."""
    found: Matches = {}
    with scene.store.reading() as session:
        for row in session.execute(text("SELECT * FROM match")).mappings():
            found[row["id"]] = {**row, "seat": [], "play": [], "claim": [], "vote": [], "ask": []}
        for name in ("seat", "play", "claim", "vote", "ask"):
            for row in session.execute(text(f"SELECT * FROM {name}")).mappings():
                found[row["match_id"]][name].append(dict(row))
    for match in found.values():
        for shown in ("delivered", "revision", "reposted"):
            del match[shown]
        for seat in match["seat"]:
            # Anybody seated may ask for his hand, and where it stands is no part of the match.
            del seat["reposted"], seat["asked"]
    return found


def wrong(update: Update, before: Matches, after: Matches) -> Iterator[tuple[int, str]]:
    """What an update has changed that it must not."""
    message, query = update.effective_message, update.callback_query
    if any(getattr(update, name) for name in TRUSTED):
        return
    if query is None and message is not None and any(getattr(message, name, None) for name in SERVICE_):
        return
    user = update.effective_user
    for_chat = query is None and message is not None and message.sender_chat is not None
    chat = update.effective_chat
    person = user.id if user is not None and not user.is_bot and not for_chat else None
    admin = person == ADMIN or (for_chat and message is not None and message.sender_chat == chat)
    for number in before:
        if number not in after:
            yield number, "it is gone"
        elif before[number] != after[number]:
            yield from _wrong(number, before[number], after[number], update, person, admin=admin)
    for number in after.keys() - before.keys():
        if person is None or after[number]["host_id"] != person:
            yield number, "somebody else opened it"


def _wrong(
    number: int, old: dict[str, Any], new: dict[str, Any], update: Update, person: int | None, *, admin: bool
) -> Iterator[tuple[int, str]]:
    changed = sorted(name for name in old if old[name] != new[name])
    if person is None and not admin:
        yield number, f"nobody in person changed {changed}"
        return
    seated = person in [seat["person_id"] for seat in old["seat"] if not seat["left"]]
    chat = update.effective_chat
    here = (chat is not None and chat.id == old["chat_id"]) or (old["chat_id"] < 0 and person in PEOPLE)
    decides = admin or person == old["host_id"]
    if not (seated or decides or here):
        came_by_link = {*changed} <= {"seat", "joins", "ask", *_BEGINS} and update.message is not None
        if not came_by_link:
            yield number, f"an outsider changed {changed}"
    if not (seated or decides) and not {*changed} <= {"seat", "joins", "ask", "vote", *_BEGINS}:
        yield number, f"an onlooker changed {changed}"
    if person == BLOCKED and old["chat_id"] == GROUP and not admin:
        yield number, f"somebody blocked changed {changed}"
    if old["status"] in ("finished", "cancelled", "expired"):
        yield number, f"it was over, and {changed} changed"
    if old["status"] == "running" and new["position"] != old["position"]:
        yield from _moved(number, old, new, update, person)
    if not decides and old["status"] == "lobby":
        yield from _in_lobby(number, old, new, update, person)


def _in_lobby(
    number: int, old: dict[str, Any], new: dict[str, Any], update: Update, person: int | None
) -> Iterator[tuple[int, str]]:
    """What somebody has done in a lobby who is neither its host nor an administrator."""
    press = button.read(update.callback_query.data or "") if update.callback_query else None
    others = [sorted(str(seat["person_id"]) for seat in m["seat"] if seat["person_id"] != person) for m in (old, new)]
    if others[0] != others[1]:
        yield number, f"who is no host changed others' seats: {others}"
    if new["status"] != "lobby" and press is not None and press.verb != "join":
        yield number, "who is no host began or ended it"
    if new["status"] == "lobby" and (changed := {name for name in _HOSTS if old[name] != new[name]}):
        yield number, f"who is no host changed {sorted(changed)}"


_HOSTS = {"options", "clock", "daily", "quiet", "guests", "start_rule", "panel", "token"}
_BEGINS = (
    "status",
    "state",
    "position",
    "to_act",
    "deadline",
    "wake_at",
    "turn_at",
    "turn",
    "hours",
    "panel",
    "ballot",
    "options",
    "ran_from",
)
"""What else changes when the last seat is taken and the match begins."""


def _moved(
    number: int, old: dict[str, Any], new: dict[str, Any], update: Update, person: int | None
) -> Iterator[tuple[int, str]]:
    press = button.read(update.callback_query.data or "") if update.callback_query else None
    game = load_game(old["kind"], old["state"])
    owner = next((s["person_id"] for s in old["seat"] if s["seat"] == game.to_act and not s["left"]), None)
    if press is None or not press.move or press.match != number:
        yield number, "it moved without a move"
    elif press.position != old["position"] or new["position"] != old["position"] + 1:
        yield number, "a button of another position moved it"
    elif owner is None or owner != person:
        yield number, "somebody who is not to act moved it"
    elif press.move not in game.moves(game.to_act or 0):
        yield number, "an illegal move moved it"


@contextmanager
def errors() -> Iterator[list[Any]]:
    """Whatever is logged as an error meanwhile, by either way of logging."""
    found: list[Any] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(record.getMessage())

    def note(_: Any, method: str, event: Any) -> Any:
        if method in ("error", "exception", "critical"):
            found.append(dict(event))
        raise structlog.DropEvent

    ear, before = Ear(logging.ERROR), structlog.get_config()
    structlog.configure(processors=[structlog.processors.format_exc_info, note], cache_logger_on_first_use=False)
    logging.getLogger().addHandler(ear)
    try:
        yield found
    finally:
        logging.getLogger().removeHandler(ear)
        structlog.configure(**before)


@contextmanager
def bot(loop: Loop, database: str) -> Iterator[Bot]:
    """The bot on a copy of the town, with nothing shown yet."""
    with tempfile.TemporaryDirectory() as folder, errors() as logged:
        scene = Scene(Path(folder), town(database).url)
        store = InlineStore(scene.store.url)
        telegram, clock = Telegram(), Still()
        plenty: Any = dict.fromkeys(("send", "edit", "whisper"), PLENTY)
        limiter = Limiter(loop.time, overall=PLENTY, private=plenty, group=plenty)
        deliverer = Deliverer(telegram.bot, store, limiter, clock.now)
        shell = Shell(telegram.bot, store, clock, deliverer, Deadlines(store, clock, deliverer))
        application = make_application(cast(Any, telegram), shell, Gate(Limits(commands=0, lobbies=0), clock.monotonic))
        application._initialized = True
        worker = loop.create_task(deliverer.run())
        try:
            yield Bot(telegram, scene, store, shell, taking(application), worker, logged, matches(scene))
        finally:
            worker.cancel()
            pending = asyncio.all_tasks(loop)
            for task in pending:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
            store.close()
            scene.close()


def faults(
    updates: Sequence[tuple[dict[str, Any], bool]], database: str = databases.SQLITE
) -> tuple[list[str], Counter[str]]:
    """What goes wrong when Telegram brings these, one after the other; each with whether it must be readable."""
    loop = Loop()
    asyncio.set_event_loop(loop)
    try:
        with bot(loop, database) as made:
            for raw, readable in updates:
                loop.run_until_complete(made.bring(copy.deepcopy(raw), readable=readable))
            counts = Counter(read=made.read, unreadable=made.unreadable, changes=made.changes)
            return made.faults, counts
    finally:
        asyncio.set_event_loop(None)
        loop.close()
