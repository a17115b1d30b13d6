"""Matches in any state, as screens get them: facts and views, made by playing the real game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from core.catalog import CATALOG
from core.fair import Fair, commitment
from tgbot.facts import By, MatchFacts, Played, Revelation, Seated, StartRule, Status
from tgbot.screens import SCREENS, lobby, texts
from tgbot.screens.screen import Screen
from tgbot.words import Words

NAMES = ("Ann", "Bảo", "Céline", "Дима", "Eve", "Farid", "Gia", "Hugo")
NOON = datetime(2026, 8, 24, 12, 0, tzinfo=UTC)
SECRET = bytes(range(32))
BOT = "BigBenTheVeryLongNamedGames_bot"
GROUP = "Friday <night> & friends"
PLAYED = (("timebomb", False), ("evolution", False), ("evolution", True))
"""Every game on the screens, and with its variant."""
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
    options = CATALOG[kind].options(claims=claims_on, **({"variant": True} if variant else {}))
    game = CATALOG[kind].game.deal(len(names), options, Fair(seed, 0))
    plays: list[Played] = []
    while game.to_act is not None and len(plays) < moves:
        seat, position = game.to_act, len(plays) + 1
        move = Fair(seed, position, "test").choice(game.moves(seat))
        plays.append(Played(position, seat, move, by[len(plays) % len(by)], NOON))
        game, _ = game.play(seat, move, Fair(seed, position))
    over = game.outcome is not None
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
            Seated(seat, name, None if seat in computers else 100 + seat, left=seat in left, reachable=True)
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
        yield "end?", texts.confirm_end(at.facts, say)
        yield "leave?", texts.confirm_leave(at.facts, HUGE, say)
    else:
        yield "result", game.result(at.facts, at.public, say)
    person = at.facts.seats[0].person_id or 100
    yield "games", texts.games([at.facts, waiting(), at.facts], person, say)
    yield "status", texts.status([at.facts, waiting(), at.facts], say)


def lobby_screens(facts: MatchFacts, say: Words, matches: int = 30) -> Iterator[tuple[str, Screen]]:
    """Every screen about a lobby, and those about nothing."""
    yield "lobby", lobby.lobby(facts, say, BOT)
    yield "options", lobby.lobby(replace(facts, panel="options"), say, BOT)
    yield "joined", texts.joined_private(facts, say)
    yield "invite", texts.invite(facts, say, BOT)
    yield "welcome", texts.welcome(say, BOT, [facts] * matches)
    yield "games", texts.games([facts] * matches, facts.host_id, say)
    yield "status", texts.status([facts] * matches, say)
    yield "menu", lobby.menu(say)
    yield "help", texts.help(say)
    yield "rules", SCREENS[facts.kind].rules(say)
    yield "language", texts.language(say, group=True)
    yield "my language", texts.language(say, group=False)
    yield "no games", texts.games([], 100, say)
    yield "nothing", texts.status([], say)
    yield "first words", texts.welcome(say, BOT, [])
