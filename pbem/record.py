"""The turn file: text to header and entries, and the printing of a new one.

The record is the truth; a state is what its entries lead to (`replay.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from threading import local
from typing import Any, NamedTuple, TypeAlias

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput

from pbem.games import nearest
from pbem.protocol import Fault, Seat
from pbem.resources import compiled, folder

KEYS = ("Game", "Name", "Seats", "Options", "Seed", "Words", "Rules")
LONGEST_LINE = 10_000  #: characters
BLOCK = 500  #: lines of the body that are parsed at once
MANY_SEATS = 100


class Unreadable(Exception):
    """A record that cannot be adjudicated: where, and what is wrong."""

    def __init__(
        self, fault: Fault, line: int = 0, column: int = 0, source: str = ""
    ) -> None:
        super().__init__(fault.code)
        self.fault = fault
        self.line = line  #: from 1; 0: the file as a whole
        self.column = column  #: from 1; 0: the whole line
        self.source = source  #: the line itself
        self.game = ""  #: the game whose words it needs, for positions


class Piece(NamedTuple):
    """A stretch of text with its place in the file, both counted from 1."""

    text: str
    line: int
    column: int


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


@dataclass(frozen=True, slots=True)
class Header:
    """What the first lines of a record say."""

    game: str
    seats: tuple[Seat, ...]
    name: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    seed: bytes | None = None
    words: Mapping[Seat, str] = field(default_factory=dict)
    rules: int | None = None
    lines: Mapping[str, int] = field(default_factory=dict)  #: key to line


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game as text: the header read, the rest ready to be read."""

    header: Header
    lines: tuple[str, ...]  #: of the whole file, comments emptied
    position: tuple[Piece, ...] | None  #: lines of `== Position ==`
    start: int  #: index of the first line of the body

    def seat(self, piece: Piece) -> Seat:
        """The seat that a piece names, in any case. Raises Unreadable."""
        wanted = piece.text.casefold()
        for seat in self.header.seats:
            if seat.casefold() == wanted:
                return seat
        given = {
            "found": piece.text,
            "near": nearest(piece.text, self.header.seats),
            "known": self.header.seats,
        }
        fault = Fault("record.unknown-seat", given=given)
        source = self.lines[piece.line - 1] if piece.line else piece.text
        raise Unreadable(fault, piece.line, piece.column, source)

    def items(self) -> Iterator[Item]:
        """The body, item by item, parsed block by block. Raises Unreadable."""
        for first, block in _blocks(self.lines, self.start):
            yield from _parse(block, "body", first)


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


def read(text: str) -> Record:
    """The record that a text holds. Raises Unreadable."""
    lines = tuple(
        "" if line.startswith("#") else line for line in re.split(r"\r\n|\r|\n", text)
    )
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            given = {"length": len(line), "most": LONGEST_LINE}
            raise Unreadable(Fault("record.long-line", given=given), number)
    start = _skip_blank(lines, 0)
    if start == len(lines):
        raise Unreadable(Fault("record.empty"))
    end = next((i for i in range(start, len(lines)) if not lines[i].strip()), None)
    stop = len(lines) if end is None else end
    header = _header(lines[start:stop], start)
    position, body = _position(lines, _skip_blank(lines, stop))
    return Record(header, lines, position, body)


def print_header(header: Header) -> str:
    """The first lines of a record, with the blank line that ends them.

    >>> print(print_header(Header("arena", ("Ann", "Bob"))), end="")
    Game: arena
    Seats: Ann, Bob
    <BLANKLINE>
    """
    values = {
        "Game": header.game,
        "Name": header.name,
        "Seats": ", ".join(seat.strip() for seat in header.seats),
        "Options": _spelt(header.options),
        "Seed": header.seed.hex() if header.seed else "",
        "Words": _spelt(header.words),
        "Rules": str(header.rules or ""),
    }
    lines = (f"{key}: {value}\n" for key, value in values.items() if value)
    return "".join(lines) + "\n"


def _spelt(pairs: Mapping[str, str]) -> str:
    return ", ".join(f"{key}={value}" for key, value in pairs.items())


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


def _header(lines: tuple[str, ...], first: int) -> Header:
    found: dict[str, Piece] = {}
    for key, value in _parse(lines, "header", first):
        source = lines[key.line - 1 - first]
        known = {name.casefold(): name for name in KEYS}
        name = known.get(key.text.casefold())
        if name is None:
            given = {
                "found": key.text,
                "near": nearest(key.text, KEYS),
                "known": KEYS,
            }
            fault = Fault("record.unknown-key", given=given)
            raise Unreadable(fault, key.line, key.column, source)
        if name in found:
            given = {"key": name, "first": found[name].line}
            fault = Fault("record.key-twice", given=given)
            raise Unreadable(fault, key.line, key.column, source)
        found[name] = value
    for name in ("Game", "Seats"):
        if name not in found or not found[name].text:
            raise Unreadable(Fault("record.missing-key", given={"key": name}))
    return Header(
        found["Game"].text,
        _seats(found["Seats"], lines[found["Seats"].line - 1 - first]),
        name=_plain(found.get("Name")),
        options=_pairs("Options", found, lines, first),
        seed=_seed(found, lines, first),
        words=_pairs("Words", found, lines, first),
        rules=_version(found, lines, first),
        lines={name: piece.line for name, piece in found.items()},
    )


def _plain(piece: Piece | None) -> str:
    return piece.text if piece else ""


def _seats(piece: Piece, source: str) -> tuple[Seat, ...]:
    seats = tuple(" ".join(name.split()) for name in piece.text.split(","))
    for index, seat in enumerate(seats):
        if not seat:
            code = "seats.empty"
        elif not seat_is_plain(seat):
            code = "seats.name"
        elif seat.casefold() in {other.casefold() for other in seats[:index]}:
            code = "seats.twice"
        elif len(seats) > MANY_SEATS:
            code = "seats.many"
        else:
            continue
        fault = Fault(code, given={"found": seat[:60]})
        column = max(source.find(seat), piece.column - 1) + 1
        raise Unreadable(fault, piece.line, column, source)
    return seats


def seat_is_plain(seat: str) -> bool:
    """Whether a seat can be told from everything else in a record.

    >>> [seat_is_plain(name) for name in ("Ann", "Ann B.", "#1", "a:b", "= x")]
    [True, True, False, False, False]
    """
    return (
        0 < len(seat) <= 40
        and seat.isprintable()
        and not seat.startswith(("#", "=", "-", ">"))
        and ":" not in seat
        and "," not in seat
    )


def _pairs(
    key: str, found: Mapping[str, Piece], lines: tuple[str, ...], first: int
) -> dict[str, str]:
    """`a=1, b=2` as a dictionary."""
    piece = found.get(key)
    if piece is None or not piece.text:
        return {}
    pairs: dict[str, str] = {}
    for part in piece.text.split(","):
        name, equals, value = (bit.strip() for bit in part.partition("="))
        if not name or not equals or not value or name.casefold() in pairs:
            code = "record.pair-twice" if name.casefold() in pairs else "record.pair"
            fault = Fault(code, given={"key": key, "found": part.strip()})
            source = lines[piece.line - 1 - first]
            column = source.find(part.strip(), piece.column - 1) + 1
            raise Unreadable(fault, piece.line, column, source)
        pairs[name if key == "Words" else name.casefold()] = value
    return pairs


def _seed(
    found: Mapping[str, Piece], lines: tuple[str, ...], first: int
) -> bytes | None:
    piece = found.get("Seed")
    if piece is None:
        return None
    if re.fullmatch(r"(?:[0-9a-fA-F]{2}){8,64}", piece.text):
        return bytes.fromhex(piece.text)
    fault = Fault("record.seed", given={"found": piece.text[:60]})
    source = lines[piece.line - 1 - first]
    raise Unreadable(fault, piece.line, piece.column, source)


def _version(
    found: Mapping[str, Piece], lines: tuple[str, ...], first: int
) -> int | None:
    piece = found.get("Rules")
    if piece is None:
        return None
    if re.fullmatch(r"[0-9]{1,6}", piece.text):
        return int(piece.text)
    fault = Fault("record.rules", given={"found": piece.text[:60]})
    source = lines[piece.line - 1 - first]
    raise Unreadable(fault, piece.line, piece.column, source)


def _parse(lines: tuple[str, ...], start: str, first: int) -> Any:
    """The items of a part of the file whose first line has index `first`."""
    _offset.first = first
    try:
        return _lark().parse("\n".join(lines) + "\n", start)
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


_offset = local()
"""`first`: the index of the first line of the part that is being parsed."""


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
        return Heading(int(number[0]), self._line(parts[0]))

    def deadline(self, parts: list[Token]) -> Deadline:
        return Deadline(self._line(parts[0]))

    def after(self, parts: list[Token]) -> After:
        number = re.search(r"\d+", parts[0])
        assert number is not None
        return After(int(number[0]), self._line(parts[0]))

    def _line(self, token: Token) -> int:
        return int(_offset.first) + (token.line or 1)

    def _piece(self, token: Token) -> Piece:
        text = str(token)
        if not text.startswith("\n"):
            return Piece(text.rstrip(), self._line(token), token.column or 1)
        line = (token.end_line or 1) + int(_offset.first)
        last = text.rpartition("\n")[2]
        return Piece(last.strip(), line, len(last) - len(last.lstrip()) + 1)
