"""Nothing that fails under the deliverer stops it, and what is refused in a group is not asked for again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import pytest
import structlog
from sqlalchemy import text
from telegram.error import BadRequest, Forbidden, TelegramError

from tests.shell.setting import ANN, BAO, GROUP, PLACE, Scene
from tests.shell.world import World, virtually
from tgbot import groups, people, table
from tgbot.lobby import Place
from tgbot.store import Session, queries
from tgbot.store.reading import SurfaceRow

MUTED = BadRequest("Not enough rights to send text messages to the chat")


def forget(session: Session, match: int) -> None:
    """The match is gone from the database."""
    for name in ("surface", "claim", "play", "seat"):
        session.execute(text(f"DELETE FROM {name} WHERE match_id = {match}"))
    session.execute(text(f"DELETE FROM match WHERE id = {match}"))


def test_a_note_that_breaks_in_any_way_holds_up_neither_the_stop_nor_later_notes(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(world: World) -> None:
        match = world.running(4, clock=300, first=0)
        await world.show(match)

        def broken(*_: object) -> None:
            raise KeyError("anything")

        with monkeypatch.context() as patch:
            patch.setattr(world.deliverer._notes, "_forget", broken)
            world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
            began = asyncio.get_running_loop().time()
            await world.quiet(600)
            assert asyncio.get_running_loop().time() - began < 10
        world.do(table.point, match, ANN, 1, "board", world.scene.now, 1)
        await world.quiet()
        world.assert_shown(match)

    virtually(test, scene)


def test_a_match_that_goes_while_its_notes_wait_is_no_error(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    async def test(world: World) -> None:
        gone, other = world.running(4, clock=300), world.running(4, clock=300, first=0)
        world.deliverer.wake(gone)
        world.deliverer.wake(other)
        await asyncio.sleep(0.1)  # all of it stands; the notes are written a little later
        world.do(forget, gone)
        await world.quiet(600)
        world.assert_surfaces_shown(other)
        world.do(table.point, other, ANN, 2, "board", world.scene.now, 1)
        began = asyncio.get_running_loop().time()
        await world.quiet(600)
        assert asyncio.get_running_loop().time() - began < 10
        world.assert_surfaces_shown(other)

    virtually(test, scene)
    assert "cannot be noted" not in caplog.text


def test_a_failed_note_of_a_match_that_is_gone_is_no_error_either(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(world: World) -> None:
        gone, other = world.running(4, clock=300), world.running(4, clock=300)
        delivered = queries.delivered
        failed: list[Mapping[int, int]] = []

        def once(session: Session, revisions: Mapping[int, int], rows: Sequence[SurfaceRow] = ()) -> None:
            if not failed:
                failed.append(dict(revisions))
                raise OSError("disk")
            delivered(session, revisions, rows)

        monkeypatch.setattr(queries, "delivered", once)
        world.deliverer.wake(gone)
        world.deliverer.wake(other)
        await asyncio.sleep(0.3)
        assert failed == [{gone: world.scene.row(gone).revision, other: world.scene.row(other).revision}]
        world.do(forget, gone)
        await world.quiet(600)
        world.assert_surfaces_shown(other)

    virtually(test, scene)


def test_who_blocks_the_bot_is_noted_although_the_match_is_gone(scene: Scene) -> None:
    async def test(world: World) -> None:
        match = world.running(4)
        world.scene.do(people.reach, BAO, True)
        world.telegram.latency = lambda: 1.0
        world.telegram.shut.add(BAO)
        world.deliverer.wake(match)
        await asyncio.sleep(0.5)
        world.do(forget, match)
        await world.quiet(600)
        assert not world.scene.do(queries.person_of, BAO).reachable  # type: ignore[union-attr]

    virtually(test, scene)


def test_what_is_logged_of_a_message_names_its_match_and_surface(scene: Scene) -> None:
    async def test(world: World) -> None:
        world.telegram.fail(BadRequest("Can't parse entities"), "send", chat=GROUP, times=1)
        match = world.running(4, clock=300, first=0)
        with structlog.testing.capture_logs([structlog.contextvars.merge_contextvars]) as logged:
            await world.show(match)
        [line] = [line for line in logged if line["event"] == "a message cannot be shown"]
        assert (line["match"], line["surface"], line["chat"]) == (match, "board", GROUP)

    virtually(test, scene)


@pytest.mark.parametrize("error", [MUTED, Forbidden("Forbidden: bot was kicked from the supergroup chat")], ids=str)
def test_c37_a_group_that_refuses_is_left_alone_its_match_waits_and_whoever_can_be_told_is_told_once(
    scene: Scene, error: TelegramError
) -> None:
    async def test(world: World) -> None:
        match = world.running(4, clock=300, first=0)
        for person in (ANN, BAO):
            world.scene.do(people.reach, person, True)
        world.telegram.fail(error, "send", chat=GROUP, times=1)
        await world.show(match)
        assert world.scene.row(match).hushed
        asked = len(world.telegram.made(chat=GROUP))
        for _ in range(3):
            world.do(table.ask_hand, match, ANN)
            await world.quiet()
        await asyncio.sleep(600)
        assert len(world.telegram.made(chat=GROUP)) == asked
        assert len(world.telegram.made("send", chat=GROUP)) == 1
        assert "board" not in world.rows(match)
        assert [call.chat_id for call in world.telegram.made("send", chat=BAO)] == [BAO] * 2, "his hand and the notice"
        assert "I cannot write in" in world.message(match, "hush 1").text
        notice = world.message(match, "hush 1")
        for touched in world.scene.do(groups.speak, GROUP, world.scene.now):
            world.deliverer.wake(touched)
        await world.deliverer.try_again(GROUP)
        await world.quiet()
        world.assert_shown(match)
        assert "board" in world.rows(match)
        assert notice.message_id not in world.telegram.chats[BAO], "the notice is gone with its reason"

    virtually(test, scene)


@pytest.mark.parametrize(
    ("error", "use_case"),
    [
        (BadRequest("Bad Request: TOPIC_CLOSED"), "close_topic"),
        (BadRequest("Bad Request: message thread not found"), "lose_topic"),
        (MUTED, "hush"),
    ],
    ids=str,
)
def test_a_refusal_that_cannot_be_noted_is_met_again_by_the_next_change(
    scene: Scene, caplog: pytest.LogCaptureFixture, error: TelegramError, use_case: str
) -> None:
    async def test(world: World) -> None:
        match = world.running(4, clock=300, first=0, place=Place(GROUP, PLACE.title, 5))
        world.store.failures.append((use_case, OSError("disk")))
        world.telegram.fail(error, "send", chat=GROUP, times=1)
        await world.show(match)
        assert world.store.failures == []
        assert not world.scene.row(match).hushed
        world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
        await world.quiet()
        world.assert_shown(match)

    virtually(test, scene)


def test_c37_a_new_process_asks_nothing_of_a_group_it_cannot_write_in(scene: Scene) -> None:
    async def test(world: World) -> None:
        match = world.running(4, clock=300, first=0)
        world.scene.do(people.reach, BAO, True)
        await world.show(match)
        for touched in world.scene.do(groups.hush, GROUP, world.scene.now):
            world.deliverer.wake(touched)
        await world.quiet()
        asked, told = len(world.telegram.made(chat=GROUP)), len(world.telegram.made("send", chat=BAO))
        await world.kill()
        world.start()
        await world.deliverer.catch_up()
        world.do(table.ask_hand, match, ANN)
        await world.show(match)
        assert len(world.telegram.made(chat=GROUP)) == asked
        assert len(world.telegram.made("send", chat=BAO)) == told

    virtually(test, scene)


def test_c38_a_right_to_pin_that_is_given_later_is_used(scene: Scene) -> None:
    async def test(world: World) -> None:
        world.telegram.may_pin = False
        match = world.running(4, clock=300, first=0)
        await world.show(match)
        world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
        await world.quiet()
        assert len(world.telegram.made("pin")) == 1
        world.telegram.may_pin = True
        await world.deliverer.try_again(GROUP)
        await world.quiet()
        assert world.rows(match)["board"].pinned
        world.assert_shown(match)

    virtually(test, scene)
