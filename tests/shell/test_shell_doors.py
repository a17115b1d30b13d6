"""The doors by which secrets reach their owner: whisper, alert, private chat, and which of them somebody gets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from telegram.error import BadRequest, EndPointNotFound, Forbidden, InvalidToken, TelegramError

from core.catalog import CATALOG
from tests.shell.ear import Ear
from tests.shell.exports import open_table
from tests.shell.overheard import Table
from tests.shell.setting import ANN, BAO, CELINE, DIMA, EVE, GROUP, NOON, PEOPLE, Scene
from tests.shell.telegram_fake import Sent, flood, network, timed_out
from tests.shell.world import World, virtually
from tgbot import absence, ballots, claims, lobby, people, preferences, table
from tgbot.handlers.whispers import AGAIN, SOON
from tgbot.screens import SCREENS
from tgbot.screens.texts import Answer, answer
from tgbot.store import Session, queries
from tgbot.store.tables import Person
from tgbot.words import words

SAY = words("en")
TOLD = answer(Answer.WHISPERED, SAY)
LATER = timedelta(seconds=AGAIN)
REFUSED = [
    BadRequest("Not enough rights to send ephemeral messages to the chat"),
    Forbidden("Forbidden: bot is not a member of the supergroup chat"),
    InvalidToken("Not Found"),
    EndPointNotFound("Endpoint not found in Bot API"),
]
Deed = Callable[["Seen"], Awaitable[None]]


class Seen(Table):
    """A table of four in a group that wants whispers, and what they see."""

    def __init__(self, world: World, ear: Ear, match: int) -> None:
        super().__init__(world, ear, match)
        self.scene, self.store = world.scene, world.store

    async def hand(self, person: int, *, private: bool = False) -> str:
        """Somebody presses *My hand*; what his press is answered."""
        await self.press(person, "hand", private=private)
        await self.world.quiet()
        return self.answers(person)[-1]

    def answers(self, person: int) -> list[str]:
        """What somebody's presses were answered, oldest first."""
        return [one.said for one in self.ear.heard if one.where == f"answer {person}"]

    def whispers(self, person: int) -> list[Sent]:
        """The messages in the group that he alone sees."""
        return list(self.ear.whispers.get((GROUP, person), {}).values())

    def calls(self) -> list[str]:
        """The calls about whispers."""
        return [call.method for call in self.ear.calls if "whisper" in call.method]

    def alert(self, person: int) -> str:
        """The alert that tells somebody his hand."""
        look = self.scene.do(table.look, self.match, person)
        return SCREENS[look.facts.kind].hand_alert(look.facts, look.view, SAY)

    def row(self, person: int) -> Any:
        return self.world.rows(self.match).get(f"whisper {person}")

    def failed_at(self, person: int) -> datetime | None:
        with self.scene.store.reading() as session:
            found = session.get(Person, person)
            assert found is not None
            return found.whisper_failed_at

    def everything_public(self) -> str:
        """All that was ever said in the group for everybody."""
        return "\n".join(one.said for one in self.ear.heard if one.where == f"chat {GROUP}")


def at_a_table(
    scene: Scene,
    deed: Deed,
    *,
    kind: str = "timebomb",
    on: bool = True,
    persons: int = 4,
    proved: bool = True,
    **how: Any,
) -> None:
    """Plays at a table. ``proved``: the bot has whispered before, so that it sends hands at once."""
    ear = Ear()

    async def play(world: World) -> None:
        if kind == "timebomb":
            match = world.running(persons, **how)
        else:
            match = open_table(scene, kind, persons, 0)
            scene.do(lobby.start, match, scene.who(ANN), scene.now)
            world._menu(match)
        for person in PEOPLE[:persons]:
            scene.do(people.reach, person, person != DIMA)
        scene.do(preferences.set_whispers, GROUP, on)
        await world.show(match)
        seen = Seen(world, ear, match)
        if proved:
            seen.shell.whispers._known = True
        await deed(seen)
        await world.quiet()

    virtually(play, scene, telegram=ear)


def test_where_the_group_has_not_chosen_whispers_there_is_the_alert(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        assert at.alert(ANN) in await at.hand(ANN)
        assert at.calls() == []

    at_a_table(scene, deed, on=False)


def test_a_press_shows_the_hand_as_in_the_private_chat_with_what_is_left_and_is_answered_after_it(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        heard = len(at.ear.heard)
        assert TOLD in await at.hand(ANN)
        (whisper,) = at.whispers(ANN)
        private = at.world.message(at.match, "hand 0")
        more = [line for line in whisper.text.split("\n") if line not in private.text.split("\n")]
        assert [line.partition(":")[0] for line in more] == ["Still face down"]
        assert whisper.text.replace(f"{more[0]}\n", "") == private.text
        assert whisper.keyboard == private.keyboard
        assert (whisper.silent, whisper.secret) == (True, True)
        assert [one.where for one in at.ear.heard[heard:]] == [f"whisper {ANN}", f"answer {ANN}"]
        at.world.assert_shown(at.match)

    at_a_table(scene, deed)


def test_whom_the_bot_cannot_write_to_sees_it_too(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        assert TOLD in await at.hand(DIMA)
        assert len(at.whispers(DIMA)) == 1
        assert at.whispers(ANN) == []

    at_a_table(scene, deed)


def test_the_first_whisper_of_a_process_says_nothing_until_the_server_has_proved_that_it_knows_them(
    scene: Scene,
) -> None:
    async def deed(at: Seen) -> None:
        await at.hand(ANN)
        first, second = [one for one in at.ear.heard if one.where == f"whisper {ANN}"]
        assert "Your role" not in first.said
        assert (second.method, "Your role" in second.said) == ("do_api_request", True)
        assert "Your role" in at.whispers(ANN)[0].text
        await at.hand(BAO)
        assert at.calls() == ["whisper", "edit whisper", "whisper"]

    at_a_table(scene, deed, proved=False)


def test_a_server_that_does_not_know_whispers_never_gets_to_see_a_secret(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        at.ear.knows_whispers = False
        stood = at.ear.stands(GROUP)
        assert at.alert(ANN) in await at.hand(ANN)
        assert at.ear.stands(GROUP) == stood, "what everybody could see is gone"
        assert "Your role" not in at.everything_public()
        sent = len(at.ear.made("send", chat=GROUP))
        assert at.alert(BAO) in await at.hand(BAO)
        assert len(at.ear.made("send", chat=GROUP)) == sent, "it is not tried again"
        assert at.failed_at(ANN) is None, "that is not his fault"

    at_a_table(scene, deed, proved=False)


@pytest.mark.parametrize("error", REFUSED, ids=lambda error: type(error).__name__)
def test_a_refusal_is_followed_by_the_alert_in_the_same_press_and_remembered_for_a_day(
    scene: Scene, error: TelegramError
) -> None:
    async def deed(at: Seen) -> None:
        at.ear.fail(error, "whisper")
        assert at.alert(ANN) in await at.hand(ANN)
        assert len(at.answers(ANN)) == 1
        assert at.failed_at(ANN) == NOON
        for hours in (0, 12, 11):
            scene.now += timedelta(hours=hours, seconds=1)
            assert at.alert(ANN) in await at.hand(ANN)
        assert at.calls() == ["whisper"]
        assert TOLD in await at.hand(BAO), "others have theirs"
        scene.now = NOON + timedelta(days=1)
        assert TOLD in await at.hand(ANN)

    at_a_table(scene, deed, clock=86400 * 3)


@pytest.mark.parametrize(
    "error",
    [
        BadRequest("Query is too old and response timeout expired or query id is invalid"),
        timed_out(),
        network(),
        flood(20),
    ],
    ids=["too old", "timed out", "network", "429"],
)
def test_what_is_nobodys_fault_is_not_remembered(scene: Scene, error: TelegramError) -> None:
    async def deed(at: Seen) -> None:
        at.ear.fail(error, "whisper")
        assert at.alert(ANN) in await at.hand(ANN)
        assert at.failed_at(ANN) is None
        assert (at.world.limiter.halted(GROUP) > 0) == (str(error) == str(flood(20)))

    at_a_table(scene, deed)


def test_a_proof_that_fails_half_way_leaves_nothing_behind(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        at.ear.fail(BadRequest("MEDIA_CAPTION_TOO_LONG"), "edit whisper")
        assert at.alert(ANN) in await at.hand(ANN)
        assert at.whispers(ANN) == []
        assert at.calls() == ["whisper", "edit whisper", "delete whisper"]

    at_a_table(scene, deed, proved=False)


def test_an_error_of_our_own_costs_nobody_the_answer(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    async def deed(at: Seen) -> None:
        def broken(*_: object) -> None:
            raise RuntimeError("?")

        monkeypatch.setattr(at.shell.whispers, "_lately", broken)
        assert at.alert(ANN) in await at.hand(ANN)

    at_a_table(scene, deed)


def test_who_asks_again_at_once_has_perhaps_not_seen_it_and_gets_the_alert(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        assert TOLD in await at.hand(ANN)
        scene.now += LATER - timedelta(seconds=1)
        assert at.alert(ANN) in await at.hand(ANN)
        scene.now += timedelta(seconds=1)
        assert TOLD in await at.hand(ANN)
        assert len(at.whispers(ANN)) == 1, "the newest one stands alone"
        assert at.calls() == ["whisper", "whisper", "delete whisper"]

    at_a_table(scene, deed)


def test_where_the_budget_has_no_place_the_alert_does_not_wait(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        while at.world.limiter.delay(GROUP, "whisper") <= SOON:
            at.world.limiter.spend(GROUP, "whisper")
        assert at.alert(ANN) in await at.hand(ANN)
        assert at.calls() == []

    at_a_table(scene, deed)


def test_the_whisper_follows_what_its_owner_says_and_goes_with_the_next_deal(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        await at.hand(ANN)
        await at.hand(BAO)
        at.world.do(claims.claim, at.match, ANN, "claim 2", scene.now)
        await at.world.quiet()
        assert at.calls() == ["whisper", "whisper", "edit whisper"]
        assert "🗣 2" in at.whispers(ANN)[0].text
        at.world.assert_shown(at.match)
        while scene.game(at.match).round == 1:
            at.world.press(at.match, next(iter(scene.lasting(at.match)), None))
            await at.world.quiet()
        assert (at.whispers(ANN), at.whispers(BAO)) == ([], [])
        assert at.calls()[-2:] == ["delete whisper"] * 2
        at.world.assert_shown(at.match)

    at_a_table(scene, deed)


async def the_option_goes(at: Seen) -> None:
    for match in at.scene.do(preferences.set_whispers, GROUP, False):
        at.world.deliverer.wake(match)


async def he_leaves(at: Seen) -> None:
    at.world.do(table.leave, at.match, ANN, at.scene.now)


async def the_match_ends(at: Seen) -> None:
    while at.scene.row(at.match).to_act is not None:
        at.world.press(at.match)


@pytest.mark.parametrize("end", [the_option_goes, he_leaves, the_match_ends], ids=lambda end: end.__name__)
def test_a_whisper_ends_with_what_it_is_for(scene: Scene, end: Deed) -> None:
    async def deed(at: Seen) -> None:
        await at.hand(ANN)
        await end(at)
        await at.world.quiet()
        assert at.whispers(ANN) == []
        assert at.row(ANN) is None

    at_a_table(scene, deed)


def test_a_cut_costs_an_edit_of_the_one_whisper_it_changes(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        for person in (ANN, BAO, CELINE):
            await at.hand(person)
        move = next(move for move in scene.lasting(at.match) if move.startswith("cut 1 "))
        at.world.press(at.match, move)
        await at.world.quiet()
        assert at.calls() == ["whisper"] * 3 + ["edit whisper"]
        at.world.assert_shown(at.match)

    at_a_table(scene, deed, first=0)


def away_for_days(session: Session, match: int, now: datetime) -> None:
    """Ann has not been seen for two days."""
    seat = queries.seats_of(session, match)[0]
    queries.change_seat(session, seat, misses=2, absent_since=now - timedelta(days=2))


def test_case_c32_a_seat_that_changes_hands_takes_the_whisper_from_its_former_owner(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        await at.hand(ANN)
        await at.hand(BAO)
        scene.meet(EVE)
        scene.do(away_for_days, at.match, scene.now)
        at.world.do(absence.ask_seat, at.match, scene.who(EVE), 0, GROUP, scene.now)
        at.world.do(ballots.vote, at.match, ANN, "seat 0", True, scene.now)
        await at.world.quiet()
        assert at.whispers(ANN) == []
        assert len(at.whispers(BAO)) == 1
        assert "not playing" in await at.hand(ANN)
        assert TOLD in await at.hand(EVE)
        assert at.whispers(ANN) == []
        assert len(at.whispers(EVE)) == 1

    at_a_table(scene, deed)


def test_a_whisper_outlives_the_process_and_is_looked_after_by_the_next(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        await at.hand(ANN)
        await at.world.kill()
        at.world.start()
        at.world.do(claims.claim, at.match, ANN, "claim 1", scene.now)
        await at.world.quiet()
        assert "🗣 1" in at.whispers(ANN)[0].text
        await the_match_ends(at)
        await at.world.quiet()
        assert at.whispers(ANN) == []

    at_a_table(scene, deed)


def test_a_whisper_that_has_vanished_does_not_come_again_by_itself(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        await at.hand(ANN)
        at.ear.whispers.clear()
        at.world.do(claims.claim, at.match, ANN, "claim 1", scene.now)
        await at.world.quiet()
        assert at.row(ANN) is None
        assert at.whispers(ANN) == []
        scene.now += LATER
        assert TOLD in await at.hand(ANN)

    at_a_table(scene, deed)


def test_a_refused_edit_of_a_whisper_does_not_silence_the_group(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        await at.hand(ANN)
        at.ear.fail(Forbidden("Forbidden: user is not there"), "edit whisper")
        at.world.do(claims.claim, at.match, ANN, "claim 1", scene.now)
        await at.world.quiet()
        assert not scene.row(at.match).hushed
        at.world.assert_shown(at.match)

    at_a_table(scene, deed)


def test_a_match_that_went_on_while_the_whisper_was_sent_is_whispered_as_it_is(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        at.ear.latency = lambda: 2.0
        await at.press(ANN, "claim 0")
        await at.world.quiet()
        sent = at.ear.send_message

        async def slow(*args: Any, **how: Any) -> Any:
            at.world.do(claims.claim, at.match, ANN, "claim 2", scene.now)
            await at.world.quiet()
            return await sent(*args, **how)

        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(at.ear.__dict__, "send_message", slow)
            await at.press(ANN, "hand")
        await at.world.quiet()
        assert "🗣 2" in at.whispers(ANN)[0].text
        at.world.assert_shown(at.match)

    at_a_table(scene, deed)


def test_a_press_from_anywhere_else_is_answered_by_the_alert(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        assert at.alert(ANN) in await at.hand(ANN, private=True)
        await at.press(EVE, "hand")
        assert "not playing" in at.answers(EVE)[-1]
        assert at.calls() == []

    at_a_table(scene, deed)


@pytest.mark.parametrize("kind", [kind for kind, entry in CATALOG.items() if not entry.hands])
def test_a_game_without_secrets_has_nothing_to_whisper(scene: Scene, kind: str) -> None:
    async def deed(at: Seen) -> None:
        assert at.alert(ANN) in await at.hand(ANN)
        assert at.calls() == []

    at_a_table(scene, deed, kind=kind, persons=5)


def test_a_hushed_group_gets_no_whispers(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        await at.shell.lose(GROUP)
        assert at.alert(ANN) in await at.hand(ANN)
        assert at.calls() == []

    at_a_table(scene, deed)


def test_hand_in_a_group_whispers_to_whom_the_bot_cannot_write(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        await at.write(DIMA, "hand")
        await at.shell.drain(60)
        await at.world.quiet()
        assert len(at.whispers(DIMA)) == 1
        assert "press Start" not in at.everything_public()

    at_a_table(scene, deed)


def test_hand_in_a_group_that_lets_no_bot_whisper_unasked_shows_the_way(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        at.ear.fail(REFUSED[0], "whisper")
        await at.write(DIMA, "hand")
        await at.shell.drain(60)
        await at.world.quiet()
        assert at.whispers(DIMA) == []
        assert "press Start" in at.everything_public()
        assert at.failed_at(DIMA) is None, "a press may be allowed"
        assert "Your role" not in at.everything_public()

    at_a_table(scene, deed)


def test_hand_goes_to_the_private_chat_where_there_is_one(scene: Scene) -> None:
    async def deed(at: Seen) -> None:
        before = at.world.rows(at.match)["hand 2"].message_id
        await at.write(CELINE, "hand")
        await at.shell.drain(60)
        await at.world.quiet()
        assert at.world.rows(at.match)["hand 2"].message_id != before
        assert at.calls() == []

    at_a_table(scene, deed)
