"""The sender: what was handed over is not handed over again, whatever fails then."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from unittest import mock

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.mail.transport.base import SENT, DeliveryResult, OutgoingLetter, Scope, retry
from pbem.server.store import schema
from pbem.server.store.connection import Database
from tests.server.conftest import Make
from tests.support.server.world import ANN, BOB, CID, HOUR, World

_outbox = schema.outbox
DAY = 24 * HOUR
_GONE = sa.exc.OperationalError("COMMIT", {}, Exception("disk full"))


@contextmanager
def _unable(store: Database) -> Iterator[None]:
    """While this lasts, nothing can be written to the store."""

    @contextmanager
    def broken() -> Iterator[Connection]:
        raise _GONE
        yield

    with mock.patch.object(type(store), "writing", side_effect=broken):
        yield


def _asked(world: World) -> None:
    """Three letters wait to be sent."""
    for writer in (ANN, BOB, CID):
        world.post(writer, "games")
    world.server.run_until_idle(world.now)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_store_that_cannot_write_makes_no_second_copies(world: World) -> None:
    _asked(world)
    with _unable(world.store):
        for _ in range(5):
            with pytest.raises(sa.exc.OperationalError):
                world.server.sender.step(world.now)
    assert len(world.box.mail) == 1
    world.run()
    assert len(world.box.mail) == 3
    assert len({mail.message_id for mail in world.box.mail}) == 3
    assert world.count(_outbox, _outbox.c.state == "sent") == 3


def test_a_failed_commit_makes_no_second_copy(world: World) -> None:
    _asked(world)

    def fails(conn: sa.Connection) -> None:
        if world.box.mail:
            raise _GONE

    sa.event.listen(world.store.engine, "commit", fails)
    with pytest.raises(sa.exc.OperationalError):
        world.server.sender.step(world.now)
    sa.event.remove(world.store.engine, "commit", fails)
    assert world.box.mail
    assert world.count(_outbox, _outbox.c.state == "waiting") == 3
    world.run()
    assert len(world.box.mail) == 3


def test_a_letter_put_off_is_sent_later_once(make: Make) -> None:
    world = make()
    _asked(world)
    world.box.verdict = lambda letter: retry("451 busy")
    world.server.sender.step(world.now)
    assert world.box.mail == []
    world.box.verdict = lambda letter: SENT
    world.now += 3600
    world.run()
    assert len(world.box.mail) == 3


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_the_pauses_between_tries_grow_to_four_hours(world: World) -> None:
    tried: list[float] = []

    def verdict(letter: OutgoingLetter) -> DeliveryResult:
        tried.append(world.now)
        return retry("451 busy")

    world.box.verdict = verdict
    world.say(ANN, "games")
    while len(tried) < 12:
        world.now = world.server.sender.next_at() or 0.0
        world.run()
    pauses = [after - before for before, after in pairwise(tried)]
    assert pauses == [*(60.0 * 2**n for n in range(8)), *[4 * HOUR] * 3]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_sink_that_fails_three_times_rests_for_a_minute(world: World) -> None:
    tried: list[str] = []

    def verdict(letter: OutgoingLetter) -> DeliveryResult:
        tried.append(letter.recipient)
        return retry("connection refused")

    world.box.verdict = verdict
    for number in range(5):
        world.post(f"p{number}@p.example", "games")
    world.run()
    assert len(tried) == 3
    world.now += 59
    world.run()
    assert len(tried) == 3
    world.box.verdict = lambda letter: SENT
    world.now += 1
    assert len(world.run()) == 5


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_letter_is_tried_for_five_days(world: World) -> None:
    made = world.now
    world.box.verdict = lambda letter: retry("451 busy", Scope.MAILBOX)
    world.say(ANN, "new arena with bob@b.example")
    world.now = made + 5 * DAY - 120
    world.run()
    # The pause after the second try lasts to the very end of the five days.
    assert world.server.sender.next_at() == made + 5 * DAY
    assert world.count(_outbox, _outbox.c.state == "refused") == 0
    world.now = made + 5 * DAY
    world.run()
    assert world.count(_outbox, _outbox.c.state == "refused") == 1
    assert world.count(schema.address, schema.address.c.trouble == "451 busy") == 1
    world.box.verdict = lambda letter: SENT
    world.now += 4 * HOUR
    assert [mail.recipient for mail in world.run()] == ["host@x.example"]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_while_no_letter_goes_out_none_is_given_up(world: World) -> None:
    """As where the password has ended and the host is away for a week."""
    world.box.verdict = lambda letter: retry("login refused")
    world.say(ANN, "new arena with bob@b.example")
    for _ in range(9):
        world.now += DAY
        world.run()
    assert world.count(schema.address, schema.address.c.trouble != "") == 0
    world.box.verdict = lambda letter: SENT
    world.now += 4 * HOUR
    assert "ann@a.example" in {mail.recipient for mail in world.run()}


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_letter_alone_that_never_goes_out_is_given_up(world: World) -> None:
    world.box.verdict = lambda letter: (
        retry("connection lost") if letter.recipient == "ann@a.example" else SENT
    )
    for _ in range(7):
        world.say(ANN, "games")
        world.say(BOB, "games")
        world.now += DAY
    world.run()
    assert world.count(_outbox, _outbox.c.state == "refused") > 0


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_threads_that_write_come_in_turn(world: World) -> None:
    order: list[int] = []
    waiting = [threading.Event() for _ in range(3)]

    def write(number: int) -> None:
        waiting[number].set()
        with world.store.writing():
            order.append(number)

    threads = [threading.Thread(target=write, args=(n,)) for n in range(3)]
    with world.store.writing():
        for thread, event in zip(threads, waiting, strict=True):
            thread.start()
            assert event.wait(10)
    for thread in threads:
        thread.join(10)
    assert sorted(order) == [0, 1, 2]
