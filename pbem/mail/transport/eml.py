"""Letters one at a time: from standard input, and as `.eml` files into a folder."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from pbem.mail.message.trace_headers import delivered_to, fingerprint
from pbem.mail.transport.base import (
    MAX_LETTER_BYTES,
    SENT,
    DeliveryResult,
    Incoming,
    OutgoingLetter,
    Transport,
    retry,
)
from pbem.system.files import write_whole

_RECIPIENT = ("ORIGINAL_RECIPIENT", "RECIPIENT")
_UNSAFE = re.compile(r"[^a-z0-9]+")


class NotALetter(ValueError):
    """What came on a stream can never be taken; it says why."""


def read_stream(
    stream: BinaryIO,
    environment: Mapping[str, str],
    recipient: str | None = None,
    limit: int = MAX_LETTER_BYTES,
) -> Incoming:
    """Return the letter that an alias or a mail filter hands over on a stream.

    Its key is its content, so a repeat has the same. The recipient is the one given,
    else what the mail server says in the environment (Postfix, Exim, qmail), else
    what it wrote into the letter. Raises NotALetter for none, or one over the limit,
    with the stream read to its end: who writes it waits for that.
    """
    raw = stream.read(limit + 1)
    if len(raw) > limit:
        while stream.read(1 << 20):
            pass
        raise NotALetter(f"The letter is too large: over {limit:,} bytes.")
    if raw.startswith(b"From "):
        # The line that begins a letter in an mbox; it is no part of the letter.
        raw = raw.partition(b"\n")[2]
    if not raw.strip():
        raise NotALetter("There is no letter on standard input.")
    recipients = (environment.get(name) for name in _RECIPIENT)
    to = recipient or next(filter(None, recipients), None) or delivered_to(raw)
    key = "stdin:" + fingerprint((to or "").encode("utf-8", "replace"), raw)
    return Incoming(key, raw, to, time.time())


class FolderSink(Transport):
    """A folder that any mail program can open letters from.

    A letter sent twice under one Message-ID makes one file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def send(self, letter: OutgoingLetter) -> DeliveryResult:
        """Write a letter; it lasts when this returns."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self.path / file_name(letter), letter.raw, private=True)
        except OSError as error:
            return retry(f"cannot write to the folder: {error.strerror}")
        return SENT


def file_name(letter: OutgoingLetter) -> str:
    """Return the name of a letter's file: its recipient, then what tells it apart.

    >>> file_name(OutgoingLetter("<1@x>", "", "Ann/../B@x.org", b""))[:16]
    'ann-b-x-org-d2cb'
    """
    who = _UNSAFE.sub("-", letter.recipient.lower()).strip("-")[:60]
    mark = fingerprint(letter.message_id.encode(), letter.recipient.encode())[:16]
    return f"{who}-{mark}.eml" if who else f"{mark}.eml"
