"""Reminders, votes and the rest of slow matches at Telegram: each once, none after its time (case C19, C22)."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from telegram.error import TelegramError

from tests.shell.setting import ANN, BAO, CELINE, DIMA, GROUP, INES, MINUTE, NOON, Scene
from tests.shell.slow import awake, begun, mover, until
from tests.shell.telegram_fake import Sent, flood, network, timed_out
from tests.shell.test_shell_absence import make_absent
from tests.shell.test_shell_deliver import on_virtual_time
from tests.shell.world import World, is_call, virtually
from tgbot import absence, ballots, heartbeat, people, preferences, table
from tgbot.facts import Reminders
from tgbot.refusals import Code


def calls(world: World, chat: int) -> list[Sent]:
    """The messages that call or remind, which stand in a chat."""
    return [sent for sent in world.telegram.stands(chat) if is_call(sent)]


async def waiting(world: World, *, private: bool = True, first: int = 1) -> int:
    """A slow match that waits for Bảo, shown."""
    match = world.running(4, first=first)
    if private:
        for woken in world.scene.do(people.reach, BAO, True):
            world.deliverer.wake(woken)
    await world.show(match)
    return match


async def later(world: World, match: int, minutes: int) -> None:
    """Time goes by, and what happens by itself is shown."""
    until(world.scene, match, NOON + minutes * MINUTE)
    await world.show(match)


@on_virtual_time()
async def test_a_reminder_is_a_new_message_that_takes_the_place_of_the_last(world: World) -> None:
    match = await waiting(world)
    seen = [calls(world, BAO)]
    for minutes in (30, 48):
        await later(world, match, minutes)
        seen.append(calls(world, BAO))
    assert [len(stand) for stand in seen] == [1, 1, 1]
    assert len({stand[0].message_id for stand in seen}) == 3
    assert not any(stand[0].silent for stand in seen)
    world.press(match)
    await world.quiet()
    assert calls(world, BAO) == [], "and goes with the move"
    world.assert_shown(match)


@pytest.mark.parametrize("minutes", [0, 30])
def test_a_turn_of_several_moves_calls_and_reminds_once(scene: Scene, minutes: int) -> None:
    async def test(world: World) -> None:
        awake(scene)
        match = begun(scene, "hunt")
        world._menu(match)
        person = mover(scene, match)
        scene.do(people.reach, person, True)
        await world.show(match)
        await later(world, match, minutes)
        before, sent = calls(world, person), len(world.telegram.made("send", chat=person))
        world.press(match, next(move for move in scene.moves(match) if move.startswith("lane")))
        await world.quiet()
        assert mover(scene, match) == person
        assert calls(world, person) == before, "the same message, with the buttons of the next move"
        assert len(world.telegram.made("send", chat=person)) == sent
        world.assert_shown(match)

    virtually(test, scene)


@on_virtual_time()
async def test_without_a_private_chat_it_is_a_mention_in_the_group(world: World) -> None:
    match = await waiting(world, private=False)
    await later(world, match, 30)
    [call] = calls(world, GROUP)
    assert f"tg://user?id={BAO}" in call.text
    world.assert_shown(match)


@on_virtual_time()
async def test_case_c19_none_again_after_a_restart(world: World) -> None:
    match = await waiting(world)
    await later(world, match, 30)
    sent = len(world.telegram.made("send", chat=BAO))
    for _ in range(2):
        await world.kill()
        world.start()
        await world.show(match)
    assert len(world.telegram.made("send", chat=BAO)) == sent
    world.assert_shown(match)


@pytest.mark.parametrize("pause", [False, True])
@pytest.mark.parametrize(
    ("moment", "late"), [(0.12, 0.0), (0.14, 0.0), (0.17, 0.0), (0.19, 0.0), (0.12, 2.0), (0.14, 2.0)]
)
def test_case_c19_none_after_the_move_or_in_a_pause(scene: Scene, moment: float, late: float, pause: bool) -> None:
    """Whatever comes before the call is made: while the note that it is sent waits, also when the deliverer hears of it
    later, and while the answer to that note does.
    """

    async def test(world: World) -> None:
        match = await waiting(world)
        until(scene, match, NOON + 30 * MINUTE)
        before = len(world.telegram.made("send", chat=BAO))
        world.store.pause = lambda: 0.05
        world.glimpsed = lambda: late
        world.deliverer.wake(match)
        await asyncio.sleep(moment)
        assert len(world.telegram.made("send", chat=BAO)) == before
        if pause:
            world.do(ballots.pause, match, scene.who(ANN), scene.now)
        else:
            world.press(match)
        await world.quiet()
        assert len(world.telegram.made("send", chat=BAO)) == before
        assert calls(world, BAO) == []
        world.assert_shown(match)
        world.glimpsed = lambda: None
        if pause:
            world.do(ballots.resume, match, scene.who(ANN), scene.later(MINUTE))
            await world.quiet()
            assert len(calls(world, BAO)) == 1, "its end calls him again"
            world.assert_shown(match)

    virtually(test, scene)


@on_virtual_time()
async def test_case_c19_after_a_pause_he_is_called_but_not_reminded_again(world: World) -> None:
    match = await waiting(world)
    await later(world, match, 30)
    assert "Half of your time" in calls(world, BAO)[0].text
    for _ in range(2):
        world.do(ballots.pause, match, world.scene.who(ANN), world.scene.now)
        await world.quiet()
        world.do(ballots.resume, match, world.scene.who(ANN), world.scene.later(timedelta(hours=1)))
        await world.quiet()
        [call] = calls(world, BAO)
        assert "Half of your time" not in call.text
        world.assert_shown(match)
    until(world.scene, match, world.scene.now + 18 * MINUTE)
    await world.show(match)
    [call] = calls(world, BAO)
    assert "Your time is running out" in call.text, "the next one comes"


@on_virtual_time()
async def test_case_c19_who_deletes_a_reminder_is_called_but_not_reminded_again(world: World) -> None:
    match = await waiting(world)
    await later(world, match, 30)
    for sent in calls(world, BAO):
        del world.telegram.chats[BAO][sent.message_id]
    world.do(table.mute, match, BAO, world.scene.row(match).position)
    await world.quiet()
    [call] = calls(world, BAO)
    assert "Half of your time" not in call.text
    world.assert_shown(match)


@on_virtual_time()
async def test_case_c19_who_blocks_the_bot_after_a_reminder_is_called_in_the_group_but_not_reminded_again(
    world: World,
) -> None:
    match = await waiting(world)
    await later(world, match, 30)
    for woken in world.scene.do(people.reach, BAO, False):
        world.deliverer.wake(woken)
    await world.quiet()
    [call] = calls(world, GROUP)
    assert "half of the time" not in call.text
    world.assert_shown(match)


@on_virtual_time()
async def test_case_c19_killed_while_it_is_sent_it_is_not_sent_again(world: World) -> None:
    match = await waiting(world)
    until(world.scene, match, NOON + 30 * MINUTE)
    before = len(world.telegram.made("send", chat=BAO))
    world.telegram.latency = lambda: 5.0
    world.deliverer.wake(match)
    await asyncio.sleep(2)
    assert len(world.telegram.made("send", chat=BAO)) == before + 1
    await world.kill()
    world.telegram.latency = lambda: 0.0
    world.start()
    await world.deliverer.catch_up()
    await world.quiet()
    assert len(world.telegram.made("send", chat=BAO)) == before + 1
    [call] = calls(world, BAO)
    assert "Half of your time" in call.text, "the call that stands has become the reminder"
    world.assert_shown(match)


@pytest.mark.parametrize("error", [timed_out(), network()])
def test_when_it_may_have_been_sent_it_is_not_sent_again(scene: object, error: TelegramError) -> None:
    @on_virtual_time()
    async def test(world: World, scene: object = None) -> None:
        match = await waiting(world)
        before = len(world.telegram.made("send", chat=BAO))
        world.telegram.fail(error, "send", chat=BAO, after=True)
        await later(world, match, 30)
        assert len(world.telegram.made("send", chat=BAO)) == before + 1
        world.assert_surfaces_shown(match)

    test(scene)  # type: ignore[arg-type]


@on_virtual_time()
async def test_when_it_was_certainly_not_sent_it_is_sent(world: World) -> None:
    match = await waiting(world)
    world.telegram.fail(flood(7), "send", chat=BAO)
    await later(world, match, 30)
    assert [call.error is None for call in world.telegram.made("send", chat=BAO)][-2:] == [False, True]
    [call] = calls(world, BAO)
    assert "Half of your time" in call.text
    world.assert_shown(match)


@on_virtual_time()
async def test_who_blocks_the_bot_before_a_reminder_is_reminded_in_the_group(world: World) -> None:
    match = await waiting(world)
    world.telegram.shut.add(BAO)
    await later(world, match, 30)
    await world.quiet()
    [call] = calls(world, GROUP)
    assert "half of the time" in call.text


@on_virtual_time()
async def test_who_wants_none_is_called_but_not_reminded(world: World) -> None:
    match = await waiting(world)
    world.scene.do(preferences.set_reminders, BAO, Reminders.NONE)
    sent = len(world.telegram.made("send"))
    for minutes in (30, 48):
        await later(world, match, minutes)
    assert len(world.telegram.made("send")) == sent
    assert len(calls(world, BAO)) == 1


@on_virtual_time()
async def test_a_pause_calls_nobody_and_its_end_calls_again(world: World) -> None:
    match = await waiting(world)
    world.do(ballots.pause, match, world.scene.who(ANN), world.scene.now)
    await world.quiet()
    assert calls(world, BAO) == []
    world.do(ballots.resume, match, world.scene.who(ANN), world.scene.later(timedelta(hours=1)))
    await world.quiet()
    assert len(calls(world, BAO)) == 1
    world.assert_shown(match)


@on_virtual_time()
async def test_somebody_absent_is_called_silently_and_never_before_the_group(world: World) -> None:
    match = await waiting(world, first=0)
    make_absent(world.scene, match, 1)
    cut = next(move for move in world.scene.moves(match) if move.startswith("cut 1 "))
    world.press(match, cut)
    await world.quiet()
    [call] = calls(world, BAO)
    assert call.silent
    for woken in world.scene.do(people.reach, BAO, False):
        world.deliverer.wake(woken)
    await world.quiet()
    assert calls(world, GROUP) == []


@on_virtual_time()
async def test_a_question_stands_in_the_group_while_it_is_open(world: World) -> None:
    match = await waiting(world)
    world.do(ballots.ask_end, match, world.scene.who(CELINE), world.scene.now)
    await world.quiet()
    first = world.message(match, "vote")
    assert (first.chat_id, first.silent) == (GROUP, False)
    world.do(ballots.vote, match, DIMA, "end", False, world.scene.now)
    await world.quiet()
    assert world.message(match, "vote") is first, "votes are edited into it"
    world.do(ballots.pause, match, world.scene.who(CELINE), world.scene.now)
    await world.quiet()
    assert world.message(match, "vote").message_id != first.message_id
    assert first not in world.telegram.stands(GROUP)
    for person in (ANN, BAO):
        world.do(ballots.vote, match, person, "pause", True, world.scene.now)
    await world.quiet()
    assert "vote" not in world.rows(match)
    world.assert_shown(match)


@on_virtual_time()
async def test_that_the_bot_was_away_is_told_silently_until_the_next_move(world: World) -> None:
    match = await waiting(world)
    last, back = world.scene.now, world.scene.later(timedelta(minutes=20))
    world.scene.do(heartbeat.give_back, 0, last, back)
    await world.show(match)
    told = world.message(match, "away")
    assert (told.chat_id, told.silent) == (GROUP, True)
    assert "20 minutes" in told.text
    world.press(match)
    await world.quiet()
    assert told not in world.telegram.stands(GROUP)
    world.assert_shown(match)


@on_virtual_time()
async def test_a_seat_that_changes_hands_takes_its_secrets_along(world: World) -> None:
    match = await waiting(world)
    world.scene.do(people.reach, INES, True)
    await world.show(match)
    old = world.message(match, "hand 1")
    make_absent(world.scene, match, 1, ago=timedelta(days=1))
    world.do(absence.ask_seat, match, world.scene.who(INES), 1, GROUP, world.scene.now)
    world.do(ballots.vote, match, BAO, "seat 1", True, world.scene.now)
    await world.quiet()
    new = world.message(match, "hand 1")
    assert (old.chat_id, new.chat_id, new.secret) == (BAO, INES, True)
    assert old not in world.telegram.stands(BAO)
    assert world.scene.refused(table.look, match, BAO).code == Code.NOT_YOUR_MATCH
    assert calls(world, BAO) == []
    assert len(calls(world, INES)) == 1
    world.assert_shown(match)
