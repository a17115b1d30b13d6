"""Files of any kind: uploaded with their name, sent again, given another caption, downloaded."""

import aiohttp
import pytest

from tests.playground.driver import TOKEN, Driver
from tests.playground.judge import judge

pytestmark = pytest.mark.asyncio


async def sent(driver: Driver, chat: int, name: str, data: bytes, **fields: str) -> dict[str, object]:
    form = aiohttp.FormData({"chat_id": str(chat), "document": "attach://one", **fields})
    form.add_field("one", data, filename=name)
    async with driver.session.post(f"/bot{TOKEN}/sendDocument", data=form) as response:
        body = await response.json()
    assert response.status == 200, body
    judge("sendDocument", body["result"])
    return dict(body["result"])


async def test_a_document_keeps_its_name_kind_and_caption(driver: Driver) -> None:
    ann = await driver.person(started=True)
    message = await sent(driver, ann, "bigben-7.json", b"{}", caption="<b>7</b>", parse_mode="HTML")
    document = message["document"]
    assert isinstance(document, dict)
    assert (document["file_name"], document["mime_type"], document["file_size"]) == (
        "bigben-7.json",
        "application/json",
        2,
    )
    assert message["caption"] == "7"
    assert "text" not in message


async def test_a_document_is_downloaded_by_the_bot_and_by_people_and_sent_again(driver: Driver) -> None:
    ann = await driver.person(started=True)
    message = await driver.upload("sendDocument", {"document": b"\x00any"}, chat_id=str(ann))
    file_id = message["document"]["file_id"]
    found = await driver.api("getFile", file_id=file_id)
    async with driver.session.get(f"/file/bot{TOKEN}/{found['file_path']}") as response:
        assert await response.read() == b"\x00any"
    async with driver.session.get(f"/sim/documents/{file_id}") as response:
        assert await response.read() == b"\x00any"
        assert response.headers["content-disposition"] == "attachment"
    again = await driver.api("sendDocument", chat_id=ann, document=file_id)
    assert again["document"] == message["document"]


async def test_a_document_can_get_another_caption_but_has_no_text(driver: Driver) -> None:
    ann = await driver.person(started=True)
    message = await driver.upload("sendDocument", {"document": b"any"}, chat_id=str(ann))
    edit = {"chat_id": ann, "message_id": message["message_id"]}
    edited = await driver.api("editMessageCaption", **edit, caption="new")
    assert (edited["caption"], edited["document"]) == ("new", message["document"])
    assert await driver.error("editMessageText", **edit, text="x") == (
        "Bad Request: there is no text in the message to edit"
    )


async def test_what_is_no_document_is_refused(driver: Driver) -> None:
    ann = await driver.person(started=True)
    assert await driver.error("sendDocument", chat_id=ann) == "Bad Request: there is no document in the request"
    wrong = "Bad Request: wrong file identifier/HTTP URL specified"
    assert await driver.error("sendDocument", chat_id=ann, document="x") == wrong
    long = "Bad Request: message caption is too long"
    file_id = (await driver.upload("sendDocument", {"document": b"any"}, chat_id=str(ann)))["document"]["file_id"]
    assert await driver.error("sendDocument", chat_id=ann, document=file_id, caption="a" * 1025) == long


async def test_a_muted_bot_sends_no_documents(driver: Driver) -> None:
    ann = await driver.person(started=True)
    group = await driver.group(ann)
    await driver.sim(f"groups/{group}/mute")
    file_id = (await driver.upload("sendDocument", {"document": b"any"}, chat_id=str(ann)))["document"]["file_id"]
    refused = "Bad Request: not enough rights to send documents to the chat"
    assert await driver.error("sendDocument", chat_id=group, document=file_id) == refused
