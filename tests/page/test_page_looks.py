"""What the page makes of messages: everything in them is only ever text, and it looks as it does in Telegram."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.page.desk import TOKEN, Desk, running
from tests.playground.driver import png

EVIL = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'
WIDTHS = ((1280, 800), (390, 844))
# Whatever is wider than its place, by how many pixels.
WIDER = """() => [document.documentElement, ...document.querySelectorAll(".list, .drawer, .top")]
    .filter(one => one.scrollWidth > one.clientWidth)
    .map(one => one.className + " " + (one.scrollWidth - one.clientWidth))"""


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


@pytest.fixture
def table(bare: Desk) -> tuple[Desk, int, int]:
    """Ann and Bob, who met the bot, in a group with it."""
    ann, bob = (bare.sim("people", first_name=name, language_code="en")["id"] for name in ("Ann", "Bob"))
    group = bare.sim("groups", title="Table", members=[ann, bob], bot_admin=True)["id"]
    bare.sim(f"people/{ann}/start")
    return bare, ann, int(group)


def send(desk: Desk, chat: int, text: str, *rows: list[dict[str, Any]], **more: Any) -> int:
    markup = {"reply_markup": {"inline_keyboard": list(rows)}} if rows else {}
    return int(desk.api("sendMessage", chat_id=chat, text=text, parse_mode="HTML", **markup, **more)["message_id"])


def test_markup_in_names_texts_buttons_and_commands_is_shown_as_text_and_never_runs(bare: Desk) -> None:
    ann = bare.sim("people", first_name=EVIL[:64], last_name=EVIL[:64], username="ann")["id"]
    group = bare.sim("groups", title=EVIL, members=[ann], bot_admin=True)["id"]
    bare.sim(f"people/{ann}/start")
    bare.api("setMyCommands", commands=[{"command": "x", "description": EVIL}])
    key = {"text": EVIL, "callback_data": EVIL[:60]}
    rich = (
        f"<b>{escaped(EVIL)}</b> <tg-spoiler>{escaped(EVIL)}</tg-spoiler> <code>{escaped(EVIL)}</code> {escaped(EVIL)}"
    )
    for chat in (group, ann):
        first = send(bare, chat, rich, [key])
        bare.api("pinChatMessage", chat_id=chat, message_id=first)
        send(bare, chat, "answer", reply_parameters={"message_id": first})
    bare.sim(f"people/{ann}/send", chat=group, text=EVIL)
    bare.sim("hint", text=EVIL, skip=60)
    bare.open()
    bare.page.get_by_role("button", name="Controls", exact=True).click()
    bare.page.get_by_role("button", name="Calls of the Bot API").click()
    bare.group.get_by_role("combobox", name="Message").fill("/")
    expect(bare.group.get_by_role("option")).to_contain_text(EVIL)
    bare.key(EVIL).click()
    query = bare.heard("callback_query")
    bare.api("answerCallbackQuery", callback_query_id=query["id"], text=EVIL, show_alert=True)
    expect(bare.page.get_by_role("alertdialog")).to_contain_text(EVIL)
    expect(bare.page.locator("#hint")).to_have_text(EVIL)
    expect(bare.group.locator(".head h2")).to_have_text(EVIL)
    assert bare.group.locator(".said").first.inner_text().count("<script>") >= 3
    assert bare.page.evaluate("window.ran") is None
    assert bare.page.locator("main img, main script, aside img, aside script").count() == 0


def test_the_policy_lets_no_other_script_run_and_no_text_become_markup(bare: Desk) -> None:
    with urllib.request.urlopen(bare.url) as answer:
        policy = answer.headers["content-security-policy"]
    assert {"default-src 'none'", "script-src 'self'", "style-src 'self'"} <= set(policy.split("; "))
    assert "unsafe" not in policy
    for name in ("main.js", "style.css"):
        with urllib.request.urlopen(f"{bare.url}/{name}") as answer:
            assert answer.headers["x-content-type-options"] == "nosniff"
    browser = bare.page.context.browser
    assert browser is not None
    other = browser.new_page()  # for it is to complain
    other.goto(bare.url)
    refused = "(markup) => { try { document.body.innerHTML = markup; return '' } catch (error) { return error.name } }"
    assert other.evaluate(refused, EVIL) == "TypeError"
    other.close()
    for path in ("/../server.py", "/%2e%2e/server.py", "/web/index.html", "/nothing.js"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{bare.url}{path}")


def test_texts_look_as_their_entities_say(table: tuple[Desk, int, int]) -> None:
    desk, ann, group = table
    send(
        desk,
        group,
        '<b>bold <i>both</i></b> <u>u</u> <code>c</code> <a href="https://example.org/">web</a> 🎲<b>after</b>',
    )
    send(desk, group, f'<a href="tg://user?id={ann + 1}">Bobby</a> <a href="https://t.me/TestPlayBot?start=x">link</a>')
    send(desk, group, "<blockquote expandable>1\n2\n3\n4\n5</blockquote><pre>x</pre>")
    desk.open()
    said = desk.group.locator(".said")
    expect(said.first.locator("strong").first).to_contain_text("bold")
    expect(said.first.locator("strong em, em strong")).to_have_text("both")
    expect(said.first.locator("strong").last).to_have_text("after")
    expect(said.first.get_by_role("link", name="web")).to_have_attribute("rel", re.compile("noopener"))
    quote = said.last.get_by_role("button", name="Whole quotation")
    quote.click()
    expect(quote).to_have_attribute("aria-expanded", "true")
    said.nth(1).get_by_role("link", name="link").click()
    expect(desk.private.locator(".message.own").last).to_contain_text("/start x")
    said.nth(1).get_by_role("link", name="Bobby").click()
    expect(desk.page.get_by_role("button", name="Bob, ")).to_have_attribute("aria-pressed", "true")


def test_a_moment_is_told_in_the_readers_zone_and_counts_down_with_the_clock(table: tuple[Desk, int, int]) -> None:
    desk, _, group = table
    at = int(desk.look("clock")["now"]) + 7200
    send(
        desk, group, f'<tg-time unix="{at}" format="r">then</tg-time> <tg-time unix="{at}" format="wDT">then</tg-time>'
    )
    desk.open()
    left, absolute = desk.group.locator("time.told-time").first, desk.group.locator("time.told-time").last
    expect(left).to_have_text(re.compile(r"in (2 h|1 h 59 min)"))
    moment = datetime.fromtimestamp(at, ZoneInfo("Asia/Ho_Chi_Minh"))
    expect(absolute).to_have_text(f"{moment:%A, %-d %B %Y} at {moment:%H:%M:%S}")
    desk.page.get_by_role("button", name="+1 h").first.click()
    expect(left).to_have_text(re.compile(r"in (1 h|59 min)"))
    before = left.inner_text()
    expect(left).not_to_have_text(before, timeout=10_000)


def test_messages_follow_what_the_bot_does_to_them(table: tuple[Desk, int, int]) -> None:
    desk, ann, group = table
    desk.open()
    number = send(
        desk, group, "first", [{"text": "go", "callback_data": "x", "style": "danger"}, {"text": "no", "disabled": {}}]
    )
    desk.api("pinChatMessage", chat_id=group, message_id=number)
    expect(desk.group.locator(".pin")).to_contain_text("first")
    expect(desk.key("go")).to_have_class(re.compile("danger"))
    expect(desk.key("no")).to_have_attribute("aria-disabled", "true")
    desk.key("no").click(force=True)
    desk.key("go").click()
    expect(desk.key("go")).to_have_attribute("aria-busy", "true")
    query = desk.heard("callback_query")
    assert query["data"] == "x"
    desk.api("answerCallbackQuery", callback_query_id=query["id"], text="well done")
    expect(desk.group.get_by_role("status")).to_contain_text("well done")
    expect(desk.key("go")).not_to_have_attribute("aria-busy", "true")
    desk.api("editMessageText", chat_id=group, message_id=number, text="second")
    expect(desk.group.locator(".message", has_text="second")).to_contain_text("edited")
    expect(desk.group.locator(".pin")).to_contain_text("second")
    expect(desk.page.locator("#told")).to_have_text(re.compile("Big Ben: second"))
    desk.api("deleteMessage", chat_id=group, message_id=number)
    expect(desk.group.locator(".message", has_text="second")).to_have_count(0)
    expect(desk.group.locator(".pin")).to_be_hidden()
    desk.write("hello")
    own = desk.group.locator(".message.own", has_text="hello")
    own.hover()
    own.get_by_role("button", name="Reply").click()
    desk.write("again")
    expect(desk.group.locator(".message.own").last.get_by_role("button", name="In reply to Ann")).to_contain_text(
        "hello"
    )
    assert ann in {message["from"]["id"] for message in desk.look(f"chats/{group}/messages")}


def send_picture(desk: Desk, chat: int, **fields: str) -> None:
    boundary = "x" * 20
    parts = f'--{boundary}\r\ncontent-disposition: form-data; name="{{}}"{{}}\r\n\r\n'
    told = "".join(f"{parts.format(name, '')}{value}\r\n" for name, value in {"chat_id": chat, **fields}.items())
    head = told + parts.format("photo", '; filename="a"')
    body = head.encode() + png(40, 30) + f"\r\n--{boundary}--\r\n".encode()
    kind = {"content-type": f"multipart/form-data; boundary={boundary}"}
    urllib.request.urlopen(urllib.request.Request(f"{desk.url}/bot{TOKEN}/sendPhoto", body, kind)).close()


def test_pictures_are_shown_with_their_caption_and_large_when_they_are_pressed(table: tuple[Desk, int, int]) -> None:
    desk, _, group = table
    send_picture(desk, group, caption="look")
    desk.open()
    picture = desk.group.locator(".photo img")
    expect(picture).to_have_attribute("width", "40")
    with urllib.request.urlopen(f"{desk.url}{picture.get_attribute('src')}") as answer:
        assert answer.headers["content-type"] == "image/png"
        assert answer.read() == png(40, 30)
    desk.group.get_by_role("button", name="Photo: look, press to enlarge it").click()
    large = desk.page.get_by_role("dialog", name="Picture")
    expect(large.locator("img")).to_have_attribute("src", f"{desk.url}{picture.get_attribute('src')}")
    desk.page.keyboard.press("Escape")
    expect(large).to_be_hidden()


def test_a_covered_picture_is_blurred_until_it_is_pressed_and_large_only_then(table: tuple[Desk, int, int]) -> None:
    desk, _, group = table
    send_picture(desk, group, caption="look", has_spoiler="true")
    desk.open()
    picture = desk.group.locator(".photo img")
    assert "blur" in str(picture.evaluate("one => getComputedStyle(one).filter"))
    desk.group.get_by_role("button", name="Hidden photo, press to show it").click()
    assert picture.evaluate("one => getComputedStyle(one).filter") == "none"
    assert not desk.page.get_by_role("dialog", name="Picture").is_visible()
    desk.group.get_by_role("button", name="press to enlarge it").click()
    expect(desk.page.get_by_role("dialog", name="Picture")).to_be_visible()


def test_what_a_person_has_not_read_is_counted_until_his_phone_is_looked_at(table: tuple[Desk, int, int]) -> None:
    desk, ann, group = table
    desk.open()
    bob = desk.page.get_by_role("navigation").get_by_role("button", name="Bob")
    desk.sim(f"people/{ann + 1}/start")
    send(desk, ann + 1, "secret")
    send(desk, group, "public")
    expect(bob).to_have_accessible_name(re.compile("1 unread in private, 1 unread in the group"))
    desk.choose("Bob")
    expect(bob).to_have_accessible_name(re.compile("^Bob, in private, too$"))


AT_END = "list => list.scrollHeight - list.scrollTop - list.clientHeight < 2"


def test_a_chat_stays_at_its_end_when_messages_grow_late_unless_one_reads_above(desk: Desk) -> None:
    chat = desk.group.locator(".list")
    for number in range(30):
        desk.write(f"word {number}")
    expect(desk.group.locator(".message.own").last).to_contain_text("word 29")
    grow = "(list, by) => { list.lastElementChild.style.minHeight = `${by}px` }"
    chat.evaluate(grow, 300)
    desk.page.wait_for_timeout(300)
    assert chat.evaluate(AT_END)
    chat.evaluate("list => list.scrollTo(0, 0)")
    desk.page.wait_for_timeout(200)
    chat.evaluate(grow, 600)
    desk.page.wait_for_timeout(200)
    assert chat.evaluate("list => list.scrollTop") == 0


@pytest.mark.parametrize("size", WIDTHS)
def test_nothing_makes_the_page_scroll_sideways(table: tuple[Desk, int, int], size: tuple[int, int]) -> None:
    desk, ann, group = table
    wide = "W" * 300
    for number in range(6):
        desk.sim("people", first_name=f"Somebody {wide[:40]} {number}")
    for chat in (group, ann):
        send(
            desk,
            chat,
            f"{wide} <code>{wide}</code><pre>{wide}</pre>",
            [{"text": wide[:60], "callback_data": str(n)} for n in range(8)],
        )
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.open()
    for opener in (None, "Controls", "Calls of the Bot API"):
        if opener:
            desk.page.get_by_role("button", name=opener, exact=True).click()
        assert desk.page.evaluate(WIDER) == [], opener
        if opener:
            desk.page.keyboard.press("Escape")
    if size[0] < 800:
        assert desk.private.is_hidden()
        desk.page.get_by_role("button", name="Private chat").click()
        expect(desk.private).to_be_visible()
        assert desk.page.evaluate(WIDER) == []


def test_a_group_can_become_a_supergroup_and_get_topics_in_the_controls(bare: Desk) -> None:
    ann = bare.sim("people", first_name="Ann")["id"]
    bare.sim("groups", title="Small", members=[ann], type="group")
    bare.open()
    bare.page.get_by_role("button", name="Controls", exact=True).click()
    bare.page.get_by_role("button", name="Turn into a supergroup").click()
    bare.page.get_by_role("button", name="Topics on").click()
    bare.page.get_by_role("button", name="New topic").click()
    choice = bare.group.get_by_role("combobox", name="Topic")
    expect(choice.get_by_role("option")).to_have_count(3)
    choice.select_option(index=2)
    bare.write("inside")
    choice.select_option(label="General")
    expect(bare.group.locator(".message", has_text="inside")).to_have_count(0)
    choice.select_option(label="All topics")
    expect(bare.group.locator(".message", has_text="inside")).to_contain_text("# Topic")


def test_the_controls_take_the_bots_rights_block_it_and_make_telegram_refuse(table: tuple[Desk, int, int]) -> None:
    desk, _, group = table
    desk.open()
    desk.page.get_by_role("button", name="Controls", exact=True).click()
    drawer = desk.page.get_by_role("complementary", name="Controls")
    drawer.get_by_role("button", name="Take all its rights").click()
    expect(drawer).to_contain_text("It is a plain member here.")
    drawer.get_by_role("button", name="Block the bot").click()
    expect(desk.private.get_by_role("button", name="Unblock the bot")).to_be_visible()
    drawer.get_by_role("button", name="429 for 10 s").click()
    with pytest.raises(urllib.error.HTTPError, match="429"):
        send(desk, group, "too much")
    desk.page.get_by_role("button", name="Calls of the Bot API").click()
    expect(desk.page.get_by_role("complementary", name="Calls")).to_contain_text(
        "sendMessage → Table Too Many Requests"
    )


def test_the_page_says_when_the_server_is_gone(page: Page, tmp_path: Path) -> None:
    with running(tmp_path, "playground") as (url, process):
        page.goto(url)
        expect(page.locator("#hint")).to_contain_text("Nobody is here yet")
        process.terminate()
        process.wait(10)
        expect(page.get_by_role("alert")).to_contain_text("The server is gone")


def test_dark_and_light_follow_the_system_until_chosen(bare: Desk) -> None:
    bare.page.emulate_media(color_scheme="dark")
    bare.open()
    theme = bare.page.get_by_role("button", name="Dark colours")
    expect(theme).to_have_attribute("aria-pressed", "true")
    theme.click()
    bare.open()
    expect(theme).to_have_attribute("aria-pressed", "false")


def test_a_message_for_one_person_is_seen_by_nobody_else(table: tuple[Desk, int, int]) -> None:
    desk, ann, group = table
    desk.open()
    desk.api("sendMessage", chat_id=group, text="for Ann", ephemeral_message_parameters={"receiver_user_id": ann})
    message = desk.group.locator(".message", has_text="for Ann")
    expect(message).to_contain_text("only you see this")
    desk.choose("Bob")
    expect(message).to_have_count(0)
    desk.choose("Ann")
    desk.open()
    expect(message).to_have_count(1)
