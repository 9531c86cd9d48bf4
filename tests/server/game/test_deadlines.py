"""Deadlines of running games: reminders, grace, pauses, clocks that are a rule."""

from __future__ import annotations

import pytest

from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, Mail, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
DAY = 24 * HOUR


def _begun(world: World, terms: str = "") -> None:
    """A game of Ann and Bob in its first turn that silence can close."""
    world.begin(options="".join(f"\n{term}" for term in terms.split("; ") if term))


def _reminded(out: list[Mail]) -> list[str]:
    """Who is reminded, in letters of their own."""
    return [mail.recipient for mail in out if "your turn" not in mail.subject]


@pytest.mark.parametrize(
    ("pace", "hours"),
    [
        ("6h", []),
        ("6h 1m", [3]),
        ("48h", [3]),
        ("48h 1m", [24, 3]),
        ("9 days", [24, 3]),
    ],
)
def test_reminders_come_a_day_and_three_hours_before_where_that_is_in_time(
    world: World, pace: str, hours: list[int]
) -> None:
    _begun(world, f"set pace {pace}")
    world.answer(ANN, "D4")
    due = world.due()
    found = []
    for lead in (96, 47, 25, 24, 23, 4, 3, 2, 1):
        if due - lead * HOUR >= world.now:
            world.now = due - lead * HOUR
            assert world.run() == []
            world.now += 1
            if out := world.run():
                assert _reminded(out) == [ADDRESS[BOB]]
                found.append(lead)
    assert found == hours


def test_there_is_grace_in_every_turn(world: World) -> None:
    _begun(world, "set grace 6h")
    for turn in (1, 2):
        world.answer(ANN, "-")
        due = world.due()
        world.now = due + 1
        assert _reminded(world.run()) == [ADDRESS[BOB]]
        assert world.due() == due + 6 * HOUR
        world.now = due + 6 * HOUR
        assert world.run() == []
        world.now += 1
        assert [f"#{turn + 1}" in mail.subject for mail in world.run()] == [True, True]


def test_a_deadline_that_is_moved_has_its_grace_again(world: World) -> None:
    _begun(world, "set grace 6h")
    world.now = world.due() + 1
    world.run()
    world.host_does("extend 24h")
    due = world.due()
    world.now = due + 1
    world.run()
    assert world.due() == due + 6 * HOUR
    assert world.last(ADDRESS[BOB]).subject.startswith("arena-1: ")


def test_nobody_is_reminded_of_a_grace_that_is_over(world: World) -> None:
    """We were late ourselves, by more than the grace."""
    _begun(world, "set grace 6h")
    world.now = world.due() + 7 * HOUR
    out = world.run()
    assert [mail.subject for mail in out] == ["arena-1 #2: your turn"] * 2


def test_nobody_is_reminded_of_a_deadline_that_has_passed(world: World) -> None:
    world.start()
    world.now = world.due() + HOUR
    out = world.run()
    assert [mail.recipient for mail in out] == [ADDRESS[ANN], ADDRESS[BOB]]
    assert all("the others wait for you" in mail.subject for mail in out)


def test_a_pause_stops_reminders_and_leaves_an_hour_at_least(world: World) -> None:
    _begun(world)
    due = world.due()
    world.now = due - 600
    world.run()
    world.host_does("pause")
    world.now += 5 * DAY
    assert world.run() == []
    world.host_does("resume")
    assert world.due() == world.now + HOUR


def test_a_pause_leaves_the_time_that_was_left(world: World) -> None:
    _begun(world)
    world.now += 20 * HOUR
    world.host_does("pause")
    world.now += 25 * HOUR + 1
    assert world.run() == []
    world.host_does("resume")
    assert world.due() == world.now + 28 * HOUR
    world.now = world.due() - 3 * HOUR + 1
    assert _reminded(world.run()) == [ADDRESS[ANN], ADDRESS[BOB]]


def test_a_turn_that_begins_in_a_pause_has_its_whole_time_after_it(
    world: World,
) -> None:
    _begun(world)
    world.now += 40 * HOUR
    world.host_does("pause")
    world.answer(ANN, "D4")
    world.answer(BOB, "E6")
    world.now += 20 * HOUR
    world.host_does("resume")
    assert world.due() == world.now + 48 * HOUR


@pytest.mark.parametrize("where", ["in a pause", "asleep"])
def test_orders_that_wait_are_kept_whatever_the_clock_does(
    world: World, where: str
) -> None:
    if where == "asleep":
        world.start()
        for _ in range(6):
            world.now += 49 * HOUR
            world.run()
        assert "asleep" in world.last(ADDRESS[ANN]).subject
        first = "fire C3"
        world.answer(ANN, f"wait\n{first}")
    else:
        _begun(world)
        first = "D4"
        world.answer(ANN, f"wait\n{first}")
        world.host_does("pause")
        world.answer(ANN, "orders?")
        world.host_does("resume")
    before = world.orders()
    world.answer(ANN, "ready")
    assert world.orders() == [*before, f"Ann: {first}"]


def test_a_game_that_slept_gives_a_whole_turn_to_who_wakes_it(world: World) -> None:
    world.start()
    for _ in range(6):
        world.now += 49 * HOUR
        world.run()
    world.answer(ANN, "fire C3")
    assert world.due() == world.now + 48 * HOUR
    world.now = world.due() - 3 * HOUR + 1
    assert _reminded(world.run()) == [ADDRESS[BOB]]


GLASS = "clock=white-hot glass=24 floor=1"


def test_the_sand_that_has_run_is_counted_once(world: World) -> None:
    world.start(game="magma", options=GLASS)
    for text in ("enter Z99", "enter B2"):
        world.now += HOUR
        world.answer(ANN, text)
    assert world.orders() == ["-- after 3600s --", "-- after 3600s --", "Ann: enter B2"]


def test_an_hourglass_leaves_five_minutes_and_no_grace(world: World) -> None:
    world.start(game="magma", options=f"{GLASS}\nset grace 6h")
    world.now += 100
    world.answer(ANN, "enter B2")
    # What Ann has used is what Bob has; but a letter takes a while.
    assert world.due() == world.now + 300
    world.now += 301
    assert ["#2" in mail.subject for mail in world.run()] == [True, True]
    assert world.orders()[-2:] == ["-- after 300s --", "-- deadline --"]


def test_no_sand_runs_in_a_pause(world: World) -> None:
    world.start(game="magma", options=GLASS)
    world.host_does("pause", "magma-1")
    world.now += 10 * HOUR
    world.host_does("resume", "magma-1")
    world.now += HOUR
    world.answer(ANN, "enter B2")
    assert world.orders() == ["-- after 3600s --", "Ann: enter B2"]


@pytest.mark.parametrize(("later", "ran"), [(-60, 0), (0, 0), (1, 1)])
def test_no_sand_runs_back(world: World, later: float, ran: int) -> None:
    """Of a letter whose mail server has another clock."""
    world.start(game="magma", options=GLASS)
    opened = world.now
    to = world.last(ADDRESS[ANN]).reply_to
    world.now += HOUR
    world.post(ANN, "enter B2", to, received=opened + later)
    world.run()
    assert world.orders() == [
        *([f"-- after {ran}s --"] if ran else []),
        "Ann: enter B2",
    ]
