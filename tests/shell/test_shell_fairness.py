"""Fair shuffles anybody can check, and nothing secret before the end (product, Secrets)."""

from __future__ import annotations

import dataclasses
import io
import logging
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalog import CATALOG
from core.fair import Fair, seed_of
from core.game import Game
from core.timebomb import TimeBomb, TimeBombView
from tests.shell import setting
from tests.shell.setting import ANN, BAO, PEOPLE, Scene
from tgbot import claims, gathering, lobby, people, table
from tgbot.facts import By, MatchFacts, Revelation, Status
from tgbot.store.snapshot import load_options

ROOT = Path(__file__).parents[2]


def replayed(scene: Scene, match: int) -> Game:
    """The match again, from nothing but its secret, its joins, its options and its moves."""
    row, facts = scene.row(match), scene.facts(match)
    entry = CATALOG[row.kind]
    seed = seed_of(row.secret, row.joins)
    game = entry.game.deal(len(facts.seats), load_options(row.kind, row.options), Fair(seed, 0))
    for play in facts.plays:
        assert game.to_act == play.seat
        if play.by is By.CLOCK:
            assert play.move == Fair(seed, play.position, "clock").choice(game.moves(play.seat))
        game, _ = game.play(play.seat, play.move, Fair(seed, play.position))
    return game


@given(st.integers(1, 6), st.integers(0, 7), st.data())
@settings(max_examples=6, deadline=None)
def test_a_match_replays_from_the_tables_at_every_position(persons: int, computers: int, data: st.DataObject) -> None:
    computers = min(max(computers, 4 - persons), 8 - persons)
    with setting.scene() as scene:
        match = scene.running(persons, computers, clock=60)
        while True:
            assert replayed(scene, match) == scene.game(match)
            if scene.row(match).status != Status.RUNNING:
                break
            _one_step(scene, match, data)
        assert scene.row(match).status == Status.FINISHED


def _one_step(scene: Scene, match: int, data: st.DataObject) -> None:
    seated = scene.facts(match).seats[scene.to_act(match)]
    if seated.automatic or data.draw(st.integers(0, 9)) == 0:
        scene.now = scene.row(match).deadline or scene.now
        scene.do(table.time_out, match, scene.now)
    else:
        scene.press(match, data.draw(st.sampled_from(scene.moves(match))))
        if data.draw(st.integers(0, 9)) == 0 and scene.row(match).status == Status.RUNNING:
            stay = [s for s in scene.facts(match).seats if not s.automatic]
            if len(stay) > 1:
                scene.do(table.leave, match, data.draw(st.sampled_from(stay)).person_id or ANN, scene.now)


def test_anybody_can_check_a_finished_match_by_what_is_published(scene: Scene) -> None:
    match = scene.running(5)
    scene.play_out(match)
    facts = scene.facts(match)
    assert facts.revelation is not None
    secret = bytes.fromhex(facts.revelation.secret)
    assert sha256(secret).hexdigest() == facts.commitment
    game = CATALOG["timebomb"].game.deal(5, facts.options, Fair(seed_of(secret, facts.revelation.joins), 0))
    for play in facts.plays:
        game, _ = game.play(play.seat, play.move, Fair(seed_of(secret, facts.revelation.joins), play.position))
    assert game == scene.game(match)


def test_a_changed_join_deals_another_match(scene: Scene) -> None:
    row = scene.row(scene.running(8))
    game, options = CATALOG["timebomb"].game, load_options(row.kind, row.options)
    deals = [game.deal(8, options, Fair(seed_of(row.secret, joins), 0)) for joins in (row.joins, row.joins[::-1])]
    assert deals[0] != deals[1]


def parts(value: object) -> Iterator[object]:
    """A frozen value and all it holds."""
    yield value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from parts(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from parts(part)


def secrets_of(scene: Scene, match: int) -> tuple[str, ...]:
    """Words that stand for what nobody may know, as they might be written."""
    row = scene.row(match)
    return (row.secret.hex(), repr(row.secret), seed_of(row.secret, row.joins).hex(), *row.joins)


PUBLIC = ("builtins", "datetime", "core.game", "core.timebomb", "tgbot.facts")


def assert_public(scene: Scene, match: int, facts: MatchFacts) -> None:
    assert facts.revelation is None
    for hidden in (*secrets_of(scene, match), "sherlock", "moriarty"):
        assert hidden not in repr(facts)
    for part in parts(facts):
        assert type(part).__module__ in PUBLIC
        assert not isinstance(part, bytes | list | dict | Revelation | TimeBomb | TimeBombView)


def test_c33_the_facts_hold_no_secret_before_the_end(scene: Scene) -> None:
    match = scene.lobby(5, 1)
    assert_public(scene, match, scene.facts(match))
    scene.do(lobby.start, match, scene.who(ANN), scene.now)
    scene.do(claims.claim, match, BAO, "claim 1 nobomb", scene.now)
    while scene.row(match).status == Status.RUNNING:
        for facts in (
            scene.facts(match),
            scene.do(table.look, match).facts,
            scene.do(table.look, match, BAO).facts,
            scene.do(table.looks, match)[0].facts,
            *scene.do(people.matches_here, setting.PLACE),
            *scene.do(people.matches_of, BAO),
        ):
            assert_public(scene, match, facts)
        if scene.facts(match).seats[scene.to_act(match)].automatic:
            scene.now = scene.row(match).deadline or scene.now
            scene.do(table.time_out, match, scene.now)
        else:
            scene.press(match)
    assert scene.facts(match).revelation is not None


def test_an_expired_lobby_publishes_its_secret_or_keeps_it_but_never_dealt_anything(scene: Scene) -> None:
    match = scene.lobby(4)
    scene.do(lobby.time_out, match, scene.later(gathering.LIFE))
    assert scene.row(match).state is None


def test_c33_a_whole_match_at_debug_level_logs_no_secret_and_no_token(tmp_path: Path) -> None:
    """In a process of its own, with the logs as the bot sets them up and everything shown to a Telegram of ours."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.shell.logged_match", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    hidden = run.stdout.split("\n")[:-1]
    assert len(hidden) > 10
    assert "the match is over" in run.stderr
    assert "a deadline cannot be resolved" in run.stderr
    for line in hidden:
        assert line not in run.stderr


def test_the_store_tells_no_secret_even_when_sqlalchemy_tells_its_statements(tmp_path: Path) -> None:
    heard = io.StringIO()
    handler, engine_log = logging.StreamHandler(heard), logging.getLogger("sqlalchemy.engine")
    engine_log.addHandler(handler)
    engine_log.setLevel(logging.INFO)
    try:
        scene = Scene(tmp_path)
        match = scene.running()
        scene.press(match)
        hidden = (*secrets_of(scene, match), str(scene.row(match).state), scene.row(match).token)
        scene.close()
    finally:
        engine_log.removeHandler(handler)
        engine_log.setLevel(logging.NOTSET)
    assert "INSERT INTO" in heard.getvalue()
    assert not [word for word in hidden if word in heard.getvalue()]


@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_a_view_of_a_running_match_shows_no_role_but_ones_own(scene: Scene, viewer: int | None) -> None:
    match = scene.running()
    look = scene.do(table.look, match, None if viewer is None else PEOPLE[viewer])
    words = repr(look)
    assert words.count("Role.") == (0 if viewer is None else 1)
