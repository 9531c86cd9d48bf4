"""The threads of a server: what wakes them, and how long each rests after a failure."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from unittest import mock

import pytest

from pbem.mail.transport.base import SENT, Incoming, TooLarge, Unreachable
from pbem.server.flow import server as running
from pbem.server.flow import threads
from pbem.server.store import letters, schema
from tests.support.server.world import ADDRESS, ANN, BEGIN, Here, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


class Stop(threading.Event):
    """Set after so many rests; it rests in no time and knows for how long."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.rests: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.rests.append(timeout or 0.0)
        if len(self.rests) >= self.most:
            self.set()
        return self.is_set()


def _run(world: World, step: Callable[[float], int], rests: int) -> list[float]:
    """The rests of a thread that does this."""
    worker = threads.WorkerThread("worker", step, lambda: None)
    stop = Stop(rests)
    with mock.patch.object(worker.wake_event, "wait"):
        worker.run(lambda: world.now, stop, world.server.last_rounds)
    return stop.rests


def test_each_failure_in_a_row_is_followed_by_a_longer_rest(world: World) -> None:
    def fails(now: float) -> int:
        raise RuntimeError

    rests = _run(world, fails, 12)
    assert all(0 < rest <= 60 * 1.5 for rest in rests)
    assert rests[6] > rests[0]


def test_after_work_that_was_done_a_failure_is_the_first_again(world: World) -> None:
    seen: list[int] = []
    steps: Iterator[Exception | None] = iter([OSError(), OSError(), None, OSError()])

    def step(now: float) -> int:
        if (found := next(steps)) is not None:
            raise found
        return 0

    def fail(self: threads.WorkerThread, error: Exception, stop: Stop) -> None:
        self.failures += 1
        seen.append(self.failures)
        stop.wait(1.0)

    with mock.patch.object(threads.WorkerThread, "fail", fail):
        _run(world, step, 3)
    assert seen == [1, 2, 1]
    assert world.server.last_rounds["worker"] == BEGIN


def test_who_has_worked_wakes_those_who_go_on_with_it(world: World) -> None:
    other = threads.WorkerThread("sender", lambda now: 0, lambda: None)
    todo = iter([1, 1, 0])
    stop = Stop(1)
    worker = threads.WorkerThread("worker", lambda now: next(todo), lambda: None)
    worker.wakes.append(other)

    def rest(seconds: float) -> None:
        assert seconds <= threads.POLL_SECONDS
        stop.set()

    with mock.patch.object(worker.wake_event, "wait", rest):
        worker.run(lambda: world.now, stop, world.server.last_rounds)
    assert other.wake_event.is_set()


def test_a_letter_that_was_brought_is_kept_and_wakes_the_worker(world: World) -> None:
    keep = running.keeper(world.server, lambda: world.now)
    world.server.wake_event.clear()
    keep(Incoming("lmtp:1", f"From: {ANN}\n\nhelp\n".encode()))
    assert world.server.wake_event.is_set()
    assert world.count(schema.letter, schema.letter.c.state == "new") == 1


def test_the_host_hears_of_a_letter_that_is_too_large(world: World) -> None:
    tell = running.too_large(world.office, Here(), lambda: world.now)
    tell(TooLarge("imap:9", 3_000_000))
    world.box.verdict = lambda letter: SENT
    (told,) = world.run()
    assert told.recipient == "host@x.example"
    assert "3" in told.text


def test_a_key_that_is_very_long_is_kept_apart_from_others(world: World) -> None:
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    before = world.count(schema.letter)
    for end in ("a", "b", "a"):
        raw = f"From: {ANN}\nTo: {to}\nMessage-ID: <{end}@x>\n\nfire C3\n".encode()
        letters.store_new(world.store, [Incoming("k" * 600 + end, raw)], world.now)
    assert world.count(schema.letter) == before + 2


class Away:
    """A mailbox that is not let in, then not reached, then there."""

    def __init__(self, *troubles: Exception) -> None:
        self.troubles = list(troubles)
        self.waits: list[float] = []

    def letters(self) -> Iterator[Incoming]:
        if self.troubles:
            raise self.troubles.pop(0)
        yield from ()

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)

    def close(self) -> None:
        """Nothing."""


def test_a_mailbox_that_is_not_reached_is_asked_again_when_it_wants(
    world: World,
) -> None:
    """A second later at the earliest; and the host hears of a login that is refused."""
    login = Unreachable("login revoked by the provider", again=0.25)
    box = Away(login, Unreachable("no route", again=40.0), OSError(), OSError())
    stop = Stop(4)
    world.server._watch_source(box, 0, lambda: world.now, stop)  # type: ignore[arg-type]
    assert stop.rests[:2] == [1.0, 40.0]
    assert 0 < stop.rests[2] < stop.rests[3] * 4
    assert box.waits == []
    assert "source-0" not in world.server.last_rounds
    (told,) = world.run()
    assert told.recipient == "host@x.example"
    assert "login revoked by the provider" in told.text


def test_a_mailbox_that_is_reached_waits_for_letters_itself(world: World) -> None:
    box = Away(OSError())
    stop = Stop(9)
    with mock.patch.object(box, "wait", side_effect=lambda seconds: stop.set()) as rest:
        world.server._watch_source(box, 3, lambda: world.now, stop)  # type: ignore[arg-type]
    rest.assert_called_once_with(threads.POLL_SECONDS)
    assert len(stop.rests) == 1
    assert world.server.last_rounds["source-3"] == BEGIN


def test_a_thread_sleeps_until_something_is_due_and_never_for_long(
    world: World,
) -> None:
    # What is due but could not be had is in the hands of another server for a moment.
    dues = ((None, 30.0), (7.5, 7.5), (0.01, 0.05), (-4.0, 1.0), (0.0, 1.0), (99, 30))
    for due, rest in dues:
        at = None if due is None else world.now + due
        worker = threads.WorkerThread("worker", lambda now: 0, lambda at=at: at)  # type: ignore[misc]
        stop = Stop(1)
        rests: list[float] = []

        def wait(seconds: float, rests: list[float] = rests, stop: Stop = stop) -> None:
            rests.append(seconds)
            stop.set()

        with mock.patch.object(worker.wake_event, "wait", wait):
            worker.run(lambda: world.now, stop, world.server.last_rounds)
        assert rests == [pytest.approx(rest, abs=1e-6)], due


def test_letters_are_looked_for_where_some_came_or_nobody_told_of_them(
    world: World,
) -> None:
    server = world.server
    # Two, then as many as are looked at between two looks, and the one after it.
    games = [True] * (2 + running.GAMES + 1) + [False]
    with (
        mock.patch.object(type(server.worker), "step", side_effect=games),
        mock.patch.object(type(server.sorter), "step", return_value=0) as sort,
    ):
        assert server._work(world.now)  # a server that begins looks
        assert sort.call_count == 1
        assert server._work(world.now)
        assert sort.call_count == 1
        server.store([Incoming("lmtp:1", f"From: {ANN}\n\nhelp\n".encode())], 1.0)
        assert server._work(world.now)
        assert sort.call_count == 2
        while sort.call_count == 2:
            assert server._work(world.now)
        assert not server._work(world.now)
        assert sort.call_count == 4


def test_bots_are_woken_where_they_are_asked(world: World) -> None:
    server = world.server
    assert not server._work(world.now)
    assert not server._asked.is_set()
    server.context.bots_asked = True
    assert not server._work(world.now)
    assert server._asked.is_set()
    assert not server.context.bots_asked
