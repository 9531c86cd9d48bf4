"""A server in a child process, which is ended where a game's code takes too long.

The parent does nothing but look after it: it loads no game and opens no store. A
child that was ended is replaced by one that quarantines the game first.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, NoReturn

from pbem.server.guard import Guard, Work

LOOK_SECONDS = 1.0  #: between two looks at a child that says nothing
DUMP_SECONDS = 0.5  #: that a child has to write down where it is
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class ServerTask(NamedTuple):
    """What a child begins with."""

    guard: Guard
    quarantined: Work | None = None  #: what its predecessor was ended for


@dataclass(slots=True)
class _Spent:
    """What a thread of the child works on, and for how long."""

    work: Work
    seconds: float = 0.0


@dataclass(slots=True)
class _Watch:
    """What is known of a child."""

    allowed: float = float("inf")
    threads: dict[int, _Spent] = field(default_factory=dict)
    _rest: bytes = b""  #: of a line that is not whole yet

    def read(self, data: bytes) -> None:
        """Take in what the child says."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            match line.decode().split():
                case ["allow", seconds]:
                    self.allowed = float(seconds)
                case ["idle", thread]:
                    self.threads.pop(int(thread), None)
                case ["game", thread, number]:
                    self.threads[int(thread)] = _Spent(Work("game", int(number)))
                case ["letter", thread, number]:
                    self.threads[int(thread)] = _Spent(Work("letter", int(number)))

    def spend(self, seconds: float) -> None:
        """Count time for all that is worked on."""
        for one in self.threads.values():
            one.seconds += seconds

    def too_long(self, pid: int) -> Work | None:
        """Return what takes too long; None: nothing does.

        Where one thread holds the interpreter the others wait, and look as late: it
        is the one that uses the processor.
        """
        if all(one.seconds <= self.allowed for one in self.threads.values()):
            return None
        late = [
            key for key, one in self.threads.items() if one.seconds > self.allowed / 2
        ]
        if len(late) > 1:
            before = {thread: _ticks(pid, thread) for thread in late}
            time.sleep(DUMP_SECONDS)
            late.sort(key=lambda thread: before[thread] - _ticks(pid, thread))
        return self.threads[late[0]].work


def guarded() -> ServerTask:
    """Return in a child process, with what it begins with; the parent stays here, and
    ends with the status of the last child."""
    parent = _Parent()
    for number in SIGNALS:
        signal.signal(number, parent.pass_on)
    work: Work | None = None
    while True:
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        heard, report_end = os.pipe()
        alive, held = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(heard)
            os.close(held)
            _begin(alive)
            return ServerTask(Guard(report_end), work)
        os.close(report_end)
        os.close(alive)
        parent.child = pid
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        work = _look_after(pid, heard)
        _, status = os.waitpid(pid, 0)
        parent.child = None
        os.close(heard)
        os.close(held)
        if work is None or parent.ending:
            _end(os.waitstatus_to_exitcode(status))


@dataclass(slots=True)
class _Parent:
    child: int | None = None
    ending: bool = False

    def pass_on(self, number: int, _frame: object) -> None:
        """Give a signal to the child, which ends in its own way."""
        self.ending = True
        if self.child is not None:
            os.kill(self.child, number)


def _begin(alive: int) -> None:
    """Begin a child: signals mean what they did, and it ends where its parent does."""
    import faulthandler

    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    # It writes where each thread is, even if one holds the interpreter.
    faulthandler.register(signal.SIGUSR1, all_threads=True)
    threading.Thread(target=_end_with_parent, args=(alive,), daemon=True).start()


def _end_with_parent(alive: int) -> None:
    os.read(alive, 1)  # nothing is ever written: it returns when the parent is gone
    os.kill(os.getpid(), signal.SIGKILL)


def _look_after(pid: int, heard: int) -> Work | None:
    """Wait for the end of a child; return what it was ended for, if it was."""
    watch, last = _Watch(), time.monotonic()
    while True:
        ready, _, _ = select.select([heard], [], [], LOOK_SECONDS)
        now = time.monotonic()
        # Time in which we were stopped, as by Ctrl-Z, the child was stopped, too.
        watch.spend(min(now - last, 2 * LOOK_SECONDS))
        last = now
        if ready:
            data = os.read(heard, 65536)
            if not data:
                return None
            watch.read(data)
        if work := watch.too_long(pid):
            os.kill(pid, signal.SIGUSR1)
            time.sleep(DUMP_SECONDS)
            os.kill(pid, signal.SIGKILL)
            what = f"{work.kind} {work.number}"
            sys.stderr.write(f"pbem: {what} took too long and is set aside\n")
            return work


def _ticks(pid: int, thread: int) -> int:
    """Return how much of the processor a thread has used; 0 where nobody can say."""
    try:
        stat = Path(f"/proc/{pid}/task/{thread}/stat").read_text("ascii", "replace")
    except OSError:
        return 0
    used = stat.rpartition(")")[2].split()
    return int(used[11]) + int(used[12])


def _end(code: int) -> NoReturn:
    """End as the child did: with its status, or by its signal."""
    if code < 0:
        signal.signal(-code, signal.SIG_DFL) if -code != signal.SIGKILL else None
        os.kill(os.getpid(), -code)
    os._exit(code)
