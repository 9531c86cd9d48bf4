"""Reports what each thread works on to the process that ends us if it is too slow.

The code of a game may never come to an end, and may hold the interpreter while it
does: only another process can stop it then (`cli/_guarded.py`).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple


class Work(NamedTuple):
    """Something that runs the code of a game."""

    kind: Literal["game", "letter"]  #: a letter that belongs to no game
    number: int


class Guard:
    """Tells what is worked on, a line each; to nobody where there is no pipe."""

    def __init__(self, pipe: int | None = None) -> None:
        self._pipe = pipe
        self._now: dict[int, Work] = {}  #: by thread

    def allow(self, seconds: int) -> None:
        """Tell how long one piece of work may take."""
        self._tell(f"allow {seconds}")

    def turn_to(self, work: Work | None) -> None:
        """Report what this thread works on from now on, and restart its time."""
        thread = threading.get_native_id()
        if work is None:
            self._now.pop(thread, None)
            self._tell(f"idle {thread}")
        else:
            self._now[thread] = work
            self._tell(f"{work.kind} {thread} {work.number}")

    @contextmanager
    def working(self, work: Work) -> Iterator[None]:
        """Tell what this thread works on within the block."""
        before = self._now.get(threading.get_native_id())
        self.turn_to(work)
        try:
            yield
        finally:
            self.turn_to(before)

    def _tell(self, line: str) -> None:
        # A line is far below PIPE_BUF: lines of several threads do not mix.
        if self._pipe is not None:
            os.write(self._pipe, f"{line}\n".encode())
