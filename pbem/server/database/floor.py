"""Threads that have much to do come in turn, and let others go on while they wait.

Python runs one thread at a time and exchanges them wherever one lets go for a moment,
as each does at every statement and packet: that takes longer than what it waits for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, local

MOST_SECONDS = 0.2  #: that a thread waits for others; then it goes on beside them


class Floor:
    """Who has the floor goes on alone among those who ask for it.

    It makes nothing safe: who has waited for long goes on all the same.
    """

    def __init__(self, *, needed: bool = True) -> None:
        self._needed = needed  #: else nobody waits for anybody
        self._lock, self._mine = Lock(), local()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Go on when nobody else does."""
        if not self._needed or self._asked:
            yield
            return
        self._take()
        try:
            yield
        finally:
            self._leave()

    def during(self, step: Callable[[float], int]) -> Callable[[float], int]:
        """Return a step of a thread that has the floor as long as it takes."""

        def held(now: float) -> int:
            with self.held():
                return step(now)

        return held

    @contextmanager
    def left(self) -> Iterator[None]:
        """Let others go on while this thread waits, if it has asked for the floor."""
        if not self._asked:
            yield
            return
        self._leave()
        try:
            yield
        finally:
            self._take()

    @property
    def _asked(self) -> bool:
        return getattr(self._mine, "got", None) is not None

    def _take(self) -> None:
        self._mine.got = self._lock.acquire(timeout=MOST_SECONDS)

    def _leave(self) -> None:
        if self._mine.got:
            self._lock.release()
        self._mine.got = None
