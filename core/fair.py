"""The fair source: every shuffle, draw and die of a match comes from here.

The law
    Before anybody joins, the bot commits to 32 random bytes, the *secret*, by publishing their SHA-256.
    The *seed* of the match is HMAC-SHA256(secret, the joins in order). At the end the secret is published.
    Everything drawn in a match is a function of (seed, position, purpose), so anybody can compute it again,
    on any version of Python, and nobody could choose it after the joins.

The stream
    Block i of Fair(seed, position, purpose) is HMAC-SHA256(seed, "purpose/position/i"), in ASCII, i from 0. It is
    read as 32-bit big-endian words. A number below n is a word w with w < 2**32 - 2**32 % n, taken modulo n; other
    words are thrown away, so there is no modulo bias. A shuffle is Fisher and Yates's, from the last place down.
    ``random.Random`` promises no such stability.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SECRET_BYTES = 32
_WORDS = struct.Struct(">8I")
_RANGE = 1 << 32


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret in hexadecimal digits: what the lobby shows before anybody joins."""
    return hashlib.sha256(secret).hexdigest()


def seed_of(secret: bytes, joins: Sequence[str]) -> bytes:
    """The seed of a match: its secret keyed over the joins, one line each, in the order they happened.

    A join is Telegram's own id of the press or message that seated somebody, which the bot cannot choose.
    """
    return hmac.digest(secret, "\n".join(joins).encode(), "sha256")


class Fair:
    """The numbers of one position of one match. The same arguments give the same numbers for ever.

    ``purpose`` keeps apart what is drawn for different reasons at one position: the rules draw under ``play``,
    a move chosen for somebody whose clock ran out under ``clock``, a computer player's tosses under ``computer``.
    """

    def __init__(self, seed: bytes, position: int, purpose: str = "play") -> None:
        self._seed = seed
        self._prefix = f"{purpose}/{position}/"
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._seed, f"{self._prefix}{self._block}".encode(), "sha256")
            self._block += 1
            self._words = list(reversed(_WORDS.unpack(block)))
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely.

        Raises:
            ValueError: n is not between 1 and 2**32.
        """
        if not 1 <= n <= _RANGE:
            raise ValueError(f"cannot draw a number below {n}")
        limit = _RANGE - _RANGE % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order, each order equally likely."""
        pile = list(items)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(pile)

    def die(self) -> int:
        """A six-sided die: 1 to 6."""
        return 1 + self.below(6)
