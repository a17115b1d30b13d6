"""Board, hand and turn of Time Bomb (product, The table in the group, Secrets)."""

from __future__ import annotations

import pytest

from core.timebomb import ROLE_CARDS, Revealed, Role
from tests.screens.limits import plain
from tests.screens.matches import NAMES, NOON, Table, ended, table, verbs
from tgbot.facts import By, Status
from tgbot.screens import SCREENS
from tgbot.screens.screen import Screen
from tgbot.words import words

SAY = words("en")
GAME = SCREENS["timebomb"]
COMMON = ["hand", "history"]


def board(at: Table) -> Screen:
    return GAME.board(at.facts, at.public, SAY)


def hand(at: Table, seat: int) -> Screen:
    return GAME.hand(at.facts, at.game.view(seat), SAY)


def turn(at: Table) -> Screen:
    assert at.game.to_act is not None
    return GAME.turn(at.facts, at.game.view(at.game.to_act), SAY, private=True)


def moves(screen: Screen) -> list[str]:
    return [verb.removeprefix("!") for verb in verbs(screen) if verb.startswith("!")]


def test_the_board_shows_every_wire_at_its_place() -> None:
    at = table(3)
    signs = {None: "🟫", "safe": "⚪", "defusing": "🔵", "bomb": "💣"}
    lines = plain(board(at)).splitlines()
    for row, name in zip(at.public.rows, NAMES, strict=False):
        assert any(line.startswith("".join(signs[wire] for wire in row)) and name in line for line in lines)


def test_the_board_shows_who_holds_the_cutters_and_until_when() -> None:
    at = table(3)
    holder = NAMES[at.game.holder]
    assert f"✂️ \u2068{holder}\u2069" in plain(board(at))
    assert f"👉 Move: \u2068{holder}\u2069" in plain(board(at))
    assert f'<tg-time unix="{int(NOON.timestamp())}" format="r">' in board(at).text


def test_the_board_tells_the_round_the_cuts_left_and_what_is_found() -> None:
    at = table(6)
    text = plain(board(at))
    assert "round 2 of 4" in text
    assert "✂️ 4 cuts left in this round" in text
    assert f"found: {at.game.found} of 5" in text


def test_the_last_three_events_are_told_oldest_first() -> None:
    at = table(4)
    told = [line for line in plain(board(at)).splitlines() if " → " in line]
    cuts = [f"✂️ \u2068{NAMES[r.cutter]}\u2069 → \u2068{NAMES[r.owner]}\u2069:" for r in at.game.reveals[-3:]]
    assert [line.split(":")[0] + ":" for line in told] == cuts


def test_a_new_deal_is_an_event() -> None:
    assert "🔀 Round 1: shuffled and dealt, 5 wires each" in plain(board(table(0)))
    assert "🔀 Round 2: shuffled and dealt, 4 wires each" in plain(board(table(5)))
    assert "🔀" not in plain(board(table(6)))


def test_tb_14_a_cut_by_the_clock_is_told_as_such_with_a_warning() -> None:
    text = plain(board(table(2, by=(By.PERSON, By.CLOCK))))
    late = NAMES[table(1).game.holder]
    assert f"⏰ \u2068{late}\u2069 ran out of time. Cut at random:" in text
    assert f"⚠️ \u2068{late}\u2069, keep an eye on the clock" in text


CUT_SO = "✂️ Tap a name below, then one of the wires."
CLAIM_SO = "🗣 How many 🔵 do you hold? Tap it for all to see, true or not."


def test_the_first_board_tells_what_its_buttons_are_for() -> None:
    def told(at: Table) -> tuple[bool, bool]:
        text, caption = plain(board(at)), board(at).caption
        assert (CUT_SO in text, CLAIM_SO in text) == (CUT_SO in caption, CLAIM_SO in caption)
        return CUT_SO in text, CLAIM_SO in text

    assert told(table(0)) == (True, True)
    assert told(table(1)) == (False, False)
    assert told(table(5)) == (False, True), "a new round"
    assert told(table(0, claims_on=False)) == (True, False)
    assert told(table(0, computers=[table(0).game.holder])) == (False, True), "a computer waits for claims"
    assert told(table(0, paused=True, deadline=None)) == (False, False)


def test_the_warning_goes_when_the_match_goes_on() -> None:
    text = plain(board(table(3, by=(By.PERSON, By.CLOCK, By.PERSON))))
    assert "⏰" in text
    assert "⚠️" not in text


def test_who_has_left_is_not_warned() -> None:
    late = table(1).game.holder
    text = plain(board(table(2, by=(By.PERSON, By.CLOCK), left=[late])))
    assert "⏰" in text
    assert "⚠️" not in text


@pytest.mark.parametrize("role", Role)
def test_c64_what_is_done_automatically_is_told_alike_for_every_role(role: Role) -> None:
    at = next(
        at
        for at in (table(1, seed=bytes([n]), by=(By.CLOCK,)) for n in range(50))
        if at.game.roles[at.game.reveals[0].cutter] is role
    )
    name = NAMES[at.game.reveals[0].cutter]
    other = NAMES[at.game.reveals[0].owner]
    assert f"⏰ \u2068{name}\u2069 ran out of time. Cut at random: \u2068{other}\u2069, " in plain(board(at))


def test_tb_12_the_newest_claim_of_the_round_stands_beside_the_name() -> None:
    said = [(0, 1, "claim 3"), (0, 1, "claim 2 bomb"), (1, 1, "claim 0 nobomb"), (2, 1, "claim 1")]
    now = plain(board(table(1, claims=said)))
    assert "Ann\u2069 · 🗣 2 💣\n" in now
    assert "Bảo\u2069 · 🗣 0 🚫💣\n" in now
    assert "Céline\u2069 · 🗣 1\n" in now
    assert "· 🗣" not in plain(board(table(5, claims=said)))


def test_the_first_tap_chooses_a_player_with_wires_left_tb_6() -> None:
    at = table(3)
    others = [f"point {seat}" for seat in range(5) if seat != at.game.holder and at.public.left(seat)]
    screen = board(at)
    assert verbs(screen)[: len(others)] == others
    labels = [one.label for row in screen.keyboard for one in row][: len(others)]
    assert labels == [f"{NAMES[int(v[6:])]} · {at.public.left(int(v[6:]))}" for v in others]


def test_a_player_without_wires_cannot_be_chosen_tb_6() -> None:
    at = next(
        at
        for at in (table(moves, seed=bytes([n])) for n in range(80) for moves in (17, 18, 19))
        if not at.game.outcome and any(not at.public.left(s) for s in range(5) if s != at.game.holder)
    )
    empty = next(s for s in range(5) if s != at.game.holder and not at.public.left(s))
    assert f"point {empty}" not in verbs(board(at))


def test_the_second_tap_chooses_a_wire_by_its_number_tb_6() -> None:
    at = table(1)
    target = at.game.reveals[0].cutter
    pointed = at.but(pointing=target, pointing_in="board")
    legal = [move for move in at.game.moves(at.game.holder) if move.startswith(f"cut {target} ")]
    assert moves(board(pointed)) == legal
    assert "unpoint" in verbs(board(pointed))
    assert f"✂️ → \u2068{NAMES[target]}\u2069: which wire?" in plain(board(pointed))


def test_open_places_are_left_out_and_the_others_keep_their_numbers_tb_6() -> None:
    at = next(at for at in (table(2, seed=bytes([n])) for n in range(50)) if at.game.reveals[0].owner != at.game.holder)
    opened = at.game.reveals[0]
    screen = board(at.but(pointing=opened.owner, pointing_in="board"))
    numbers = [one.label for one in screen.keyboard[0]]
    assert numbers == [f"✂️ {place + 1}" for place in range(5) if place != opened.place]


@pytest.mark.parametrize("seats", ROLE_CARDS)
def test_the_two_taps_reach_every_legal_move_and_no_other(seats: int) -> None:
    for made in range(0, 4 * seats, 3):
        at = table(made, names=NAMES[:seats])
        if at.game.to_act is None:
            break
        targets = [int(verb[6:]) for verb in verbs(board(at)) if verb.startswith("point ")]
        for where, show in (("board", board), ("turn", turn)):
            reached = [move for t in targets for move in moves(show(at.but(pointing=t, pointing_in=where)))]
            assert tuple(reached) == at.game.moves(at.game.to_act)


@pytest.mark.parametrize("where", ["turn", "hand"])
def test_pointing_in_private_does_not_show_on_the_board(where: str) -> None:
    at = table(3)
    target = (at.game.holder + 1) % 5
    assert board(at.but(pointing=target, pointing_in=where)) == board(at)


def test_the_board_of_a_computers_turn_has_nothing_to_cut_with() -> None:
    holder = table(3).game.holder
    at = table(3, computers=[holder])
    assert verbs(board(at)) == [*(f"claim {n}" for n in range(6)), *COMMON]
    assert f"💭 \u2068🤖 {NAMES[holder]}\u2069 is thinking…" in plain(board(at))
    assert "⏳" not in plain(board(at))


def test_who_has_left_is_marked_and_played_by_the_computer() -> None:
    holder = table(3).game.holder
    text = plain(board(table(3, left=[holder])))
    assert f"💭 \u2068{NAMES[holder]} 🤖\u2069 is thinking…" in text


def test_claims_take_one_row_as_long_as_the_hand_tb_12() -> None:
    for made, size in ((0, 5), (5, 4), (10, 3), (15, 2)):
        tries = (table(made, seed=bytes([n])) for n in range(99))
        at = next(at for at in tries if len(at.game.reveals) == made and not at.game.outcome)
        row = board(at).keyboard[-2]
        assert [one.label for one in row] == [f"🗣 {n}" for n in range(size + 1)]


def test_claims_that_are_off_have_no_buttons() -> None:
    at = table(3, claims_on=False)
    for screen in (board(at), hand(at, 0)):
        assert not any(verb.startswith(("claim", "bomb")) for verb in verbs(screen))
    assert "🗣" not in plain(hand(at, 0))


def test_a_finished_board_is_open_as_far_as_it_was_and_has_no_buttons() -> None:
    at = ended("bomb")
    assert board(at).keyboard == ()
    assert "💣" in plain(board(at))
    assert "the match is over, see the result below" in plain(board(at)).lower()


def test_the_hand_tells_role_and_wires_behind_spoilers() -> None:
    at = table(6)
    for seat in range(5):
        view = at.game.view(seat)
        own = view.hands[-1]
        text = hand(at, seat).text
        assert f"🔵 {own.defusing}  ⚪ {own.safe}  💣 {own.bomb}</tg-spoiler>" in text
        sign = "🕵️ Sherlock" if view.role is Role.SHERLOCK else "🦹 Moriarty"
        assert f"<tg-spoiler>{sign}</tg-spoiler>" in text
        assert "Friday &lt;night&gt;" in text


def test_the_hand_does_not_change_while_the_round_goes_on() -> None:
    """One message a round and nothing to edit: the budget of edits belongs to the board."""
    for seat in range(5):
        first, *later = [hand(table(made), seat) for made in range(5)]
        assert all(screen == first for screen in later)
        assert hand(table(5), seat) != first


def test_the_hand_offers_every_other_player_and_the_claims_in_full() -> None:
    screen = hand(table(3), 1)
    assert verbs(screen) == [
        *("aim 0", "aim 2", "aim 3", "aim 4"),
        *(f"claim {n}" for n in range(6)),
        *("bomb yes", "bomb no", "bomb -"),
    ]


def test_the_hand_marks_the_own_claim_of_this_round() -> None:
    screen = hand(table(3, claims=[(1, 1, "claim 4"), (1, 1, "claim 2 nobomb"), (0, 1, "claim 5")]), 1)
    labels = {one.data.split(":", 2)[2]: one.label for row in screen.keyboard for one in row if one.data}
    assert [verb for verb, label in labels.items() if label.startswith("✅")] == ["claim 2", "bomb no"]
    assert "🗣 You say this round (true or not): 🗣 2 🚫💣" in plain(screen)


def test_aiming_from_the_hand_shows_the_wires_there_and_nowhere_else() -> None:
    at = table(3)
    holder = at.game.holder
    target = (holder + 1) % 5
    aimed = at.but(pointing=target, pointing_in="hand")
    assert moves(hand(aimed, holder)) == [m for m in at.game.moves(holder) if m.startswith(f"cut {target} ")]
    assert "unaim" in verbs(hand(aimed, holder))
    assert all(hand(aimed, seat) == hand(at, seat) for seat in range(5) if seat != holder)


@pytest.mark.parametrize("over", [ended("time"), table(3, status=Status.CANCELLED)])
def test_the_hand_has_no_buttons_when_the_match_is_over(over: Table) -> None:
    assert hand(over, 0).keyboard == ()


def test_the_alert_tells_what_was_dealt_and_what_is_still_hidden_tb_4() -> None:
    at = table(4)
    for seat in range(5):
        view = at.game.view(seat)
        dealt, cut = view.hands[-1], [str(reveal.wire) for reveal in view.reveals if reveal.owner == seat]
        text = GAME.hand_alert(at.facts, view, SAY)
        assert f"Dealt: 🔵 {dealt.defusing}  ⚪ {dealt.safe}  💣 {dealt.bomb}" in text
        assert f"hidden: 🔵 {dealt.defusing - cut.count('defusing')}  ⚪ {dealt.safe - cut.count('safe')}" in text


def test_the_private_call_has_all_one_needs_to_move() -> None:
    at = table(3)
    text = plain(turn(at))
    assert "👉 It is your move · \u2068Friday <night> & friends\u2069 · Time Bomb" in text
    assert text.count(" → ") == 3
    assert "⏳" in text
    assert all(verb.startswith("point ") for verb in verbs(turn(at))[:-2])
    assert verbs(turn(at))[-2:] == ["extend", "mute"]


def test_c54_the_call_in_the_group_mentions_by_number() -> None:
    at = table(3)
    call = GAME.turn(at.facts, at.public, SAY, private=False)
    assert f'<a href="tg://user?id={100 + at.game.holder}">' in call.text
    assert verbs(call) == ["extend", "mute"]
    assert "\n" not in call.text


def test_what_a_cut_was_is_told_to_whoever_made_it_tb_7() -> None:
    said = {"safe": "⚪ A safe wire. Phew!", "defusing": "🔵 A defusing wire!", "bomb": "💣 That was the bomb!"}
    reveals = ended("bomb").game.reveals
    assert {reveal.wire for reveal in reveals} == set(said)
    for reveal in reveals:
        assert GAME.told([Revealed(None, reveal)], SAY) == said[reveal.wire]
