"""Short answers to presses and commands: plain text of at most 200 UTF-16 units (Bot API, ``answerCallbackQuery``)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from tgbot.refusals import Code
from tgbot.screens.fitting import fit_plain
from tgbot.screens.names import clean, label
from tgbot.words import Words, spoken


class Answer(StrEnum):
    """What has been done."""

    JOINED = "joined"
    LEFT = "left"
    """The seat in the lobby is free again."""
    LEFT_MATCH = "left_match"
    """The computer plays on for him."""
    COMPUTER_ADDED = "computer_added"
    COMPUTER_REMOVED = "computer_removed"
    KICKED = "kicked"
    """The host removed a player."""
    STARTED = "started"
    OPTION_SET = "option_set"
    CANCELLED = "cancelled"
    """A lobby or a match."""
    KEPT = "kept"
    """The match was not cancelled after all."""
    POINTED = "pointed"
    """The cutters point at ``name``."""
    UNPOINTED = "unpointed"
    CUT_SAFE = "cut_safe"
    CUT_DEFUSING = "cut_defusing"
    CUT_BOMB = "cut_bomb"
    CLAIMED = "claimed"
    HAND_SENT = "hand_sent"
    """To the private chat."""
    WHISPERED = "whispered"
    """In the group, to him alone."""
    START_FIRST = "start_first"
    """The bot may not write to him yet."""
    HISTORY_SENT = "history_sent"
    VERIFIED = "verified"
    """All of a match was computed again, ``moves`` moves among it, and its file sent to him."""
    DIFFERS = "differs"
    """A match computed again is another one, first at ``place``."""
    BOARD_SENT = "board_sent"
    REMATCH = "rematch"
    LANGUAGE_SET = "language_set"
    EXTENDED = "extended"
    """Half a clock more for his move."""
    MUTED = "muted"
    BACK = "back"
    """He is not absent any more."""
    HERE = "here"
    """He was not absent at all."""
    PAUSED = "paused"
    RESUMED = "resumed"
    ASKED = "asked"
    """A vote has been opened."""
    ASKED_HERE = "asked_here"
    """The same at a private table."""
    VOTED = "voted"
    HOST_ASKED = "host_asked"
    """Whether he may join the host decides."""
    LET_IN = "let_in"
    """The host lets ``name`` into the lobby."""
    TURNED_AWAY = "turned_away"
    """The host does not let ``name`` in."""
    LINK_NEW = "link_new"
    """The lobby has a new invite link."""
    BLOCKED = "blocked"
    """``name`` may not play in this group."""
    UNBLOCKED = "unblocked"
    LEFT_ALONE = "left_alone"
    """Somebody was not blocked after all."""
    NEXT_ON = "next_on"
    """``name`` will be told of the next lobby here."""
    NEXT_OFF = "next_off"
    PRIVATE_ONLY = "private_only"
    """A command for the private chat only."""
    FORGOTTEN = "forgotten"
    """What was kept of him is deleted."""
    GROUP_ONLY = "group_only"
    """A command that makes sense in a group only."""


_ANSWERS = {
    Answer.JOINED: spoken("✅ You are in!"),
    Answer.LEFT: spoken("🚪 You have left the game. Your seat is free again."),
    Answer.LEFT_MATCH: spoken("🚪 You have left the match. The computer plays on for you."),
    Answer.COMPUTER_ADDED: spoken("🤖 A computer player sits down."),
    Answer.COMPUTER_REMOVED: spoken("🤖 A computer player has left."),
    Answer.KICKED: spoken("❌ The seat is free again."),
    Answer.STARTED: spoken("▶️ The match begins!"),
    Answer.OPTION_SET: spoken("⚙️ Changed."),
    Answer.CANCELLED: spoken("🚫 Called off."),
    Answer.KEPT: spoken("👍 The match goes on."),
    Answer.POINTED: spoken("✂️ → {name}. Now choose a wire."),
    Answer.UNPOINTED: spoken("✂️ Choose another player."),
    Answer.CUT_SAFE: spoken("⚪ A safe wire. Phew!"),
    Answer.CUT_DEFUSING: spoken("🔵 A defusing wire!"),
    Answer.CUT_BOMB: spoken("💣 That was the bomb!"),
    Answer.CLAIMED: spoken("🗣 Everybody can read your claim on the board."),
    Answer.HAND_SENT: spoken("🎴 Your hand is in our private chat."),
    Answer.WHISPERED: spoken("🤫 Your hand is at the bottom of the chat. Only you see it."),
    Answer.START_FIRST: spoken(
        "✉️ I may not write to you yet: open my private chat and press Start. Or tap 🎴 My hand."
    ),
    Answer.HISTORY_SENT: spoken("📜 The history is in our private chat."),
    Answer.VERIFIED: spoken(
        "🔐 I computed the whole match again from its secret: all shuffles, dice, draws and {moves} moves agree. The "
        "file for your own check is in our private chat."
    ),
    Answer.DIFFERS: spoken(
        "⚠️ Computed again from its secret, the match is another one, first at {place}. The file is in our private chat."
    ),
    Answer.BOARD_SENT: spoken("🎲 Here is the board again."),
    Answer.REMATCH: spoken("🔁 The next game is open. You are in!"),
    Answer.LANGUAGE_SET: spoken("🌐 From now on I speak English here."),
    Answer.EXTENDED: spoken("⏳ You have half a clock more. That works once a match."),
    Answer.MUTED: spoken("🔕 No more reminders for this move."),
    Answer.BACK: spoken("👋 Welcome back! The table waits for you again."),
    Answer.HERE: spoken("👌 You are at the table already."),
    Answer.PAUSED: spoken("⏸ The match is paused."),
    Answer.RESUMED: spoken("▶️ The pause is over."),
    Answer.ASKED: spoken("🗳 The others have a say in this: the vote stands in the group."),
    Answer.ASKED_HERE: spoken("🗳 The others have a say in this: everybody has the vote in the chat with me."),
    Answer.VOTED: spoken("🗳 Your vote counts."),
    Answer.HOST_ASKED: spoken("🙋 I have asked the host. You will read the answer here."),
    Answer.LET_IN: spoken("✅ {name} is in."),
    Answer.TURNED_AWAY: spoken("🚫 {name} stays outside."),
    Answer.LINK_NEW: spoken("🔗 The old invite link is dead. 📨 Invite sends the new one."),
    Answer.BLOCKED: spoken("⛔ {name} cannot join any game of this group now. /unblock takes it back."),
    Answer.UNBLOCKED: spoken("✅ {name} may join the games of this group again."),
    Answer.LEFT_ALONE: spoken("👍 Nothing has changed."),
    Answer.NEXT_ON: spoken(
        "🔔 {name}, I will write to you when the next game opens here. /nextgame once more takes it back."
    ),
    Answer.NEXT_OFF: spoken("🔕 {name}, I will not tell you of the next game here."),
    Answer.PRIVATE_ONLY: spoken("✉️ Write this to me in our private chat."),
    Answer.FORGOTTEN: spoken("🧹 I have forgotten you."),
    Answer.GROUP_ONLY: spoken("👥 This works in a group. Add me to one and try it there."),
}

_REFUSALS = {
    Code.NOT_YOUR_MATCH: spoken("🙅 You are not playing in this match."),
    Code.NOT_YOUR_TURN: spoken("✋ Not your move: we are waiting for {name}."),
    Code.OLD_BOARD: spoken("⏪ This board is out of date. Look at the newest one."),
    Code.ALREADY_DONE: spoken("👌 Already done."),
    Code.NOT_POSSIBLE: spoken("✋ That is not possible now."),
    Code.NO_WIRE_LEFT: spoken("✋ {name} has no wire left in this round. Choose another player."),
    Code.ONLY_AT: spoken("✋ The next cut must be made at {name}."),
    Code.CHOOSE_FIRST: spoken("✋ First choose a colour, with the buttons under the board."),
    Code.MATCH_OVER: spoken("🏁 This match is over."),
    Code.NOT_OVER: spoken("🔐 The match is not over yet: until then its secrets stay secret."),
    Code.NO_SUCH_MATCH: spoken("🤷 I know no such match."),
    Code.NOT_STARTED: spoken("⏳ The match has not begun yet."),
    Code.CLAIMS_OFF: spoken("🤐 Claims are switched off in this match. You can still talk in the chat."),
    Code.CLAIM_TOO_MUCH: spoken("✋ Nobody was dealt that many wires this round."),
    Code.CLAIM_NUMBER_FIRST: spoken("🗣 First say how many defusing wires you hold, then speak of the bomb."),
    Code.LOBBY_CLOSED: spoken("🔒 Too late: this game has already begun or was called off."),
    Code.LOBBY_OPEN: spoken("🎲 Another game is already gathering players here. Start it or call it off first."),
    Code.ALREADY_SEATED: spoken("👌 You are already in."),
    Code.NOT_SEATED: spoken("🤷 Not seated in this game."),
    Code.FULL: spoken("🈵 Every seat is taken ({n})."),
    Code.TOO_FEW: spoken("⏳ Too early to start. Players still needed: {n}. The computer can help: 🤖"),
    Code.WRONG_OPTIONS: spoken("🎨 Pick exactly {n} colours, one for each player, or let chance draw them."),
    Code.NOT_HOST: spoken("👑 Only the host ({name}) or an administrator of the group can do this."),
    Code.ONLY_HOST: spoken("👑 Only the host ({name}) can do this."),
    Code.NO_COMPUTER: spoken("🤖 There is no computer player here."),
    Code.NOT_MEMBER: spoken("👥 This game is for members of the group {title}."),
    Code.NOT_INVITED: spoken("🏠 This table is private: only its invite link leads to it."),
    Code.MEMBERSHIP_UNKNOWN: spoken(
        "👥 I cannot see whether you belong to {title}. Please tap Join in the group itself."
    ),
    Code.LINK_DEAD: spoken("🔗 This link leads nowhere any more. Ask for the newest one, or tap Join in the group."),
    Code.ASKED_ALREADY: spoken("⏳ You have asked already. I will tell you as soon as the host has answered."),
    Code.TURNED_AWAY: spoken("🚫 The host does not let you into this game."),
    Code.TOO_MANY_ASK: spoken(
        "⏳ Too many people are waiting for the host's answer. Try again later, or tap Join in the group."
    ),
    Code.NOT_ASKED: spoken("👌 That has been answered already."),
    Code.BLOCKED_HERE: spoken("⛔ The administrators of {title} do not let you play there."),
    Code.NOBODY_FOUND: spoken(
        "🤷 I know nobody called {name} here. Reply with the command to one of their messages instead."
    ),
    Code.NOT_YOUR_QUESTION: spoken("🙅 I have asked somebody else."),
    Code.WHOM: spoken("👉 Who is meant? Reply with the command to one of their messages, or write a name behind it."),
    Code.IN_PERSON: spoken("🕶 You are writing in the name of a group or a channel. This works only in your own name."),
    Code.NOT_ADMIN: spoken("👮 Only an administrator of the group can do this."),
    Code.RIGHTS_UNKNOWN: spoken(
        "👮 Telegram does not tell me who is an administrator of {title}. Make me an administrator, then try again."
    ),
    Code.HELD: spoken("🛠 Whoever runs this bot has paused all matches for a while. Nothing is lost."),
    Code.NEWER_VERSION: spoken(
        "⏳ A newer version of this bot has begun this match. Nothing is lost: it goes on when that version runs again."
    ),
    Code.OLDER_VERSION: spoken(
        "⏳ An older version of this bot has begun this match, which this one cannot end. Nothing is lost."
    ),
    Code.BROKEN: spoken("⚠️ This match cannot be read at the moment. Whoever runs the bot can see that it waits."),
    Code.PAUSED: spoken("⏸ The match is paused. /resume ends the pause."),
    Code.HUSHED: spoken(
        "🔇 I cannot write in {title} now, so the match is paused. It goes on by itself as soon as I can."
    ),
    Code.NOT_PAUSED: spoken("▶️ The match is not paused."),
    Code.EXTENDED_ALREADY: spoken("⏳ You have had more time in this match already: it works once."),
    Code.NOT_ABSENT: spoken("🪑 {name} has not been away for a day yet. The seat is not free."),
    Code.SAT_BEFORE: spoken("🪑 You have sat in this match: you know too much to come back in another seat."),
    Code.NO_BALLOT: spoken("🗳 This vote is over."),
    Code.QUESTION_OPEN: spoken("🗳 The table is voting on something else. Ask again when that vote is over."),
    Code.NO_VOTE: spoken("🗳 Only those who play and are not away have a vote here."),
    Code.UNKNOWN_ZONE: spoken("🤷 I know no such time zone."),
    Code.BLOCKED: spoken("⛔ Whoever runs this bot has blocked its use here."),
    Code.TOO_FAST: spoken("🐢 That was a lot at once. Give me a minute, then ask again."),
    Code.TOO_MANY_LOBBIES: spoken("🎲 You have opened a lot of games within an hour. Wait a little with the next one."),
    Code.UNKNOWN_BUTTON: spoken("🤷 I do not know this button. Ask for a new board with /table."),
    Code.NOT_NOW: spoken("⏳ I cannot do this right now. Nothing is lost: press again in a moment."),
    Code.FAILED: spoken("😵 Something went wrong on my side. Please try again."),
}


def answer(done: Answer, say: Words, **fields: Any) -> str:
    """The words for something done."""
    return fit_plain(say.plain(_ANSWERS[done], **_safe(fields, say)))


def refusal(code: Code, fields: Mapping[str, Any], say: Words) -> str:
    """The words for something refused; ``fields`` as in ``tgbot.refusals.Refused``."""
    return fit_plain(say.plain(_REFUSALS[code], **_safe(fields, say)))


def _safe(fields: Mapping[str, Any], say: Words) -> dict[str, Any]:
    safe = dict(fields)
    if "name" in safe:
        safe["name"] = label(clean(str(safe["name"])) or say.plain("somebody"))
    if "title" in safe:
        safe["title"] = label(clean(str(safe["title"])) or say.plain("your group"))
    return safe
