"""Text copied out of each forum's page: two people's posts never become one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.forum.detect import read
from tests.forum.saved_pages import TALK

FILES = sorted((Path(__file__).parents[1] / "pasted").glob("*.txt"))
SAVED = datetime(2026, 11, 22, 16, 0, tzinfo=UTC)


@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_copied_page(file: Path, known: bool) -> None:
    names = ["Ann", "Bob", "Cid"] if known else []
    thread = read(file.read_bytes(), names, SAVED)
    assert [post.author for post in thread.posts] == [told.name for told in TALK]
    assert [[x.text for x in post.lines_of() if x.text] for post in thread.posts] == [
        told.text.split("\n") for told in TALK
    ]
    quoted = [x.text for x in thread.posts[2].lines_of(("quote",))]
    assert "fire C3" in " ".join(quoted)
    times = [post.time for post in thread.posts]
    assert all(times)
    assert times == sorted(time for time in times if time)


VARIATIONS: dict[str, Callable[[str], str]] = {
    "ends of lines as on Windows": lambda text: text.replace("\n", "\r\n"),
    "blanks behind each line": lambda text: text.replace("\n", "  \n"),
    "two blank lines for one": lambda text: text.replace("\n\n", "\n\n\n"),
    "blank lines above": lambda text: f"\n\n{text}",
    "a button below": lambda text: f"{text.rstrip()}\n\n\nShare\n",
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_page_is_copied_in_other_ways(file: Path) -> None:
    """Programs differ in what they do with blanks and blank lines."""
    text = file.read_text(encoding="utf-8")
    for how, vary in VARIATIONS.items():
        for names in ((), ("Ann", "Bob", "Cid"), ("Bob",)):
            thread = read(vary(text).encode(), names, SAVED)
            found = [
                (post.author, [x.text for x in post.lines_of() if x.text])
                for post in thread.posts
            ]
            wanted = [(told.name, told.text.split("\n")) for told in TALK]
            assert found == wanted, how
