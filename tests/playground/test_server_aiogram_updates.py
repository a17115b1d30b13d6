"""An aiogram bot hears every kind of update, meets errors and plays along; its models judge all it gets."""

import asyncio

import pytest
from aiogram import Dispatcher, F, Router, exceptions, types
from aiogram.enums import ContentType
from aiogram.filters import CommandObject, CommandStart

from playground.render import Json
from tests.playground.driver import Driver
from tests.playground.scene import KEYBOARD, Scene

pytestmark = pytest.mark.asyncio

WANTED = {
    "message",
    "edited_message",
    "callback_query",
    "inline_query",
    "chosen_inline_result",
    "my_chat_member",
    "chat_member",
    "message_reaction",
}


class Ears:
    """Hears what the bot is told, and remembers the kinds of updates and messages."""

    def __init__(self, scene: Scene) -> None:
        self.bot = scene.bot
        self.kinds: set[str] = set()
        self.contents: set[str] = set()

    async def hear(self) -> None:
        for update in await self.bot.get_updates(timeout=0, allowed_updates=list(WANTED)):
            self.kinds.add(update.event_type)
            if isinstance(update.event, types.Message):
                self.contents.add(update.event.content_type)
            await self.bot.get_updates(offset=update.update_id + 1, limit=1, timeout=0)


async def talk(scene: Scene) -> None:
    """People write, edit, react, pin and press, also on what is no longer there."""
    driver, ann, group = scene.driver, scene.ann, scene.group
    board = await scene.bot.send_message(group, "board", reply_markup=KEYBOARD)
    where: Json = {"chat": group, "message": board.message_id}
    said = await driver.sim(f"people/{ann}/send", chat=group, text="hi /play @TestPlayBot https://a.example #x")
    await driver.sim(f"people/{ann}/edit", chat=group, message=said["message_id"], text="bye")
    await driver.sim(f"people/{ann}/react", **where, emoji=["👍"])
    await driver.sim(f"people/{ann}/pin", **where)
    await driver.sim(f"people/{ann}/tap", chat=group, label="Join", wait=0)
    await board.delete()
    await driver.sim(f"people/{ann}/press", **where, data="gone", wait=0)


async def ask_inline(scene: Scene) -> None:
    """Somebody asks inline and posts what he chooses."""
    driver, ann = scene.driver, scene.ann
    driver.playground.settings.inline_feedback = True
    asked = await driver.sim(f"people/{ann}/inline", query="q", wait=0)
    content = types.InputTextMessageContent(message_text="Come")
    article = types.InlineQueryResultArticle(id="1", title="t", input_message_content=content)
    await scene.bot.answer_inline_query(asked["query_id"], [article])
    await driver.sim(f"people/{ann}/choose", query_id=asked["query_id"], result_id="1", chat=scene.group)


async def come_and_go(scene: Scene) -> None:
    """Members leave and come, somebody blocks the bot, others write in another name, topics open and close."""
    driver, ann, bob, group = scene.driver, scene.ann, scene.bob, scene.group
    await driver.sim(f"people/{bob}/leave", chat=group)
    await driver.sim(f"people/{bob}/join", chat=group)
    await driver.sim(f"people/{ann}/block")
    await driver.sim(f"groups/{group}/anonymous", person=ann)
    await driver.sim(f"people/{ann}/send", chat=group, text="/play")
    channel = await driver.sim("channels", title="News", owner=ann)
    await driver.sim(f"people/{ann}/send", chat=group, text="/play", **{"as": channel["id"]})
    await driver.sim(f"groups/{group}/forum")
    topic = (await driver.sim(f"groups/{group}/topics", name="Games"))["id"]
    await driver.sim(f"groups/{group}/topics/{topic}/close")
    await driver.sim(f"groups/{group}/topics/{topic}/close", on=False)


async def test_every_kind_of_update_and_of_message_fits(scene: Scene) -> None:
    ears = Ears(scene)
    await ears.hear()
    for happening in (talk, ask_inline, come_and_go):
        await happening(scene)
        await ears.hear()
    basic = (await scene.driver.sim("groups", title="Old", members=[scene.ann], type="group"))["id"]
    await scene.driver.sim(f"groups/{basic}/migrate")
    await scene.driver.sim("people/bot/kick", chat=scene.group)
    await ears.hear()
    assert ears.kinds == WANTED
    assert ears.contents >= {
        ContentType.TEXT,
        ContentType.PINNED_MESSAGE,
        ContentType.NEW_CHAT_MEMBERS,
        ContentType.LEFT_CHAT_MEMBER,
        ContentType.FORUM_TOPIC_CREATED,
        ContentType.FORUM_TOPIC_CLOSED,
        ContentType.FORUM_TOPIC_REOPENED,
        ContentType.MIGRATE_TO_CHAT_ID,
        ContentType.MIGRATE_FROM_CHAT_ID,
    }


async def test_errors_become_the_librarys_own(scene: Scene) -> None:
    driver, bot = scene.driver, scene.bot
    for error, text, chat_id in (
        (exceptions.TelegramForbiddenError, "can't initiate conversation", scene.bob),
        (exceptions.TelegramBadRequest, "chat not found", 4711),
    ):
        with pytest.raises(error, match=text):
            await bot.send_message(chat_id, "x")
    basic = await driver.group(scene.ann, type="group")
    new = (await driver.sim(f"groups/{basic}/migrate"))["id"]
    with pytest.raises(exceptions.TelegramMigrateToChat) as moved:
        await bot.send_message(basic, "x")
    assert moved.value.migrate_to_chat_id == new
    await driver.sim("fault", kind="429", seconds=9, count=1)
    with pytest.raises(exceptions.TelegramRetryAfter) as later:
        await bot.send_message(scene.ann, "x")
    assert later.value.retry_after == 9
    await driver.sim("fault", kind="500", count=1)
    with pytest.raises(exceptions.TelegramServerError):
        await bot.get_me()
    await driver.sim("fault", kind="lost", count=1)
    with pytest.raises(exceptions.TelegramNetworkError):
        await bot.get_me()


async def test_a_whole_aiogram_bot_plays_along(scene: Scene) -> None:
    driver, router, seated = scene.driver, Router(), []

    @router.message(CommandStart(deep_link=True))
    async def start(message: types.Message, command: CommandObject) -> None:
        await message.answer(f"Welcome to {command.args}", reply_markup=KEYBOARD)

    @router.callback_query(F.data == "join")
    async def join(query: types.CallbackQuery) -> None:
        seated.append(query.from_user.first_name)
        await query.answer("seated")
        assert isinstance(query.message, types.Message)
        await query.message.edit_text(f"Seated: {len(seated)}")

    dispatcher = Dispatcher()
    dispatcher.include_router(router)
    polling = asyncio.create_task(
        dispatcher.start_polling(scene.bot, handle_signals=False, close_bot_session=False, polling_timeout=5)
    )
    try:
        await driver.sim(f"people/{scene.ann}/start", payload="table_7")
        await shown(driver, scene.ann, "Welcome to table_7")
        pressed = await driver.sim(f"people/{scene.ann}/tap", label="Join")
        assert pressed["answer"]["text"] == "seated"
        await shown(driver, scene.ann, "Seated: 1")
    finally:
        stopping = asyncio.create_task(dispatcher.stop_polling())
        async with asyncio.timeout(5):
            while not driver.playground.updates.polling:  # noqa: ASYNC110 (the request is in another task)
                await asyncio.sleep(0)
        driver.playground.updates.wake()
        await stopping
        await polling
    assert seated == ["Ann"]


async def shown(driver: Driver, chat: int, text: str) -> None:
    """Wait until the newest message of a chat says this."""
    async with asyncio.timeout(5):
        while (await driver.look(f"chats/{chat}/messages"))[-1].get("text") != text:
            await driver.look("events", after=driver.playground.events.last, wait=5)
