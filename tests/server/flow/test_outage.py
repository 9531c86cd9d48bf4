"""Outages: whose deadline moves, by how much, and what moves with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.server.flow import outage
from pbem.server.store import schema
from tests.support.server.world import ADDRESS, ANN, BOB, CID, HOUR, Mail, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _asleep(world: World, seconds: float) -> list[Mail]:
    """This machine sleeps, and wakes up; what it sends then."""
    world.server.heartbeat(world.now)
    world.run()
    world.now += seconds
    world.server.heartbeat(world.now)
    return world.run()


@pytest.mark.parametrize("more", [0, 1])
def test_two_hours_are_no_outage_and_a_second_more_is_one(
    world: World, more: int
) -> None:
    world.start()
    due = world.due()
    out = _asleep(world, 2 * HOUR + more)
    assert [mail.recipient for mail in out] == [ADDRESS[ANN], ADDRESS[BOB]] * more
    assert world.due() == due + (2 * HOUR + 1) * more


def test_a_deadline_in_an_outage_moves_and_one_before_it_does_not(
    world: World,
) -> None:
    world.start(options="\nset pace 10h")
    for who, order in ((ANN, "fire C3"), (BOB, "air F6")):
        world.answer(who, order)
    world.now += 9 * HOUR
    _asleep(world, 20 * HOUR)
    # An hour was left, and is left.
    assert world.due() == world.now + HOUR
    assert world.orders() == ["Ann: fire C3", "Bob: air F6"]
    world.now += HOUR + 1
    assert all("#2: your turn" in mail.subject for mail in world.run())


def test_a_deadline_that_passed_before_an_outage_stays_passed(world: World) -> None:
    world.start()
    due = world.due()
    while world.now < due:
        world.server.heartbeat(world.now)
        world.now += HOUR
    world.now = due + 61
    world.server.heartbeat(world.now)
    world.now += 20 * HOUR
    world.server.heartbeat(world.now)
    assert world.due() == due


def test_reminders_and_invitations_move_too(world: World) -> None:
    world.start(options="\nset pace 100h")
    world.say(CID, "new arena with dot@d.example")
    reminder, invitation = world.due() - 24 * HOUR, world.due(2)
    _asleep(world, 20 * HOUR)
    assert world.due(2) == invitation + 20 * HOUR
    world.now = reminder + 20 * HOUR
    assert world.run() == []
    world.now += 1
    assert [mail.recipient for mail in world.run()] == [ADDRESS[ANN], ADDRESS[BOB]]


def test_a_vote_is_open_for_as_long_as_we_were_awake(world: World) -> None:
    world.start(options="\nset pace 20 days")
    world.answer(ANN, "propose end")
    to = world.last(ADDRESS[BOB]).reply_to
    _asleep(world, 20 * HOUR)
    world.now += 72 * HOUR
    world.say(BOB, "agree", to)
    assert world.count(schema.game, schema.game.c.state == "over") == 1


def test_who_has_left_is_not_told_of_an_outage(world: World) -> None:
    world.start(BOB, CID)
    world.host_does("kick Bob")
    out = _asleep(world, 5 * HOUR)
    assert [mail.recipient for mail in out] == [ADDRESS[ANN], ADDRESS[CID]]


def test_an_hourglass_stands_still_in_an_outage(world: World) -> None:
    world.start(game="magma", options="clock=white-hot glass=24")
    to = world.last(ADDRESS[ANN]).reply_to
    world.now += 2 * HOUR
    _asleep(world, 20 * HOUR)
    world.say(ANN, "enter B2", to)
    assert world.orders()[0] == "-- after 7200s --"


def test_no_clock_is_set_otherwise_by_an_outage(world: World) -> None:
    world.start(options="\nset pace Fri 20:00 Europe/Paris")
    _asleep(world, 20 * HOUR)
    world.server._beat = -1e18
    world.server.heartbeat(world.now)
    assert world.run() == []


def test_an_outage_is_told_though_a_kind_of_game_is_gone(world: World) -> None:
    world.start()
    world.answer(ANN, "set calendar on")
    with world.store.writing() as conn:
        conn.execute(schema.game.update().values(kind="bingo"))
    world.office.game_cache.forget(1)
    out = _asleep(world, 20 * HOUR)
    assert [mail.recipient for mail in out] == [ADDRESS[ANN], ADDRESS[BOB]]
    assert "arena-1  Friday" in out[0].text


def test_a_server_killed_while_it_tells_of_an_outage_begins_anew(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No deadline is moved twice, and nobody is told twice."""
    world.start(BOB, CID)
    world.server.heartbeat(world.now)
    world.run()
    due = world.due()
    world.now += 20 * HOUR
    with monkeypatch.context() as patch:
        patch.setattr(outage, "format_duration", None)
        with pytest.raises(TypeError):
            world.server.heartbeat(world.now)
    assert world.due() == due
    again = World(world.store, tmp_path)
    again.now = world.now
    again.server.heartbeat(again.now)
    again.server.heartbeat(again.now)
    assert again.due() == due + 20 * HOUR
    told = [mail.recipient for mail in again.run() if "asleep" in mail.subject]
    assert told == [ADDRESS[ANN], ADDRESS[BOB], ADDRESS[CID]]


def test_two_outages_are_told_in_their_order(world: World) -> None:
    world.start()
    world.server.heartbeat(world.now)
    world.run()
    for hours in (20, 30):
        world.now += hours * HOUR
        world.server.heartbeat(world.now)
    out = [mail for mail in world.run() if "asleep" in mail.subject]
    whose = [(mail.recipient, "20 h" in mail.text) for mail in out]
    ann, bob = ADDRESS[ANN], ADDRESS[BOB]
    assert whose == [(ann, True), (bob, True), (ann, False), (bob, False)]


def test_who_has_no_game_any_more_is_told_of_no_outage(world: World) -> None:
    world.start()
    world.server.heartbeat(world.now)
    world.run()
    with world.store.writing() as conn:
        conn.execute(schema.game.update().values(state="over"))
    world.now += 20 * HOUR
    world.server.heartbeat(world.now)
    assert world.run() == []
