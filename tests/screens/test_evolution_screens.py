"""Board, hand, turn and keyboards of Time Bomb Evolution and its variant (product, The table in the group)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from core.evolution import Attached, Detached, Drawn
from core.game import Ended, Outcome
from core.timebomb import COLOURS, Reveal, Revealed, Wire
from playground.entities import utf16_length
from tests.screens.limits import plain
from tests.screens.matches import NAMES, Table, table, variant, verbs
from tgbot.facts import By
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS
from tgbot.screens.screen import Screen
from tgbot.words import words

SAY = words("en")
GAME = SCREENS["evolution"]
SIGNS = {"green": "🍀", "orange": "🍊", "pink": "🌸", "yellow": "⭐", "blue": "💎", "red": "🍒", "defusing": "🔵"}


def board(at: Table) -> Screen:
    return GAME.board(at.facts, at.public, SAY)


def hand(at: Table, seat: int) -> Screen:
    return GAME.hand(at.facts, at.game.view(seat), SAY)


def turn(at: Table) -> Screen:
    return GAME.turn(at.facts, at.game.view(at.game.to_act), SAY, private=True)


def moves(screen: Screen) -> tuple[str, ...]:
    return tuple(verb.removeprefix("!") for verb in verbs(screen) if verb.startswith("!"))


def asked(kind: str, **changes: Any) -> Table:
    return variant(lambda game: game.choice is not None and game.choice.kind == kind, **changes)


def drawn(*, himself: bool, **changes: Any) -> Table:
    return variant(lambda game: game.draw is not None and (game.draw == game.holder) is himself, **changes)


def line(at: Table, colour: str) -> str:
    start = f"{SIGNS[colour]} {colour} "
    return next(one.removeprefix(start) for one in plain(board(at)).split("\n\n")[1].splitlines() if start in one)


def test_ev_4_a_row_for_each_colour_of_the_match_tells_how_many_of_how_many() -> None:
    at = table(12, names=NAMES[:6], kind="evolution")
    for bomb in at.public.bombs:
        pips = "💣" * bomb.revealed + "▫️" * (4 - bomb.revealed)
        assert line(at, bomb.colour).startswith(f"{pips} {bomb.revealed}/4")
    four = table(0, names=NAMES[:4], kind="evolution")
    shown = {colour for colour in COLOURS if re.search(rf" {colour} ▫️", plain(board(four)))}
    assert shown == set(four.game.colours)


def test_every_kind_of_wire_has_a_sign_of_its_own_and_every_colour_a_name() -> None:
    at = table(0, names=NAMES[:6], kind="evolution")
    assert len(set(SIGNS.values())) == 7
    assert all(f"{SIGNS[colour]} {colour} " in plain(board(at)) for colour in COLOURS)


def test_the_title_tells_whether_the_variant_is_played() -> None:
    for on in (False, True):
        text = plain(board(table(0, kind="evolution", variant=on)))
        assert ("Time Bomb Evolution, variant · round 1" in text) is on
        assert ("Time Bomb Evolution · round 1" in text) is not on


def test_ev_13_green_is_counted_to_three_in_the_variant_only() -> None:
    assert "0/4" in line(table(0, names=NAMES[:6], kind="evolution"), "green")
    assert "0/3" in line(table(0, names=NAMES[:6], kind="evolution", variant=True), "green")


def test_ev_11_a_colour_with_a_wire_is_marked_as_defused() -> None:
    at = variant(lambda game: len(game.attached) == 2)
    for bomb in at.public.bombs:
        assert ("🔵 defused" in line(at, bomb.colour)) is bomb.defused


def test_a_colour_is_marked_when_its_next_bomb_explodes() -> None:
    for kind in (False, True):
        seen = set()
        for n in range(30):
            at = table(16, seed=bytes([n]), kind="evolution", variant=kind)
            if at.game.outcome:
                continue
            for bomb in at.public.bombs:
                near = bomb.revealed == bomb.limit - 1 and not bomb.defused
                pair = kind and bomb.colour == "pink" and at.public.reveals[-1].wire == "pink"
                assert ("❗" in line(at, bomb.colour)) is (near or pair)
                seen.add((near, pair))
        assert {(False, False), (True, False)} <= seen


def test_ev_15_pink_is_marked_right_after_pink_even_defused() -> None:
    at = variant(lambda game: game.reveals and game.reveals[-1].wire == "pink" and "pink" in game.attached)
    assert line(at, "pink").endswith("🔵 defused ❗")


def test_ev_14_the_last_round_tells_what_orange_took_off_and_no_other_round_does() -> None:
    last = variant(lambda game: game.round == 4 and game.cuts == 3)
    text = plain(board(last))
    assert "✂️ 3 cuts left in this round\n🍊 orange took off cuts of this round: 2" in text
    assert "took off" not in plain(board(variant(lambda game: game.round == 3 and "orange" in game.colours)))
    assert "took off" not in plain(board(variant(lambda game: game.round == 4 and game.cuts == 5)))


@pytest.mark.parametrize(
    ("kind", "question"),
    [("attach", "🔵 Which colour is to be defused?"), ("detach", "💎 Which colour loses its defusing wire?")],
)
def test_ev_20_a_choice_has_a_button_for_each_colour_on_board_turn_and_in_his_hand(kind: str, question: str) -> None:
    at = asked(kind)
    chooser = at.game.choice.seat
    for screen in (board(at), turn(at), hand(at, chooser)):
        assert moves(screen) == at.game.moves(chooser) == tuple(f"{kind} {colour}" for colour in at.game.choice.colours)
        assert question in plain(screen)
        assert not any(verb.startswith(("point", "aim")) for verb in verbs(screen))
    assert f"👉 Move: \u2068{NAMES[chooser]}\u2069\n{question}" in plain(board(at))


@pytest.mark.parametrize("kind", ["attach", "detach"])
def test_ev_20_the_hands_of_all_others_do_not_change_while_somebody_chooses(kind: str) -> None:
    at = asked(kind)
    before = table(len(at.facts.plays) - 1, seed=seed_of(at), kind="evolution", variant=True)
    assert before.game.reveals == at.game.reveals[:-1]
    for seat in range(5):
        assert (hand(at, seat) == hand(before, seat)) is (seat != at.game.choice.seat)


def seed_of(at: Table) -> bytes:
    """The seed ``variant`` found: the one whose match goes like this one."""
    seeds = (n.to_bytes(2, "big") for n in range(3000))
    return next(
        seed
        for seed in seeds
        if table(99, seed=seed, kind="evolution", variant=True).facts.plays[: len(at.facts.plays)] == at.facts.plays
    )


def test_the_hand_does_not_change_while_nothing_is_asked_of_its_player() -> None:
    """One message a round and nothing to edit but for choices: the budget of edits belongs to the board."""
    for n in range(12):
        seed, last = bytes([n]), dict[tuple[int, int], Screen]()
        for made in range(30):
            at = table(made, seed=seed, kind="evolution", variant=True)
            if at.game.outcome:
                break
            for seat in range(5):
                own = seat == at.game.to_act and (at.game.choice or at.game.draw == seat)
                if not own:
                    assert last.setdefault((at.game.round, seat), hand(at, seat)) == hand(at, seat)


def test_a_choice_of_the_computer_has_no_buttons_on_the_board() -> None:
    chooser = asked("attach").game.choice.seat
    at = asked("attach", computers=[chooser])
    assert moves(board(at)) == ()
    assert f"💭 \u2068🤖 {NAMES[chooser]}\u2069 is thinking…\n🔵 Which colour" in plain(board(at))


def test_who_chooses_is_in_bold_and_who_holds_the_cutters_has_them() -> None:
    at = asked("attach")
    text = board(at).text
    assert f"<b>\u2068{NAMES[at.game.choice.seat]}\u2069</b>" in text
    assert f"✂️ \u2068{NAMES[at.game.holder]}\u2069" in text
    assert at.game.holder != at.game.choice.seat


@pytest.mark.parametrize("himself", [False, True])
def test_ev_18_after_red_only_the_wires_of_the_player_drawn_are_offered(himself: bool) -> None:
    at = drawn(himself=himself)
    target = at.game.draw
    for screen in (board(at), turn(at)):
        assert moves(screen) == at.game.moves(at.game.holder)
        assert all(move.startswith(f"cut {target} ") for move in moves(screen))
        assert f"🍒 The next cut must be made at \u2068{NAMES[target]}\u2069" in plain(screen)
        assert not any(verb.startswith(("point", "unpoint")) for verb in verbs(screen))


def test_ev_18_who_has_to_cut_his_own_wires_can_do_it_from_his_hand() -> None:
    at = drawn(himself=True)
    assert moves(hand(at, at.game.holder)) == at.game.moves(at.game.holder)
    other = drawn(himself=False)
    assert f"aim {other.game.draw}" in verbs(hand(other, other.game.holder))


def test_ev_19_who_is_drawn_without_a_wire_cuts_freely() -> None:
    at = variant(lambda game: game.effects and game.effects[-1].did == "free", seats=4, first=6312)
    name = f"\u2068{NAMES[at.game.holder]}\u2069"
    assert f"🍒 Drawn: {name}. No wire is left there: {name} takes the cutters" in plain(board(at))
    assert len([verb for verb in verbs(board(at)) if verb.startswith("point ")]) == 3


def test_ev_18_the_draw_is_told_at_once_and_until_it_is_done() -> None:
    at = drawn(himself=False)
    name = f"\u2068{NAMES[at.game.draw]}\u2069"
    assert f"🍒 Drawn: {name}\n\n👉" in plain(board(at))


@pytest.mark.parametrize("did", ["attached", "detached"])
@pytest.mark.parametrize("by", [By.PERSON, By.CLOCK])
def test_ev_20_a_choice_made_is_told_with_who_made_it(did: str, by: By) -> None:
    at = variant(lambda game: game.effects and game.effects[-1].did == did and game.effects[-1].chosen, by=(by,))
    effect = at.game.effects[-1]
    name = f"\u2068{NAMES[at.game.reveals[effect.after - 1].cutter]}\u2069"
    said = {
        ("attached", By.PERSON): f"🔵 {name} has defused: ",
        ("detached", By.PERSON): f"💎 {name} has taken the defusing wire off: ",
        ("attached", By.CLOCK): f"⏰ {name} ran out of time. Defused at random: ",
        ("detached", By.CLOCK): f"⏰ {name} ran out of time. No longer defused, at random: ",
    }
    assert f"{said[did, by]}{SIGNS[effect.colour]} {effect.colour}\n" in plain(board(at))
    assert ("⚠️" in plain(board(at))) is (by is By.CLOCK)


def test_ev_10_without_a_choice_it_is_said_that_there_was_none() -> None:
    at = variant(lambda game: game.effects and game.effects[-1].did == "attached" and not game.effects[-1].chosen)
    assert f"🔵 Defused, since there was no other: {SIGNS[at.game.effects[-1].colour]}" in plain(board(at))


def test_ev_3_the_hand_counts_every_kind_of_the_match_equally_long() -> None:
    at = table(0, names=NAMES[:6], kind="evolution")
    texts = []
    for seat in range(6):
        own = at.game.view(seat).hands[-1]
        counts = {"defusing": own.defusing, **dict(own.colours)}
        kinds = ("defusing", *at.game.colours)
        texts.append("  ".join(f"{SIGNS[kind]} {counts.get(kind, 0)}" for kind in kinds))
        assert f"<tg-spoiler>{texts[-1]}</tg-spoiler>" in hand(at, seat).text
        assert f"Dealt: {texts[-1]}\n" in GAME.hand_alert(at.facts, at.game.view(seat), SAY)
    assert len(set(map(len, texts))) == 1
    assert len(set(texts)) > 1


def test_tb_4_the_alert_tells_what_is_still_hidden() -> None:
    at = table(9, names=NAMES[:6], kind="evolution")
    cut = [reveal for reveal in at.game.reveals if reveal.round == at.game.round]
    for reveal in cut:
        dealt, left = re.findall(r": (🔵.*)", GAME.hand_alert(at.facts, at.game.view(reveal.owner), SAY))
        gone = [SIGNS[one.wire] for one in cut if one.owner == reveal.owner]
        for was, now in zip(dealt.split("  "), left.split("  "), strict=True):
            sign, number = was.split(" ")
            assert now == f"{sign} {int(number) - gone.count(sign)}"


def test_ev_7_colours_can_be_claimed_in_private_after_the_number() -> None:
    silent, said = table(2, kind="evolution"), table(2, kind="evolution", claims=[(1, 1, "claim 2")])
    assert not any(verb.startswith("hold") for verb in verbs(hand(silent, 1)))
    for colour in said.game.colours:
        own = [verb for verb in verbs(hand(said, 1)) if verb.startswith(f"hold {colour} ")]
        assert own == [f"hold {colour} {n}" for n in ("-", 0, 1, 2, 3)]
    assert not any(verb.startswith("hold") for verb in verbs(board(said)))


def test_ev_7_no_more_can_be_claimed_than_was_dealt() -> None:
    first, second, *_ = table(0, kind="evolution").game.colours
    at = table(2, kind="evolution", claims=[(1, 1, f"claim 1 {first}3 {second}1")])
    counts = [verb.split(" ")[1:] for verb in verbs(hand(at, 1)) if verb.startswith("hold ")]
    assert {colour: max(n for one, n in counts if one == colour) for colour, _ in counts} == {
        colour: {first: "3", second: "1"}.get(colour, "0") for colour in at.game.colours
    }


def test_ev_7_what_is_claimed_is_marked_and_shown_on_the_board() -> None:
    first, second, *_ = table(0, kind="evolution").game.colours
    at = table(2, kind="evolution", claims=[(1, 1, "claim 3"), (1, 1, f"claim 1 {first}2 {second}0")])
    labels = {one.data.split(":", 2)[2]: one.label for row in hand(at, 1).keyboard for one in row if one.data}
    marked = {verb for verb, label in labels.items() if label.startswith("✅")}
    silent = {f"hold {colour} -" for colour in at.game.colours[2:]}
    assert marked == {"claim 1", f"hold {first} 2", f"hold {second} 0", *silent}
    said = f"🗣 🔵1 {SIGNS[first]}2 {SIGNS[second]}0"
    assert f"You say this round (true or not): {said}" in plain(hand(at, 1))
    assert f"\u2068{NAMES[1]}\u2069 · {said}\n" in plain(board(at))


def test_claims_that_are_off_have_no_buttons() -> None:
    at = table(3, kind="evolution", claims_on=False)
    for screen in (board(at), hand(at, 0)):
        assert not any(verb.startswith(("claim", "hold")) for verb in verbs(screen))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("colour", COLOURS)
def test_what_a_cut_did_is_told_to_whoever_made_it(colour: Wire, language: str) -> None:
    say = words(language)
    bomb = Revealed(None, Reveal(1, 0, 1, 2, colour))
    events = [bomb, Attached(None, colour, True), Detached(None, colour, False), Drawn(None, 3, False)]
    said = GAME.told([*events, Ended(None, Outcome((0,), "moriarty", f"explosion {colour}"))], say)
    assert said.count(SIGNS[colour]) - (colour in {"blue", "red"}) == 3
    assert "💥" in said
    assert utf16_length(said) <= 200


def test_a_defusing_wire_and_the_end_by_time_are_told_in_few_words() -> None:
    wire = Revealed(None, Reveal(1, 0, 1, 2, Wire.DEFUSING))
    assert GAME.told([wire, Ended(None, Outcome((0,), "sherlock", "defused"))], SAY) == "🔵 A defusing wire!"
