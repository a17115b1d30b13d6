"""In the update loop's place: what the heartbeat knows of the contact with Telegram."""

from __future__ import annotations


class Touch:
    """The bot is in touch with Telegram, until a test says otherwise."""

    def __init__(self) -> None:
        self.failing = False
        self.caught_up = True
        self.silent = 0.0
        self.asked = 0

    def silent_for(self) -> float:
        return self.silent

    def look_again(self) -> None:
        self.asked += 1
        self.caught_up = False
