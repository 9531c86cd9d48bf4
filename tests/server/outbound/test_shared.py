"""Servers that share a store send letter by letter, and all else is as with one.

They do so on PostgreSQL; here a file is treated as if it were shared.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.mail.transport.base import SENT, DeliveryResult, OutgoingLetter, Scope, retry
from pbem.server.store import schema
from tests.server.conftest import Make
from tests.server.outbound import test_pace as pace
from tests.support.server.world import World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
_outbox = schema.outbox


@pytest.fixture
def shared(make: Make) -> Make:
    """Makes a world whose store others may work on as well."""

    def build(settings: str = "") -> World:
        world = make(settings)
        world.store.embedded = False
        return world

    return build


@pytest.mark.parametrize(
    "test",
    [
        pace.test_trouble_of_ours_gives_all_a_rest_and_that_of_others_does_not,
        pace.test_a_full_mailbox_slows_nobody_else,
        pace.test_no_more_go_out_in_a_day_than_the_provider_takes,
    ],
)
def test_the_pace_is_the_same(test: Callable[[Make], None], shared: Make) -> None:
    test(shared)


def test_a_provider_that_rests_is_not_asked_and_its_letters_wait(shared: Make) -> None:
    world = shared()
    provider = pace.Provider(world, "slow.example")
    pace.write(world, "p@slow.example", "q@slow.example", "a@a.example")
    assert pace.sent(world) == ["a@a.example"]
    assert provider.asked == ["p@slow.example", "a@a.example"]
    waiting = _outbox.c.state == "waiting"
    assert world.count(_outbox, waiting, _outbox.c.next_at == world.now + 60) >= 1
    provider.slow.clear()
    world.now += 60 - 1
    assert pace.sent(world) == []
    world.now += 1
    assert "q@slow.example" in pace.sent(world)


def test_one_letter_is_handed_over_at_a_time_and_noted_at_once(shared: Make) -> None:
    """Each under a lock of its own: what failed is tried again, the others are sent."""
    world = shared()
    noted: list[int] = []

    def verdict(letter: OutgoingLetter) -> DeliveryResult:
        noted.append(world.count(_outbox, _outbox.c.state == "sent"))
        bad = letter.recipient == "b@b.example"
        return retry("450 later", Scope.MAILBOX) if bad else SENT

    world.box.verdict = verdict
    pace.write(world, "a@a.example", "b@b.example", "c@c.example")
    assert world.server.sender.step(world.now, 2) == 2
    assert world.server.sender.step(world.now) == 1
    assert world.server.sender.step(world.now) == 0
    assert noted == [0, 1, 1]
    assert [m.recipient for m in world.box.mail] == ["a@a.example", "c@c.example"]
    assert world.count(_outbox, _outbox.c.why == "450 later") == 1
