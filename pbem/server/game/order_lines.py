"""The lines of a letter: what they mean in a game, greetings, signatures."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import islice

from pbem.language.reading import Asking, MarkedLine, Reading
from pbem.language.text import read_text
from pbem.plugins.games import Game
from pbem.protocol import Seat, seat_called

MAX_LINES = 200  #: order lines of one letter
#: What people write above their name.
GOODBYE = (
    r"(?:(?:all the |with )?(?:best|kind|warm)(?: (?:wishes|regards))?|regards|cheers"
    r"|(?:many )?thanks(?: a lot)?|thank you|yours|greetings"
    r"|good luck|have fun|see you)"
)
_CLOSING = re.compile(GOODBYE, re.IGNORECASE)


def clean_line(line: str) -> str:
    """Return a line of a letter as the record can hold it.

    >>> clean_line("\\tD4\\x0b 1SE\\u200b ")
    'D4  1SE'
    """
    visible = (
        " "
        if char.isspace() or unicodedata.category(char) in ("Cc", "Zl", "Zp")
        else char
        for char in line
        if unicodedata.category(char) not in ("Cf", "Cs")
    )
    return "".join(visible).strip()


def read(
    game: Game,
    lines: Iterable[str],
    seat: Seat = "",
    seats: Iterable[Seat] = (),
    names: Mapping[str, Seat] | None = None,
) -> tuple[Reading, ...]:
    """Return how up to MAX_LINES lines of a letter are read, in any position."""
    cleaned = [*islice(filter(None, map(clean_line, lines)), MAX_LINES)]
    return read_text(
        map(MarkedLine, cleaned), Asking(game, seat, tuple(seats), names=names or {})
    )


def without(line: str, start: int, end: int) -> str:
    """Return a line with dots in the place of a part of it; "" where nothing is left
    that could be a part of an order: all have numbers.

    >>> without("walk to E5", 0, 4), without("fire C33!", 0, 8), without("no 1", 3, 4)
    ('... to E5', '', '')
    """
    rest = f"{line[:start]}{line[end:]}"
    numbers = any(char.isdecimal() for char in rest)
    return f"{line[:start]}...{line[end:]}" if numbers else ""


def signs(line: str, names: Iterable[str]) -> bool:
    """Return whether a line is only a closing, or one of the names of its writer.

    >>> signs("Cheers, Ann", ["Ann"]), signs("-- ann", ["Ann"]), signs("E5", ["Ann"])
    (True, True, False)
    """
    known = [name for name in names if name]
    pieces = [one.strip(" -\u2013\u2014~*!.") for one in re.split(r"[,.!]", line)]
    words = [one for one in pieces if one]
    return bool(words) and all(
        _CLOSING.fullmatch(one) or any(seat_called(one, [name]) for name in known)
        for one in words
    )
