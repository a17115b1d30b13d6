"""The end of the Hunt, and its history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from core.chase import Did, Fact, Fate
from core.game import Seat
from core.hunt import HuntView, Reason, Side
from tgbot.facts import MatchFacts
from tgbot.screens import match
from tgbot.screens.chase import history as shared
from tgbot.screens.chase.signs import FATES, SUITS, WALK
from tgbot.screens.hunt.board import figure_title
from tgbot.screens.hunt.signs import CLUE, FILE, HOME, signs, title
from tgbot.screens.match import LINE, Names
from tgbot.screens.screen import Screen
from tgbot.words import Words, filled


def result(facts: MatchFacts, view: HuntView, say: Words) -> Screen:
    """Who won and why, and who was who."""

    def parts(names: Names) -> list[Markup]:
        detectives = (view.holmes, view.watson)
        criminals = [seat for seat in view.order if seat not in detectives]
        teams = (
            _team(say("🕵️ <b>Detectives</b>"), detectives, view, names, say),
            _team(say("🦹 <b>Criminals</b>"), criminals, view, names, say),
        )
        return [*winner(view, names, say), *teams]

    return match.result(facts, say, title(say), parts, short=4)


def history(facts: MatchFacts, view: HuntView, say: Words) -> Screen:
    """Every turn."""
    return shared.history(facts, view, say, title(say), signs(view), _signs)


def winner(view: HuntView, names: Names, say: Words) -> list[Markup]:
    """Who won and why; nothing while nobody has."""
    if view.outcome is None:
        return []
    match view.outcome.reason:
        case Reason.CAUGHT:
            return [say("🎉 <b>The detectives win!</b> No criminal is at large any more, London can sleep.")]
        case Reason.ESCAPE:
            there = next(seat for seat in view.order if seat in view.outcome.winners and not view.characters[seat].cell)
            return [
                say("🏠 <b>The criminals win!</b> {name} knows enough and stands in Baker Street.", name=names[there])
            ]
        case Reason.MURDER:
            return [say("☠️ <b>The criminals win!</b> Holmes and Watson are dead.")]
        case Reason.STALEMATE:
            return [say("🤝 <b>A draw.</b> The cards are out, and nobody shoots any more.")]
    out = sum(one.fate is not None for one in view.characters)
    dead = sum(view.characters[seat].fate is not None for seat in (view.holmes, view.watson))
    return [
        _counted(view.outcome.side, say),
        say("⚖️ Criminals out: {out}. Detectives dead: {dead}.", out=out - dead, dead=dead),
    ]


def _counted(side: str, say: Words) -> Markup:
    if side == Side.DETECTIVES:
        return say("🎉 <b>The detectives win!</b> The cards are out, and nobody shoots any more.")
    return say("🦹 <b>The criminals win!</b> The cards are out, and nobody shoots any more.")


def _team(head: Markup, seats: Iterable[Seat], view: HuntView, names: Names, say: Words) -> Markup:
    members = list(seats)
    won = view.outcome is not None and members[0] in view.outcome.winners
    lines = [_member(seat, view, names, say) for seat in members]
    return LINE.join((head + (" 🏆" if won else ""), *lines))


def _member(seat: Seat, view: HuntView, names: Names, say: Words) -> Markup:
    one = view.characters[seat]
    fate = f" {FATES[one.fate]}" if one.fate else ""
    return filled("{figure} · {name}{fate}", figure=figure_title(one, say), name=names[seat], fate=fate)


def _signs(fact: Fact, signs_: Sequence[str]) -> str:
    lane = f"{SUITS[fact.lane]}{fact.cell}" if fact.lane and fact.cell is not None else ""
    match fact.did:
        case Did.CLUE:
            return f"{CLUE}{lane}"
        case Did.ESCAPED:
            return f"{HOME}{fact.cell}"
        case Did.FILED:
            return FILE
        case Did.CHANGED_LANE | Did.MOVED_ON:
            return f"{WALK}{lane}"
        case Did.ARRESTED:
            return f"{FATES[Fate.ARRESTED]}{signs_[fact.seat]}"
    return ""
