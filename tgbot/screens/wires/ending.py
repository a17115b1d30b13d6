"""The end of a match, and its history while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from markupsafe import Markup, escape

from core.game import Seat
from core.timebomb import Reveal, Role, TimeBombView, Wire
from tgbot.facts import By, MatchFacts
from tgbot.screens import match
from tgbot.screens.match import CLOCK, LINE, PARAGRAPH, Names, fitting
from tgbot.screens.names import at_table, text_names
from tgbot.screens.screen import Screen
from tgbot.screens.wires.board import Follow
from tgbot.screens.wires.signs import CUT, WIRES, moved_by, role_name, wires
from tgbot.words import Words, filled


def result(
    facts: MatchFacts, view: TimeBombView, say: Words, name: str, winner: Markup, aside: Iterable[Wire] = ()
) -> Screen:
    """Who won and why, and everything that was hidden (TB-13), cards put ``aside`` included."""
    put = tuple(aside)

    def parts(names: Names) -> list[Markup]:
        return [*_outcome(view, names, say, winner, put), _paths(view, names, say)]

    return match.result(facts, say, name, parts, short=3 if put else 2)


def history(
    facts: MatchFacts,
    view: TimeBombView,
    say: Words,
    name: str,
    said: Callable[[int], Mapping[Seat, str]],
    follow: Callable[[Names], Follow],
) -> Screen:
    """Who cut what from whom, and who said what, round by round (TB-13).

    ``said``: the newest claims of a round. ``follow``: what else the cuts did, told with these names.
    """

    def told(graphemes: int) -> Markup:
        names = text_names(facts, say, graphemes)
        head = say("📜 <b>{game}</b> · who cut what from whom", game=at_table(facts, name, say))
        cuts = _cuts(facts, view, names, follow(names))
        rounds = (_round(view, names, say, n, said(n), cuts.get(n, [])) for n in range(1, view.round + 1))
        return PARAGRAPH.join((head, *rounds))

    return Screen(fitting(told))


def defused(say: Words) -> Markup:
    """Sherlock's team wins (TB-10, EV-5)."""
    return say("🎉 <b>Sherlock's team wins!</b> Every defusing wire has been cut, London is safe.")


def too_late(say: Words) -> Markup:
    """Moriarty's team wins since time is over (TB-10, EV-6)."""
    return say("⌛ <b>Moriarty's team wins!</b> Four rounds are over and the bomb is still ticking.")


def _outcome(view: TimeBombView, names: Names, say: Words, winner: Markup, aside: tuple[Wire, ...]) -> list[Markup]:
    if view.outcome is None or view.roles is None or view.laid is None:
        return []
    roles = [_team(role, view.roles, names, say, won=role == view.outcome.side) for role in Role]
    if view.spare:
        spare = ", ".join(role_name(role, say) for role in view.spare)
        roles.append(say("🃏 The role card nobody had: {role}", role=spare))
    left = [
        filled("{wires} {name}", wires=wires(hidden), name=names[seat])
        for seat, laid in enumerate(view.laid)
        if (hidden := [wire for wire, cut in zip(laid, view.rows[seat], strict=True) if cut is None])
    ]
    parts = [winner, LINE.join(roles)]
    if aside:
        parts.append(say("🗄 Put aside at the start: {wires}", wires=wires(aside)))
    if left:
        parts.append(LINE.join((say("<b>Still face down at the end</b>"), *left)))
    return parts


def _team(role: Role, roles: tuple[Role, ...], names: Names, say: Words, *, won: bool) -> Markup:
    members = ", ".join(name for name, own in zip(names, roles, strict=True) if own is role)
    return filled(
        "{role} · {members}{cup}",
        role=filled("<b>{role}</b>", role=role_name(role, say)),
        members=members,
        cup=" 🏆" if won else "",
    )


def _paths(view: TimeBombView, names: Names, say: Words) -> Markup:
    """A round is a path, since the owner of a cut wire cuts next (TB-8)."""
    lines = [
        _path(round_, list(reveals), names) for round_, reveals in groupby(view.reveals, key=lambda one: one.round)
    ]
    return LINE.join((say("<b>The cutters' way</b>"), *lines)) if lines else Markup("")


def _path(round_: int, reveals: list[Reveal], names: Names) -> Markup:
    steps, at = names[reveals[0].cutter], reveals[0].cutter
    for reveal in reveals:
        # Who is drawn but has no wire takes the cutters (EV-19): the path goes on from him.
        steps += f", {names[reveal.cutter]}" * (reveal.cutter != at) + f" → {names[reveal.owner]} {WIRES[reveal.wire]}"
        at = reveal.owner
    return filled("{round}. {steps}", round=round_, steps=steps)


def _round(
    view: TimeBombView, names: Names, say: Words, round_: int, claims: Mapping[Seat, str], cuts: list[Markup]
) -> Markup:
    lines = [say("<b>Round {round}</b>", round=round_)]
    if claims:
        lines.append(escape(" · ".join(f"{names[seat]} {claims[seat]}" for seat in sorted(claims))))
    lines += cuts
    if view.outcome is None and view.round == round_ and len(lines) == 1:
        lines.append(say("Nothing yet."))
    return LINE.join(lines)


def _cuts(facts: MatchFacts, view: TimeBombView, names: Names, follow: Follow) -> dict[int, list[Markup]]:
    lines: dict[int, list[Markup]] = {}
    for number, (reveal, by) in enumerate(zip(view.reveals, moved_by(facts, view), strict=True), 1):
        lines.setdefault(reveal.round, []).extend((_cut(number, reveal, by, names), *follow.get(number, ())))
    return lines


def _cut(number: int, reveal: Reveal, by: By, names: Names) -> Markup:
    return filled(
        "{number}. {clock}{cutter} {cut} {owner} {wire}",
        number=number,
        clock=f"{CLOCK} " if by is By.CLOCK else "",
        cutter=names[reveal.cutter],
        cut=CUT,
        owner=names[reveal.owner],
        wire=WIRES[reveal.wire],
    )
