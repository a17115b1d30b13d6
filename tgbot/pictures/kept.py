"""Pictures of things, drawn once and kept: packed, and unpacked as far as there is room.

The law
    What was asked for last is at hand, in all no more than ``ROOM`` bytes, but always the newest. The rest is unpacked
    when it is asked for again: that takes a tenth of the time of drawing, and until then a twentieth of the room.
    Whoever gets a picture does not draw on it.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import NamedTuple, ParamSpec

from PIL import Image

P = ParamSpec("P")

ROOM = 10_000_000
"""Bytes: what a board is made of, and half of another one."""
PACKED = 512
"""How many are kept packed. All games in all their states have 360."""


class _Packed(NamedTuple):
    mode: str
    size: tuple[int, int]
    data: bytes


class Shelf:
    """Pictures by what they are of."""

    def __init__(self, room: int = ROOM, packed: int = PACKED) -> None:
        self._room, self._most = room, packed
        self._lock = Lock()
        self._images: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._packed: OrderedDict[Hashable, _Packed] = OrderedDict()

    @property
    def taken(self) -> int:
        """Bytes of what is at hand."""
        return sum(map(_bytes, self._images.values()))

    def get(self, what: Hashable, draw: Callable[[], Image.Image]) -> Image.Image:
        """The picture of something, drawn where there is none."""
        with self._lock:
            image, packed = self._images.get(what), self._packed.get(what)
            if image is not None:
                self._images.move_to_end(what)
                return image
        image = _unpacked(packed) if packed else draw()
        packed = packed or _pack(image)
        with self._lock:
            self._images[what], self._packed[what] = image, packed
            self._packed.move_to_end(what)
            while self.taken > self._room and len(self._images) > 1:
                self._images.popitem(last=False)
            while len(self._packed) > self._most:
                self._packed.popitem(last=False)
        return image


_shelf = Shelf()


def kept(draw: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
    """Keeps what a function draws, by what it is given."""

    @wraps(draw)
    def given(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
        return _shelf.get((draw, args, *kwargs.items()), lambda: draw(*args, **kwargs))

    return given


def _bytes(image: Image.Image) -> int:
    # Pillow has four bytes for a pixel of any colours.
    return image.width * image.height * (1 if image.mode == "L" else 4)


def _pack(image: Image.Image) -> _Packed:
    return _Packed(image.mode, image.size, zlib.compress(image.tobytes(), 1))


def _unpacked(packed: _Packed) -> Image.Image:
    return Image.frombytes(packed.mode, packed.size, zlib.decompress(packed.data))
