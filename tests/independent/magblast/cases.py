"""The published cases of the rulings, as games for both referees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.independent.magblast.compare import Entry
from tests.independent.magblast.decks import GAMES, Thing

#: Cases of spellings that the naive referee does not read.
SPELLINGS = {"B1.4", "B1.8", "B1.9", "B6.12", "B6.15", "B40.1"}


def cases() -> Iterator[tuple[str, Thing, list[Entry]]]:
    """The number of each case, its header with its position, and its entries."""
    for file in sorted((GAMES / "cases").glob("*.txt")):
        text = file.read_text(encoding="utf-8")
        for block in re.split(r"^CASE ", text, flags=re.M)[1:]:
            title, _, rest = block.partition("\n")
            number = title.partition(":")[0]
            if number not in SPELLINGS and "stops = " not in rest:
                head, _, body = rest.partition("\n\n")
                header = header_of(head)
                entries = entries_of(body.partition("\nTHEN")[0], header["position"])
                yield number, header, entries


def header_of(head: str) -> Thing:
    """The header of a case, or of a game of the handbook."""
    found: dict[str, Any] = dict(re.findall(r"^(\w+): (.*)$", head, flags=re.M))
    options = dict(re.findall(r"(\w+)=(\w+)", found.get("Options", "")))
    return {
        "seats": found["Seats"].split(", "),
        "seed": found["Seed"],
        "rules": int(found.get("Rules", "1")),
        "reactions": options.get("reactions", "windows"),
        "deck": options.get("deck", "house"),
        "rounds": int(options.get("rounds", "100")),
        "position": [],
    }


def entries_of(body: str, position: list[str]) -> list[Entry]:
    """The entries of a case; the lines of its position are added to a list."""
    entries: list[Entry] = []
    into_position = False
    for line in body.splitlines():
        if line.startswith("== "):
            into_position = "Position" in line
        elif into_position and line:
            position.append(line)
        elif line.startswith("-- "):
            entries.append((None, []))
        elif line.startswith(" "):
            entries[-1][1].append(line.strip())
        elif line:
            seat, _, order = line.partition(": ")
            entries.append((seat, [order]))
    return entries
