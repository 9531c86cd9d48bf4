"""Letters from a Maildir and into one."""

from __future__ import annotations

import errno
import fcntl
import itertools
import logging
import os
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pbem.mail.message.headers import head_of
from pbem.mail.message.trace_headers import delivered_to
from pbem.mail.transport.backoff import Backoff, stamps, watch
from pbem.mail.transport.base import (
    MAX_LETTER_BYTES,
    SENT,
    DeliveryResult,
    Incoming,
    OutgoingLetter,
    Oversize,
    TooLarge,
    Transport,
    Unreachable,
    log_too_large,
    retry,
)
from pbem.system.files import read_regular, sync_folder, write_whole

_PARTS = ("tmp", "new", "cur")
_NUMBERS = re.compile(r"(\d+)")
_log = logging.getLogger("pbem.mail")
_counter = itertools.count()

Settling = Literal["folders", "flags"]


def make_maildir(path: Path) -> None:
    """Make a Maildir, or what is missing of one."""
    for part in _PARTS:
        (path / part).mkdir(mode=0o700, parents=True, exist_ok=True)


class MaildirSource(Transport):
    """A Maildir; a key is `maildir:name` without the flags of the name.

    With "folders", every letter in it counts as new until it is moved to the
    Maildirs `.Done` or `.Failed` inside. With "flags" a letter is new until it
    has the flag S (seen): done is S, failed is S and F, and all stay in `cur`.

    Where `owner` names who takes its letters, nobody else can: OSError is raised.
    """

    def __init__(
        self,
        path: Path,
        settling: Settling = "folders",
        limit: int = MAX_LETTER_BYTES,
        oversize: Oversize = log_too_large,
        backoff: Backoff | None = None,
        owner: str = "",
    ) -> None:
        self.path = path
        self.settling = settling
        self.limit = limit
        self.oversize = oversize
        self.backoff = backoff or Backoff(f"maildir:{path}")
        self._pending_moves: dict[str, str] = {}
        self._unread: set[str] = set()  #: that were logged
        self._watched = (path / "new", path / "cur")
        self._stamps = stamps(self._watched)
        make_maildir(path)
        if settling == "folders":
            make_maildir(path / ".Done")
            make_maildir(path / ".Failed")
        self._lock = hold(path, owner) if owner else -1

    def close(self) -> None:
        """Let others take its letters."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def letters(self) -> Iterator[Incoming]:
        """Return the letters not yet settled, in the order of their writing."""
        for name, folder in list(self._pending_moves.items()):
            self._settle(f"maildir:{name}", folder)
        self._stamps = stamps(self._watched)
        for place, written in self._waiting():
            name = _without_flags(os.path.basename(place))
            key = f"maildir:{name}"
            if name in self._pending_moves:
                continue
            raw, size = read_regular(place, self.limit) or (b"", -1)
            if size < 0 and name not in self._unread and os.path.exists(place):
                self._unread.add(name)
                _log.warning("%s: cannot be read, and waits; whose is it?", key)
            if size > self.limit:
                self.oversize(TooLarge(key, size, head_of(raw)))
                self.failed(key)
            elif size >= 0:
                yield Incoming(key, raw, delivered_to(raw), written)

    def done(self, key: str) -> None:
        """Put a letter away as done."""
        self._settle(key, ".Done")

    def failed(self, key: str) -> None:
        """Put a letter away as failed."""
        self._settle(key, ".Failed")

    def wait(self, seconds: float) -> None:
        """Wait that long, or until something changes in the Maildir."""
        watch(self._watched, self._stamps, seconds, self.backoff)

    def _waiting(self) -> list[tuple[str, float]]:
        """Return the paths of letters that count as new, and when they were written."""
        found = []
        try:
            for part in self._watched:
                with os.scandir(part) as entries:
                    for entry in entries:
                        if self._is_new(entry):
                            about = entry.stat(follow_symlinks=False)
                            order = about.st_mtime_ns, _natural_order(entry.name)
                            found.append((order, entry.path, about.st_mtime))
        except FileNotFoundError as error:
            if not self.path.is_dir():
                raise Unreachable(f"no Maildir: {error}") from None
            # Another program has just taken a letter away: look again later.
        except OSError as error:
            raise Unreachable(f"cannot read the Maildir: {error}") from None
        return [(path, written) for _, path, written in sorted(found)]

    def _is_new(self, entry: os.DirEntry[str]) -> bool:
        if entry.name.startswith((".", ":2,")) or not entry.name.isprintable():
            return False
        if not entry.is_file(follow_symlinks=False):
            return False
        flags = entry.name.partition(":2,")[2]
        return "T" not in flags and (self.settling == "folders" or "S" not in flags)

    def _settle(self, key: str, folder: str) -> None:
        name = key.removeprefix("maildir:")
        if not key.startswith("maildir:") or "/" in name or not name:
            raise ValueError(f"not a letter of a Maildir: {key}")
        self._pending_moves[name] = folder
        flags = "S"
        goal = self.path / folder / "cur"
        if self.settling == "flags":
            flags = "S" if folder == ".Done" else "FS"
            goal = self.path / "cur"
        try:
            moved = goal / f"{name}:2,{flags}"
            try:
                os.rename(self.path / "new" / name, moved)
            except FileNotFoundError:
                if (place := self._find(name)) is not None:
                    os.rename(place, moved)
        except OSError as error:
            _log.warning("%s: stays where it is: %s", key, error.strerror)
        else:
            del self._pending_moves[name]

    def _find(self, name: str) -> Path | None:
        """Return a letter by its name without flags: programs change those."""
        place = self.path / "new" / name
        if place.exists():
            return place
        with os.scandir(self.path / "cur") as entries:
            for entry in entries:
                if _without_flags(entry.name) == name:
                    return Path(entry.path)
        return None


class MaildirSink(Transport):
    """A Maildir that takes letters for all recipients."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ready = False

    def send(self, letter: OutgoingLetter) -> DeliveryResult:
        """Deliver a letter; it lasts when this returns."""
        name = _unique_name()
        try:
            if not self._ready:
                make_maildir(self.path)
                sync_folder(self.path)
                self._ready = True
            part = self.path / "tmp" / name
            write_whole(self.path / "new" / name, letter.raw, private=True, part=part)
        except OSError as error:
            self._ready = False
            return retry(f"cannot write to the Maildir: {error.strerror}")
        return SENT


def _unique_name() -> str:
    """Return a name that no other delivery has, in the manner of Maildir."""
    seconds, nanoseconds = divmod(time.time_ns(), 1_000_000_000)
    host = socket.gethostname().replace("/", r"\057").replace(":", r"\072")
    serial = f"M{nanoseconds // 1000:06}P{os.getpid()}Q{next(_counter)}"
    return f"{seconds}.{serial}.{host}"


def _without_flags(name: str) -> str:
    return name.partition(":2,")[0]


def _natural_order(name: str) -> list[tuple[int, str]]:
    """Return a key that sorts names by the numbers in them.

    >>> sorted(["1.Q10.a", "1.Q9.a"], key=_natural_order)
    ['1.Q9.a', '1.Q10.a']
    >>> _natural_order("1²")
    [(1, ''), (0, '²')]
    """
    pieces = _NUMBERS.split(name)
    return [(int(p), "") if p.isdecimal() else (0, p) for p in pieces if p]


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
