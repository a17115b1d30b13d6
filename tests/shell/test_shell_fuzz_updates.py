"""Whatever Telegram brings and somebody forges: nothing fails, nobody does what is not his to do (C09, C12)."""

from __future__ import annotations

import copy
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.shell import databases
from tests.shell.fuzzing import BLOCKED, STRANGERS, faults, town
from tests.shell.setting import ANN, BAO, DIMA, EVE, GROUP
from tests.shell.shapes import STRANGE, Json, Update, batches, updates
from tests.shell.telegram_fake import TelegramFake
from tgbot import button
from tgbot.handlers.commands import COMMANDS
from tgbot.handlers.presses import VERBS
from tgbot.wire.incoming import read

SEARCH = settings(max_examples=90, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
BOT = cast(Any, TelegramFake())
PERSON = {"id": ANN, "is_bot": False, "first_name": "Ann"}
CHAT = {"id": GROUP, "type": "supergroup", "title": "Friday night"}


def message(**more: Any) -> Json:
    return {"message_id": 7, "date": 1, "chat": dict(CHAT), "from": dict(PERSON), "text": "hello", **more}


def command(text: str, **more: Any) -> Json:
    length = len(text.split(" ", maxsplit=1)[0])
    return message(text=text, entities=[{"type": "bot_command", "offset": 0, "length": length}], **more)


def press(data: str, who: int = ANN, **more: Any) -> Json:
    return {"id": "1", "from": PERSON | {"id": who}, "chat_instance": "1", "message": message(), "data": data, **more}


@given(batches(town()))
@SEARCH
def test_case_c09_c12_whatever_is_brought_nothing_fails_and_nobody_does_what_is_not_his(batch: list[Update]) -> None:
    found, _ = faults(batch)
    assert not found


@pytest.mark.parametrize("match", town().matches)
def test_case_c12_every_button_of_a_match_pressed_by_anybody_but_its_host_does_only_what_is_theirs(match: int) -> None:
    """First by those who have the least to say, at the table and privately. The host would soon end it."""
    batch: list[Update] = []
    for data, _, chat in town().buttons:
        if data.startswith(f"{match}:"):
            for person in (STRANGERS[0], BLOCKED, EVE, DIMA, BAO):
                for place in (CHAT | {"id": chat}, {"id": person, "type": "private", "first_name": "?"}):
                    query = press(data, person, message=message(chat=place))
                    batch.append(({"update_id": len(batch) + 1, "callback_query": query}, True))
    found, counts = faults(batch)
    assert not found
    assert counts["read"] == len(batch) > 10


def test_what_the_search_looks_for_it_finds() -> None:
    """Moves, lobbies and commands do something in it."""
    data, who, chat = next(deed for deed in town().buttons if ":!" in deed[0])
    assert chat == GROUP
    batch = [press(data, who), press(data, who), press(data, EVE), press(data.replace(":!", ":"), who)]
    found, counts = faults([({"update_id": 9, "callback_query": query}, True) for query in batch])
    assert not found
    assert (counts["read"], counts["changes"]) == (4, 1)


@pytest.mark.usefixtures("postgresql_server")
def test_case_c12_what_is_forged_does_no_harm_on_postgresql_either() -> None:
    """It takes no number beyond 64 bits and no character 0, and says so by errors of its own."""
    match = town(databases.POSTGRESQL).matches[0]
    strange = ("0", str(2**31), str(2**52), str(2**63), "9" * 20, "-1", "a\0b", "\ud83d", "x" * 40)
    forged = [f"{number}:1:hand" for number in strange] + [f"{match}:{number}:!cut 1 1" for number in strange]
    forged += [f"{match}:0:{verb} {word}" for verb in VERBS for word in strange]
    said = [f"/{name} {word}" for name in COMMANDS for word in strange]
    batch = [{"callback_query": press(data)} for data in forged] + [{"message": command(text)} for text in said]
    named = ({"from": PERSON | {"first_name": word}, "chat": CHAT | {"title": word}} for word in strange)
    batch += [{"message": command("/play", **names)} for names in named]
    found, counts = faults([({"update_id": n, **one}, True) for n, one in enumerate(batch, 1)], databases.POSTGRESQL)
    assert not found
    assert counts["read"] == len(batch) > 500


@given(st.one_of(st.text(), st.from_regex(r"[0-9]{1,20}:[0-9]{1,12}:!?[a-z0-9 _+-]{0,50}")))
def test_any_data_is_a_press_or_none_and_what_it_says_comes_back(data: str) -> None:
    found = button.read(data)
    if found is not None:
        words = f"!{found.move}" if found.move else " ".join((found.verb, *found.args))
        assert f"{found.match}:{found.position}:{words}" == data
        assert len(data.encode()) <= 80


@given(updates(town()))
@SEARCH
def test_what_telegram_sends_can_be_read(raw: Json) -> None:
    assert read(raw, BOT).update_id == raw["update_id"]


NEEDED = [
    ("message", message(), ["chat"]),
    ("message", message(), ["from", "id"]),
    ("message", message(), ["chat", "id"]),
    ("message", message(), ["message_id"]),
    ("callback_query", press("1:0:hand"), ["from"]),
    ("callback_query", press("1:0:hand"), ["id"]),
    ("callback_query", press("1:0:hand"), ["message", "chat"]),
    ("inline_query", {"id": "1", "from": dict(PERSON), "query": "", "offset": ""}, ["from"]),
]


@pytest.mark.parametrize(("kind", "content", "path"), NEEDED)
@pytest.mark.parametrize("instead", [None, 2**70, [], "x" * 9, "missing", 0.5, {}], ids=repr)
def test_what_handlers_look_at_is_there_and_what_the_bot_api_says(
    kind: str, content: Json, path: list[str], instead: object
) -> None:
    raw = {"update_id": 5, kind: copy.deepcopy(content)}
    *way, name = [kind, *path]
    holder: Any = raw
    for step in way:
        holder = holder[step]
    if instead == "missing":
        del holder[name]
    else:
        holder[name] = 5 if isinstance(instead, str) and isinstance(holder[name], str) else instead
    with pytest.raises((TypeError, ValueError)):
        read(raw, BOT)


@pytest.mark.parametrize("text", ["a\0b", "\ud83d", "a\udc00"])
def test_text_that_no_database_keeps_is_mended(text: str) -> None:
    raw = {"update_id": 5, "message": command(f"/settings {text}", **{"from": PERSON | {"first_name": text}})}
    made = read(copy.deepcopy(raw), BOT)
    assert made.message is not None
    assert made.message.from_user is not None
    for kept in (made.message.text, made.message.from_user.first_name):
        assert kept is not None
        assert "?" in kept
        assert "\0" not in kept
        assert kept.encode().decode() == kept
    assert faults([(raw, True)])[0] == []


def test_a_person_without_a_name_plays_like_any_other() -> None:
    """An account that was deleted has none (Bot API ``User``)."""
    nobody = {"id": BAO, "is_bot": False, "first_name": ""}
    batch = [
        {"update_id": 1, "message": command("/status", **{"from": nobody})},
        {"update_id": 2, "message": command("/block", reply_to_message=message(**{"from": nobody}))},
        {"update_id": 3, "callback_query": press("1:0:hand") | {"from": nobody}},
    ]
    assert faults([(raw, True) for raw in batch])[0] == []


@given(STRANGE)
def test_an_update_that_is_something_else_is_unreadable_or_harmless(content: Any) -> None:
    for kind in ("message", "callback_query", "chat_member"):
        try:
            made = read({"update_id": 1, kind: copy.deepcopy(content)}, BOT)
        except (TypeError, ValueError, RecursionError):
            continue
        assert getattr(made, kind) is None
