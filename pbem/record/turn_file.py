"""The turn file: text to header, position and entries.

The record is the truth; a state is what its entries lead to (`replay.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, NamedTuple, TypeAlias

from pbem.kit.seats import seat_named
from pbem.plugins.games import nearest
from pbem.protocol import Fault, Seat
from pbem.record.header import Header, Piece, Unreadable, read_header

__all__ = [
    "After",
    "Deadline",
    "Entry",
    "Header",
    "Heading",
    "Item",
    "Piece",
    "PlanBlock",
    "Record",
    "Unreadable",
    "decode",
    "is_turn_file",
    "read",
    "read_raw",
]

MAX_FILE_MB = 32  #: megabytes of a turn file
LONGEST_LINE = 1_000_000  #: characters; a long order is refused, not the file
MAX_SKIPPED = 100  #: windows that one heading may close
#: What a block of if-then lines begins with, before its colon.
_PLAN = re.compile(r"plan[ \t]+of[ \t]+([^\s].*)", re.IGNORECASE)
BLOCK = 500  #: lines of the body that are parsed at once
_END = r"(?:\r\n|\r|\n)"
#: Empty lines and comments; then lines that are not empty, the last of them "Game:".
_GAME = re.compile(
    rf"(?:(?:#[^\r\n]*|[^\S\r\n]*){_END})*+"
    rf"(?:[^\S\r\n]*[^\s][^\r\n]*{_END})*?[^\S\r\n]*game[^\S\r\n]*:",
    re.IGNORECASE,
)
#: A line of the header: a key, and its value if it has one.
_FIELD = re.compile(r"\s*+([^\s:][^:]*+):(?:\s*+([^\s:].*+))?+\s*+", re.DOTALL)
#: An item of the body: a seat, its order and the lines under it; a heading's number;
#: a deadline; the seconds that went by.
_ITEM = re.compile(
    r"[^\S\n]*+(?:([^\s:=#-][^:\n]*+):"
    r"[^\S\n]*+([^\s][^\n]*+)?+((?:\n(?:[^\S\n]*+\n)*+[^\S\n]++[^\s][^\n]*+)*+)"
    r"|==[^\S\n]*+([0-9]{1,9}+)[^\S\n]*+(?>(?::[^\n]*)?==)"
    r"|--[^\S\n]*+(?i:deadline)[^\S\n]*+--"
    r"|--[^\S\n]*+(?i:after)[^\S\n]++([0-9]{1,9}+)(?i:s)?[^\S\n]*+--"
    r")\s*+"
)


class Entry(NamedTuple):
    """A seat's order, or a sheet of them, as it was written."""

    seat: Piece
    pieces: tuple[Piece, ...]
    more: bool = False  #: another entry, or a deadline, follows before a heading


class Heading(NamedTuple):
    """`== N ==`: what follows is for serial N."""

    serial: int
    line: int


class Deadline(NamedTuple):
    """`-- deadline --`: the open window closes as at its deadline."""

    line: int


class After(NamedTuple):
    """`-- after 90s --`: time went by, for games that keep a clock."""

    seconds: int
    line: int


class PlanBlock(NamedTuple):
    """`Plan of NAME:` with if-then lines below it: no order, and nobody else's."""

    seat: Piece
    pieces: tuple[Piece, ...]  #: none: the plan is taken back

    @property
    def line(self) -> int:
        """The line of the file that it begins in."""
        return self.seat.line


Item: TypeAlias = Entry | Heading | Deadline | After | PlanBlock


class Record(NamedTuple):
    """A whole game as text: the header read, the rest ready to be read."""

    header: Header
    lines: tuple[str, ...]  #: of the whole file, comments emptied
    position: tuple[Piece, ...] | None  #: lines of `== Position ==`
    start: int  #: index of the first line of the body
    called: Mapping[str, Seat] = {}  #: other names of seats: roles, powers

    @property
    def unheaded(self) -> int | None:
        """The turn to append to in a file without headings: -1 (the end) where the file
        begins with a position, for which turns are numbered by headings only; else
        None."""
        return None if self.position is None else -1

    def seat_of(self, name: str) -> Seat:
        """The seat that a name means, its player's or its role's, in any case; "" for
        none."""
        seats = self.header.seats
        return name if name in seats else seat_named(name, seats, self.called)

    def seat(self, piece: Piece) -> Seat:
        """The seat that a piece names, by its player or its role, in any case.

        Raises Unreadable.
        """
        seats = self.header.seats
        if seat := self.seat_of(piece.text):
            return seat
        near = nearest(piece.text, seats)
        given = {"found": piece.text, "near": near, "known": seats}
        fault = Fault("record.unknown-seat", given=given)
        source = self.lines[piece.line - 1] if piece.line else piece.text
        raise Unreadable(fault, piece.line, piece.column, source)

    def items(self, *, due: bool = False) -> Iterator[Item]:
        """The body, item by item, parsed block by block, and at its end a deadline
        where that is `due`. Raises Unreadable."""
        entry: Entry | None = None
        behind: list[Item] = []  # what follows this entry, and does not end its turn
        for item in self._items(due=due):
            if entry is not None:
                if not isinstance(item, Entry | Heading | Deadline):
                    behind.append(item)
                    continue
                more = not isinstance(item, Heading)
                yield Entry(entry.seat, entry.pieces, more)
                yield from behind
                behind.clear()
            entry = item if isinstance(item, Entry) else None
            if entry is None:
                yield item
        if entry is not None:
            yield entry
        yield from behind

    def _items(self, *, due: bool) -> Iterator[Item]:
        for first, block in _blocks(self.lines, self.start):
            # What is wrong with a block is told before anything in it is used.
            for item in [*_items(block, first)]:
                if isinstance(item, Entry) and item.seat.text[0] in "Pp":
                    yield plan_of(item, self.header.seats) or item
                else:
                    yield item
        if due:
            yield Deadline(0)


def plan_of(entry: Entry, seats: Sequence[Seat]) -> PlanBlock | None:
    """Return an entry as a plan; None if it is an order, or if a seat has the word as
    its name.

    >>> block = plan_of(Entry(Piece("plan of Ann", 1, 1), ()), ["Ann", "Bob"])
    >>> block.seat, plan_of(Entry(Piece("Ann", 1, 1), ()), ["Ann"])
    (Piece(text='Ann', line=1, column=9), None)
    """
    name = entry.seat
    found = _PLAN.match(name.text) if name.text[:1] in "Pp" else None
    if found is None or seat_named(name.text, seats):
        return None
    return PlanBlock(
        Piece(found[1], name.line, name.column + found.start(1)), entry.pieces
    )


def read_raw(file: BinaryIO) -> bytes:
    """Return what a file holds. Raises Unreadable for more than a turn file may."""
    raw = file.read((MAX_FILE_MB << 20) + 1)
    if len(raw) > MAX_FILE_MB << 20:
        raise Unreadable(Fault("record.too-big", given={"most": MAX_FILE_MB}))
    return raw


def decode(raw: bytes) -> str:
    """Return the text of a file. Raises Unreadable with the reason where it is not
    text."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable(Fault("record.utf-16"))
    if b"\0" in raw:
        raise Unreadable(Fault("record.binary"))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Unreadable(Fault("record.not-utf-8"), line) from None


def is_turn_file(raw: bytes) -> bool:
    """Return whether a file is a turn file, valid or not: the header of a game is among
    its first lines, before an empty one."""
    utf16 = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = raw.decode("utf-16" if utf16 else "utf-8-sig", "replace")
    return bool(_GAME.match(text))


def read(text: str) -> Record:
    """The record that a text holds. Raises Unreadable."""
    written = re.split(r"\r\n|\r|\n", text)
    lines = tuple("" if line.startswith("#") else line for line in written)
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            given = {"length": len(line), "most": LONGEST_LINE}
            raise Unreadable(Fault("record.long-line", given=given), number)
    start = _skip_blank(lines, 0)
    if start == len(lines):
        raise Unreadable(Fault("record.empty"))
    # A comment is no blank line: the header goes on after it.
    end = next((i for i in range(start, len(lines)) if not written[i].strip()), None)
    stop = len(lines) if end is None else end
    first = lines[start:stop]
    header = read_header([*_fields(first, start)], first, start)
    position, body = _position(lines, _skip_blank(lines, stop))
    return Record(header, lines, position, body)


def _skip_blank(lines: tuple[str, ...], start: int) -> int:
    while start < len(lines) and not lines[start].strip():
        start += 1
    return start


def _position(
    lines: tuple[str, ...], start: int
) -> tuple[tuple[Piece, ...] | None, int]:
    """The lines of the position, if the body begins with one, and its end."""
    if start == len(lines) or not re.fullmatch(
        r"==\s*position\s*==\s*", lines[start], re.IGNORECASE
    ):
        return None, start
    end = start + 1
    while end < len(lines) and not lines[end].startswith(("==", "--")):
        end += 1
    pieces = tuple(
        Piece(lines[i].strip(), i + 1, len(lines[i]) - len(lines[i].lstrip()) + 1)
        for i in range(start + 1, end)
        if lines[i].strip()
    )
    return pieces, end


def _blocks(
    lines: tuple[str, ...], start: int
) -> Iterator[tuple[int, tuple[str, ...]]]:
    while start < len(lines):
        end = min(start + BLOCK, len(lines))
        while end < len(lines) and not lines[end][:1].strip():
            end += 1
        yield start, lines[start:end]
        start = end


def _items(lines: tuple[str, ...], first: int) -> Iterator[Item]:
    """The items of a part of the body whose first line has index `first`.

    Raises Unreadable.
    """
    at, end = 0, len(lines)
    while at < end:
        line, after = lines[at], at + 1
        while after < end and not lines[after]:
            after += 1
        name, colon, text = line.partition(":")
        under = after < end and lines[after][0].isspace()
        if colon and not under and line[0] not in ":=#-" and not line[0].isspace():
            # What nearly every item is: a name and an order in one line.
            number, written = first + at + 1, text.strip()
            seat = Piece(name.rstrip(), number, 1)
            if written:
                column = len(line) - len(text.lstrip()) + 1
                yield Entry(seat, (Piece(written, number, column),))
            else:
                yield Entry(seat, ())
        elif start := line.lstrip():
            if start[0] not in "=-":
                while after < end and not lines[after][:1].strip():
                    after += 1
            yield _item(lines[at:after], first + at + 1)
        at = after


def _item(lines: tuple[str, ...], number: int) -> Item:
    """The item that these lines are, of which the first has a number in the file.

    Raises Unreadable.
    """
    found = _ITEM.fullmatch("\n".join(lines))
    if found is None:
        raise _unread("body", lines[0], number)
    seat, text, more, heading, seconds = found.groups()
    if heading is not None:
        return Heading(int(heading), number)
    if seat is None:
        return After(int(seconds), number) if seconds else Deadline(number)
    pieces = []
    if text is not None:
        pieces.append(Piece(text.rstrip(), number, found.start(2) + 1))
    for line, under in enumerate(more.split("\n") if more else (), number):
        if written := under.strip():
            pieces.append(Piece(written, line, under.index(written) + 1))
    name = Piece(seat.rstrip(), number, found.start(1) + 1)
    return Entry(name, tuple(pieces))


def _fields(lines: tuple[str, ...], first: int) -> Iterator[tuple[Piece, Piece]]:
    """The keys and values of the header, whose lines are not empty but for comments.

    Raises Unreadable.
    """
    for number, line in enumerate(lines, first + 1):
        if not line:
            continue
        found = _FIELD.fullmatch(line)
        if found is None:
            raise _unread("header", line, number)
        key, value = found.groups()
        name = Piece(key.rstrip(), number, found.start(1) + 1)
        if value is None:
            yield name, Piece("", number, name.column + len(name.text) + 1)
        else:
            yield name, Piece(value.rstrip(), number, found.start(2) + 1)


def _unread(part: str, source: str, line: int) -> Unreadable:
    """What is wrong with a line that nothing begins with."""
    code = f"record.{part}-line"
    if part == "body" and source[:1] in (" ", "\t"):
        code = "record.indented"
    elif part == "body" and source.startswith(("==", "--")):
        code = "record.heading"
    column = len(source) - len(source.lstrip()) + 1
    fault = Fault(code, given={"found": source.strip()[:60]})
    return Unreadable(fault, line, column, source)
