"""Code of games in a child process, which ends where it takes too long.

The clock is faulthandler's: a thread of its own that needs no interpreter, so that a
call into C is reached, too. It writes where the child is, and ends it.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import re
import signal
import tempfile
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any, Self

from pbem.system.too_long import At, TookTooLong

_PLACE = re.compile(r'^ +File "(.*)", line (\d+) in (.*)$', re.MULTILINE)
_allowed: float | None = None
_dumps: Any = None  #: the file that the clock of this child writes to


class ChildProcess:
    """A process that runs `target(connection, *args)`, a function of a module."""

    def __init__(self, target: Callable[..., None], *args: Any) -> None:
        # A fresh interpreter: threads of ours may hold locks that a fork would keep.
        context = multiprocessing.get_context("spawn")
        self._dump = tempfile.NamedTemporaryFile(prefix="pbem-")  # noqa: SIM115
        self._link, theirs = context.Pipe()
        given = (theirs, self._dump.name, target, args)
        self._process = context.Process(target=_begin, args=given, daemon=True)
        self._process.start()
        theirs.close()

    def send(self, message: Any) -> None:
        """Send an object by pickle. Raises OSError when the child has exited."""
        self._link.send(message)

    def receive(self) -> Any:
        """Wait for the child's next message. Raises TookTooLong, or EOFError when it
        has exited."""
        try:
            return self._link.recv()
        except (EOFError, ConnectionResetError):
            self._process.join()
            dump = self._dump.read().decode("utf-8", "replace")
            if not dump:
                raise EOFError("the child process ended") from None
        found = (At(file, int(line), name) for file, line, name in _PLACE.findall(dump))
        raise TookTooLong(tuple(found))

    def close(self) -> None:
        """End the process."""
        self._link.close()
        self._process.kill()
        self._process.join()
        self._dump.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_failed: object) -> None:
        self.close()


def _begin(
    link: Connection, dump: str, target: Callable[..., None], args: tuple[Any, ...]
) -> None:
    global _dumps
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    _dumps = open(dump, "w", encoding="utf-8")  # noqa: SIM115
    target(link, *args)


def allow(seconds: float | None) -> None:
    """Begin the clock anew: this child ends so many seconds from now. None: no clock.

    Does nothing in a process that nobody looks after.
    """
    global _allowed
    if _dumps is None:
        return
    _allowed = seconds
    faulthandler.cancel_dump_traceback_later()
    if seconds is not None:
        faulthandler.dump_traceback_later(seconds, exit=True, file=_dumps)


def again() -> None:
    """Begin the clock anew with the seconds that it had: there is a next step."""
    if _allowed is not None:
        allow(_allowed)


def limit_memory(most: int) -> None:
    """Let this child have so many bytes at most, where the system knows such limits:
    what asks for more raises MemoryError. Does nothing in a process of nobody's."""
    if _dumps is None:
        return
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def stream(target: Callable[..., Iterator[Any]], *args: Any) -> Iterator[Any]:
    """Yield what a generator function yields, in a child.

    Raises TookTooLong, EOFError.
    """
    with ChildProcess(_streamed, target, *args) as child:
        while (sent := child.receive()) is not None:
            yield sent[0]


def _streamed(
    link: Connection, target: Callable[..., Iterator[Any]], *args: Any
) -> None:
    for item in target(*args):
        link.send((item,))
    link.send(None)
