"""An unrelated client library against the server: python-telegram-bot's own Bot and parsers."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputMediaPhoto,
    InputTextMessageContent,
    Message,
    Update,
)
from telegram.constants import ChatMemberStatus, ChatType, MessageEntityType, ParseMode
from telegram.error import BadRequest, Conflict, Forbidden, InvalidToken, RetryAfter
from telegram.request import HTTPXRequest

from tests.playground.driver import TOKEN, Driver, png

pytestmark = pytest.mark.asyncio

KEYBOARD = InlineKeyboardMarkup(
    [[InlineKeyboardButton("Join", callback_data="j", style="success")], [InlineKeyboardButton("Go", url="t.me/x")]]
)


@pytest_asyncio.fixture
async def bot(driver: Driver) -> AsyncIterator[Bot]:
    async with Bot(TOKEN, base_url=f"{driver.base}/bot", base_file_url=f"{driver.base}/file/bot") as running:
        yield running


async def updates(bot: Bot) -> tuple[Update, ...]:
    """The waiting updates, which are confirmed at once."""
    found = await bot.get_updates(timeout=5)
    await bot.get_updates(offset=found[-1].update_id + 1, limit=1, timeout=0)
    return found


async def test_messages_are_sent_edited_and_deleted(driver: Driver, bot: Bot) -> None:
    ann = await driver.person("Ann", started=True)
    sent = await bot.send_message(
        ann, '<b>Hi</b> <tg-time unix="1700000000" format="r">soon</tg-time>', ParseMode.HTML, reply_markup=KEYBOARD
    )
    assert sent.text == "Hi soon"
    assert [entity.type for entity in sent.entities] == [MessageEntityType.BOLD, MessageEntityType.DATE_TIME]
    assert sent.reply_markup is not None
    assert sent.reply_markup.inline_keyboard[0] == KEYBOARD.inline_keyboard[0]
    edited = await sent.edit_text("Bye")
    assert isinstance(edited, Message)
    assert (edited.text, edited.reply_markup) == ("Bye", None)
    with pytest.raises(BadRequest, match="Message is not modified"):
        await sent.edit_text("Bye")
    assert await sent.edit_reply_markup(KEYBOARD)
    assert await sent.delete() is True
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await sent.edit_text("Ghost")


async def test_pictures_are_sent_replaced_and_downloaded(driver: Driver, bot: Bot) -> None:
    ann = await driver.person("Ann", started=True)
    sent = await bot.send_photo(ann, png(), caption="<i>c</i>", parse_mode=ParseMode.HTML, protect_content=True)
    assert sent.has_protected_content is True
    assert sent.caption == "c"
    file = await bot.get_file(sent.photo[-1])
    assert bytes(await file.download_as_bytearray()) == png()
    edited = await sent.edit_media(InputMediaPhoto(png(8, 8), caption="d"), reply_markup=KEYBOARD)
    assert isinstance(edited, Message)
    assert (edited.photo[-1].width, edited.caption) == (8, "d")
    recaptioned = await sent.edit_caption("e")
    assert isinstance(recaptioned, Message)
    assert recaptioned.caption == "e"


async def test_commands_joins_presses_and_blocks_arrive_as_updates(driver: Driver, bot: Bot) -> None:
    ann = await driver.person("Ann", username="ann", language_code="en")
    group = (await driver.sim("groups", title="Table", members=[ann]))["id"]
    change, joined = await updates(bot)
    assert change.my_chat_member is not None
    assert change.my_chat_member.new_chat_member.status == ChatMemberStatus.MEMBER
    assert joined.message is not None
    assert joined.message.new_chat_members[0].id == bot.id
    await driver.sim(f"people/{ann}/start", payload="j_x")
    await driver.sim(f"people/{ann}/send", chat=group, text="/play@TestPlayBot")
    started, play = await updates(bot)
    assert started.message is not None
    assert list(started.message.parse_entities([MessageEntityType.BOT_COMMAND]).values()) == ["/start"]
    assert play.message is not None
    assert play.message.chat.type == ChatType.SUPERGROUP
    await play.message.reply_text("lobby", reply_markup=KEYBOARD, do_quote=True)
    tapping = asyncio.create_task(driver.sim(f"people/{ann}/tap", chat=group, label="Join"))
    (pressed,) = await updates(bot)
    assert pressed.callback_query is not None
    assert (pressed.callback_query.data, pressed.callback_query.from_user.language_code) == ("j", "en")
    assert await pressed.callback_query.answer("seated", show_alert=True) is True
    assert (await tapping)["answer"]["text"] == "seated"
    with pytest.raises(BadRequest, match="Query is too old"):
        await pressed.callback_query.answer()
    await driver.sim(f"people/{ann}/block")
    (blocked,) = await updates(bot)
    assert blocked.my_chat_member is not None
    assert blocked.my_chat_member.new_chat_member.status == ChatMemberStatus.BANNED


async def test_inline_queries_are_answered_and_chosen(driver: Driver, bot: Bot) -> None:
    ann = await driver.person("Ann")
    group = await driver.group(ann)
    asking = asyncio.create_task(driver.sim(f"people/{ann}/inline", query="inv", chat=group))
    (asked,) = await updates(bot)
    assert asked.inline_query is not None
    article = InlineQueryResultArticle("1", "Lobby", InputTextMessageContent("Come"), reply_markup=KEYBOARD)
    assert await asked.inline_query.answer([article], cache_time=0) is True
    shown = await asking
    await driver.sim(f"people/{ann}/choose", query_id=shown["query_id"], result_id="1", chat=group)
    (posted,) = await updates(bot)
    assert posted.message is not None
    assert posted.message.via_bot == await bot.get_me()


async def test_chats_and_members_are_read(driver: Driver, bot: Bot) -> None:
    ann, bob = await driver.person("Ann", started=True), await driver.person("Bob")
    group = await driver.group(ann, bob, bot_admin=True)
    assert (await bot.get_chat(group)).title == "Table"
    assert (await bot.get_chat(ann)).first_name == "Ann"
    places = [(await bot.get_chat_member(group, user_id)).status for user_id in (ann, bob, bot.id)]
    assert places == [ChatMemberStatus.OWNER, ChatMemberStatus.MEMBER, ChatMemberStatus.ADMINISTRATOR]
    assert len(await bot.get_chat_administrators(group)) == 2
    assert await bot.get_chat_member_count(group) == 3
    sent = await bot.send_message(group, "x")
    assert await sent.pin() is True
    assert await bot.unpin_all_chat_messages(group) is True
    assert await bot.leave_chat(group) is True


async def test_the_profile_is_set(bot: Bot) -> None:
    commands = [BotCommand("play", "Open a table")]
    assert await bot.set_my_commands(commands, BotCommandScopeAllGroupChats(), "en") is True
    assert await bot.get_my_commands(BotCommandScopeAllGroupChats(), "en") == tuple(commands)
    assert await bot.set_my_description("d") is True
    assert (await bot.get_my_description()).description == "d"
    assert (await bot.get_webhook_info()).url == ""
    assert await bot.delete_webhook(drop_pending_updates=True) is True


async def test_errors_become_the_librarys_own(driver: Driver, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    ann = await driver.person("Ann")
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await bot.send_message(ann, "x")
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(4711, "x")
    async with HTTPXRequest() as request:
        wrong = Bot("1:wrong", base_url=f"{driver.base}/bot", request=request, get_updates_request=request)
        with pytest.raises(InvalidToken):
            await wrong.get_me()
    await driver.sim(f"people/{ann}/start")
    await driver.sim("flood", on=True)
    for _ in range(5):
        await bot.send_message(ann, "x")
    with pytest.raises(RetryAfter):
        await bot.send_message(ann, "x")


async def test_a_second_poller_is_a_conflict(driver: Driver, bot: Bot) -> None:
    older = asyncio.create_task(bot.get_updates(timeout=30))
    async with asyncio.timeout(5):
        while not driver.playground.updates.polling:  # noqa: ASYNC110 (the request is in another task of this loop)
            await asyncio.sleep(0)
    assert await driver.api("getUpdates") == []
    with pytest.raises(Conflict, match="terminated by other getUpdates request"):
        await older
