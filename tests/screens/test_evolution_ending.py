"""Result, history and rules of Time Bomb Evolution, and its options in the lobby (rulings EV-1 to EV-20)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.evolution import EvolutionOptions
from core.fair import Fair
from core.timebomb import COLOURS, Role, Wire
from tests.screens.limits import plain
from tests.screens.matches import BOT, NAMES, Table, ended, table, variant, verbs, waiting
from tgbot.facts import By, MatchFacts
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS
from tgbot.screens.lobby import lobby
from tgbot.words import words

SAY = words("en")
GAME = SCREENS["evolution"]
SIGNS = {"green": "🍀", "orange": "🍊", "pink": "🌸", "yellow": "⭐", "blue": "💎", "red": "🍒", "defusing": "🔵"}


def result(at: Table) -> str:
    return plain(GAME.result(at.facts, at.public, SAY))


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("defused", "🎉 Sherlock's team wins!"),
        ("explosion green", "💥 Moriarty's team wins! Too many bombs: 🍀 green."),
        ("explosion red", "💥 Moriarty's team wins! Too many bombs: 🍒 red."),
        ("pair", "💥 Moriarty's team wins! Two in a row: 🌸 pink."),
        ("time", "⌛ Moriarty's team wins! Four rounds are over"),
    ],
)
def test_the_result_says_who_won_and_why(reason: str, told: str) -> None:
    assert told in result(ended(reason, kind="evolution", variant=True))


def test_ev_14_the_result_says_that_orange_left_no_cut() -> None:
    at = next(
        at
        for at in (
            table(99, names=NAMES[:4], seed=n.to_bytes(2, "big"), kind="evolution", variant=True) for n in range(9999)
        )
        if at.game.outcome.reason == "time" and at.game.round == 3
    )
    assert "⌛ Moriarty's team wins! No cut is left for round 4: 🍊 orange." in result(at)


def test_the_colour_that_exploded_is_marked_on_the_last_board() -> None:
    for reason, colour in (("explosion green", "green"), ("pair", "pink")):
        at = ended(reason, kind="evolution", variant=True)
        lines = plain(GAME.board(at.facts, at.public, SAY)).splitlines()
        assert [line.split(" ")[1] for line in lines if line.endswith("💥")] == [colour]


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_tb_13_the_result_shows_roles_hands_left_and_what_was_put_aside(seats: int) -> None:
    at = next(at for at in (table(99, names=NAMES[:seats], seed=bytes([n]), kind="evolution") for n in range(9)))
    text = result(at)
    assert "🗄" in GAME.result(at.facts, at.public, SAY).caption
    for role, head in ((Role.SHERLOCK, "🕵️ Sherlock · "), (Role.MORIARTY, "🦹 Moriarty · ")):
        team = ", ".join(f"\u2068{n}\u2069" for n, own in zip(NAMES, at.game.roles, strict=False) if own is role)
        assert f"{head}{team}" in text
    assert "Put aside at the start: " + "".join(SIGNS[wire] for wire in at.game.aside) in text
    left = text.split("Still face down at the end")[1].split("The cutters' way")[0]
    assert left.count("🔵") == seats - at.game.found
    assert ("The role card nobody had" in text) == (seats == 4)


def test_ev_2_nothing_of_the_cards_put_aside_shows_before_the_end() -> None:
    at = table(9, kind="evolution", variant=True)
    other = replace(at.game, aside=(Wire.GREEN,) * 5)
    assert GAME.board(at.facts, other.view(None), SAY) == GAME.board(at.facts, at.public, SAY)
    assert "🗄" not in plain(GAME.result(at.facts, at.public, SAY))


@pytest.mark.parametrize(("first", "passed"), [(6312, False), (32229, True)])
def test_ev_19_the_way_of_the_cutters_goes_on_from_who_was_drawn_without_a_wire(first: int, passed: bool) -> None:
    drawn = variant(lambda game: game.effects and game.effects[-1].did == "free", seats=4, first=first)
    assert (drawn.game.reveals[-1].owner != drawn.game.holder) is passed
    seats = {move.split(" ")[1]: move for move in drawn.game.moves(drawn.game.holder)}
    for move in seats.values():
        _cut_freely(drawn, move)


def _cut_freely(drawn: Table, move: str) -> None:
    game, _ = drawn.game.play(drawn.game.holder, move, Fair(b"free", 1))
    play = replace(drawn.facts.plays[-1], seat=drawn.game.holder, move=move)
    at = Table(replace(drawn.facts, plays=(*drawn.facts.plays, play)), game)
    red, free = at.game.reveals[-2:]
    owner, cutter, last = (f"\u2068{NAMES[seat]}\u2069" for seat in (red.owner, free.cutter, free.owner))
    way = result(at).split("The cutters' way")[1].split("\n\n")[0]
    between = "" if red.owner == free.cutter else f", {cutter}"
    assert way.endswith(f"→ {owner} 🍒{between} → {last} {SIGNS[free.wire]}")


@pytest.mark.parametrize("at", [ended("time", kind="evolution", variant=True), ended("time")])
def test_the_way_names_again_nobody_who_got_the_cutters_by_his_wire(at: Table) -> None:
    text = plain(SCREENS[at.facts.kind].result(at.facts, at.public, SAY)).split("The cutters' way")[1].split("🔐")[0]
    assert "," not in text


def test_the_history_tells_every_cut_and_below_it_what_it_did() -> None:
    at = ended("time", kind="evolution", variant=True)
    lines = plain(GAME.history(at.facts, at.public, SAY)).splitlines()
    for effect in at.game.effects:
        at_line = next(n for n, line in enumerate(lines) if line.startswith(f"{effect.after}. "))
        below = lines[at_line + 1]
        assert below.startswith(("🔵", "💎", "🍒"))
        assert (f"{SIGNS[effect.colour]} {effect.colour}" if effect.colour else NAMES[effect.seat]) in below
    assert sum("✂️" in line for line in lines) == len(at.game.reveals)


def test_tb_14_the_history_marks_choices_of_the_clock() -> None:
    at = variant(lambda game: game.effects and game.effects[-1].chosen, by=(By.CLOCK,))
    assert "ran out of time. Defused at random" in plain(GAME.history(at.facts, at.public, SAY))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_explain_every_colour_and_count_the_cards(language: str) -> None:
    text = plain(GAME.rules(words(language)))
    for colour in COLOURS:
        assert any(line.startswith(SIGNS[colour]) for line in text.splitlines())
    for seats, bombs in ((4, 16), (5, 20), (6, 24)):
        assert f"👥 {seats} · " in text
        assert f"🔵 {seats} 💣 {bombs}" in text
    assert "SHA-256" in text


def gathering(seats: int = 5, *, panel: str = "options", **options: object) -> MatchFacts:
    return waiting(NAMES[:seats], kind="evolution", options=EvolutionOptions(**options), panel=panel)  # type: ignore[arg-type]


def test_ev_1_each_colour_carries_its_own_change_alone() -> None:
    facts = gathering(colours=(Wire.ORANGE, Wire.RED))
    carried = [verb for verb in verbs(lobby(facts, SAY, BOT)) if verb.startswith(("colour", "lot"))]
    assert carried == [
        *("colour green on", "colour orange off", "colour pink on", "colour yellow on", "colour blue on"),
        *("colour red off", "lot"),
    ]


def test_what_is_chosen_is_marked() -> None:
    _door, *rows = lobby(gathering(colours=(Wire.PINK,), variant=True), SAY, BOT).keyboard
    marked = [one.label for row in rows for one in row if one.label.startswith("✅")]
    assert marked == ["✅ 🗣 Claims on", "✅ 🎭 Variant on", "✅ 🌸 pink", "✅ ▶️ By hand", "✅ 👥 Members only"]
    _door, *rows = lobby(gathering(), SAY, BOT).keyboard
    marked = [one.label for row in rows for one in row if one.label.startswith("✅")]
    assert marked[1:3] == ["✅ 🎭 Variant off", "✅ 🎲 Draw the colours by lot"]


@pytest.mark.parametrize(
    ("seats", "picked", "told"),
    [
        (1, 3, "⚠️ Colours still to be picked: 1"),
        (5, 3, "⚠️ Colours still to be picked: 2"),
        (5, 5, None),
        (5, 6, "⚠️ Colours too many: 1"),
        (5, 0, None),
    ],
)
def test_ev_1_the_lobby_tells_how_many_colours_are_missing(seats: int, picked: int, told: str | None) -> None:
    text = plain(lobby(gathering(seats, colours=COLOURS[:picked]), SAY, BOT))
    assert (told or "🎨") in text
    assert ("⚠️" in text) is (told is not None)


@pytest.mark.parametrize("panel", ["", "options"])
def test_the_effects_are_explained_in_the_lobby_when_the_variant_is_on(panel: str) -> None:
    picked = plain(lobby(gathering(panel=panel, colours=COLOURS[:5], variant=True), SAY, BOT))
    drawn = plain(lobby(gathering(panel=panel, variant=True), SAY, BOT))
    plain_ = plain(lobby(gathering(panel=panel), SAY, BOT))
    for colour in COLOURS:
        told = f"\n{SIGNS[colour]} {colour}: "
        assert [told in text for text in (picked, drawn, plain_)] == [colour != "red", True, False]


def test_time_bomb_has_none_of_these_options() -> None:
    carried = verbs(lobby(waiting(panel="options"), SAY, BOT))
    assert not any(verb.startswith(("variant", "colour", "lot")) for verb in carried)
