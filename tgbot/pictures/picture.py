"""A picture before it is drawn: what it shows, as a value. Equal values give equal files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from tgbot.pictures.canvas import Canvas

Draw = Callable[[Any, bool], Canvas]
"""Draws a scene; with True it keeps the marks."""
KEPT = 16
"""Files kept, at most 120 kB each: for equal pictures at the same time, and for calls that are made again."""


@dataclass(frozen=True)
class Picture:
    """What a picture shows, and who draws it. ``scene`` holds what is seen and no more: other changes are none."""

    scene: Hashable
    draw: Draw

    @cached_property
    def digest(self) -> str:
        """The same for equal pictures, without drawing them: an edit that changes nothing need not be made."""
        return hashlib.sha256(repr((self.draw.__module__, self.scene)).encode()).hexdigest()[:32]

    def jpeg(self) -> bytes:
        """The file. Drawing takes about 20 ms of processor time, so not in the event loop."""
        return _drawn(self)

    def canvas(self) -> Canvas:
        """The picture with the marks of what was drawn where."""
        return self.draw(self.scene, True)


@lru_cache(maxsize=KEPT)
def _drawn(picture: Picture) -> bytes:
    return picture.draw(picture.scene, False).jpeg()
