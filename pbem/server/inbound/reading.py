"""Letters are read in the sandbox, on a file while others are still being answered."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple, Protocol, TypeAlias

from pbem.mail.message.headers import head_of
from pbem.mail.message.limits import LetterRefused
from pbem.mail.sandbox.read import ParsedLetter
from pbem.server.database.connection import Database
from pbem.server.queue import letters

MAX_AHEAD = 50  #: letters that are read before the sorter comes to them


class Reader(Protocol):
    """What reads raw letters (mail.sandbox.Reader)."""

    def read(self, raw: bytes, then: bytes = b"") -> ParsedLetter:
        """Read one; `then` is what comes next. Raises LetterRefused."""
        ...


class Unreadable(NamedTuple):
    """A letter that was refused, and what its head alone says."""

    refusal: LetterRefused
    head: ParsedLetter | None = None


#: An error is raised when the letter is sorted: it is of this letter alone.
Reading: TypeAlias = ParsedLetter | Unreadable | Exception


def read(reader: Reader, raw: bytes, then: bytes = b"") -> Reading:
    """Read one letter, or its head; `then` is what will be read next."""
    try:
        return reader.read(raw, then)
    except LetterRefused as refusal:
        with suppress(LetterRefused):
            return Unreadable(refusal, reader.read(head_of(raw)))
        return Unreadable(refusal)
    except Exception as error:
        return error


@dataclass(slots=True)
class ReadAhead:
    """What was read of letters that the sorter has not come to yet.

    A process alone on its store may do so: of several, each would read the same.
    """

    _found: dict[int, Reading] = field(default_factory=dict)
    _last: int = 0  #: the letter that the sorter came to
    _lock: Lock = field(default_factory=Lock)

    def take(
        self, reader: Reader, found: Sequence[tuple[int, bytes]]
    ) -> dict[int, Reading]:
        """Return what letters say, by number; what is not known is read now."""
        with self._lock:
            self._last = max((self._last, *(number for number, _ in found)))
            known = {n: self._found.pop(n) for n, _ in found if n in self._found}
            fresh = [(number, raw) for number, raw in found if number not in known]
            thens = [*(raw for _, raw in fresh[1:]), b""]
            for (number, raw), then in zip(fresh, thens, strict=False):
                known[number] = read(reader, raw, then)
        return known

    def step(self, store: Database, reader: Reader) -> int:
        """Read letters that the sorter has not come to; return how many it were."""
        room = MAX_AHEAD - len(self._found)
        after = max((self._last, *self._found))
        if room <= 0:
            return 0
        with store.reading() as link:
            found = letters.unread(link, room, after)
        for row, raw in found:
            with store.floor.left(), self._lock:
                if row.id > self._last:
                    self._found[row.id] = read(reader, raw)
        return len(found)
