"""Threads that were copied out of a browser: where a post begins."""

from __future__ import annotations

import pytest

from pbem.forum.detect import read
from pbem.forum.thread import ThreadRefused


def posts(text: str, *names: str) -> list[tuple[int, str, list[str]]]:
    """Numbers, authors and lines."""
    found = read(text.encode(), names).posts
    return [(p.number, p.author, [x.text for x in p.lines if x.text]) for p in found]


@pytest.mark.parametrize("gap", ["", "\n"])
def test_who_is_quoted_does_not_write(gap: str) -> None:
    text = f"Ann wrote:\nD4\n\nBob wrote:\nE5\nAnn wrote:\n{gap}> D4\nI see.\n"
    assert posts(text) == [
        (1, "Ann", ["D4"]),
        (2, "Bob", ["E5", "Ann wrote:", "D4", "I see."]),
    ]


def test_what_stands_further_below_is_not_introduced() -> None:
    text = "Ann wrote:\nD4\n\nBob wrote:\n\n\n> D4\nE5\n"
    assert [author for _, author, _ in posts(text)] == ["Ann", "Bob"]


def test_posts_are_numbered_upwards() -> None:
    text = "#1 Ann\nD4\n#2 Bob\nE5\n#2 Cid\nF6\n#3 Dot\nG7\n#203 Eve\nH8\n"
    assert [(number, author) for number, author, _ in posts(text)] == [
        (1, "Ann"),
        (2, "Bob"),
        (3, "Dot"),
        (203, "Eve"),
    ]
    assert [number for number, _, _ in posts(f"{text}#404 Fay\nA1\n")][-1] == 203
    assert [number for number, _, _ in posts(f"{text}#403 Fay\nA1\n")][-1] == 403


def test_text_that_names_nobody_is_no_thread() -> None:
    with pytest.raises(ThreadRefused) as caught:
        read(b"Hello there.\nD4\n")
    assert caught.value.code == "thread.no-names"
