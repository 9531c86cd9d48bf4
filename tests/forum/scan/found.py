"""What posts of two lines come to, kept in `found.txt`.

Each thing that somebody may say stands alone, set off in all ways, and below each
other thing:

    the post -> orders that were taken; what is asked or told, with what it may mean

Then come posts in other games, put together of what people say in phrasings.txt, as
that file's test tells them. `python -m tests.forum.scan.found` writes the file anew:
read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from tests.forum.said import ARENA, entries, opened, post, read
from tests.forum.score_phrasings import ROWS, Outcome, Row, kept, scanned
from tests.forum.score_phrasings import rows as phrasings

_SAYINGS = 5  #: in one position
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


def elsewhere() -> list[str]:
    """Posts of two things that people say in other games, below each other."""
    by_record: dict[tuple[str, str], list[Row]] = {}
    for row in phrasings(ROWS.read_text("utf-8")):
        if not row.record.startswith("Game: arena") and "||" not in row.posting:
            by_record.setdefault((row.record, row.seat), []).append(row)
    outcomes = []
    for said in by_record.values():
        step = max(len(said) // _SAYINGS, 1)
        chosen = said[::step][:_SAYINGS]
        for at, one in enumerate(chosen):
            two = chosen[(at * 3 + 1) % len(chosen)].posting
            ways = (f"{one.posting}\\n{two}", f"## {two}\\n{one.posting}")
            for posting in (*ways, f"Orders:\\n{one.posting}\\n{two}"):
                row = Row(one.game, one.record, one.seat, posting, "")
                outcomes.append(Outcome(row, "", scanned(row)))
    return kept(outcomes).splitlines()


def write() -> None:
    """Write the file anew."""
    head = "# Posts of one line or two, and what they come to, as found.py tells.\n"
    lines = (*rows(), *elsewhere())
    FILE.write_text(head + "".join(f"{row}\n" for row in lines), "utf-8")


if __name__ == "__main__":
    write()
