"""What stands at Telegram of those at the door: the host's question, the answer to it, the news of a lobby."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.shell.setting import ANN, BAO, CELINE, EVE, FARID, GROUP, MINUTE, PLACE, Scene
from tests.shell.telegram_fake import Sent
from tests.shell.world import World, virtually
from tgbot import joining, lobby, members, people, preferences
from tgbot.gathering import LIFE
from tgbot.lobby import Place
from tgbot.store import Session

ASKED = "Who may join Time Bomb"


def ask(world: World, match: int, person: int, after: timedelta = MINUTE) -> None:
    scene = world.scene
    scene.later(after)
    world.do(joining.ask, match, world.scene.who(person), scene.row(match).token, scene.now)


async def gathered(world: World, *reachable: int, persons: int = 2, place: Place = PLACE) -> int:
    """A lobby that is shown; the bot may write to these, and Eve asks to be let in."""
    match = world.lobby(persons, place=place)
    for person in reachable:
        world.scene.do(people.reach, person, True)
    await world.show(match)
    ask(world, match, EVE)
    await world.quiet()
    return match


def reached(session: Session, _: int, person: int) -> None:
    """The bot may write to him."""
    people.reach(session, person, True)


def private(world: World, person: int) -> list[str]:
    """What stands in somebody's private chat."""
    return [plain(sent) for sent in world.telegram.stands(person)]


def plain(sent: Sent) -> str:
    return re.sub(r"<[^>]*>|[\u2068\u2069]", "", sent.text)


def labels(sent: Sent) -> list[str]:
    return [one.text for row in sent.keyboard.inline_keyboard for one in row] if sent.keyboard else []


def asked_in(world: World, chat: int) -> list[Sent]:
    return [sent for sent in world.telegram.stands(chat) if ASKED in plain(sent)]


def test_a_host_who_can_be_written_to_is_asked_privately_and_the_lobby_shows_it_to_all(scene: Scene) -> None:
    async def play(world: World) -> None:
        match = await gathered(world, ANN, EVE)
        world.assert_shown(match)
        (question,) = asked_in(world, ANN)
        assert "• Eve" in plain(question)
        assert f"tg://user?id={EVE}" in question.text
        assert labels(question) == ["✅ Eve", "🚫 Eve"]
        assert not question.silent
        assert asked_in(world, GROUP) == []
        assert {"✅ Eve", "🚫 Eve"} <= set(labels(world.message(match, "lobby")))
        (told,) = private(world, EVE)
        assert "I have asked the host of Time Bomb" in told

        world.do(joining.let_in, match, scene.who(ANN), EVE, scene.now)
        await world.quiet()
        world.assert_shown(match)
        assert asked_in(world, ANN) == []
        (told,) = private(world, EVE)
        assert "You are in: Time Bomb" in told
        assert "3. Eve" in plain(world.message(match, "lobby"))

    virtually(play, scene)


def test_a_host_who_cannot_be_written_to_is_called_in_the_group(scene: Scene) -> None:
    async def play(world: World) -> None:
        match = await gathered(world, place=Place(GROUP, "Friday night", 7))
        world.assert_shown(match)
        (question,) = asked_in(world, GROUP)
        assert question.thread_id == 7
        assert f'👑 <a href="tg://user?id={ANN}">' in question.text
        assert private(world, EVE) == []

        # He presses Start: the question goes to his private chat.
        world.do(reached, match, ANN)
        await world.quiet()
        world.assert_shown(match)
        assert asked_in(world, GROUP) == []
        assert len(asked_in(world, ANN)) == 1

        world.do(joining.turn_away, match, scene.who(ANN), EVE, scene.now)
        await world.quiet()
        world.assert_shown(match)
        assert asked_in(world, GROUP) == asked_in(world, ANN) == []

    virtually(play, scene)


def test_one_more_who_asks_is_a_new_message_one_less_is_not(scene: Scene) -> None:
    async def play(world: World) -> None:
        match = world.lobby(2)
        scene.do(people.reach, ANN, True)
        await world.show(match)
        sent = []
        for person in (EVE, FARID):
            ask(world, match, person)
            await world.quiet()
            sent += [one.message_id for one in asked_in(world, ANN)]
        assert len(set(sent)) == 2
        assert labels(asked_in(world, ANN)[0]) == ["✅ Eve", "🚫 Eve", "✅ Farid", "🚫 Farid"]
        for person, decide in ((FARID, joining.let_in), (EVE, joining.turn_away)):
            world.do(decide, match, scene.who(ANN), person, scene.now)
            await world.quiet()
            stands = asked_in(world, ANN)
            assert [one.message_id for one in stands] == ([sent[1]] if person == FARID else [])
        world.assert_shown(match)

    virtually(play, scene)


def test_the_question_follows_the_hosts_right(scene: Scene) -> None:
    async def play(world: World) -> None:
        match = await gathered(world, ANN, BAO)
        world.do(lobby.leave, match, ANN, scene.now)
        await world.quiet()
        world.assert_shown(match)
        assert asked_in(world, ANN) == []
        assert len(asked_in(world, BAO)) == 1

    virtually(play, scene)


def test_who_was_turned_away_reads_it_and_keeps_the_message(scene: Scene) -> None:
    async def play(world: World) -> None:
        match = world.lobby(2)
        scene.do(people.reach, EVE, True)
        scene.do(preferences.set_language, EVE, "fr")
        await world.show(match)
        ask(world, match, EVE)
        world.do(joining.turn_away, match, scene.who(ANN), EVE, scene.now)
        await world.quiet()
        told = private(world, EVE)
        assert told == ["🚫 L'hôte de Time Bomb dans Friday night ne t'a pas laissé entrer."]
        world.do(lobby.cancel, match, scene.who(ANN), scene.now)
        await world.quiet()
        assert private(world, EVE) == told
        assert "ask" not in {which.partition(" ")[0] for which in world.rows(match)}

    virtually(play, scene)


@pytest.mark.parametrize("end", ["start", "cancel", "expire"])
@pytest.mark.parametrize("killed", [False, True])
def test_who_still_waits_when_the_lobby_is_over_learns_that_it_is(scene: Scene, end: str, killed: bool) -> None:
    async def play(world: World) -> None:
        match = await gathered(world, ANN, EVE, persons=4)
        if killed:
            await world.kill()
        if end == "expire":
            world.do(lobby.time_out, match, scene.now + LIFE)
        else:
            world.do(lobby.start if end == "start" else lobby.cancel, match, scene.who(ANN), scene.now)
        if killed:
            world.start()
            await world.deliverer.catch_up()
        await world.quiet()
        (told,) = world.telegram.stands(EVE)
        assert "Too late: this game has already begun or was called off" in plain(told)
        assert asked_in(world, ANN) == []
        world.assert_shown(match)

    virtually(play, scene)


def test_who_joins_in_the_group_while_he_waits_reads_that_he_is_in(scene: Scene) -> None:
    async def play(world: World) -> None:
        match = await gathered(world, ANN, EVE)
        world.do(lobby.join, match, scene.who(EVE), GROUP, scene.now)
        await world.quiet()
        world.assert_shown(match)
        (told,) = private(world, EVE)
        assert "You are in" in told
        assert asked_in(world, ANN) == []

    virtually(play, scene)


def test_who_waited_for_a_lobby_is_told_and_the_news_goes_when_he_joins_or_it_is_over(scene: Scene) -> None:
    async def play(world: World) -> None:
        for person in (BAO, CELINE, EVE):
            scene.meet(person)
            scene.do(members.wait_for_next, GROUP, scene.who(person))
            scene.do(people.reach, person, person != EVE)
        match = world.lobby(1)
        await world.show(match)
        world.assert_shown(match)
        for person in (BAO, CELINE):
            (news,) = world.telegram.stands(person)
            assert "Time Bomb is looking for players in Friday night" in plain(news)
            assert labels(news) == ["✅ Join"]
        assert private(world, EVE) == []
        world.do(lobby.join, match, scene.who(BAO), PLACE.chat_id, scene.now)
        await world.quiet()
        assert private(world, BAO) == []
        assert len(private(world, CELINE)) == 1
        world.do(lobby.cancel, match, scene.who(ANN), scene.now)
        await world.quiet()
        world.assert_shown(match)
        assert private(world, CELINE) == []

    virtually(play, scene)


def test_news_that_a_crash_kept_back_come_after_it_once(scene: Scene) -> None:
    async def play(world: World) -> None:
        scene.meet(BAO)
        scene.do(members.wait_for_next, GROUP, scene.who(BAO))
        scene.do(people.reach, BAO, True)
        await world.kill()
        match = world.lobby(1)
        world.start()
        await world.deliverer.catch_up()
        await world.quiet()
        await world.show(match)
        assert len(private(world, BAO)) == 1
        world.assert_shown(match)

    virtually(play, scene)


def test_an_expired_lobby_says_so_below_the_talk_once(scene: Scene) -> None:
    async def play(world: World) -> None:
        match = world.lobby(2)
        await world.show(match)
        world.do(lobby.time_out, match, scene.now + LIFE)
        await world.quiet()
        world.assert_shown(match)
        lobby_, news = world.telegram.stands(GROUP)
        assert "so its lobby has closed" in plain(lobby_)
        assert "/play opens a new one" in plain(news)
        assert news.silent
        await world.kill()
        world.start()
        await world.show(match)
        assert len(world.telegram.stands(GROUP)) == 2

    virtually(play, scene)


def test_guests_are_named_in_the_lobby(scene: Scene) -> None:
    async def play(world: World) -> None:
        match = world.lobby(1)
        world.do(joining.set_guests, match, scene.who(ANN), True, scene.now)
        await world.quiet()
        assert "Guests are welcome" in plain(world.message(match, "lobby"))
        world.do(joining.set_guests, match, scene.who(ANN), False, scene.now)
        await world.quiet()
        assert "Guests are welcome" not in plain(world.message(match, "lobby"))

    virtually(play, scene)
