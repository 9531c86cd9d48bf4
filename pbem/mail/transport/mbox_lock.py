"""Locks an mbox the way mail servers do: with fcntl, and with a file beside it."""

from __future__ import annotations

import fcntl
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from pbem.mail.transport.base import Unreachable

_STEP_SECONDS = 0.05


@contextmanager
def locked(path: Path, patience: float = 10.0) -> Iterator[BinaryIO]:
    """Return the file, open for reading and writing, and nobody else's meanwhile.

    Raises Unreachable when it stays locked, and OSError when there is none.
    """
    end = time.monotonic() + patience
    dot = _dot_lock(path, end)
    try:
        with open(path, "rb+") as file:
            while True:
                try:
                    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except (BlockingIOError, PermissionError):
                    _wait(path, end)
            yield file
    finally:
        if dot is not None:
            with suppress(OSError):
                dot.unlink()


def _dot_lock(path: Path, end: float) -> Path | None:
    """Make the lock file; None where we may not write beside the mbox."""
    dot = path.with_name(path.name + ".lock")
    while True:
        try:
            handle = os.open(dot, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError:
            if not _remove_stale(dot):
                _wait(path, end)
        except PermissionError:
            return None
        else:
            with open(handle, "w", encoding="ascii", errors="replace") as file:
                file.write(_signature(os.getpid()))
            return dot


def _remove_stale(dot: Path) -> bool:
    """Remove a lock of ours whose process has died."""
    with suppress(OSError, ValueError, IndexError):
        words = dot.read_text("ascii")
        pid = int(words.split()[1])
        if words == _signature(pid):
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                dot.unlink()
                return True
    return False


def _signature(pid: int) -> str:
    return f"pbem {pid} {socket.gethostname()}\n"


def _wait(path: Path, end: float) -> None:
    if time.monotonic() >= end:
        raise Unreachable(f"another program keeps {path.name} locked")
    time.sleep(_STEP_SECONDS)
