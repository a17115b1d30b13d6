"""The end of the Race, and its history."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from core.chase import Did, Fact
from core.game import Seat
from core.race import RaceView, Reason
from tgbot.facts import MatchFacts
from tgbot.screens import match
from tgbot.screens.chase import history as shared
from tgbot.screens.chase.signs import FATES, card_sign
from tgbot.screens.match import LINE, Names
from tgbot.screens.race.signs import POINTS, RUNNER, signs, title
from tgbot.screens.screen import Screen
from tgbot.words import Words, filled


def result(facts: MatchFacts, view: RaceView, say: Words) -> Screen:
    """Who won and how, and how far everybody came."""

    def parts(names: Names) -> list[Markup]:
        ranking = sorted(view.order, key=lambda seat: (not _won(view, seat), -view.characters[seat].cell))
        lines = [_racer(seat, view, names, say) for seat in ranking]
        return [*winner(view, names, say), LINE.join((say("<b>How far they came</b>"), *lines))]

    return match.result(facts, say, title(say), parts, short=2)


def history(facts: MatchFacts, view: RaceView, say: Words) -> Screen:
    """Every turn."""
    return shared.history(facts, view, say, title(say), signs(view, say), _signs)


def _won(view: RaceView, seat: Seat) -> bool:
    return view.outcome is not None and seat in view.outcome.winners


def winner(view: RaceView, names: Names, say: Words) -> list[Markup]:
    """Who won and why; nothing while nobody has."""
    if view.outcome is None:
        return []
    name = names[view.outcome.winners[0]]
    if view.outcome.reason == Reason.FINISH:
        return [say("🏁 <b>{name} wins!</b> The sixth step, and the finish is reached.", name=name)]
    return [say("☠️ <b>{name} wins!</b> Nobody else is left alive.", name=name)]


def _racer(seat: Seat, view: RaceView, names: Names, say: Words) -> Markup:
    one = view.characters[seat]
    end = f" {FATES[one.fate]}" if one.fate else " 🏆" if _won(view, seat) else ""
    cell = say("cell {n}", n=one.cell)
    return filled(
        "{figure} {name} · {cell}{end}", figure=card_sign(one.figure, say), name=names[seat], cell=cell, end=end
    )


def _signs(fact: Fact, _: Sequence[str]) -> str:
    match fact.did:
        case Did.POINTS:
            return f"{POINTS}{fact.card.points if fact.card else ''}"
        case Did.STEPPED:
            return f"{RUNNER}{fact.cell}"
    return ""
