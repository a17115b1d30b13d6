"""A group becomes a supergroup: everything follows it to its new id (C34)."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from telegram import Update
from telegram.error import ChatMigrated

from tests.shell.setting import ANN, BAO, GROUP, PEOPLE, PLACE, Scene
from tests.shell.world import World, virtually
from tgbot import claims, lobby, people, preferences, table
from tgbot.facts import Status
from tgbot.handlers import others
from tgbot.handlers.shell import Shell
from tgbot.lobby import Place
from tgbot.screens.screen import Screen
from tgbot.store import Session, queries
from tgbot.store.tables import Chat

GROWN = -1_000_000_000_777
THERE = Place(GROWN, PLACE.title)


def rows_of(scene: Scene, table_: str, chat_id: int, column: int) -> list[tuple[Any, ...]]:
    return [row for row in scene.dump()[table_] if row[column] == chat_id]


def forget_start(world: World) -> None:
    """No call of the start counts."""
    world.telegram.calls.clear()


def test_c34_chat_people_and_matches_follow_and_nothing_names_the_old_group(scene: Scene) -> None:
    running = scene.running(4)
    ended = scene.running(4)
    scene.play_out(ended)
    scene.do(preferences.set_group_language, PLACE, "fr", admin=True)
    seen = len(rows_of(scene, "chat_person", GROUP, 0))

    scene.do(people.migrate, GROUP, GROWN)

    assert {scene.row(match).chat_id for match in (running, ended)} == {GROWN}
    assert not rows_of(scene, "chat", GROUP, 0)
    assert not rows_of(scene, "chat_person", GROUP, 0)
    assert len(rows_of(scene, "chat_person", GROWN, 0)) == seen == len(PEOPLE)
    assert scene.do(people.group_language, GROWN, "en") == "fr"
    assert scene.facts(running).chat_id == GROWN


def test_c34_what_is_known_of_the_supergroup_already_stays(scene: Scene) -> None:
    scene.lobby(2)
    scene.do(preferences.set_group_language, PLACE, "fr", admin=True)
    scene.meet(BAO, THERE)
    scene.do(preferences.set_group_language, THERE, "vi", admin=True)
    scene.do(people.migrate, GROUP, GROWN)
    assert scene.do(people.group_language, GROWN, "en") == "vi"
    assert len(rows_of(scene, "chat_person", GROWN, 0)) == len(PEOPLE)


CHOSEN: dict[str, list[Any]] = {
    "language": ["fr"],
    "zone": ["Asia/Ho_Chi_Minh"],
    "quiet_start": [None, 0, 22 * 60],
    "quiet_end": [None, 0, 9 * 60],
    "pictures": [False],
    "whisper": [True],
}
"""What may be set for a group, by its column, and some of its values."""


def test_c34_every_column_of_a_group_is_known_here() -> None:
    assert Chat.model_fields.keys() == {"id", "title", "seen_at", *CHOSEN}


@pytest.mark.parametrize("met", [False, True])
@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in CHOSEN.items() for value in values])
def test_c34_what_is_set_for_the_group_is_set_for_the_supergroup(
    scene: Scene, name: str, value: object, met: bool
) -> None:
    def choose(session: Session) -> None:
        setattr(queries.chat_of(session, GROUP), name, value)

    def chosen(session: Session) -> object:
        return getattr(queries.chat_of(session, GROWN), name)

    scene.lobby(2)
    scene.do(choose)
    if met:
        scene.meet(BAO, THERE)
    scene.do(people.migrate, GROUP, GROWN)
    assert scene.do(chosen) == value


def test_c34_a_group_without_quiet_hours_has_none_as_a_supergroup(scene: Scene) -> None:
    scene.lobby(2)
    scene.do(preferences.set_quiet, GROUP, None)
    scene.do(preferences.set_zone, GROUP, "Asia/Ho_Chi_Minh")
    scene.do(people.migrate, GROUP, GROWN)
    settings = scene.do(preferences.group_settings, GROWN)
    assert (settings.zone, settings.quiet) == ("Asia/Ho_Chi_Minh", None)


def test_c34_told_twice_or_of_a_group_nobody_met_nothing_changes(scene: Scene) -> None:
    scene.running(4)
    assert scene.do(people.migrate, GROUP, GROWN)
    before = scene.dump()
    assert not scene.do(people.migrate, GROUP, GROWN)
    assert not scene.do(people.migrate, -12345, GROWN)
    assert not scene.do(people.migrate, GROWN, GROWN)
    assert scene.dump() == before


def test_c34_a_lobby_opened_in_the_group_is_joined_and_started_in_the_supergroup(scene: Scene) -> None:
    match = scene.lobby(3)
    scene.do(people.migrate, GROUP, GROWN)
    scene.do(lobby.join, match, scene.who(PEOPLE[3]), GROWN, scene.now)
    scene.do(lobby.start, match, scene.who(ANN), scene.now)
    assert scene.row(match).status == Status.RUNNING


def test_c34_a_match_that_is_over_is_not_posted_again(scene: Scene) -> None:
    async def test(world: World) -> None:
        match = world.running(4)
        await world.show(match)
        world.scene.play_out(match)
        await world.show(match)
        forget_start(world)
        await world.deliverer.migrate(GROUP, GROWN)
        await world.quiet()
        await world.show(match)
        assert world.telegram.calls == []

    virtually(test, scene)


@pytest.mark.parametrize("learnt", ["message", "error", "both"])
def test_c34_the_board_is_posted_in_the_supergroup_and_the_match_is_played_there(scene: Scene, learnt: str) -> None:
    async def test(world: World) -> None:
        match = world.running(4, first=0)
        world.scene.do(people.reach, ANN, True)
        await world.show(match)
        hand = world.rows(match)["hand 0"].message_id
        world.telegram.fail(ChatMigrated(GROWN), chat=GROUP, times=100)
        forget_start(world)
        if learnt != "error":
            await world.deliverer.migrate(GROUP, GROWN)
        if learnt != "message":
            world.do(claims.claim, match, ANN, "claim 1", world.scene.now)
        await world.quiet()
        tried = len(world.telegram.made(chat=GROUP))
        assert tried == (1 if learnt == "error" else 0)
        assert world.rows(match)["board"].chat_id == GROWN
        assert world.rows(match)["hand 0"].message_id == hand
        world.assert_surfaces_shown(match)

        for _ in range(3):
            world.press(match)
            await world.quiet()
        world.scene.play_out(match)
        await world.show(match)
        world.assert_surfaces_shown(match)
        # What replaces nothing of the old group leaves the old group alone.
        assert len(world.telegram.made(chat=GROUP)) == tried

    virtually(test, scene)


def test_c34_the_old_messages_of_the_group_name_nothing_in_the_supergroup(scene: Scene) -> None:
    """Numbers of messages begin anew there: an edit by an old number would overwrite something else."""

    async def test(world: World) -> None:
        match = world.running(4, clock=300, first=0)
        await world.show(match)
        old = {row.message_id for row in world.rows(match).values()}
        await world.deliverer.migrate(GROUP, GROWN)
        world.do(table.point, match, ANN, 2, "board", world.scene.now, 1)
        await world.quiet()
        assert not old & {call.message_id for call in world.telegram.made(chat=GROWN)}

    virtually(test, scene)


def test_c34_a_call_under_way_while_the_message_comes_ends_in_the_supergroup(scene: Scene) -> None:
    async def test(world: World) -> None:
        match = world.running(4, first=0)
        await world.show(match)
        forget_start(world)
        world.telegram.latency = lambda: 1.0
        world.telegram.fail(ChatMigrated(GROWN), chat=GROUP, times=100)
        for late in (0.5, 0.0):
            world.do(claims.claim, match, ANN, f"claim {int(late * 2)}", world.scene.now)
            await asyncio.sleep(late)
            await world.deliverer.migrate(GROUP, GROWN)
        await world.quiet(60)
        world.assert_surfaces_shown(match)
        assert len(world.telegram.made(chat=GROUP)) == 1

    virtually(test, scene)


def test_c34_a_word_that_waited_for_the_group_is_said_in_the_supergroup(scene: Scene) -> None:
    async def test(world: World) -> None:
        world.running(4)
        world.telegram.fail(ChatMigrated(GROWN), chat=GROUP)
        world.deliverer.post(GROUP, Screen("hello"), reply_to=5)
        await world.quiet()
        assert [sent.text for sent in world.telegram.stands(GROWN)].count("hello") == 1

    virtually(test, scene)


@pytest.mark.parametrize(
    ("chat", "told"),
    [(GROUP, {"migrate_to_chat_id": GROWN}), (GROWN, {"migrate_from_chat_id": GROUP})],
    ids=["told in the group", "told in the supergroup"],
)
def test_c34_either_service_message_is_enough(scene: Scene, chat: int, told: dict[str, Any]) -> None:
    async def test(world: World) -> None:
        match = world.running(4)
        shell = Shell(world.telegram.bot, world.store, cast(Any, None), world.deliverer, cast(Any, None))
        content = {"message_id": 9, "date": 1, "chat": {"id": chat, "type": "group", "title": "Friday night"}, **told}
        update = Update.de_json({"update_id": 5, "message": content}, None)
        assert update is not None
        await others.migrated(shell, update)
        await world.quiet()
        assert world.scene.row(match).chat_id == GROWN
        world.assert_surfaces_shown(match)

    virtually(test, scene)
