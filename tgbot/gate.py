"""Who is let in, and how often: the operator's block list, and limits for people and groups (product, Operators).

Kept in memory by each process: a restart forgets what was counted, never who is blocked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

MINUTE, HOUR = 60.0, 3600.0
GROUP = 3
"""A group may give so many times as many commands as one person."""
_MANY = 10_000
"""With so many in memory those are forgotten who have not come for long."""


@dataclass(frozen=True)
class Limits:
    """What an operator allows; 0: any number.

    ``blocked``: numbers of people and groups, as Telegram has them. ``commands``: by one person in a minute.
    ``lobbies``: presses by one person in an hour that open a lobby.
    """

    blocked: frozenset[int] = frozenset()
    commands: int = 20
    lobbies: int = 20


class Verdict(Enum):
    """What becomes of something asked for. ``REFUSED``: not done and told so, ``IGNORED``: not done, told before."""

    ADMITTED = auto()
    REFUSED = auto()
    IGNORED = auto()


@dataclass
class _Purse:
    tokens: float
    at: float
    told: bool = False


class _Purses:
    """At most ``most`` at once, and as many more in every span of so many seconds; for each of many."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float]) -> None:
        self._most = most
        self._rate = most / seconds
        self._now = now
        self._purses: dict[int, _Purse] = {}

    def take(self, who: int) -> Verdict:
        """One more. Who has none left is told so once, until he has one again."""
        if not self._most:
            return Verdict.ADMITTED
        now = self._now()
        purse = self._purses.setdefault(who, _Purse(self._most, now))
        purse.tokens = min(self._most, purse.tokens + max(0.0, now - purse.at) * self._rate)
        purse.at = now
        self._forget()
        if purse.tokens < 1:
            first, purse.told = not purse.told, True
            return Verdict.REFUSED if first else Verdict.IGNORED
        purse.tokens, purse.told = purse.tokens - 1, False
        return Verdict.ADMITTED

    def _forget(self) -> None:
        if len(self._purses) > _MANY:
            full = self._now() - self._most / self._rate
            self._purses = {who: purse for who, purse in self._purses.items() if purse.at > full}


class Gate:
    """Counts what people and groups ask for. ``now``: seconds that never go back."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self._limits = limits
        self._people = _Purses(limits.commands, MINUTE, now)
        self._groups = _Purses(limits.commands * GROUP, MINUTE, now)
        self._lobbies = _Purses(limits.lobbies, HOUR, now)
        self._turned_away = _Purses(1, HOUR, now)

    def blocked(self, *ids: int | None) -> bool:
        """Whether one of these people and groups is blocked."""
        return not self._limits.blocked.isdisjoint(ids)

    def turn_away(self, chat_id: int) -> Verdict:
        """Somebody blocked says something: told once an hour that it is no use."""
        return Verdict.REFUSED if self._turned_away.take(chat_id) is Verdict.ADMITTED else Verdict.IGNORED

    def command(self, person_id: int | None, chat_id: int) -> Verdict:
        """Somebody gives a command in a chat; None: nobody in person."""
        verdict = self._people.take(person_id) if person_id is not None else Verdict.ADMITTED
        return verdict if verdict is not Verdict.ADMITTED or chat_id > 0 else self._groups.take(chat_id)

    def lobby(self, person_id: int) -> bool:
        """Somebody presses what opens a lobby."""
        return self._lobbies.take(person_id) is Verdict.ADMITTED
