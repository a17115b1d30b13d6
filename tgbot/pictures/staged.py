"""A match that computer players have played so far, to look at its pictures without a bot."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

from core.catalog import CATALOG
from core.fair import Fair
from core.game import Claim, Game, Options, View
from tgbot.facts import By, Look, MatchFacts, Played, Seated, StartRule, Status
from tgbot.pictures import PICTURES, Picture
from tgbot.screens.names import clean
from tgbot.words import words

NAMES = ("Ann", "Bảo", "Céline", "Дима", "Eve", "Farid", "Gia", "Hugo")
WHICH = ("board", "hand", "result", "recap")


class StageError(Exception):
    """There is no such match; the text says why."""


def picture(
    kind: str, which: str, players: int, seed: int, language: str, *, moves: int | None, options: dict[str, Any]
) -> Picture:
    """One of ``WHICH`` of a match of computer players. ``moves``: how many were made, for None as many as show most.

    Raises:
        StageError: no such game, picture, or number of players.
    """
    if kind not in PICTURES:
        raise StageError(f"There are pictures of {', '.join(PICTURES)}, not of {clean(kind) or 'nothing'}.")
    if which not in WHICH:
        raise StageError(f"There is a {', a '.join(WHICH)}, but no {clean(which) or 'nothing'}.")
    entry = CATALOG[kind]
    if players not in entry.sizes:
        raise StageError(f"This game is for {', '.join(map(str, entry.sizes))} players, not {players}.")
    try:
        chosen = entry.options(**options)
    except TypeError:
        raise StageError(f"This game has no option {', '.join(options)}.") from None
    looks = staged(kind, players, seed, chosen, seat=0 if which == "hand" else None)
    most = len(looks) - 1 if which in {"result", "recap"} else len(looks) * 6 // 10
    look = looks[min(most if moves is None else moves, len(looks) - 1)]
    draw: Picture = getattr(PICTURES[kind], which)(look.facts, look.view, words(language))
    return draw


@cache
def example(kind: str, language: str) -> Picture:
    """A board in the middle of a match, to explain the game with. The first of a game takes up to a second."""
    look = _middle(kind)
    return PICTURES[kind].board(look.facts, look.view, words(language))


@cache
def _middle(kind: str) -> Look:
    entry = CATALOG[kind]
    looks = staged(kind, min(max(entry.sizes), 6), 3, entry.options())
    return looks[len(looks) * 6 // 10]


def staged(kind: str, players: int, seed: int, options: Options, seat: int | None = None) -> list[Look]:
    """A whole match, as ``seat`` sees it after each move, before the first one too. The same seed, the same match."""
    entry, source = CATALOG[kind], seed.to_bytes(8, "big", signed=True)
    game: Game = entry.game.deal(players, options, Fair(source, 0))
    claims: list[Claim] = []
    plays: list[Played] = []
    looks: list[Look] = []
    while True:
        claims += _said(entry.sensible, game, claims, source)
        looks.append(_look(kind, options, game, claims, plays, seat))
        mover = game.to_act
        if mover is None:
            return looks
        position = len(plays) + 1
        chance = Fair(source, position, "computer")
        move = entry.sensible.move(game.view(mover), claims, game.moves(mover), chance)
        plays.append(Played(position, mover, move, By.PERSON, datetime(1889, 11, 9, tzinfo=UTC)))
        game, _ = game.play(mover, move, Fair(source, position))


def _said(brain: Any, game: Any, claims: Sequence[Claim], source: bytes) -> list[Claim]:
    """What everybody says of the hand just dealt, one after the other; nothing later in a round."""
    if game.outcome or any(claim.round == game.round for claim in claims):
        return []
    said: list[Claim] = []
    for seat in range(game.seats):
        view: View = game.view(seat)
        text = brain.claim(view, [*claims, *said], Fair(source, game.round, f"claim {seat}"))
        if text is not None:
            said.append(game.claim(seat, text))
    return said


def _look(
    kind: str, options: Options, game: Game, claims: Sequence[Claim], plays: Sequence[Played], seat: int | None
) -> Look:
    facts = MatchFacts(
        match=1,
        kind=kind,
        status=Status.FINISHED if game.outcome else Status.RUNNING,
        chat_id=-1,
        chat_title="Baker Street 221b",
        thread_id=None,
        language="en",
        position=len(plays) + 1,
        revision=len(plays) + 1,
        seats=tuple(Seated(n, name, n + 1) for n, name in enumerate(NAMES[: game.seats])),
        host_id=1,
        options=options,
        clock=3600,
        start_rule=StartRule.HAND,
        panel="",
        deadline=None,
        pointing=None,
        pointing_in="",
        reposted=0,
        commitment="",
        token="",
        claims=tuple(claims),
        plays=tuple(plays),
        to_act=game.to_act,
    )
    return Look(facts, game.view(seat))
