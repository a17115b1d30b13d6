"""Private tables: without a group, for friends who come by a link and for whoever practises alone (product, 2)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.catalog import CATALOG
from tests.shell.private_table import (
    HERE,
    LANGUAGES,
    begun,
    lay,
    meet,
    nothing_in_the_group,
    set_table,
    shown,
    sit_down,
    surfaces_of,
)
from tests.shell.setting import ANN, BAO, CELINE, DIMA, GROUP, HOUR, Scene
from tests.shell.telegram_fake import BLOCKED
from tests.shell.world import World, is_call, virtually
from tgbot import absence, ballots, choosing, exporting, groups, joining, lobby, people, preferences, table
from tgbot.facts import Status
from tgbot.gathering import LIFE
from tgbot.lobby import Place
from tgbot.refusals import Code
from tgbot.screens.names import group_title
from tgbot.screens.screen import plain
from tgbot.store import Session, queries
from tgbot.verifying import check
from tgbot.wanted import STAYS, Wanted
from tgbot.words import words

# Setting one up


def test_whoever_chooses_a_game_in_his_chat_sits_at_a_table_of_his_own(scene: Scene) -> None:
    facts = scene.facts(set_table(scene))
    assert (facts.private, facts.chat_id, facts.host_id) == (True, ANN, ANN)
    assert [seat.person_id for seat in facts.seats] == [ANN]
    assert facts.clock == 24 * 3600, "who practises alone keeps nobody waiting"
    assert facts.language == "en"


def test_a_group_has_no_private_table(scene: Scene) -> None:
    facts = scene.facts(scene.lobby())
    assert (facts.private, facts.clock, facts.guests) == (False, 3600, False)


def test_a_private_table_is_named_by_who_set_it_up_and_by_its_number(scene: Scene) -> None:
    one, say = set_table(scene, 2), words("en")
    assert group_title(scene.facts(one), say) == f"Ann's table {one}"
    scene.do(lobby.leave, one, ANN, scene.now)
    assert group_title(scene.facts(one), say) == f"Ann's table {one}", "it keeps its name"
    other = set_table(scene)
    assert group_title(scene.facts(other), say) == f"Ann's table {other}"


def test_one_lobby_at_a_time_but_any_number_of_matches(scene: Scene) -> None:
    first = begun(scene, 1, 3)
    second = set_table(scene)
    assert scene.refused(lobby.open_lobby, HERE, scene.who(ANN), "race", 5, scene.now).code is Code.LOBBY_OPEN
    scene.do(lobby.start, second, scene.who(ANN), scene.now)
    set_table(scene)
    assert {scene.facts(match).status for match in (first, second)} == {Status.RUNNING}


def test_a_lobby_that_has_passed_on_to_somebody_else_is_not_in_the_way(scene: Scene) -> None:
    passed = set_table(scene, 2)
    scene.do(lobby.leave, passed, ANN, scene.now)
    assert scene.facts(passed).host_id == BAO
    assert scene.facts(passed).chat_id == ANN
    set_table(scene)
    refused = scene.refused(lobby.open_lobby, Place(BAO, ""), scene.who(BAO), "race", 5, scene.now)
    assert refused.code is Code.LOBBY_OPEN


def test_lobbies_of_groups_and_private_ones_are_not_in_each_others_way(scene: Scene) -> None:
    set_table(scene)
    scene.lobby()
    assert len(scene.do(people.matches_of, ANN)) == 2


# Who may sit down


def test_the_link_alone_leads_to_a_private_table(scene: Scene) -> None:
    match = set_table(scene)
    for person in (BAO, CELINE):
        meet(scene, person)
    token = scene.row(match).token
    for group, key in ((None, ""), (GROUP, ""), (BAO, "")):
        refused = scene.refused(lobby.join, match, scene.who(BAO), group, scene.now, token=key)
        assert refused.code is Code.NOT_INVITED
    assert scene.refused(lobby.join, match, scene.who(BAO), None, scene.now, token="x").code is Code.LINK_DEAD
    scene.do(lobby.join, match, scene.who(BAO), None, scene.now, token=token)
    scene.do(joining.renew_link, match, scene.who(ANN), scene.now)
    assert scene.refused(lobby.join, match, scene.who(CELINE), None, scene.now, token=token).code is Code.LINK_DEAD
    sit_down(scene, match, CELINE)
    assert [seat.person_id for seat in scene.facts(match).seats] == [ANN, BAO, CELINE]


def test_nobody_who_does_not_sit_there_sees_it(scene: Scene) -> None:
    """Neither in the list of open games nor by any of his commands, also when he is in a group with those who do."""
    scene.meet(ANN)
    scene.meet(BAO)
    match = set_table(scene)
    assert scene.do(people.lobbies_for, BAO) == ()
    assert scene.do(people.matches_of, BAO) == ()
    scene.do(lobby.start, match, scene.who(ANN), scene.now)
    assert scene.refused(table.onlook, match, BAO).code is Code.NOT_YOUR_MATCH
    assert scene.refused(table.look, match, BAO).code is Code.NOT_YOUR_MATCH
    assert scene.refused(table.repost, match, BAO).code is Code.NOT_YOUR_MATCH
    scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
    assert scene.refused(exporting.export, match, BAO).code is Code.NOT_YOUR_MATCH


def test_no_seat_is_given_away(scene: Scene) -> None:
    match = begun(scene, 3, 1, first=1)
    for _ in range(2):
        while scene.to_act(match) != 1:
            scene.now = scene.row(match).deadline or scene.now
            scene.do(table.time_out, match, scene.now)
        scene.now = scene.row(match).deadline or scene.now
        scene.do(table.time_out, match, scene.now)
    scene.later(timedelta(days=2))
    meet(scene, DIMA)
    for group in (None, ANN, GROUP):
        refused = scene.refused(absence.ask_seat, match, scene.who(DIMA), 1, group, scene.now)
        assert refused.code is Code.NOT_INVITED


# The host


def test_only_the_host_may_do_what_hosts_may(scene: Scene) -> None:
    match = set_table(scene, 2)
    for use_case in (lobby.start, lobby.cancel, lobby.add_computer, lobby.remove_computer):
        refused = scene.refused(use_case, match, scene.who(BAO), scene.now)
        assert (refused.code, refused.fields) == (Code.ONLY_HOST, {"name": "Ann"})
    scene.do(lobby.add_computer, match, scene.who(ANN), scene.now)
    scene.do(lobby.kick, match, scene.who(ANN), 1, scene.now)
    assert [seat.person_id for seat in scene.facts(match).seats] == [ANN, None]


def test_when_the_host_sleeps_somebody_else_who_sits_may(scene: Scene) -> None:
    match = set_table(scene, 2)
    scene.later(HOUR)
    scene.do(lobby.start, match, scene.who(BAO), scene.now)
    assert (scene.facts(match).host_id, scene.facts(match).chat_id) == (BAO, ANN)


def test_guests_are_not_for_choice_at_a_private_table(scene: Scene) -> None:
    match = set_table(scene)
    refused = scene.refused(joining.set_guests, match, scene.who(ANN), False, scene.now)
    assert refused.code is Code.UNKNOWN_BUTTON


def test_the_hosts_right_passes_on_when_he_leaves_a_match(scene: Scene) -> None:
    match = begun(scene, 3, 1)
    scene.do(table.leave, match, ANN, scene.now)
    facts = scene.facts(match)
    assert (facts.host_id, facts.chat_id, facts.status) == (BAO, ANN, Status.RUNNING)
    scene.do(ballots.pause, match, scene.who(BAO), scene.now)
    assert scene.facts(match).paused


# Computer players fill it


@pytest.mark.parametrize("kind", CATALOG)
def test_whoever_is_alone_just_starts(scene: Scene, kind: str) -> None:
    match = set_table(scene, kind=kind)
    scene.do(lobby.start, match, scene.who(ANN), scene.now)
    entry = CATALOG[kind]
    seats = scene.facts(match).seats
    assert len(seats) == (max(entry.sizes) if entry.fills else min(entry.sizes))
    assert [seat.person_id for seat in seats] == [ANN, *[None] * (len(seats) - 1)]


def test_a_group_is_not_filled(scene: Scene) -> None:
    match = scene.lobby(2)
    refused = scene.refused(lobby.start, match, scene.who(ANN), scene.now)
    assert (refused.code, refused.fields) == (Code.TOO_FEW, {"n": 2})


def test_those_who_are_enough_play_among_themselves(scene: Scene) -> None:
    match = begun(scene, 5)
    assert None not in [seat.person_id for seat in scene.facts(match).seats]


def test_as_many_colours_are_needed_as_will_play(scene: Scene) -> None:
    match = set_table(scene, 2, kind="evolution")
    for colour in ("orange", "cherry"):
        scene.do(choosing.pick_colour, match, scene.who(ANN), colour, True, scene.now)
    refused = scene.refused(lobby.start, match, scene.who(ANN), scene.now)
    assert (refused.code, refused.fields["n"]) == (Code.WRONG_OPTIONS, min(CATALOG["evolution"].sizes))


def test_alone_with_computers_a_match_comes_to_its_end_and_can_be_verified(scene: Scene) -> None:
    match = begun(scene)
    scene.play_out(match)
    assert scene.facts(match).status is Status.FINISHED
    assert check(scene.do(exporting.export, match, ANN).text()).different is None


# What stands where


def test_the_lobby_stands_in_the_chat_of_everybody_who_sits(scene: Scene) -> None:
    found = shown(scene, set_table(scene, 3))
    assert {which: one.chat_id for which, one in found.items()} == {f"lobby {p}": p for p in (ANN, BAO, CELINE)}
    for person, text in ((ANN, "Whoever opens its link"), (BAO, "Ai mở liên kết này"), (CELINE, "Qui ouvre son lien")):
        assert text in plain(found[f"lobby {person}"].screen.text)
    assert all(one.silent and not one.pinned for one in found.values())


def test_the_lobby_has_the_link_in_it_and_no_button_to_join(scene: Scene) -> None:
    match = set_table(scene)
    screen = shown(scene, match)[f"lobby {ANN}"].screen
    assert f"https://t.me/BigBenBot?start=j_{scene.row(match).token}" in screen.text
    data = [key.data for row in screen.keyboard for key in row if key.data]
    assert not any(one.endswith((":join", ":guests on", ":guests off")) for one in data)
    assert any(one.endswith(":start") for one in data)


def test_what_the_host_opens_is_open_on_his_phone_alone(scene: Scene) -> None:
    match = set_table(scene, 2)
    before = shown(scene, match)
    scene.do(choosing.show_panel, match, scene.who(ANN), "clock", scene.now)
    after = shown(scene, match)
    assert before[f"lobby {ANN}"].screen.keyboard != after[f"lobby {ANN}"].screen.keyboard
    assert before[f"lobby {BAO}"].screen == after[f"lobby {BAO}"].screen


def test_a_match_stands_in_the_chat_of_everybody_who_plays_in_his_own_language(scene: Scene) -> None:
    match = begun(scene, 3, 1, first=1)
    names = {person: set(surfaces_of(scene, match, person)) for person in (ANN, BAO, CELINE)}
    assert names == {ANN: {"lobby", "board", "hand"}, BAO: {"lobby", "board", "hand", "turn"}, CELINE: names[ANN]}
    boards = [surfaces_of(scene, match, person)["board"] for person in (ANN, BAO, CELINE)]
    assert len({board.screen.text for board in boards}) == 3
    assert not any(board.pinned or board.secret for board in boards)
    assert all(surfaces_of(scene, match, person)["hand"].secret for person in (ANN, BAO, CELINE))


@pytest.mark.parametrize("kind", CATALOG)
def test_every_message_names_its_match(scene: Scene, kind: str) -> None:
    """Somebody may sit at several private tables, and in one chat they all stand."""
    match = begun(scene, 2, kind=kind, first=0)
    scene.do(ballots.ask_end, match, scene.who(BAO), scene.now)
    scene.do(was_away, match)
    named = f"table {match}"
    found = {which: plain(one.screen.text) for which, one in shown(scene, match).items() if one.chat_id == ANN}
    assert {which.partition(" ")[0] for which in found} == {"lobby", "board", "hand", "turn", "vote", "away"}
    assert [which for which, text in found.items() if named not in text] == []
    scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
    found = {which: plain(one.screen.text) for which, one in shown(scene, match).items() if one.chat_id == ANN}
    assert "result" in {which.partition(" ")[0] for which in found}
    assert [which for which, text in found.items() if named not in text] == []


def was_away(session: Session, match_id: int) -> None:
    queries.match_of(session, match_id).away = 100


def test_a_new_board_is_for_him_who_asks(scene: Scene) -> None:
    match = begun(scene, 2, 2)
    before = shown(scene, match)
    scene.do(table.repost, match, BAO)
    after = shown(scene, match)
    assert [which for which in before if before[which].epoch != after[which].epoch] == [f"board {BAO}"]


def test_a_new_lobby_too_and_it_stays_his_when_others_leave(scene: Scene) -> None:
    match = set_table(scene, 3)
    scene.do(table.repost, match, CELINE)
    before = shown(scene, match)
    assert before[f"lobby {CELINE}"].epoch != before[f"lobby {ANN}"].epoch
    scene.do(lobby.leave, match, BAO, scene.now)
    after = shown(scene, match)
    assert {which: one.epoch for which, one in after.items()} == {
        which: one.epoch for which, one in before.items() if which != f"lobby {BAO}"
    }


def test_whoever_leaves_a_match_has_no_board_any_more_but_the_promise_of_its_lobby(scene: Scene) -> None:
    match = begun(scene, 3, 1)
    scene.do(table.leave, match, BAO, scene.now)
    assert set(surfaces_of(scene, match, BAO)) == {"lobby"}
    assert scene.facts(match).commitment in surfaces_of(scene, match, BAO)["lobby"].screen.text


def test_whoever_leaves_as_the_last_sees_how_it_was(scene: Scene) -> None:
    match = begun(scene, 1, 3)
    scene.do(table.leave, match, ANN, scene.now)
    assert scene.facts(match).status is Status.CANCELLED
    assert set(surfaces_of(scene, match, ANN)) == {"lobby", "board", "result"}
    assert scene.row(match).secret.hex() in surfaces_of(scene, match, ANN)["result"].screen.text


def test_a_lobby_that_is_called_off_says_so_to_everybody(scene: Scene) -> None:
    match = set_table(scene, 2)
    scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
    found = shown(scene, match)
    assert {one.epoch for one in found.values()} == {STAYS}
    assert "called off" in found[f"lobby {ANN}"].screen.text
    assert set(found) == {f"lobby {ANN}", f"lobby {BAO}"}


def test_a_lobby_that_the_last_one_leaves_says_so_to_him(scene: Scene) -> None:
    match = set_table(scene, 1, 2)
    scene.do(lobby.leave, match, ANN, scene.now)
    [(which, one)] = shown(scene, match).items()
    assert (which, one.epoch) == (f"lobby {ANN}", STAYS)
    assert "called off" in one.screen.text


def test_a_lobby_nobody_starts_expires_in_every_chat(scene: Scene) -> None:
    match = set_table(scene, 2)
    assert scene.do(lobby.time_out, match, scene.later(LIFE))
    found = shown(scene, match)
    assert {which for which in found if found[which].epoch == STAYS} == {f"lobby {ANN}", f"lobby {BAO}"}
    assert all(f"table {match}" in found[f"{which} {ANN}"].screen.text for which in ("lobby", "closed"))
    assert f"closed {BAO}" in found


def test_whom_the_bot_may_not_write_to_sees_nothing_and_is_not_called(scene: Scene) -> None:
    match = begun(scene, 3, 1, first=1)
    scene.do(people.reach, BAO, False)
    found = shown(scene, match)
    assert BAO not in {one.chat_id for one in found.values()}
    assert "turn" not in found, "there is no group in which he could be mentioned"
    scene.do(people.reach, BAO, True)
    assert set(surfaces_of(scene, match, BAO)) == {"lobby", "board", "hand", "turn"}


@pytest.mark.parametrize("where", ["board", "turn"])
def test_a_tap_on_any_message_in_the_private_chat_shows_on_the_boards(scene: Scene, where: str) -> None:
    match = begun(scene, 2, 2, first=0)
    scene.do(table.point, match, ANN, 1, where, scene.now, scene.row(match).position)
    mine = surfaces_of(scene, match, ANN)
    assert any(":!cut 1 " in (key.data or "") for row in mine["board"].screen.keyboard for key in row)
    assert "which wire" in mine["board"].screen.text


@pytest.mark.parametrize("clock", [300, 3600])
@pytest.mark.parametrize("kind", ["race", "hunt"])
def test_the_hand_has_no_second_board_in_a_chat_that_has_one(scene: Scene, kind: str, clock: int) -> None:
    match = begun(scene, 2, kind=kind, clock=clock)
    position = scene.row(match).position
    for person in (ANN, BAO):
        hand = surfaces_of(scene, match, person)["hand"]
        assert not any(f":{position}:!draw" in (key.data or "") for row in hand.screen.keyboard for key in row)


def test_the_end_stands_in_every_chat_with_everybodys_role(scene: Scene) -> None:
    match = begun(scene, 3, 1)
    scene.play_out(match)
    results = [surfaces_of(scene, match, person)["result"] for person in (ANN, BAO, CELINE)]
    assert len({one.screen.text for one in results}) == 3
    assert all(scene.row(match).secret.hex() in one.screen.text for one in results)


# Votes, rematch, hours


def test_a_vote_stands_in_every_chat_in_his_own_language_and_is_carried(scene: Scene) -> None:
    match = begun(scene, 3, 1)
    scene.do(ballots.pause, match, scene.who(BAO), scene.now)
    votes = [surfaces_of(scene, match, person)["vote"] for person in (ANN, BAO, CELINE)]
    assert len({one.screen.text for one in votes}) == 3
    scene.do(ballots.vote, match, CELINE, "pause", True, scene.now)
    assert scene.facts(match).paused
    assert "vote" not in surfaces_of(scene, match, ANN)


def test_the_rematch_is_at_the_table_of_whoever_opens_it_and_needs_no_link(scene: Scene) -> None:
    match = begun(scene, 2, 2)
    scene.do(lobby.cancel, match, scene.who(ANN), scene.now)
    meet(scene, DIMA)
    assert scene.refused(lobby.rematch, match, scene.who(DIMA), None, scene.now).code is Code.NOT_INVITED
    again = scene.do(lobby.rematch, match, scene.who(BAO), None, scene.now).match
    facts = scene.facts(again)
    assert (facts.chat_id, facts.host_id, facts.private, facts.clock) == (BAO, BAO, True, 3600)
    assert [seat.person_id for seat in facts.seats] == [BAO, None, None]
    assert facts.invited == ("Ann",)
    assert scene.do(lobby.rematch, match, scene.who(ANN), None, scene.now).match == again
    assert scene.facts(again).seat_of(ANN) is not None
    assert scene.refused(lobby.rematch, match, scene.who(DIMA), None, scene.now).code is Code.NOT_INVITED


def test_zone_and_quiet_hours_are_those_of_whoever_set_the_table_up(scene: Scene) -> None:
    for person in (ANN, BAO):
        meet(scene, person)
    assert scene.do(preferences.group_settings, ANN).quiet == (23 * 60, 8 * 60)
    scene.do(preferences.set_zone, ANN, "Asia/Tokyo")
    scene.do(preferences.set_quiet, ANN, (22 * 60, 6 * 60))
    scene.do(preferences.set_zone, BAO, "Europe/Paris")
    match = begun(scene, 2, 2)
    facts = scene.facts(match)
    assert (facts.zone, facts.quiet) == ("Asia/Tokyo", (22 * 60, 6 * 60))
    [touched] = scene.do(preferences.set_quiet, ANN, None)
    assert touched == match
    assert scene.facts(match).quiet is None


def test_settings_of_private_tables_are_no_group_anybody_is_in(scene: Scene) -> None:
    meet(scene, ANN)
    before = scene.do(preferences.group_settings, ANN, "vi")
    assert (before.zone, before.zone_chosen, before.language) == ("Asia/Ho_Chi_Minh", False, "vi")
    assert scene.refused(preferences.group_settings, GROUP).code is Code.UNKNOWN_BUTTON
    scene.do(preferences.set_zone, ANN, "Asia/Tokyo")
    assert scene.do(preferences.group_settings, ANN).zone_chosen
    assert scene.do(groups.hushed, ANN) is False


def test_somebody_without_a_table_yet_can_set_how_his_are_to_be(scene: Scene) -> None:
    meet(scene, ANN)
    assert scene.do(preferences.group_settings, ANN).pictures
    scene.do(preferences.set_pictures, ANN, False)
    assert not scene.do(preferences.group_settings, ANN).pictures
    assert not scene.facts(set_table(scene)).pictures


# Delivery


def test_everything_stands_in_everybodys_chat_and_nowhere_else(scene: Scene) -> None:
    async def test(world: World) -> None:
        match = set_table(scene, 1)
        lay(world, match)
        await world.show(match)
        for person in (BAO, CELINE):
            meet(scene, person)
            sit_down(scene, match, person)
            await world.show(match)
        world.assert_shown(match)
        assert [len(world.telegram.stands(person)) for person in (ANN, BAO, CELINE)] == [1, 1, 1]
        world.do(lobby.start, match, scene.who(ANN), scene.now)
        await world.quiet()
        while scene.row(match).status == Status.RUNNING:
            if scene.facts(match).seats[scene.to_act(match)].automatic:
                scene.now = scene.row(match).deadline or scene.now
                world.do(table.time_out, match, scene.now)
            else:
                world.press(match)
            await world.quiet()
            world.assert_shown(match)
        assert nothing_in_the_group(world)
        assert not any(world.telegram.pins.values())

    virtually(test, scene)


def test_the_lobby_goes_from_the_chat_of_whoever_leaves_or_is_removed(scene: Scene) -> None:
    async def test(world: World) -> None:
        match = set_table(scene, 3)
        lay(world, match)
        await world.show(match)
        world.do(lobby.leave, match, BAO, scene.now)
        world.do(lobby.kick, match, scene.who(ANN), 1, scene.now)
        await world.quiet()
        assert (world.telegram.stands(BAO), world.telegram.stands(CELINE)) == ([], [])
        world.assert_shown(match)

    virtually(test, scene)


def test_case_c28_somebody_blocks_the_bot_and_the_match_goes_on_and_heals(scene: Scene) -> None:
    async def test(world: World) -> None:
        match = begun(scene, 3, 1, first=1)
        lay(world, match)
        await world.show(match)
        world.telegram.shut.add(BAO)
        # The bot learns it from its next call.
        world.do(ballots.ask_end, match, scene.who(CELINE), scene.now)
        await world.quiet()
        assert not scene.facts(match).seats[1].reachable
        assert any(call.error == BLOCKED for call in world.telegram.made(chat=BAO))
        scene.now = scene.row(match).deadline or scene.now
        world.do(table.time_out, match, scene.now)
        await world.quiet()
        assert scene.row(match).position == 2
        assert nothing_in_the_group(world)
        world.telegram.shut.discard(BAO)
        before = {sent.message_id for sent in world.telegram.stands(BAO)}
        scene.do(people.reach, BAO, True)
        await world.show(match)
        new = [sent for sent in world.telegram.stands(BAO) if sent.message_id not in before]
        assert [sent.secret for sent in new].count(True) == 1, "his hand"
        assert world.message(match, f"board {BAO}") in new
        world.assert_surfaces_shown(match)

    virtually(test, scene)


def test_a_process_that_dies_leaves_everybody_with_what_is_committed(scene: Scene) -> None:
    async def test(world: World) -> None:
        match = begun(scene, 3, 1, first=0)
        lay(world, match)
        await world.show(match)
        scene.press(match)
        await world.kill()
        world.start()
        await world.deliverer.catch_up()
        await world.quiet()
        world.assert_shown(match)

    virtually(test, scene)


def test_reminders_come_privately_or_not_at_all(scene: Scene) -> None:
    async def test(world: World) -> None:
        match = begun(scene, 2, 2, first=1)
        lay(world, match)
        await world.show(match)
        for stage in (1, 2):
            scene.now = scene.row(match).wake_at or scene.now
            world.do(table.time_out, match, scene.now)
            await world.quiet()
            assert scene.facts(match).reminded == stage
            calls = [sent for sent in world.telegram.stands(BAO) if "lượt bạn" in sent.text]
            assert calls == [world.message(match, "turn")]
        scene.do(people.reach, BAO, False)
        await world.show(match)
        assert nothing_in_the_group(world)
        assert not any(is_call(sent) for sent in world.telegram.stands(ANN))

    virtually(test, scene)


def test_a_board_that_somebody_deletes_comes_back_to_him_alone(scene: Scene) -> None:
    async def test(world: World) -> None:
        match = begun(scene, 2, 2, first=0)
        lay(world, match)
        await world.show(match)
        world.telegram.remove(BAO, world.message(match, f"board {BAO}").message_id)
        boards = len(world.telegram.made("send_photo", "send_message", chat=ANN))
        world.press(match)
        await world.quiet()
        world.assert_shown(match)
        assert world.message(match, f"board {BAO}").keyboard
        assert len(world.telegram.made("send_photo", "send_message", chat=ANN)) == boards

    virtually(test, scene)


# The languages


@pytest.mark.parametrize("language", sorted(set(LANGUAGES.values())))
def test_somebody_who_changes_his_language_reads_the_table_in_it(scene: Scene, language: str) -> None:
    match = begun(scene, 2, 2)
    assert match in scene.do(preferences.set_language, BAO, language)
    mine = surfaces_of(scene, match, BAO)
    others = begun_in(scene, match, language)
    assert mine["board"].screen == others["board"].screen


def begun_in(scene: Scene, match: int, language: str) -> dict[str, Wanted]:
    """What Ann's chat would show in a language."""
    scene.do(preferences.set_language, ANN, language)
    return surfaces_of(scene, match, ANN)


def test_a_lobby_changes_its_language_with_its_reader(scene: Scene) -> None:
    match = set_table(scene, 2)
    assert list(scene.do(preferences.set_language, BAO, "ru")) == [match]
    assert "личный стол" in shown(scene, match)[f"lobby {BAO}"].screen.text
    assert "private" in shown(scene, match)[f"lobby {ANN}"].screen.text


def test_the_board_stands_below_the_hand(scene: Scene) -> None:
    async def test(world: World) -> None:
        match = begun(scene, 2, 2, first=0, clock=60)
        lay(world, match)
        await world.show(match)
        for person, seat in ((ANN, 0), (BAO, 1)):
            hand, board = world.message(match, f"hand {seat}"), world.message(match, f"board {person}")
            assert hand.message_id < board.message_id == world.telegram.stands(person)[-1].message_id

    virtually(test, scene)


def test_whoever_can_be_written_to_again_learns_how_it_ended(scene: Scene) -> None:
    async def test(world: World) -> None:
        match = begun(scene, 2, 2)
        lay(world, match)
        await world.show(match)
        scene.do(people.reach, BAO, False)
        scene.play_out(match)
        await world.show(match)
        assert f"result {BAO}" not in world.rows(match)
        assert list(scene.do(people.reach, BAO, True)) == [match]
        await world.show(match)
        assert world.message(match, f"result {BAO}").keyboard
        world.assert_surfaces_shown(match)
        scene.do(people.reach, BAO, False)
        assert list(scene.do(people.reach, BAO, True)) == [], "told once"

    virtually(test, scene)
