"""The lines of a letter, each read in the notation of a game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import islice

from pbem.language import labels
from pbem.language.lines import OrderLine, read
from pbem.language.own_order import own_order
from pbem.notation.spelling import talk
from pbem.plugins.games import Game
from pbem.protocol import Lines, Seat, seat_called

MAX_LINES = 200  #: order lines of one letter
MAX_CLEANED = 20  #: lines that the notation does not read, of which more is made out
MAX_CHANGES = 20  #: words of one letter by which orders may be changed
#: What people write above their name.
FAREWELL = (
    r"(?:(?:all the |with )?(?:best|kind|warm)(?: (?:wishes|regards))?|regards|cheers"
    r"|(?:many )?thanks(?: a lot)?|thank you|yours|greetings"
    r"|good luck|have fun|see you)"
)
_HELLO = re.compile(
    r"(?:hi|hello|hey|dear|hallo|salut|bonjour|hola|ciao|good (?:morning|day|evening))"
    r"\b.{0,40}",
    re.IGNORECASE,
)
_CLOSING = re.compile(FAREWELL, re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"]*\"|[\u201c\u201e][^\u201c-\u201e]*[\u201c\u201d]")


def clean_line(line: str) -> str:
    """Return a line of a letter as the record can hold it.

    >>> clean_line("\\tD4\\x0b 1SE\\u200b ")
    'D4  1SE'
    """
    kept = (
        " "
        if char.isspace() or unicodedata.category(char) in ("Cc", "Zl", "Zp")
        else char
        for char in line
        if unicodedata.category(char) not in ("Cf", "Cs")
    )
    return "".join(kept).strip()


def read_lines(
    game: Game, lines: Iterable[str], seat: Seat = "", seats: Iterable[Seat] = ()
) -> list[OrderLine]:
    """Read the lines of a letter in the notation of a game, up to MAX_LINES of them.

    The writer's own name may stand in front of each.
    """
    found: list[OrderLine] = []
    names, left = tuple(seats) or (seat,), MAX_CLEANED
    said = [*islice(filter(None, map(clean_line, lines)), MAX_LINES)]
    for line in labels.unlisted(said):
        one = _read_line(game, line, left > 0)
        left -= one.respelt or one.order is None
        name, *rest = re.split("[:\N{FULLWIDTH COLON}]", line, maxsplit=1)
        if one.order is None and seat and seat_called(name, names) == seat:
            one = _read_line(game, rest[0].strip(), left > 0) if rest else one
        if one.order is None and game.rules.lines is Lines.QUEUE and left > 0:
            parts = game.spelling.parts(one.text)
            own = own_order(game, names, seat, line) if len(parts) == 1 else ()
            if own:
                found.append(OrderLine(line, game.notation.parse(own[0]), None, True))
            else:
                found += (_read_line(game, part, True) for part in parts)
        else:
            found.append(one)
    return found


def without(line: str, start: int, end: int) -> str:
    """Return a line with dots in the place of a part of it; "" where nothing is left
    that could be a part of an order: all have numbers.

    >>> without("walk to E5", 0, 4), without("fire C33!", 0, 8), without("no 1", 3, 4)
    ('... to E5', '', '')
    """
    rest = f"{line[:start]}{line[end:]}"
    numbers = any(char.isdecimal() for char in rest)
    return f"{line[:start]}...{line[end:]}" if numbers else ""


def changes(game: Game, lines: Iterable[OrderLine]) -> str:
    """Return the first line that changes what was ordered before it; "": none does.

    Such a line has a word such as "oops" between two orders or parts of them, or one
    such as "actually" between two in itself, with nothing before the second. What is
    quoted is talk.
    """
    ordered, left = False, MAX_CHANGES
    for line in lines:
        said = _QUOTED.sub("", line.text)
        for word in islice(_changing().finditer(said), left):
            left -= 1
            before, after = said[: word.start()], said[word.end() :]
            weak = word["weak"] is not None
            begun = (ordered and not weak) or _orders(game, before)
            if begun and _orders(game, after, at_once=weak):
                return line.text
        ordered = ordered or line.order is not None
    return ""


def _changing() -> re.Pattern[str]:
    """Return what finds the words by which another order takes one's place."""
    strong, weak = (
        "|".join(re.escape(one).replace(r"\ ", ",? +") for one in talk()[kind])
        for kind in ("changes", "changes_at_once")
    )
    return re.compile(rf"\b(?:(?:{strong})|(?P<weak>{weak}))\b", re.IGNORECASE)


def _orders(game: Game, text: str, *, at_once: bool = False) -> bool:
    """Return whether a text is an order, or has numbers as a part of one has; `at_once`
    in its first word."""
    text = text.strip(" ,.:;!-\N{EN DASH}\N{EM DASH}")
    first = " ".join(text.split(None, 1)[:1]) if at_once else text
    if any(char.isdigit() for char in first):
        return True
    return bool(text) and _read_line(game, text, True).order is not None


def _read_line(game: Game, line: str, freely: bool) -> OrderLine:
    return read(game.notation, game.spelling, line, freely=freely)


def greets(line: str) -> bool:
    """Return whether a line begins as a greeting does, and is short."""
    return _HELLO.fullmatch(line) is not None


def signs(line: str, names: Iterable[str]) -> bool:
    """Return whether a line is only a closing, or one of the names of its writer.

    >>> signs("Cheers, Ann", ["Ann"]), signs("-- ann", ["Ann"]), signs("E5", ["Ann"])
    (True, True, False)
    """
    known = [name for name in names if name]
    pieces = [one.strip(" -\u2013\u2014~*!.") for one in re.split(r"[,.!]", line)]
    said = [one for one in pieces if one]
    return bool(said) and all(
        _CLOSING.fullmatch(one) or any(seat_called(one, [name]) for name in known)
        for one in said
    )
