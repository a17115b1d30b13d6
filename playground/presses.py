"""Pressing buttons and choosing inline results, as people do, and waiting for what the bot answers."""

import asyncio
import secrets
from typing import Any

from playground.acts import see
from playground.errors import SimError
from playground.keyboards import Button, buttons
from playground.methods.queries import result_content
from playground.render import Json, inaccessible_json, message_json, user_json
from playground.state import Playground, Query
from playground.world import Chat, Message, Person


def find_button(
    chat: Chat, person: Person, label: str | None, data: str | None, message_id: int | None
) -> tuple[Message, Button]:
    """The button with exactly this label or data in the newest message that has one, else one whose label contains
    the text; ephemeral messages that the person sees come first. Raises SimError.
    """
    before = list(chat.ephemeral.values()) if message_id is None else []
    standing = [message for message in reversed(chat.standing()) if message_id in (None, message.id)]
    standing = [message for message in reversed(before) if message.receiver_id == person.id] + standing
    shown = [(message, button) for message in standing for button in buttons(message.content.markup)]
    for message, button in shown:
        if button.get("callback_data") == data if data is not None else button["text"] == label:
            return message, button
    for message, button in shown:
        if label and data is None and label in button["text"]:
            return message, button
    seen = ", ".join(repr(button["text"]) for _, button in shown[:20]) or "none"
    raise SimError(f"there is no button {label if data is None else data!r}; buttons there: {seen}")


async def tap(playground: Playground, person: Person, message: Message, button: Button, wait: float) -> Json:
    """Press a button that is there. A callback button gives the bot's answer; the other kinds say what they would
    open.
    """
    see(playground.world.chats[message.chat_id], person)
    if "callback_data" in button:
        return await press(playground, person, message, button["callback_data"], wait, button["text"])
    if "disabled" in button:
        raise SimError(f"the button {button['text']!r} is disabled")
    action = {name: value for name, value in button.items() if name not in ("text", "style", "icon_custom_emoji_id")}
    return {"message_id": message.id, **action}


async def press(
    playground: Playground, person: Person, message: Message, data: str, wait: float, label: str | None = None
) -> Json:
    """Send callback data as a client does, whether a button with it is there or not (label None: a forged press)."""
    asked: Json = {"chat_id": message.chat_id, "message_id": message.id, "data": data}
    asked["receiver_id"] = message.receiver_id
    asked["told"] = told = {"person": user_json(person), "message_id": message.id, "data": data, "label": label}
    playground.note("tapped", message.chat_id, **told)
    key = ("callback", person.id, message.chat_id, message.id, data, message.receiver_id)
    until, cached = playground.answer_cache.get(key, (0.0, None))
    if cached and until > playground.clock.now():
        playground.note("answered", message.chat_id, query_id=None, **told, answer=cached, cached=True)
        return {"message_id": message.id, "answer": cached, "timed_out": False}
    query = playground.open_query(playground.callbacks, person.id, asked)
    playground.updates.add("callback_query", _callback_json(playground, person, message, data, query.id))
    answer = await _answer(query, wait)
    return {"message_id": message.id, "query_id": query.id, "answer": answer, "timed_out": answer is None}


def _callback_json(playground: Playground, person: Person, message: Message, data: str, query_id: str) -> Json:
    said: Json = {"id": query_id, "from": user_json(person), "data": data, "chat_instance": _instance(message.chat_id)}
    if message.inline_id:
        return said | {"inline_message_id": message.inline_id}
    whole = inaccessible_json if message.deleted else message_json
    return said | {"message": whole(playground.world, message)}


def _instance(chat_id: int) -> str:
    return str((chat_id * 6364136223846793005 + 1442695040888963407) % 2**63)


async def _answer(query: Query, seconds: float) -> Json | None:
    """The answer to a query, None if it does not come in time."""
    done, _ = await asyncio.wait([query.answer], timeout=seconds)
    return query.answer.result() if done and not query.answer.cancelled() else None


async def ask_inline(playground: Playground, person: Person, text: str, chat: Chat | None, wait: float) -> Json:
    """Type `@bot text` into a chat and wait for the results; answers are cached as long as the bot allows."""
    if len(text) > 256:
        raise SimError("an inline query is at most 256 characters")
    asked: Json = {"query": text, "offset": "", "chat_id": chat.id if chat else person.id}
    query = playground.open_query(playground.inlines, person.id, asked)
    answer = _cached_results(playground, person, text)
    if answer is None:
        kind = "sender" if chat is None or chat.private else chat.kind
        said = {"id": query.id, "from": user_json(person), "query": text, "offset": "", "chat_type": kind}
        playground.note("inline_asked", asked["chat_id"], query_id=query.id, person=user_json(person), query=text)
        playground.updates.add("inline_query", said)
        answer = await _answer(query, wait)
    else:
        query.answered = True
        query.answer.set_result(answer)
    return {"query_id": query.id, "timed_out": answer is None, **(answer or {"results": []})}


def _cached_results(playground: Playground, person: Person, text: str) -> Json | None:
    for owner in (person.id, 0):
        until, answer = playground.answer_cache.get(("inline", owner, text, ""), (0.0, None))
        if answer and until > playground.clock.now():
            return answer
    return None


def choose(playground: Playground, person: Person, query_id: str, result_id: str, chat: Chat) -> Message:
    """Post one of the results a person was shown into a chat, as his message via the bot."""
    see(chat, person)
    query = playground.inlines.get(query_id)
    if query is None or query.person_id != person.id or not query.answer.done():
        raise SimError(f"{person.first_name} has no results of an inline query {query_id}")
    results: list[dict[str, Any]] = query.answer.result()["results"]
    result = next((result for result in results if str(result["id"]) == result_id), None)
    if result is None:
        raise SimError(f"there is no result {result_id!r}; results: {[result['id'] for result in results]}")
    content = result_content(playground, result)
    inline_id = secrets.token_urlsafe(20) if content.markup else None
    message = playground.post(chat, person.id, content, via_bot=True, inline_id=inline_id)
    if playground.settings.inline_feedback:
        chosen = {"result_id": result_id, "from": user_json(person), "query": query.asked["query"]}
        chosen |= {"inline_message_id": inline_id} if inline_id else {}
        playground.updates.add("chosen_inline_result", chosen)
    return message
