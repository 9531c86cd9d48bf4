"""What goes out after a turn: posts and messages, each written down before it is sent.

A parcel is `ready`, then `begun` (it may be in the forum, nobody knows yet), then
`done`; one that the forum refuses is `refused`, and ready again. The file is replaced
whole and lasts before the next step is taken, so whoever is killed between two steps
finds the earlier one.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

import msgspec

from pbem.system.files import write_whole
from pbem.watch.trouble import Trouble

Status: TypeAlias = Literal["ready", "begun", "done", "refused", "by-hand"]


class Parcel(msgspec.Struct):
    """One post, or one message to a member."""

    title: str  #: its header line: what it is known again by
    text: str
    seat: str = ""  #: whose message it is; empty: a post in the thread
    to: str = ""  #: the member of the forum
    status: Status = "ready"
    before: int = 0  #: how many such posts stood in the thread when it was begun
    at: float = 0.0  #: when its status changed
    link: str = ""
    why: str = ""  #: what the forum said when it refused it
    words: str = ""  #: a notice as players see it, without markup

    @property
    def part(self) -> str:
        """Which part of several it is, as its title says; "" for a whole one."""
        found = re.search(r", part \d+ of \d+", self.title)
        return found[0] if found else ""


class Parcels(msgspec.Struct):
    """What goes out, and what has gone."""

    parcels: list[Parcel] = []

    @property
    def open(self) -> list[Parcel]:
        """The messages that are not in the forum yet, or whose status is unknown."""
        return [one for one in self.parcels if one.status not in ("done", "by-hand")]

    @property
    def unknown(self) -> list[Parcel]:
        """The parcels that may be in the forum."""
        return [one for one in self.parcels if one.status == "begun"]


class OutgoingReport(Parcels, kw_only=True):
    """The parcels of one report, which the moderator has allowed."""

    serial: int
    since: int  #: the report before it
    digest: str  #: of its text, whatever its recipient
    by: Literal["moderator", "itself"] = "moderator"
    over: bool = False  #: it tells the end of the game
    at: float = 0.0

    @property
    def last(self) -> float:
        """When the last of them went out."""
        return max((one.at for one in self.parcels), default=self.at)


_Kind = TypeVar("_Kind", bound=Parcels)


def digest_of(parcels: list[Parcel], *, members: bool) -> str:
    """Return twelve hex digits that name what would go out, perhaps with whom to."""
    parts = (
        f"{one.to * members}\0{one.seat}\0{one.title}\0{one.text}" for one in parcels
    )
    return sha256("\0\0".join(parts).encode()).hexdigest()[:12]


def load(path: Path, kind: type[_Kind]) -> _Kind | None:
    """Return what goes out; None: nothing. Raises Trouble where it cannot be read.

    Anyone who took a broken file for none might post what was posted before.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise Trouble("journal", file=str(path), why=str(error)) from None


def save(path: Path, outgoing: Parcels) -> None:
    """Write it down so that it lasts, for its owner alone. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, msgspec.json.format(msgspec.json.encode(outgoing)), private=True)
