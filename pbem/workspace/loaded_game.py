"""A game opened for the page: its story, and where in the file each turn begins."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from pbem.protocol import Seat, Window
from pbem.record import replay
from pbem.record.header import Unreadable
from pbem.record.replay import Story
from pbem.record.turn_file import Entry, Heading, Item, PlanBlock, Record, read
from pbem.referee import Played
from pbem.workspace.folder import Copy, Folder

MAX_CACHED_GAMES = 12  #: kept in memory


@dataclass(frozen=True, slots=True)
class LocatedItem:
    """An item of a record, its lines in the file, and the turn that it came in."""

    item: Item
    first: int  #: its first line, from 1
    last: int
    before: int  #: the open turn when it came
    after: int
    state: Any  #: of the game when it came
    seat: Seat = ""


@dataclass(slots=True)
class LoadedGame:
    """A game as one version of its file tells it."""

    copy: Copy
    record: Record
    story: Story
    played: list[Played]
    items: list[LocatedItem]

    @property
    def now(self) -> int:
        """The open turn."""
        return self.story.table.serial

    @property
    def window(self) -> Window | None:
        """The open turn's window; None: the game is over."""
        return self.story.window

    @property
    def heading(self) -> int | None:
        """The last turn with a heading in the file; `Record.unheaded` where the file
        has none."""
        items = [one.item for one in reversed(self.items)]
        found = (one.serial for one in items if isinstance(one, Heading))
        return next(found, self.record.unheaded)

    def entries(self) -> list[LocatedItem]:
        """Return what was sent for the open turn, in order, refused orders too."""
        return [
            one
            for one in self.items
            if isinstance(one.item, Entry) and one.before == self.now == one.after
        ]

    def starts(self) -> dict[int, LocatedItem]:
        """Return the turns that can be gone back to, each with the first item to go."""
        found: dict[int, LocatedItem] = {}
        for one in self.items:
            if not isinstance(one.item, Heading) or one.after > one.before:
                found.setdefault(one.before, one)
        return found


def load(copy: Copy) -> LoadedGame:
    """Read a game. Raises Unreadable."""
    record = read(copy.text)
    played: list[Played] = []
    story = replay.begin(record)
    items: list[LocatedItem] = []
    for item in record.items():
        before, state = story.table.serial, story.table.state
        played += story.take(item)
        seat = story.record.seat(item.seat) if isinstance(item, Entry) else ""
        where = (*_lines(item), before, story.table.serial)
        items.append(LocatedItem(item, *where, state, seat))
    return LoadedGame(copy, record, story, played, items)


def _lines(item: Item) -> tuple[int, int]:
    if isinstance(item, Entry | PlanBlock):
        return item.seat.line, max(item.seat.line, *(p.line for p in item.pieces), 0)
    return item.line, item.line


@dataclass(slots=True)
class FolderCache:
    """The games of a folder, those that were read last kept read."""

    folder: Folder
    _cached: OrderedDict[str, LoadedGame | Unreadable] = field(
        default_factory=OrderedDict
    )
    _lock: Lock = field(default_factory=Lock)

    def open(self, name: str) -> LoadedGame:
        """Return a game as its file says now. Raises Missing, Unreadable, OSError."""
        return self.read(self.folder.read(name))

    def forget(self) -> None:
        """Have all games read again."""
        with self._lock:
            self._cached.clear()

    def read(self, copy: Copy) -> LoadedGame:
        """Return a game as a copy of its file says. Raises Unreadable."""
        with self._lock:
            found = self._cached.get(copy.digest)
            if found is not None:
                self._cached.move_to_end(copy.digest)
        if found is None:
            try:
                found = load(copy)
            except Unreadable as fault:
                found = fault
            with self._lock:
                self._cached[copy.digest] = found
                while len(self._cached) > MAX_CACHED_GAMES:
                    self._cached.popitem(last=False)
        if isinstance(found, Unreadable):
            raise found
        return replace(found, copy=copy)
