"""The turn file: text to header, position and entries.

The record is the truth; a state is what its entries lead to (`replay.py`).
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from threading import local
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from lark import Lark, Transformer
from lark.exceptions import UnexpectedInput

from pbem.games import nearest
from pbem.kit.seats import seat_named
from pbem.lalr import Reader
from pbem.protocol import Fault, Seat, Token
from pbem.record.header import Header, Piece, Unreadable, read_header
from pbem.resources import compiled, folder

__all__ = [
    "After",
    "Deadline",
    "Entry",
    "Header",
    "Heading",
    "Item",
    "Piece",
    "Record",
    "Unreadable",
    "decode",
    "is_turn_file",
    "read",
    "read_raw",
]

MAX_FILE_MB = 32  #: megabytes of a turn file
LONGEST_LINE = 1_000_000  #: characters; a long order is refused, not the file
BLOCK = 500  #: lines of the body that are parsed at once
_END = r"(?:\r\n|\r|\n)"
#: Empty lines and comments; then lines that are not empty, the last of them "Game:".
_GAME = re.compile(
    rf"(?:(?:#[^\r\n]*|[^\S\r\n]*){_END})*+"
    rf"(?:[^\S\r\n]*[^\s][^\r\n]*{_END})*?[^\S\r\n]*game[^\S\r\n]*:",
    re.IGNORECASE,
)


class Entry(NamedTuple):
    """A seat's order, or a sheet of them, as it was written."""

    seat: Piece
    pieces: tuple[Piece, ...]


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


Item: TypeAlias = Entry | Heading | Deadline | After


class Record(NamedTuple):
    """A whole game as text: the header read, the rest ready to be read."""

    header: Header
    lines: tuple[str, ...]  #: of the whole file, comments emptied
    position: tuple[Piece, ...] | None  #: lines of `== Position ==`
    start: int  #: index of the first line of the body
    roles: tuple[str, ...] = ()  #: of the seats, in games that have some

    def seat(self, piece: Piece) -> Seat:
        """The seat that a piece names, by its player or its role, in any case.

        Raises Unreadable.
        """
        seats = self.header.seats
        if seat := seat_named(piece.text, seats, self.roles):
            return seat
        near = nearest(piece.text, seats)
        given = {"found": piece.text, "near": near, "known": seats}
        fault = Fault("record.unknown-seat", given=given)
        source = self.lines[piece.line - 1] if piece.line else piece.text
        raise Unreadable(fault, piece.line, piece.column, source)

    def items(self) -> Iterator[Item]:
        """The body, item by item, parsed block by block. Raises Unreadable."""
        for first, block in _blocks(self.lines, self.start):
            yield from _parse(block, "body", first)


def read_raw(file: BinaryIO) -> bytes:
    """Return what a file holds. Raises Unreadable for more than a turn file may."""
    raw = file.read((MAX_FILE_MB << 20) + 1)
    if len(raw) > MAX_FILE_MB << 20:
        raise Unreadable(Fault("record.too-big", given={"most": MAX_FILE_MB}))
    return raw


def decode(raw: bytes) -> str:
    """The text of a file, or a clear word on why it is none."""
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
    """Return whether a file is meant as a record, one with faults in it or not: among
    its first lines, before an empty one, is the game."""
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
    header = read_header(_parse(first, "header", start), first, start)
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


def _parse(lines: tuple[str, ...], start: str, first: int) -> Any:
    """The items of a part of the file whose first line has index `first`."""
    _part.first = first
    _part.starts = [0, *accumulate(len(line) + 1 for line in lines)]
    try:
        return _reader(start).read("\n".join(lines) + "\n")
    except UnexpectedInput as error:
        if not (at := getattr(error, "line", 0)) or at < 1:
            at = len(lines)
        at = min(at, len(lines))
        source = lines[at - 1]
        code = f"record.{start}-line"
        if start == "body" and source[:1] in (" ", "\t"):
            code = "record.indented"
        elif start == "body" and source.startswith(("==", "--")):
            code = "record.heading"
        column = len(source) - len(source.lstrip()) + 1
        fault = Fault(code, given={"found": source.strip()[:60]})
        raise Unreadable(fault, first + at, column, source) from None


_part = local()
"""The part that is being parsed: `first`, the index of its first line, and `starts`,
the offsets at which its lines begin."""


@cache
def _reader(start: str) -> Reader:
    return Reader(_lark(), start)


@cache
def _lark() -> Lark:
    return Lark.open(
        str(folder("grammars") / "turn.lark"),
        parser="lalr",
        start=["header", "body"],
        transformer=_Place(),
        cache=compiled("turn"),
    )


class _Place(Transformer[Token, Any]):
    """Builds items, with the places that they have in the whole file."""

    def header(self, fields: list[Any]) -> list[Any]:
        return fields

    def field(self, parts: list[Token]) -> tuple[Piece, Piece]:
        key, value = self._piece(parts[0]), self._piece(parts[-1])
        if len(parts) == 1:
            value = Piece("", key.line, key.column + len(key.text) + 1)
        return key, value

    def body(self, items: list[Item]) -> list[Item]:
        return items

    def entry(self, parts: list[Token]) -> Entry:
        seat = self._piece(parts[0])
        name = Piece(seat.text[:-1].rstrip(), seat.line, seat.column)
        pieces = tuple(self._piece(part) for part in parts[1:])
        return Entry(name, pieces)

    def heading(self, parts: list[Token]) -> Heading:
        number = re.search(r"\d+", parts[0])
        assert number is not None
        return Heading(int(number[0]), self._place(parts[0].start_pos)[0])

    def deadline(self, parts: list[Token]) -> Deadline:
        return Deadline(self._place(parts[0].start_pos)[0])

    def after(self, parts: list[Token]) -> After:
        number = re.search(r"\d+", parts[0])
        assert number is not None
        return After(int(number[0]), self._place(parts[0].start_pos)[0])

    def _place(self, at: int) -> tuple[int, int]:
        """Return the line of an offset in the file, and the column; both from 1."""
        line = bisect(_part.starts, at)
        return _part.first + line, at - _part.starts[line - 1] + 1

    def _piece(self, token: Token) -> Piece:
        if not token.startswith("\n"):
            return Piece(token.rstrip(), *self._place(token.start_pos))
        last = token.rpartition("\n")[2].lstrip()
        return Piece(last.rstrip(), *self._place(token.end_pos - len(last)))
