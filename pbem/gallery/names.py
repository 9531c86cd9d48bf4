"""Who is on the site by what name: by consent, or as an alias.

The file `names.txt` of a folder has a line for each who agreed: a name as it is in
the turn files, or `name = another` for who would rather be called so. Everybody else
is "Player 1" and so on, in the order of seats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pbem.protocol import Seat

FILE = "names.txt"
MAX_ENDING = 2  #: letters that a name may end in besides, as in "Anns"


class NamesFault(Exception):
    """A line of the file that says nobody's name."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"{FILE}, line {line}: {text!r}")
        self.line, self.text = line, text


def read_names(folder: Path) -> dict[str, str]:
    """Return the names that are shown, by those in the turn files in small letters.

    Raises NamesFault.
    """
    try:
        text = (folder / FILE).read_text("utf-8")
    except FileNotFoundError:
        return {}
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, mark, alias = (part.strip() for part in line.partition("="))
        if not name or (mark and not alias) or re.search(r"[:,]", name + alias):
            raise NamesFault(number, line)
        found[name.casefold()] = alias or name
    return found


def shown_as(seats: tuple[Seat, ...], agreed: Mapping[str, str]) -> dict[Seat, str]:
    """Return distinct display names for the seats of a game.

    >>> shown_as(("Ann", "Bob"), {"ann": "Ann"})
    {'Ann': 'Ann', 'Bob': 'Player 2'}
    """
    found: dict[Seat, str] = {}
    for number, seat in enumerate(seats, 1):
        name = agreed.get(seat.casefold(), f"Player {number}")
        if name.casefold() in {one.casefold() for one in found.values()}:
            name = f"Player {number}"
        found[seat] = name
    return found


def renamed(text: str, names: Mapping[Seat, str]) -> str:
    """Return a turn file with other names for its seats, all at once.

    A name is one also in "_Ann_", "Ann2", "AnnWins" and "Anns", but not within a longer
    word; one of a single letter stands alone, or squares would be taken for it.

    >>> renamed("Seats: Ann, Bob\\n\\nAnn: hit Bob", {"Ann": "Bob", "Bob": "Cid"})
    'Seats: Bob, Cid\\n\\nBob: hit Cid'
    """
    if all(old == new for old, new in names.items()):
        return text
    longest = sorted(names, key=len, reverse=True)
    patterns = [(re.compile(re.escape(x), re.IGNORECASE), x) for x in longest]
    some = re.compile("|".join(map(re.escape, longest)), re.IGNORECASE)
    parts, at = [], 0
    while found := some.search(text, at):
        start = end = found.start()
        new = text[start : start + 1]
        for pattern, old in patterns:
            here = pattern.match(text, start)
            if here and _is_mentioned(text, start, here.end(), old):
                new, end = names[old], here.end()
                break
        parts += [text[at:start], new]
        at = max(end, start + 1)
    return "".join([*parts, text[at:]])


def _is_mentioned(text: str, start: int, end: int, name: Seat) -> bool:
    """Return whether a name is meant by what is in a text at some place."""
    before, behind = text[start - 1 : start], text[end : end + 1]
    if len(name) == 1:
        return not re.match(r"\w", before) and not re.match(r"\w", behind)
    if _one_word(before, text[start]):
        return False
    if not _one_word(text[end - 1], behind):
        return True
    rest = re.match(r"[^\W\d_]+", text[end:])
    ending = rest is not None and len(rest[0]) <= MAX_ENDING
    return ending and text[start:end] == name and name[0].isupper()


def _one_word(left: str, right: str) -> bool:
    """Return whether two adjacent characters belong to one word."""
    if not left.isalpha() or not right.isalpha():
        return False
    return not (left.islower() and right.isupper())
