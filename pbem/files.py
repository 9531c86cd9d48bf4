"""Files that several may write: whole or not at all, one writer after the other."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that it is there whole or as it was. Raises OSError."""
    import tempfile

    path = path.resolve()
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o644
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds a file alone, also against writers that replace it. Raises OSError."""
    while True:
        with open(path, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            same = os.fstat(file.fileno()).st_ino == os.stat(path).st_ino
            if same:
                yield
                return
