"""Pictures of things are drawn once, look the same whenever they are asked for, and take so much room and no more."""

from __future__ import annotations

import pytest
from PIL import Image

from core.timebomb import Wire
from tgbot.pictures import kept
from tgbot.pictures.backdrop import backdrop, plate
from tgbot.pictures.kept import Shelf
from tgbot.pictures.medals import medal

SIX = Wire.GREEN, Wire.ORANGE, Wire.PINK, Wire.YELLOW, Wire.BLUE, Wire.RED
SIDE = 100
BYTES = 4 * SIDE * SIDE


def drawn(seen: list[int], number: int, mode: str = "RGBA") -> Image.Image:
    seen.append(number)
    noise = Image.effect_noise((SIDE, SIDE), 80 + number)
    return Image.merge("RGBA", (noise,) * 4) if mode == "RGBA" else noise.convert(mode)


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "L"])
def test_what_is_asked_for_again_is_the_same_and_not_drawn_again(mode: str) -> None:
    shelf, seen = Shelf(room=3 * BYTES), list[int]()
    first = [shelf.get(n, lambda n=n: drawn(seen, n, mode)).copy() for n in range(10)]  # type: ignore[misc]
    for _ in range(2):
        for n in range(10):
            again = shelf.get(n, lambda n=n: drawn(seen, n, mode))  # type: ignore[misc]
            assert (again.mode, again.size, again.tobytes()) == (mode, (SIDE, SIDE), first[n].tobytes())
    assert seen == list(range(10))


def test_what_is_at_hand_takes_no_more_than_its_room_and_what_was_used_last_stays() -> None:
    shelf, seen = Shelf(room=3 * BYTES), list[int]()
    for n in range(10):
        shelf.get(n, lambda n=n: drawn(seen, n))  # type: ignore[misc]
        assert shelf.taken <= 3 * BYTES
    last = shelf.get(9, lambda: drawn(seen, 9))
    assert shelf.taken == 3 * BYTES
    shelf.get(0, lambda: drawn(seen, 0))
    shelf.get(9, lambda: drawn(seen, 9))
    shelf.get(1, lambda: drawn(seen, 1))
    assert shelf.get(9, lambda: drawn(seen, 9)) is last


def test_what_is_larger_than_the_room_is_at_hand_until_something_else_is_asked_for() -> None:
    shelf, seen = Shelf(room=BYTES - 1), list[int]()
    one = shelf.get(1, lambda: drawn(seen, 1))
    assert shelf.get(1, lambda: drawn(seen, 1)) is one
    shelf.get(2, lambda: drawn(seen, 2))
    assert shelf.taken == BYTES
    assert shelf.get(1, lambda: drawn(seen, 1)) is not one
    assert seen == [1, 2]


def test_however_much_is_asked_for_only_so_much_is_kept_packed() -> None:
    shelf, seen = Shelf(room=0, packed=5), list[int]()
    for n in [*range(20), *range(15, 20), 0]:
        shelf.get(n, lambda n=n: drawn(seen, n))  # type: ignore[misc]
    assert seen == [*range(20), 0]


def test_things_are_told_apart_by_what_they_are_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_shelf", Shelf())
    sizes = {backdrop(width=64, height=48).size, plate(64, 48).size, plate(48, 64).size}
    assert sizes == {(64, 48), (92, 76), (76, 92)}
    assert backdrop("night", 64, 48).tobytes() != backdrop("fire", 64, 48).tobytes()
    wires = SIX
    assert len({medal(wire, 20).tobytes() for wire in wires}) == len(wires)
    assert medal(wires[0], 20) is medal(wires[0], 20)
