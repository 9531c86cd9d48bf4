"""When to try again: at growing distances."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

from pbem.mail.transport.base import Unreachable, one_line

MAX_PAUSE_SECONDS = 900.0
_ALARM_FAILURES = 3
_log = logging.getLogger("pbem.mail")


def backoff(failures: int, first: float, longest: float) -> float:
    """Return the seconds to wait after so many failures in a row, doubled by each.

    >>> [backoff(failures, 1, 900) for failures in (1, 2, 3, 10, 11, 9999)]
    [1.0, 2.0, 4.0, 512.0, 900, 900]
    """
    return min(longest, first * 2.0 ** min(failures - 1, 60))


class Backoff:
    """Counts failures in a row and spaces the attempts: 1, 2, 4 ... 900 seconds."""

    def __init__(
        self,
        name: str,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = name
        self.failures = 0
        self.why = ""
        self.clock = clock
        self.sleep = sleep
        self._next = 0.0

    @property
    def again(self) -> float:
        """Return the seconds until the next attempt is allowed."""
        return max(0.0, self._next - self.clock()) if self.failures else 0.0

    def check(self) -> None:
        """Raise Unreachable while it is too early for another attempt."""
        if self.again > 0:
            raise self.unreachable()

    def unreachable(self) -> Unreachable:
        """Return what to raise instead of another attempt."""
        return Unreachable(self.why, self.failures, self.again)

    def succeeded(self) -> None:
        """Forget the failures."""
        if self.failures >= _ALARM_FAILURES:
            _log.warning("%s: works again", self.name)
        self.failures = 0

    def failed(self, why: str) -> Unreachable:
        """Note a failure; the third in a row is logged as an error, once."""
        self.why = one_line(why)
        self.failures += 1
        pause = backoff(self.failures, 1.0, MAX_PAUSE_SECONDS)
        self._next = self.clock() + pause
        level = logging.ERROR if self.failures == _ALARM_FAILURES else logging.INFO
        _log.log(level, "%s: %s (failure %d)", self.name, self.why, self.failures)
        return Unreachable(self.why, self.failures, pause)


_STEP_SECONDS = 0.5  #: between two looks at files


def watch(
    paths: tuple[Path, ...],
    known: tuple[tuple[int, int] | None, ...],
    seconds: float,
    timer: Backoff,
) -> None:
    """Wait that long, or until one of the paths differs from its known stamp."""
    end = timer.clock() + seconds
    while stamps(paths) == known:
        left = end - timer.clock()
        if left <= 0:
            return
        timer.sleep(min(_STEP_SECONDS, left))


def stamps(paths: tuple[Path, ...]) -> tuple[tuple[int, int] | None, ...]:
    """Return the modification time and size of each path; None for a missing one."""
    found: list[tuple[int, int] | None] = []
    for path in paths:
        try:
            status = path.stat()
        except OSError:
            found.append(None)
        else:
            found.append((status.st_mtime_ns, status.st_size))
    return tuple(found)
