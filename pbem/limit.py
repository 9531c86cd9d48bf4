"""A way out of code that goes round for ever: an exception, raised where it is."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread, get_ident

SECONDS = 10.0  #: of processor time that a game may take for one page
AGAIN_SECONDS = 1.0  #: that the rest may take, once it took too long
_LOOK_SECONDS = 0.1


class TookTooLong(Exception):
    """What a game's code gets that does not come to an end."""

    def __str__(self) -> str:
        return "stopped here, as it took too long; is it a loop without an end?"


@contextmanager
def limited(seconds: float | None = None) -> Iterator[None]:
    """Raise TookTooLong in this thread, where it is just then, if it takes too long:
    `SECONDS` of processor time, unless it is said.

    It is raised again where the rest takes too long as well. What waits, in a call
    into the system, is not reached.
    """
    ended, alone, thread = Event(), Lock(), get_ident()
    allowed = SECONDS if seconds is None else seconds
    given = (thread, _used_here(), allowed, ended, alone)
    Thread(target=_watch, args=given, daemon=True).start()
    try:
        yield
    finally:
        while not ended.is_set():
            with suppress(TookTooLong), alone:
                ended.set()
                time.sleep(0)  # what is on its way is raised here


def _watch(
    thread: int,
    used: Callable[[], float],
    allowed: float,
    ended: Event,
    alone: Lock,
) -> None:
    with suppress(OSError):  # the thread has gone, and its clock
        since = used()
        while not ended.wait(_LOOK_SECONDS):
            with alone:
                if not ended.is_set() and used() - since > allowed:
                    _raise(thread)
                    since, allowed = used(), AGAIN_SECONDS


def _raise(thread: int) -> None:
    """Have a thread raise TookTooLong next.

    Not to be taken back: what is taken back leaves its mark in CPython 3.11, which
    then goes round for ever where a function is called under `sys.setprofile`.
    """
    raised = ctypes.py_object(TookTooLong)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def _used_here() -> Callable[[], float]:
    """Return a clock of the processor time of this thread; without one, of any time."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    clock = time.pthread_getcpuclockid(get_ident())
    return lambda: time.clock_gettime(clock)
