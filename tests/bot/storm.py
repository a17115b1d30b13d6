"""Telegram at its worst: what it does to calls, and people who press all the same."""

from __future__ import annotations

from typing import Any

from tests.bot.driver import World
from tests.bot.seen import Answer, Message

LONGEST = 50.0
"""Seconds in which a press has to be answered while a third of the calls fails."""
STORM: tuple[dict[str, Any], ...] = (
    {"kind": "500", "method": "editMessageText", "probability": 0.1},
    {"kind": "lost", "method": "editMessageText", "probability": 0.15},
    {"kind": "502", "method": "sendMessage", "probability": 0.1},
    {"kind": "lost", "method": "sendMessage", "probability": 0.1},
    {"kind": "500", "method": "answerCallbackQuery", "probability": 0.15},
    {"kind": "lost", "method": "answerCallbackQuery", "probability": 0.1},
    {"kind": "429", "method": "answerCallbackQuery", "probability": 0.5, "count": 2},
    {"kind": "502", "method": "getUpdates", "probability": 0.05},
    {"kind": "lost", "method": "getUpdates", "probability": 0.1},
    {"kind": "delay", "method": "*", "seconds": 0.2, "probability": 0.2},
)
EXPECTED = (
    "Internal Server Error",
    "Bad Gateway",
    "Too Many Requests",
    "the call was done and the answer lost",
    "query is too old",
    "message is not modified",
)


def fault(world: World, kind: str, method: str, **how: Any) -> None:
    """From now on Telegram is difficult in this way."""
    world.sim.post("fault", kind=kind, method=method, **how)


def settled(world: World) -> None:
    """Waits until everything of the match stands at Telegram."""
    world.until("nothing is behind", lambda: world.match()["delivered"] == world.match()["revision"], 60)


def pressed(world: World, who: str, message: Message, data: str) -> tuple[Answer, str]:
    """Somebody presses and waits patiently for the answer. The answer, and Telegram's number of the press."""
    how = {"chat": world.group, "message": message.id, "data": data, "wait": LONGEST}
    told = world.sim.post(f"people/{world.ids[who]}/press", **how)
    assert not told["timed_out"], f"{who} was not answered"
    return Answer(told["answer"]["text"] or "", told["answer"]["show_alert"]), told["query_id"]


def pressed_twice(world: World, who: str, message: Message, data: str) -> Answer:
    """The same, and Telegram delivers the press once more afterwards, under another number even."""
    answer, query = pressed(world, who, message, data)
    sender = {"id": world.ids[who], "is_bot": False, "first_name": who}
    press = {"id": query, "from": sender, "message": message.raw, "chat_instance": "1", "data": data}
    world.sim.post("updates", update={"callback_query": press})
    return answer


def assert_every_press_was_answered_once(world: World) -> None:
    """In the group each press was answered, and none twice."""
    told = world.told()
    asked = sum(event["kind"] == "tapped" for event in told)
    answered = [event["query_id"] for event in told if event["kind"] == "answered"]
    assert len(answered) == len(set(answered)) == asked
