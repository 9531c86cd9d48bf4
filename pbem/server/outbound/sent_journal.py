"""Letters that were handed over and of which the store does not know it yet.

Noting it there takes a transaction, and others may be writing. A line in a file takes
no time: a server that is killed meanwhile hands none of these letters over again.
Where the file cannot be used, letters go out all the same.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

_log = logging.getLogger("pbem.server")


class SentJournal:
    """The Message-IDs of such letters, in a file beside the store; None: nowhere."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._handle = -1
        #: The store must be told at once: the file does not hold all.
        self.fails = False
        self._told = False

    def read(self) -> list[str]:
        """Return what a server wrote down that was killed."""
        try:
            if self._path is not None and self._path.exists():
                return self._path.read_text("utf-8", "replace").split()
        except OSError as error:
            self._failed(error)
        return []

    def add(self, message_id: str) -> None:
        """Write down that a letter was handed over."""
        if self._path is None:
            return
        try:
            if self._handle < 0:
                flags = os.O_CREAT | os.O_APPEND | os.O_WRONLY | os.O_CLOEXEC
                self._handle = os.open(self._path, flags, 0o600)
            # A line of its own, even where a full disk cut off the one before it.
            line = f"\n{message_id}\n".encode()
            if os.write(self._handle, line) < len(line):
                raise OSError("the disk is full")
            self._told = False
        except OSError as error:
            self._failed(error)

    def clear(self) -> None:
        """Forget all of them: the store knows."""
        self.fails = False
        try:
            if self._handle >= 0:
                os.close(self._handle)
            if self._path is not None:
                self._path.unlink(missing_ok=True)
        except OSError as error:
            # What stays there was noted: to read it once more changes nothing.
            self._failed(error)
        self._handle = -1

    def _failed(self, error: OSError) -> None:
        """Say, once, that the file is of no use now."""
        if not self._told:
            why = error.strerror or str(error)
            _log.warning("no journal of sent letters", extra={"why": why})
        self.fails = self._told = True
