"""The second on which a letter is late, as a table of cases."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from pbem.server.flow.server import LINGER_SECONDS
from pbem.server.store import schema
from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, World

T = 0.0  #: the deadline
#: What the mail server wrote down, when we looked, grace in seconds: is it in time?
CASES = [
    ("a minute before", -60.0, -60.0, 0, True),
    ("a second before", -1.0, -1.0, 0, True),
    ("in the very second", 0.0, 0.0, 0, True),
    ("at the end of that second", 0.999, 0.999, 0, True),
    ("a second later", 1.0, 1.0, 0, False),
    ("a minute later", 60.0, 60.0, 0, False),
    ("before, fetched an hour later", -1.0, 3600.0, 0, True),
    ("in the second, fetched an hour later", 0.5, 3600.0, 0, True),
    ("a second later, fetched an hour later", 1.0, 3600.0, 0, False),
    ("in the last second of grace", 600.0, 600.0, 600, True),
    ("a second after grace", 601.0, 601.0, 600, False),
    ("in grace, fetched after it", 599.0, 4000.0, 600, True),
    ("after grace, fetched later", 601.0, 4000.0, 600, False),
    ("stamped in the future by another clock", 9999.0, -5.0, 0, True),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].replace(" ", "-"))
def test_the_second_on_which_a_letter_is_late(
    world: World, case: tuple[str, float, float, int, bool]
) -> None:
    _, received, looked, grace, in_time = case
    terms = f"\nset grace {grace // 60} minutes" if grace else ""
    world.say(ANN, f"new arena with bob@b.example{terms}")
    world.answer(ANN, "accept")
    world.answer(BOB, "accept")
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    world.answer(ANN, "D4")
    deadline = world.due()
    world.now = deadline + looked
    to = world.last(ADDRESS[BOB]).reply_to
    world.post(BOB, "E6", to, received=deadline + received)
    world.run()
    world.now = deadline + 20000
    world.run()
    assert ("Bob: E6" in world.orders()) == in_time
    # What its seal promises holds as well: no letter came before it was written.
    world.answer(ANN, "resign")
    last = " ".join(world.last(ADDRESS[BOB]).text.split())
    came = datetime.fromtimestamp(int(deadline + min(received, looked)), UTC)
    due = datetime.fromtimestamp(int(deadline + (grace if received > 0 else 0)), UTC)
    opened = re.findall(r"#1 \S+ (\S+) (\S+) Bob: E6", last)
    assert opened == ([(_stamp(came), _stamp(due))] if in_time else [])
    assert came <= due or not in_time


def _stamp(moment: datetime) -> str:
    """A moment as seals tell it."""
    return f"{moment:%Y%m%dT%H%M%SZ}"


def test_a_deadline_with_a_fraction_lasts_to_the_end_of_its_second(
    world: World,
) -> None:
    world.now += 0.25
    world.start()
    world.answer(ANN, "fire C3")
    world.now += 48 * 3600 + 0.5
    out = world.answer(BOB, "air F6")
    assert "Ann: fire C3" in world.orders()
    assert "Bob: air F6" in world.orders()
    assert any("your turn" in mail.subject for mail in out)


@pytest.mark.parametrize("ahead", [-600.0, 0.0, 9999.0])
def test_what_another_clock_stamped_in_the_future_came_now(
    world: World, ahead: float
) -> None:
    """Another mail server may be ahead; the store says when it can have come."""
    world.post(ANN, "help", received=world.now + ahead)
    stored = world.scalar(sa.select(schema.letter.c.received))
    assert stored == world.now + min(ahead, 0.0)


def test_a_letter_from_the_future_in_the_store_lets_no_deadline_pass(
    world: World,
) -> None:
    """Our own clock may have been put back since it was kept."""
    world.begin()
    world.answer(ANN, "D4")
    world.post(BOB, "E6", world.last(ADDRESS[BOB]).reply_to)
    ahead = sa.update(schema.letter).values(received=world.now + 100 * 24 * 3600)
    with world.store.writing() as conn:
        conn.execute(ahead.where(schema.letter.c.state == "new"))
    world.run()
    assert "Bob: E6" in world.orders()
    assert "-- deadline --" not in world.orders()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_what_is_said_of_a_deadline_says_when_the_turn_is_closed(world: World) -> None:
    world.start()
    said = "I close the turn 90 seconds later"
    report = world.last("ann@a.example").text
    assert said not in " ".join(report.split())
    world.office.linger = LINGER_SECONDS
    for name, order in ((ANN, "fire C3"), (BOB, "air F6")):
        world.answer(name, order)
    report = world.last("ann@a.example").text
    assert said in " ".join(report.split())
    world.now = world.due() - 2 * HOUR
    world.run()
    reminder = world.last("ann@a.example")
    assert "not much time left" in reminder.text
    assert said in " ".join(reminder.text.split())
