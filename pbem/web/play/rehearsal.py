"""A rehearsal: the one game of the page, and what was last done to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import TypeVar

from pbem.protocol import Seat
from pbem.record import replay
from pbem.record.header import Unreadable
from pbem.record.turn_file import Entry, read
from pbem.report.model import FaultMessage
from pbem.web.play.breakage import Breakage, attempt, breakage, defected
from pbem.web.play.game_files import GameFiles
from pbem.workspace.folder import Copy
from pbem.workspace.loaded_game import FolderCache, LoadedGame
from pbem.workspace.order_preview import OrderPreview

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done:
    """The result of the last action, shown until something changes."""

    mark: str = ""  #: the page that it led to (Rehearsal.mark)
    seat: Seat = ""
    receipt: OrderPreview | Breakage | None = None  #: an order of the seat
    asks: str = ""  #: what is asked before it is taken
    typed: str = ""  #: its text, which was not taken
    says: str = ""  #: why a turn was not closed
    count: int = 0  #: moves that were chosen at random
    why: str = ""  #: why no more were; moves.Run
    text: str = ""  #: the move that did not go
    faults: tuple[FaultMessage, ...] = ()
    broke: Breakage | None = None


@dataclass(slots=True)
class WatchedGame:
    """A game of the folder that is tried, and its files, which are watched."""

    name: str
    files: GameFiles
    lock: Lock = field(default_factory=Lock)  #: one at a time: modules are exchanged
    done: Done = field(default_factory=Done)

    @property
    def places(self) -> tuple[Path, ...]:
        """Where the game's own files lie."""
        return self.files.places

    def mark(self, copy: Copy) -> str:
        """Return what names a page: what is played, and by which files."""
        return f"{copy.digest}.{self.files.loads}"

    def load(self, games: FolderCache, copy: Copy) -> LoadedGame | Breakage:
        """Return a game, or how its own files fail to replay it. Raises Unreadable."""
        try:
            return games.read(copy)
        except Unreadable as fault:
            if fault.fault.code != "game.broken":
                raise
            return defected(fault.fault, self.places)
        except Exception as fault:
            found = breakage(fault, self.places)
            return found if found.whole else replace(found, entry=_entry_of(copy))

    def attempt(self, make: Callable[[], T], doing: str, seat: Seat) -> T | Breakage:
        """Return what a seat sees, or how the game failed to make it."""
        return attempt(make, self.places, doing, seat)


def _entry_of(copy: Copy) -> str:
    """Return the line of a record at which its game fails; empty: at the beginning."""
    try:
        record = read(copy.text)
        story = replay.begin(record)
    except Exception:
        return ""
    lines = copy.text.splitlines()
    try:
        for item in record.items():
            number = item.seat.line if isinstance(item, Entry) else item.line
            story.take(item)
    except Exception:
        return f"{number}: {lines[number - 1].strip()}"
    return ""
