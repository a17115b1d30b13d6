"""Pictures: uploaded, sent again, replaced, downloaded."""

import pytest

from tests.playground.driver import TOKEN, Driver, Refused, png

pytestmark = pytest.mark.asyncio


async def test_a_caption_may_have_1024_utf_16_units(driver: Driver) -> None:
    ann = await driver.person(started=True)
    sent = await driver.upload("sendPhoto", {"photo": png()}, chat_id=str(ann), caption="😀" * 512)
    assert sent["caption"] == "😀" * 512
    with pytest.raises(Refused, match="message caption is too long"):
        await driver.upload("sendPhoto", {"photo": png()}, chat_id=str(ann), caption="😀" * 512 + "a")
    edit = {"chat_id": ann, "message_id": sent["message_id"], "caption": "a" * 1025}
    assert await driver.refusal("editMessageCaption", **edit) == (400, "Bad Request: message caption is too long")


async def test_a_picture_is_replaced_by_an_attached_one(driver: Driver) -> None:
    ann = await driver.person(started=True)
    sent = await driver.upload("sendPhoto", {"photo": png()}, chat_id=str(ann), caption="c")
    edited = await driver.upload(
        "editMessageMedia",
        {"new": png(8, 6)},
        chat_id=str(ann),
        message_id=str(sent["message_id"]),
        media='{"type": "photo", "media": "attach://new", "caption": "<i>d</i>", "parse_mode": "HTML"}',
    )
    assert (edited["photo"][-1]["width"], edited["photo"][-1]["height"]) == (8, 6)
    assert edited["caption"] == "d"
    assert edited["caption_entities"] == [{"type": "italic", "offset": 0, "length": 1}]


async def test_an_uploaded_file_is_downloaded_and_sent_again_by_its_id(driver: Driver) -> None:
    ann = await driver.person(started=True)
    sent = await driver.upload("sendPhoto", {"photo": png()}, chat_id=str(ann))
    file_id = sent["photo"][-1]["file_id"]
    found = await driver.api("getFile", file_id=file_id)
    async with driver.session.get(f"/file/bot{TOKEN}/{found['file_path']}") as response:
        assert await response.read() == png()
    async with driver.session.get(f"/file/bot1:wrong/{found['file_path']}") as response:
        assert response.status == 401
    async with driver.session.get(f"/file/bot{TOKEN}/photos/none.jpg") as response:
        assert response.status == 404
    again = await driver.api("sendPhoto", chat_id=ann, photo=file_id)
    assert again["photo"] == sent["photo"]
    assert await driver.refusal("getFile", file_id="x") == (400, "Bad Request: invalid file_id")
    wrong = (400, "Bad Request: wrong file identifier/HTTP URL specified")
    assert await driver.refusal("sendPhoto", chat_id=ann, photo="x") == wrong


async def test_a_covered_picture_stays_covered_when_its_caption_or_its_buttons_change(driver: Driver) -> None:
    ann = await driver.person(started=True)
    sent = await driver.upload("sendPhoto", {"photo": png()}, chat_id=str(ann), caption="c", has_spoiler="true")
    at = {"chat_id": ann, "message_id": sent["message_id"]}
    assert (await driver.api("editMessageCaption", **at, caption="d"))["has_media_spoiler"]
    keyboard = {"inline_keyboard": [[{"text": "x", "callback_data": "x"}]]}
    assert (await driver.api("editMessageReplyMarkup", **at, reply_markup=keyboard))["has_media_spoiler"]
    same = {"type": "photo", "media": sent["photo"][-1]["file_id"], "caption": "d"}
    assert "has_media_spoiler" not in await driver.api("editMessageMedia", **at, media=same)
    covered = {**same, "has_spoiler": True}
    assert (await driver.api("editMessageMedia", **at, media=covered))["has_media_spoiler"]
    refused = await driver.refusal("editMessageMedia", **at, media=covered)
    assert refused[1].startswith("Bad Request: message is not modified")


@pytest.mark.parametrize(
    ("data", "padding", "text"),
    [
        (b"no picture", 0, "IMAGE_PROCESS_FAILED"),
        (b"\xff\xd8", 1000, "IMAGE_PROCESS_FAILED"),
        (png(9000, 1001), 0, "PHOTO_INVALID_DIMENSIONS"),
        (png(210, 10), 0, "PHOTO_INVALID_DIMENSIONS"),
        (png(), 10 * 1024 * 1024, "file is too big"),
        (b"", 0, "file must be non-empty"),
    ],
)
async def test_what_is_no_fit_picture_is_refused(driver: Driver, data: bytes, padding: int, text: str) -> None:
    ann = await driver.person(started=True)
    with pytest.raises(Refused) as refused:
        await driver.upload("sendPhoto", {"photo": data + bytes(padding)}, chat_id=str(ann))
    assert refused.value.description == f"Bad Request: {text}"


async def test_texts_and_captions_are_edited_each_by_its_own_method(driver: Driver) -> None:
    ann = await driver.person(started=True)
    photo = await driver.upload("sendPhoto", {"photo": png()}, chat_id=str(ann), caption="c")
    text = await driver.api("sendMessage", chat_id=ann, text="t")
    at_photo, at_text = ({"chat_id": ann, "message_id": sent["message_id"]} for sent in (photo, text))
    no_text = (400, "Bad Request: there is no text in the message to edit")
    assert await driver.refusal("editMessageText", **at_photo, text="x") == no_text
    no_caption = (400, "Bad Request: there is no caption in the message to edit")
    assert await driver.refusal("editMessageCaption", **at_text, caption="x") == no_caption
    assert (await driver.api("editMessageCaption", **at_photo, caption="d"))["caption"] == "d"
