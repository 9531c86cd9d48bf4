"""A game opened for the page: its story, and where in the file each turn begins."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from pbem.protocol import Seat
from pbem.record import replay
from pbem.record.header import Unreadable
from pbem.record.replay import Story
from pbem.record.turn_file import Entry, Heading, Item, Record, read
from pbem.referee import Played
from pbem.web.folder import Copy, Folder

MOST = 12  #: games that are kept read


@dataclass(frozen=True, slots=True)
class Mark:
    """An item of a record, its lines in the file, and the turn that it came in."""

    item: Item
    first: int  #: its first line, from 1
    last: int
    before: int  #: the open turn when it came
    after: int
    state: Any  #: of the game when it came
    seat: Seat = ""


@dataclass(slots=True)
class Opened:
    """A game as one version of its file tells it."""

    copy: Copy
    record: Record
    story: Story
    played: list[Played]
    marks: list[Mark]

    def trial(self) -> Story:
        """The story, free to be gone on with."""
        return self.story.copy()

    @property
    def now(self) -> int:
        """The open turn."""
        return self.story.table.serial

    @property
    def heading(self) -> int | None:
        """The last turn that the file has a heading for."""
        found = [
            mark.item.serial for mark in self.marks if isinstance(mark.item, Heading)
        ]
        return found[-1] if found else None

    def entries(self) -> list[Mark]:
        """What was sent for the open turn, in order, refused orders too."""
        return [
            mark
            for mark in self.marks
            if isinstance(mark.item, Entry) and mark.before == self.now == mark.after
        ]

    def starts(self) -> dict[int, Mark]:
        """The turns that can be gone back to, each with the first item to go."""
        found: dict[int, Mark] = {}
        for mark in self.marks:
            if not isinstance(mark.item, Heading) or mark.after > mark.before:
                found.setdefault(mark.before, mark)
        return found


def opened(copy: Copy) -> Opened:
    """Reads a game. Raises Unreadable."""
    record = read(copy.text)
    played: list[Played] = []
    story = replay.begin(record)
    marks: list[Mark] = []
    for item in record.items():
        before, state = story.table.serial, story.table.state
        played += story.take(item)
        seat = record.seat(item.seat) if isinstance(item, Entry) else ""
        first, last = _lines(item)
        marks.append(Mark(item, first, last, before, story.table.serial, state, seat))
    return Opened(copy, record, story, played, marks)


def _lines(item: Item) -> tuple[int, int]:
    if isinstance(item, Entry):
        return item.seat.line, max(item.seat.line, *(p.line for p in item.pieces), 0)
    return item.line, item.line


@dataclass(slots=True)
class Shelf:
    """The games of a folder, those that were read last kept read."""

    folder: Folder
    _kept: OrderedDict[str, Opened | Unreadable] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def open(self, name: str) -> Opened:
        """A game as its file says now. Raises Missing, Unreadable, OSError."""
        return self.read(self.folder.read(name))

    def read(self, copy: Copy) -> Opened:
        """A game as a copy of its file says. Raises Unreadable."""
        with self._lock:
            found = self._kept.get(copy.digest)
        if found is None:
            try:
                found = opened(copy)
            except Unreadable as fault:
                found = fault
            with self._lock:
                self._kept[copy.digest] = found
                while len(self._kept) > MOST:
                    self._kept.popitem(last=False)
        if isinstance(found, Unreadable):
            raise found
        return replace(found, copy=copy)
