"""Matches in any state, as screens get them: facts and views, made by playing the real game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from core.catalog import CATALOG
from core.fair import Fair, commitment
from tgbot.facts import Asker, By, MatchFacts, Played, Reminders, Revelation, Seated, StartRule, Status
from tgbot.members import Known
from tgbot.presets import GroupSettings
from tgbot.screens import SCREENS, admission, lobby, operation, settings, texts, votes
from tgbot.screens import private as told
from tgbot.screens.screen import Screen
from tgbot.words import Words
from tgbot.zones import CONTINENTS

NAMES = ("Ann", "Bảo", "Céline", "Дима", "Eve", "Farid", "Gia", "Hugo")
NOON = datetime(2026, 8, 24, 12, 0, tzinfo=UTC)
SECRET = bytes(range(32))
BOT = "BigBenTheVeryLongNamedGames_bot"
GROUP = "Friday <night> & friends"
WIRED = (("timebomb", False), ("evolution", False), ("evolution", True))
"""The games with wires and roles, and with their variants."""
CHASES = (("hunt", False), ("hunt", True), ("race", False))
"""The games in which everything lies open but the order of the cards; the Hunt also without draws."""
PLAYED = (*WIRED, *CHASES)
"""Every game on the screens, and with its variant."""
VARIANTS = {"evolution": "variant", "hunt": "no_draws"}
"""The option that makes the variant of a game."""
HUGE = 2**52
"""Telegram's ids have up to 52 significant bits."""


@dataclass(frozen=True)
class Table:
    """A match as it stands."""

    facts: MatchFacts
    game: Any

    @property
    def public(self) -> Any:
        return self.game.view(None)

    def but(self, **changes: Any) -> Table:
        return replace(self, facts=replace(self.facts, **changes))


def table(
    moves: int = 0,
    *,
    names: Sequence[str] = NAMES[:5],
    seed: bytes = b"seed",
    claims: Sequence[tuple[int, int, str]] = (),
    claims_on: bool = True,
    kind: str = "timebomb",
    variant: bool = False,
    by: Sequence[By] = (By.PERSON,),
    computers: Sequence[int] = (),
    left: Sequence[int] = (),
    **changes: Any,
) -> Table:
    """A match after so many moves, or at its end. ``claims`` are (seat, round, text); ``by`` goes round and round."""
    options = CATALOG[kind].options(claims=claims_on, **({VARIANTS[kind]: True} if variant else {}))
    game = CATALOG[kind].game.deal(len(names), options, Fair(seed, 0))
    plays: list[Played] = []
    while game.to_act is not None and len(plays) < moves:
        seat, position = game.to_act, len(plays) + 1
        move = Fair(seed, position, "test").choice(game.moves(seat))
        plays.append(Played(position, seat, move, by[len(plays) % len(by)], NOON))
        game, _ = game.play(seat, move, Fair(seed, position))
    over = game.outcome is not None
    late = plays[-1].seat if plays and plays[-1].by is By.CLOCK else None
    facts = MatchFacts(
        match=12,
        kind=kind,
        status=Status.FINISHED if over else Status.RUNNING,
        chat_id=-100,
        chat_title=GROUP,
        thread_id=None,
        language="en",
        position=len(plays) + 1,
        revision=len(plays) + 2,
        seats=tuple(
            Seated(
                seat,
                name,
                None if seat in computers else 100 + seat,
                left=seat in left,
                reachable=True,
                misses=int(seat == late),
            )
            for seat, name in enumerate(names)
        ),
        host_id=100,
        options=options,
        clock=3600,
        start_rule=StartRule.HAND,
        panel="",
        deadline=None if over else NOON,
        pointing=None,
        pointing_in="",
        reposted=0,
        commitment=commitment(SECRET),
        token="t" * 22,
        claims=tuple(CATALOG[kind].game.recall(*claim) for claim in claims if claim[1] <= game.round),
        plays=tuple(plays),
        revelation=Revelation(SECRET.hex(), tuple(f"callback {HUGE + n}" for n in range(len(names)))) if over else None,
        to_act=game.to_act,
    )
    return Table(replace(facts, **changes), game)


def waiting(names: Sequence[str] = NAMES[:3], *, kind: str = "timebomb", **changes: Any) -> MatchFacts:
    """A lobby."""
    seats = tuple(Seated(seat, name, 100 + seat, reachable=True) for seat, name in enumerate(names))
    begun = table(names=NAMES[:5], kind=kind).facts
    fields = {"status": Status.LOBBY, "position": 0, "to_act": None, "seats": seats, **changes}
    return replace(begun, **fields)


def ended(reason: str, seats: int = 5, *, kind: str = "timebomb", variant: bool = False) -> Table:
    """A match that ended for a reason."""
    tries = (table(99, names=NAMES[:seats], seed=n.to_bytes(2, "big"), kind=kind, variant=variant) for n in range(2000))
    return next(at for at in tries if at.game.outcome and at.game.outcome.reason == reason)


def variant(wanted: Callable[[Any], bool], seats: int = 5, first: int = 0, **changes: Any) -> Table:
    """A match of Evolution's variant in a state that is wanted. ``first``: the seed to begin with, for rare states."""
    for n in range(first, first + 3000):
        seed = n.to_bytes(2, "big")
        end = table(99, names=NAMES[:seats], seed=seed, kind="evolution", variant=True)
        game = CATALOG["evolution"].game.deal(seats, end.facts.options, Fair(seed, 0))
        for moves, play in enumerate(end.facts.plays, 1):
            if wanted(game):
                return table(moves - 1, names=NAMES[:seats], seed=seed, kind="evolution", variant=True, **changes)
            game, _ = game.play(play.seat, play.move, Fair(seed, play.position))
    raise LookupError("no such state")


def verbs(screen: Screen) -> list[str]:
    """What the buttons do, without match and position."""
    return [one.data.split(":", 2)[2] for row in screen.keyboard for one in row if one.data]


def match_screens(at: Table, say: Words) -> Iterator[tuple[str, Screen]]:
    """Every screen of a match that has begun."""
    game = SCREENS[at.facts.kind]
    yield "board", game.board(at.facts, at.public, say)
    yield "history", game.history(at.facts, at.public, say)
    for seat in range(at.game.seats):
        yield f"hand {seat}", game.hand(at.facts, at.game.view(seat), say)
    if at.game.to_act is not None:
        yield "turn", game.turn(at.facts, at.game.view(at.game.to_act), say, private=True)
        yield "call", game.turn(at.facts, at.public, say, private=False)
        yield "end?", texts.confirm_end(at.facts, HUGE, say)
        yield "leave?", texts.confirm_leave(at.facts, HUGE, say)
    else:
        yield "result", game.result(at.facts, at.public, say)
    person = at.facts.seats[0].person_id or 100
    links = {at.facts.match: "https://t.me/c/1234567890/17"}
    yield "games", texts.games([at.facts, waiting(), at.facts], person, say, links)
    yield "which?", texts.which([at.facts] * 2, "pause", say)
    yield "vote", votes.vote(at.facts, say)
    yield "away", votes.away(at.facts, say)
    yield "status", texts.status([at.facts, waiting(), at.facts], say)


def quick_screens(at: Table, say: Words) -> Iterator[tuple[str, Screen]]:
    """The hands of a quick match, which may hold the board as well, and as they are whispered."""
    quick = at.but(clock=60).facts
    for seat in range(at.game.seats):
        yield f"whisper {seat}", SCREENS[quick.kind].whisper(quick, at.game.view(seat), say)
        yield f"quick hand {seat}", SCREENS[quick.kind].hand(quick, at.game.view(seat), say)


def rare_screens(facts: MatchFacts, say: Words, name: str = NAMES[0]) -> Iterator[tuple[str, Screen]]:
    """Screens for what seldom happens: the bot is silenced, stopped or asked to forget; people meet at a private
    table.
    """
    yield "called off", lobby.called_off(facts, say)
    yield "hushed", votes.hushed(facts, say)
    yield "topic closed", votes.hushed(replace(facts, topic_closed=True), say)
    yield "held", votes.held(facts, say)
    yield "sits down", told.sits_down(facts, name, say)
    yield "removed", told.removed(facts, say)
    yield "again", told.again(facts, name, say)
    yield "table picture", texts.table_picture(SCREENS[facts.kind].title(say), say)
    chosen = GroupSettings("Europe/Paris", True, (1380, 480), say.language)
    for whispers, pictures in ((True, True), (False, False), (True, None)):
        now = replace(chosen, whispers=whispers, pictures=pictures)
        yield f"settings, whispers {whispers}, pictures {pictures}", settings.group(now, NOON, say)
    yield "announcement", operation.announcement("We move <b>tonight</b> & sleep.", None, NOON, say)
    yield "restart", operation.announcement("", NOON + timedelta(minutes=5), NOON, say)
    for days in (0, 365):
        yield f"privacy, {days} days", operation.privacy(days, say)
    for playing in (0, 3):
        yield f"forget? {playing}", operation.confirm_forget(HUGE, playing, say)
    yield "forgotten", operation.forgotten(say)


def door_screens(facts: MatchFacts, say: Words, askers: Sequence[Asker]) -> Iterator[tuple[str, Screen]]:
    """Every screen about those who come to a lobby, and about those who are kept out."""
    asking = replace(facts, asks=tuple(askers), guests=True)
    people = [Known(one.person_id, one.name, one.username) for one in askers]
    yield "lobby", lobby.lobby(asking, say, BOT)
    yield "question", admission.question(asking, say, private=True)
    yield "question in the group", admission.question(asking, say, private=False)
    yield "waiting", admission.waiting(facts, say)
    yield "turned away", admission.turned_away(facts, say)
    yield "too late", admission.too_late(say)
    yield "a lobby opens", admission.opened(facts, say)
    yield "expired", Screen(texts.expired(facts, say))
    yield "block?", admission.confirm_block(people[0], HUGE, say)
    yield "who?", admission.which_person(people * 5, "unblock", HUGE, say)
    yield "blocked", admission.blocked(people * 5, 1, say)
    yield "nobody blocked", admission.blocked([], 0, say)
    for reachable, on in ((True, True), (False, True), (True, False)):
        how = {"open_now": not reachable}
        yield f"next game {on}, {reachable}", admission.next_game(people[0].name, on, reachable, BOT, say, **how)
    yield "waits for", admission.waits_for([(-HUGE, facts.chat_title)] * 30, say)
    yield "waits for nothing", admission.waits_for([], say)


def lobby_screens(facts: MatchFacts, say: Words, matches: int = 30) -> Iterator[tuple[str, Screen]]:
    """Every screen about a lobby, and those about nothing."""
    yield "lobby", lobby.lobby(facts, say, BOT)
    for panel in ("options", "clock", "daily"):
        yield panel, lobby.lobby(replace(facts, panel=panel), say, BOT)
    yield "joined", texts.joined_private(facts, say)
    yield "invite", texts.invite(facts, say, BOT)
    yield "welcome", texts.welcome(say, BOT, [facts] * matches)
    yield "games", texts.games([facts] * matches, facts.host_id, say)
    yield "status", texts.status([facts] * matches, say)
    yield "menu", lobby.menu(say)
    yield "help", texts.help(say)
    yield "rules", texts.rules(facts.kind, say)
    yield "which rules", texts.which_rules(say)
    yield "language", texts.language(say, group=True)
    yield "my language", texts.language(say, group=False)
    yield "settings", settings.group(GroupSettings("Europe/Paris", True, (1380, 480), say.language), NOON, say)
    yield "new settings", settings.group(GroupSettings("Asia/Tokyo", False, None, say.language), NOON, say)
    yield "continents", settings.continents(say)
    yield "my continents", settings.continents(say, group=False)
    yield "my cities", settings.cities("asia", 0, say, group=False)
    for continent in CONTINENTS:
        yield f"cities of {continent}", settings.cities(continent, 0, say)
    yield "which city?", settings.which(("Europe/Paris", "Asia/Tokyo"), say)
    yield "unknown place", settings.unknown_place(say)
    yield "quiet hours", settings.hours(GroupSettings("Europe/Paris", True, (1380, 480), say.language), say)
    yield "group's languages", settings.languages(say, group=True)
    mine = GroupSettings("Asia/Tokyo", False, None, say.language)
    for level in Reminders:
        yield f"my settings, {level}", settings.personal(level, mine, NOON, say)
    yield "no games", texts.games([], 100, say)
    yield "nothing", texts.status([], say)
    yield "first words", texts.welcome(say, BOT, [])
