"""One Maildir for one store: two would each take a part of its letters."""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

_NAME = "pbem.lock"


def hold(maildir: Path, owner: str) -> int:
    """Return a lock on a Maildir, held until the handle is closed or its process ends.

    Servers of one owner share it. Raises OSError where another owner has it.
    """
    path = maildir / _NAME
    handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(handle, 0)
            os.pwrite(handle, owner.encode(), 0)
        except BlockingIOError:
            if os.pread(handle, 1000, 0) != owner.encode():
                why = "another store takes the letters of this Maildir"
                raise OSError(errno.EBUSY, why, str(maildir)) from None
        fcntl.flock(handle, fcntl.LOCK_SH)
    except OSError:
        os.close(handle)
        raise
    return handle
