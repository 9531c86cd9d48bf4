"""Zones are those of the package tzdata, on every machine; one that is not known any
more stops no game."""

from __future__ import annotations

from importlib.resources import files
from zoneinfo import ZoneInfo

import pytest

from pbem.schedule import zones
from pbem.schedule.parser import parse_time_control
from pbem.schedule.time_control import UnknownTime, find_zone, similar_zones
from pbem.server.settings.config import Misconfigured, read
from pbem.server.store import schema
from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, World

#: What machines have beside the database, or in it under another name.
OWN = ["localtime", "LocalTime", "posixrules", "posix/Europe/Paris", "Factory", ""]
OWN += ["right/Europe/Paris", "SystemV/EST5", "../../etc/passwd", "/etc/localtime"]


@pytest.mark.parametrize("name", OWN)
def test_names_of_one_machine_alone_are_neither_taken_nor_offered(name: str) -> None:
    with pytest.raises(UnknownTime):
        find_zone(name)
    for typed in (name, name[:-1], name.rpartition("/")[2]):
        for near in similar_zones(typed):
            assert (files("tzdata") / "zoneinfo" / near).is_file()


@pytest.mark.parametrize("name", ["localtime", "posix/Europe/Paris", "Europe/Pariss"])
def test_a_host_cannot_choose_one_either(name: str) -> None:
    with pytest.raises(Misconfigured, match="zone"):
        read(f'address = "a@b.example"\nzone = "{name}"\n')


def test_every_zone_that_is_offered_can_be_had_without_those_of_the_machine() -> None:
    assert len(zones.offered()) > 400
    for name in zones.offered().values():
        with (files("tzdata") / "zoneinfo" / name).open("rb") as file:
            assert ZoneInfo.from_file(file, key=name).key == name


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_player_cannot_set_the_clock_of_a_machine(world: World) -> None:
    world.start()
    out = world.answer(ANN, "set timezone localtime")
    assert 'I know no time zone "localtime".' in out[0].text
    assert world.count(schema.player, schema.player.c.zone != "") == 0


def _again(make: Make, world: World) -> World:
    """The server stopped and started anew, with what it has sent by then."""
    found = make('zone = "Europe/Paris"\n')
    found.now = world.now
    found.box.mail += world.box.mail
    found._shown, found._letters = len(found.box.mail), world._letters
    found.server.heartbeat(found.now)
    return found


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("gone", ["localtime", "Mars/Dome"])
def test_a_zone_that_was_stored_and_is_not_known_falls_back_and_is_told(
    make: Make, gone: str
) -> None:
    world = make('zone = "Europe/Paris"\n')
    world.begin()
    world.answer(ANN, "set digest daily")
    with world.store.writing() as conn:
        conn.execute(schema.player.update().values(zone=gone))
    # While the server runs, and before anybody was told.
    assert "(Paris)" in world.answer(ANN, "show", "arena-1")[-1].text
    assert "budget" not in world.answer(BOB, "away 1 dec 2023 to 5 dec 2023")[-1].text
    again = _again(make, world)
    out = again.run()
    assert _again(make, again).run() == []
    again.now += 24 * HOUR
    out += again.run()  # Ann's digest
    told = {mail.recipient: mail.text for mail in out if gone in mail.text}
    assert set(told) == {ADDRESS[ANN], ADDRESS[BOB]}
    for text in told.values():
        assert f'"{gone}"' in text
        assert "Europe/Paris" in text
    again.answer(ANN, "-", "arena-1")
    again.answer(BOB, "-", "arena-1")
    assert again.orders()[-2:] == ["Ann: -", "Bob: -"]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_the_zone_of_a_games_deadlines_falls_back_too(make: Make) -> None:
    world = make('zone = "Europe/Paris"\n')
    world.say(ANN, "new arena with bob@b.example\nset pace Fri 20:00 America/New_York")
    for who in (ANN, BOB):
        world.answer(who, "accept")
    due = world.due()
    with world.store.writing() as conn:
        wall = "2023-11-17 20:00 Mars/Dome"
        game = schema.game.update()
        conn.execute(game.values(timing="Fri 20:00 Mars/Dome", wall=wall))
    again = _again(make, world)
    told = [mail for mail in again.run() if "time zone" in mail.subject]
    assert {mail.recipient for mail in told} == {ADDRESS[ANN], ADDRESS[BOB]}
    assert all("Mars/Dome" in mail.text for mail in told)
    assert again.due() == due
    again.answer(ANN, "fire C3", "arena-1 #0")
    again.answer(BOB, "air F6", "arena-1 #0")
    paris = parse_time_control("Fri 20:00").after(again.now, "Europe/Paris")
    assert again.due() == paris != due
    assert again.now + 2 * HOUR < again.due()
    assert _again(make, again).run() == []
