"""How fast letters go out: to each provider, and in a day."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.mail.transport.base import SENT, DeliveryResult, OutgoingLetter, Scope, retry
from pbem.server.store import schema
from tests.server.conftest import Make
from tests.support.server.world import World

_outbox = schema.outbox
HOUR, DAY = 3600.0, 86_400.0


class Provider:
    """Takes letters for some domains, and for others not now."""

    def __init__(self, world: World, *slow: str, scope: Scope = Scope.DOMAIN) -> None:
        self.slow = set(slow)
        self.scope = scope
        self.asked: list[str] = []
        world.box.verdict = self.verdict

    def verdict(self, letter: OutgoingLetter) -> DeliveryResult:
        self.asked.append(letter.recipient)
        if letter.recipient.rpartition("@")[2] in self.slow:
            return retry("451 4.7.1 later", self.scope)
        return SENT


def write(world: World, *people: str) -> None:
    """Letters of strangers: each gets an answer."""
    for address in people:
        world.post(f"X <{address}>", "help")
    world.server.run_until_idle(world.now)


def sent(world: World) -> list[str]:
    return [mail.recipient for mail in world.run()]


def test_a_provider_that_wants_none_now_is_slowed_alone(make: Make) -> None:
    world = make()
    provider = Provider(world, "slow.example", "mx2.slow.example")
    slow = [f"p{n}@slow.example" for n in range(5)] + ["q@mx2.slow.example"]
    write(world, *slow[:3], "a@a.example", *slow[3:], "b@b.example", "c@c.example")
    # One attempt at the provider, and everybody else has theirs at once.
    assert sent(world) == ["a@a.example", "b@b.example", "c@c.example"]
    assert [one for one in provider.asked if "slow" in one] == ["p0@slow.example"]
    # What comes meanwhile waits with the others.
    world.now += 30
    write(world, "late@slow.example", "d@d.example")
    assert sent(world) == ["d@d.example"]
    assert len([one for one in provider.asked if "slow" in one]) == 1
    # Then one is tried, after a minute, two, four, and never after an hour.
    for pause in (60, 120, 240, 480, 900, 900):
        world.now += pause - 1 - (30 if pause == 60 else 0)
        before = len(provider.asked)
        assert sent(world) == []
        assert len(provider.asked) == before
        world.now += 1
        assert sent(world) == []
        assert len(provider.asked) == before + 1
    # As soon as one is taken, all go.
    provider.slow.clear()
    world.now += 900
    taken = sent(world)
    world.now += 4 * HOUR
    assert sorted([*taken, *sent(world)]) == sorted([*slow, "late@slow.example"])
    assert len(taken) > 1


def test_one_letter_that_is_never_taken_holds_up_no_other_for_long(
    make: Make,
) -> None:
    """Some say so of one mailbox in the words for all of them."""
    world = make()

    def verdict(letter: OutgoingLetter) -> DeliveryResult:
        stuck = letter.recipient.startswith("stuck")
        return retry("451 4.7.1 later", Scope.DOMAIN) if stuck else SENT

    world.box.verdict = verdict
    write(world, "stuck1@a.example", "stuck2@a.example", "p1@a.example")
    taken = sent(world)
    for minute in range(6):
        if minute == 3:
            write(world, "p2@a.example")
        world.now += 61
        taken += sent(world)
    assert taken == ["p1@a.example", "p2@a.example"]


def test_a_full_mailbox_slows_nobody_else(make: Make) -> None:
    world = make()
    provider = Provider(world, "slow.example", scope=Scope.MAILBOX)
    write(world, *(f"p{n}@slow.example" for n in range(4)), "a@a.example")
    assert sent(world) == ["a@a.example"]
    assert len(provider.asked) == 5


def test_trouble_of_ours_gives_all_a_rest_and_that_of_others_does_not(
    make: Make,
) -> None:
    world = make()
    provider = Provider(world, "a.example", "b.example", "c.example", "d.example")
    people = [f"p@{name}.example" for name in "abcde"]
    write(world, *people)
    assert sent(world) == ["p@e.example"]
    provider.scope = Scope.SINK
    world.now += HOUR
    provider.asked.clear()
    assert sent(world) == []
    assert len(provider.asked) == 3


def test_no_more_go_out_in_a_day_than_the_provider_takes(make: Make) -> None:
    world = make("[limits]\nper_day = 5\n")
    people = [f"p{n}@x{n}.example" for n in range(12)]
    write(world, *people[:4])
    assert sent(world) == people[:4]
    world.now += 6 * HOUR
    write(world, *people[4:])
    # One more, and a word to the host.
    assert sent(world) == [people[4], "host@x.example"]
    assert "5 letters have gone out in 24 hours" in world.last("host@x.example").text
    world.now += 17 * HOUR
    assert sent(world) == []
    world.now += HOUR
    # The word to the host counts as well, and comes again where it is full again.
    assert sent(world) == [*people[5:8], "host@x.example"]
    for day in range(3):
        world.now += DAY
        sent(world)
        times = _times(world)
        for at in times:
            within = [one for one in times if at <= one < at + DAY]
            assert len(within) <= 6, day
    assert world.count(_outbox, _outbox.c.state == "waiting") == 0


def _times(world: World) -> list[float]:
    query = sa.select(_outbox.c.settled).where(_outbox.c.state == "sent")
    with world.store.reading() as conn:
        return list(conn.execute(query).scalars())
