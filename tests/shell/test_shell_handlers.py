"""Who turns up with an update, where, and which updates keep their order (product, coming and going)."""

from __future__ import annotations

from typing import Any

import pytest
from telegram import Update

from core.catalog import CATALOG
from tests.screens.matches import BOT, verbs, waiting
from tests.shell.setting import ANN, GROUP, NOON
from tgbot.app import lane
from tgbot.handlers import at_lobby, at_table, fairness, hosting
from tgbot.handlers import waiting as waits
from tgbot.handlers.shell import source_of, thread_of, visit_of
from tgbot.lobby import Place, Who
from tgbot.people import Visit
from tgbot.screens import lobby
from tgbot.words import words

PERSON = {"id": ANN, "is_bot": False, "first_name": "Ann", "last_name": "Lee", "username": "ann", "language_code": "fr"}
ANONYMOUS = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
CHANNEL_BOT = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
TELEGRAM = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
SUPERGROUP = {"id": GROUP, "type": "supergroup", "title": "Friday night"}
CHANNEL = {"id": -1009, "type": "channel", "title": "News"}
PRIVATE = {"id": ANN, "type": "private", "first_name": "Ann"}
INVITE = {
    "id": "12345678901234567",
    "from": PERSON,
    "chat_instance": "1",
    "inline_message_id": "i",
    "data": "12:0:join",
}


def update(**content: Any) -> Update:
    made = Update.de_json({"update_id": 5, **content}, None)
    assert made is not None
    return made


def message(chat: dict[str, Any] = SUPERGROUP, sender: dict[str, Any] | None = PERSON, **more: Any) -> dict[str, Any]:
    made = {"message_id": 77, "date": 1, "chat": chat, "text": "/play", **more}
    return made if sender is None else {**made, "from": sender}


def query(data: str, **more: Any) -> Update:
    board = message(sender={"id": 42, "is_bot": True, "first_name": "Big Ben"}, **more)
    return update(callback_query={"id": "998877", "from": PERSON, "chat_instance": "1", "message": board, "data": data})


def visit(of: Update) -> Visit:
    return visit_of(of, lambda: NOON)


def test_a_person_in_a_group() -> None:
    assert visit(update(message=message())) == Visit(
        Who(ANN, "Ann Lee", f"message {GROUP} 77"), Place(GROUP, "Friday night"), NOON, "ann", "fr"
    )


def test_a_person_in_his_private_chat_is_in_no_place() -> None:
    found = visit(update(message=message(PRIVATE)))
    assert found.place is None
    assert found.who is not None
    assert found.who.id == ANN


@pytest.mark.parametrize(
    ("sender", "more"),
    [
        (ANONYMOUS, {"sender_chat": SUPERGROUP}),
        (CHANNEL_BOT, {"sender_chat": CHANNEL}),
        (TELEGRAM, {"sender_chat": CHANNEL, "is_automatic_forward": True}),
        ({"id": 9, "is_bot": True, "first_name": "Another bot"}, {}),
    ],
    ids=["anonymous administrator", "channel", "post of the linked channel", "bot"],
)
def test_who_speaks_for_a_chat_is_nobody_in_person(sender: dict[str, Any], more: dict[str, Any]) -> None:
    found = visit(update(message=message(sender=sender, **more)))
    assert found.who is None
    assert found.place == Place(GROUP, "Friday night")


def test_a_channel_post_has_neither_person_nor_group() -> None:
    found = visit(update(channel_post=message(CHANNEL, None, sender_chat=CHANNEL)))
    assert (found.who, found.place) == (None, None)


def test_a_press_always_carries_the_person() -> None:
    found = visit(query("12:7:!cut 3 1"))
    assert found.who == Who(ANN, "Ann Lee", "callback 998877")
    assert found.place == Place(GROUP, "Friday night")
    # Also under a message that stands in the name of a chat.
    assert visit(query("12:7:join", sender_chat=SUPERGROUP)).who == found.who


def test_a_press_on_a_message_of_inline_mode_is_in_no_place() -> None:
    found = visit(update(callback_query=INVITE))
    assert found.place is None
    assert found.who is not None


def test_a_press_on_a_message_too_old_to_be_told_still_has_its_group() -> None:
    old = {"chat": SUPERGROUP, "message_id": 77, "date": 0}
    found = visit(
        update(callback_query={"id": "1", "from": PERSON, "chat_instance": "1", "message": old, "data": "1:1:hand"})
    )
    assert found.place == Place(GROUP, "Friday night")


def test_a_topic_of_a_forum_is_a_place_and_a_chain_of_replies_is_none() -> None:
    topic = update(message=message(message_thread_id=5, is_topic_message=True))
    reply = update(message=message(message_thread_id=5))
    assert (thread_of(topic.effective_message), thread_of(reply.effective_message), thread_of(None)) == (5, None, None)
    assert visit(topic).place == Place(GROUP, "Friday night", 5)
    assert visit(query("1:1:hand", message_thread_id=5, is_topic_message=True)).place == Place(GROUP, "Friday night", 5)


def test_the_source_of_a_join_is_telegrams_own_id() -> None:
    assert source_of(query("1:0:join")) == "callback 998877"
    assert source_of(update(message=message())) == f"message {GROUP} 77"
    assert source_of(update()) == "update 5"


def test_updates_of_one_match_keep_their_order_wherever_they_are_pressed() -> None:
    private = update(
        callback_query={
            "id": "1",
            "from": PERSON,
            "chat_instance": "1",
            "message": message(PRIVATE),
            "data": "12:0:aim 3",
        }
    )
    assert (
        lane(query("12:7:!cut 3 1")) == lane(query("12:8:hand")) == lane(private) == lane(update(callback_query=INVITE))
    )
    assert lane(query("13:7:!cut 3 1")) != lane(query("12:7:!cut 3 1"))


@pytest.mark.parametrize("data", ["0:0:new timebomb", "nonsense", "1:1:", "99999999999999999999:1:join"])
def test_presses_of_no_match_keep_the_order_of_their_chat(data: str) -> None:
    assert lane(query(data)) == lane(update(message=message()))


def test_everything_else_keeps_the_order_of_its_chat_or_person() -> None:
    inline = update(inline_query={"id": "1", "from": PERSON, "query": "", "offset": ""})
    assert lane(update(message=message())) == lane(update(message=message(text="x")))
    assert lane(update(message=message(PRIVATE))) != lane(update(message=message()))
    assert lane(inline) == lane(update(inline_query={"id": "2", "from": PERSON, "query": "x", "offset": ""}))
    hash(lane(update()))


@pytest.mark.parametrize("kind", CATALOG)
def test_every_button_of_a_lobby_is_a_verb_we_know(kind: str) -> None:
    """Whatever a game lets its host switch on and off."""
    pressed = verbs(lobby.lobby(waiting(kind=kind, panel="options"), words("en"), BOT))
    assert {verb.split(" ")[0] for verb in pressed} <= at_lobby.VERBS.keys() | hosting.VERBS.keys()
    switches = [name for name, value in vars(CATALOG[kind].options()).items() if isinstance(value, bool)]
    assert "claims" in switches
    assert set(switches) <= set(hosting.SWITCHES)


def test_an_option_that_is_on_or_off_takes_no_other_verbs_place() -> None:
    others = {*at_table.VERBS, *waits.VERBS, *fairness.VERBS, "set", "quiet", "colour", "join", "leave", "start", "end"}
    assert not others & set(hosting.SWITCHES)
