"""At Telegram: the block list, and limits for people and groups. Every press is answered, whoever makes it."""

from __future__ import annotations

from tests.bot.driver import World
from tests.bot.processes import House

FOUR = "Ann Bob Cid Dee"
FAST = "That was a lot at once"
BLOCKED = "has blocked its use here"


def restarted(house: House, *worlds: World, **settings: str) -> None:
    """The bot with other settings, when it has greeted everybody: a greeting is an answer to a command."""
    for world in worlds:
        for name in world.names:
            world.until_said("Hello, I am Big Ben", name)
    house.bot.stop()
    house.bot.start(**settings)


def told(world: World, text: str, who: str | None = None) -> int:
    return len([m for m in world.messages(who) if m.by_bot and text in m.text])


def test_too_many_commands_are_refused_once_and_then_ignored(own_house: House) -> None:
    world = World(own_house, FOUR)
    restarted(own_house, world, COMMANDS_PER_MINUTE="3")
    for _ in range(8):
        world.write("Ann", "/games", private=True)
    world.write("Bob", "/games", private=True)
    world.until_said("You are in no match", "Bob")
    world.until("the refusal", lambda: told(world, FAST, "Ann"))
    assert (told(world, "You are in no match", "Ann"), told(world, FAST, "Ann")) == (3, 1)
    world.think(60)
    world.write("Ann", "/games", private=True)
    world.until("an answer again", lambda: told(world, "You are in no match", "Ann") == 4)


def test_a_group_has_a_limit_of_its_own(own_house: House) -> None:
    world = World(own_house, FOUR)
    other = World(own_house, "Kim Lou", title="Elsewhere")
    restarted(own_house, world, other, COMMANDS_PER_MINUTE="2")
    for name in (*FOUR.split(), *FOUR.split()):
        world.write(name, "/status")
    other.write("Kim", "/status")
    other.until_said("Nothing is being played here")
    world.until("the refusal", lambda: told(world, FAST))
    assert (told(world, "Nothing is being played here"), told(world, FAST)) == (6, 1)


def test_somebody_opens_so_many_games_an_hour_and_joins_as_many_as_he_likes(own_house: House) -> None:
    world = World(own_house, FOUR)
    restarted(own_house, world, LOBBIES_PER_HOUR="1")
    world.gather()
    world.write("Ann", "/cancel")
    world.until_said("called off before it began")
    world.write("Ann", "/play")
    opening = world.until("the games", lambda: world.newest("Evolution")).having("new timebomb")[0]
    assert "opened a lot of games" in world.tap("Ann", opening).text
    assert "You are in" in world.tap("Bob", opening).text
    world.until_there("Join")
    assert "You are in" in world.tap("Ann", "Join").text


def test_who_is_blocked_gets_nothing_but_an_answer_to_every_press(own_house: House) -> None:
    world = World(own_house, FOUR)
    lobby = world.gather("Ann")
    restarted(own_house, world, BLOCKED=f"{world.ids['Bob']}, 77")
    for _ in range(3):
        assert BLOCKED in world.tap("Bob", lobby.having("join")[0]).text
    for _ in range(3):
        world.write("Bob", "/games", private=True)
    world.until("the refusal", lambda: told(world, BLOCKED, "Bob"))
    world.write("Bob", "/status")
    world.start("Bob", f"j_{world.match()['token']}")
    world.write("Cid", "/status")
    world.until_said("Not begun yet")
    assert told(world, BLOCKED, "Bob") == 1
    assert not told(world, BLOCKED)
    assert told(world, "Not begun yet") == 1
    assert len(world.records.seats(world.match()["id"])) == 1


def test_a_blocked_group_gets_no_games(own_house: House) -> None:
    world = World(own_house, FOUR)
    lobby = world.gather("Ann")
    restarted(own_house, world, BLOCKED=str(world.group))
    assert BLOCKED in world.tap("Bob", lobby.having("join")[0]).text
    before = len(world.standing())
    world.write("Cid", "/status")
    world.write("Cid", "/games", private=True)
    world.until_said("You are in no match", "Cid")
    assert len(world.standing()) == before
