"""Before the start: the games to choose from, and the lobby with its options."""

from __future__ import annotations

from markupsafe import Markup

from core.catalog import CATALOG
from tgbot import button
from tgbot.facts import CLOCKS, START_IN, MatchFacts, Seated, StartRule, Status
from tgbot.screens import SCREENS
from tgbot.screens.fairness import committed, revealed
from tgbot.screens.names import clean, isolate, seat_labels, text_names
from tgbot.screens.options import choice, verb
from tgbot.screens.screen import Button, Keyboard, Screen, rows
from tgbot.screens.times import MINUTE, duration, moment, short_duration
from tgbot.words import Words

LINE = Markup("\n")


def menu(say: Words) -> Screen:
    """The games to choose from."""
    games = [
        Markup("<b>{title}</b>\n{blurb}").format(title=screens.title(say), blurb=screens.blurb(say))
        for screens in SCREENS.values()
    ]
    buttons = [Button(screens.title(say), button.verb(0, 0, f"new {kind}")) for kind, screens in SCREENS.items()]
    return Screen(Markup("\n\n").join((say("🎲 <b>What shall we play?</b>"), *games)), rows(buttons, 2))


def lobby(facts: MatchFacts, say: Words, bot: str) -> Screen:
    """The lobby; ``bot`` is the bot's username without @."""
    title = SCREENS[facts.kind].title(say)
    if facts.status is Status.LOBBY:
        parts = [
            say("🎲 <b>{game}</b> · who is in?", game=title),
            SCREENS[facts.kind].blurb(say),
            LINE.join(_settings(facts, say)),
            LINE.join(_people(facts, say)),
            *_unreachable(facts, say, bot),
            committed(facts, say),
        ]
        return Screen(Markup("\n\n").join(parts), _options(facts, say) if facts.panel else _keyboard(facts, say))
    if facts.status is Status.EXPIRED:
        head = say("⌛ <b>{game}</b> · nobody started this game for a day, so its lobby has closed.", game=title)
    elif facts.status is Status.CANCELLED and not facts.position:
        head = say("🚫 <b>{game}</b> · this game was called off before it began.", game=title)
    else:
        parts = [say("▶️ <b>{game}</b> · the match has begun!", game=title), LINE.join(_people(facts, say))]
        return Screen(Markup("\n\n").join((*parts, committed(facts, say))))
    return Screen(Markup("\n\n").join(filter(None, (head, revealed(facts, say)))))


def seats_taken(facts: MatchFacts, say: Words) -> Markup:
    """How many sit, of how many that may."""
    return say("👥 {n} of {most} seats taken", n=len(facts.seats), most=max(CATALOG[facts.kind].sizes))


def _settings(facts: MatchFacts, say: Words) -> list[Markup]:
    clock = say("⏱ Time for a move: {clock}", clock=duration(facts.clock, say))
    return [clock, _start(facts, say), *SCREENS[facts.kind].option_lines(facts, say)]


def _start(facts: MatchFacts, say: Words) -> Markup:
    if facts.start_rule is StartRule.TIME and facts.deadline:
        return say("▶️ Starts by itself: {when}", when=moment(facts.deadline))
    if facts.start_rule is StartRule.FULL:
        return say("▶️ Starts when every seat is taken, or when the host says so")
    return say("▶️ Starts when the host says so")


def _people(facts: MatchFacts, say: Words) -> list[Markup]:
    names = text_names(facts, say)
    lines = [seats_taken(facts, say)]
    for number, (seated, name) in enumerate(zip(facts.seats, names, strict=True), 1):
        crown = " 👑" if seated.person_id == facts.host_id else ""
        lines.append(Markup("{number}. {name}{crown}").format(number=number, name=name, crown=crown))
    missing = min(CATALOG[facts.kind].sizes) - len(facts.seats)
    if missing > 0:
        lines.append(say.many("⏳ {n} more player is needed", "⏳ {n} more players are needed", missing))
    if facts.invited:
        names_ = ", ".join(isolate(clean(name) or say.plain("somebody")) for name in facts.invited[:8])
        lines.append(say("🔁 Played last time, not back yet: {names}", names=names_))
    return lines


def _unreachable(facts: MatchFacts, say: Words, bot: str) -> list[Markup]:
    """Who has to press Start in the private chat before the bot may write to him."""
    names = text_names(facts, say)
    silent = [names[s.seat] for s in facts.seats if not s.automatic and not s.reachable]
    if not silent:
        return []
    link = Markup('<a href="https://t.me/{bot}">{text}</a>').format(bot=bot, text=say("press Start in my private chat"))
    return [
        say(
            "✉️ {names}: {link}, so that I can send you your secrets there. Without it, use 🎴 on the board.",
            names=", ".join(silent),
            link=link,
        )
    ]


def _keyboard(facts: MatchFacts, say: Words) -> Keyboard:
    computers = [verb(facts, say.plain("🤖 Add"), "bot+")]
    if any(seated.person_id is None for seated in facts.seats):
        computers.append(verb(facts, say.plain("🤖 Remove"), "bot-"))
    return (
        (
            Button(say.plain("✅ Join"), button.verb(facts.match, facts.position, "join"), style="success"),
            verb(facts, say.plain("🚪 Leave"), "leave"),
        ),
        tuple(computers),
        (
            verb(facts, say.plain("⚙️ Options"), "panel options"),
            Button(say.plain("📨 Invite"), share=facts.token),
        ),
        (
            Button(say.plain("▶️ Start"), button.verb(facts.match, facts.position, "start"), style="primary"),
            Button(say.plain("✖️ Call off"), button.verb(facts.match, facts.position, "cancel"), style="danger"),
        ),
    )


def _options(facts: MatchFacts, say: Words) -> Keyboard:
    clocks = [choice(facts, f"⏱ {short_duration(s, say)}", f"clock {s}", facts.clock == s) for s in CLOCKS]
    starts = (
        choice(facts, say.plain("▶️ By hand"), "when hand", facts.start_rule is StartRule.HAND),
        choice(facts, say.plain("▶️ When full"), "when full", facts.start_rule is StartRule.FULL),
    )
    later = tuple(
        verb(facts, say.plain("▶️ In {time}", time=short_duration(n * MINUTE, say)), f"when {n}") for n in START_IN
    )
    names = seat_labels(facts, say)
    removals = [verb(facts, f"❌ {names[s.seat]}", f"kick {s.seat}") for s in facts.seats if not _hosts(facts, s)]
    back = (verb(facts, say.plain("↩️ Back"), "panel -"),)
    return (*rows(clocks, 3), *SCREENS[facts.kind].option_rows(facts, say), starts, later, *rows(removals, 2), back)


def _hosts(facts: MatchFacts, seated: Seated) -> bool:
    return seated.person_id == facts.host_id
