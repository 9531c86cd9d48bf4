"""How long is waited after failures, and for a change of a file."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from pbem.mail.transport.backoff import Backoff, stamps, watch
from pbem.mail.transport.base import Unreachable


class Clock:
    """A clock that goes on while somebody sleeps, and notes for how long."""

    def __init__(self) -> None:
        self.now = 100.0
        self.naps: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Sleep."""
        self.naps.append(seconds)
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


def pace_of(clock: Clock) -> Backoff:
    """A pace that goes by the clock."""
    return Backoff("box", clock, clock.sleep)


def test_an_attempt_waits_its_time_out(clock: Clock) -> None:
    pace = pace_of(clock)
    pace.check()
    assert pace.again == 0.0
    pace.failed("no\r\nroute")
    pace.failed("no route")
    assert pace.again == 2.0
    clock.now += 1.5
    with pytest.raises(Unreachable) as caught:
        pace.check()
    assert (caught.value.why, caught.value.failures) == ("no route", 2)
    assert caught.value.again == 0.5
    clock.now += 0.5
    pace.check()
    clock.now += 9
    assert pace.again == 0.0
    pace.failed("no route")
    pace.succeeded()
    pace.check()
    assert (pace.failures, pace.again) == (0, 0.0)


@pytest.mark.parametrize(
    ("failures", "told"),
    [
        (1, []),
        (2, []),
        (3, ["ERROR", "WARNING"]),
        (4, ["ERROR", "WARNING"]),
        (1000, ["ERROR", "WARNING"]),
    ],
)
def test_the_third_failure_and_the_end_of_it_are_told(
    clock: Clock, caplog: pytest.LogCaptureFixture, failures: int, told: list[str]
) -> None:
    pace = pace_of(clock)
    for _ in range(failures):
        found = pace.failed("no route")
    assert found.again <= 900.0
    pace.succeeded()
    pace.succeeded()
    levels = [one.levelname for one in caplog.records if one.levelno > logging.INFO]
    assert levels == told


def test_a_change_is_waited_for_no_longer_than_asked(
    tmp_path: Path, clock: Clock
) -> None:
    paths = (tmp_path / "a", tmp_path / "b")
    watch(paths, stamps(paths), 1.7, pace_of(clock))
    assert [round(nap, 6) for nap in clock.naps] == [0.5, 0.5, 0.5, 0.2]
    clock.naps.clear()
    watch(paths, stamps(paths), 0.0, pace_of(clock))
    watch(paths, (None, (1, 1)), 60.0, pace_of(clock))
    assert clock.naps == []


@pytest.mark.parametrize("how", ["made", "longer", "touched", "gone"])
def test_any_change_ends_the_wait(tmp_path: Path, clock: Clock, how: str) -> None:
    path, other = tmp_path / "a", tmp_path / "b"
    other.write_text("x")
    os.utime(other, (7, 7))
    known = stamps((path, other))

    def change() -> None:
        if how == "made":
            path.write_text("")
        elif how == "longer":
            other.write_text("xy")
            os.utime(other, (7, 7))
        elif how == "touched":
            os.utime(other, (8, 8))
        else:
            other.unlink()

    def sleep(seconds: float) -> None:
        clock.sleep(seconds)
        if len(clock.naps) == 2:
            change()

    watch((path, other), known, 60.0, Backoff("box", clock, sleep))
    assert clock.naps == [0.5, 0.5]
