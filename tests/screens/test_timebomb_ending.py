"""Result, history and rules of Time Bomb (product, After the match; ruling TB-13)."""

from __future__ import annotations

import pytest

from core.timebomb import ROLE_CARDS, Role, role_deck, wire_deck
from tests.screens.limits import plain
from tests.screens.matches import NAMES, ended, table, verbs
from tgbot.facts import By, Revelation, Status
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS
from tgbot.words import words

SAY = words("en")
GAME = SCREENS["timebomb"]


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("defused", "🎉 Sherlock's team wins!"),
        ("bomb", "💥 Moriarty's team wins!"),
        ("time", "⌛ Moriarty's team wins!"),
    ],
)
def test_tb_10_the_result_says_who_won_and_why(reason: str, told: str) -> None:
    at = ended(reason)
    assert told in plain(GAME.result(at.facts, at.public, SAY))


@pytest.mark.parametrize("seats", ROLE_CARDS)
@pytest.mark.parametrize("reason", ["bomb", "time"])
def test_tb_13_the_result_shows_every_role_the_spare_one_and_what_was_left(seats: int, reason: str) -> None:
    at = ended(reason, seats)
    text = plain(GAME.result(at.facts, at.public, SAY))
    lines = {line.split(" · ")[0]: line for line in text.splitlines()}
    for role, head in ((Role.SHERLOCK, "🕵️ Sherlock"), (Role.MORIARTY, "🦹 Moriarty")):
        team = [name for name, own in zip(NAMES, at.game.roles, strict=False) if own is role]
        assert lines[head] == f"{head} · " + ", ".join(f"\u2068{n}\u2069" for n in team) + " 🏆" * (role == "moriarty")
    assert ("The role card nobody had" in text) == (seats in (4, 7))
    assert text.split("Still face down at the end")[1].split("The cutters' way")[0].count("💣") == (reason == "time")


def test_tb_8_the_way_of_the_cutters_goes_from_owner_to_owner() -> None:
    at = ended("time")
    text = plain(GAME.result(at.facts, at.public, SAY)).split("The cutters' way")[1]
    first = [reveal for reveal in at.game.reveals if reveal.round == 1]
    signs = {"safe": "⚪", "defusing": "🔵", "bomb": "💣"}
    way = "".join(f" → \u2068{NAMES[reveal.owner]}\u2069 {signs[reveal.wire]}" for reveal in first)
    assert f"1. \u2068{NAMES[first[0].cutter]}\u2069{way}\n" in text


def test_the_result_publishes_the_secret_and_offers_a_rematch() -> None:
    at = ended("bomb")
    screen = GAME.result(at.facts, at.public, SAY)
    assert at.facts.revelation is not None
    for shown in (at.facts.commitment, at.facts.revelation.secret, "\n".join(at.facts.revelation.joins)):
        assert shown in plain(screen)
    assert verbs(screen) == ["rematch", "history", "verify"]


def test_a_cancelled_match_shows_its_secret_and_nobodys_role() -> None:
    at = table(4).but(status=Status.CANCELLED, deadline=None, revelation=Revelation("5ec2e7", ("callback 1",)))
    screen = GAME.result(at.facts, at.public, SAY)
    assert "the match was cancelled" in plain(screen)
    assert "5ec2e7" in plain(screen)
    assert "🕵️" not in plain(screen)
    assert verbs(screen) == ["verify"]


def test_the_history_tells_every_cut_and_every_rounds_newest_claims() -> None:
    said = [(0, 1, "claim 3"), (0, 1, "claim 1"), (0, 2, "claim 2 bomb")]
    at = table(7, claims=said, by=(By.PERSON, By.CLOCK))
    rounds = plain(GAME.history(at.facts, at.public, SAY)).split("\n\n")
    assert [part.splitlines()[0] for part in rounds[1:]] == ["Round 1", "Round 2"]
    assert rounds[1].splitlines()[1] == "\u2068Ann\u2069 🗣 1"
    assert rounds[2].splitlines()[1] == "\u2068Ann\u2069 🗣 2 💣"
    assert [line[:2] for line in rounds[1].splitlines()[2:]] == ["1.", "2.", "3.", "4.", "5."]
    assert sum("⏰" in line for part in rounds for line in part.splitlines()) == 3


def test_the_history_of_a_match_that_has_just_begun_says_so() -> None:
    at = table(0)
    assert plain(GAME.history(at.facts, at.public, SAY)).endswith("Round 1\nNothing yet.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_hold_the_table_of_cards(language: str) -> None:
    text = plain(GAME.rules(words(language)))
    for seats in ROLE_CARDS:
        roles, wires = role_deck(seats), wire_deck(seats)
        assert (
            f"👥 {seats} · 🕵️ {roles.count(Role.SHERLOCK)} 🦹 {roles.count(Role.MORIARTY)} · "
            f"🔵 {seats} ⚪ {len(wires) - seats - 1} 💣 1"
        ) in text
    assert text.count("🟫") == 1
    assert "SHA-256" in text
