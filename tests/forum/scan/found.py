"""What posts of two lines come to, kept in `found.txt`.

Each thing that somebody may say stands alone, set off in all ways, and below each
other thing:

    the post -> orders that were taken; what is asked or told, with what it may mean

`python -m tests.forum.scan.found` writes the file anew: read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from tests.forum.said import ARENA, entries, opened, post, read

FILE = Path(__file__).with_name("found.txt")
SAYINGS = (
    "D4 1NE",
    "D4",
    "I go to D4 then.",
    "Should I take D4?",
    "resign",
    "nonsense",
    "D4 or D3",
    "not D4 but D3",
    "D3 instead",
    "Bob: E5",
    "- 1NE",
    "1NE",
    "Turn 2: D4",
    "oops, sorry",
    "EDIT: B3",
    "EDIT: never mind",
    "same as last time",
    "Hello all!",
    "if Bob moves",
    "",
)
SET_OFF = ("*{}*", "## {}", "Move: {}", "Move:\n{}", "t1 {}", "1. {}", "* {}", "> {}")


def texts() -> Iterator[str]:
    """The posts."""
    for one in filter(None, SAYINGS):
        yield one
        yield from (way.format(one) for way in SET_OFF)
    for one, two in product(filter(None, SAYINGS), SAYINGS):
        yield f"{one}\n{two}\nE2" if not two else f"{one}\n{two}"


def told(text: str, had: str = "") -> str:
    """What a post of Ann's comes to, maybe below another of hers."""
    more = (post(6, "Ann", had),) if had else ()
    found = read(opened(*more, post(7, "Ann", text)), text=ARENA)
    asked = (
        f"{one.number} {one.code}{'?' * one.asks} {', '.join(one.readings)}".strip()
        for one in found.questions
    )
    return f"{'; '.join(entries(found)[3:])} / {'; '.join(asked)}"


def rows() -> list[str]:
    """All posts, each with what it comes to; every third is below an order."""
    out = []
    for number, text in enumerate(texts()):
        had = "" if number % 3 else "D4 1NE"
        said = text.replace("\n", " // ")
        out.append(f"{f'({had}) ' if had else ''}{said} -> {told(text, had)}")
    return out


def main() -> None:
    """Write the file anew."""
    head = "# Posts of one line or two, and what they come to, as found.py tells.\n"
    FILE.write_text(head + "".join(f"{row}\n" for row in rows()), "utf-8")


if __name__ == "__main__":
    main()
