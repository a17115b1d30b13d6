"""Topics that are closed or gone, as the deliverer and the handlers learn of them (product, People)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from markupsafe import Markup
from telegram import ChatMember, Update
from telegram.error import BadRequest, NetworkError

from tests.shell.ear import Ear
from tests.shell.overheard import Table
from tests.shell.setting import ANN, BAO, DIMA, GROUP, PEOPLE, PLACE, Scene
from tests.shell.world import World, virtually
from tgbot import claims, people, table
from tgbot.handlers import topics
from tgbot.lobby import Place
from tgbot.screens.screen import Screen

CLOSED, GONE = BadRequest("Topic_closed"), BadRequest("Message thread not found")
TOPIC = Place(GROUP, PLACE.title, 7)


class Forum(Table):
    """A match in a topic, and what stands where."""

    def notices(self, person: int) -> list[str]:
        """What stands in somebody's private chat about a closed topic."""
        return [sent.text for sent in self.ear.stands(person) if "The topic in" in sent.text]

    def sent_in_vain(self) -> int:
        """Calls to the group that were refused."""
        return len([call for call in self.ear.made(chat=GROUP) if call.error])


def in_a_topic(scene: Scene, deed: Callable[[Forum], Awaitable[None]], **how: Any) -> None:
    ear = Ear()

    async def play(world: World) -> None:
        match = world.running(4, place=TOPIC, **how)
        for person in PEOPLE[:4]:
            scene.do(people.reach, person, person != DIMA)
        await world.show(match)
        await deed(Forum(world, ear, match))
        await world.quiet()

    virtually(play, scene, telegram=ear)


def test_a_refused_message_pauses_the_match_and_tells_the_players_once(scene: Scene) -> None:
    async def deed(at: Forum) -> None:
        before = scene.row(at.match).deadline
        at.ear.fail(CLOSED, "send", chat=GROUP, times=99)
        at.world.do(table.repost, at.match)
        await at.world.quiet()
        row = scene.row(at.match)
        assert (row.hushed, row.topic_closed, row.deadline) == (True, True, None)
        assert at.sent_in_vain() == 1
        for person in (ANN, BAO):
            assert len(at.notices(person)) == 1
        assert at.notices(DIMA) == []
        at.world.do(claims.claim, at.match, ANN, "claim 1", scene.now)
        await at.world.quiet()
        assert at.sent_in_vain() == 1, "nothing is tried until it is open"

        at.ear.mend()
        await at.shell.open_topic(GROUP, 7)
        await at.world.quiet()
        assert at.notices(ANN) == []
        assert scene.row(at.match).deadline == before
        assert at.world.message(at.match, "board").thread_id == 7
        at.world.assert_shown(at.match)

    in_a_topic(scene, deed)


def test_a_topic_that_is_closed_after_all_is_closed_again(scene: Scene) -> None:
    async def deed(at: Forum) -> None:
        at.ear.fail(CLOSED, "send", chat=GROUP, times=99)
        at.world.do(table.repost, at.match)
        await at.world.quiet()
        await at.shell.open_topic(GROUP, 7)
        await at.world.quiet()
        assert scene.row(at.match).topic_closed
        assert len(at.notices(ANN)) == 1

    in_a_topic(scene, deed)


def test_somebody_who_writes_in_a_topic_shows_that_it_is_open(scene: Scene) -> None:
    async def deed(at: Forum) -> None:
        await closed(at)
        assert scene.row(at.match).topic_closed
        at.shell.heard(GROUP)
        await at.shell.drain(60)
        assert scene.row(at.match).topic_closed, "not by what is done elsewhere"
        at.shell.heard(GROUP, 7)
        await at.shell.drain(60)
        assert not scene.row(at.match).hushed

    in_a_topic(scene, deed)


def test_a_topic_that_is_gone_leaves_its_match_to_general(scene: Scene) -> None:
    async def deed(at: Forum) -> None:
        for number in list(at.ear.chats[GROUP]):
            at.ear.remove(GROUP, number)
        at.ear.fail(GONE, "send", chat=GROUP)
        at.world.do(claims.claim, at.match, ANN, "claim 1", scene.now)
        await at.world.quiet()
        row = scene.row(at.match)
        assert (row.thread_id, row.hushed, row.status) == (None, False, "running")
        board = at.world.message(at.match, "board")
        assert (board.thread_id, "🗣 1" in board.text) == (None, True)
        assert sum("round 1 of 4" in sent.text for sent in at.ear.stands(GROUP)) == 1
        at.world.assert_shown(at.match)

    in_a_topic(scene, deed)


@pytest.mark.parametrize("error", [CLOSED, GONE], ids=["closed", "gone"])
def test_an_answer_to_a_command_that_cannot_be_written_is_let_go(scene: Scene, error: BadRequest) -> None:
    async def deed(at: Forum) -> None:
        at.ear.fail(error, "send", chat=GROUP)
        at.world.deliverer.post(GROUP, Screen(Markup("hello")), thread_id=7)
        await at.world.quiet()
        assert not scene.row(at.match).hushed
        assert scene.row(at.match).thread_id == 7
        at.world.assert_shown(at.match)

    in_a_topic(scene, deed)


class _Member:
    """Telegram's word on the bot in a group."""

    def __init__(self, at: Forum, **rights: Any) -> None:
        self.told = {"status": "member", **rights}
        at.ear.__dict__["get_chat_member"] = self

    async def __call__(self, *_: Any, **__: Any) -> Any:
        user = {"id": 42, "is_bot": True, "first_name": "B"}
        return ChatMember.de_json({"user": user, **ADMINISTRATOR, **self.told}, None)


ADMINISTRATOR = dict.fromkeys(
    (
        *("can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats"),
        *("can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories"),
        *("can_edit_stories", "can_delete_stories", "can_manage_topics"),
    ),
    False,
)


def service(kind: str, thread: int | None = 7) -> Update:
    """A service message about a topic."""
    chat = {"id": GROUP, "type": "supergroup", "title": PLACE.title, "is_forum": True}
    message = {"message_id": 9, "date": 1, "chat": chat, kind: {}}
    message |= {"message_thread_id": thread, "is_topic_message": True} if thread else {}
    made = Update.de_json({"update_id": 5, "message": message}, None)
    assert made is not None
    return made


async def closed(at: Forum, thread: int | None = 7) -> None:
    _Member(at)
    await topics.closed(at.shell, service("forum_topic_closed", thread))
    await at.world.quiet()


def test_the_service_message_pauses_at_once_what_is_played_there_alone(scene: Scene) -> None:
    async def deed(at: Forum) -> None:
        await closed(at, None)
        assert not scene.row(at.match).hushed, "that was General"
        await closed(at)
        assert scene.row(at.match).topic_closed
        assert at.sent_in_vain() == 0
        scene.now += timedelta(hours=5)
        await topics.reopened(at.shell, service("forum_topic_reopened"))
        await at.world.quiet()
        assert not scene.row(at.match).hushed
        at.world.assert_shown(at.match)

    in_a_topic(scene, deed)


def test_a_bot_that_manages_topics_writes_on_in_a_closed_one(scene: Scene) -> None:
    async def deed(at: Forum) -> None:
        _Member(at, status="administrator", can_manage_topics=True)
        await topics.closed(at.shell, service("forum_topic_closed"))
        assert not scene.row(at.match).hushed
        await closed(at)
        rights = _Member(at, status="administrator", can_manage_topics=True)
        await topics.promoted(at.shell, GROUP, await rights())
        assert not scene.row(at.match).hushed

    in_a_topic(scene, deed)


def test_where_telegram_does_not_tell_its_rights_the_match_waits(scene: Scene) -> None:
    async def deed(at: Forum) -> None:
        async def fails(*_: Any, **__: Any) -> None:
            await asyncio.sleep(0)
            raise NetworkError("Bad Gateway")

        at.ear.__dict__["get_chat_member"] = fails
        await topics.closed(at.shell, service("forum_topic_closed"))
        assert scene.row(at.match).topic_closed

    in_a_topic(scene, deed)
