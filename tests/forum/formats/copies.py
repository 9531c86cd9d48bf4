"""What is read of copied pages that lost or got a line on the way, in `copies.txt`.

    how the line changed, its number and the line -> posts that are read otherwise

`python -m tests.forum.formats.copies` writes it anew: read the difference. What is not
in it is read as the page of `tests/forum/pasted` is.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from pbem.forum.detect import read
from pbem.forum.thread import Post, ThreadRefused
from tests.support.sections import read_sections, write_sections

PASTED = Path(__file__).parents[1] / "pasted"
FILE = Path(__file__).with_name("copies.txt")
SAVED = datetime(2026, 11, 22, 16, 0, tzinfo=UTC)
STRAY = "Well then"


def posts(raw: bytes, names: list[str]) -> list[str]:
    """The title of a page and its posts, one a line; or why it is none."""
    try:
        thread = read(raw, names, SAVED)
    except ThreadRefused as why:
        return [why.code]
    notes = ", ".join(str(part) for note in thread.notes for part in note)
    return [f"{thread.title or 'no title'} {notes}", *map(_post, thread.posts)]


def _post(one: Post) -> str:
    """A post on one line: its number, author, time, and its lines by their kinds."""
    said = (f"{x.kind[0] if x.kind != 'new' else ''}:{x.text}" for x in one.lines)
    when = f"{one.time:%d %H:%M} {one.certain}" if one.time else "no time"
    return " ".join([f"{one.number} {one.author}, {when}", *one.odd, *said])


def changed(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """All copies with one line less, a stray line more, or two the wrong way round."""
    for at, line in enumerate(lines):
        if line.strip():
            yield f"less {at}: {line.strip()}", lines[:at] + lines[at + 1 :]
            yield f"more {at}: {line.strip()}", [*lines[:at], STRAY, *lines[at:]]
            turned = [*lines[:at], *lines[at : at + 2][::-1], *lines[at + 2 :]]
            if at % 2:
                yield f"turn {at}: {line.strip()}", turned


def otherwise(how: str, got: list[str], whole: list[str]) -> list[str]:
    """How a page was changed and what of it is read otherwise; nothing if none is."""
    other = [one for one in got if one not in whole]
    if len(got) != len(whole):
        other.append(f"{len(got) - 1} posts")
    return [f"{how} -> {' | '.join(other)}"] if other else []


def told(file: Path) -> list[str]:
    """What is read of a page, then of each copy of it that is read otherwise."""
    lines = file.read_text("utf-8").split("\n")
    names = ["Ann", "Bob", "Cid"]
    whole = posts("\n".join(lines).encode(), names)
    found = [f"whole: {one}" for one in whole]
    for count, (how, copy) in enumerate(changed(lines)):
        # Every other one is of players whom nobody knows yet.
        got = posts("\n".join(copy).encode(), names if count % 4 < 2 else [])
        found += otherwise(how, got, whole)
    return found


def kept() -> dict[str, list[str]]:
    """What stands in the file, by the name of the page."""
    return read_sections(FILE)


def write() -> None:
    """Write the file anew."""
    pages = sorted(PASTED.glob("*.txt"))
    write_sections(FILE, ((one.stem, told(one)) for one in pages))


if __name__ == "__main__":
    write()
