"""The main screens as people read them, one file per game and language.

``python -m tests.screens.golden`` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from core.evolution import EvolutionOptions
from core.hunt import HuntOptions
from core.timebomb import COLOURS
from tests.screens import chases
from tests.screens.matches import (
    BOT,
    NAMES,
    NOON,
    Table,
    door_screens,
    ended,
    lobby_screens,
    match_screens,
    table,
    variant,
    waiting,
)
from tgbot.facts import Asker, Ballot, By, MatchFacts, Reminders, Revelation, Seated, Status
from tgbot.languages import LANGUAGES
from tgbot.members import Known
from tgbot.presets import GroupSettings
from tgbot.refusals import Code
from tgbot.screens import SCREENS, admission, lobby, settings, texts, votes
from tgbot.screens import private as told
from tgbot.screens.match import goes_on
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
    gathering = waiting(invited=("Zoë",), quiet=(1380, 480))
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
    first = table(0, names=NAMES[:6])
    yield "board, nobody has cut", shown(SCREENS["timebomb"].board(first.facts, first.public, say))
    yield "board, gone on", goes_on(say).caption
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
    yield "answers", "\n".join(answer(done, say, name="Ann", moves=24, place="plays[3].move") for done in Answer)


def slow(say: Words) -> Iterator[tuple[str, str]]:
    """What slow games add, by name."""
    game, at = SCREENS["timebomb"], middle()
    mover = at.game.to_act
    gone, late = (mover + 3) % 6, at.facts.plays[-1].seat
    changes: dict[int, dict[str, Any]] = {gone: {"absent_since": NOON, "misses": 2}, late: {"misses": 1}}
    seats = tuple(replace(one, **changes.get(one.seat, {})) for one in at.facts.seats)
    here = at.but(seats=seats, zone="Asia/Ho_Chi_Minh")
    yield "board, somebody away", shown(game.board(here.facts, here.public, say))
    yield "hand, away", shown(game.hand(here.facts, here.game.view(gone), say))
    rest = here.but(paused=True, pause_until=NOON + timedelta(hours=24), deadline=None)
    yield "board, paused", shown(game.board(rest.facts, rest.public, say)).split("\n\n", 3)[3]
    mine = here.but(seats=tuple(replace(one, misses=int(one.seat == mover)) for one in at.facts.seats))
    for stage in range(3):
        one = mine.but(reminded=stage)
        yield f"turn {stage}", shown(game.turn(one.facts, one.game.view(mover), say, private=True))
        yield f"call {stage}", shown(game.turn(one.facts, one.public, say, private=False))
    for what in ("pause", "resume", "end"):
        facts = here.but(ballot=Ballot(what, yes=(0,), needed=3, voters=4)).facts
        yield f"vote, {what}", shown(votes.vote(facts, say))
    asked = Ballot("seat", gone, "Zoë", 7, yes=(0, 3), no=(late,), needed=3, voters=4)
    yield "vote, seat", shown(votes.vote(here.but(ballot=asked).facts, say))
    yield "away", shown(votes.away(here.but(away=5400).facts, say))
    for name, how in (
        ("quiet", {"quiet": (1380, 480)}),
        ("day and night", {"clock": 28800, "quiet_on": False}),
        ("no quiet hours", {}),
        ("daily", {"daily": 1200, "clock": 86400}),
    ):
        facts = waiting(zone="Asia/Ho_Chi_Minh", panel="clock", **how)
        text, *buttons = shown(lobby.lobby(facts, say, BOT)).split("</blockquote>")
        yield f"lobby, {name}", text.split("\n\n")[2] + "".join(buttons)
    yield "joined, daily", texts.joined_private(waiting(daily=1200, clock=86400), say).text


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


def captions(say: Words) -> Iterator[tuple[str, str]]:
    """What stands under the pictures of each game, by name."""
    lying = {
        "timebomb": (middle(), over()),
        "evolution": (STATES["attach"], ENDS["explosion"]),
        "hunt": (HUNTS["middle"], HUNTS["whole match"]),
        "race": (replace(RACES["middle"], facts=replace(RACES["middle"].facts, clock=300)), RACES["whole match"]),
    }
    for kind, (at, end) in lying.items():
        game = SCREENS[kind]
        yield f"{kind}, board", game.board(at.facts, at.public, say).caption
        yield f"{kind}, hand", game.hand(at.facts, at.game.view(at.game.to_act), say).caption
        yield f"{kind}, board, over", game.board(end.facts, end.public, say).caption
        yield f"{kind}, result", game.result(end.facts, end.public, say).caption
    yield "rules", shown(texts.table_picture(SCREENS["hunt"].title(say), say))


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


def hunt(say: Words) -> Iterator[tuple[str, str]]:
    """What the Hunt has of its own, by name."""
    for no_draws in (False, True):
        facts = waiting(NAMES[:2], kind="hunt", options=HuntOptions(no_draws=no_draws), panel="options" * no_draws)
        yield f"lobby, {'no ' * no_draws}draws", shown(lobby.lobby(facts, say, BOT))
    yield from _chase(say, HUNTS)
    at = chases.laid("clues H5 D2; holmes P2 hit2; hearts P1 hit1 S2 D1; police S3")
    yield "alert", SCREENS["hunt"].hand_alert(at.facts, at.game.view(3), say)
    yield "answers", "\n".join(SCREENS["hunt"].told(chases.happened(*move), say) for move in HUNTED)


def race(say: Words) -> Iterator[tuple[str, str]]:
    """What the Race has of its own, by name."""
    yield "lobby", shown(lobby.lobby(waiting(NAMES[:2], kind="race", panel="options"), say, BOT))
    yield from _chase(say, RACES)
    at = chases.laid("S7 at2 P1 M2 hit1 | at1")
    yield "alert", SCREENS["race"].hand_alert(at.facts, at.game.view(0), say)
    yield "answers", "\n".join(SCREENS["race"].told(chases.happened(*move), say) for move in RACED)


def doors(say: Words) -> Iterator[tuple[str, str]]:
    """Who comes to a lobby and who is kept out, by name."""
    askers = [Asker(101, "Zoë", NOON, username="zoe"), Asker(102, "Дима", NOON)]
    for name, screen in door_screens(waiting(), say, askers):
        if name not in ("who?", "blocked", "waits for"):
            yield name, shown(screen)
    people = [Known(one.person_id, one.name, one.username) for one in askers]
    yield "who?", shown(admission.which_person(people, "pick", 100, say))
    yield "blocked", shown(admission.blocked(people, 0, say))
    yield "waits for", shown(admission.waits_for([(-1, "Friday night"), (-2, "Chess club")], say))


def _chase(say: Words, states: Mapping[str, Table]) -> Iterator[tuple[str, str]]:
    """The rules, and what is shown in each state: the board, and what whoever moves reads privately, or the end."""
    game = SCREENS[next(iter(states.values())).facts.kind]
    yield "rules", shown(game.rules(say))
    for name, at in states.items():
        yield f"board, {name}", shown(game.board(at.facts, at.public, say))
        if at.game.outcome:
            yield f"result, {name}", shown(game.result(at.facts, at.public, say)).split("<blockquote")[0]
            yield f"history, {name}", shown(game.history(at.facts, at.public, say))
            continue
        mine = at.game.view(at.game.to_act)
        yield f"hand, {name}", shown(game.hand(at.facts, mine, say))
        yield f"turn, {name}", shown(game.turn(at.facts, mine, say, private=True)).split("\n\n", 1)[0]


HUNTS = {
    "begun": chases.laid("", clock=chases.QUICK),
    "middle": table(33, kind="hunt", seed=b"s3", by=(By.PERSON, By.CLOCK, By.PERSON), computers=[1], left=[2]),
    "duel": chases.first_tap(
        chases.laid("clues H5 D2; holmes P2 hit2; hearts P1 hit1 S2 D1; diamonds M2 C1; clubs arrested"), "hearts"
    ),
    "arrests": chases.laid("clues H5 D5; hearts D1 C1 P1 M1; watson M1; police H10", "draw police"),
    "shot dead": chases.laid("clues H5 D2 C1; hearts hit2; holmes P1", "shoot hearts"),
    "cards out": chases.laid("dry; clues H5; holmes P1; watson P1", "pass"),
    "draw": chases.laid("dry; clues H5; holmes P1", "pass"),
    "counted": chases.laid("dry; clues H5; holmes P1; clubs dead", "pass", no_draws=True),
    "caught": chases.laid("on C; clues C5; hearts dead; diamonds dead; police C9", "draw police"),
    "escape": chases.laid("to hearts; hearts S5; police S9", "draw police"),
    "murder": chases.laid("to hearts; clues H5; hearts P1; holmes hit2; watson dead", "shoot holmes"),
    "whole match": table(99, kind="hunt", seed=b"s3"),
}
HUNTED: tuple[tuple[Any, ...], ...] = (
    ("police H7", "draw police"),
    ("to hearts; press S4", "draw press"),
    ("to hearts; press H4", "draw press"),
    ("press S4", "draw press"),
    ("press SA", "draw press"),
    ("holmes M1; press SQ", "draw press"),
    ("clues D2; diamonds S4 M1", "lane diamonds"),
    ("clues H5; holmes P1 hit2; hearts P2", "shoot hearts", [1]),
    ("clues H5; holmes P2; hearts P2 hit2", "shoot hearts", [2]),
    ("clues H5 D5; hearts D1 C1 P1 M1; police H10", "draw police"),
    ("dry; clues H5; holmes P1", "pass"),
)
RACES = {
    "begun": chases.laid("| | at1", clock=chases.QUICK),
    "middle": table(45, names=NAMES, kind="race", seed=b"s3", by=(By.PERSON, By.CLOCK, By.PERSON), left=[2]),
    "duel": chases.first_tap(chases.laid("at2 P2 S7 | at3 P1 hit2 | at1 P1 | at2 hit2 M1 | dead at4"), 1),
    "meeting": chases.laid("press S7; S4 M1 | at1 M2 | at1", "draw press"),
    "new piles": chases.laid("dry; street S7; | at1", "draw street"),
    "finish": chases.laid("police S7; S4 at5 | at3", "draw police"),
    "last alive": chases.laid("P1 hit2 | P1", "shoot 1", dice=[5]),
    "whole match": table(900, names=NAMES[:4], kind="race", seed=b"s3"),
}
RACED: tuple[tuple[Any, ...], ...] = (
    ("police S7; | at1", "draw police"),
    ("police S7; S4 M1 | at1", "draw police"),
    ("police S7; S4 at5 | at3", "draw police"),
    ("police SQ; M1 | at1", "draw police"),
    ("P2 | P1", "shoot 1", [4]),
)


def private(say: Words) -> Iterator[tuple[str, str]]:
    """What is said otherwise at private tables, by name."""
    yield "menu", shown(lobby.menu(say, private=True))
    yield from _gathering(waiting(NAMES[:1], **HERS), say)
    asked = Ballot("pause", yes=(0,), needed=3, voters=4)
    yield from _playing(middle().but(**HERS, ballot=asked), over().but(**HERS), say)
    for name, clock in (("hand in the Race", 3600), ("hand in the quick Race", 60)):
        racing = table(3, kind="race", **{**HERS, "clock": clock})
        yield name, shown(SCREENS["race"].hand(racing.facts, racing.game.view(racing.game.to_act), say))
    yield "my settings", shown(settings.personal(Reminders.ALL, PARIS, NOON, say))
    yield "my continents", settings.continents(say, group=False).text
    yield "my cities", settings.cities("asia", 0, say, group=False).text


def _gathering(alone: MatchFacts, say: Words) -> Iterator[tuple[str, str]]:
    yield "lobby", shown(lobby.lobby(alone, say, BOT))
    unheard = tuple(replace(one, reachable=one.seat == 0) for one in waiting(NAMES[:3]).seats)
    yield "lobby, some cannot be written to", shown(lobby.lobby(replace(alone, seats=unheard), say, BOT))
    yield "clock", shown(lobby.lobby(replace(alone, panel="clock"), say, BOT)).split("</blockquote>")[1]
    yield "invite", shown(texts.invite(alone, say, BOT))
    yield "sits down", told.sits_down(alone, "Zoë", say).text
    yield "removed", told.removed(alone, say).text
    yield "expired", texts.expired(alone, say)
    for name, status in (("called off", Status.CANCELLED), ("expired", Status.EXPIRED), ("begun", Status.RUNNING)):
        shows = replace(alone, status=status, position=int(status is Status.RUNNING))
        yield f"lobby, {name}", shown(lobby.lobby(shows, say, BOT)).split("\n")[0]


def _playing(at: Table, end: Table, say: Words) -> Iterator[tuple[str, str]]:
    gone = replace(at.facts.seats[5], absent_since=NOON, misses=2)
    away = at.but(seats=(*at.facts.seats[:5], gone))
    yield "board, somebody away", shown(SCREENS["timebomb"].board(away.facts, away.public, say))
    for name in ("hand 0", "turn", "end?", "vote", "away", "games", "which?"):
        yield name, shown(dict(match_screens(at, say))[name])
    yield "leave?", shown(texts.confirm_leave(at.facts, 100, say))
    one = replace(at.facts, seats=tuple(replace(each, left=each.seat > 0) for each in at.facts.seats))
    yield "leave, the last one?", shown(texts.confirm_leave(one, 100, say))
    yield "status", texts.status([at.facts], say, private=True).text
    yield "alert", SCREENS["timebomb"].hand_alert(at.facts, at.game.view(0), say)
    for name in ("history", "result"):
        yield name, shown(dict(match_screens(end, say))[name]).split("\n")[0]
    yield "again", shown(told.again(end.facts, "Zoë", say))
    for stage in (1, 2):
        call = at.but(reminded=stage)
        turn = SCREENS["timebomb"].turn(call.facts, call.game.view(call.game.to_act), say, private=True)
        yield f"turn {stage}", turn.text.split("\n")[0]


HERS: dict[str, Any] = {"chat_id": 100, "chat_title": "Ann", "guests": True, "clock": 86400, "quiet": (1380, 480)}
"""Ann's private table."""
PARIS = GroupSettings("Europe/Paris", True, (1380, 480), "fr")
KINDS = {
    "": screens,
    "captions-": captions,
    "evolution-": evolution,
    "slow-": slow,
    "doors-": doors,
    "hunt-": hunt,
    "race-": race,
    "private-": private,
}


def written(kind: str, language: str) -> str:
    """The file of a language, about everything or about a game."""
    parts = (f"## {name}\n\n{text}\n" for name, text in KINDS[kind](words(language)))
    return "\n".join(parts).replace("\u2068", "").replace("\u2069", "")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for kind in KINDS:
        for code in LANGUAGES:
            (FOLDER / f"{kind}{code}.txt").write_text(written(kind, code), encoding="utf-8")
