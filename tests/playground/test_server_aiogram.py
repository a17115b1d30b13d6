"""A second, unrelated client: an aiogram bot calls every method there is, and its models judge all it gets."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from aiogram import types
from aiogram.enums import ParseMode

from playground.methods.registry import METHODS
from playground.render import Json
from tests.playground.driver import png
from tests.playground.scene import KEYBOARD, Scene

pytestmark = pytest.mark.asyncio

TEXT = '<b>Bold</b> <a href="t.me/x">link</a> <code>c</code> <tg-time unix="1700000000" format="r">soon</tg-time>'


async def messages(scene: Scene) -> None:
    """Sending, editing, copying, deleting."""
    bot, ann = scene.bot, scene.ann
    sent = await bot.send_message(ann, TEXT, parse_mode=ParseMode.HTML, reply_markup=KEYBOARD, protect_content=True)
    assert sent.entities
    assert [entity.type for entity in sent.entities] == ["bold", "text_link", "code", "date_time"]
    reply = await bot.send_message(
        scene.group, "re", reply_to_message_id=(await bot.send_message(scene.group, "x")).message_id
    )
    assert reply.reply_to_message
    assert reply.message_thread_id == reply.reply_to_message.message_id
    effect = await bot.send_message(ann, "hooray", message_effect_id="5046509860389126442")
    assert effect.effect_id == "5046509860389126442"
    assert isinstance(await sent.edit_text("Bye", reply_markup=KEYBOARD), types.Message)
    assert isinstance(await sent.edit_reply_markup(), types.Message)
    picture = types.BufferedInputFile(png(), "a.png")
    photo = await bot.send_photo(scene.group, picture, caption="<i>c</i>", parse_mode=ParseMode.HTML, has_spoiler=True)
    assert isinstance(await photo.edit_caption(caption="d", show_caption_above_media=True), types.Message)
    again = types.InputMediaPhoto(media=types.BufferedInputFile(png(9, 9), "b.png"), caption="e")
    assert isinstance(await photo.edit_media(again), types.Message)
    assert photo.photo
    await bot.send_photo(scene.ann, photo.photo[-1].file_id)
    file = await bot.get_file(photo.photo[-1].file_id)
    data = await bot.download(file)
    assert data is not None
    assert data.read() == png()
    forwarded = await bot.forward_message(ann, scene.group, photo.message_id)
    assert isinstance(forwarded.forward_origin, types.MessageOriginUser)
    await bot.copy_message(ann, scene.group, photo.message_id, caption="copy", reply_markup=KEYBOARD)
    assert await photo.react([types.ReactionTypeEmoji(emoji="🎉")]) is True
    assert await bot.send_chat_action(ann, "typing") is True
    assert await photo.delete() is True
    assert await bot.delete_messages(ann, [sent.message_id, forwarded.message_id]) is True


async def documents(scene: Scene) -> None:
    """Files."""
    kept = await scene.bot.send_document(scene.ann, types.BufferedInputFile(b"{}", "match.json"), caption="c")
    assert kept.document
    assert kept.document.file_name == "match.json"


async def chats(scene: Scene) -> None:
    """Chats, members and pins."""
    bot, group = scene.bot, scene.group
    full = await bot.get_chat(group)
    assert full.permissions
    assert full.permissions.can_send_messages is True
    assert (await bot.get_chat(scene.ann)).first_name == "Ann"
    await scene.driver.sim(f"groups/{group}/mute", person=scene.bob)
    places = [await bot.get_chat_member(group, user_id) for user_id in (scene.ann, scene.bob, bot.id)]
    assert [type(place) for place in places] == [
        types.ChatMemberOwner,
        types.ChatMemberRestricted,
        types.ChatMemberAdministrator,
    ]
    assert len(await bot.get_chat_administrators(group)) == 2
    assert await bot.get_chat_member_count(group) == 3
    sent = await bot.send_message(group, "board")
    assert await sent.pin(disable_notification=True) is True
    pinned = (await bot.get_chat(group)).pinned_message
    assert pinned is not None
    assert await bot.unpin_chat_message(group, message_id=sent.message_id) is True
    assert await bot.unpin_all_chat_messages(group) is True
    assert await bot.leave_chat(group) is True


async def topics(scene: Scene) -> None:
    """Forum topics."""
    bot = scene.bot
    chat = await scene.driver.group(scene.ann, forum=True)
    await scene.driver.sim(
        f"groups/{chat}/promote",
        person="bot",
        rights=["can_manage_topics", "can_delete_messages", "can_pin_messages"],
    )
    assert await bot.get_forum_topic_icon_stickers() == []
    topic = await bot.create_forum_topic(chat, "Match", icon_color=7322096)
    where: Json = {"chat_id": chat, "message_thread_id": topic.message_thread_id}
    sent = await bot.send_message(text="in", **where)
    assert sent.is_topic_message
    assert sent.reply_to_message
    assert sent.reply_to_message.forum_topic_created
    for call in (
        bot.edit_forum_topic(**where, name="Match 2"),
        bot.close_forum_topic(**where),
        bot.reopen_forum_topic(**where),
        bot.unpin_all_forum_topic_messages(**where),
        bot.edit_general_forum_topic(chat, "Lounge"),
        bot.hide_general_forum_topic(chat),
        bot.unhide_general_forum_topic(chat),
        bot.reopen_general_forum_topic(chat),
        bot.close_general_forum_topic(chat),
        bot.unpin_all_general_forum_topic_messages(chat),
        bot.delete_forum_topic(**where),
    ):
        assert await call is True


async def profile(scene: Scene) -> None:
    """The bot itself, and where its updates go."""
    bot = scene.bot
    assert (await bot.get_me()).username == "TestPlayBot"
    commands = [types.BotCommand(command="play", description="Open a table")]
    scope = types.BotCommandScopeChat(chat_id=scene.group)
    assert await bot.set_my_commands(commands, scope=scope, language_code="en") is True
    (command,) = await bot.get_my_commands(scope=scope, language_code="en")
    assert (command.command, command.description) == ("play", "Open a table")
    assert await bot.delete_my_commands(scope=scope, language_code="en") is True
    assert await bot.set_my_name("Ben") is True
    assert (await bot.get_my_name()).name == "Ben"
    assert await bot.set_my_description("d") is True
    assert (await bot.get_my_description()).description == "d"
    assert await bot.set_my_short_description("s") is True
    assert (await bot.get_my_short_description()).short_description == "s"
    assert await bot.set_chat_menu_button(chat_id=scene.ann, menu_button=types.MenuButtonCommands()) is True
    assert isinstance(await bot.get_chat_menu_button(chat_id=scene.ann), types.MenuButtonCommands)
    assert await bot.set_webhook("https://127.0.0.1:1/hook", secret_token="s", max_connections=3) is True
    info = await bot.get_webhook_info()
    assert (info.url, info.max_connections) == ("https://127.0.0.1:1/hook", 3)
    assert await bot.delete_webhook(drop_pending_updates=True) is True


async def queries(scene: Scene) -> None:
    """Presses and inline queries."""
    driver, bot = scene.driver, scene.bot
    await bot.send_message(scene.group, "board", reply_markup=KEYBOARD)
    await driver.updates()
    pressing = asyncio.create_task(driver.sim(f"people/{scene.ann}/tap", chat=scene.group, label="Join"))
    (update,) = await bot.get_updates(timeout=5)
    assert update.callback_query
    assert await update.callback_query.answer("seated", show_alert=True) is True
    assert (await pressing)["answer"]["text"] == "seated"
    await driver.updates()
    asking = asyncio.create_task(driver.sim(f"people/{scene.ann}/inline", query="q", chat=scene.group))
    (update,) = await bot.get_updates(timeout=5)
    article = types.InlineQueryResultArticle(
        id="1",
        title="Table",
        input_message_content=types.InputTextMessageContent(message_text="Come"),
        reply_markup=KEYBOARD,
    )
    assert update.inline_query
    assert await update.inline_query.answer([article], cache_time=0) is True
    shown = await asking
    posted = await driver.sim(f"people/{scene.ann}/choose", query_id=shown["query_id"], result_id="1", chat=scene.group)
    assert await bot.edit_message_text("Gone", inline_message_id=posted["inline_message_id"]) is True


async def ephemeral(scene: Scene) -> None:
    """Messages that one person sees."""
    bot, group = scene.bot, scene.group
    shown = types.EphemeralMessageParameters(receiver_user_id=scene.ann)
    sent = await bot.send_message(group, "hand", ephemeral_message_parameters=shown)
    picture = types.BufferedInputFile(png(), "a.png")
    photo = await bot.send_photo(group, picture, ephemeral_message_parameters=shown)
    assert sent.receiver_user
    assert (sent.message_id, sent.receiver_user.id) == (0, scene.ann)
    hand: Json = {"chat_id": group, "receiver_user_id": scene.ann, "ephemeral_message_id": sent.ephemeral_message_id}
    board: Json = {**hand, "ephemeral_message_id": photo.ephemeral_message_id}
    for call in (
        bot.edit_ephemeral_message_text(**hand, text="new"),
        bot.edit_ephemeral_message_reply_markup(**hand, reply_markup=KEYBOARD),
        bot.edit_ephemeral_message_media(**board, media=types.InputMediaPhoto(media=picture, caption="x")),
        bot.edit_ephemeral_message_caption(**board, caption="c"),
        bot.delete_ephemeral_message(**hand),
    ):
        assert await call is True


Part = Callable[[Scene], Awaitable[None]]
BATTERY: list[Part] = [messages, documents, topics, profile, queries, ephemeral, chats]


@pytest.mark.parametrize("part", BATTERY)
async def test_every_answer_fits_what_another_library_knows_of_telegram(scene: Scene, part: Part) -> None:
    await part(scene)
    assert scene.session.judged


async def test_the_battery_calls_every_method_there_is(scene: Scene) -> None:
    for part in BATTERY:
        await part(scene)
    called = {name.lower() for name in scene.session.judged}
    assert called == set(METHODS)
