"""Who stands on the site by what name: by consent, or as an alias.

The file `names.txt` of a folder has a line for each who agreed: a name as it stands in
the turn files, or `name = another` for who would rather be called so. Everybody else
is "Player 1" and so on, in the order of seats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pbem.protocol import Seat

FILE = "names.txt"


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
    """Return what each seat of a game is called on the site, all of them different.

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

    >>> renamed("Seats: Ann, Bob\\n\\nAnn: hit Bob", {"Ann": "Bob", "Bob": "Cid"})
    'Seats: Bob, Cid\\n\\nBob: hit Cid'
    """
    new = {old.casefold(): name for old, name in names.items() if old != name}
    if not new:
        return text
    longest = sorted(new, key=len, reverse=True)
    words = "|".join(re.escape(name) for name in longest)
    named = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    return named.sub(lambda found: new[found[0].casefold()], text)
