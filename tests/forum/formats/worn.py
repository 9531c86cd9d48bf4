"""What is read of pages whose markup is not quite a forum's, kept in `worn.txt`.

From all posts of a page one mark is gone: a class, an id or another attribute. What
is read otherwise then stands in the file, below what is read of the page as it is:

    the mark -> posts that are read otherwise

`python -m tests.forum.formats.worn` writes it anew: read the difference.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.forum.formats.copies import otherwise, posts
from tests.forum.saved_pages import filled, markup, names
from tests.support.sections import read_sections, write_sections

FILE = Path(__file__).with_name("worn.txt")
_MARK = re.compile(r"""\s[\w-]+=(?:"[^"]*"|'[^']*')""")


#: Pages of programs that no format knows.
_FOLDER = Path(__file__).parents[1] / "unknown"
_UNKNOWN = {f"unknown {one.stem}": one for one in sorted(_FOLDER.glob("*.html"))}
NAMES = (*names(), *_UNKNOWN)


def told(name: str) -> list[str]:
    """What is read of a page, then of each that lacks a mark and is read otherwise."""
    text = _UNKNOWN[name].read_text("utf-8") if name in _UNKNOWN else markup(name)
    fill = str.encode if name in _UNKNOWN else filled
    whole = posts(fill(text), [])
    found = [f"whole: {one}" for one in whole]
    for mark in dict.fromkeys(_MARK.findall(text)):
        got = posts(fill(text.replace(mark, "")), [])
        found += otherwise(mark.strip(), got, whole)
    return found


def kept() -> dict[str, list[str]]:
    """What stands in the file, by the name of the page."""
    return read_sections(FILE)


def write() -> None:
    """Write the file anew."""
    write_sections(FILE, ((name, told(name)) for name in NAMES))


if __name__ == "__main__":
    write()
