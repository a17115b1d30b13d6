"""Before the start: the games to choose from, and the lobby with its options."""

from __future__ import annotations

from markupsafe import Markup

from core.catalog import CATALOG
from tgbot import button
from tgbot.facts import SLOW, MatchFacts, Seated, StartRule, Status
from tgbot.presets import CLOCKS, DAILY_HOURS, START_IN
from tgbot.screens import SCREENS
from tgbot.screens.fairness import committed, revealed
from tgbot.screens.names import ON_BUTTONS, at_table, clean, isolate, label, seat_labels, text_names, titled
from tgbot.screens.options import choice, verb
from tgbot.screens.screen import Button, Keyboard, Screen, rows
from tgbot.screens.times import MINUTE, clock, moment, of_day, short_duration
from tgbot.words import Words, filled
from tgbot.zones import city

LINE = Markup("\n")


def menu(say: Words, *, private: bool = False) -> Screen:
    """The games to choose from, in a group or for a private table."""
    games = [
        filled("<b>{title}</b>\n{blurb}", title=screens.title(say), blurb=screens.blurb(say))
        for screens in SCREENS.values()
    ]
    buttons = [Button(screens.title(say), button.verb(0, 0, f"new {kind}")) for kind, screens in SCREENS.items()]
    parts = [say("🎲 <b>What shall we play?</b>"), *games]
    if private:
        parts.append(
            say(
                "🏠 A table here is private: computer players fill it, so you can practise alone, and whoever gets its "
                "link from you can join."
            )
        )
    return Screen(Markup("\n\n").join(parts), rows(buttons, 2))


def lobby(facts: MatchFacts, say: Words, bot: str) -> Screen:
    """The lobby; ``bot`` is the bot's username without @."""
    title = titled(facts, SCREENS[facts.kind].title(say), say)
    if facts.status is Status.LOBBY:
        parts = [
            say("🎲 <b>{game}</b> · who is in?", game=title),
            SCREENS[facts.kind].blurb(say),
            *_link(facts, say, bot),
            LINE.join(_settings(facts, say)),
            LINE.join(_people(facts, say)),
            *_unreachable(facts, say, bot),
            *_asking(facts, say),
            committed(facts, say),
        ]
        return Screen(Markup("\n\n").join(parts), _open(facts, say))
    if came_to_nothing(facts):
        return Screen(Markup("\n\n").join(filter(None, (_nothing_came(facts, title, say), revealed(facts, say)))))
    parts = [say("▶️ <b>{game}</b> · the match has begun!", game=title), LINE.join(_people(facts, say))]
    return Screen(Markup("\n\n").join((*parts, committed(facts, say))))


def came_to_nothing(facts: MatchFacts) -> bool:
    """Whether a lobby is over and no match has begun."""
    return facts.status is Status.EXPIRED or (facts.status is Status.CANCELLED and not facts.position)


def called_off(facts: MatchFacts, say: Words) -> Screen:
    """Tells a guest, who does not see the lobby, that it has come to nothing."""
    return Screen(_nothing_came(facts, at_table(facts, SCREENS[facts.kind].title(say), say), say))


def _nothing_came(facts: MatchFacts, title: str, say: Words) -> Markup:
    if facts.status is Status.EXPIRED:
        return say("⌛ <b>{game}</b> · nobody started this game for a day, so its lobby has closed.", game=title)
    return say("🚫 <b>{game}</b> · this game was called off before it began.", game=title)


def seats_taken(facts: MatchFacts, say: Words) -> Markup:
    """How many sit, of how many that may."""
    return say("👥 {n} of {most} seats taken", n=len(facts.seats), most=max(CATALOG[facts.kind].sizes))


def _settings(facts: MatchFacts, say: Words) -> list[Markup]:
    guests = [say("🎟 Guests are welcome: whoever has the invite link may join, from outside the group, too")]
    return [
        *_clock_lines(facts, say),
        _start(facts, say),
        *(guests if facts.guests and not facts.private else ()),
        *SCREENS[facts.kind].option_lines(facts, say),
    ]


def _clock_lines(facts: MatchFacts, say: Words) -> list[Markup]:
    """How long a move may take, and when no clock runs; a clock of minutes and a fixed hour know no night."""
    lines = [say("⏱ Time for a move: {clock}", clock=clock(facts, say))]
    if facts.quiet is not None:
        lines.append(
            say(
                "🌙 No clock runs from {start} to {end} ({city}). Other hours or another zone: /settings",
                start=of_day(facts.quiet[0]),
                end=of_day(facts.quiet[1]),
                city=city(facts.zone, say.language),
            )
        )
    elif facts.daily is None and facts.clock >= SLOW:
        none = say("🌙 This group has no quiet hours, the clock runs at night, too: /settings")
        if facts.private:
            none = say("🌙 There are no quiet hours, the clock runs at night, too: /settings")
        lines.append(none if facts.quiet_on else say("🌙 The clock runs at night, too"))
    return lines


def _start(facts: MatchFacts, say: Words) -> Markup:
    if facts.start_rule is StartRule.TIME and facts.deadline:
        return say("▶️ Starts by itself: {when}", when=moment(facts.deadline, facts.zone, say.language))
    if facts.start_rule is StartRule.FULL:
        return say("▶️ Starts when every seat is taken, or when the host says so")
    return say("▶️ Starts when the host says so")


def _people(facts: MatchFacts, say: Words) -> list[Markup]:
    names = text_names(facts, say)
    lines = [seats_taken(facts, say)]
    for number, (seated, name) in enumerate(zip(facts.seats, names, strict=True), 1):
        crown = " 👑" if seated.person_id == facts.host_id else ""
        lines.append(filled("{number}. {name}{crown}", number=number, name=name, crown=crown))
    lines += _missing(facts, say)
    if facts.invited:
        names_ = ", ".join(isolate(clean(name) or say.plain("somebody")) for name in facts.invited[:8])
        lines.append(say("🔁 Played last time, not back yet: {names}", names=names_))
    return lines


def _asking(facts: MatchFacts, say: Words) -> list[Markup]:
    """Who waits for the host to let him in."""
    if not facts.askers:
        return []
    names = ", ".join(isolate(clean(one.name) or say.plain("somebody")) for one in facts.askers)
    return [
        say(
            "🙋 {names}: here by the invite link, but perhaps not of this group. The host or an administrator lets "
            "them in ✅ or not 🚫.",
            names=names,
        )
    ]


def asker_rows(facts: MatchFacts, say: Words) -> Keyboard:
    """Whom the host lets in or not; of several with the same name nobody is told apart but by the message above."""
    return tuple(
        (
            Button(f"✅ {name}", button.verb(facts.match, facts.position, f"admit {one.person_id}"), style="success"),
            Button(f"🚫 {name}", button.verb(facts.match, facts.position, f"reject {one.person_id}")),
        )
        for one in facts.askers
        for name in [label(clean(one.name, ON_BUTTONS) or say.plain("somebody"))]
    )


def _missing(facts: MatchFacts, say: Words) -> list[Markup]:
    """How many more it takes to start, or whose the empty seats will be (HU-1): at a private table those of all who
    are missing.
    """
    entry = CATALOG[facts.kind]
    if entry.fills or facts.private:
        empty = (max if entry.fills else min)(entry.sizes) - len(facts.seats)
        filled = say.many(
            "🤖 At the start a computer takes {n} seat", "🤖 At the start computers take {n} seats", empty
        )
        return [filled] if empty > 0 else []
    missing = min(entry.sizes) - len(facts.seats)
    needed = say.many("⏳ {n} more player is needed", "⏳ {n} more players are needed", missing)
    return [needed] if missing > 0 else []


def _unreachable(facts: MatchFacts, say: Words, bot: str) -> list[Markup]:
    """Who has to press Start in the private chat before the bot may write to him."""
    names = text_names(facts, say)
    silent = [names[s.seat] for s in facts.seats if not s.automatic and not s.reachable]
    if not silent:
        return []
    if facts.private:
        return [say("✉️ Blocked me, so sees nothing of this table: {names}", names=", ".join(silent))]
    link = filled('<a href="https://t.me/{bot}">{text}</a>', bot=bot, text=say("press Start in my private chat"))
    return [
        say(
            "✉️ {names}: {link}, so that I can send you your secrets there. Without it, use 🎴 on the board.",
            names=", ".join(silent),
            link=link,
        )
    ]


def _link(facts: MatchFacts, say: Words, bot: str) -> list[Markup]:
    """The way to a private table."""
    if not facts.private:
        return []
    link = f"https://t.me/{bot}?start=j_{facts.token}"
    return [say("🏠 This table is private. Whoever opens its link sits down: <code>{link}</code>", link=link)]


def _open(facts: MatchFacts, say: Words) -> Keyboard:
    """What the host has opened. In a group all the others see it as well: whoever comes meanwhile finds Join."""
    if facts.panel not in _PANELS:
        return _keyboard(facts, say)
    door = () if facts.private else (_door(facts, say),)
    return (*door, *_PANELS[facts.panel](facts, say))


def _door(facts: MatchFacts, say: Words) -> tuple[Button, ...]:
    """In and out. Who sees a private table sits there."""
    join = Button(say.plain("✅ Join"), button.verb(facts.match, facts.position, "join"), style="success")
    return (*(() if facts.private else (join,)), verb(facts, say.plain("🚪 Leave"), "leave"))


def _keyboard(facts: MatchFacts, say: Words) -> Keyboard:
    computers = [verb(facts, say.plain("🤖 Add"), "bot+")]
    if any(seated.person_id is None for seated in facts.seats):
        computers.append(verb(facts, say.plain("🤖 Remove"), "bot-"))
    return (
        *asker_rows(facts, say),
        _door(facts, say),
        tuple(computers),
        (
            verb(facts, say.plain("⏱ Clock"), "panel clock"),
            verb(facts, say.plain("⚙️ Options"), "panel options"),
            Button(say.plain("📨 Invite"), share=facts.token),
        ),
        (
            Button(say.plain("▶️ Start"), button.verb(facts.match, facts.position, "start"), style="primary"),
            Button(say.plain("✖️ Call off"), button.verb(facts.match, facts.position, "cancel"), style="danger"),
        ),
    )


def _clock(facts: MatchFacts, say: Words) -> Keyboard:
    """How long a move may take."""
    clocks = [
        choice(facts, f"⏱ {short_duration(s, say)}", f"clock {s}", facts.daily is None and facts.clock == s)
        for s in CLOCKS
    ]
    daily = say.plain("🗓 Every day at…")
    if facts.daily is not None:
        daily = say.plain("🗓 Every day at {time}", time=of_day(facts.daily))
    quiet: Keyboard = ()
    if facts.daily is None and facts.clock >= SLOW:
        quiet = (
            (
                choice(facts, say.plain("🌙 Quiet nights"), "quiet on", facts.quiet_on),
                choice(facts, say.plain("☀️ Day and night"), "quiet off", not facts.quiet_on),
            ),
        )
    return (
        *rows(clocks, 3),
        (choice(facts, daily, "panel daily", facts.daily is not None),),
        *quiet,
        _back(facts, say),
    )


def _daily(facts: MatchFacts, say: Words) -> Keyboard:
    """The hours of the day by which a move may be due, in the group's zone."""
    hours = [choice(facts, of_day(h * 60), f"daily {h * 60}", facts.daily == h * 60) for h in DAILY_HOURS]
    return (*rows(hours, 4), (verb(facts, say.plain("↩️ Back"), "panel clock"),))


def _options(facts: MatchFacts, say: Words) -> Keyboard:
    starts = (
        choice(facts, say.plain("▶️ By hand"), "when hand", facts.start_rule is StartRule.HAND),
        choice(facts, say.plain("▶️ When full"), "when full", facts.start_rule is StartRule.FULL),
    )
    later = tuple(
        verb(facts, say.plain("▶️ In {time}", time=short_duration(n * MINUTE, say)), f"when {n}") for n in START_IN
    )
    names = seat_labels(facts, say)
    removals = [verb(facts, f"❌ {names[s.seat]}", f"kick {s.seat}") for s in facts.seats if not _hosts(facts, s)]
    return (
        *SCREENS[facts.kind].option_rows(facts, say),
        starts,
        later,
        *_doors(facts, say),
        *rows(removals, 2),
        _back(facts, say),
    )


def _doors(facts: MatchFacts, say: Words) -> Keyboard:
    """Who may join by the link, and a new one; a private table has no other door."""
    guests = (
        choice(facts, say.plain("👥 Members only"), "guests off", not facts.guests),
        choice(facts, say.plain("🎟 Guests, too"), "guests on", facts.guests),
    )
    return (*(() if facts.private else (guests,)), (verb(facts, say.plain("🔗 New invite link"), "link"),))


def _back(facts: MatchFacts, say: Words) -> tuple[Button, ...]:
    return (verb(facts, say.plain("↩️ Back"), "panel -"),)


def _hosts(facts: MatchFacts, seated: Seated) -> bool:
    return seated.person_id == facts.host_id


_PANELS = {"options": _options, "clock": _clock, "daily": _daily}
"""The parts of the keyboard that open in its place."""
