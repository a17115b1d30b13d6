"""Updates as Telegram sends them, as it might, and as it never would (hypothesis strategies)."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

from core.catalog import CATALOG
from tests.shell.fuzzing import ADMIN, BLOCKED, OTHER_GROUP, STRANGERS, TOPIC, Town
from tests.shell.setting import ANN, BAO, CELINE, DIMA, EVE, GROUP
from tgbot.handlers.commands import COMMANDS
from tgbot.handlers.presses import VERBS

Json = dict[str, Any]
T = TypeVar("T")
Update = tuple[Json, bool]
"""And whether it can be read: Telegram may send it."""

IDS = st.sampled_from([ANN, BAO, CELINE, DIMA, EVE, ADMIN, BLOCKED, *STRANGERS])
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
"""Any text Telegram lets through: what is no Unicode it does not."""
NUMBERS = st.sampled_from([0, 1, 2, 5, 60, 999, 1440, 3600, 2**31 - 1, 2**31, 2**52, 10**17])
LANGUAGES = st.sampled_from(["en", "vi", "fr", "ru", "pt-BR", "zz", ""])


def often(*weighed: tuple[int, st.SearchStrategy[T]]) -> st.SearchStrategy[T]:
    """One of these, each so often; ``one_of`` takes equal ones for one."""
    places = [number for number, (weight, _) in enumerate(weighed) for _ in range(weight)]
    return st.sampled_from(places).flatmap(lambda number: weighed[number][1])


def some(required: Json, **optional: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    """An object of which some fields may be missing."""
    fixed = {
        name: value if isinstance(value, st.SearchStrategy) else st.just(value) for name, value in required.items()
    }
    return st.fixed_dictionaries(fixed, optional=optional)


PERSONS = some(
    {"id": IDS, "is_bot": False, "first_name": WORDS},
    last_name=WORDS,
    username=st.from_regex(r"[A-Za-z_0-9]{1,32}", fullmatch=True),
    language_code=LANGUAGES,
    is_premium=st.just(True),
)
BOTS = some({"id": st.sampled_from([42, 1087968824, 136817688]), "is_bot": True, "first_name": WORDS})
USERS = often((4, PERSONS), (1, BOTS))
GROUPS = some(
    {"id": st.sampled_from([GROUP, GROUP, OTHER_GROUP, -77]), "type": "supergroup", "title": WORDS},
    is_forum=st.just(True),
    username=st.just("friday"),
)
SMALL_GROUPS = some({"id": st.sampled_from([GROUP, -78]), "type": "group", "title": WORDS})
CHANNELS = some({"id": -(10**12) - 9, "type": "channel", "title": WORDS})


def seldom(draw: st.DrawFn, once_in: int) -> bool:
    """True once in so many times, roughly: 0 comes more often than others."""
    return draw(st.integers(0, once_in)) == once_in // 2 + 1


def private(person: Json) -> Json:
    """The chat with somebody."""
    return {"id": person["id"], "type": "private", "first_name": person["first_name"]}


@st.composite
def places(draw: st.DrawFn, person: Json) -> Json:
    """Where somebody may be."""
    return draw(often((3, st.just(private(person))), (5, GROUPS), (1, SMALL_GROUPS), (1, CHANNELS)))


MESSAGE_IDS = st.one_of(st.integers(1, 2000), st.just(2**31 - 1))


@st.composite
def messages(draw: st.DrawFn, text: st.SearchStrategy[str], deep: int = 1) -> Json:
    """A message of any kind, written by anybody or in the name of anybody."""
    person = draw(USERS)
    chat = draw(places(person))
    words = draw(text)
    made: Json = {"message_id": draw(MESSAGE_IDS), "date": draw(st.integers(1, 2**31 - 1)), "chat": chat}
    if not seldom(draw, 9):
        made["from"] = person
    made |= draw(
        some(
            {},
            sender_chat=st.one_of(CHANNELS, st.just(chat)),
            message_thread_id=st.sampled_from([TOPIC, 6]),
            is_topic_message=st.just(True),
            via_bot=BOTS,
            edit_date=st.integers(1, 2**31 - 1),
            has_protected_content=st.just(True),
            author_signature=WORDS,
            forward_origin=some({"type": "user", "date": 1, "sender_user": PERSONS}),
            quote=some({"text": WORDS, "position": 0}),
        )
        if draw(st.booleans())
        else st.just({})
    )
    if deep and seldom(draw, 5):
        made["reply_to_message"] = draw(messages(WORDS, 0))
    if not seldom(draw, 7):
        made["text"] = words
        made["entities"] = draw(entities(words))
    else:
        made |= draw(service(chat))
    return made


@st.composite
def entities(draw: st.DrawFn, words: str) -> list[Json]:
    """A command is one; others stand anywhere in the text."""
    length = len(words.encode("utf-16-le")) // 2
    made: list[Json] = []
    if words.startswith("/") and not seldom(draw, 9):
        command = words.split(" ", maxsplit=1)[0]
        made.append({"type": "bot_command", "offset": 0, "length": len(command.encode("utf-16-le")) // 2})
    if length and draw(st.booleans()):
        at = draw(st.integers(0, length - 1))
        made.append(
            {"offset": at, "length": draw(st.integers(1, length - at))}
            | draw(
                st.one_of(
                    some({"type": "text_mention", "user": USERS}),
                    some({"type": st.sampled_from(["mention", "bold", "spoiler", "a kind to come"])}),
                    some({"type": "text_link", "url": "https://example.org"}),
                    some({"type": "custom_emoji", "custom_emoji_id": "1"}),
                )
            )
        )
    return made


def service(chat: Json) -> st.SearchStrategy[Json]:
    """What a message tells that has no text."""
    photo = {"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}
    return st.one_of(
        some({"left_chat_member": USERS}),
        some({"new_chat_members": st.lists(USERS, min_size=1, max_size=2)}),
        some({"migrate_to_chat_id": st.sampled_from([-(10**12) - 5, GROUP, OTHER_GROUP])}),
        some({"migrate_from_chat_id": st.sampled_from([-5, GROUP, -78])}),
        some({"pinned_message": some({"chat": chat, "message_id": MESSAGE_IDS, "date": st.sampled_from([0, 1])})}),
        some({"forum_topic_closed": {}}),
        some({"forum_topic_reopened": {}}),
        some({"general_forum_topic_hidden": {}}),
        some({"forum_topic_created": {"name": "x", "icon_color": 7322096}}),
        some({"new_chat_title": WORDS}),
        some({"group_chat_created": True}),
        some({"delete_chat_photo": True}),
        some({"photo": [photo], "caption": WORDS}),
        some({"dice": {"emoji": "🎲", "value": 6}}),
        some({"contact": {"phone_number": "1", "first_name": "x"}}),
        some({"users_shared": {"request_id": 1, "users": [{"user_id": 5}]}}),
        some({"a kind to come": some({"x": WORDS})}),
    )


def datas(town: Town) -> st.SearchStrategy[str]:
    """What may hang on a button, or be said to hang there."""
    match = st.one_of(st.sampled_from(town.matches), st.sampled_from([0, 12, 999, 10**17]))
    position = st.one_of(st.sampled_from([0, 1, 2, 3]), st.just(10**8))
    kinds = st.sampled_from([*CATALOG, "chess"])
    argument = st.one_of(
        st.sampled_from(["on", "off", "yes", "no", "-", "0", "1", "2", "3", "4", "7", "next", "-1", "00", "1e3"]),
        st.sampled_from(["end", "pause", "seat", "en", "vi", "xx", "red", "options", "clock", "1380", "full", "host"]),
        st.sampled_from(["zone", "quiet", "from", "until", "pictures", "whisper", "lang", "menu", "zones", "hours"]),
        st.sampled_from(["cities", "blocked", "unblock", "remind", "europe/paris", "all", "none", "europe"]),
        kinds,
        IDS.map(str),
        NUMBERS.map(str),
        st.sampled_from([str(GROUP), str(OTHER_GROUP)]),
    )
    verbs = st.tuples(st.sampled_from(sorted(VERBS)), st.lists(argument, max_size=4)).map(
        lambda v: " ".join([v[0], *v[1]])
    )
    moves = st.one_of(st.sampled_from([*town.moves, *(f"shoot {n}" for n in range(5)), "pass"]), WORDS).map(
        "!{}".format
    )
    words = often((3, verbs), (2, moves), (1, st.from_regex(r"[a-z0-9 _+-]{1,42}", fullmatch=True)))
    ours = st.tuples(match, position, words).map(lambda parts: f"{parts[0]}:{parts[1]}:{parts[2]}")
    real = st.sampled_from([data for data, _, _ in town.buttons])
    return often((8, real), (5, ours), (1, WORDS), (1, st.just("1:0:" + "x" * 5000)))


@st.composite
def queries(draw: st.DrawFn, town: Town) -> Json:
    """A press: on a message of ours, an old one, one sent by inline mode, or nothing that is told."""
    person, data, chat = draw(PERSONS), draw(datas(town)), None
    if draw(st.booleans()):
        # A real one; or one of the three is forged.
        real, who, where = draw(st.sampled_from(town.buttons))
        forged = draw(st.sampled_from(["nothing", "nothing", "data", "person", "chat"]))
        data = data if forged == "data" else real
        person |= {} if forged == "person" else {"id": who}
        if forged != "chat":
            chat = private(person) if where > 0 else {"id": where, "type": "supergroup", "title": "Friday night"}
    made: Json = {"id": draw(st.sampled_from(["1", "998877", "x" * 60])), "from": person, "chat_instance": "1"}
    if not seldom(draw, 15):
        made["data"] = data
    else:
        made["game_short_name"] = "x"
    there = draw(st.sampled_from(["message", "message", "message", "old", "inline", "nothing"]))
    if there == "message":
        made["message"] = draw(messages(WORDS, 0)) | {"from": {"id": 42, "is_bot": True, "first_name": "Big Ben"}}
        if chat is not None:
            made["message"]["chat"] = chat
        if draw(st.booleans()):
            hangs = data if draw(st.booleans()) else "1:1:hand"
            made["message"]["reply_markup"] = {"inline_keyboard": [[{"text": "x", "callback_data": hangs}], []]}
    elif there == "old":
        made["message"] = {"chat": draw(places(person)), "message_id": draw(MESSAGE_IDS), "date": 0}
    elif there == "inline":
        made["inline_message_id"] = "BAAAAA"
    return made


def commands(town: Town) -> st.SearchStrategy[str]:
    """A command with anything behind it."""
    names = st.one_of(
        st.sampled_from(sorted(COMMANDS)), st.sampled_from(["START", "nothing", "start@BigBenBot", "play@x"])
    )
    numbers = st.one_of(st.sampled_from(town.matches), st.sampled_from([0, 999, 10**30]))
    payloads = st.one_of(
        WORDS,
        st.sampled_from(town.tokens).map("j_{}".format),
        WORDS.map("j_{}".format),
        st.tuples(st.sampled_from(["h_", "v_"]), st.one_of(numbers.map(str), WORDS, st.just("٣"))).map("".join),
        st.sampled_from(["next", "Paris", "America/New_York", "@Ann", "Ann", "", " ", "\n", "x" * 4000, "on", "off"]),
    )
    return st.tuples(names, payloads).map(lambda parts: f"/{parts[0]} {parts[1]}")


@st.composite
def members(draw: st.DrawFn) -> Json:
    """Somebody's place in a group changes, or the bot's."""
    user = draw(USERS)

    def standing() -> Json:
        status = draw(st.sampled_from(["creator", "administrator", "member", "restricted", "left", "kicked"]))
        made: Json = {"status": status, "user": user}
        if status in ("kicked", "restricted"):
            made["until_date"] = draw(st.sampled_from([0, 2**31 - 1]))
        if status == "creator":
            made["is_anonymous"] = draw(st.booleans())
        if status in ("administrator", "restricted"):
            made |= {right: draw(st.booleans()) for right in RIGHTS[status]}
        return made

    chat = draw(st.one_of(GROUPS, SMALL_GROUPS, CHANNELS, st.just(private(user))))
    return {
        "chat": chat,
        "from": draw(USERS),
        "date": 1,
        "old_chat_member": standing(),
        "new_chat_member": standing(),
    } | draw(some({}, via_join_request=st.just(True)))


_COMMON = ("can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics")
RIGHTS: dict[str, Sequence[str]] = {
    "administrator": (
        *_COMMON,
        *("can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats"),
        *("can_restrict_members", "can_promote_members", "can_post_stories", "can_edit_stories", "can_delete_stories"),
    ),
    "restricted": (
        *_COMMON,
        *("is_member", "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos"),
        *("can_send_videos", "can_send_video_notes", "can_send_voice_notes", "can_send_polls"),
        *("can_send_other_messages", "can_add_web_page_previews", "can_edit_tag", "can_react_to_messages"),
    ),
}
"""Telegram tells all of them."""


def updates(town: Town) -> st.SearchStrategy[Json]:
    """One update."""
    said = messages(often((4, commands(town)), (1, WORDS)))
    inline = some(
        {"id": "1", "from": PERSONS, "query": st.one_of(WORDS, st.sampled_from(town.tokens)), "offset": WORDS},
        chat_type=st.just("sender"),
    )
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "message": said,
        "callback_query": queries(town),
        "edited_message": said,
        "channel_post": said,
        "edited_channel_post": said,
        "inline_query": inline,
        "my_chat_member": members(),
        "chat_member": members(),
        "chosen_inline_result": some({"result_id": "1", "from": PERSONS, "query": WORDS}),
        "message_reaction": some(
            {"chat": GROUPS, "message_id": 5, "date": 1, "old_reaction": [], "new_reaction": [], "user": PERSONS}
        ),
        "chat_join_request": some({"chat": GROUPS, "from": PERSONS, "user_chat_id": 5, "date": 1}),
        "a kind to come": some({"x": WORDS}),
    }

    def one(kind: str) -> st.SearchStrategy[Json]:
        return st.fixed_dictionaries({"update_id": st.integers(1, 2**31 - 1), kind: kinds[kind]})

    return often((9, one("callback_query")), (6, one("message")), (4, st.sampled_from(sorted(kinds)).flatmap(one)))


def nested(depth: int) -> Json:
    """Objects in one another."""
    made: Json = {}
    for _ in range(depth):
        made = {"reply_to_message": made}
    return made


STRANGE = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, -1, 2**31, 2**52, 2**63, 2**64, 10**400, 0.5, 1e308]),
    st.sampled_from(["", "\0", "\ud83d", "a\udc00b", "x" * 5000, "٣", "²", "\u202e", "</b>&amp;"]),
    st.text(max_size=10),
    st.sampled_from([[], {}, [[]], [None], {"id": 1}, {"x": {}}]),
    st.integers(20, 400).map(nested),
)
"""What never stands where it is put."""


@st.composite
def strange(draw: st.DrawFn, of: st.SearchStrategy[Json]) -> Json:
    """An update of which parts are missing or are something else."""
    made: Json = copy.deepcopy(draw(of))
    for _ in range(draw(st.integers(1, 3))):
        spots = list(_spots(made))
        if spots:
            holder, key = draw(st.sampled_from(spots))
            if draw(st.booleans()):
                del holder[key]
            else:
                holder[key] = copy.deepcopy(draw(STRANGE))
    return made


def _spots(value: Any) -> Any:
    """Every place something stands at, but the number of the update."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        if key != "update_id":
            yield value, key
            yield from _spots(inner)


def batches(town: Town, most: int = 5) -> st.SearchStrategy[list[Update]]:
    """Updates one after the other."""
    fair = updates(town).map(lambda raw: (raw, True))
    odd = strange(updates(town)).map(lambda raw: (raw, False))
    return st.lists(often((3, fair), (1, odd)), min_size=1, max_size=most)
