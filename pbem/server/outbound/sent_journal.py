"""Letters that were handed over and of which the store does not know it yet.

Noting it there takes a transaction, and others may be writing. A line in a file takes
no time: a server that is killed meanwhile hands none of these letters over again.
"""

from __future__ import annotations

import os
from pathlib import Path


class SentJournal:
    """The Message-IDs of such letters, in a file beside the store; None: nowhere."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._handle = -1

    def read(self) -> list[str]:
        """Return what a server wrote down that was killed."""
        if self._path is None or not self._path.exists():
            return []
        return self._path.read_text("utf-8").split()

    def add(self, message_id: str) -> None:
        """Write down that a letter was handed over."""
        if self._path is None:
            return
        if self._handle < 0:
            flags = os.O_CREAT | os.O_APPEND | os.O_WRONLY | os.O_CLOEXEC
            self._handle = os.open(self._path, flags, 0o600)
        os.write(self._handle, f"{message_id}\n".encode())

    def clear(self) -> None:
        """Forget all of them: the store knows."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
        if self._path is not None:
            self._path.unlink(missing_ok=True)
