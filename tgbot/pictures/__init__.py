"""What people look at: views and public facts in, JPEG files out. Pure; knows neither Telegram's library nor the store.

``PICTURES["timebomb"].board(facts, view, say)`` gives a ``Picture``: a value with ``digest``, the same for pictures
that look the same, and ``jpeg()``, the file. Files are kept by what they show: what one seat may see is never given
out for another, since only what a view tells reaches a picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol

from tgbot.facts import MatchFacts
from tgbot.pictures import evolution, hunt, race, timebomb
from tgbot.pictures.lettering import RAQM
from tgbot.pictures.picture import Picture
from tgbot.words import Words

__all__ = ["PICTURES", "RAQM", "GamePictures", "Picture"]


class GamePictures(Protocol):
    """The pictures of one game. A module keeps this contract; ``view`` is the game's own view."""

    def board(self, facts: MatchFacts, view: Any, say: Words) -> Picture:
        """The table in the group, during the match and after it. ``view`` is what everybody sees."""
        ...

    def hand(self, facts: MatchFacts, view: Any, say: Words) -> Picture:
        """The secrets of ``view.seat``, for his private chat. Does not change with others' moves within a round.

        Raises:
            ValueError: nobody looks; these secrets are shown to the seat that holds them.
        """
        ...

    def result(self, facts: MatchFacts, view: Any, say: Words) -> Picture:
        """The end of the match, with everything shown."""
        ...

    def recap(self, facts: MatchFacts, view: Any, say: Words) -> Picture:
        """The whole match in one picture: who did what to whom, in order, with the roles when it has ended."""
        ...


PICTURES: Mapping[str, GamePictures] = MappingProxyType(
    {"timebomb": timebomb, "evolution": evolution, "hunt": hunt, "race": race}
)
"""By kind, as in ``core.catalog``."""
