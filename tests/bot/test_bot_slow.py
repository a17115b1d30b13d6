"""Slow games: reminders, absence, pauses, votes, nights (product, Time). The clock is moved."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.seen import Board, Message

FOUR = "Ann Bob Cid Dee"
MINUTE, HOUR = 60, 3600
HANOI = ZoneInfo("Asia/Ho_Chi_Minh")


def now(world: World) -> datetime:
    """What the playground's clock shows."""
    return datetime.fromtimestamp(world.sim.get("clock")["now"], UTC)


def wait_for(world: World, hour: int, zone: ZoneInfo = HANOI) -> None:
    """Time goes by until this hour strikes in a zone."""
    there = now(world).astimezone(zone)
    then = there.replace(hour=hour, minute=0, second=0, microsecond=0)
    world.think((then - there).total_seconds() % (24 * HOUR))


def deadline(world: World) -> datetime:
    """Until when the match waits."""
    return datetime.fromisoformat(world.match()["deadline"] + "+00:00")


def shown_deadline(message: Message) -> datetime:
    (at,) = [one["unix_time"] for one in message.raw["entities"] if one["type"] == "date_time"]
    return datetime.fromtimestamp(at, UTC)


def near(found: datetime, wanted: datetime) -> bool:
    """People and tests need some seconds for what they do."""
    return abs(found - wanted) < timedelta(minutes=5)


def calls_to(world: World, who: str) -> list[Message]:
    """What calls somebody to the table in his private chat and still stands."""
    return [m for m in world.messages(who) if m.by_bot and "t is your move · " in m.text]


def until_called(world: World, who: str, text: str) -> Message:
    return world.until(f"{text!r} for {who}", lambda: next((m for m in calls_to(world, who) if text in m.text), None))


def until_board(world: World, text: str) -> Board:
    """The board, when it says so."""
    return world.until(f"{text!r} on the board", lambda: next((b for b in world.boards()[-1:] if text in b.text), None))


def absent(world: World, options: tuple[str, ...] = ("⏱ 5 min",)) -> str:
    """Somebody who has missed two turns in a row of a match that goes on; chance may end one, then they begin again."""
    for _ in range(10):
        world.begin(options=options)
        while world.result() is None:
            board = world.board()
            if gone := [seat["name"] for seat in world.records.seats(board.match) if seat["absent_since"]]:
                return str(gone[0])
            # He who missed once is given the cutters again; chance decides only for him.
            late = [seat["seat"] for seat in world.records.seats(board.match) if seat["misses"]]
            if late and board.rows[late[0]].name != board.mover:
                cuts = [move for move in board.offered if move.startswith(f"cut {late[0]} ")]
                world.make((safe(world, cuts) or board.offered)[0])
            else:
                world.think(max(0.0, (deadline(world) - now(world)).total_seconds()) + 1)
                world.until_moved(board.position)
        world.write("Ann", "/play")
        world.until_there("Time Bomb")
    raise AssertionError("ten matches were over before anybody was absent")


def safe(world: World, cuts: list[str]) -> list[str]:
    hands = world.game()["hands"]
    return [cut for cut in cuts if hands[int(cut.split()[1])][int(cut.split()[2])] == "safe"]


def test_case_c19_a_slow_match_over_two_days_reminds_twice_a_turn_and_rests_at_night(house: House) -> None:
    world = World(house, FOUR)
    world.write("Ann", "/settings Hà Nội")
    world.until_said("Time zone: Ho Chi Minh City")
    wait_for(world, 12)
    noon = now(world)
    board = world.begin(options=["⏱ 8 h"], quiet_nights=True)
    assert near(shown_deadline(board), noon + timedelta(hours=8))
    assert "20:0" in board.text
    assert "(Ho Chi Minh City)" in board.text
    reminded_twice_by_day(world, board.mover)
    world.cut_safely()
    world.until("no call", lambda: not calls_to(world, board.mover))
    # The next one is called at about 18:30: four and a half hours are left until 23:00, the rest comes after 8:00.
    assert near(deadline(world), noon + timedelta(hours=23, minutes=30))
    assert near(shown_deadline(world.board()), deadline(world))
    reminded_twice_over_night(world, world.board().mover)
    world.think(90 * MINUTE)
    world.until_moved(2)
    assert world.records.plays(world.match()["id"])[-1]["by"] == "clock"


def reminded_twice_by_day(world: World, who: str) -> None:
    """From the beginning of his eight hours: at half time and when a fifth is left, each in place of the last."""
    until_called(world, who, "👉")
    world.think(4 * HOUR)
    until_called(world, who, "🔔 Half of your time has passed")
    world.until("one call", lambda: len(calls_to(world, who)) == 1)
    world.think(2 * HOUR + 30 * MINUTE)
    until_called(world, who, "⏰ Your time is running out")
    world.until("one call", lambda: len(calls_to(world, who)) == 1)
    assert not any("your move!" in m.text for m in world.messages() if m.by_bot)


def reminded_twice_over_night(world: World, who: str) -> None:
    """From half past six in the evening: half of the eight hours is over at half past ten, a fifth is left at ten."""
    wait_for(world, 2)
    until_called(world, who, "🔔")
    wait_for(world, 9)
    world.until("one call", lambda: len(calls_to(world, who)) == 1)
    assert (world.match()["position"], world.match()["reminded"]) == (2, 1)
    wait_for(world, 10)
    until_called(world, who, "⏰")


def test_the_reminder_speaks_the_language_of_whoever_is_reminded(house: House) -> None:
    world = World(house, FOUR)
    mover = world.begin().mover
    world.write(mover, "/language", private=True)
    world.until_there("Français", mover)
    world.tap(mover, "Français", private=True)
    world.until_said("👉 C'est à toi", mover)
    world.think(HOUR / 2)
    world.until_said("🔔 La moitié de ton temps est passée, c'est à toi", mover)


def test_who_never_started_the_bot_is_reminded_in_the_group(house: House) -> None:
    world = World(house, FOUR, strangers=FOUR.split())
    mover = world.begin().mover
    world.until_said(f"👉 {mover}, it is your move!")
    world.think(HOUR / 2)
    world.until_said(f"🔔 {mover}, half of the time has passed")
    world.until("one mention", lambda: sum("it is your move!" in m.text for m in world.standing()) == 1)


def test_whoever_mutes_a_turn_is_not_reminded_of_it_and_of_the_next_one_he_is(house: House) -> None:
    world = World(house, FOUR)
    first = world.begin().mover
    until_called(world, first, "👉")
    assert "No more reminders for this move" in world.tap(first, "🔕", private=True).text
    world.until("no button", lambda: not any("🔕" in b.label for m in calls_to(world, first) for b in m.buttons))
    world.think(HOUR / 2 + 1)
    world.think(HOUR / 4)
    assert "🗣" in world.tap("Ann", "🗣 1").text
    assert [m.text[:1] for m in calls_to(world, first)] == ["👉"]
    world.cut_safely()
    second = world.board().mover
    world.think(HOUR / 2 + 1)
    until_called(world, second, "🔔")


@pytest.mark.parametrize(("level", "reminded"), [("Only near the end", ["⏰"]), ("No reminders", ["👉"])])
def test_everybody_chooses_his_reminders_for_himself(house: House, level: str, reminded: list[str]) -> None:
    world = World(house, FOUR)
    for name in FOUR.split():
        world.write(name, "/settings", private=True)
        world.until_there(level, name)
        assert "Changed" in world.tap(name, level, private=True).text
        world.until_there(f"✅ 🔔 {level}" if "end" in level else f"✅ 🔕 {level}", name)
    mover = world.begin().mover
    until_called(world, mover, "👉")
    world.think(HOUR / 2 + 60)
    assert "🗣" in world.tap("Ann", "🗣 1").text
    assert [m.text[:1] for m in calls_to(world, mover)] == ["👉"]
    world.think(HOUR / 3)
    if level == "Only near the end":
        until_called(world, mover, "⏰")
    assert "🗣" in world.tap("Ann", "🗣 2").text
    world.until("one call", lambda: [m.text[:1] for m in calls_to(world, mover)] == reminded)


def test_two_misses_make_somebody_absent_and_one_tap_brings_him_back(house: House) -> None:
    world = World(house, FOUR)
    gone = absent(world)
    board = until_board(world, f"{gone} 💤 is away")
    assert f"⚠️ {gone}, keep an eye on the clock" not in board.text
    world.until("his hand", lambda: next((m for m in world.messages(gone) if "You count as away" in m.text), None))
    assert "Already done" in world.tap(next(n for n in world.names if n != gone), "I'm back").text
    assert "Welcome back" in world.tap(gone, "I'm back", private=True).text
    world.until("the mark is gone", lambda: "💤" not in world.board().text)
    assert [seat["misses"] for seat in world.records.seats(world.match()["id"]) if seat["name"] == gone] == [0]


def test_case_c65_a_warning_comes_before_a_penalty_and_ends_with_a_move_of_ones_own(house: House) -> None:
    world = World(house, FOUR)
    assert any(is_warned_twice_but_never_absent(world) for _ in range(10)), "chance ended ten matches"


def is_warned_twice_but_never_absent(world: World) -> bool:
    """Somebody is late, moves himself, and is late again. False: chance has ended the match before."""
    world.write("Ann", "/play")
    world.begin(options=["⏱ 5 min"])
    late = is_late(world)
    if not late:
        return False
    seat = world.names.index(late)
    for _ in range(2):
        # First for his own move, and then for the next turn that he misses.
        while world.match()["to_act"] != seat and world.result() is None:
            cut_where_it_lasts(world, seat)
        if world.result() is not None:
            return False
        if world.records.seats(world.match()["id"])[seat]["misses"]:
            cut_where_it_lasts(world, seat)
            assert world.records.seats(world.match()["id"])[seat]["misses"] == 0
    if world.result() is not None or world.match()["to_act"] != seat or not is_late(world):
        return False
    row = world.records.seats(world.match()["id"])[seat]
    assert (row["misses"], row["absent_since"]) == (1, None)
    return True


def is_late(world: World) -> str:
    """The clock of whoever is to move runs out, and he is warned; empty when chance has ended the match by it."""
    board = world.board()
    late = world.named(board.mover)
    world.think(301)
    world.until_moved(board.position)
    if world.result() is not None:
        return ""
    until_board(world, f"⚠️ {late}, keep an eye on the clock")
    return late


def cut_where_it_lasts(world: World, seat: int) -> None:
    """Who is to move gives somebody the cutters if he can, and does not end the match if he can help it."""
    offered = world.board().offered
    there = [cut for cut in offered if cut.startswith(f"cut {seat} ")]
    world.make((safe(world, there) or safe(world, offered) or offered)[0])


def test_the_turns_of_somebody_absent_last_a_minute(house: House) -> None:
    world = World(house, FOUR)
    gone = absent(world)
    seat = next(row["seat"] for row in world.records.seats(world.match()["id"]) if row["name"] == gone)
    while world.result() is None and world.board().mover != gone:
        cuts = [move for move in world.board().offered if move.startswith(f"cut {seat} ")]
        world.make((safe(world, cuts) or safe(world, world.board().offered) or world.board().offered)[0])
    if world.result() is None:
        before = world.match()["position"]
        assert deadline(world) - now(world) <= timedelta(seconds=60)
        world.think(61)
        world.until_moved(before)
        assert world.records.plays(world.match()["id"])[-1]["by"] == "clock"


def test_a_seat_is_taken_over_when_the_absent_player_agrees(house: House) -> None:
    world = World(house, [*FOUR.split(), "Eve"])
    gone = absent_among(world, FOUR)
    assert "has not been away for a day" in world.tap("Eve", f"🪑 Take over: {gone}").text
    world.tap("Ann" if gone != "Ann" else "Bob", "🎴")
    host = "Ann"
    world.write(host, "/pause")
    until_board(world, "⏸ Paused")
    world.think(24 * HOUR + 60)
    world.until("the match goes on", lambda: "⏸" not in world.board().text)
    assert "the vote stands in the group" in world.tap("Eve", f"🪑 Take over: {gone}").text
    vote = world.until_said("🪑 Eve would take over the seat of")
    assert "Your vote counts" in world.tap(gone, next(b for b in vote.buttons if "👍" in b.label)).text
    world.until("Eve sits", lambda: "Eve" in [row.name for row in world.board().rows])
    world.until("her hand", lambda: next((m for m in world.messages("Eve") if "Your role" in m.text), None))
    assert "not playing in this match" in world.tap(gone, "🎴").text
    world.until("the vote is gone", lambda: world.saying("would take over the seat") is None)


def absent_among(world: World, names: str) -> str:
    """Somebody absent of those who play; the others only watch."""
    everybody, world.names = world.names, names.split()
    try:
        return absent(world)
    finally:
        world.names = everybody


def test_case_c60_the_host_pauses_and_what_was_left_on_the_clock_is_kept(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    world.think(20 * MINUTE)
    left = deadline(world) - now(world)
    world.write("Ann", "/pause")
    paused = until_board(world, "⏸ Paused. What is left on the clock is kept.")
    assert near(shown_deadline(paused), now(world) + timedelta(hours=24))
    assert not paused.targets
    assert "paused" in world.press(board.mover, board, board.targets[0].data).text
    world.think(20 * HOUR)
    assert "paused" in world.press(board.mover, board, board.targets[0].data).text
    assert "The pause is over" in world.tap("Ann", "▶️ Go on").text
    until_board(world, "⏳ Time is up")
    assert abs((deadline(world) - now(world)) - left) < timedelta(seconds=30)
    assert world.match()["position"] == 1


def test_a_pause_ends_by_itself(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    world.write("Ann", "/pause")
    until_board(world, "⏸ Paused")
    world.think(24 * HOUR + 10)
    until_board(world, "⏳ Time is up")
    assert world.match()["position"] == 1


def test_others_pause_by_a_majority(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    world.write("Bob", "/pause")
    vote = world.until_said("⏸ Pause the match, for a week at the most?")
    assert "👍 1 of 3 needed (Bob)" in vote.text
    world.write("Bob", "/status")
    world.until_said("👉 Waiting for")
    assert world.saying("The others have a say in this") is None, "the vote itself is the answer"
    assert "paused" not in str(world.board().text)
    world.tap("Cid", "👍")
    world.until_said("👍 2 of 3 needed (Bob, Cid)")
    assert "Already done" in world.tap("Cid", "👍").text
    world.tap("Dee", "👍")
    until_board(world, "⏸ Paused")
    world.until("the vote is gone", lambda: world.saying("Pause the match") is None)


def test_a_vote_is_refused_by_half(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    world.write("Bob", "/end")
    world.until_said("🚫 End the match for everybody?")
    world.tap("Cid", "👎")
    world.until_said("👎 1 (Cid)")
    world.tap("Dee", "👎")
    world.until("the vote is gone", lambda: world.saying("End the match for everybody") is None)
    assert world.match()["status"] == "running"


def test_a_majority_ends_the_match(house: House) -> None:
    world = World(house, FOUR)
    world.begin()
    world.write("Bob", "/end")
    world.until_said("🚫 End the match for everybody?")
    world.tap("Cid", "👍")
    world.until_said("👍 2 of 3 needed")
    world.tap("Dee", "👍")
    world.until("the end", lambda: world.match()["status"] == "cancelled")
    world.until_said("the match was cancelled")


def test_the_player_to_move_takes_more_time_once(house: House) -> None:
    world = World(house, FOUR)
    mover = world.begin().mover
    until_called(world, mover, "👉")
    before = deadline(world)
    assert "half a clock more" in world.tap(mover, "⏳ More time", private=True).text
    assert deadline(world) - before == timedelta(minutes=30)
    world.until("the new time", lambda: shown_deadline(world.board()) == deadline(world).replace(microsecond=0))
    world.write(mover, "/extend")
    world.until_said("it works once")
    idle = next(name for name in world.names if name != mover)
    world.write(idle, "/extend")
    world.until_said(f"we are waiting for {mover}")


def test_a_match_may_wait_for_the_same_hour_every_day(house: House) -> None:
    world = World(house, FOUR)
    world.write("Ann", "/settings Vietnam")
    world.until_said("Time zone: Ho Chi Minh City")
    wait_for(world, 12)
    world.gather()
    world.tap("Ann", "⏱ Clock")
    world.until_there("🗓 Every day at…")
    world.tap("Ann", "🗓 Every day at…")
    world.until_there("20:00")
    world.tap("Ann", "20:00")
    world.until_said("every day until 20:00 (Ho Chi Minh City)")
    world.tap("Ann", "↩️ Back")
    world.until_there("✅ 🗓 Every day at 20:00")
    world.tap("Ann", "↩️ Back")
    world.until_there("▶️ Start")
    world.tap("Ann", "▶️ Start")
    world.board()
    there = deadline(world).astimezone(HANOI)
    assert (there.hour, there.minute) == (20, 0)
    assert timedelta(hours=4) <= deadline(world) - now(world) <= timedelta(hours=28)


def test_case_c20_after_an_absence_of_the_bot_nobody_has_lost_time_and_the_group_is_told(own_house: House) -> None:
    world = World(own_house, FOUR)
    world.begin()
    world.settle()
    left = deadline(world) - now(world)
    world.until("its first heartbeat", lambda: world.records.rows("SELECT at FROM heartbeat"))
    own_house.kill_bot()
    world.think(3 * HOUR)
    world.records.write("UPDATE heartbeat SET at = datetime(at, '-3 hours')")
    own_house.bot.start()
    world.until_said("🔌 I was out of reach for 3 hours")
    assert world.match()["position"] == 1
    assert left - (deadline(world) - now(world)) < timedelta(minutes=2)
    world.cut_safely()
    world.until("the notice is gone", lambda: world.saying("out of reach") is None)


def test_my_matches_are_listed_with_those_that_wait_for_me_first_and_a_tap_to_each(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    mover, other = board.mover, next(name for name in world.names if name != board.mover)
    world.write(mover, "/games", private=True)
    listed = world.until_said("Your matches", mover)
    assert "👉 It is your move!\n⏳ Time is up" in listed.text
    (link,) = [button.url for button in listed.buttons if button.url]
    assert link == f"https://t.me/c/{-world.group - 10**12}/{board.id}"
    hands = len([m for m in world.messages(mover) if "Your role" in m.text])
    assert "in our private chat" in world.tap(mover, "🎴 1", private=True).text
    world.until("the hand again", lambda: len([m for m in world.messages(mover) if "Your role" in m.text]) > hands)
    world.write(other, "/status")
    assert f"Waiting for {mover}" in world.until_said(f"Waiting for {mover}").text


def test_with_two_matches_at_one_table_the_pause_asks_which(house: House) -> None:
    world = World(house, FOUR)
    first = world.begin().match
    world.write("Ann", "/play")
    world.begin()
    second = world.match()["id"]
    world.write("Ann", "/pause")
    asked = world.until_said("Which match do you mean?")
    assert "The match is paused" in world.tap("Ann", asked.buttons[1]).text
    paused = {row["id"] for row in world.records.matches(world.group) if row["left_ms"] is not None}
    assert paused == {first}
    assert first != second


def test_a_command_about_no_match_says_so(house: House) -> None:
    world = World(house, FOUR)
    for said, answer in (("/pause", "Nothing is being played here"), ("/extend", "not playing in this match")):
        world.write("Bob", said)
        world.until_said(answer)
    world.write("Bob", "/pause", private=True)
    world.until_said("This works in a group", "Bob")
    world.begin("Ann", "Bob", "Cid", "Dee")
    world.write("Cid", "/back")
    world.until_said("You are at the table already")


def test_forged_presses_change_nothing(house: House) -> None:
    world = World(house, FOUR)
    board = world.begin()
    world.settle()
    before = world.everything()
    for data in (
        "vote",
        "vote yes",
        "vote maybe pause",
        "vote yes pause",
        "seat",
        "seat 9",
        "seat 1",
        "resume",
        "back",
    ):
        assert world.press("Bob", board, f"{board.match}:1:{data}").text, data
    for data in (f"{board.match}:0:extend", f"{board.match}:9:mute", "99999:1:pause", "99999:1:show"):
        assert world.press("Bob", board, data).text, data
    assert world.everything() == before
