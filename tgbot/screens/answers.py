"""Short answers to presses and commands: plain text of at most 200 UTF-16 units (Bot API, ``answerCallbackQuery``)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from tgbot.refusals import Code
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
    START_FIRST = "start_first"
    """The bot may not write to him yet."""
    HISTORY_SENT = "history_sent"
    BOARD_SENT = "board_sent"
    REMATCH = "rematch"
    LANGUAGE_SET = "language_set"
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
    Answer.START_FIRST: spoken(
        "✉️ I may not write to you yet: open my private chat and press Start. Or tap 🎴 My hand."
    ),
    Answer.HISTORY_SENT: spoken("📜 The history is in our private chat."),
    Answer.BOARD_SENT: spoken("💣 Here is the board again."),
    Answer.REMATCH: spoken("🔁 The next game is open. You are in!"),
    Answer.LANGUAGE_SET: spoken("🌐 From now on I speak English here."),
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
    Code.NO_COMPUTER: spoken("🤖 There is no computer player here."),
    Code.NOT_MEMBER: spoken("👥 This game is for members of the group {title}."),
    Code.MEMBERSHIP_UNKNOWN: spoken(
        "👥 I cannot see whether you belong to {title}. Please tap Join in the group itself."
    ),
    Code.NOT_ADMIN: spoken("👮 Only an administrator of the group can do this."),
    Code.UNKNOWN_BUTTON: spoken("🤷 I do not know this button. Ask for a new board with /table."),
    Code.FAILED: spoken("😵 Something went wrong on my side. Please try again."),
}


def answer(done: Answer, say: Words, **fields: Any) -> str:
    """The words for something done."""
    return say.plain(_ANSWERS[done], **_safe(fields, say))


def refusal(code: Code, fields: Mapping[str, Any], say: Words) -> str:
    """The words for something refused; ``fields`` as in ``tgbot.refusals.Refused``."""
    return say.plain(_REFUSALS[code], **_safe(fields, say))


def _safe(fields: Mapping[str, Any], say: Words) -> dict[str, Any]:
    safe = dict(fields)
    if "name" in safe:
        safe["name"] = label(clean(str(safe["name"])) or say.plain("somebody"))
    if "title" in safe:
        safe["title"] = label(clean(str(safe["title"])) or say.plain("your group"))
    return safe
