"""Private tables: set up by Ann in her chat with the bot; the others come by the link."""

from __future__ import annotations

from collections.abc import Mapping

from core.catalog import CATALOG
from core.game import Seat
from tests.shell.setting import ANN, GROUP, PEOPLE, Scene, fix_secret
from tests.shell.telegram_fake import Sent
from tests.shell.world import World
from tgbot import choosing, lobby, people, table
from tgbot.lobby import Place
from tgbot.people import Visit
from tgbot.surfaces import wanted
from tgbot.wanted import Wanted

HERE = Place(ANN, "")
LANGUAGES: Mapping[int, str] = dict(zip(PEOPLE, ("en", "vi", "fr", "ru"), strict=False))


def meet(scene: Scene, person: int) -> None:
    """Somebody presses Start in his chat with the bot, whose app speaks his language."""
    visit = Visit(scene.who(person), None, scene.now, client_language=LANGUAGES.get(person, "en"))
    scene.do(people.attempt, visit, lambda _: None)
    scene.do(people.reach, person, True)


def set_table(scene: Scene, persons: int = 1, computers: int = 0, kind: str = "timebomb") -> int:
    """A lobby of Ann's; ``persons`` in all have come by its link."""
    for person in PEOPLE[:persons]:
        meet(scene, person)
    match = scene.do(lobby.open_lobby, HERE, scene.who(ANN), kind, 1000 + scene.said, scene.now).match
    for person in PEOPLE[1:persons]:
        sit_down(scene, match, person)
    for _ in range(computers):
        scene.do(lobby.add_computer, match, scene.who(ANN), scene.now)
    return match


def sit_down(scene: Scene, match: int, person: int) -> None:
    """Somebody comes by the link."""
    scene.do(lobby.join, match, scene.who(person), None, scene.now, token=scene.row(match).token)


def begun(
    scene: Scene,
    persons: int = 1,
    computers: int = 0,
    *,
    kind: str = "timebomb",
    first: Seat | None = None,
    clock: int = 3600,
) -> int:
    """A match that has begun; ``first``: who got the cutters. Computer players take the seats that are missing."""
    entry = CATALOG[kind]
    missing = (max if entry.fills else min)(entry.sizes) - persons
    match = set_table(scene, persons, max(computers, missing), kind)
    scene.do(choosing.set_clock, match, scene.who(ANN), clock, scene.now)
    scene.do(fix_secret, match, first)
    scene.do(lobby.start, match, scene.who(ANN), scene.now)
    return match


def shown(scene: Scene, match: int) -> dict[str, Wanted]:
    """What should stand, by name."""
    look, views = scene.do(table.looks, match)
    found = list(wanted(look, views, "BigBenBot"))
    assert len({one.which for one in found}) == len(found)
    assert all(one.chat_id > 0 and one.thread_id is None for one in found), "there is no group"
    return {one.which: one for one in found}


def surfaces_of(scene: Scene, match: int, person: int) -> dict[str, Wanted]:
    """What should stand in somebody's chat, by its name without his."""
    own = {which: one for which, one in shown(scene, match).items() if one.chat_id == person}
    return {which.removesuffix(f" {person}").partition(" ")[0]: one for which, one in own.items()}


def lay(world: World, match: int) -> None:
    """The message with the games, which became the lobby, stands in Ann's chat."""
    row = world.rows(match)[f"lobby {ANN}"]
    world.telegram.chats.setdefault(ANN, {})[row.message_id] = Sent(row.message_id, ANN, "?", None)


def nothing_in_the_group(world: World) -> bool:
    """No call went to any group."""
    return all(call.chat_id > 0 for call in world.telegram.calls) and GROUP not in world.telegram.chats
