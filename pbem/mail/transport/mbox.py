"""Letters from an mbox file, the kind that mail servers append to.

A letter in it is never rewritten. What is settled is copied to the mbox files
`.Done` or `.Failed` beside it and noted in a list, and the file is emptied once
every letter in it is settled: a crash at any point loses no letter, nor does a
mail server that waits for the lock with the file already open.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pbem.mail.message.headers import head_of
from pbem.mail.message.limits import LIMITS
from pbem.mail.message.trace_headers import delivered_to
from pbem.mail.transport.backoff import Backoff, stamps, watch
from pbem.mail.transport.base import (
    MAX_LETTER_BYTES,
    Incoming,
    Oversize,
    TooLarge,
    Transport,
    Unreachable,
    log_too_large,
)
from pbem.mail.transport.mbox_lock import locked

_CHUNK_BYTES = 65_536
_MAX_FIRST_LINE_BYTES = 400  #: that are looked at: a hostile line must not cost more
_MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec"
_WHEN = re.compile(rb"([A-Z][a-z]{2}) +(\d+) (\d\d):(\d\d):(\d\d) (\d{4})\s*$")
_FIRST = re.compile(rb"From .*\b\d\d?:\d\d.*\b\d{4}\b")
_log = logging.getLogger("pbem.mail")


@dataclass(frozen=True, slots=True)
class MboxEntry:
    """Where a letter lies in the file: its first line, its text, its end."""

    key: str
    start: int
    text: int
    end: int
    received: float | None


class MboxSource(Transport):
    """An mbox file. A key is `mbox:` and a hash of the letter with its first line.

    Lines of `>From ` stay as they are: taking the sign away would turn a quoted
    line into a new one wherever the mail server had not added it.
    """

    def __init__(
        self,
        path: Path,
        limit: int = MAX_LETTER_BYTES,
        oversize: Oversize = log_too_large,
        backoff: Backoff | None = None,
        patience: float = 10.0,
    ) -> None:
        self.path = path
        self.limit = limit
        self.oversize = oversize
        self.backoff = backoff or Backoff(f"mbox:{path}")
        self.patience = patience
        self._list = path.with_name(path.name + ".settled")
        self._places: dict[str, MboxEntry] = {}
        self._pending_moves: dict[str, str] = {}
        self._stamps = stamps((path,))

    def letters(self) -> Iterator[Incoming]:
        """Return the letters not yet settled, in the order of the file."""
        for key, folder in list(self._pending_moves.items()):
            self._settle(key, folder)
        places = self._index()
        for place in places:
            if place.key in self._pending_moves:
                continue
            if place.end - place.text > self.limit:
                size = place.end - place.text
                self.oversize(TooLarge(place.key, size, self._head(place)))
                self.failed(place.key)
                continue
            raw = self._read(place)
            if raw is None:
                # The file is another than it was; the next reading sees it anew.
                return
            yield Incoming(place.key, raw, delivered_to(raw), place.received)

    def done(self, key: str) -> None:
        """Copy a letter to the file for those done."""
        self._settle(key, ".Done")

    def failed(self, key: str) -> None:
        """Copy a letter to the file for those failed."""
        self._settle(key, ".Failed")

    def wait(self, seconds: float) -> None:
        """Wait that long, or until the file changes."""
        watch((self.path,), self._stamps, seconds, self.backoff)

    def _index(self) -> list[MboxEntry]:
        """Return where the new letters lie, the file emptied when none are left."""
        try:
            with locked(self.path, self.patience) as file:
                settled = self._settled()
                places = list(scan(file))
                self._places = {place.key: place for place in places}
                new = [place for place in places if place.key not in settled]
                if places and not new:
                    file.truncate(0)
                    os.fsync(file.fileno())
                    self._list.unlink(missing_ok=True)
                self._stamps = stamps((self.path,))
                return new
        except FileNotFoundError:
            return []
        except OSError as error:
            raise Unreachable(f"cannot read the mbox: {error}") from None

    def _head(self, place: MboxEntry) -> bytes:
        try:
            with open(self.path, "rb") as file:
                file.seek(place.text)
                return head_of(file.read(LIMITS.header_bytes))
        except OSError:
            return b""

    def _read(self, place: MboxEntry) -> bytes | None:
        try:
            with open(self.path, "rb") as file:
                file.seek(place.start)
                whole = file.read(place.end - place.start)
        except OSError:
            return None
        digest = hashlib.sha256(whole).hexdigest()[:40]
        if place.key.split(":")[1].partition(".")[0] != digest:
            return None
        return whole[place.text - place.start :]

    def _settled(self) -> set[str]:
        try:
            return set(self._list.read_text("ascii").split("\n"))
        except FileNotFoundError:
            return set()

    def _settle(self, key: str, folder: str) -> None:
        if not re.fullmatch(r"mbox:[0-9a-f]{40}(\.\d+)?", key):
            raise ValueError(f"not a letter of an mbox: {key}")
        self._pending_moves[key] = folder
        try:
            with locked(self.path, self.patience) as file:
                place = self._places.get(key)
                if place is not None:
                    file.seek(place.start)
                    goal = self.path.with_name(self.path.name + folder)
                    _append(goal, file, place.end - place.start)
                with open(self._list, "a", encoding="ascii") as noted:
                    noted.write(key + "\n")
                    noted.flush()
                    os.fsync(noted.fileno())
        except (OSError, Unreachable) as error:
            _log.warning("%s: not yet put away: %s", key, error)
        else:
            del self._pending_moves[key]


def scan(file: BinaryIO) -> Iterator[MboxEntry]:
    """Return the letters in an mbox, one after another; nothing before the first."""
    seen: dict[str, int] = {}
    file.seek(0)
    offset = start = text = end = 0
    digest = hashlib.sha256()
    first = blank = b""
    fresh = after_blank = True
    inside = False

    def place() -> MboxEntry:
        name = digest.hexdigest()[:40]
        count = seen[name] = seen.get(name, 0) + 1
        key = f"mbox:{name}" if count == 1 else f"mbox:{name}.{count}"
        return MboxEntry(key, start, text, end, _when(first))

    while line := file.readline(_CHUNK_BYTES):
        if fresh and after_blank and _FIRST.match(line[:_MAX_FIRST_LINE_BYTES]):
            if inside:
                yield place()
            inside, first, blank = True, line, b""
            start, digest = offset, hashlib.sha256(line)
            offset += len(line)
            text = end = offset
        else:
            offset += len(line)
            if fresh and line in (b"\n", b"\r\n"):
                # The last blank line of a letter belongs to the file.
                digest.update(blank)
                end += len(blank)
                blank = line
            else:
                digest.update(blank + line)
                end += len(blank) + len(line)
                blank = b""
        after_blank = fresh and line in (b"\n", b"\r\n")
        fresh = line.endswith(b"\n")
    if inside:
        yield place()


def _append(goal: Path, file: BinaryIO, size: int) -> None:
    handle = os.open(goal, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with open(handle, "ab") as copy:
        while size > 0 and (piece := file.read(min(size, _CHUNK_BYTES))):
            copy.write(piece)
            size -= len(piece)
        copy.write(b"\n\n" if not piece.endswith(b"\n") else b"\n")
        copy.flush()
        os.fsync(copy.fileno())


def _when(first: bytes) -> float | None:
    """Return the time in a letter's first line, which is written in local time."""
    match = _WHEN.search(first[:_MAX_FIRST_LINE_BYTES])
    if not match:
        return None
    month, within = divmod(_MONTHS.find(match[1].decode("ascii").lower()), 3)
    if within:
        return None
    day, hour, minute, second, year = (int(match[n]) for n in range(2, 7))
    try:
        moment = (year, month + 1, day, hour, minute, second, 0, 0, -1)
        return time.mktime(moment)
    except (OverflowError, ValueError):
        return None
