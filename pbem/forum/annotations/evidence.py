"""A record with the evidence of its orders: which post each of them comes from.

Evidence is a comment above an order, so the record stays what it was:

    # post 12 by Bobby77, 2026-11-20 20:11 UTC, /t/duel/57/12 [12@3f9a2c01de]
    Bob: D4 1NE
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from pbem.forum.annotations.remembered import plain
from pbem.forum.thread import Post
from pbem.protocol import Closes, Seat
from pbem.record import replay
from pbem.record.replay import Story
from pbem.record.trial import Continuation, pieces, try_items
from pbem.record.turn_file import Entry, Heading, Item, Piece, Record, Unreadable, read

_EVIDENCE = re.compile(r"# post ([0-9]+) by (.*) \[(\S+)@([0-9a-f]{10})\]\s*")
_ENDS = re.compile(r"\r\n|\r|\n")

#: The orders of one post: each of them its lines.
Sheet: TypeAlias = tuple[tuple[str, ...], ...]


class Placed(NamedTuple):
    """The orders of a post as they stand in the record."""

    key: str
    digest: str
    number: int
    seat: Seat  #: empty: they were taken out again
    serial: int
    sheet: Sheet
    start: int  #: index of the line of evidence
    end: int  #: index behind the last line of the orders


@dataclass(slots=True)
class Ledger:
    """A record, its story so far, and where its orders come from."""

    lines: list[str]
    record: Record
    story: Story
    placed: dict[str, Placed] = field(default_factory=dict)
    closes: dict[int, Closes] = field(default_factory=dict)  #: of past windows
    heading: int = -1  #: the last one

    @classmethod
    def of(cls, text: str) -> Ledger:
        """The ledger of a record. Raises Unreadable."""
        lines = _ENDS.split(text)
        while lines and not lines[-1].strip():
            lines.pop()
        record = read(text)
        story = replay.begin(record)
        ledger = cls(lines, record, story)
        entries: list[tuple[int, int, Entry]] = []
        for item in record.items():
            serial = story.table.serial
            resolved = story.take(item)
            ledger.closes |= {one.serial: one.window.closes for one in resolved}
            if isinstance(item, Entry):
                entries.append((item.seat.line, serial, item))
            elif isinstance(item, Heading):
                ledger.heading = item.serial
        ledger._note(entries)
        return ledger

    def _note(self, entries: Sequence[tuple[int, int, Entry]]) -> None:
        """Finds the entries that stand below each line of evidence."""
        by_line = {line - 1: (serial, entry) for line, serial, entry in entries}
        for start, line in enumerate(self.lines):
            match = _EVIDENCE.fullmatch(line)
            if match is None:
                continue
            at, serial, seat = start + 1, -1, ""
            sheet: list[tuple[str, ...]] = []
            while at in by_line:
                serial, entry = by_line[at]
                seat = self.record.seat(entry.seat)
                sheet.append(tuple(piece.text for piece in entry.pieces))
                at += 1
                while at < len(self.lines) and self.lines[at][:1] in (" ", "\t"):
                    at += 1
            key = match[3]
            if seat or key not in self.placed:
                self.placed[key] = Placed(
                    key, match[4], int(match[1]), seat, serial, tuple(sheet), start, at
                )

    @property
    def serial(self) -> int:
        """The serial of the open window."""
        return self.story.table.serial

    def text(self) -> str:
        """The record."""
        return "\n".join(self.lines) + "\n"

    def try_(self, seat: Seat, sheet: Sheet, reach: int | None = None) -> Continuation:
        """What would come of a seat's orders. Raises Unreadable.

        With `reach` the windows before that serial are closed first.
        """
        items: list[Item] = [] if reach is None else [Heading(reach, 0)]
        items += (Entry(Piece(seat, 0, 1), pieces(lines)) for lines in sheet)
        tried = try_items(self.story, items)
        mine = tuple(one for one in tried.faults if one.seat == seat)
        return tried._replace(faults=mine)

    def append(
        self,
        seat: Seat,
        sheet: Sheet,
        post: Post,
        trial: Continuation,
        reach: int | None,
    ) -> None:
        """Adds orders that were tried, with their evidence."""
        serial = self.serial if reach is None else reach
        if self.heading < serial:
            self.lines += ["", f"== {serial} =="]
            self.heading = serial
        start = len(self.lines)
        self.lines += [evidence(post), *_written(seat, sheet)]
        self.closes |= {one.serial: one.window.closes for one in trial.resolved}
        self.story = trial.story
        self.placed[post.key] = Placed(
            post.key,
            post.digest(),
            post.number,
            seat,
            serial,
            sheet,
            start,
            len(self.lines),
        )

    def replaced(self, old: Placed, sheet: Sheet, post: Post) -> Ledger | None:
        """The ledger with other orders in the place of some, or with none.

        None where the game does not hold together with them. The old orders
        stay readable as comments.
        """
        was = [f"# was: {line}" for line in self.lines[old.start + 1 : old.end]]
        new = [evidence(post), *_written(old.seat, sheet)] if sheet else []
        if not sheet:
            was = [*was, "# taken out"]
        lines = [*self.lines[: old.start + 1], *was, *new, *self.lines[old.end :]]
        try:
            found = Ledger.of("\n".join(lines) + "\n")
        except Unreadable:
            return None
        worse = _refused(found.story) > _refused(self.story)
        return None if worse else found


def _refused(story: Story) -> int:
    return sum(one.fault.refuses for one in story.faults)


def _written(seat: Seat, sheet: Sheet) -> list[str]:
    """The lines of orders in a record."""
    lines = []
    for order in sheet:
        first, *more = order
        lines.append(f"{seat}: {plain(first)}")
        lines += [f"  {plain(line)}" for line in more]
    return lines


def evidence(post: Post) -> str:
    """The comment that says where an order comes from."""
    parts = [f"# post {post.number} by {plain(post.author) or '?'}"]
    if post.time is not None:
        parts.append(f"{post.time:%Y-%m-%d %H:%M} UTC")
    if post.link:
        parts.append(post.link)
    return ", ".join(parts) + f" [{post.key}@{post.digest()}]"


def same(one: Sheet, two: Sheet) -> bool:
    """Whether two sheets are the same words."""
    return [" ".join(" ".join(x).split()).casefold() for x in one] == [
        " ".join(" ".join(x).split()).casefold() for x in two
    ]
