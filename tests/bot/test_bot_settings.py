"""/settings in a group and in private: who may, and what it changes (product, Time)."""

from __future__ import annotations

from tests.bot.driver import World
from tests.bot.processes import House
from tests.bot.seen import Message

FOUR = "Ann Bob Cid Dee"


def opened(world: World, who: str = "Ann") -> Message:
    world.write(who, "/settings")
    return world.until_said("⚙️ Settings of this group")


def chat(world: World) -> dict[str, object]:
    """What the bot knows of the group."""
    return world.records.rows("SELECT * FROM chat WHERE id = ?", world.group)[0]


def test_an_administrator_finds_the_zone_by_continent_and_city(house: House) -> None:
    world = World(house, FOUR)
    assert "Time zone: London" in opened(world).text
    for label in ("🕰 Time zone", "🌏 Asia", "▶️"):
        world.until_there(label)
        world.tap("Ann", label)
    world.until_there("Ho Chi Minh City")
    assert "Changed" in world.tap("Ann", "Ho Chi Minh City").text
    said = world.until_said("Time zone: Ho Chi Minh City")
    assert "nobody has chosen" not in said.text
    assert chat(world)["zone"] == "Asia/Ho_Chi_Minh"
    assert sum("Settings" in m.text for m in world.standing()) == 1


def test_quiet_hours_are_set_by_their_ends_and_switched_off(house: House) -> None:
    world = World(house, FOUR)
    opened(world)
    world.tap("Ann", "🌙 Quiet hours")
    for label, told in (("From 22:00", "22:00–08:00"), ("Until 07:00", "22:00–07:00")):
        world.until_there(label)
        world.tap("Ann", label)
        world.until_said(f"Quiet hours: {told}")
    world.tap("Ann", "☀️ No quiet hours")
    world.until_said("the clocks run day and night")
    assert (chat(world)["quiet_start"], chat(world)["quiet_end"]) == (None, None)
    world.tap("Ann", "From 23:00")
    world.until_said("Quiet hours: 23:00–08:00")


def test_a_press_sets_a_state_and_never_toggles(house: House) -> None:
    world = World(house, FOUR)
    # The second press sets what is set: its message is drawn again as it stands.
    house.forgiven.append("message is not modified")
    opened(world)
    world.tap("Ann", "🌙 Quiet hours")
    off = world.until_there("☀️ No quiet hours")
    data = next(button.data for button in off.buttons if "☀️" in button.label)
    for _ in range(2):
        world.press("Ann", off, data)
        assert chat(world)["quiet_start"] is None
        world.until_there("✅ ☀️ No quiet hours")


def test_only_administrators_change_the_settings_and_everybody_may_look(house: House) -> None:
    world = World(house, FOUR)
    opened(world, "Bob")
    before = chat(world)
    assert "Only an administrator" in world.tap("Bob", "🕰 Time zone").text
    world.write("Bob", "/settings Europe/Paris")
    world.until_said("Only an administrator")
    assert chat(world) == before


def test_a_place_that_nobody_knows_is_told_what_to_type(house: House) -> None:
    world = World(house, FOUR)
    world.write("Ann", "/settings Atlantis")
    assert "/settings Paris" in world.until_said("I do not know that place").text
    world.write("Ann", "/settings san")
    world.until_there("San Marino")
    world.tap("Ann", "San Marino")
    world.until_said("Time zone: San Marino")


def test_the_languages_are_among_the_settings(house: House) -> None:
    world = World(house, FOUR)
    opened(world)
    world.tap("Ann", "🌐 Language")
    world.until_there("Français")
    world.tap("Ann", "Français")
    assert "Fuseau horaire\xa0: Paris" in world.until_said("⚙️ Réglages du groupe").text
    world.write("Bob", "/settings", private=True)
    world.until_there("🌐 Language", "Bob")
    world.tap("Bob", "🌐 Language", private=True)
    world.until_there("Русский", "Bob")
    world.tap("Bob", "Русский", private=True)
    world.until_said("⚙️ Твои настройки", "Bob")


def test_forged_settings_are_refused(house: House) -> None:
    world = World(house, FOUR)
    message = opened(world)
    before = chat(world)
    for data in (
        "set",
        "set zone atlantis",
        "set from 5000",
        "set until x",
        "set cities mars 0",
        "set remind all",
        "set pictures maybe",
    ):
        assert "do not know this button" in world.press("Ann", message, f"0:0:{data}").text, data
    assert chat(world) == before


def test_a_bot_that_draws_nothing_offers_no_pictures(house: House) -> None:
    world = World(house, FOUR)
    message = opened(world)
    assert "ictures" not in str(message.raw)
    assert "do not know this button" in world.press("Ann", message, "0:0:set pictures on").text


def test_where_telegram_does_not_tell_who_administers_the_answer_says_so(house: House) -> None:
    world = World(house, FOUR)
    opened(world)
    house.forgiven.append("getChatMember")
    world.sim.post("fault", kind="502", method="getChatMember", count=1)
    assert "Telegram does not tell me who is an administrator" in world.tap("Ann", "🌙 Quiet hours").text
    world.tap("Ann", "🌙 Quiet hours")
    world.until_there("☀️ No quiet hours")
