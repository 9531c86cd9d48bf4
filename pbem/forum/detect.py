"""Finds the format of a thread's files by asking all that lie in the folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Protocol, cast

from pbem.forum import formats
from pbem.forum.discovery import modules_in
from pbem.forum.page_order import in_order
from pbem.forum.thread import MAX_THREAD_BYTES, Thread, ThreadRefused, joined
from pbem.forum.thread_file import ThreadFile


class Format(Protocol):
    """What each file in `formats/` declares."""

    RANK: int  #: the order in which formats are asked: what is surest comes first

    def read(self, file: ThreadFile, /) -> Thread | None:
        """Return the thread, or None: it is no file of this format.

        Raises ThreadRefused where it is one, and broken.
        """


def known_formats() -> list[Format]:
    """Return the formats in the order in which they are tried."""
    found = cast("list[Format]", list(modules_in(formats).values()))
    return sorted(found, key=lambda one: one.RANK)


def read_all(
    files: Iterable[bytes],
    names: Sequence[str] = (),
    saved: Iterable[datetime] = (),
    *,
    given: bool = False,
) -> Thread:
    """Return the thread that files hold: pages, or one file. Raises ThreadRefused.

    `names` are the seats and their players, for text that was pasted; `saved` says
    when each file was made, for "two hours ago". `given`: pages of which nothing says
    which comes first are in order.
    """
    threads, size = [], 0
    for raw, when in zip_longest(files, saved):
        if raw is None:
            break
        size += len(raw)
        if size > MAX_THREAD_BYTES:
            raise ThreadRefused("thread.too-big", most=MAX_THREAD_BYTES >> 20)
        threads.append(read(raw, names, when))
    return joined(in_order(threads, given=given))


def read(
    raw: bytes, names: Sequence[str] = (), saved: datetime | None = None
) -> Thread:
    """Return the thread in one file. Raises ThreadRefused.

    >>> thread = read(b"Ann wrote:\\nD4 1NE\\n\\nBob wrote:\\nE5\\n")
    >>> [(post.author, post.lines[0].text) for post in thread.posts]
    [('Ann', 'D4 1NE'), ('Bob', 'E5')]
    """
    file = ThreadFile(raw, names, saved)
    for one in known_formats():
        if (found := one.read(file)) is not None:
            return found
    raise ThreadRefused("thread.unknown-json")
