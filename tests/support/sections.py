"""Files of what is kept of many cases: a comment, and a section for each of them.

==== name
rows
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

_HEAD = "\n==== "


def read_sections(file: Path) -> dict[str, list[str]]:
    """The rows of each section, by its name."""
    sections = file.read_text("utf-8").split(_HEAD)[1:]
    split = (section.rstrip("\n").split("\n") for section in sections)
    return {name: rows for name, *rows in split}


def write_sections(file: Path, told: Iterable[tuple[str, Iterable[str]]]) -> None:
    """Write other sections below the comment that a file begins with."""
    text = file.read_text("utf-8").partition(_HEAD)[0]
    for name, rows in told:
        text += _HEAD + "\n".join([name, *rows])
    file.write_text(f"{text}\n", "utf-8")
