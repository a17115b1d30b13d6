"""The bot as Telegram's webhook: updates are brought to it, and others may look after it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.bot.balancer import bring
from tests.bot.driver import World
from tests.bot.hooked import HookedHouse, figures, get, served, soon
from tests.bot.processes import STOP, Bot, House
from tests.bot.wiretap import Wiretap

FOUR = "Ann Bob Cid Dee"


@pytest.fixture
def hooked(tmp_path: Path) -> Iterator[HookedHouse]:
    """A server, a balancer, and a bot that serves its webhook."""
    built = HookedHouse(tmp_path)
    try:
        built.start()
        yield built
    finally:
        built.close()


def test_a_whole_match_is_played_by_webhook(hooked: HookedHouse) -> None:
    world = World(hooked, FOUR)
    world.begin()
    world.play_out()
    info = hooked.api("getWebhookInfo")["result"]
    assert (info["url"], info["max_connections"]) == (hooked.balancer.url, 100)
    soon("everything is acknowledged", lambda: not hooked.api("getWebhookInfo")["result"]["pending_update_count"])
    made = {call["method"].lower() for call in hooked.sim.get("calls")["calls"]}
    assert "getupdates" not in made
    assert [call for call in hooked.sim.get("calls")["calls"] if call["method"].lower() == "setwebhook"][1:] == []


def test_who_does_not_know_the_secret_changes_nothing(hooked: HookedHouse) -> None:
    world = World(hooked, FOUR)
    world.begin()
    world.settle()
    press = hooked.balancer.updates[-1]
    forged = press.replace(b'"update_id": ', b'"update_id": 9')
    before = world.everything()
    for secret in ("", "wrong", hooked.server.token):
        assert hooked.balancer.bring(forged, secret=secret) == 403
    assert world.everything() == before
    assert hooked.balancer.bring(b"not JSON") == 400
    assert hooked.balancer.bring(b"[]") == 400
    assert world.everything() == before


def test_case_c02_an_update_brought_again_takes_effect_once(hooked: HookedHouse) -> None:
    world = World(hooked, FOUR)
    world.begin()
    for _ in range(3):
        world.cut_safely()
    world.settle()
    before = world.everything()
    for update in list(hooked.balancer.updates):
        assert hooked.balancer.bring(update) == 200
        # Also a process that has never seen it.
        renumbered = re.sub(rb'"update_id": ?\d+', b'"update_id": 77000%d' % len(update), update)
        assert hooked.balancer.bring(renumbered) == 200
    assert world.everything()["plays"] == before["plays"]
    assert len(world.records.matches(world.group)) == 1
    hooked.forgiven += ["query is too old"]


def test_an_update_that_nobody_can_read_holds_up_no_other(hooked: HookedHouse) -> None:
    world = World(hooked, FOUR)
    world.begin()
    assert hooked.balancer.bring(b'{"update_id": 123456789, "callback_query": {"id": 7}}') == 200
    world.cut_safely()
    hooked.forgiven += ["Update 123456789 cannot be read"]


@pytest.fixture
def tapped(tmp_path: Path) -> Iterator[tuple[HookedHouse, Wiretap]]:
    """The same, with somebody between the bot and the server who can lose the bot's calls."""
    built = HookedHouse(tmp_path)
    tap = Wiretap(built.server.url)
    try:
        built.bot.url = tap.url
        built.start()
        yield built, tap
    finally:
        try:
            built.close()
        finally:
            tap.close()


def test_while_it_stops_it_takes_no_part_and_telegram_keeps_what_comes(tapped: tuple[HookedHouse, Wiretap]) -> None:
    house, tap = tapped
    world, url = World(house, FOUR), house.url
    board = world.begin()
    world.settle()
    assert get(url, "/readyz") == (200, '{"status":"ok"}')
    with tap.losing("editMessageText"), ThreadPoolExecutor() as pool:
        # The board cannot be brought up to date, so the stop waits for it as long as it may.
        world.tap(board.holder, board.targets[0])
        stopped = pool.submit(house.bot.stop)
        soon("it takes no part", lambda: get(url, "/readyz")[0] == 503)
        assert get(url, "/readyz") == (503, '{"status":"stopping"}')
        assert get(url, "/healthz") == (200, '{"status":"ok"}')
        world.write("Ann", "/status")
        code, seconds = stopped.result()
    assert code == 0
    assert seconds < STOP
    assert get(url, "/readyz")[0] == 0
    assert world.saying("Waiting for") is None
    house.balancer.backends.clear()
    # What is not known to stand is shown once more.
    house.forgiven += ["message is not modified"]
    house.start()
    # Telegram tries again ever later.
    world.think(130)
    world.until_said("Waiting for")


def test_on_sqlite_one_process_takes_updates_and_another_stands_by_until_it_is_gone(hooked: HookedHouse) -> None:
    world = World(hooked, FOUR)
    board = world.begin()
    world.settle()
    other = Bot(hooked.server, hooked.bot.folder / "other", hooked.bot.url, database_url=hooked.bot.database_url)
    other.folder.mkdir()
    hooked.others.append(other)
    other.launch(WEBHOOK_URL=hooked.balancer.url, HTTP_PORT="0")
    other.until("it stands by", lambda: "this one stands by" in other.log)
    assert "DATABASE_URL names a file of SQLite" in other.log
    url = served(other)
    assert get(url, "/readyz") == (503, '{"status":"standby"}')
    assert get(url, "/healthz") == (200, '{"status":"ok"}')
    secret = hooked.balancer.secret
    before = world.everything()
    assert bring(url, hooked.balancer.updates[-1], secret) == 503
    assert world.everything() == before
    # A balancer that asks it in turn all the same loses nothing: Telegram brings it again.
    hooked.balancer.backends.append(url)
    for _ in range(3):
        world.cut_safely()
    assert hooked.bot.stop()[0] == 0
    other.until("it leads", lambda: "Big Ben is running" in other.log)
    assert get(url, "/readyz") == (200, '{"status":"ok"}')
    world.cut_safely()
    assert board.targets


def test_it_goes_back_to_polling_without_a_word_to_telegram_by_hand(hooked: HookedHouse) -> None:
    world = World(hooked, FOUR)
    world.begin()
    world.cut_safely()
    assert hooked.bot.stop()[0] == 0
    hooked.bot.start(WEBHOOK_URL="", HTTP_PORT="")
    soon("the webhook goes", lambda: hooked.api("getWebhookInfo")["result"]["url"] == "")
    world.cut_safely()
    assert hooked.bot.stop()[0] == 0
    hooked.balancer.backends.clear()
    hooked.start()
    world.play_out()
    hooked.forgiven += ["terminated by setWebhook", "webhook is active"]


def test_figures_tell_what_happens_and_name_nobody(hooked: HookedHouse) -> None:
    world = World(hooked, FOUR, title="Zqx club")
    world.begin()
    for _ in range(2):
        world.cut_safely()
    world.settle()
    hooked.balancer.bring(b"{}", secret="wrong")
    status, text = get(hooked.url, "/metrics")
    assert status == 200
    value = figures(text)
    assert value("bigben_updates_total", kind="callback_query", outcome="done") >= 10
    assert value("bigben_update_seconds_count", kind="callback_query") >= 10
    assert value("bigben_api_calls_total", method="answerCallbackQuery", result="ok") >= 10
    assert value("bigben_transaction_seconds_count", kind="write") >= 10
    assert value("bigben_api_call_seconds_count") >= 10
    assert value("bigben_budget_wait_seconds_count") >= 3
    assert value("bigben_matches", status="running") == 1
    assert value("bigben_deadlines_waiting") == 1
    assert value("bigben_deadlines_overdue") == 0
    assert (value("bigben_leader"), value("bigben_ready"), value("bigben_database_up")) == (1, 1, 1)
    assert value("bigben_webhook_refused_total", reason="secret") == 1
    assert 'outcome="failed"' not in text
    secrets = [hooked.server.token, hooked.server.token.split(":")[1], hooked.balancer.secret, "Zqx", str(world.group)]
    names = [*world.names, *map(str, world.ids.values())]
    assert [word for word in (*secrets, *names) if word in text] == []
    series = [line for line in text.splitlines() if not line.startswith("#")]
    assert len(series) < 400, "labels take few values"


def test_a_polling_bot_shows_its_health_where_it_is_asked_to(tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        house.bot.start(HTTP_PORT="0")
        url = served(house.bot)
        assert get(url, "/healthz") == get(url, "/readyz") == (200, '{"status":"ok"}')
        assert "bigben_leader 1.0" in get(url, "/metrics")[1]
        assert get(url, "/telegram")[0] == 404
    finally:
        house.close()


def test_a_port_that_is_taken_is_told_by_name(tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        port = urlsplit(house.server.url).port
        house.bot.launch(HTTP_PORT=str(port))
        assert house.bot.ended() == 2
        assert house.bot.log.splitlines()[-1].startswith("HTTP_PORT: nothing can be served at 127.0.0.1")
    finally:
        house.close()


def test_the_process_is_not_ready_before_telegram_has_been_reached(tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        hook, secret = "http://127.0.0.1:9/telegram", "0123456789abcdef"
        house.bot.launch(HTTP_PORT="0", BOT_API_URL="http://127.0.0.1:9", WEBHOOK_URL=hook, WEBHOOK_SECRET=secret)
        house.bot.until("it serves", lambda: "health and figures" in house.bot.log)
        url = served(house.bot)
        assert get(url, "/readyz") == (503, '{"status":"starting"}')
        assert get(url, "/healthz")[0] == 200
        assert bring(url, b'{"update_id": 1}', secret) == 503, "Telegram brings it again"
        code, seconds = house.bot.stop()
        assert code == 0
        assert seconds < STOP
    finally:
        house.close()


def test_updates_of_several_people_brought_in_the_reverse_order_count_once_each_and_the_match_ends(
    hooked: HookedHouse,
) -> None:
    hooked.forgiven += ["query is too old"]
    world = World(hooked, FOUR)
    board = world.begin()
    world.settle()
    before = {json.loads(update)["update_id"] for update in hooked.balancer.updates}
    holder, move = world.named(board.holder), board.targets[0].data.replace("point", "!cut") + " 0"
    claims = {name: f"{board.match}:1:claim {n}" for n, name in enumerate(world.names) if name != holder}
    backends, hooked.balancer.backends = hooked.balancer.backends, []
    for name, data in {**claims, holder: move}.items():
        how = {"chat": world.group, "message": board.id, "data": data, "wait": 0}
        hooked.sim.post(f"people/{world.ids[name]}/press", **how)

    def come() -> dict[int, bytes] | None:
        found = {json.loads(update)["update_id"]: update for update in hooked.balancer.updates}
        late = {number: found[number] for number in found.keys() - before}
        return late if len(late) == len(world.names) else None

    late = soon("all of them", come)
    for number in sorted(late, reverse=True):
        assert bring(backends[0], late[number], hooked.balancer.secret) == 200
    hooked.balancer.backends = backends
    world.settle()
    assert [play["move"] for play in world.records.plays(board.match)] == [move.partition("!")[2]]
    told = [(world.names[claim["seat"]], claim["text"]) for claim in world.records.claims(board.match)]
    assert told == [(name, data.split(":")[2]) for name, data in reversed(claims.items())]
    world.think(130)
    soon("everything is acknowledged", lambda: not hooked.api("getWebhookInfo")["result"]["pending_update_count"])
    assert len(world.records.claims(board.match)) == len(claims)
    world.play_out()


def test_updates_brought_all_at_once_are_all_done(hooked: HookedHouse) -> None:
    world = World(hooked, [f"P{n}" for n in range(8)])
    world.gather(*world.names[:1])
    told = json.loads(hooked.balancer.updates[-1])
    assert told["callback_query"]
    for name in world.names[1:]:
        hooked.sim.post(f"people/{world.ids[name]}/tap", chat=world.group, label="Join", wait=0)
    world.until_lobby("👥 8 of ")
