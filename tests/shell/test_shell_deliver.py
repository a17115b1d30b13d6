"""Telegram is made to show what is committed (architecture, the journey of a press; cases C02, C28, C47, C57)."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from telegram.error import BadRequest, Forbidden, InvalidToken, TelegramError

from tests.shell.setting import ANN, BAO, CELINE, DIMA, GROUP, INES, PEOPLE, Scene
from tests.shell.telegram_fake import TelegramFake, flood, network, timed_out
from tests.shell.world import World, is_call, virtually
from tgbot import claims, lobby, people, table
from tgbot.deliver import glimpse_of
from tgbot.facts import Status
from tgbot.lobby import Place
from tgbot.screens.screen import Screen
from tgbot.store import Session, queries
from tgbot.store.reading import SurfaceRow

OTHER = Place(-777, "Another group")


def on_virtual_time(**how: Any) -> Callable[[Callable[[World], Awaitable[None]]], Callable[[Scene], None]]:
    """The test gets a world whose time jumps instead of passing."""

    def decorate(test: Callable[[World], Awaitable[None]]) -> Callable[[Scene], None]:
        def run(scene: Scene) -> None:
            virtually(test, scene, **how)

        functools.update_wrapper(run, test)
        run.__dict__.pop("__wrapped__")
        assert "scene" in inspect.signature(run).parameters
        return run

    return decorate


def now() -> float:
    return asyncio.get_running_loop().time()


@on_virtual_time()
async def test_a_match_stands_in_the_group_and_with_those_who_can_be_reached(world: World) -> None:
    match = world.running(4, clock=300)
    world.scene.do(people.reach, BAO, True)
    await world.show(match)
    world.assert_shown(match)
    assert [len(world.telegram.stands(chat)) for chat in (GROUP, ANN, BAO)] == [2, 0, 1]
    assert world.message(match, "hand 1").secret
    assert not world.message(match, "board").secret


@on_virtual_time()
async def test_a_change_edits_the_message_that_stands(world: World) -> None:
    match = world.running(4, clock=300, first=0)
    await world.show(match)
    world.telegram.calls.clear()
    board = world.rows(match)["board"].message_id
    world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
    await world.quiet()
    assert world.rows(match)["board"].message_id == board
    assert [call.method for call in world.telegram.calls] == ["edit"]
    world.assert_shown(match)


@on_virtual_time()
async def test_what_has_not_changed_costs_no_call(world: World) -> None:
    match = world.running(4, clock=300)
    await world.show(match)
    calls = len(world.telegram.calls)
    await world.show(match)
    assert len(world.telegram.calls) == calls
    world.assert_shown(match)


@on_virtual_time()
async def test_c02_an_edit_that_telegram_says_changes_nothing_is_success(world: World) -> None:
    match = world.running(4, clock=300, first=0)
    await world.show(match)
    world.telegram.calls.clear()
    world.telegram.fail(BadRequest("Message is not modified: specified new message content"), "edit", after=True)
    world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
    await world.quiet()
    assert len(world.telegram.made("edit")) == 1
    world.assert_shown(match)


@on_virtual_time()
async def test_what_an_old_message_showed_is_not_noted_of_the_one_that_takes_its_place(world: World) -> None:
    match = world.running(4, clock=300)
    world.scene.do(people.reach, BAO, True)
    await world.show(match)
    world.do(claims.claim, match, BAO, "claim 1", world.scene.now)
    await asyncio.sleep(0.1)
    # What stands is noted in a moment; a new hand is sent before, and is on its way to the database, which is slow.
    world.glimpsed, world.store.pause = lambda: 0.0, lambda: 0.2
    world.do(claims.claim, match, BAO, "claim 2", world.scene.now)
    world.do(table.ask_hand, match, BAO)
    await world.quiet()
    world.store.pause = lambda: 0.0
    world.assert_shown(match)
    world.telegram.calls.clear()
    world.do(claims.claim, match, ANN, "claim 2", world.scene.now)
    await world.quiet()
    assert not [call for call in world.telegram.calls if call.error]
    assert not world.telegram.made(chat=BAO)


@on_virtual_time()
async def test_while_an_edit_is_under_way_only_the_newest_picture_waits(world: World) -> None:
    match = world.running(4, clock=300)
    await world.show(match)
    world.telegram.calls.clear()
    world.telegram.latency = lambda: 5.0
    for number in range(10):
        world.do(claims.claim, match, PEOPLE[number % 4], f"claim {number // 4}", world.scene.now)
        await asyncio.sleep(0.4)
    await world.quiet()
    assert len(world.telegram.made("edit", chat=GROUP)) == 2
    world.assert_shown(match)


@on_virtual_time()
async def test_a_wake_in_the_middle_of_a_call_is_not_lost(world: World) -> None:
    match = world.running(4, clock=300, first=0)
    world.telegram.latency = lambda: 1.0
    world.deliverer.wake(match)
    await asyncio.sleep(0.5)
    world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
    await world.quiet()
    world.assert_shown(match)


@on_virtual_time()
async def test_what_is_taken_back_while_the_notes_are_being_written_is_taken_back_on_the_board(world: World) -> None:
    match = world.running(4, clock=300, first=0)
    await world.show(match)
    world.store.pause = lambda: 0.5
    world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
    # Read 0.5 to 1 s, edited at 1 s, noted at 1.5 s: the board is pointed at nobody while the note is on its way.
    await asyncio.sleep(1.01)
    world.do(table.point, match, ANN, None, "board", world.scene.now, 1)
    await world.quiet()
    world.assert_shown(match)


@on_virtual_time()
async def test_calls_to_one_chat_are_made_one_after_the_other(world: World) -> None:
    world.telegram.latency = lambda: 1.0
    for person in PEOPLE[:4]:
        world.scene.meet(person)
        world.scene.do(people.reach, person, True)
    matches = [world.running(4) for _ in range(3)]
    for match in matches:
        world.deliverer.wake(match)
    for _ in range(4):
        world.deliverer.post(GROUP, Screen("hello"))
    await asyncio.sleep(1.5)
    for match in matches:
        world.press(match)
    await world.quiet()
    assert set(world.telegram.most_at_once.values()) == {1}
    for match in matches:
        world.assert_shown(match)


@on_virtual_time()
async def test_c57_one_limited_chat_does_not_hold_up_another(world: World) -> None:
    slow, quick = world.running(), world.running(place=OTHER)
    world.telegram.fail(flood(100), chat=GROUP)
    world.deliverer.wake(slow)
    world.deliverer.wake(quick)
    started = now()
    await asyncio.sleep(1)
    assert world.telegram.made("send", chat=OTHER.chat_id)
    await world.quiet()
    assert now() - started >= 100
    world.assert_shown(slow)
    world.assert_shown(quick)


@on_virtual_time()
async def test_c57_a_hanging_chat_does_not_hold_up_another(world: World) -> None:
    slow, quick = world.running(), world.running(place=OTHER)
    world.telegram.fail(timed_out(), chat=GROUP, times=5)
    world.deliverer.wake(slow)
    world.deliverer.wake(quick)
    await asyncio.sleep(1)
    assert world.telegram.made("send", chat=OTHER.chat_id)
    await world.quiet()
    world.assert_shown(slow)


@on_virtual_time()
async def test_c57_a_call_that_moves_to_a_private_chat_does_not_wait_for_the_limited_group(world: World) -> None:
    match = world.running(4, first=0)
    world.scene.do(people.reach, BAO, True)
    await world.show(match)
    world.telegram.fail(flood(500), chat=GROUP)
    # Céline cannot be reached: her call waits for the group. Then it is Bảo's move, who can.
    for seat in (2, 1):
        world.press(match, next(m for m in world.scene.moves(match) if m.startswith(f"cut {seat} ")))
        await asyncio.sleep(5)
    assert any(is_call(sent) for sent in world.telegram.stands(BAO))
    await world.quiet()
    world.assert_shown(match)


@on_virtual_time()
async def test_c32_a_private_call_never_becomes_text_in_the_group(world: World) -> None:
    match = world.running(4, first=1)
    await world.show(match)
    group = world.message(match, "turn")
    for woken in world.scene.do(people.reach, BAO, True):
        world.deliverer.wake(woken)
    await world.quiet()
    private = world.message(match, "turn")
    assert (group.chat_id, private.chat_id) == (GROUP, BAO)
    assert group.keyboard is not None
    buttons = [button.callback_data for row in group.keyboard.inline_keyboard for button in row]
    assert buttons == [f"{match}:1:extend", f"{match}:1:mute"], "nothing to move with"
    assert group not in world.telegram.stands(GROUP)
    assert all(call.chat_id == BAO for call in world.telegram.made("edit") if call.message_id == private.message_id)
    world.assert_shown(match)


@on_virtual_time()
async def test_c28_who_blocks_the_bot_while_it_is_his_move_is_called_in_the_group(world: World) -> None:
    match = world.running(4, first=1)
    world.scene.do(people.reach, BAO, True)
    await world.show(match)
    assert world.message(match, "turn").chat_id == BAO
    world.telegram.shut.add(BAO)
    world.do(table.point, match, BAO, 2, "hand", world.scene.now)
    await world.quiet()
    assert world.message(match, "turn").chat_id == GROUP


@on_virtual_time()
async def test_c57_retry_after_is_kept_and_the_newest_board_wins_after_it(world: World) -> None:
    match = world.running(4, clock=300, first=0)
    await world.show(match)
    world.telegram.calls.clear()
    world.telegram.fail(flood(30), "edit", chat=GROUP)
    started = now()
    for target in (1, 2, 3):
        world.do(table.point, match, ANN, target, "board", world.scene.now, 1)
        await asyncio.sleep(1)
    await world.quiet()
    failed, *after = world.telegram.made("edit", chat=GROUP)
    assert failed.error is not None
    assert [call.at - started >= 30 for call in after] == [True]
    world.assert_shown(match)


@on_virtual_time(generous=False)
async def test_the_budget_of_a_group_is_kept_and_nothing_is_lost(world: World) -> None:
    match = world.running(4, clock=300)
    for number in range(120):
        world.do(claims.claim, match, PEOPLE[number % 4], f"claim {(number // 4) % 5}", world.scene.now)
        await asyncio.sleep(0.25)
    await world.quiet()
    at = [call.at for call in world.telegram.made("edit", chat=GROUP)]
    assert max(sum(start <= t < start + 60 for t in at) for start in at) <= 18 + 20
    world.assert_shown(match)


@on_virtual_time()
async def test_after_a_crash_what_was_committed_is_shown(world: World) -> None:
    match = world.running(4)
    await world.show(match)
    await world.kill()
    world.scene.press(match)
    other = world.running(place=OTHER)
    world.start()
    await world.deliverer.catch_up()
    await world.quiet()
    world.assert_shown(match)
    world.assert_shown(other)


@on_virtual_time()
async def test_a_crash_in_the_middle_of_a_call_leaves_nothing_behind_that_is_not_caught_up(world: World) -> None:
    match = world.running(4, first=0)
    await world.show(match)
    world.telegram.latency = lambda: 1.0
    world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
    await asyncio.sleep(0.5)
    await world.kill()
    world.start()
    await world.deliverer.catch_up()
    await world.quiet()
    world.assert_shown(match)


@on_virtual_time()
async def test_an_edit_that_a_crash_left_unnoted_does_not_hide_that_it_was_taken_back(world: World) -> None:
    match = world.running(4, clock=300, first=0)
    await world.show(match)
    world.telegram.calls.clear()
    world.store.pause = lambda: 1.0
    world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
    await asyncio.sleep(2.5)  # read and edited; the note is on its way
    await world.kill()
    assert [(call.method, call.error) for call in world.telegram.calls] == [("edit", None)]
    assert world.scene.row(match).delivered < world.scene.row(match).revision
    world.scene.do(table.point, match, ANN, None, "board", world.scene.now, 1)
    world.start()
    await world.deliverer.catch_up()
    await world.quiet()
    world.assert_shown(match)


@on_virtual_time()
async def test_catching_up_finds_nothing_when_everything_stands(world: World) -> None:
    match = world.running(4)
    await world.show(match)
    calls = len(world.telegram.calls)
    await world.deliverer.catch_up()
    await world.quiet()
    assert len(world.telegram.calls) == calls


@on_virtual_time()
async def test_catching_up_leaves_a_match_that_is_under_way_alone(world: World) -> None:
    match = world.running(4)
    world.telegram.fail(flood(60), chat=GROUP)
    world.deliverer.wake(match)
    await asyncio.sleep(1)
    for _ in range(10):
        await world.deliverer.catch_up()
        await asyncio.sleep(1)
    assert len(world.telegram.calls) == 1
    await world.quiet()
    world.assert_shown(match)


@on_virtual_time()
async def test_c28_who_blocks_the_bot_is_called_in_the_group_and_the_match_goes_on(world: World) -> None:
    match = world.running(4, first=1)
    world.scene.do(people.reach, BAO, True)
    await world.show(match)
    assert any(is_call(sent) for sent in world.telegram.stands(BAO))
    world.telegram.shut.add(BAO)
    world.do(claims.claim, match, ANN, "claim 1", world.scene.now)
    while world.scene.to_act(match) != 0:
        world.press(match, next(m for m in world.scene.moves(match) if m.startswith("cut 0 ")))
    await world.quiet()
    world.press(match, next(m for m in world.scene.moves(match) if m.startswith("cut 1 ")))
    await world.quiet()
    assert not world.scene.facts(match).seats[1].reachable
    row = world.rows(match)["turn"]
    assert row.chat_id == GROUP
    assert f"tg://user?id={BAO}" in world.message(match, "turn").text
    tries = len(world.telegram.made(chat=BAO))
    world.press(match)
    await world.quiet()
    assert len(world.telegram.made(chat=BAO)) == tries


@on_virtual_time()
async def test_c28_unblocking_heals(world: World) -> None:
    match = world.running(4)
    world.telegram.shut.add(BAO)
    world.scene.do(people.reach, BAO, True)
    await world.show(match)
    assert "hand 1" not in world.rows(match)
    world.telegram.shut.clear()
    for woken in world.scene.do(people.reach, BAO, True):
        world.deliverer.wake(woken)
    await world.quiet()
    assert world.message(match, "hand 1").chat_id == BAO
    world.assert_shown(match)


@pytest.mark.parametrize(
    "error",
    [
        Forbidden("Forbidden: bot can't initiate conversation with a user"),
        Forbidden("Forbidden: user is deactivated"),
        BadRequest("Chat not found"),
    ],
    ids=lambda error: error.message,
)
def test_c27_an_error_that_says_that_nobody_is_there_is_remembered(scene: Scene, error: TelegramError) -> None:
    async def test(world: World) -> None:
        match = world.running(4)
        world.scene.do(people.reach, BAO, True)
        world.telegram.fail(error, chat=BAO)
        await world.show(match)
        assert not world.scene.facts(match).seats[1].reachable
        world.assert_shown(match)

    virtually(test, scene)


@on_virtual_time()
async def test_a_board_that_somebody_deleted_is_posted_again_once(world: World) -> None:
    match = world.running(4, clock=300, first=0)
    await world.show(match)
    old = world.rows(match)["board"].message_id
    world.telegram.remove(GROUP, old)
    world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
    await world.quiet()
    assert len(world.telegram.made("send", chat=GROUP)) == 2
    assert world.rows(match)["board"].message_id != old
    world.do(table.point, match, ANN, 1, "board", world.scene.now, 1)
    await world.quiet()
    assert len(world.telegram.made("send", chat=GROUP)) == 2
    world.assert_shown(match)


@on_virtual_time()
async def test_a_lobby_that_somebody_deleted_is_posted_again_while_it_lives_and_not_after(world: World) -> None:
    match = world.lobby(4)
    await world.show(match)
    world.telegram.remove(GROUP, world.rows(match)["lobby"].message_id)
    world.do(lobby.add_computer, match, world.scene.who(ANN), world.scene.now)
    await world.quiet()
    assert len(world.telegram.made("send", chat=GROUP)) == 1
    world.assert_shown(match)
    world.telegram.remove(GROUP, world.rows(match)["lobby"].message_id)
    world.do(lobby.cancel, match, world.scene.who(ANN), world.scene.now)
    await world.quiet()
    assert world.telegram.stands(GROUP) == []
    assert "lobby" not in world.rows(match)
    world.assert_shown(match)


@pytest.mark.parametrize(
    "error", [BadRequest("Can't parse entities"), InvalidToken(), TelegramError("odd")], ids=lambda e: type(e).__name__
)
def test_an_error_that_no_other_try_would_mend_stops_neither_lane_nor_turns_for_ever(
    scene: Scene, error: TelegramError
) -> None:
    async def test(world: World) -> None:
        match, other = world.running(4, first=0), world.running(4)
        world.telegram.fail(error, "send", chat=GROUP)
        world.deliverer.wake(match)
        world.deliverer.wake(other)
        world.deliverer.post(GROUP, Screen("hello"))
        await world.quiet()
        assert len(world.telegram.made("send", chat=GROUP)) == 5  # two boards, two calls, one word; one of them failed
        world.assert_shown(other) if "board" not in world.rows(match) else None
        calls = len(world.telegram.calls)
        await asyncio.sleep(100)
        assert len(world.telegram.calls) == calls
        world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
        await world.quiet()
        world.assert_shown(match)

    virtually(test, scene)


@on_virtual_time()
async def test_a_message_of_no_match_that_fails_for_good_is_dropped(world: World) -> None:
    world.telegram.fail(BadRequest("Chat not found"), chat=INES)
    world.telegram.fail(timed_out(), "send", chat=ANN)
    for person in (INES, ANN):
        world.deliverer.post(person, Screen("one"))
        world.deliverer.post(person, Screen("two"))
    await world.quiet()
    assert [sent.text for sent in world.telegram.stands(INES)] == ["two"]
    assert [sent.text for sent in world.telegram.stands(ANN)] == ["one", "two"]


@on_virtual_time()
async def test_a_network_that_fails_is_tried_again_more_and_more_slowly(world: World) -> None:
    match = world.running(4, clock=300)
    world.telegram.fail(network(), "send", times=8)
    await world.show(match)
    at = [call.at for call in world.telegram.made("send")]
    pauses = [after - before for before, after in pairwise(at)]
    assert len(pauses) == 8
    assert pauses[:6] == pytest.approx([1, 2, 4, 8, 16, 30])
    assert max(pauses) == pytest.approx(30)
    world.assert_shown(match)


@on_virtual_time()
async def test_a_network_that_fails_for_a_day_is_tried_all_day_and_then_works(world: World) -> None:
    match = world.running(4, clock=300)
    world.telegram.fail(network(), "send", times=2880)
    world.deliverer.wake(match)
    await world.quiet(100_000)
    world.assert_shown(match)


@pytest.mark.parametrize("error", [network, lambda: flood(3)], ids=["network", "flood"])
@pytest.mark.parametrize("method", ["send", "edit", "strip", "delete", "pin", "unpin"])
def test_every_call_that_failed_for_a_moment_is_made_again(
    scene: Scene, method: str, error: Callable[[], TelegramError]
) -> None:
    async def test(world: World) -> None:
        match = world.running(4, first=0)
        await world.show(match)
        world.telegram.fail(error(), method, chat=GROUP)
        world.do(claims.claim, match, ANN, "claim 1", world.scene.now)
        await world.quiet()
        for _ in range(4):
            world.press(match)
            await world.quiet()
        assert world.scene.game(match).round == 2
        failed = [call for call in world.telegram.made(method) if call.error]
        assert failed
        world.assert_shown(match)

    virtually(test, scene)


@pytest.mark.parametrize("what", ["delivered", "shown", "gone", "reach", "glimpse_of"])
def test_a_database_that_fails_for_a_moment_kills_no_lane(scene: Scene, what: str) -> None:
    async def test(world: World) -> None:
        match = world.running(4, first=0)
        world.scene.do(people.reach, BAO, True)
        world.store.failures.append((what, OperationalError("disk", None, Exception("full"))))
        if what in ("gone", "reach"):
            world.telegram.shut.add(BAO)
        await world.show(match)
        for _ in range(4):
            world.press(match)
            await world.quiet()
        await world.deliverer.catch_up()
        await world.quiet()
        world.press(match)
        await world.quiet()
        if what == "shown":  # the message whose number was lost stands twice
            return
        if what != "reach":
            world.assert_shown(match)
        assert "board" in world.rows(match)

    virtually(test, scene)


@on_virtual_time()
async def test_a_match_that_could_not_be_read_is_found_by_the_next_sweep(world: World) -> None:
    match = world.running(4)
    world.store.failures.append(("glimpse_of", OperationalError("disk", None, Exception("full"))))
    await world.show(match)
    assert world.telegram.calls == []
    await world.deliverer.catch_up()
    await world.quiet()
    world.assert_shown(match)


@on_virtual_time()
async def test_a_board_is_pinned_and_the_old_one_is_not_any_more(world: World) -> None:
    match = world.running(4)
    await world.show(match)
    first = world.rows(match)["board"].message_id
    assert world.telegram.pins == {GROUP: {first}}
    for _ in range(4):
        world.press(match)
    await world.quiet()
    second = world.rows(match)["board"].message_id
    assert second != first
    assert world.telegram.pins == {GROUP: {second}}
    world.scene.play_out(match)
    await world.show(match)
    assert world.telegram.pins == {GROUP: set()}
    world.assert_shown(match)


@on_virtual_time()
async def test_c38_where_the_bot_may_not_pin_it_asks_once_and_shows_all_the_same(world: World) -> None:
    world.telegram.may_pin = False
    match = world.running(4)
    await world.show(match)
    for _ in range(8):
        world.press(match)
        await world.quiet()
    assert len(world.telegram.made("pin")) == 1
    world.assert_shown(match)


@on_virtual_time()
async def test_a_board_that_somebody_deletes_before_it_is_pinned_is_posted_again_and_pinned(world: World) -> None:
    pin = world.telegram.pin_chat_message

    async def too_late(chat_id: int, message_id: int, *, disable_notification: bool) -> bool:
        world.telegram.pin_chat_message = pin  # type: ignore[method-assign]
        world.telegram.remove(chat_id, message_id)
        return await pin(chat_id, message_id, disable_notification=disable_notification)

    world.telegram.pin_chat_message = too_late  # type: ignore[method-assign]
    match = world.running(4)
    await world.show(match)
    assert [call.error for call in world.telegram.made("pin")] == ["Message to pin not found", None]
    assert world.telegram.pins == {GROUP: {world.rows(match)["board"].message_id}}
    world.assert_shown(match)
    for _ in range(4):
        world.press(match)
    await world.quiet()
    assert world.telegram.pins == {GROUP: {world.rows(match)["board"].message_id}}


@on_virtual_time()
async def test_a_call_replaces_the_one_before_which_is_deleted(world: World) -> None:
    match = world.running(4)
    await world.show(match)
    world.scene.do(people.reach, CELINE, True)
    for _ in range(6):
        world.press(match)
        await world.quiet()
        calls = [s for chat in (GROUP, *PEOPLE) for s in world.telegram.stands(chat) if is_call(s)]
        assert len(calls) == 1
    world.assert_shown(match)


@on_virtual_time()
async def test_a_call_too_old_to_be_deleted_loses_its_buttons(world: World) -> None:
    match = world.running(4, first=1)
    world.scene.do(people.reach, BAO, True)
    await world.show(match)
    old = world.message(match, "turn")
    assert old.keyboard is not None
    world.telegram.fail(BadRequest("Message can't be deleted for everyone"), "delete")
    world.press(match)
    await world.quiet()
    assert old.keyboard is None


@on_virtual_time()
async def test_c47_a_slow_match_of_six_leaves_at_most_twelve_messages_in_the_group(world: World) -> None:
    match = world.running(6)
    await world.show(match)
    while world.scene.row(match).status == Status.RUNNING:
        world.press(match)
        await world.quiet()
    assert len(world.telegram.stands(GROUP)) <= 12
    world.assert_shown(match)


@on_virtual_time()
async def test_a_quick_match_makes_one_edit_for_each_tap(world: World) -> None:
    match = world.running(6, clock=300, first=0)
    await world.show(match)
    calls = len(world.telegram.calls)
    world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
    await world.quiet()
    world.press(match)
    await world.quiet()
    assert [call.method for call in world.telegram.calls[calls:]] == ["edit", "edit"]


@on_virtual_time()
async def test_asking_for_board_or_hand_again_posts_it_and_takes_the_buttons_off_the_old_one(world: World) -> None:
    match = world.running(4, clock=300)
    world.scene.do(people.reach, BAO, True)
    await world.show(match)
    old = world.message(match, "board"), world.message(match, "hand 1")
    world.do(table.repost, match)
    world.do(table.ask_hand, match, BAO)
    await world.quiet()
    assert [sent.keyboard for sent in old] == [None, None]
    assert world.message(match, "board").message_id != old[0].message_id
    assert world.message(match, "hand 1").message_id != old[1].message_id
    world.assert_shown(match)


@on_virtual_time()
async def test_draining_shows_what_is_left_and_gives_up_in_time(world: World) -> None:
    match, hopeless = world.running(4), world.running(4, place=OTHER)
    world.telegram.fail(flood(10_000), chat=OTHER.chat_id)
    world.deliverer.wake(match)
    world.deliverer.wake(hopeless)
    started = now()
    await world.deliverer.drain(3)
    assert now() - started == pytest.approx(3, abs=0.1)
    world.assert_shown(match)
    await world.kill()
    world.start()
    world.limiter.__init__(asyncio.get_running_loop().time)  # type: ignore[misc]
    await world.deliverer.catch_up()
    await world.quiet()
    world.assert_shown(hopeless)


@on_virtual_time()
async def test_after_draining_in_vain_nothing_is_written_any_more(world: World) -> None:
    match, hopeless = world.running(4), world.running(4, place=OTHER)
    await world.show(match)
    world.telegram.fail(flood(10_000), chat=OTHER.chat_id)
    world.deliverer.wake(hopeless)
    await asyncio.sleep(2.9)
    world.press(match)
    await world.deliverer.drain(0.1)
    written = world.scene.dump()
    await asyncio.sleep(10)
    assert world.scene.dump() == written


def test_draining_does_not_wait_for_a_database_that_fails(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(session: Session, revisions: Mapping[int, int], rows: Sequence[SurfaceRow] = ()) -> None:
        raise OSError("disk")

    async def test(world: World) -> None:
        world.deliverer.wake(world.running(4))
        started = now()
        await world.deliverer.drain(3)
        assert now() - started == pytest.approx(4, abs=0.1)

    monkeypatch.setattr(queries, "delivered", fails)
    virtually(test, scene)


@on_virtual_time()
async def test_draining_when_nothing_is_left_takes_no_time(world: World) -> None:
    started = now()
    await world.deliverer.drain(3)
    assert now() == started


@on_virtual_time()
async def test_a_match_that_does_not_exist_disturbs_nobody(world: World) -> None:
    match = world.running(4)
    world.deliverer.wake(99)
    await world.show(match)
    world.assert_shown(match)


@on_virtual_time()
async def test_the_notes_say_what_is_delivered_and_where(world: World) -> None:
    match = world.running(4, clock=300, first=0)
    await world.show(match)
    world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
    await world.quiet()
    row, board = world.scene.row(match), world.rows(match)["board"]
    assert (board.revision, row.delivered) == (row.revision, row.revision)
    assert world.scene.do(lambda s: list(s.connection().exec_driver_sql(BEHIND))) == []


BEHIND = "SELECT id FROM match WHERE delivered < revision"


@on_virtual_time()
async def test_somebody_who_leaves_gets_no_hand_any_more_and_cannot_press_the_old_one(world: World) -> None:
    match = world.running(4)
    world.scene.do(people.reach, DIMA, True)
    await world.show(match)
    hand = world.message(match, "hand 3")
    world.do(table.leave, match, DIMA, world.scene.now)
    await world.quiet()
    assert hand.keyboard is None
    assert "hand 3" not in world.rows(match)
    world.assert_shown(match)


def test_telegram_fake_knows_what_is_not_modified(scene: Scene) -> None:
    async def test(world: World) -> None:
        telegram = TelegramFake()
        sent = await telegram.send_message(1, "a")
        with pytest.raises(BadRequest, match="not modified"):
            await telegram.edit_message_text("a", chat_id=1, message_id=sent.message_id)
        with pytest.raises(BadRequest, match="not found"):
            await telegram.delete_message(1, 5)

    virtually(test, scene)


@on_virtual_time()
async def test_what_a_change_has_seen_is_shown_without_reading_it_again(world: World) -> None:
    match = world.running(4, clock=300)
    await world.show(match)
    unread = ("glimpse_of", RuntimeError("the match was read again"))
    world.store.failures.append(unread)
    since = world.deliverer.forgotten
    world.scene.press(match)
    world.deliverer.wake(match, world.scene.do(glimpse_of, match, since))
    await world.quiet()
    world.assert_shown(match)
    assert world.store.failures == [unread]


@on_virtual_time()
async def test_a_picture_from_before_messages_were_forgotten_is_taken_anew(world: World) -> None:
    match = world.running(4, clock=300)
    early = world.scene.do(glimpse_of, match, world.deliverer.forgotten)
    assert "board" not in early.rows
    await world.show(match)
    world.deliverer.wake(match, early)
    await world.quiet()
    world.assert_shown(match)
    assert len(world.telegram.made("send", chat=GROUP)) == 1, "the board was sent a second time"


@on_virtual_time()
async def test_a_late_picture_does_not_take_a_newer_ones_place(world: World) -> None:
    world.telegram.latency = lambda: 5.0
    match = world.running(4, clock=300)
    since = world.deliverer.forgotten
    world.scene.press(match)
    late = world.scene.do(glimpse_of, match, since)
    world.scene.press(match)
    world.deliverer.wake(match)
    await asyncio.sleep(1)
    world.deliverer.wake(match, late)
    await world.quiet()
    world.assert_shown(match)


@on_virtual_time()
async def test_of_two_changes_heard_in_the_wrong_order_the_newer_one_is_shown(world: World) -> None:
    match = world.running(4, clock=300)
    await world.show(match)
    since = world.deliverer.forgotten
    world.scene.press(match)
    early = world.scene.do(glimpse_of, match, since)
    world.scene.press(match)
    newest = world.scene.do(glimpse_of, match, since)
    world.deliverer.wake(match, newest)
    world.deliverer.wake(match, early)
    await world.quiet()
    world.assert_shown(match)


@on_virtual_time()
async def test_who_wakes_a_match_without_a_picture_is_not_overruled_by_one(world: World) -> None:
    match = world.running(4, clock=300)
    late = world.scene.do(glimpse_of, match, world.deliverer.forgotten)
    world.scene.do(people.reach, BAO, True)
    world.deliverer.wake(match)
    world.deliverer.wake(match, late)
    await world.quiet()
    world.assert_shown(match)
    assert world.message(match, "hand 1").secret
