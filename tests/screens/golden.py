"""The main screens as people read them, one file per game and language.

``python -m tests.screens.golden`` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from core.evolution import EvolutionOptions
from core.timebomb import COLOURS
from tests.screens.matches import BOT, NAMES, Table, ended, lobby_screens, match_screens, table, variant, waiting
from tgbot.facts import By, Revelation, Seated, Status
from tgbot.languages import LANGUAGES
from tgbot.refusals import Code
from tgbot.screens import SCREENS, lobby
from tgbot.screens.screen import Screen
from tgbot.screens.texts import Answer, answer, refusal
from tgbot.words import Words, words

FOLDER = Path(__file__).parent / "golden"
CLAIMS = [(0, 1, "claim 1"), (3, 1, "claim 2 nobomb"), (1, 2, "claim 0 bomb"), (2, 2, "claim 3"), (4, 2, "claim 1")]


def shown(screen: Screen) -> str:
    """A screen as text: what the message says, then its buttons."""
    rows = (" ".join(f"[{one.label}]" for one in row) for row in screen.keyboard)
    return "\n".join((screen.text, *rows))


def middle() -> Table:
    """In round 2, with a miss, a computer player and somebody who has left."""
    return table(9, names=NAMES[:6], claims=CLAIMS, by=(By.PERSON, By.PERSON, By.CLOCK), computers=[1], left=[2])


def over() -> Table:
    """A match with a spare role card that went to the fourth round."""
    tries = (table(99, names=NAMES[:4], seed=bytes([n]), claims=CLAIMS[:4]) for n in range(99))
    return next(at for at in tries if at.game.outcome and at.game.outcome.reason == "time")


def screens(say: Words) -> Iterator[tuple[str, str]]:
    """Every text worth reading, by name."""
    gathering = waiting(invited=("Zoë",))
    computer = (*gathering.seats[:2], replace(gathering.seats[2], reachable=False), Seated(3, "Mycroft", None))
    for name, screen in lobby_screens(replace(gathering, seats=computer), say, matches=2):
        yield name, shown(screen)
    yield "lobby expired", shown(lobby.lobby(replace(gathering, status=Status.EXPIRED), say, BOT))
    yield "lobby begun", shown(lobby.lobby(replace(gathering, status=Status.RUNNING, position=1), say, BOT))
    at, end = middle(), over()
    for name, screen in match_screens(at, say):
        if not name.startswith("hand") or name == f"hand {at.game.holder}":
            yield name, shown(screen)
    target = (at.game.holder + 1) % at.game.seats
    pointed = at.but(pointing=target, pointing_in="board")
    yield "board, pointing", shown(SCREENS["timebomb"].board(pointed.facts, pointed.public, say))
    yield "alert", SCREENS["timebomb"].hand_alert(at.facts, at.game.view(0), say)
    for name in ("board", "hand 0", "result"):
        yield f"{name}, over", shown(dict(match_screens(end, say))[name])
    for reason in ("defused", "bomb"):
        tries = (table(99, seed=bytes([n])) for n in range(200))
        won = next(one for one in tries if one.game.outcome and one.game.outcome.reason == reason)
        text = shown(SCREENS["timebomb"].result(won.facts, won.public, say))
        yield f"result, {reason}", text.split("\n\n")[1]
    cancelled = at.but(status=Status.CANCELLED, deadline=None, revelation=Revelation("5ec2e7", ("callback 1",)))
    yield "result, cancelled", shown(SCREENS["timebomb"].result(cancelled.facts, cancelled.public, say))
    yield "refusals", "\n".join(refusal(code, {"name": "Ann", "title": "Friday", "n": 3}, say) for code in Code)
    yield "answers", "\n".join(answer(done, say, name="Ann") for done in Answer)


def evolution(say: Words) -> Iterator[tuple[str, str]]:
    """What Time Bomb Evolution has of its own, by name."""
    game = SCREENS["evolution"]
    for name, colours, on in (("drawn", (), False), ("variant", (), True), ("picked", COLOURS[1:4], True)):
        options = EvolutionOptions(colours=colours, variant=on)
        facts = waiting(NAMES[:5], kind="evolution", options=options, panel="options" if colours else "")
        yield f"lobby, {name}", shown(lobby.lobby(facts, say, BOT))
    yield "rules", shown(game.rules(say))
    plain = table(9, names=NAMES[:6], kind="evolution", claims=[(0, 2, "claim 1 green0 red2"), (3, 2, "claim 2")])
    yield "board", shown(game.board(plain.facts, plain.public, say))
    yield "hand", shown(game.hand(plain.facts, plain.game.view(0), say))
    yield "alert", game.hand_alert(plain.facts, plain.game.view(0), say)
    for name, at in STATES.items():
        yield f"board, {name}", shown(game.board(at.facts, at.public, say))
        mine = at.game.view(at.game.to_act)
        yield f"hand, {name}", shown(game.hand(at.facts, mine, say)).split("\n\n", 1)[1]
        yield f"turn, {name}", shown(game.turn(at.facts, mine, say, private=True)).split("\n\n", 1)[1]
    for name, end in ENDS.items():
        yield f"board, {name}", shown(game.board(end.facts, end.public, say))
        yield f"result, {name}", shown(game.result(end.facts, end.public, say)).split("<blockquote")[0]
    long = ENDS["time"]
    yield "history", shown(game.history(long.facts, long.public, say))


STATES = {
    "attach": variant(lambda game: game.choice and game.choice.kind == "attach" and len(game.reveals) > 8),
    "detach": variant(lambda game: game.choice and game.choice.kind == "detach", by=(By.CLOCK,)),
    "drawn": variant(lambda game: game.draw is not None and game.draw != game.holder),
    "drawn himself": variant(lambda game: game.draw is not None and game.draw == game.holder),
    "free": variant(lambda game: game.effects and game.effects[-1].did == "free", seats=4, first=6312),
    "orange": variant(lambda game: game.round == 4 and game.cuts == 3),
}
ENDS = {
    "defused": ended("defused", kind="evolution", variant=True),
    "explosion": ended("explosion green", kind="evolution", variant=True),
    "pair": ended("pair", kind="evolution", variant=True),
    "time": ended("time", kind="evolution", variant=True),
}
KINDS = {"": screens, "evolution-": evolution}


def written(kind: str, language: str) -> str:
    """The file of a language, about everything or about a game."""
    parts = (f"## {name}\n\n{text}\n" for name, text in KINDS[kind](words(language)))
    return "\n".join(parts).replace("\u2068", "").replace("\u2069", "")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for kind in KINDS:
        for code in LANGUAGES:
            (FOLDER / f"{kind}{code}.txt").write_text(written(kind, code), encoding="utf-8")
