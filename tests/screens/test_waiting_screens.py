"""What every game shows while it waits: absence, pauses, reminders, votes, lists (product, Time)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests.screens.limits import check, plain
from tests.screens.matches import NOON, PLAYED, Table, table, verbs, waiting
from tgbot.facts import SEAT_KEPT, Ballot, By, Reminders
from tgbot.languages import LANGUAGES
from tgbot.screens import SCREENS, texts, votes
from tgbot.screens.match import nobody_waits
from tgbot.screens.screen import Screen
from tgbot.screens.times import moment, roughly
from tgbot.words import words

SAY = words("en")


def seated(at: Table, seat: int, **changes: Any) -> Table:
    """The same with somebody changed."""
    seats = tuple(replace(one, **changes) if one.seat == seat else one for one in at.facts.seats)
    return at.but(seats=seats)


def away(at: Table, seat: int) -> Table:
    return seated(at, seat, misses=2, absent_since=NOON)


def board(at: Table, language: str = "en") -> Screen:
    return SCREENS[at.facts.kind].board(at.facts, at.public, words(language))


def turn(at: Table, *, private: bool = True, language: str = "en") -> Screen:
    view = at.game.view(at.game.to_act) if private else at.public
    return SCREENS[at.facts.kind].turn(at.facts, view, words(language), private=private)


def hand(at: Table, seat: int, language: str = "en") -> Screen:
    return SCREENS[at.facts.kind].hand(at.facts, at.game.view(seat), words(language))


def games(**how: Any) -> list[Table]:
    return [table(3, kind=kind, variant=variant, **how) for kind, variant in PLAYED]


def other(at: Table) -> int:
    """Somebody who is not to move."""
    return int(at.game.to_act + 1) % int(at.game.seats)


def test_who_is_away_is_marked_and_can_come_back_on_every_board() -> None:
    for at in games():
        seat = other(at)
        name = at.facts.seats[seat].name
        shown = board(away(at, seat))
        assert f"\u2068{name} 💤\u2069 is away" in plain(shown)
        assert {"back", f"seat {seat}"} <= set(verbs(shown))
        assert not {"back", f"seat {seat}"} & set(verbs(board(at)))


def test_the_board_tells_when_the_seat_of_somebody_away_is_open_to_others() -> None:
    for at in games():
        free = moment(NOON + SEAT_KEPT, at.facts.zone, "en")
        assert f"The seat is open to others: {free}" in board(away(at, other(at))).text


def test_whoever_left_is_not_away() -> None:
    for at in games(left=[0, 1, 2, 3, 4]):
        assert "away" not in plain(board(away(at, 0)))
        assert "back" not in verbs(board(away(at, 0)))


def test_the_first_miss_earns_a_warning_on_the_board_and_in_private() -> None:
    for at in games(by=(By.CLOCK,)):
        late = at.facts.plays[-1].seat
        warned = seated(at, late, misses=1)
        assert f"\u2068{warned.facts.seats[late].name}\u2069, keep an eye on the clock: one more miss" in plain(
            board(warned)
        )
        assert "⚠️ You missed your last turn. One more" in plain(hand(warned, late))
        assert "⚠️" not in plain(hand(warned, (late + 1) % 5))
        mine = seated(warned, at.game.to_act, misses=1)
        assert "⚠️ You missed your last turn. One more" in plain(turn(mine))


def test_the_warning_stands_while_computers_move_which_take_four_seconds_each() -> None:
    for kind, variant in PLAYED:
        for by in ((By.CLOCK, By.COMPUTER), (By.CLOCK, By.COMPUTER, By.COMPUTER), (By.CLOCK, By.COMPUTER, By.PERSON)):
            at = table(len(by), kind=kind, variant=variant, by=by)
            warned = seated(at, at.facts.plays[0].seat, misses=1)
            assert ("one more miss" in plain(board(warned))) == (By.PERSON not in by), (kind, by)


def test_whoever_has_come_back_is_warned_no_more() -> None:
    for at in games(by=(By.CLOCK,)):
        late = at.facts.plays[-1].seat
        assert "one more miss" in plain(board(at))
        assert "one more miss" not in plain(board(seated(at, late, misses=0)))


def test_whoever_is_away_is_told_so_in_private_and_needs_one_tap_to_come_back() -> None:
    for at in games(by=(By.CLOCK,)):
        late = at.facts.plays[-1].seat
        gone = away(at, late)
        assert "one more miss" not in plain(board(gone))
        assert "💤 You count as away" in plain(hand(gone, late))
        assert "back" in verbs(hand(gone, late))
        mine = away(at, at.game.to_act)
        assert "💤 You count as away" in plain(turn(mine))
        assert {"extend", "mute"} & set(verbs(turn(mine))) == set()
        assert "back" in verbs(turn(mine))


def test_a_pause_takes_the_moves_off_the_board_and_offers_its_end() -> None:
    for at in games():
        until = NOON + timedelta(hours=24)
        shown = board(at.but(paused=True, pause_until=until, deadline=None))
        assert (
            f"⏸ <b>Paused.</b> What is left on the clock is kept. It goes on by itself: {moment(until, at.facts.zone)}"
            in (shown.text)
        )
        assert "resume" in verbs(shown)
        assert not any(verb.startswith(("point", "!", "attach")) for verb in verbs(shown))
        assert "hand" in verbs(shown)
        assert "resume" not in verbs(board(at))


@pytest.mark.parametrize(
    ("stage", "privately", "in_the_group"),
    [
        (0, "👉 It is your move ·", "it is your move!"),
        (1, "🔔 Half of your time has passed", "half of the time has passed"),
        (2, "⏰ Your time is running out", "hurry, it is your move!"),
    ],
)
def test_the_call_says_how_much_time_is_left(stage: int, privately: str, in_the_group: str) -> None:
    for at in games():
        assert privately in plain(turn(at.but(reminded=stage)))
        called = turn(at.but(reminded=stage), private=False)
        assert in_the_group in plain(called)
        assert f"tg://user?id={at.facts.seats[at.game.to_act].person_id}" in called.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_reminders_differ_from_the_call_in_every_language(language: str) -> None:
    for at in games():
        for private in (True, False):
            told = {turn(at.but(reminded=stage), private=private, language=language).text for stage in range(3)}
            assert len(told) == 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stage", [0, 1, 2])
def test_at_a_private_table_the_call_is_short_and_repeats_nothing_of_the_board(stage: int, language: str) -> None:
    for at in games(chat_id=100, chat_title="Ann", reminded=stage):
        on_board, called = board(at, language), turn(at, language=language)
        assert [verb for verb in verbs(called) if verb not in {"extend", "mute"}] == ["board"]
        assert any(verb.startswith(("point", "!", "draw", "attach")) for verb in verbs(on_board)), "one moves there"
        own = [line for line in plain(called).splitlines() if line]
        assert len(own) == 2
        assert [line for line in own if line in plain(on_board).splitlines()] == own[1:], "until when, and no more"
        assert "board" not in verbs(turn(at.but(chat_id=-100), language=language)), "in a group the board is elsewhere"


def test_more_time_is_offered_until_he_had_it() -> None:
    for at in games():
        assert "extend" in verbs(turn(at))
        assert "extend" not in verbs(turn(seated(at, at.game.to_act, extended=True)))


def test_silence_is_offered_while_a_reminder_may_follow() -> None:
    for at in games():
        mine = at.game.to_act
        assert "mute" in verbs(turn(at.but(reminded=1)))
        for silent in (
            at.but(reminded=2),
            at.but(clock=300),
            seated(at, mine, muted=True),
            seated(at, mine, reminders=Reminders.NONE),
        ):
            assert "mute" not in verbs(turn(silent))


def test_deadlines_can_be_read_in_the_zone_of_the_group() -> None:
    at = table(3, zone="Asia/Ho_Chi_Minh")
    assert "Thứ 2, 24 thg 8, 19:00 (TP Hồ Chí Minh)" in plain(board(at, "vi"))
    assert 'unix="1787572800" format="r"' in board(at, "vi").text
    assert "lun. 24 août, 14:00 (Paris)" in plain(turn(table(3, zone="Europe/Paris"), language="fr"))


BALLOT = Ballot("seat", 1, "<Zoë>", 7, yes=(0, 2), no=(3,), needed=3, voters=4)


def test_a_vote_tells_the_question_who_is_for_it_and_what_is_needed() -> None:
    at = away(table(3), 1).but(ballot=BALLOT)
    shown = votes.vote(at.facts, SAY)
    text = plain(shown)
    assert "🪑 \u2068<Zoë>\u2069 would take over the seat of \u2068Bảo 💤\u2069" in text
    assert "👍 2 of 3 needed (\u2068Ann\u2069, \u2068Céline\u2069)" in text
    assert "👎 1 (\u2068Дима\u2069)" in text
    assert verbs(shown) == ["vote yes seat 1 7", "vote no seat 1 7"]


@pytest.mark.parametrize(("what", "sign"), [("pause", "⏸"), ("resume", "▶️"), ("end", "🚫")])
def test_every_question_is_put_plainly(what: str, sign: str) -> None:
    shown = votes.vote(table(3, ballot=Ballot(what, needed=3)).facts, SAY)
    assert sign in plain(shown)
    assert verbs(shown) == [f"vote yes {what}", f"vote no {what}"]


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (61, "1 minute"),
        (100, "2 minutes"),
        (3600, "60 minutes"),
        (7200, "2 hours"),
        (90_000, "25 hours"),
        (200_000, "2 days"),
    ],
)
def test_how_long_the_bot_was_away_is_told_roughly(seconds: int, told: str) -> None:
    assert roughly(seconds, SAY) == told
    assert f"for {told}." in plain(votes.away(table(3, away=seconds).facts, SAY))


def test_my_matches_say_what_waits_for_me_and_lead_there() -> None:
    at = table(3, match=5)
    me = at.facts.seats[at.game.to_act].person_id or 0
    shown = texts.games([at.facts, waiting(match=6)], me, SAY, {5: "https://t.me/c/1/2"})
    assert "1. \u2068Friday <night> & friends\u2069 · Time Bomb\n👉 It is your move!\n⏳ Time is up:" in plain(shown)
    assert [[one.data or one.url for one in row] for row in shown.keyboard] == [["5:4:show", "https://t.me/c/1/2"]]


def test_the_status_tells_a_pause_and_who_is_away() -> None:
    at = away(table(3), table(3).game.to_act)
    assert "💤\u2069\n⏳ Time is up" in plain(texts.status([at.facts], SAY))
    assert "⏸ Paused" in plain(texts.status([at.but(paused=True, deadline=None).facts], SAY))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", SCREENS)
def test_the_rules_of_every_game_tell_of_night_absence_and_leaving(kind: str, language: str) -> None:
    rules = SCREENS[kind].rules(words(language))
    check(rules)
    assert nobody_waits(words(language)) in rules.text


def test_the_law_of_night_absence_and_leaving_in_words() -> None:
    assert nobody_waits(SAY) == (
        "At night slow clocks stand still. Whoever misses two turns in a row has a minute for each turn 💤, until they "
        "are back. Whoever leaves is replaced by the computer 🤖."
    )
