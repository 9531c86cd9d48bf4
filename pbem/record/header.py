"""The header of a record: its keys and values, checked, and printed again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pbem.plugins.games import nearest
from pbem.protocol import Fault, Seat, seat_called

KEYS = ("Game", "Name", "Seats", "Options", "Seed", "Words", "Rules", "Bots")
BOT_LEVELS = ("easy", "fair", "strong")
MANY_SEATS = 100
MAX_NAME = 40  #: characters of a seat's name


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
        self.game = ""  #: the game whose words it needs; "": none


class Piece(NamedTuple):
    """A stretch of text with its place in the file, both counted from 1."""

    text: str
    line: int
    column: int


class Header(NamedTuple):
    """What the first lines of a record say."""

    game: str
    seats: tuple[Seat, ...]
    name: str = ""
    options: Mapping[str, str] = MappingProxyType({})
    seed: bytes | None = None
    words: Mapping[Seat, str] = MappingProxyType({})
    rules: int | None = None
    bots: Mapping[Seat, str] = MappingProxyType({})  #: seats that bots play: level
    lines: Mapping[str, int] = MappingProxyType({})  #: key to line


def read_header(
    pairs: Iterable[tuple[Piece, Piece]], lines: tuple[str, ...], first: int
) -> Header:
    """The header that keys and values make. Raises Unreadable.

    `lines` are its lines as they were written, the first of them with index
    `first` in the file.
    """
    found: dict[str, Piece] = {}
    for key, value in pairs:
        source = lines[key.line - 1 - first]
        known = {name.casefold(): name for name in KEYS}
        name = known.get(key.text.casefold())
        if name is None:
            near = nearest(key.text, KEYS)
            given = {"found": key.text, "near": near, "known": KEYS}
            fault = Fault("record.unknown-key", given=given)
            raise Unreadable(fault, key.line, key.column, source)
        if name in found:
            twice = {"key": name, "first": found[name].line}
            fault = Fault("record.key-twice", given=twice)
            raise Unreadable(fault, key.line, key.column, source)
        found[name] = value
    for name in ("Game", "Seats"):
        if name not in found or not found[name].text:
            raise Unreadable(Fault("record.missing-key", given={"key": name}))
    seats = _seats(found["Seats"], lines[found["Seats"].line - 1 - first])
    options = _pairs("Options", found, lines, first)
    seed = _figure("Seed", "(?:[0-9a-fA-F]{2}){8,64}", found, lines, first)
    words = _pairs("Words", found, lines, first, seats)
    bots = _pairs("Bots", found, lines, first, seats)
    bots = _bots(bots, seats, found, lines, first)
    version = _figure("Rules", "[0-9]{1,6}", found, lines, first)
    return Header(
        found["Game"].text,
        seats,
        name=found["Name"].text if "Name" in found else "",
        options=options,
        seed=None if seed is None else bytes.fromhex(seed),
        words=words,
        rules=None if version is None else int(version),
        bots=bots,
        lines={name: piece.line for name, piece in found.items()},
    )


def _seats(piece: Piece, source: str) -> tuple[Seat, ...]:
    parts = _parts(piece)
    seats = tuple(" ".join(part.text.split()) for part in parts)
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
        raise Unreadable(fault, piece.line, parts[index].column, source)
    return seats


def _parts(piece: Piece) -> list[Piece]:
    """Return what is between the commas of a piece, each with its place.

    >>> _parts(Piece("Ann,  Bob,", 2, 8))[1:]
    [Piece(text='Bob', line=2, column=14), Piece(text='', line=2, column=18)]
    """
    parts, at = [], piece.column
    for part in piece.text.split(","):
        text = part.strip()
        parts.append(Piece(text, piece.line, at + part.find(text or part)))
        at += len(part) + 1
    return parts


def seat_is_plain(seat: str) -> bool:
    """Whether a seat can be told from everything else in a record.

    >>> [seat_is_plain(name) for name in ("Ann", "Ann B.", "#1", "a:b", "= x")]
    [True, True, False, False, False]
    """
    return (
        0 < len(seat) <= MAX_NAME
        and seat.isprintable()
        and not seat.startswith(("#", "=", "-", ">", "|", "*"))
        and ":" not in seat
        and "," not in seat
    )


def _pairs(
    key: str,
    found: Mapping[str, Piece],
    lines: tuple[str, ...],
    first: int,
    seats: tuple[Seat, ...] = (),
) -> dict[str, str]:
    """`a=1, b=2` as a dictionary; names may be those of seats that hold a "="."""
    piece = found.get(key)
    if piece is None or not piece.text:
        return {}
    pairs: dict[str, str] = {}
    names: set[str] = set()
    for part in _parts(piece):
        name, value = _split(part.text, seats)
        again = name.casefold() in names
        if not name or not value or again:
            code = "record.pair-twice" if again else "record.pair"
            fault = Fault(code, given={"key": key, "found": part.text})
            source = lines[piece.line - 1 - first]
            raise Unreadable(fault, piece.line, part.column, source)
        names.add(name.casefold())
        pairs[name.casefold() if key == "Options" else name] = value
    return pairs


def _split(text: str, seats: tuple[Seat, ...]) -> tuple[str, str]:
    """Return the name and the value of `a=1`, each "" where there is none.

    >>> _split("a = b=1", ()), _split("a=b=1", ("a", "A=B")), _split("a", ())
    (('a', 'b=1'), ('a=b', '1'), ('a', ''))
    """
    head = text[: 2 * MAX_NAME]
    signs = (n for n in range(len(head) - 1, -1, -1) if head[n] == "=")
    found = next((n for n in signs if seat_called(text[:n], seats)), None)
    at = text.find("=") if found is None else found
    return (text[:at].strip(), text[at + 1 :].strip()) if at >= 0 else (text, "")


def _bots(
    pairs: Mapping[str, str],
    seats: tuple[Seat, ...],
    found: Mapping[str, Piece],
    lines: tuple[str, ...],
    first: int,
) -> dict[Seat, str]:
    """The levels of bots by their seats. Raises Unreadable."""
    bots: dict[Seat, str] = {}
    parts = _parts(found["Bots"]) if pairs else []
    for part, (name, text) in zip(parts, pairs.items(), strict=True):
        seat, level = seat_called(name, seats), text.casefold()
        given: dict[str, object] = {}
        if not seat:
            near = nearest(name, seats)
            code = "record.unknown-seat"
            given = {"found": name, "near": near, "known": seats}
        elif seat in bots:
            code, given = "record.pair-twice", {"found": name}
        elif level not in BOT_LEVELS:
            near = nearest(level, BOT_LEVELS)
            code = "record.bot-level"
            given = {"found": text, "near": near, "known": BOT_LEVELS}
        else:
            bots[seat] = level
            continue
        source = lines[part.line - 1 - first]
        raise Unreadable(Fault(code, given=given), part.line, part.column, source)
    return bots


def _figure(
    key: str, form: str, found: Mapping[str, Piece], lines: tuple[str, ...], first: int
) -> str | None:
    """The text of a key, which must have this form; None where it is left out."""
    piece = found.get(key)
    if piece is None or re.fullmatch(form, piece.text):
        return piece.text if piece else None
    fault = Fault(f"record.{key.lower()}", given={"found": piece.text[:60]})
    source = lines[piece.line - 1 - first]
    raise Unreadable(fault, piece.line, piece.column, source)


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
        "Bots": _spelt(header.bots),
    }
    lines = (f"{key}: {value}\n" for key, value in values.items() if value)
    return "".join(lines) + "\n"


def _spelt(pairs: Mapping[str, str]) -> str:
    return ", ".join(f"{key}={value}" for key, value in pairs.items())
