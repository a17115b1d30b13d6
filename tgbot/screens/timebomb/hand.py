"""What one player alone may know: by private message, and by the alert that only he sees."""

from __future__ import annotations

from markupsafe import Markup

from core.timebomb import ROUNDS, Claim, Hand, TimeBombView, Wire
from tgbot import button
from tgbot.facts import MatchFacts, Status
from tgbot.screens.names import ON_BUTTONS, clean, label, seat_labels
from tgbot.screens.screen import Button, Keyboard, Screen, rows
from tgbot.screens.timebomb.board import LINE, claim_row, group_name, place_keyboard
from tgbot.screens.timebomb.signs import CUT, claim_sign, contents, newest_claims, role_name, title
from tgbot.words import Words


def hand(facts: MatchFacts, view: TimeBombView, say: Words) -> Screen:
    """Role, hand and own claim of this round; the secrets in spoilers, since notifications show the first lines.

    Nothing here depends on the moves of the round but the places of a player pointed at from here.
    """
    live = facts.status is Status.RUNNING and view.outcome is None
    claim = _own_claim(facts, view)
    lines = [
        say("🎴 <b>Your hand</b> · {game} · {group}", game=title(say), group=group_name(facts, say)),
        say("Round {round} of {rounds}", round=view.round, rounds=ROUNDS),
        Markup(""),
        say("Your role: <tg-spoiler>{role}</tg-spoiler>", role=_role(view, say)),
        say.many(
            "Your {n} wire as dealt: <tg-spoiler>{wires}</tg-spoiler>",
            "Your {n} wires as dealt: <tg-spoiler>{wires}</tg-spoiler>",
            view.hand_size,
            wires=contents(_own_hand(view)),
        ),
        say("🔵 defusing, ⚪ safe, 💣 bomb. They lie shuffled: nobody knows which is where, not even you."),
    ]
    if not live:
        return Screen(LINE.join((*lines, Markup(""), say("🏁 The match is over."))))
    lines.append(Markup(""))
    if view.claims_on:
        said = claim_sign(claim) if claim else say.plain("nothing yet")
        lines.append(say("🗣 You say this round (true or not): {said}", said=said))
    lines.append(say("✂️ When it is your move, tap a name below."))
    return Screen(LINE.join(lines), _keyboard(facts, view, say, claim))


def hand_alert(facts: MatchFacts, view: TimeBombView, say: Words) -> str:
    """The same by alert, with what is still face down: he can always tell (TB-4)."""
    return say.plain(
        "{role} · {group}\nRound {round} of {rounds}\nDealt: {dealt}\nStill hidden: {left}\n"
        "🔵 defusing, ⚪ safe, 💣 bomb",
        role=_role(view, say),
        group=label(clean(facts.chat_title, ON_BUTTONS)),
        round=view.round,
        rounds=ROUNDS,
        dealt=contents(_own_hand(view)),
        left=contents(_still_hidden(view)),
    )


def _own_hand(view: TimeBombView) -> Hand:
    if not view.hands:
        raise ValueError("a hand is shown to the seat that holds it")
    return view.hands[-1]


def _role(view: TimeBombView, say: Words) -> str:
    if view.role is None:
        raise ValueError("a role is shown to the seat that has it")
    return role_name(view.role, say)


def _still_hidden(view: TimeBombView) -> Hand:
    dealt, row = _own_hand(view), view.rows[view.seat or 0]
    return Hand(
        dealt.safe - row.count(Wire.SAFE), dealt.defusing - row.count(Wire.DEFUSING), dealt.bomb - row.count(Wire.BOMB)
    )


def _own_claim(facts: MatchFacts, view: TimeBombView) -> Claim | None:
    return newest_claims(facts, view.round).get(view.seat if view.seat is not None else -1)


def _keyboard(facts: MatchFacts, view: TimeBombView, say: Words, claim: Claim | None) -> Keyboard:
    # The position at which the round was dealt: the same for the whole round, so no move makes an edit necessary.
    dealt_at = facts.position - sum(reveal.round == view.round for reveal in view.reveals)
    pointed = facts.pointing if facts.pointing_in == "hand" and view.to_act == view.seat else None
    if pointed is not None:
        cutting = place_keyboard(facts, view, say, pointed, "unaim", dealt_at)
    else:
        cutting = _aims(facts, view, say, dealt_at)
    if not view.claims_on:
        return cutting
    return (
        *cutting,
        claim_row(facts, view, dealt_at, claim.defusing if claim else None),
        _bomb_row(facts, say, claim, dealt_at),
    )


def _aims(facts: MatchFacts, view: TimeBombView, say: Words, position: int) -> Keyboard:
    names = seat_labels(facts, say)
    return rows(
        [
            Button(f"{CUT} {names[seat]}", button.verb(facts.match, position, f"aim {seat}"))
            for seat in range(view.seats)
            if seat != view.seat
        ],
        2,
    )


def _bomb_row(facts: MatchFacts, say: Words, claim: Claim | None, position: int) -> tuple[Button, ...]:
    choices = (
        (True, "yes", say.plain("💣 I have it")),
        (False, "no", say.plain("🚫💣 not me")),
        (None, "-", say.plain("🤐 not saying")),
    )
    return tuple(
        Button(
            f"✅ {text}" if claim and claim.bomb is value else text, button.verb(facts.match, position, f"bomb {word}")
        )
        for value, word, text in choices
    )
