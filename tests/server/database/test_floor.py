"""Threads with much to do come in turn; nobody waits for ever."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pbem.server.database import floor
from pbem.server.database.floor import Floor

LONG = 60.0  #: seconds after which a test has failed


@contextmanager
def beside(floor: Floor) -> Iterator[threading.Event]:
    """Another thread that asks for the floor; yields what it sets once it goes on."""
    went_on = threading.Event()

    def work() -> None:
        with floor.held():
            went_on.set()

    thread = threading.Thread(target=work)
    thread.start()
    yield went_on
    thread.join(LONG)
    assert went_on.is_set()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits does so for as long as a test may take."""
    monkeypatch.setattr(floor, "MOST_SECONDS", LONG)


@pytest.mark.parametrize("before", ["nothing", "left", "asked again"])
def test_who_has_the_floor_goes_on_alone(before: str) -> None:
    """Whether it was left for a while, or asked for by one who has it."""
    mine = Floor()
    with mine.held():
        if before != "nothing":
            with mine.left() if before == "left" else mine.held():
                pass
        with beside(mine) as went_on:
            assert not went_on.wait(0.05)
            with mine.left():
                assert went_on.wait(LONG)


def test_who_has_not_asked_for_it_leaves_it_to_others() -> None:
    mine, asked, done = Floor(), threading.Event(), threading.Event()

    def work() -> None:
        with mine.held():
            asked.set()
            done.wait(LONG)

    thread = threading.Thread(target=work)
    thread.start()
    assert asked.wait(LONG)
    with mine.left():
        pass
    with beside(mine) as went_on:
        assert not went_on.wait(0.05)
        done.set()
    thread.join(LONG)


def test_who_has_waited_for_long_goes_on_beside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(floor, "MOST_SECONDS", 0.01)
    mine = Floor()
    with mine.held():
        with beside(mine) as went_on:
            assert went_on.wait(LONG)
        monkeypatch.setattr(floor, "MOST_SECONDS", LONG)
        with beside(mine) as went_on:
            assert not went_on.wait(0.05)
            with mine.left():
                assert went_on.wait(LONG)


def test_where_it_is_not_needed_nobody_waits() -> None:
    mine = Floor(needed=False)
    with mine.held(), beside(mine) as went_on:
        assert went_on.wait(LONG)


def test_a_step_has_it_and_says_what_came_of_it() -> None:
    mine = Floor()
    seen: list[bool] = []

    def step(now: float) -> int:
        with beside(mine) as went_on:
            seen.append(went_on.wait(0.05))
            with mine.left():
                assert went_on.wait(LONG)
        return int(now) + 1

    assert mine.during(step)(6.5) == 7
    assert seen == [False]
