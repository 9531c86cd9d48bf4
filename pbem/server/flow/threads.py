"""What a thread of a server does: work as long as there is any, then wait for more."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from pbem.mail.transport.backoff import backoff
from pbem.server.store.connection import UNAVAILABLE_ERRORS, cause

_log = logging.getLogger("pbem.server")
UNAVAILABLE = "store unavailable"  #: what the log says, and why
POLL_SECONDS = 30.0  #: seconds between looks, whatever wakes us or not
HELD_SECONDS = 1.0  #: seconds before a look at what another server is about to do


@dataclass(slots=True)
class WorkerThread:
    """What one thread does, and what wakes it."""

    name: str
    step: Callable[[float], int]
    next_at: Callable[[], float | None]
    wakes: list[WorkerThread] = field(default_factory=list)
    wake_event: threading.Event = field(default_factory=threading.Event)
    failures: int = 0

    def fail(
        self, error: Exception, stop: threading.Event, what: str = "failed"
    ) -> None:
        """Wait longer after each failure in a row, a minute at most."""
        self.failures += 1
        if isinstance(error, UNAVAILABLE_ERRORS):
            what = UNAVAILABLE
        about = {"where": self.name, "error": type(error).__name__}
        if what == UNAVAILABLE:
            about["why"] = cause(error)
        _log.error(what, extra={**about, "count": self.failures})
        stop.wait(backoff(self.failures, 1.0, 60.0))

    def run(
        self,
        clock: Callable[[], float],
        stop: threading.Event,
        rounds: dict[str, float],
    ) -> None:
        """Work until `stop` is set; note in `rounds` when it was last known to work."""
        while not stop.is_set():
            self.wake_event.clear()
            try:
                now = clock()
                while not stop.is_set() and self.step(now):
                    rounds[self.name] = now
                    for other in self.wakes:
                        other.wake_event.set()
                    now = clock()
                rounds[self.name] = now
                woken = self.wake_event.is_set()
                due = now if woken else self.next_at()
                self.failures = 0
            except Exception as error:
                self.fail(error, stop)
                continue
            if woken:
                continue
            if due is None:
                rest = POLL_SECONDS
            else:
                # What is due but was not to be had is in the hands of another server.
                rest = HELD_SECONDS if due <= now else max(0.05, due - clock())
            self.wake_event.wait(min(POLL_SECONDS, rest))
