"""Letters into a folder of files, one `.eml` a letter."""

from __future__ import annotations

import itertools
import os
import re
from pathlib import Path

from pbem.mail.message.trace_headers import fingerprint
from pbem.mail.transport.base import SENT, Outgoing, Verdict, retry
from pbem.mail.transport.durable import write

_UNSAFE = re.compile(r"[^a-z0-9]+")
_counter = itertools.count()


class FolderSink:
    """A folder that any mail program can open letters from.

    A letter sent twice under one Message-ID makes one file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def send(self, letter: Outgoing) -> Verdict:
        """Write a letter; it lasts when this returns."""
        final = self.path / file_name(letter)
        temporary = self.path / f".{os.getpid()}-{next(_counter)}.part"
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            write(temporary, final, letter.raw)
        except OSError as error:
            return retry(f"cannot write to the folder: {error.strerror}")
        return SENT

    def close(self) -> None:
        """There is nothing to let go of."""


def file_name(letter: Outgoing) -> str:
    """The name of a letter's file: its recipient, then what tells it from others.

    >>> file_name(Outgoing("<1@x>", "", "Ann/../B@x.org", b""))[:16]
    'ann-b-x-org-d2cb'
    """
    who = _UNSAFE.sub("-", letter.recipient.lower()).strip("-")[:60]
    mark = fingerprint(letter.message_id.encode(), letter.recipient.encode())[:16]
    return f"{who}-{mark}.eml" if who else f"{mark}.eml"
