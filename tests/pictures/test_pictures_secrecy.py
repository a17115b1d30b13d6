"""Pictures give away nothing (product, Secrets), and show every change of what they may show."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFilter

from core.chase import Card, Fate, Rank, Suit
from core.evolution import Choice, Kind
from core.timebomb import Role, Wire
from tests.core.worlds import WORLDS
from tests.pictures.looks import GAMES, laid, pictures
from tests.screens.matches import NAMES, Table, ended, table, variant
from tgbot.facts import Status
from tgbot.languages import LANGUAGES
from tgbot.pictures import PICTURES
from tgbot.pictures.staged import picture
from tgbot.words import words

SAY = words("en")


@st.composite
def running(draw: st.DrawFn) -> Table:
    kind, with_variant, seats = draw(st.sampled_from(GAMES))
    seed = draw(st.binary(min_size=1, max_size=3))
    at = laid(kind, with_variant, seats, draw(st.integers(0, 3 * seats)), seed=seed)
    return laid(kind, with_variant, seats, 0, seed=seed) if at.game.outcome else at


@settings(max_examples=60, deadline=None)
@given(running(), st.integers(0, 2**16), st.sampled_from(sorted(LANGUAGES)))
def test_the_table_looks_the_same_whatever_is_hidden(at: Table, seed: int, language: str) -> None:
    game, say = PICTURES[at.facts.kind], words(language)
    other = WORLDS[type(at.game)](at.game, None, random.Random(seed)).view(None)
    for draw in (game.board, game.result, game.recap):
        assert draw(at.facts, other, say) == draw(at.facts, at.public, say)


@settings(max_examples=60, deadline=None)
@given(running(), st.integers(0, 2**16))
def test_a_hand_looks_the_same_whatever_others_hide(at: Table, seed: int) -> None:
    for seat in range(at.game.seats):
        other = WORLDS[type(at.game)](at.game, seat, random.Random(seed)).view(seat)
        mine = at.game.view(seat)
        assert PICTURES[at.facts.kind].hand(at.facts, other, SAY) == PICTURES[at.facts.kind].hand(at.facts, mine, SAY)


@settings(max_examples=30, deadline=None)
@given(running())
def test_the_group_is_shown_nothing_of_a_players_view(at: Table) -> None:
    """Given a player's view by mistake, the group's pictures would still show nothing private."""
    game = PICTURES[at.facts.kind]
    for seat in range(at.game.seats):
        for draw in (game.board, game.result, game.recap):
            assert draw(at.facts, at.game.view(seat), SAY) == draw(at.facts, at.public, SAY)


@pytest.mark.parametrize(("kind", "with_variant", "seats"), GAMES)
def test_equal_pictures_are_equal_files_even_when_drawn_anew(kind: str, with_variant: bool, seats: int) -> None:
    at, again = laid(kind, with_variant, seats, 9), laid(kind, with_variant, seats, 9)
    other = again.but(revision=99, deadline=None, reposted=3, pointing=1, pointing_in="board")
    for (name, one), (_, same) in zip(pictures(at, "vi"), pictures(other, "vi"), strict=True):
        assert one.digest == same.digest, name
        assert one.jpeg() == same.draw(same.scene, False).jpeg(), name


def test_pictures_drawn_side_by_side_in_threads_are_those_drawn_alone() -> None:
    drawn = [
        picture for kind, variant_, seats in GAMES for _, picture in pictures(laid(kind, variant_, seats, 9), "fr")
    ]
    alone = [picture.draw(picture.scene, False).jpeg() for picture in drawn]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda picture: picture.draw(picture.scene, False).jpeg(), drawn)) == alone


def test_who_does_not_sit_here_has_no_hand() -> None:
    for kind in PICTURES:
        at = table(0, kind=kind)
        with pytest.raises(ValueError, match="seat"):
            PICTURES[kind].hand(at.facts, at.public, SAY)


def test_a_hand_does_not_change_with_the_cuts_of_a_round() -> None:
    for kind in ("timebomb", "evolution"):
        first, later = table(0, kind=kind), table(3, kind=kind)
        assert later.game.round == 1
        for seat in range(5):
            before = PICTURES[kind].hand(first.facts, first.game.view(seat), SAY)
            assert PICTURES[kind].hand(later.facts, later.game.view(seat), SAY) == before


def test_everybody_sees_the_roles_when_the_match_is_over_and_not_before() -> None:
    at, over = table(5), ended("time")
    for draw in (PICTURES["timebomb"].board, PICTURES["timebomb"].result, PICTURES["timebomb"].recap):
        assert "role" not in {mark.what for mark in draw(at.facts, at.public, SAY).canvas().marks}
    for draw in (PICTURES["timebomb"].result, PICTURES["timebomb"].recap):
        marks = [mark.what for mark in draw(over.facts, over.public, SAY).canvas().marks]
        assert marks.count("role") == 5


def board(at: Table, **seen: Any) -> bytes:
    return PICTURES[at.facts.kind].board(at.facts, replace(at.public, **seen), SAY).jpeg()


WIRE_AT_TABLE = table(9, names=NAMES[:6], claims=[(0, 2, "claim 1")])
ABSENT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "seen",
    [
        {"found": 3},
        {"cuts_left": 1},
        {"round": 3},
        {"holder": (WIRE_AT_TABLE.game.holder + 1) % 6},
        {"rows": ((Wire.DEFUSING, None, None, None), *WIRE_AT_TABLE.public.rows[1:])},
        {"reveals": WIRE_AT_TABLE.public.reveals[:-1]},
    ],
    ids=lambda seen: next(iter(seen)),
)
def test_whatever_changes_on_the_table_changes_the_picture(seen: dict[str, Any]) -> None:
    assert board(WIRE_AT_TABLE, **seen) != board(WIRE_AT_TABLE)


@pytest.mark.parametrize("change", ["name", "left", "absent", "computer", "claim", "no claim", "bomb", "cancelled"])
def test_whatever_changes_about_people_changes_the_picture(change: str) -> None:
    at = WIRE_AT_TABLE
    told = type(at.game).recall
    seats = {
        "name": replace(at.facts.seats[0], name="Anna"),
        "left": replace(at.facts.seats[0], left=True),
        "absent": replace(at.facts.seats[0], absent_since=ABSENT),
        "computer": replace(at.facts.seats[0], person_id=None),
    }
    changes: dict[str, dict[str, Any]] = {
        "claim": {"claims": (told(0, 2, "claim 2"),)},
        "bomb": {"claims": (told(0, 2, "claim 1 bomb"),)},
        "no claim": {"claims": ()},
        "cancelled": {"status": Status.CANCELLED},
    }
    fields = changes.get(change) or {"seats": (seats[change], *at.facts.seats[1:])}
    assert board(at.but(**fields)) != board(at)


COLOURFUL = variant(lambda game: game.choice and game.choice.kind == "attach", seats=6)


@pytest.mark.parametrize("change", ["defused", "more", "limit", "choice", "other choice", "draw"])
def test_whatever_changes_about_the_bombs_changes_the_picture(change: str) -> None:
    first, *rest = COLOURFUL.public.bombs
    offered = COLOURFUL.public.choice
    seen: dict[str, dict[str, Any]] = {
        "defused": {"bombs": (replace(first, defused=not first.defused), *rest)},
        "more": {"bombs": (replace(first, revealed=first.revealed + 1), *rest)},
        "limit": {"bombs": (replace(first, limit=first.limit + 1), *rest)},
        "choice": {"choice": None},
        "other choice": {"choice": Choice(offered.seat, Kind.ATTACH, offered.colours[:1])},
        "draw": {"draw": (COLOURFUL.game.holder + 1) % 6},
    }
    assert board(COLOURFUL, **seen[change]) != board(COLOURFUL)


def shown(at: Table, seat: int, **changes: Any) -> bytes:
    people = [*at.public.characters]
    people[seat] = replace(people[seat], **changes)
    return board(at, characters=tuple(people))


ACE, QUEEN = Card(Suit.SPADES, Rank.ACE), Card(Suit.SPADES, Rank.QUEEN)


@pytest.mark.parametrize(
    "changes",
    [
        {"pistols": (ACE,)},
        {"pistols": (ACE, ACE)},
        {"worn": QUEEN},
        {"reserve": (QUEEN,)},
        {"hits": 1},
        {"fate": Fate.DEAD},
        {"cards": (Card(Suit.SPADES, Rank.TWO),)},
        {"cell": 3},
    ],
    ids=lambda changes: next(iter(changes)),
)
@pytest.mark.parametrize("kind", ["hunt", "race"])
def test_whatever_changes_about_a_figure_changes_the_picture(kind: str, changes: dict[str, Any]) -> None:
    at = table(0, kind=kind, claims_on=False)
    seat = at.public.order[-1]
    assert shown(at, seat, **changes) != shown(at, seat)


@pytest.mark.parametrize(
    "seen",
    [{"lane": Suit.CLUBS}, {"left": (1, 2, 3)}, {"turn": 5}, {"to_act": None}],
    ids=lambda seen: next(iter(seen)),
)
def test_whatever_changes_on_the_lanes_changes_the_picture(seen: dict[str, Any]) -> None:
    at = table(0, kind="hunt", claims_on=False)
    assert board(at, **seen) != board(at)


def test_a_criminals_file_and_the_clues_of_a_lane_are_shown() -> None:
    at = table(0, kind="hunt", claims_on=False)
    criminal = at.public.order[2]
    assert shown(at, criminal, file=(Card(Suit.HEARTS, Rank.TWO),)) != shown(at, criminal)
    lanes = (replace(at.public.lanes[0], clues=2), *at.public.lanes[1:])
    assert board(at, lanes=lanes) != board(at)


def test_a_role_shows_through_no_blur_such_as_telegram_lays_over_a_covered_picture() -> None:
    hand = picture("timebomb", "hand", 6, 3, "en", moves=None, options={})
    scene: Any = hand.scene

    def blurred(role: Role) -> Image.Image:
        drawn = hand.draw(replace(scene, role=role), False).image.convert("RGB")
        return drawn.resize((40, 22), Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(2))

    apart = max(ImageChops.difference(*map(blurred, Role)).tobytes())
    assert 0 < apart < 20, "of 255; on grounds of their own sides they are 37 apart"
