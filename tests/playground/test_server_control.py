"""The control API, the journals, the clock, and rough input."""

import asyncio
import json
import time
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from playground.errors import ApiError
from playground.methods.params import Params
from playground.methods.registry import METHODS, call
from playground.state import Playground, Settings
from tests.playground.driver import TOKEN, Driver, Refused, SimRefused
from tests.playground.judge import judge


@pytest.mark.asyncio
async def test_people_are_listed_and_renamed(driver: Driver) -> None:
    ann = await driver.person("Ann", last_name="Lee", username="ann", language_code="ru")
    user = {"id": ann, "is_bot": False, "first_name": "Ann", "last_name": "Lee", "username": "ann"}
    assert await driver.look("people") == [{**user, "language_code": "ru"}]
    await driver.sim(f"people/{ann}", first_name="Anna", last_name="")
    renamed = await driver.sim(f"people/{ann}/start")
    assert renamed["from"] == {
        "id": ann,
        "is_bot": False,
        "first_name": "Anna",
        "username": "ann",
        "language_code": "ru",
    }


@pytest.mark.asyncio
async def test_chats_are_shown_as_a_person_sees_them(driver: Driver) -> None:
    ann, bob = await driver.person("Ann"), await driver.person("Bob")
    both, own = await driver.group(ann, bob), await driver.group(ann, title="Other")
    assert [chat["id"] for chat in await driver.look("chats", person=bob)] == [bob, both]
    assert {chat["id"] for chat in await driver.look("chats")} == {ann, bob, both, own}
    with pytest.raises(SimRefused, match="Bob is not in chat"):
        await driver.look(f"chats/{own}/messages", person=bob)


@pytest.mark.asyncio
async def test_the_transcript_tells_what_happened_in_order_and_does_not_change_afterwards(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True)
    markup = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    sent = await driver.api("sendMessage", chat_id=ann, text="one", reply_markup=markup)
    where = {"chat_id": ann, "message_id": sent["message_id"]}
    pressed = await driver.sim(f"people/{ann}/tap", label="Go", wait=0)
    await driver.api("answerCallbackQuery", callback_query_id=pressed["query_id"], text="ok")
    await driver.api("editMessageText", **where, text="two")
    await driver.api("pinChatMessage", **where)
    await driver.api("unpinChatMessage", **where)
    await driver.api("deleteMessage", **where)
    events = await driver.look(f"chats/{ann}/transcript")
    kinds = [event["kind"] for event in events]
    assert kinds == ["sent", "sent", "tapped", "answered", "edited", "pinned", "sent", "unpinned", "deleted"]
    assert [event["seq"] for event in events] == sorted({event["seq"] for event in events})
    assert events[1]["message"] == sent
    assert (events[2]["label"], events[2]["person"]["id"]) == ("Go", ann)
    assert (events[3]["answer"]["text"], events[3]["data"]) == ("ok", "go")
    assert [events[at]["message"]["text"] for at in (4, 5, 8)] == ["two", "two", "two"]
    later = await driver.look(f"chats/{ann}/transcript", after=events[6]["seq"])
    assert later == events[7:]


@pytest.mark.asyncio
async def test_events_can_be_waited_for(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True)
    seq = (await driver.look("events"))["seq"]
    assert await driver.look("events", after=seq, wait=0) == {"seq": seq, "events": []}
    waiting = asyncio.create_task(driver.look("events", after=seq, wait=30))
    await asyncio.sleep(0)
    await driver.api("sendMessage", chat_id=ann, text="next")
    found = await asyncio.wait_for(waiting, 5)
    assert [event["message"]["text"] for event in found["events"]] == ["next"]
    assert found["seq"] == found["events"][-1]["seq"]


@pytest.mark.asyncio
async def test_calls_are_logged_without_the_token_and_without_successful_polls(driver: Driver) -> None:
    ann = await driver.person("Ann", started=True)
    await driver.api("sendMessage", chat_id=ann, text="x")
    with pytest.raises(Refused):
        await driver.api("sendmessage", chat_id=4711, text="x")
    await driver.api("getUpdates")
    log = await driver.look("calls")
    sent, failed = log["calls"]
    assert (sent["method"], sent["chat_id"], sent["ok"], sent["error_code"]) == ("sendMessage", ann, True, None)
    assert (failed["method"], failed["ok"], failed["error_code"]) == ("sendMessage", False, 400)
    assert failed["description"] == "Bad Request: chat not found"
    assert TOKEN not in json.dumps(log)
    assert await driver.look("calls", after=1) == {"n": 2, "calls": [failed]}


@pytest.mark.asyncio
async def test_the_clock_moves_by_whole_microseconds_as_those_who_follow_it_keep_it(driver: Driver) -> None:
    for seconds in (0.1, 0.2, 1e-7, 3600 / 7):
        offset = (await driver.sim("clock", advance=seconds))["offset"]
        kept = timedelta(seconds=offset).total_seconds()
        assert kept == offset
        began = time.monotonic()
        followed = await driver.look("clock", after_offset=kept, wait=0.05)
        assert time.monotonic() - began > 0.04, "he is told only of what he does not know"
        assert followed["known"] == kept


@pytest.mark.asyncio
async def test_the_clock_moves_forward_and_can_be_watched(driver: Driver) -> None:
    before = await driver.look("clock")
    assert before["offset"] == 0
    watching = asyncio.create_task(driver.look("clock", after_offset=0, wait=30))
    await asyncio.sleep(0)
    moved = await driver.sim("clock", advance=3600.5)
    assert moved["offset"] == 3600.5
    assert (await asyncio.wait_for(watching, 5))["offset"] == 3600.5
    assert moved["now"] - before["now"] >= 3600.5
    ann = await driver.person("Ann")
    assert (await driver.sim(f"people/{ann}/start"))["date"] >= int(moved["now"])
    with pytest.raises(SimRefused, match="forward only"):
        await driver.sim("clock", advance=-1)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("people", {}),
        ("people", {"first_name": 5}),
        ("groups", {"title": "x", "members": []}),
        ("groups", {"title": "x", "members": "x"}),
        ("groups", {"title": "x", "members": [4711]}),
        ("groups", {"title": "", "members": ["ANN"]}),
        ("groups", {"title": "x", "members": ["ANN"], "type": "channel"}),
        ("groups", {"title": "x", "members": ["ANN"], "bot": "yes"}),
        ("people/4711/start", {}),
        ("people/x/start", {}),
        ("people/ANN/send", {"text": "x", "chat": 4711}),
        ("people/ANN/send", {"text": "x", "chat": "x"}),
        ("people/ANN/send", {"text": "", "chat": "GROUP"}),
        ("people/ANN/send", {"text": "a" * 5000, "chat": "GROUP"}),
        ("people/ANN/send", {"text": "x", "chat": "GROUP", "reply_to": 999}),
        ("people/ANN/tap", {"chat": "GROUP"}),
        ("people/ANN/tap", {"chat": "GROUP", "label": "x", "wait": "long"}),
        ("people/ANN/inline", {"query": "a" * 257}),
        ("people/ANN/choose", {"query_id": "1", "result_id": "1", "chat": "GROUP"}),
        ("people/ANN/join", {}),
        ("people/ANN/delete", {"chat": "GROUP", "message": 999}),
        ("people/ANN/unblock", {}),
        ("groups/GROUP/promote", {"person": 4711}),
        ("groups/ANN/promote", {"person": "bot"}),
        ("clock", {}),
        ("flood", {"on": 1}),
        ("updates", {"update": []}),
    ],
)
async def test_a_call_that_makes_no_sense_is_refused_with_a_sentence(
    driver: Driver, path: str, body: dict[str, Any]
) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    text = json.dumps(body).replace('"ANN"', str(ann)).replace('"GROUP"', str(group))
    where = path.replace("ANN", str(ann)).replace("GROUP", str(group))
    with pytest.raises(SimRefused) as refused:
        await driver.sim(where, **json.loads(text))
    assert len(str(refused.value).split()) > 2


@pytest.mark.asyncio
@pytest.mark.parametrize("body", ["{", "[]", '{"first_name": "\\ud83d"}', '{"first_name": NaN}', "[" * 100_000])
async def test_a_body_that_is_no_json_object_is_refused(driver: Driver, body: str) -> None:
    for path in ("/sim/people", f"/bot{TOKEN}/sendMessage"):
        async with driver.session.post(path, data=body, headers={"content-type": "application/json"}) as response:
            assert response.status == 400


@pytest.mark.asyncio
async def test_a_page_of_another_site_cannot_act_and_other_host_names_are_not_served(driver: Driver) -> None:
    foreign, own = {"origin": "https://evil.example"}, {"origin": driver.base}
    async with driver.session.post("/sim/people", json={"first_name": "x"}, headers=foreign) as response:
        assert response.status == 403
    async with driver.session.post("/sim/people", json={"first_name": "x"}, headers=own) as response:
        assert response.status == 200
    for path in ("/", "/sim/people", f"/bot{TOKEN}/getMe"):
        async with driver.session.get(path, headers={"host": "evil.example"}) as response:
            assert response.status == 400


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
SHAPED = st.sampled_from(
    [
        {"inline_keyboard": [[{"text": "x", "callback_data": {}}]]},
        {"inline_keyboard": [[{"text": [], "url": []}], 5]},
        {"type": ["chat"], "chat_id": {}},
        {"type": "photo", "media": 5, "caption": []},
        {"message_id": {}, "chat_id": []},
        [{"type": "article", "id": [], "title": 5, "input_message_content": {"message_text": {}}}],
        [{"type": "bold", "offset": -5, "length": 10**30}],
        [{"type": [], "offset": 1, "length": 1}],
        [{"command": {}, "description": []}],
        [[], {}, 5, "x"],
        "attach://x",
        "HTML",
        "-1",
        1,
    ]
)
NAMES = (
    "chat_id",
    "user_id",
    "message_id",
    "message_ids",
    "text",
    "caption",
    "parse_mode",
    "entities",
    "caption_entities",
    "reply_markup",
    "photo",
    "media",
    "reply_parameters",
    "reply_to_message_id",
    "link_preview_options",
    "commands",
    "scope",
    "language_code",
    "results",
    "button",
    "cache_time",
    "callback_query_id",
    "inline_query_id",
    "inline_message_id",
    "file_id",
    "offset",
    "limit",
    "allowed_updates",
    "action",
    "menu_button",
    "url",
    "message_thread_id",
    "name",
    "reaction",
    "secret_token",
    "icon_color",
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(sorted(METHODS)),
    st.dictionaries(st.sampled_from(NAMES), VALUES | SHAPED, max_size=8),
    st.booleans(),
)
def test_no_parameters_whatever_make_a_method_fail_otherwise_than_telegram_does(
    method: str, values: dict[str, Any], in_a_chat: bool
) -> None:
    playground = Playground(Settings(TOKEN))
    person = playground.world.add_person(first_name="Ann")
    person.started = True
    here = {"chat_id": person.id} if in_a_chat else {}
    code, result = 200, None
    try:
        result = asyncio.run(call(playground, METHODS[method], Params({**values, **here})))
    except ApiError as refused:
        code = refused.code
    if code == 200:
        judge(method, result)
    assert code == 200 or 400 <= code < 500
