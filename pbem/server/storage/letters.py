"""The queue of received letters."""

from __future__ import annotations

import hashlib
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa

from pbem.mail.transport.base import Incoming
from pbem.server.storage import schema
from pbem.server.storage.database import Database, insert_new, wake_listeners

_letter = schema.letter
# What is asked for every letter is put together once.
UPDATE = _letter.update().where(_letter.c.id == sa.bindparam("number"))


class SortedLetter(msgspec.Struct, frozen=True, kw_only=True):
    """What sorting found out about a letter, for the worker that answers it."""

    text: str
    subject: str
    message_id: str
    writer: str
    name: str  #: the writer's, as the From field has it
    ref: str | None
    buried: bool
    cut: bool
    player_id: int | None
    told_id: int | None
    seat: str | None
    serial: int | None
    problem: str
    token_game: int | None = None
    errand: bool = False  #: a part of a letter that was for another game


def store_new(store: Database, letters: list[Incoming], now: float) -> int:
    """Store letters as they came; return how many are new. Raises UNAVAILABLE_ERRORS.

    When it has returned they are safe, and the source may forget them.
    """
    with store.writing() as link:
        new = insert_new(link, _letter, *(_row(one, now) for one in letters))
        if new:
            wake_listeners(link)
    return new


def _row(incoming: Incoming, now: float) -> dict[str, Any]:
    key = incoming.identity or incoming.key
    if len(key) > 600:
        key = key[:500] + hashlib.sha256(key.encode()).hexdigest()
    received = incoming.received
    return {
        "key": key,
        "raw": incoming.raw,
        "recipient": (incoming.recipient or "")[:500] or None,
        # Another clock may be ahead of ours; a letter from the future is not late.
        "received": now if received is None else min(received, now),
        "kept": now,
        "state": "new",
    }


class StoreLetter(Protocol):
    """Stores one letter, or raises."""

    def __call__(self, incoming: Incoming) -> None:
        """Store it; it is safe on return."""
        ...
