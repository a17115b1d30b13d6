"""Before the start: who sits, who may what, and how a lobby ends (product, the lobby)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

import pytest

from core.fair import seed_of
from core.game import Options
from tests.shell.setting import (
    ANN,
    BAO,
    CELINE,
    DIMA,
    EVE,
    GROUP,
    HOUR,
    INES,
    MINUTE,
    NOON,
    PEOPLE,
    PLACE,
    SECOND,
    Scene,
)
from tgbot import choosing, lobby, people, table
from tgbot.facts import StartRule, Status
from tgbot.gathering import COMPUTERS, LIFE
from tgbot.lobby import Place
from tgbot.presets import CLOCKS, START_IN
from tgbot.refusals import Code
from tgbot.store import queries

DAY = timedelta(days=1)


def names(scene: Scene, match: int) -> list[str]:
    return [seated.name for seated in scene.facts(match).seats]


def test_who_chooses_a_game_hosts_and_sits_and_nothing_is_secret_yet(scene: Scene) -> None:
    facts = scene.facts(scene.lobby())
    assert (facts.status, facts.host_id, facts.position, facts.chat_id) == (Status.LOBBY, ANN, 0, GROUP)
    assert [(s.seat, s.person_id, s.name) for s in facts.seats] == [(0, ANN, "Ann")]
    assert (facts.clock, facts.start_rule, facts.options) == (3600, StartRule.HAND, Options())
    assert facts.deadline == NOON + DAY
    assert facts.revelation is None


def test_the_message_with_the_games_becomes_the_lobby(scene: Scene) -> None:
    for person in (ANN, BAO):
        scene.meet(person)
    match = scene.do(lobby.open_lobby, PLACE, scene.who(ANN), "timebomb", 77, NOON).match
    with scene.store.reading() as session:
        row = queries.surface(session, match, "lobby")
    assert row is not None
    assert (row.chat_id, row.message_id) == (GROUP, 77)
    assert scene.refused(lobby.open_lobby, PLACE, scene.who(BAO), "timebomb", 77, NOON).code == Code.ALREADY_DONE
    scene.do(lobby.cancel, match, scene.who(ANN), NOON)
    assert scene.refused(lobby.open_lobby, PLACE, scene.who(BAO), "timebomb", 77, NOON).code == Code.ALREADY_DONE


def test_a_place_has_one_lobby_and_any_number_of_running_matches(scene: Scene) -> None:
    first = scene.lobby(4)
    assert scene.refused(lobby.open_lobby, PLACE, scene.who(BAO), "timebomb", 78, NOON).code == Code.LOBBY_OPEN
    scene.do(lobby.start, first, scene.who(ANN), NOON)
    second = scene.running()
    third = scene.lobby()
    assert [f.match for f in scene.do(people.matches_here, PLACE)] == [third, second, first]


def test_each_topic_of_a_forum_is_its_own_place(scene: Scene) -> None:
    general, topic = scene.lobby(), scene.lobby(place=Place(GROUP, "Friday night", 5))
    assert [f.match for f in scene.do(people.matches_here, PLACE)] == [general]
    assert [f.match for f in scene.do(people.matches_here, Place(GROUP, "", 5))] == [topic]
    assert scene.facts(topic).thread_id == 5


def test_an_unknown_game_opens_nothing(scene: Scene) -> None:
    scene.meet(ANN)
    refused = scene.refused(lobby.open_lobby, PLACE, scene.who(ANN), "monopoly", 77, NOON)
    assert refused.code == Code.UNKNOWN_BUTTON


def test_joining_seats_at_the_end_and_raises_the_revision(scene: Scene) -> None:
    match = scene.lobby()
    before = scene.facts(match)
    scene.do(lobby.join, match, scene.who(BAO), GROUP, NOON)
    after = scene.facts(match)
    assert [s.person_id for s in after.seats] == [ANN, BAO]
    assert (after.revision, after.position) == (before.revision + 1, 0)


@pytest.mark.parametrize("member_of", [None, GROUP - 1, 0])
def test_c30_who_is_not_known_to_be_in_the_group_is_not_seated(scene: Scene, member_of: int | None) -> None:
    match = scene.lobby()
    refused = scene.refused(lobby.join, match, scene.who(INES), member_of, NOON)
    assert refused.code == Code.NOT_MEMBER
    assert refused.fields == {"title": "Friday night", "chat_id": GROUP}


def test_nobody_sits_twice(scene: Scene) -> None:
    match = scene.lobby(2)
    assert scene.refused(lobby.join, match, scene.who(BAO), GROUP, NOON).code == Code.ALREADY_SEATED


def test_a_full_table_takes_nobody_more_neither_person_nor_computer(scene: Scene) -> None:
    match = scene.lobby(8)
    refused = scene.refused(lobby.join, match, scene.who(INES), GROUP, NOON)
    assert (refused.code, refused.fields) == (Code.FULL, {"n": 8})
    assert scene.refused(lobby.add_computer, match, scene.who(ANN), NOON).code == Code.FULL


@pytest.mark.parametrize("ended", ["started", "cancelled", "expired"])
def test_a_lobby_that_is_over_takes_nobody_and_lets_nobody_out(scene: Scene, ended: str) -> None:
    match = scene.lobby(4)
    if ended == "started":
        scene.do(lobby.start, match, scene.who(ANN), NOON)
    elif ended == "cancelled":
        scene.do(lobby.cancel, match, scene.who(ANN), NOON)
    else:
        scene.do(lobby.time_out, match, scene.later(DAY))
    assert scene.refused(lobby.join, match, scene.who(EVE), GROUP, scene.now).code == Code.LOBBY_CLOSED
    assert scene.refused(lobby.leave, match, ANN, scene.now).code == Code.LOBBY_CLOSED
    assert scene.refused(lobby.add_computer, match, scene.who(ANN), scene.now).code == Code.LOBBY_CLOSED
    assert scene.refused(lobby.start, match, scene.who(ANN), scene.now).code == Code.LOBBY_CLOSED


def test_there_is_no_match_with_a_number_nobody_gave(scene: Scene) -> None:
    scene.lobby()
    for no in (0, 99, 10**17):
        assert scene.refused(lobby.join, no, scene.who(BAO), GROUP, NOON).code == Code.NO_SUCH_MATCH


def test_who_leaves_frees_his_seat_and_those_behind_him_move_up(scene: Scene) -> None:
    match = scene.lobby(4, 1)
    scene.do(lobby.leave, match, BAO, NOON)
    facts = scene.facts(match)
    assert [(s.seat, s.person_id) for s in facts.seats] == [(0, ANN), (1, CELINE), (2, DIMA), (3, None)]
    assert facts.host_id == ANN
    assert scene.refused(lobby.leave, match, BAO, NOON).code == Code.NOT_SEATED


def test_who_leaves_may_join_again_at_the_end(scene: Scene) -> None:
    match = scene.lobby(3)
    scene.do(lobby.leave, match, BAO, NOON)
    scene.do(lobby.join, match, scene.who(BAO), GROUP, NOON)
    assert [s.person_id for s in scene.facts(match).seats] == [ANN, CELINE, BAO]


def test_the_hosts_right_passes_on_when_he_leaves(scene: Scene) -> None:
    match = scene.lobby(3)
    scene.do(lobby.leave, match, ANN, NOON)
    assert scene.facts(match).host_id == BAO
    scene.do(lobby.add_computer, match, scene.who(BAO), NOON)
    assert scene.refused(lobby.add_computer, match, scene.who(ANN), NOON).code == Code.NOT_HOST


def test_with_the_last_person_the_lobby_is_gone_computers_or_not(scene: Scene) -> None:
    match = scene.lobby(1, 3)
    scene.do(lobby.leave, match, ANN, NOON)
    facts = scene.facts(match)
    assert (facts.status, facts.deadline) == (Status.CANCELLED, None)
    assert scene.do(people.matches_here, PLACE) == ()


def test_computers_have_names_of_their_own_and_the_newest_goes_first(scene: Scene) -> None:
    match = scene.lobby(1, 7)
    assert names(scene, match) == ["Ann", *COMPUTERS[:7]]
    scene.do(lobby.remove_computer, match, scene.who(ANN), NOON)
    scene.do(lobby.kick, match, scene.who(ANN), 1, NOON)
    assert names(scene, match) == ["Ann", *COMPUTERS[1:6]]
    scene.do(lobby.add_computer, match, scene.who(ANN), NOON)
    assert sorted(names(scene, match)[1:]) == sorted(COMPUTERS[:6])


def test_a_computer_player_that_does_not_sit_cannot_be_sent_away(scene: Scene) -> None:
    match = scene.lobby(2)
    assert scene.refused(lobby.remove_computer, match, scene.who(ANN), NOON).code == Code.NO_COMPUTER


def test_the_host_removes_a_player(scene: Scene) -> None:
    match = scene.lobby(3)
    for seat in (3, 99, -1):
        assert scene.refused(lobby.kick, match, scene.who(ANN), seat, NOON).code == Code.NOT_SEATED
    scene.do(lobby.kick, match, scene.who(ANN), 1, NOON)
    assert [s.person_id for s in scene.facts(match).seats] == [ANN, CELINE]


def test_an_administrator_removes_the_host_and_the_right_passes_on(scene: Scene) -> None:
    match = scene.lobby(2)
    scene.do(lobby.kick, match, scene.who(INES), 0, NOON, admin=True)
    assert scene.facts(match).host_id == BAO


HOSTS: dict[str, tuple[Callable[..., object], tuple[object, ...]]] = {
    "kick": (lobby.kick, (1,)),
    "add": (lobby.add_computer, ()),
    "remove": (lobby.remove_computer, ()),
    "panel": (choosing.show_panel, ("options",)),
    "clock": (choosing.set_clock, (300,)),
    "claims": (choosing.set_option, ("claims", False)),
    "when": (choosing.set_start, ("full",)),
    "start": (lobby.start, ()),
    "cancel": (lobby.cancel, ()),
}
"""What only the host may do, with its arguments."""


@pytest.mark.parametrize("act", HOSTS)
def test_only_the_host_or_an_administrator_may(scene: Scene, act: str) -> None:
    match = scene.lobby(3, 2)
    use_case, args = HOSTS[act]
    for person in (BAO, INES):
        refused = scene.refused(use_case, match, scene.who(person), *args, scene.now)
        assert (refused.code, refused.fields) == (Code.NOT_HOST, {"name": "Ann"})
    before = scene.facts(match)
    scene.do(use_case, match, scene.who(INES), *args, scene.now, admin=True)
    assert scene.facts(match) != before
    assert scene.facts(match).host_id == ANN


@pytest.mark.parametrize("act", HOSTS)
def test_c44_when_the_host_sleeps_for_an_hour_anybody_seated_may_and_is_host_then(scene: Scene, act: str) -> None:
    match = scene.lobby(3, 2)
    use_case, args = HOSTS[act]
    scene.later(HOUR - SECOND)
    assert scene.refused(use_case, match, scene.who(BAO), *args, scene.now).code == Code.NOT_HOST
    scene.later(SECOND)
    assert scene.refused(use_case, match, scene.who(INES), *args, scene.now).code == Code.NOT_HOST
    scene.do(use_case, match, scene.who(CELINE), *args, scene.now)
    assert scene.facts(match).host_id == CELINE
    if scene.facts(match).status == Status.LOBBY:
        assert scene.refused(choosing.show_panel, match, scene.who(ANN), "", scene.now).code == Code.NOT_HOST


def test_each_press_of_the_host_shows_that_he_is_awake(scene: Scene) -> None:
    match = scene.lobby(3)
    for _ in range(3):
        scene.later(HOUR - SECOND)
        scene.do(choosing.show_panel, match, scene.who(ANN), "", scene.now)
        assert scene.refused(lobby.cancel, match, scene.who(BAO), scene.now).code == Code.NOT_HOST


def test_in_a_running_match_nobody_becomes_host_by_waiting(scene: Scene) -> None:
    match = scene.running()
    scene.later(10 * HOUR)
    assert scene.refused(lobby.cancel, match, scene.who(BAO), scene.now).code == Code.NOT_HOST


@pytest.mark.parametrize("seconds", CLOCKS)
def test_every_preset_of_the_clock_can_be_chosen(scene: Scene, seconds: int) -> None:
    match = scene.lobby(4)
    scene.do(choosing.set_clock, match, scene.who(ANN), seconds, NOON)
    assert scene.facts(match).clock == seconds


@pytest.mark.parametrize(
    ("use_case", "args"),
    [
        (choosing.set_clock, (61,)),
        (choosing.set_clock, (0,)),
        (choosing.set_start, ("whenever",)),
        (choosing.set_start, ("time",)),
        (choosing.set_start, ("16",)),
        (choosing.set_start, ("-15",)),
        (choosing.show_panel, ("secrets",)),
    ],
)
def test_what_no_button_offers_is_refused(scene: Scene, use_case: Callable[..., object], args: tuple[object]) -> None:
    match = scene.lobby(4)
    assert scene.refused(use_case, match, scene.who(ANN), *args, NOON).code == Code.UNKNOWN_BUTTON


@pytest.mark.parametrize(
    ("use_case", "args"),
    [
        (choosing.set_clock, (300,)),
        (choosing.set_option, ("claims", False)),
        (choosing.show_panel, ("options",)),
        (choosing.set_start, ("full",)),
        (choosing.set_start, ("hand",)),
    ],
)
def test_the_same_choice_twice_shows_nothing_new(
    scene: Scene, use_case: Callable[..., object], args: tuple[object, ...]
) -> None:
    match = scene.lobby(4)
    scene.do(use_case, match, scene.who(ANN), *args, scene.now)
    before = scene.facts(match)
    scene.do(use_case, match, scene.who(ANN), *args, scene.later(MINUTE))
    assert scene.facts(match) == before


@pytest.mark.parametrize("seated", range(1, 9))
def test_a_match_starts_with_four_to_eight(scene: Scene, seated: int) -> None:
    match = scene.lobby(seated)
    if seated < 4:
        refused = scene.refused(lobby.start, match, scene.who(ANN), NOON)
        assert (refused.code, refused.fields) == (Code.TOO_FEW, {"n": 4 - seated})
    else:
        scene.do(lobby.start, match, scene.who(ANN), NOON)
        assert (scene.facts(match).status, scene.facts(match).position) == (Status.RUNNING, 1)


def test_a_lobby_lives_for_a_day_and_not_a_second_less(scene: Scene) -> None:
    match = scene.lobby(4)
    assert scene.do(lobby.time_out, match, scene.later(DAY - SECOND)) is None
    assert scene.facts(match).status == Status.LOBBY
    assert scene.do(lobby.time_out, match, scene.later(SECOND)) is not None
    facts = scene.facts(match)
    assert (facts.status, facts.deadline) == (Status.EXPIRED, None)
    assert scene.do(lobby.time_out, match, scene.later(DAY)) is None


def test_case_c26_joining_and_leaving_does_not_keep_a_lobby_alive(scene: Scene) -> None:
    match = scene.lobby()
    for _ in range(30):
        scene.do(lobby.join, match, scene.who(BAO), GROUP, scene.later(HOUR / 2))
        scene.do(lobby.leave, match, BAO, scene.now)
        scene.do(choosing.set_start, match, scene.who(ANN), "240", scene.now)
    assert scene.facts(match).deadline == NOON + 15 * HOUR + 4 * HOUR
    scene.later(8 * HOUR)
    scene.do(choosing.set_start, match, scene.who(ANN), "240", scene.now)
    assert scene.facts(match).deadline == NOON + LIFE


@pytest.mark.parametrize("minutes", START_IN)
def test_a_lobby_starts_by_itself_at_the_time_set(scene: Scene, minutes: int) -> None:
    match = scene.lobby(4)
    scene.do(choosing.set_start, match, scene.who(ANN), str(minutes), scene.later(MINUTE))
    due = scene.now + minutes * MINUTE
    assert (scene.facts(match).deadline, scene.facts(match).start_rule) == (due, StartRule.TIME)
    assert scene.do(lobby.time_out, match, due - SECOND) is None
    scene.do(lobby.time_out, match, due)
    assert scene.facts(match).status == Status.RUNNING


def test_with_too_few_at_the_time_set_the_lobby_waits_on_for_the_host(scene: Scene) -> None:
    match = scene.lobby(3)
    scene.do(choosing.set_start, match, scene.who(ANN), "15", NOON)
    revision = scene.facts(match).revision
    scene.do(lobby.time_out, match, scene.later(15 * MINUTE))
    facts = scene.facts(match)
    assert (facts.status, facts.start_rule, facts.deadline) == (Status.LOBBY, StartRule.HAND, NOON + DAY)
    assert facts.revision > revision


def test_too_few_at_a_time_set_at_the_end_of_its_life_ends_the_lobby(scene: Scene) -> None:
    match = scene.lobby(3)
    scene.do(choosing.set_start, match, scene.who(ANN), "240", scene.later(23 * HOUR))
    scene.do(lobby.time_out, match, NOON + DAY)
    assert scene.facts(match).status == Status.EXPIRED


@pytest.mark.parametrize("last", ["person", "computer"])
def test_a_lobby_starts_when_it_fills_if_the_host_chose_so(scene: Scene, last: str) -> None:
    match = scene.lobby(7)
    scene.do(choosing.set_start, match, scene.who(ANN), "full", NOON)
    if last == "person":
        scene.do(lobby.join, match, scene.who(PEOPLE[7]), GROUP, NOON)
    else:
        scene.do(lobby.add_computer, match, scene.who(ANN), NOON)
    assert scene.facts(match).status == Status.RUNNING


def test_choosing_to_start_when_full_starts_a_table_that_is_full(scene: Scene) -> None:
    match = scene.lobby(8)
    scene.do(choosing.set_start, match, scene.who(ANN), "full", NOON)
    assert scene.facts(match).status == Status.RUNNING


def test_cancelling_publishes_the_secret_of_a_lobby_and_of_a_match(scene: Scene) -> None:
    for open_one in (scene.lobby, scene.running):
        match = open_one()
        scene.do(lobby.cancel, match, scene.who(ANN), NOON)
        facts = scene.facts(match)
        assert facts.status == Status.CANCELLED
        assert facts.revelation is not None
        assert sha256(bytes.fromhex(facts.revelation.secret)).hexdigest() == facts.commitment
        assert scene.refused(lobby.cancel, match, scene.who(ANN), NOON).code == Code.MATCH_OVER


def test_tokens_and_secrets_are_long_random_and_fit_into_a_link(scene: Scene) -> None:
    matches = [scene.row(scene.lobby(place=Place(-100 - n, "G"))) for n in range(20)]
    for match in matches:
        # 22 characters of base64 hold the 128 bits and more that a token needs; Telegram takes 64.
        assert re.fullmatch(r"[A-Za-z0-9_-]{22,}", match.token)
        assert len(f"j_{match.token}") <= 64
        assert len(match.secret) == 32
        assert sha256(match.secret).hexdigest() == match.commitment
    assert len({m.token for m in matches}) == len({m.secret for m in matches}) == 20


def test_the_seed_holds_every_join_in_order_also_of_those_who_left(scene: Scene) -> None:
    for person in (ANN, BAO, CELINE):
        scene.meet(person)
    ann, bao, celine, again = (scene.who(p) for p in (ANN, BAO, CELINE, BAO))
    match = scene.do(lobby.open_lobby, PLACE, ann, "timebomb", 77, NOON).match
    scene.do(lobby.join, match, bao, GROUP, NOON)
    scene.do(lobby.leave, match, BAO, NOON)
    scene.do(lobby.join, match, celine, GROUP, NOON)
    scene.do(lobby.join, match, again, GROUP, NOON)
    row = scene.row(match)
    assert row.joins == [ann.source, bao.source, celine.source, again.source]
    assert seed_of(row.secret, row.joins) != seed_of(row.secret, row.joins[::-1])


def test_an_invite_leads_to_its_lobby_while_that_lives(scene: Scene) -> None:
    match = scene.lobby(4)
    token = scene.row(match).token
    assert scene.do(people.match_invited_to, token).match == match
    for wrong in ("", token[:-1], token.swapcase(), "%", "x" * 64):
        assert scene.refused(people.match_invited_to, wrong).code == Code.LINK_DEAD
    scene.do(lobby.start, match, scene.who(ANN), NOON)
    assert scene.do(people.match_invited_to, token).status == Status.RUNNING
    scene.do(lobby.cancel, match, scene.who(ANN), NOON)
    assert scene.refused(people.match_invited_to, token).code == Code.LOBBY_CLOSED


def finished(scene: Scene, persons: int = 4, computers: int = 2) -> int:
    match = scene.running(persons, computers, claims=False, clock=300)
    scene.play_out(match)
    return match


def test_a_rematch_seats_who_asks_and_the_computers_and_names_the_others(scene: Scene) -> None:
    old = finished(scene)
    new = scene.do(lobby.rematch, old, scene.who(BAO), GROUP, scene.now).match
    facts = scene.facts(new)
    assert (facts.status, facts.host_id, facts.clock, facts.options.claims) == (Status.LOBBY, BAO, 300, False)
    assert [s.person_id for s in facts.seats] == [BAO, None, None]
    assert facts.invited == ("Ann", "Céline", "Дима")
    assert facts.commitment != scene.facts(old).commitment
    scene.do(lobby.join, new, scene.who(ANN), GROUP, scene.now)
    assert scene.facts(new).invited == ("Céline", "Дима")


def test_asking_for_a_rematch_again_joins_the_one_there_is(scene: Scene) -> None:
    old = finished(scene)
    new = scene.do(lobby.rematch, old, scene.who(BAO), GROUP, scene.now).match
    assert scene.refused(lobby.rematch, old, scene.who(BAO), GROUP, scene.now).code == Code.ALREADY_SEATED
    assert scene.do(lobby.rematch, old, scene.who(INES), GROUP, scene.now).match == new
    assert [s.person_id for s in scene.facts(new).seats] == [BAO, None, None, INES]


def test_a_rematch_needs_a_match_that_is_over_a_member_and_no_other_lobby(scene: Scene) -> None:
    running = scene.running()
    assert scene.refused(lobby.rematch, running, scene.who(ANN), GROUP, NOON).code == Code.NOT_POSSIBLE
    old = finished(scene)
    assert scene.refused(lobby.rematch, old, scene.who(INES), None, NOON).code == Code.NOT_MEMBER
    open_ = scene.lobby()
    assert scene.refused(lobby.rematch, old, scene.who(ANN), GROUP, NOON).code == Code.LOBBY_OPEN
    assert scene.refused(lobby.rematch, open_, scene.who(ANN), GROUP, NOON).code == Code.NOT_POSSIBLE


def test_the_old_match_stays_as_it_was_when_a_rematch_opens(scene: Scene) -> None:
    old = finished(scene)
    before = scene.facts(old)
    scene.do(lobby.rematch, old, scene.who(BAO), GROUP, scene.now)
    assert replace(scene.facts(old)) == before


def test_c43_an_abandoned_lobby_does_not_block_the_place_for_ever(scene: Scene) -> None:
    match = scene.lobby()
    scene.do(lobby.time_out, match, scene.later(DAY))
    assert scene.lobby() > match


def test_a_running_match_is_not_the_lobbys_to_time_out(scene: Scene) -> None:
    match = scene.running()
    before = scene.dump()
    assert scene.do(lobby.time_out, match, scene.later(10 * DAY)) is None
    assert scene.dump() == before
    lobby_ = scene.lobby()
    assert scene.do(table.time_out, lobby_, scene.later(10 * DAY)) is None
