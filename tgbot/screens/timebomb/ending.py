"""The end of a match, and its history while it goes on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from markupsafe import Markup

from core.timebomb import Reason, Reveal, Role, TimeBombView
from tgbot import button
from tgbot.facts import By, MatchFacts, Status
from tgbot.screens.fairness import revealed
from tgbot.screens.names import GRAPHEMES, text_names
from tgbot.screens.screen import MAX_TEXT, Button, Screen, length
from tgbot.screens.timebomb.board import LINE
from tgbot.screens.timebomb.signs import (
    CLOCK,
    CUT,
    WIRES,
    claim_sign,
    moved_by,
    newest_claims,
    role_name,
    title,
    wires,
)
from tgbot.words import Words

_LIMITS = (GRAPHEMES, 16, 10, 6)


def result(facts: MatchFacts, view: TimeBombView, say: Words) -> Screen:
    """Who won and why, and everything that was hidden (TB-13)."""
    fairness = revealed(facts, say)

    def told(graphemes: int) -> Markup:
        names = text_names(facts, say, graphemes)
        parts = [*_outcome(view, names, say), _paths(view, names, say), fairness]
        head = say("🏁 <b>{game}</b> · the match is over", game=title(say))
        if facts.status is Status.CANCELLED:
            head = say("🚫 <b>{game}</b> · the match was cancelled", game=title(say))
        return Markup("\n\n").join((head, *filter(None, parts)))

    if facts.status is Status.CANCELLED:
        return Screen(_fitting(told))
    again = Button(say.plain("🔁 Rematch"), button.verb(facts.match, facts.position, "rematch"), style="success")
    history_ = Button(say.plain("📜 History"), button.verb(facts.match, facts.position, "history"))
    return Screen(_fitting(told), ((again, history_),))


def history(facts: MatchFacts, view: TimeBombView, say: Words) -> Screen:
    """Who cut what from whom, and who said what, round by round (TB-13)."""

    def told(graphemes: int) -> Markup:
        names = text_names(facts, say, graphemes)
        head = say("📜 <b>{game}</b> · who cut what from whom", game=title(say))
        return Markup("\n\n").join((head, *(_round(facts, view, names, say, n) for n in range(1, view.round + 1))))

    return Screen(_fitting(told))


def _fitting(told: Callable[[int], Markup]) -> Markup:
    """The text with names as long as fit into one message."""
    texts = (told(graphemes) for graphemes in _LIMITS)
    return next(text for text in texts if length(text) <= MAX_TEXT)


def _outcome(view: TimeBombView, names: tuple[str, ...], say: Words) -> list[Markup]:
    if view.outcome is None or view.roles is None or view.laid is None:
        return []
    roles = [_team(role, view.roles, names, say, won=role == view.outcome.side) for role in Role]
    if view.spare:
        spare = ", ".join(role_name(role, say) for role in view.spare)
        roles.append(say("🃏 The role card nobody had: {role}", role=spare))
    left = [
        Markup("{wires} {name}").format(wires=wires(hidden), name=names[seat])
        for seat, laid in enumerate(view.laid)
        if (hidden := [wire for wire, cut in zip(laid, view.rows[seat], strict=True) if cut is None])
    ]
    parts = [_winner(view, say), LINE.join(roles)]
    return [*parts, LINE.join((say("<b>Still face down at the end</b>"), *left))] if left else parts


def _winner(view: TimeBombView, say: Words) -> Markup:
    match view.outcome and view.outcome.reason:
        case Reason.DEFUSED:
            return say("🎉 <b>Sherlock's team wins!</b> Every defusing wire has been cut, London is safe.")
        case Reason.BOMB:
            return say("💥 <b>Moriarty's team wins!</b> The bomb has been cut, Big Ben goes up.")
        case _:
            return say("⌛ <b>Moriarty's team wins!</b> Four rounds are over and the bomb is still ticking.")


def _team(role: Role, roles: tuple[Role, ...], names: tuple[str, ...], say: Words, *, won: bool) -> Markup:
    members = ", ".join(name for name, own in zip(names, roles, strict=True) if own is role)
    return Markup("{role} · {members}{cup}").format(
        role=Markup("<b>{}</b>").format(role_name(role, say)), members=members, cup=" 🏆" if won else ""
    )


def _paths(view: TimeBombView, names: tuple[str, ...], say: Words) -> Markup:
    """A round is a path, since the owner of a cut wire cuts next (TB-8)."""
    lines = [
        _path(round_, list(reveals), names) for round_, reveals in groupby(view.reveals, key=lambda one: one.round)
    ]
    return LINE.join((say("<b>The cutters' way</b>"), *lines)) if lines else Markup("")


def _path(round_: int, reveals: list[Reveal], names: tuple[str, ...]) -> Markup:
    steps = "".join(f" → {names[reveal.owner]} {WIRES[reveal.wire]}" for reveal in reveals)
    return Markup("{round}. {first}{steps}").format(round=round_, first=names[reveals[0].cutter], steps=steps)


def _round(facts: MatchFacts, view: TimeBombView, names: tuple[str, ...], say: Words, round_: int) -> Markup:
    lines = [say("<b>Round {round}</b>", round=round_)]
    claims = newest_claims(facts, round_)
    if claims:
        said = " · ".join(f"{names[seat]} {claim_sign(claims[seat])}" for seat in sorted(claims))
        lines.append(Markup("{}").format(said))
    for number, (reveal, by) in enumerate(zip(view.reveals, moved_by(facts, view), strict=True), 1):
        if reveal.round == round_:
            lines.append(_cut(number, reveal, by, names))
    if view.outcome is None and view.round == round_ and len(lines) == 1:
        lines.append(say("Nothing yet."))
    return LINE.join(lines)


def _cut(number: int, reveal: Reveal, by: By, names: tuple[str, ...]) -> Markup:
    return Markup("{number}. {clock}{cutter} {cut} {owner} {wire}").format(
        number=number,
        clock=f"{CLOCK} " if by is By.CLOCK else "",
        cutter=names[reveal.cutter],
        cut=CUT,
        owner=names[reveal.owner],
        wire=WIRES[reveal.wire],
    )
