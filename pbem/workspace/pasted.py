"""What was pasted: the markup of a page where it came along and tells more, or text."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.forum.detect import read_all
from pbem.forum.thread import Thread, ThreadRefused


def pasted_files(text: str, markup: Sequence[str]) -> list[tuple[str, bytes]]:
    """Return the files in pasted text: its pages with markup, or one of plain text.

    Markup of a program that is none of a forum's, such as a letter's, is left out.
    """
    plain = [("pasted.txt", text.strip().encode())] if text.strip() else []
    pages = [("pasted.html", one.encode()) for one in markup if one.strip()]
    if not pages or not plain:
        return plain or pages
    marked, copied = _thread(pages), _thread(plain)
    if marked is None or (
        marked.notes and copied and len(copied.posts) >= len(marked.posts)
    ):
        return plain
    return pages


def _thread(files: Sequence[tuple[str, bytes]]) -> Thread | None:
    try:
        return read_all([raw for _, raw in files])
    except ThreadRefused:
        return None
