"""Nobody hears anything of what he may not know (product, Secrets): with the hidden part of a match exchanged, and the
same history in public, all that the bot sends, answers and logs stays the same, byte for byte.

Seats of the computer are excepted: they see their own hands, and their moves may show it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import structlog

import tgbot.table
from core.catalog import CATALOG
from core.game import Game, Move, Seat
from core.record import CLOCK
from core.timebomb import Role
from tests.core.worlds import NOBODYS
from tests.shell import setting
from tests.shell.ear import Heard, for_ears_of
from tests.shell.histories import after, other_world
from tests.shell.overheard import STRANGER, Laid, lay, listen, put
from tests.shell.setting import DIMA, GROUP, PEOPLE, Scene
from tgbot.screens import SCREENS
from tgbot.screens.screen import Button, Screen
from tgbot.surfaces import wanted, whisper
from tgbot.wanted import Wanted

DATABASES = ("sqlite",)
"""What is compared are texts: one database is enough."""

PICTURED = 9
"""The matches that are looked at as well, by the moves made."""
MATCHES = [
    pytest.param(kind, options, played, id=f"{kind}{'-variant' if options else ''}-{played}")
    for kind in SCREENS
    for options in ({}, {"variant": True})[: 2 if kind == "evolution" else 1]
    for played in (0, 3, 9)
]


def two_worlds(
    scene: Scene,
    folder: Path,
    kind: str,
    options: dict[str, Any],
    played: int,
    viewer: Seat | None,
    *,
    private: bool = False,
) -> tuple[Laid, Game]:
    """A match, and another world for the viewer; with as much of what happens next as leaves him in the dark."""
    persons = min(max(CATALOG[kind].sizes), 5)
    laid = lay(scene, folder, kind, persons, played, played, 5, private=private, **options)
    for length in range(len(laid.steps), 0, -1):
        shorter = replace(laid, steps=laid.steps[:length])
        other = other_world(laid.game, viewer, laid.seed, laid.position, shorter.steps, random.Random(played))
        if other is not None:
            return shorter, other
    raise LookupError("no other world was found")


def differences(viewer: Seat | None, here: Sequence[Heard], there: Sequence[Heard]) -> Iterator[tuple[Any, Any]]:
    """What one of the two worlds sounds like, and not the other."""
    ours, theirs = for_ears_of(viewer, here), for_ears_of(viewer, there)
    yield from ((one, other) for one, other in zip(ours, theirs, strict=False) if one != other)
    if len(ours) != len(theirs):
        yield len(ours), len(theirs)


def compared(
    folder: Path, laid: Laid, other: Game, viewer: Seat | None, *, pictures: bool = False
) -> tuple[list[Heard], list[tuple[Any, Any]]]:
    """What is heard of a match, and what of it is not the same in the other world."""
    here, there = (
        listen(laid, game, folder / name, pictures=pictures) for name, game in (("here", laid.game), ("there", other))
    )
    return here, list(differences(viewer, here, there))


@pytest.mark.parametrize("viewer", [None, 0, 2])
@pytest.mark.parametrize(("kind", "options", "played"), MATCHES)
def test_nobody_hears_a_difference_of_what_he_may_not_know(
    scene: Scene, tmp_path: Path, kind: str, options: dict[str, Any], played: int, viewer: Seat | None
) -> None:
    laid, other = two_worlds(scene, tmp_path, kind, options, played, viewer)
    heard, found = compared(tmp_path, laid, other, viewer)
    assert len([one for one in heard if one.where == f"chat {GROUP}"]) > 10
    assert [one for one in heard if one.where.startswith("answer")]
    assert [one for one in heard if one.where == "log"]
    whispered = {one.method for one in heard if one.where.startswith("whisper")}
    assert whispered == ({"send_message", "do_api_request"} if CATALOG[kind].hands else set())
    assert found == []


@pytest.mark.parametrize("viewer", [None, 2])
@pytest.mark.parametrize(("kind", "options", "played"), [case for case in MATCHES if case.values[2] == PICTURED])
def test_nobody_sees_a_difference_of_what_he_may_not_know(
    scene: Scene, tmp_path: Path, kind: str, options: dict[str, Any], played: int, viewer: Seat | None
) -> None:
    laid, other = two_worlds(scene, tmp_path, kind, options, played, viewer)
    seen, found = compared(tmp_path, laid, other, viewer, pictures=True)
    photos = [one for one in seen if one.method in ("send_photo", "edit_message_media")]
    assert {f"chat {GROUP}", f"chat {PEOPLE[0]}"} <= {one.where for one in photos}
    assert found == []


@pytest.mark.parametrize("viewer", [None, 0, 2])
@pytest.mark.parametrize("kind", SCREENS)
def test_at_a_private_table_it_is_the_same(scene: Scene, tmp_path: Path, kind: str, viewer: Seat | None) -> None:
    """There boards stand where hands come to: in everybody's own chat."""
    laid, other = two_worlds(scene, tmp_path, kind, {}, 3, viewer, private=True)
    heard, found = compared(tmp_path, laid, other, viewer)
    for person in (PEOPLE[0], PEOPLE[2]):
        assert len([one for one in heard if one.where == f"chat {person}"]) > 10
    assert not [one for one in heard if one.where == f"chat {GROUP}"]
    assert found == []
    with setting.scene(laid.database) as scene_:
        here = open_to_all(scene_, laid)
        scene_.do(put, laid.match, other)
        assert open_to_all(scene_, laid) == here


def open_to_all(scene: Scene, laid: Laid) -> dict[str, Wanted]:
    """Everything that stands in anybody's chat but the hands."""
    look, views = scene.do(tgbot.table.looks, laid.match)
    found = {one.which: one for one in wanted(look, views, "BigBenBot")}
    assert sum(which.startswith("hand ") for which in found) > 1
    return {which: one for which, one in found.items() if not which.startswith("hand ")}


@pytest.mark.parametrize("kind", SCREENS)
def test_these_matches_hold_moves_of_the_clock_deals_and_other_peoples_secrets(kind: str, tmp_path: Path) -> None:
    by, rounds, hidden = set(), set(), False
    for played in (0, 3, 9):
        with setting.scene() as scene:
            (tmp_path / str(played)).mkdir()
            laid, other = two_worlds(scene, tmp_path / str(played), kind, {}, played, None)
        by |= {step.by for step in laid.steps}
        games = list(after(laid.game, laid.seed, laid.position, laid.steps))
        rounds |= {game.round for game in games}
        hidden |= any(laid.game.view(seat) != other.view(seat) for seat in range(laid.game.seats))
    assert CLOCK in by
    if CATALOG[kind].game not in NOBODYS:
        assert len(rounds) > 1
        assert hidden


# The test can fail


def leaks_on_the_board(patch: pytest.MonkeyPatch) -> None:
    """A board that tells Céline's role, as a word or by the order of nothing at all."""

    def leaking(look: Any, views: Sequence[Any], bot: str, **how: Any) -> Iterator[Wanted]:
        for one in wanted(look, views, bot, **how):
            dot = "." if views and views[2].role is Role.MORIARTY else ""
            yield replace(one, screen=replace(one.screen, text=one.screen.text + dot)) if one.which == "board" else one

    patch.setattr("tgbot.deliver.wanted", leaking)


def leaks_on_anns_board(patch: pytest.MonkeyPatch) -> None:
    """At a private table, where everybody has one: Ann's tells Céline's role."""

    def leaking(look: Any, views: Sequence[Any], bot: str, **how: Any) -> Iterator[Wanted]:
        for one in wanted(look, views, bot, **how):
            dot = "." if views and views[2].role is Role.MORIARTY else ""
            hers = one.which == f"board {PEOPLE[0]}"
            yield replace(one, screen=replace(one.screen, text=one.screen.text + dot)) if hers else one

    patch.setattr("tgbot.deliver.wanted", leaking)


def leaks_in_a_button(patch: pytest.MonkeyPatch) -> None:
    """The data of a button in Céline's private chat, which Telegram's servers and her own app see."""

    def leaking(look: Any, views: Sequence[Any], bot: str, **how: Any) -> Iterator[Wanted]:
        for one in wanted(look, views, bot, **how):
            if one.which == "hand 2":
                button = Button("?", f"{look.facts.match}:0:x {views[2].role}")
                yield replace(one, screen=Screen(one.screen.text, (*one.screen.keyboard, (button,))))
            else:
                yield one

    patch.setattr("tgbot.deliver.wanted", leaking)


def leaks_in_an_answer(patch: pytest.MonkeyPatch) -> None:
    """A stranger who asks for a hand is shown Céline's."""
    look = tgbot.table.look

    def leaking(session: Any, match_id: int, viewer: int | None = None) -> Any:
        return look(session, match_id, viewer if viewer in PEOPLE or viewer is None else PEOPLE[2])

    patch.setattr(tgbot.table, "look", leaking)


def leaks_in_a_whisper(patch: pytest.MonkeyPatch) -> None:
    """The buttons under the message that Céline alone sees in the group tell her role to Telegram's servers."""

    def leaking(facts: Any, seated: Any, mine: Any) -> Wanted:
        one = whisper(facts, seated, mine)
        button = Button("?", f"{facts.match}:0:x {mine.role}")
        return replace(one, screen=Screen(one.screen.text, (*one.screen.keyboard, (button,))))

    patch.setattr("tgbot.handlers.doors.whisper", leaking)


def leaks_by_whispering_to_another(patch: pytest.MonkeyPatch) -> None:
    """What is meant for one member is shown to another."""
    patch.setattr("tgbot.handlers.doors.whisper", lambda *seen: replace(whisper(*seen), alone=STRANGER))


def leaks_in_the_log(patch: pytest.MonkeyPatch) -> None:
    """A move is logged with the role of who makes it."""
    press = tgbot.table.press

    def leaking(session: Any, match_id: int, *args: Any) -> Any:
        views: Any = tgbot.table.looks(session, match_id)[1]
        structlog.get_logger("tgbot").info("a press", role=str([view.role for view in views]))
        return press(session, match_id, *args)

    patch.setattr(tgbot.table, "press", leaking)


def leaks_by_what_the_clock_plays(patch: pytest.MonkeyPatch) -> None:
    """For a Moriarty the clock plays the last move there is, for a Sherlock the first."""

    def leaking(game: Any, seat: Seat, seed: bytes, position: int) -> Move:
        moves: Sequence[Move] = game.clock_moves(seat)
        return moves[-1 if game.roles[seat] is Role.MORIARTY else 0]

    patch.setattr(tgbot.table, "clock_move", leaking)


def leaks_by_silence(patch: pytest.MonkeyPatch) -> None:
    """Who is called to the table by a sound, and who without one, depends on a role."""

    def leaking(look: Any, views: Sequence[Any], bot: str, **how: Any) -> Iterator[Wanted]:
        for one in wanted(look, views, bot, **how):
            yield replace(one, silent=one.silent != (bool(views) and views[2].role is Role.MORIARTY))

    patch.setattr("tgbot.deliver.wanted", leaking)


def leaks_in_a_picture(patch: pytest.MonkeyPatch) -> None:
    """The board in the group is drawn with the eyes of Céline."""

    def leaking(look: Any, views: Sequence[Any], bot: str, **how: Any) -> Iterator[Wanted]:
        for one in wanted(look, views, bot, **how):
            if one.which == "board" and one.picture is not None:
                yield replace(one, picture=replace(one.picture, scene=(one.picture.scene, views[2].role)))
            else:
                yield one

    patch.setattr("tgbot.deliver.wanted", leaking)


LEAKS = (
    *(leaks_on_the_board, leaks_in_a_button, leaks_in_an_answer, leaks_in_the_log, leaks_in_a_picture),
    *(leaks_in_a_whisper, leaks_by_whispering_to_another),
    *(leaks_by_what_the_clock_plays, leaks_by_silence),
)


@pytest.mark.parametrize(
    ("leak", "private"),
    [*((leak, False) for leak in LEAKS), (leaks_on_anns_board, True), (leaks_in_a_button, True)],
    ids=lambda one: getattr(one, "__name__", "privately" if one else ""),
)
def test_a_planted_leak_is_heard(leak: Any, private: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[tuple[Any, Any]] = []
    leak(monkeypatch)
    viewer = 0 if leak is leaks_on_anns_board else None
    # In some worlds nothing differs that this leak would show.
    for number in range(6):
        folder = tmp_path / str(number)
        folder.mkdir()
        with setting.scene() as scene:
            laid = lay(scene, folder, "timebomb", 5, number, 0, 4, private=private)
            other = other_world(laid.game, viewer, laid.seed, laid.position, laid.steps, random.Random(number))
            if other is not None and laid.steps:
                found += _heard_or_broken(folder, laid, other, viewer, pictures=leak is leaks_in_a_picture)
        if found:
            return
    pytest.fail("nothing was heard of the leak")


def _heard_or_broken(
    folder: Path, laid: Laid, other: Game, viewer: Seat | None, *, pictures: bool
) -> list[tuple[Any, Any]]:
    try:
        return compared(folder, laid, other, viewer, pictures=pictures)[1]
    except AssertionError as broken:
        # The history of the two worlds parts so far that the script cannot go on.
        return [("broken", str(broken))]


def test_who_may_know_is_told_another_hand_in_the_other_world(scene: Scene, tmp_path: Path) -> None:
    """The exchange is real, and reaches the messages."""
    laid, other = two_worlds(scene, tmp_path, "timebomb", {}, 0, None)
    here, there = (listen(laid, game, tmp_path / name) for name, game in (("here", laid.game), ("there", other)))
    changed = [seat for seat in range(5) if laid.game.view(seat) != other.view(seat) and PEOPLE[seat] != DIMA]
    assert changed
    for seat in changed:
        mine = f"chat {PEOPLE[seat]}"
        assert [one.said for one in here if one.where == mine] != [one.said for one in there if one.where == mine]
