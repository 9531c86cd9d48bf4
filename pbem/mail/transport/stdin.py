"""A letter from standard input, as an alias or a mail filter hands it over."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import BinaryIO

from pbem.mail.message.trace_headers import delivered_to, fingerprint
from pbem.mail.transport.base import LIMIT, Incoming

_RECIPIENT = ("ORIGINAL_RECIPIENT", "RECIPIENT")


def read_letter(
    stream: BinaryIO,
    environment: Mapping[str, str],
    recipient: str | None = None,
    limit: int = LIMIT,
) -> Incoming:
    """The letter on a stream; its key is its content, so a repeat has the same.

    The recipient is the one given, else what the mail server says in the
    environment (Postfix, Exim, qmail), else what it wrote into the letter.
    Raises ValueError for no letter, or one over the limit.
    """
    raw = stream.read(limit + 1)
    if len(raw) > limit:
        raise ValueError(f"the letter is larger than {limit} bytes")
    if raw.startswith(b"From "):
        # The line that begins a letter in an mbox; it is no part of the letter.
        raw = raw.partition(b"\n")[2]
    if not raw.strip():
        raise ValueError("there is no letter on standard input")
    told = (environment.get(name) for name in _RECIPIENT)
    to = recipient or next(filter(None, told), None) or delivered_to(raw)
    key = "stdin:" + fingerprint((to or "").encode("utf-8", "replace"), raw)
    return Incoming(key, raw, to, time.time())
