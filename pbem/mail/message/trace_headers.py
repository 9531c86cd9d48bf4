"""Reads the few header lines that a mail server adds on delivery."""

from __future__ import annotations

import hashlib

from pbem.mail.message.limits import LIMITS

#: Fields in which mail servers note whom a letter was delivered to.
RECIPIENT_FIELDS = (
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "x-envelope-to",
    "x-delivered-to",
)
_RECIPIENT_NAMES = frozenset(map(str.encode, RECIPIENT_FIELDS))


def delivered_to(raw: bytes) -> str | None:
    """Return the address a letter was delivered to, as its last server noted it.

    That server writes above all others, so the topmost such line counts.

    >>> delivered_to(b"Delivered-To: <gm+g42@x.org>\\r\\nTo: b@x.org\\r\\n\\r\\nHi")
    'gm+g42@x.org'
    >>> delivered_to(b"To: b@x.org\\n\\nDelivered-To: me@x.org\\n") is None
    True
    """
    for line in head(raw):
        name, _, rest = line.partition(b":")
        if name.rstrip().lower() in _RECIPIENT_NAMES:
            value = rest.decode("utf-8", "replace").strip().strip("<>")
            return value if value.isprintable() and 0 < len(value) < 500 else None
    return None


def head(raw: bytes) -> list[bytes]:
    """Return the header lines, as many as are read: no hostile letter costs more."""
    lines = []
    for line in raw[: LIMITS.header_bytes].split(b"\n"):
        if not line.rstrip(b"\r"):
            break
        lines.append(line)
    return lines


def fingerprint(*parts: bytes) -> str:
    """Return a short name for these bytes that no two letters share.

    >>> fingerprint(b"a", b"bc") == fingerprint(b"ab", b"c")
    False
    """
    digest = hashlib.sha256()
    for part in parts:
        digest.update(b"%d:" % len(part))
        digest.update(part)
    return digest.hexdigest()[:40]
