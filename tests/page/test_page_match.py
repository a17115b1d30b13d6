"""A newcomer with nothing but the page plays whole matches."""

from __future__ import annotations

import contextlib
import re
import time

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.page.desk import Desk

MATCH_SECONDS = 400.0


def begin_against_computers(desk: Desk) -> None:
    desk.key("Join").click()
    expect(desk.page.locator("#hint")).to_contain_text("🤖 Add")
    for seats in (2, 3, 4):
        desk.key("🤖 Add").click()
        expect(desk.group).to_contain_text(f"{seats} of 8 seats taken")
    desk.key("Start").click()
    expect(desk.key("My hand")).to_be_visible()


def names_on(keys: Locator) -> list[str]:
    return [text for text in keys.all_inner_texts() if not re.search(r"🗣|🎴|📜|↩", text)]


def play_on(desk: Desk) -> None:
    """Whatever the hint says, until the match is over."""
    end = time.monotonic() + MATCH_SECONDS
    while not desk.key("Rematch").is_visible():
        assert time.monotonic() < end, desk.hint()
        board = desk.group.locator(".message", has=desk.page.locator(".key")).last
        keys = board.locator(".key")
        # A computer's move may take a button away while one reaches for it, as it may under a person's finger.
        with contextlib.suppress(PlaywrightTimeout):
            if "Ann’s move" in desk.hint() and (names := names_on(keys)):
                keys.filter(has_text=names[0]).first.click(timeout=2000)
            elif desk.page.locator("#skip").is_visible():
                desk.page.locator("#skip").click(timeout=2000)
        desk.page.wait_for_timeout(150)


def test_a_newcomer_plays_a_whole_match_alone_and_then_another(desk: Desk) -> None:
    expect(desk.page.locator("#hint")).to_contain_text("Join")
    begin_against_computers(desk)
    desk.key("My hand").click()
    alert = desk.page.get_by_role("alertdialog")
    expect(alert).to_contain_text(re.compile("Sherlock|Moriarty"))
    expect(alert).to_contain_text("Only Ann sees this")
    alert.get_by_role("button", name="OK").click()
    board = desk.group.locator(".photo img").last
    before = board.get_attribute("src")
    assert before
    desk.key("🗣 2").click()
    expect(board).not_to_have_attribute("src", before)
    # If hers is the first move, the call stands below her hand.
    hand = desk.private.locator(".said", has_text="Your role").last
    expect(hand).to_contain_text(re.compile(r"You say this round .*🗣? ?2"))
    play_on(desk)
    expect(desk.group).to_contain_text(re.compile("(Sherlock|Moriarty)'s team wins!"))
    desk.key("Rematch").click()
    expect(desk.group.locator(".message", has=desk.page.locator(".key")).last).to_contain_text("4 of 8 seats taken")


def test_the_join_button_leads_by_deep_link_into_the_private_chat(desk: Desk) -> None:
    expect(desk.private.get_by_role("button", name="Start")).to_be_visible()
    desk.key("Join").click()
    expect(desk.private.locator(".message.own")).to_contain_text("/start j_")
    expect(desk.private.locator(".message.other").last).to_contain_text("You are in")
    expect(desk.private.get_by_role("combobox", name="Message")).to_be_visible()


def test_an_invitation_travels_by_inline_query_and_its_link_seats_another_person(desk: Desk) -> None:
    desk.key("Join").click()
    expect(desk.page.locator("#hint")).to_contain_text("🤖 Add")
    desk.key("Invite").click()
    desk.group.get_by_role("option").first.click()
    invitation = desk.group.locator(".message.own").last
    expect(invitation).to_contain_text("via @BigBenPlayBot")
    desk.choose("Cid")
    desk.group.locator(".message", has_text="via @BigBenPlayBot").last.locator(".key").first.click()
    expect(desk.private.locator(".message.other").last).to_contain_text("You are in")
    expect(desk.group).to_contain_text("2 of 8 seats taken")


def test_the_hand_in_private_hides_its_secrets_until_they_are_tapped(desk: Desk) -> None:
    begin_against_computers(desk)
    secret = desk.private.get_by_role("button", name="Hidden text").first
    hidden = desk.private.locator(".spoiler > span").first
    expect(hidden).to_be_hidden()
    secret.click()
    expect(hidden).to_be_visible()
    expect(hidden).to_have_text(re.compile("Sherlock|Moriarty"))


def test_four_people_sit_down_one_click_apart_and_the_clock_control_plays_for_who_is_late(desk: Desk) -> None:
    for seats, name in enumerate(("Ann", "Cid", "Dee", "Eve"), 1):
        desk.choose(name)
        desk.key("Join").click()
        expect(desk.private.locator(".message.other").last).to_contain_text("You are in")
        expect(desk.group).to_contain_text(f"{seats} of 8 seats taken")
    desk.choose("Ann")
    desk.key("Clock").click()
    desk.key("Day and night").click()  # else the clock rests while it is night in London
    expect(desk.key("✅ ☀️")).to_be_visible()
    desk.key("Back").click()
    desk.key("Start").click()
    expect(desk.group).to_contain_text("👉 Move:")
    expect(desk.group.locator(".told-time").last).to_have_text(re.compile(r"^in 59 min \d+ s$"))
    desk.page.get_by_role("button", name="Controls", exact=True).click()
    desk.page.get_by_role("button", name="To the next deadline").click()
    expect(desk.group.locator(".said").last).to_contain_text("ran out of time")


def test_commands_are_offered_in_the_language_of_the_person_and_sent_by_keys(desk: Desk) -> None:
    desk.sim("people/7100000003", language_code="fr")
    desk.choose("Cid")
    field = desk.group.get_by_role("combobox", name="Message")
    field.fill("/ru")
    offered = desk.group.get_by_role("option")
    expect(offered).to_have_count(1)
    expect(offered).to_contain_text(re.compile("règles", re.IGNORECASE))
    field.press("ArrowDown")
    field.press("Enter")
    expect(desk.group.locator(".message.own").last).to_contain_text("/rules")
    expect(desk.group.locator(".message.other").last).to_contain_text("Time Bomb")


def test_everything_can_be_done_by_keys_alone(desk: Desk) -> None:
    def focused() -> str:
        """What is written on the button in focus."""
        return str(desk.page.evaluate("document.activeElement.matches('button') && document.activeElement.textContent"))

    def press(label: str) -> None:
        for _ in range(80):
            desk.page.keyboard.press("Tab")
            if label in focused():
                desk.page.keyboard.press("Enter")
                return
        raise AssertionError(f"Tab never reaches {label}")

    press("✅ Join")
    expect(desk.page.locator("#hint")).to_contain_text("🤖 Add")
    press("🤖 Add")
    for seats in (2, 3, 4):
        expect(desk.group).to_contain_text(f"{seats} of 8 seats taken")
        assert "🤖 Add" in focused(), "an edit of the message takes the focus away"
        if seats < 4:
            desk.page.keyboard.press("Enter")
    press("▶️ Start")
    expect(desk.key("My hand")).to_be_visible()
    press("🎴 My hand")
    expect(desk.page.get_by_role("alertdialog")).to_be_visible()
    assert focused() == "OK"
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_role("alertdialog")).to_be_hidden()
    assert "My hand" in focused()
    desk.page.keyboard.press("Alt+2")
    expect(desk.page.get_by_role("button", name="Bob")).to_have_attribute("aria-pressed", "true")


def test_somebody_practises_alone_in_the_private_chat(desk: Desk) -> None:
    desk.private.get_by_role("button", name="Start").click()
    desk.key("Practise alone", desk.private).click()
    expect(desk.private).to_contain_text("A table here is private")
    desk.private.locator(".key", has_text=re.compile("^The Race$")).last.click()
    expect(desk.private).to_contain_text("At the start a computer takes 1 seat")
    desk.key("▶️ Start", desk.private).click()
    board = desk.private.locator(".message", has=desk.page.locator(".key", has_text="My hand")).last
    expect(board).to_contain_text(re.compile("The Race · .?Ann's table"))
    for _ in range(20):
        # Who begins is drawn.
        if board.locator(".key", has_text="police").is_visible():
            break
        desk.page.get_by_role("button", name="+1 min").click()
        desk.page.wait_for_timeout(500)
    turn = re.search(r"turn (\d+)", board.inner_text())
    assert turn
    board.locator(".key", has_text="police").click()
    expect(board).to_contain_text(f"turn {int(turn[1]) + 1}")
    expect(desk.group).not_to_contain_text("The Race ·")
