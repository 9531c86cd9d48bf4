"""Files on disk: written whole or not at all, read within a bound, held alone."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def write_whole(
    path: Path, content: bytes, *, private: bool = False, part: Path | None = None
) -> None:
    """Write a file so that a crash leaves it whole or as it was. Raises OSError.

    It keeps its mode, and a link is followed. A `private` file is for its owner
    alone, and takes the place of a link. `part` is its name until it is whole.
    """
    mode = 0o600
    if not private:
        path = path.resolve()
        mode = path.stat().st_mode & 0o7777 if path.exists() else 0o644
    part = part or path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(handle, "wb") as file:
            file.write(content)
        put_in_place(part, path, mode)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def put_in_place(part: Path, path: Path, mode: int | None = None) -> None:
    """Give a finished file its name: what it holds lasts first, then the name."""
    with open(part, "rb") as file:
        if mode is not None:
            os.fchmod(file.fileno(), mode)
        os.fsync(file.fileno())
    os.replace(part, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last: without it a crash may undo a rename.

    A folder that may be written to and not read has no such thing.
    """
    with suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_regular(path: str | Path, limit: int) -> tuple[bytes, int] | None:
    """Return a file's bytes, not many more than `limit`, and its size; None: no file.

    Links are not followed: who can write to the folder must not be able to have
    other files read.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(handle, "rb") as file:
            about = os.fstat(handle)
            if not stat.S_ISREG(about.st_mode):
                return None
            raw = file.read(limit + 1)
    except OSError:
        return None
    return raw, max(about.st_size, len(raw))


def is_open(path: Path) -> bool:
    """Return whether anybody but its owner may read a file, or write to it."""
    return bool(path.stat().st_mode & 0o077)


def leads_out(path: Path, folder: Path) -> bool:
    """Return whether a path in a folder is, or goes through, a link that leads out of
    it: who can write there must not reach files elsewhere."""
    return not path.resolve().is_relative_to(folder.resolve())


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a file alone, also against writers that replace it. Raises OSError."""
    while True:
        with open(path, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            same = os.fstat(file.fileno()).st_ino == os.stat(path).st_ino
            if same:
                yield
                return
