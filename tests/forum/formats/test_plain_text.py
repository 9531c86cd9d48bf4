"""Threads that were copied out of a browser: where a post begins."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.forum.detect import read, read_all
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


def test_a_name_and_a_colon_begin_a_post_of_those_who_are_known() -> None:
    text = "hello\n\n\n\n\nAnn: fire C3\nand so on\nBob: air F6\nCid: B7\n"
    assert posts(text, "Ann", "bob") == [
        (1, "Ann", ["fire C3", "and so on"]),
        (2, "Bob", ["air F6", "Cid: B7"]),
    ]
    assert posts(text, "Cid") == [(1, "Cid", ["B7"])]
    with pytest.raises(ThreadRefused):
        read(text.encode(), ["Dot"])


def test_a_line_of_a_name_alone_begins_a_post_of_those_who_are_known() -> None:
    text = "Ann:\nfire C3\nBob:\nair F6\nCid:\nwater A8\n"
    assert [author for _, author, _ in posts(text, "ann", "BOB")] == [
        "Ann", "Bob", "Cid",
    ]  # fmt: skip
    # One name that is known is enough at the top, two are elsewhere.
    assert [author for _, author, _ in posts(text, "Ann")] == ["Ann", "Bob", "Cid"]
    below = f"so\nit\nwas\nsaid\nhere\n{text}"
    assert [author for _, author, _ in posts(below, "Ann", "Cid")] == [
        "Ann", "Bob", "Cid",
    ]  # fmt: skip
    with pytest.raises(ThreadRefused):
        read(below.encode(), ["Ann"])


def test_a_style_begins_the_text_or_names_who_is_known() -> None:
    for lines, found in ((3, True), (4, False)):
        text = "hm\n" * lines + "Ann wrote:\nD4\n\nBob wrote:\nE5\n"
        if found:
            assert len(posts(text)) == 2
        else:
            with pytest.raises(ThreadRefused):
                read(text.encode())
        assert len(posts(text, "bob")) == 2


def test_what_is_quoted_begins_no_post() -> None:
    text = (
        "Ann wrote:\n[quote=Bob]Bob wrote:\nE5\n[/quote]\nD4\n"
        "Cid wrote:\n[q][q]x[/q]\nDot wrote:\n[/q]\nF6\n"
    )
    assert [author for _, author, _ in posts(text)] == ["Ann", "Cid"]
    # Numbered ones begin one all the same: a quote that is not closed hides none.
    text = "#1 Ann\n[quote]\nD4\n#2 Bob\nE5\n"
    assert [author for _, author, _ in posts(text)] == ["Ann", "Bob"]


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
def test_a_text_is_read_in_the_characters_it_was_saved_in(charset: str) -> None:
    found = read("Zoë wrote:\nGrüße D4\n".encode(charset)).posts
    assert [(p.author, p.lines[0].text) for p in found] == [("Zoë", "Grüße D4")]


def test_there_may_be_more_times_of_saving_than_files() -> None:
    saved = [datetime(2026, 11, 20, 12, tzinfo=UTC)] * 3
    found = read_all([b"Ann wrote:\nD4\n"], saved=saved)
    assert [post.author for post in found.posts] == ["Ann"]
