"""What the table and the lobby refuse, as a closed list of codes. The words for each stand in the screens."""

from __future__ import annotations

from enum import StrEnum

from core.game import Refusal


class Code(StrEnum):
    """Why something is not done."""

    NOT_YOUR_MATCH = "not_your_match"
    """He does not sit in this match."""
    NOT_YOUR_TURN = "not_your_turn"
    """Somebody else is to move: ``name``."""
    OLD_BOARD = "old_board"
    """The button was drawn for an earlier position."""
    ALREADY_DONE = "already_done"
    """The same press again: it counted once."""
    NOT_POSSIBLE = "not_possible"
    """The move is not among the legal ones."""
    NO_WIRE_LEFT = "no_wire_left"
    """The player pointed at has no face-down wire: ``name``."""
    ONLY_AT = "only_at"
    """Only wires of ``name`` can be cut now."""
    CHOOSE_FIRST = "choose_first"
    """Something else is to be chosen before the next cut."""
    MATCH_OVER = "match_over"
    NO_SUCH_MATCH = "no_such_match"
    NOT_STARTED = "not_started"
    """The match is still a lobby."""
    CLAIMS_OFF = "claims_off"
    CLAIM_TOO_MUCH = "claim_too_much"
    """More than the hand can hold."""
    CLAIM_NUMBER_FIRST = "claim_number_first"
    """Say how many defusing wires first, then speak of the bomb."""
    LOBBY_CLOSED = "lobby_closed"
    """The lobby has started, was cancelled or expired."""
    LOBBY_OPEN = "lobby_open"
    """There is an open lobby here already."""
    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"
    FULL = "full"
    """All ``n`` seats are taken."""
    TOO_FEW = "too_few"
    """``n`` more players are needed to start."""
    WRONG_OPTIONS = "wrong_options"
    """Other colours were picked than ``n`` players need."""
    NOT_HOST = "not_host"
    """Only the host (``name``) or a group administrator may do this."""
    NO_COMPUTER = "no_computer"
    """There is no computer player to remove."""
    NOT_MEMBER = "not_member"
    """He is not in the group of that match: ``title``."""
    MEMBERSHIP_UNKNOWN = "membership_unknown"
    """Telegram does not tell whether he is in the group ``title``: he should press Join there."""
    NOT_ADMIN = "not_admin"
    """Only an administrator of the group may do this."""
    UNKNOWN_BUTTON = "unknown_button"
    """No button of ours carries this."""
    FAILED = "failed"
    """Our fault; try again."""


class Refused(Refusal):
    """Something is not done and nothing has changed. ``fields`` fill in the sentence for ``code``."""

    def __init__(self, code: Code, **fields: object) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields
