"""What is understood of single lines, kept in `understood.txt`, a line each:

    line of a post -> its words / what it orders / what is left unread / what it is

`python -m tests.language.understood` writes it anew: read the difference.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path

from pbem.language.understand import Understanding, Understood
from pbem.plugins.games import find
from tests.support.sections import read_sections, write_sections

FILE = Path(__file__).with_name("understood.txt")
_TOLD = ("whole", "sure", "replaces", "likely")
#: An order that nobody can play, though it can be read.
_NEVER = "H8"


@cache
def understanding(game: str) -> Understanding:
    """What a game makes of talk, with three players at the table."""
    return Understanding(find(game), ["Ann", "Bob", "Cid"])


def told(game: str, line: str) -> str:
    """What is understood of a line; one in asterisks is set off."""
    it = understanding(game)
    text = line.strip("*") if line[:1] == line[-1:] == "*" else line
    found = it.understand(
        text,
        lambda one: all(map(it.strict, one)) and _NEVER not in " ".join(one),
        eager=text != line,
    )
    words = (f"{one.text}:{one.kind}" for one in it.talk.words(text))
    orders = (" + ".join(one) for one in found.readings)
    parts = (" ".join(words), ", ".join(orders), ", ".join(found.unread), _is(found))
    return " / ".join(parts).replace("\n", "\\n")


def _is(found: Understood) -> str:
    """All else that is known of a line."""
    flags = [one.name for one in fields(found) if getattr(found, one.name) is True]
    flags += [name for name in _TOLD if getattr(found, name)]
    swap = [f"swaps {' and '.join(found.swap)}"] if found.swap else []
    counts = [f"{found.strength} parts", f"{found.digits} digits", " ".join(found.used)]
    return ", ".join([*counts, *flags, *sorted(found.marks), *swap])


def kept() -> dict[str, list[tuple[str, str]]]:
    """The lines of each game in the file, and what is kept of each."""
    found: dict[str, list[tuple[str, str]]] = {}
    for game, rows in read_sections(FILE).items():
        split = (row.partition(" -> ") for row in rows)
        found[game] = [(line, what) for line, _, what in split]
    return found


def write() -> None:
    """Write the file anew, for the lines in it."""
    lines = {
        game: [f"{line} -> {told(game, line)}" for line, _ in rows]
        for game, rows in kept().items()
    }
    write_sections(FILE, lines.items())


if __name__ == "__main__":
    write()
