"""What is known of a watched thread between two looks: a file next to its settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from pbem.system.files import write_whole


class PageState(msgspec.Struct):
    """A page of a thread as it was read last."""

    address: str
    digest: str  #: of its bytes
    etag: str = ""
    modified: str = ""
    last: int = 0  #: number of its last post


class Notice(msgspec.Struct):
    """Something to tell the moderator: a macro of templates/forum/watch.j2."""

    code: str
    given: dict[str, Any] = {}


class HeldOrder(msgspec.Struct):
    """An order that closes a turn, and waits for its player to say that it is wrong."""

    serial: int  #: the turn that it closes
    number: int  #: of its post
    digest: str  #: of that
    seat: str
    order: str
    until: float


class PendingNotice(msgspec.Struct):
    """A notice that waits for a yes."""

    digest: str
    text: str
    title: str = ""
    words: str = ""  #: as players see it


class Tracking(msgspec.Struct):
    """The stored state of a watched thread; times are seconds since 1970."""

    pages: list[PageState] = []
    looked: float = 0.0
    whole: float = 0.0  #: when all pages were checked
    next: float = 0.0
    failures: int = 0
    trouble: Notice | None = None
    notes: list[Notice] = []
    robots: str | None = None
    robots_at: float = 0.0
    member: bool = False  #: it is read as a member: guests were sent away
    posts: int = 0
    fresh: int = 0  #: posts that the last look brought which brought any
    taken: list[str] = []  #: orders of that look, a line each
    questions: int = 0
    due: str = ""  #: what would be posted, by its digest; empty: nothing
    due_name: str = ""
    doubt: str = ""  #: why only the moderator can decide about that
    strangers: list[str] = []  #: seats whose message nobody is known for
    held: HeldOrder | None = None
    waiting: list[PendingNotice] = []  #: notices that wait for a yes
    open: list[str] = []  #: what is open, a line each
    over: bool = False  #: the game is over, and that is reported: no more looks


def load(path: Path) -> Tracking:
    """Return what a file holds; where that cannot be used, nothing is known."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Tracking)
    except (OSError, msgspec.DecodeError):
        return Tracking()


def save(path: Path, state: Tracking) -> None:
    """Write it down, for its owner alone. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, msgspec.json.encode(state), private=True)
