"""Writes files so that a crash leaves either all of one or nothing."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write(temporary: Path, final: Path, data: bytes) -> None:
    """Write to a temporary name, make it last, and only then give it its own.

    The file is for its owner alone: letters hold tokens and hidden things.
    """
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, final)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(final.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last: without it a crash may undo a rename."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_regular(path: Path, limit: int) -> bytes | int | None:
    """A file's bytes; its size where that is over the limit; None if it is no file.

    Symbolic links are not followed: who can write to the folder must not be
    able to have other files read.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with open(handle, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            return size
        try:
            raw = file.read(limit + 1)
        except OSError:
            return None
    return raw if len(raw) <= limit else len(raw)
