"""What people read: views and public facts in, screens out. Pure; knows neither Telegram's library nor the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from markupsafe import Markup

from core.game import Event
from tgbot.facts import MatchFacts
from tgbot.screens import evolution, hunt, race, timebomb
from tgbot.screens.screen import Keyboard, Screen
from tgbot.words import Words


class GameScreens(Protocol):
    """The screens of one game. A module keeps this contract; ``view`` is the game's own view."""

    def title(self, say: Words) -> str:
        """The game's name, plain."""
        ...

    def blurb(self, say: Words) -> Markup:
        """What the game is about, in a sentence or two."""
        ...

    def option_lines(self, facts: MatchFacts, say: Words) -> Sequence[Markup]:
        """The game's own options in the lobby, as they are chosen."""
        ...

    def option_rows(self, facts: MatchFacts, say: Words) -> Keyboard:
        """Buttons to choose them."""
        ...

    def board(self, facts: MatchFacts, view: Any, say: Words) -> Screen:
        """The table in the group, during the match and after it. ``view`` is what everybody sees."""
        ...

    def hand(self, facts: MatchFacts, view: Any, say: Words) -> Screen:
        """The secrets of ``view.seat``, for his private chat. Does not change with others' moves within a round."""
        ...

    def whisper(self, facts: MatchFacts, view: Any, say: Words) -> Screen:
        """The same as he alone sees it in the group, with what is left of it: it may change with every move."""
        ...

    def hand_alert(self, facts: MatchFacts, view: Any, say: Words) -> str:
        """The secrets of ``view.seat`` as plain text of at most 200 UTF-16 units."""
        ...

    def told(self, events: Sequence[Event], say: Words) -> str:
        """What a move did, for whoever made it: plain text of at most 200 UTF-16 units, nothing secret."""
        ...

    def turn(self, facts: MatchFacts, view: Any, say: Words, *, private: bool) -> Screen:
        """Calls the player to move: in his private chat with all he needs to move, or by a mention in the group."""
        ...

    def result(self, facts: MatchFacts, view: Any, say: Words) -> Screen:
        """The end of the match, with everything shown."""
        ...

    def history(self, facts: MatchFacts, view: Any, say: Words) -> Screen:
        """What happened so far. ``view`` is what everybody sees."""
        ...

    def rules(self, say: Words) -> Screen:
        """The whole game explained."""
        ...


SCREENS: Mapping[str, GameScreens] = MappingProxyType(
    {"timebomb": timebomb, "evolution": evolution, "hunt": hunt, "race": race}
)
"""By kind, as in ``core.catalog``."""
