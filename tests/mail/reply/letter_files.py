"""The letters in `letters/`: written for these tests, in the ways of mail programs.

A letter begins at "# tags: name". Its lines begin with a mark and one blank:
"+" was written by the sender, "|" was not, "f" was passed on, "<" is markup or raw
mail, of which the "+" (and "f") lines below must come out.
Run as a program it prints how many letters are read well, a line a tag.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from pbem.mail.message.html import to_text
from pbem.mail.message.letter import read_letter
from pbem.mail.reply.reply import Reply, new_text

FOLDER = Path(__file__).with_name("letters")


@dataclass(frozen=True, slots=True)
class Sample:
    """One letter, and the lines of it that are new."""

    tags: tuple[str, ...]
    name: str
    source: str
    new: tuple[str, ...]
    passed_on: tuple[str, ...]

    @property
    def id(self) -> str:
        """Tags and name, as they stand in the file."""
        return f"{' '.join(self.tags)}: {self.name}"

    def read(self) -> Reply:
        """What is made of the letter."""
        if "eml" in self.tags:
            return new_text(read_letter(self.source.encode()).text)
        return new_text(to_text(self.source) if "html" in self.tags else self.source)


def sample(chunk: str) -> Sample:
    """One letter out of its part of a file."""
    head, *rows = chunk.rstrip("\n").split("\n")
    tags, _, name = head.partition(": ")
    lines = [(row[:1], row[2:]) for row in rows]
    raw = [line for mark, line in lines if mark == "<"]
    return Sample(
        tags=tuple(tags.split()),
        name=name,
        source="\n".join(raw or [line for _, line in lines]) + "\n",
        new=_said(line for mark, line in lines if mark == "+"),
        passed_on=_said(line for mark, line in lines if mark == "f"),
    )


def _said(lines: object) -> tuple[str, ...]:
    assert hasattr(lines, "__iter__")
    return tuple(line.rstrip() for line in lines if line.strip())


def samples() -> list[Sample]:
    """All letters of the folder."""
    return [
        sample(chunk)
        for path in sorted(FOLDER.glob("*.txt"))
        for chunk in path.read_text("utf-8").split("\n# ")[1:]
    ]


def main() -> None:
    """Print the figures, and with `-v` every letter that is read otherwise."""
    table: dict[str, Counter[str]] = {}
    for one in samples():
        reply = one.read()
        got = tuple(line.rstrip() for line in reply.text.split("\n") if line.strip())
        kept = all(line in got for line in one.new)
        clean = all(line in one.new for line in got)
        exact = got == one.new
        for tag in (*one.tags, "all"):
            row = Counter(n=1, exact=exact, kept=kept, clean=clean)
            table.setdefault(tag, Counter()).update(row)
        if not exact and "-v" in sys.argv:
            print(f"--- {one.id}{'' if kept else ' LOST'}{'' if clean else ' LEAK'}")
            print(reply.text)
    for tag, row in sorted(table.items()):
        shares = " ".join(f"{k} {row[k]}" for k in ("exact", "kept", "clean"))
        print(f"{tag:12} n {row['n']:3} {shares}")


if __name__ == "__main__":
    main()
