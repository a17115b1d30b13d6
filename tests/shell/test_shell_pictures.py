"""Boards, hands and results as pictures: sent, changed by the cheapest call, and as text where pictures fail."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable

import pytest
import structlog
from telegram.error import BadRequest, ChatMigrated, NetworkError, TelegramError

from tests.shell import private_table
from tests.shell.setting import ANN, BAO, GROUP, PEOPLE, PLACE, Scene
from tests.shell.telegram_fake import flood, timed_out
from tests.shell.world import World, virtually
from tgbot import claims, lobby, people, preferences, table
from tgbot.drawing import KEPT, Drawing
from tgbot.lobby import Place
from tgbot.pictures import PICTURES, Picture
from tgbot.pictures.wires.scene import TableShown
from tgbot.screens.screen import MAX_CAPTION, length
from tgbot.words import words

DATABASES = ("sqlite",)
SECRET = "Ann is Moriarty"
SUPERGROUP = -1001234567890
OTHER = Place(-777, "Another group")

Test = Callable[[World], Awaitable[None]]


def with_pictures(test: Test) -> Callable[[Scene], None]:
    """The test gets a world that draws, and whose time jumps instead of passing."""

    @functools.wraps(test)
    def run(scene: Scene) -> None:
        virtually(test, scene, pictures=True)

    run.__dict__.pop("__wrapped__")
    return run


def begun(world: World, *reachable: int, place: Place = PLACE) -> int:
    """A quick match; who can be reached has his hand."""
    match = world.running(4, clock=300, first=0, place=place)
    for person in reachable:
        world.scene.do(people.reach, person, True)
    return match


def claimed(world: World, match: int, seat: int, number: int = 1) -> None:
    """Somebody says something, which shows on the board."""
    world.do(claims.claim, match, PEOPLE[seat], f"claim {number}", world.scene.now)


def calls(world: World) -> list[str]:
    return [call.method for call in world.telegram.calls]


@with_pictures
async def test_board_and_hands_are_pictures_and_hands_are_covered_and_stay_where_they_are(world: World) -> None:
    match = begun(world, ANN)
    await world.show(match)
    world.assert_shown(match)
    board, hand = world.message(match, "board"), world.message(match, "hand 0")
    assert board.picture
    assert hand.picture
    assert (board.spoiler, board.secret) == (False, False)
    assert (hand.spoiler, hand.secret) == (True, True)
    assert "<tg-spoiler>" in hand.text
    assert world.message(match, "lobby").picture is None


@with_pictures
async def test_the_first_tap_draws_nothing_and_the_second_edits_the_picture_once(world: World) -> None:
    match = begun(world)
    await world.show(match)
    world.telegram.calls.clear()
    world.drawn.clear()
    world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
    await world.quiet()
    assert calls(world) == ["edit caption"]
    assert world.drawn == []
    world.assert_shown(match)
    world.press(match)
    await world.quiet()
    assert calls(world) == ["edit caption", "edit photo"]
    assert len(world.drawn) == 1
    world.assert_shown(match)


@with_pictures
async def test_where_only_buttons_have_changed_only_they_are_edited(world: World) -> None:
    match = begun(world, ANN)
    await world.show(match)
    world.telegram.calls.clear()
    world.do(table.point, match, ANN, 2, "hand", world.scene.now)
    await world.quiet()
    assert [(call.method, call.chat_id) for call in world.telegram.calls] == [("edit buttons", ANN)]
    world.assert_shown(match)


@with_pictures
async def test_a_round_begins_with_new_pictures_and_the_end_is_a_recap_with_who_won_under_it(world: World) -> None:
    match = begun(world, ANN)
    await world.show(match)
    first = world.rows(match)["board"].message_id
    while world.scene.row(match).status == "running":
        world.press(match)
        await world.quiet()
        world.assert_shown(match)
    assert world.rows(match)["board"].message_id != first
    facts, view = (look := world.scene.do(table.looks, match)[0]).facts, look.view
    assert view is not None
    result, say = world.message(match, "result"), words(facts.language)
    assert result.picture == PICTURES["timebomb"].recap(facts, view, say).digest.encode()
    assert world.message(match, "board").picture == PICTURES["timebomb"].result(facts, view, say).digest.encode()
    assert facts.revelation is not None
    assert facts.revelation.secret in result.text
    assert "wins!" in result.text
    assert length(result.text) <= MAX_CAPTION


@with_pictures
async def test_a_match_that_was_cancelled_is_told_in_words(world: World) -> None:
    match = begun(world)
    await world.show(match)
    world.do(lobby.cancel, match, world.scene.who(ANN), world.scene.now)
    await world.quiet()
    assert world.message(match, "result").picture is None
    world.assert_shown(match)


# Newest wins


@with_pictures
async def test_while_one_picture_is_drawn_only_the_newest_of_those_after_it_waits(world: World) -> None:
    match = begun(world)
    await world.show(match)
    world.drawn.clear()
    world.brush = lambda: 5.0
    for number in range(10):
        claimed(world, match, number % 4, number // 4)
        await asyncio.sleep(0.4)
    await world.quiet()
    assert len(world.drawn) == 2
    world.assert_shown(match)


@with_pictures
async def test_a_picture_whose_turn_has_not_come_is_never_drawn_when_a_newer_one_is_wanted(world: World) -> None:
    first, second = begun(world), begun(world, place=OTHER)
    for match in (first, second):
        await world.show(match)
    world.drawn.clear()
    world.brush = lambda: 10.0
    claimed(world, first, 0)
    await asyncio.sleep(1)
    for seat in range(3):
        claimed(world, second, seat)
        await asyncio.sleep(1)
    await world.quiet()
    assert len(world.drawn) == 2
    for match in (first, second):
        world.assert_surfaces_shown(match)


@with_pictures
async def test_what_was_drawn_for_a_message_that_is_replaced_meanwhile_is_not_sent(world: World) -> None:
    match = begun(world)
    await world.show(match)
    world.telegram.calls.clear()
    world.brush = lambda: 2.0
    claimed(world, match, 0)
    await asyncio.sleep(1)
    world.do(table.repost, match)
    await world.quiet()
    assert calls(world)[0] == "send photo"
    assert "edit photo" not in calls(world)
    world.assert_shown(match)


@with_pictures
async def test_the_brush_of_one_match_holds_up_no_text_of_another(world: World) -> None:
    drawing, talking = begun(world), world.scene.lobby(2, place=OTHER)
    await world.show(drawing)
    await world.show(talking)
    world.brush = lambda: 60.0
    claimed(world, drawing, 0)
    world.do(lobby.leave, talking, BAO, world.scene.now)
    await asyncio.sleep(1)
    assert world.message(talking, "lobby").text == world.wanted(talking)["lobby"].screen.text
    assert "edit photo" not in calls(world)


# Sent again without an upload


@with_pictures
async def test_a_picture_that_telegram_has_is_sent_by_its_id(world: World) -> None:
    match = begun(world)
    await world.show(match)
    uploads, drawn = world.telegram.uploads, len(world.drawn)
    world.do(table.repost, match)
    await world.quiet()
    assert (world.telegram.uploads, len(world.drawn)) == (uploads, drawn)
    world.assert_shown(match)


@with_pictures
async def test_an_id_that_telegram_has_forgotten_is_uploaded_anew(world: World) -> None:
    match = begun(world)
    await world.show(match)
    world.telegram.files.clear()
    world.do(table.repost, match)
    await world.quiet()
    assert world.telegram.uploads == 2
    assert [call.error for call in world.telegram.made("send photo")][1] is not None
    world.assert_shown(match)


@with_pictures
async def test_ids_are_not_kept_for_ever(world: World) -> None:
    drawing = Drawing(world._draw)
    match = begun(world)
    want = world.wanted(match)["board"]
    assert want.picture is not None
    drawing.sent(want.picture, "the first")
    for number in range(KEPT):
        drawing.sent(Picture(number, want.picture.draw), f"file {number}")
    found = await drawing.newest(lambda: want)
    assert found is not None
    assert isinstance(found[1].file, bytes)


# A group changes its mind


@with_pictures
async def test_a_group_that_switches_in_the_middle_of_a_match_gets_messages_of_the_other_kind(world: World) -> None:
    match = begun(world, ANN)
    await world.show(match)
    for pictures in (False, True, False):
        before = {which: row.message_id for which, row in world.rows(match).items()}
        for touched in world.scene.do(preferences.set_pictures, GROUP, pictures):
            world.deliverer.wake(touched)
        await world.quiet()
        world.assert_shown(match)
        after = {which: row.message_id for which, row in world.rows(match).items()}
        assert {which for which in before if before[which] != after[which]} == {"board", "hand 0"}
        assert (world.message(match, "board").picture is not None) == pictures
        assert world.message(match, "board").silent
        world.press(match)
        await world.quiet()
        world.assert_shown(match)


@with_pictures
async def test_at_a_private_table_it_is_as_who_set_it_up_wants_it(world: World) -> None:
    match = private_table.begun(world.scene, 4, first=0)
    private_table.lay(world, match)
    await world.show(match)
    boards = [f"board {person}" for person in PEOPLE[:4]]
    assert all(world.message(match, board).picture for board in boards)
    assert world.telegram.uploads == len({world.message(match, board).picture for board in boards}) + 4
    assert world.scene.do(preferences.set_pictures, BAO, False) == [], "his own tables are others"
    for touched in world.scene.do(preferences.set_pictures, ANN, False):
        world.deliverer.wake(touched)
    await world.quiet()
    assert not any(world.message(match, board).picture for board in boards)
    world.assert_surfaces_shown(match)


# Where pictures fail


@with_pictures
async def test_a_group_that_takes_no_pictures_gets_text_and_is_not_asked_again(world: World) -> None:
    world.telegram.no_photos.add(GROUP)
    match = begun(world, ANN)
    await world.show(match)
    world.assert_shown(match)
    assert world.message(match, "hand 0").picture
    world.press(match)
    await world.quiet()
    world.assert_shown(match)
    assert len(world.telegram.made("send photo", chat=GROUP)) == 1
    assert not world.scene.row(match).hushed


@with_pictures
async def test_a_group_that_takes_no_pictures_any_more_gets_its_board_as_text(world: World) -> None:
    match = begun(world)
    await world.show(match)
    world.telegram.no_photos.add(GROUP)
    world.press(match)
    await world.quiet()
    world.assert_shown(match)


@with_pictures
async def test_when_the_rights_in_a_group_change_pictures_are_tried_again(world: World) -> None:
    world.telegram.no_photos.add(GROUP)
    match = begun(world)
    await world.show(match)
    world.telegram.no_photos.clear()
    await world.deliverer.try_again(GROUP)
    await world.quiet()
    assert world.message(match, "board").picture
    world.assert_shown(match)


@with_pictures
async def test_somebody_who_may_not_speak_at_all_is_not_taken_for_one_who_may_send_no_pictures(world: World) -> None:
    world.telegram.no_photos.add(GROUP)
    world.telegram.fail(BadRequest("Not enough rights to send text messages to the chat"), "send", chat=GROUP)
    match = begun(world)
    await world.show(match)
    assert world.scene.row(match).hushed


REFUSALS = [
    BadRequest("Image_process_failed"),
    BadRequest("Photo_invalid_dimensions"),
    BadRequest("File is too big"),
    NetworkError("Request Entity Too Large (413)"),
]


@pytest.mark.parametrize("error", REFUSALS, ids=lambda error: error.message)
def test_a_picture_that_telegram_does_not_take_is_text_from_then_on(scene: Scene, error: TelegramError) -> None:
    async def test(world: World) -> None:
        world.telegram.fail(error, "send photo", chat=GROUP)
        match = begun(world, ANN)
        await world.show(match)
        for _ in range(3):
            world.press(match)
            await world.quiet()
            assert world.message(match, "board").picture is None
            assert world.message(match, "board").text == world.wanted(match)["board"].screen.text
        assert world.message(match, "hand 0").picture
        assert len(world.telegram.made("send photo", chat=GROUP)) == 1
        assert world.scene.row(match).delivered == world.scene.row(match).revision

    virtually(test, scene, pictures=True)


@with_pictures
async def test_a_picture_that_cannot_be_drawn_is_text_and_the_log_quotes_nothing_of_it(world: World) -> None:
    def brush() -> float:
        if isinstance(world.drawn[-1].scene, TableShown):
            raise ValueError(SECRET)
        return 0

    world.brush = brush
    match = begun(world, ANN)
    with structlog.testing.capture_logs() as logged:
        await world.show(match)
        world.press(match)
        await world.quiet()
    assert world.message(match, "hand 0").picture
    assert world.message(match, "board").text == world.wanted(match)["board"].screen.text
    told = [entry for entry in logged if entry["log_level"] == "error"]
    assert [entry["event"] for entry in told] == ["a picture cannot be drawn"]
    assert SECRET not in str(told)
    assert "ValueError" in str(told)


def test_a_match_whose_pictures_cannot_be_thought_of_is_shown_as_text(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(world: World) -> None:
        def broken(*_: object) -> Picture:
            raise KeyError(SECRET)

        monkeypatch.setattr("tgbot.pictures.timebomb.board", broken)
        match = begun(world, ANN)
        with structlog.testing.capture_logs() as logged:
            await world.show(match)
        world.pictures = False
        world.assert_shown(match)
        assert [entry["event"] for entry in logged if entry["log_level"] == "error"] == ["a match cannot be pictured"]
        assert SECRET not in str(logged)

    virtually(test, scene, pictures=True)


@with_pictures
async def test_a_picture_that_was_deleted_is_posted_again_once(world: World) -> None:
    match = begun(world)
    await world.show(match)
    world.telegram.remove(GROUP, world.rows(match)["board"].message_id)
    sent = len(world.telegram.made("send photo"))
    for _ in range(2):
        world.press(match)
        await world.quiet()
    assert len(world.telegram.made("send photo")) == sent + 1
    world.assert_shown(match)


@with_pictures
async def test_case_c57_a_picture_halted_by_a_limit_is_shown_in_its_newest_state(world: World) -> None:
    match = begun(world)
    await world.show(match)
    world.telegram.calls.clear()
    world.telegram.fail(flood(20), "edit photo")
    claimed(world, match, 0)
    await asyncio.sleep(5)
    claimed(world, match, 1)
    await world.quiet()
    assert calls(world) == ["edit photo", "edit photo"]
    assert world.telegram.calls[1].at - world.telegram.calls[0].at >= 20
    world.assert_shown(match)


@with_pictures
async def test_a_send_whose_answer_was_lost_is_repeated_and_an_edit_does_no_harm(world: World) -> None:
    match = begun(world)
    world.telegram.fail(timed_out(), "send photo", after=True)
    await world.show(match)
    assert len([sent for sent in world.telegram.stands(GROUP) if sent.picture]) == 2
    world.telegram.fail(timed_out(), "edit photo", after=True)
    world.telegram.fail(timed_out(), "edit caption", after=True)
    world.press(match)
    await world.quiet()
    target = next(int(move.split(" ")[1]) for move in world.scene.moves(match))
    mover, position = PEOPLE[world.scene.to_act(match)], world.scene.row(match).position
    world.do(table.point, match, mover, target, "board", world.scene.now, position)
    await world.quiet()
    world.assert_surfaces_shown(match)
    assert calls(world).count("edit photo") == 2
    assert calls(world).count("edit caption") == 2


@with_pictures
async def test_case_c34_pictures_follow_a_group_into_its_supergroup(world: World) -> None:
    match = begun(world)
    await world.show(match)
    uploads = world.telegram.uploads
    world.telegram.fail(ChatMigrated(SUPERGROUP), "edit photo", chat=GROUP)
    world.press(match)
    await world.quiet()
    world.assert_surfaces_shown(match)
    assert world.rows(match)["board"].chat_id == SUPERGROUP
    assert world.message(match, "board").picture
    assert world.telegram.uploads == uploads + 1


@with_pictures
async def test_after_a_restart_nothing_is_drawn_that_stands_and_pictures_go_on(world: World) -> None:
    match = begun(world, ANN)
    await world.show(match)
    await world.kill()
    world.telegram.calls.clear()
    world.drawn.clear()
    world.start()
    await world.show(match)
    assert (calls(world), world.drawn) == ([], [])
    world.press(match)
    await world.quiet()
    assert calls(world) == ["edit photo"]
    world.assert_shown(match)


@with_pictures
async def test_pictures_that_were_under_way_when_the_process_ended_are_shown_after_the_start(world: World) -> None:
    match = begun(world, ANN)
    await world.show(match)
    world.brush = lambda: 5.0
    world.press(match)
    await asyncio.sleep(2)
    await world.kill()
    world.brush = lambda: 0.0
    world.start()
    await world.deliverer.catch_up()
    await world.quiet()
    world.assert_shown(match)


@with_pictures
async def test_who_runs_a_bot_without_pictures_after_one_with_them_has_text(world: World) -> None:
    match = begun(world, ANN)
    await world.show(match)
    await world.kill()
    world.pictures = False
    world.start()
    world.press(match)
    await world.quiet()
    world.assert_shown(match)
