"""Quotes of orders that nobody has posted: they are never believed, but reported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pbem.forum.annotations.evidence import AnnotatedRecord
from pbem.forum.thread import Post, Thread
from pbem.language.reading import Asking
from pbem.language.text import read_text, spellings


def unposted(
    thread: Thread, asking: Asking, annotated: AnnotatedRecord
) -> Iterator[tuple[int, Post, str]]:
    """Yield (index, post, order) for each quoted order that no earlier post contains.

    Who quotes a part of a line, or lines that wrapped, has quoted what was posted.
    """
    known: set[str] = set()
    every = ""
    for post in thread.posts:
        own = [line for line in post.lines if line.kind != "quote"]
        for line in own:
            known.update(map(_flat, spellings(line)))
        every += " ".join(_flat(line.text) for line in own) + "\n"
    for placed in annotated.placed.values():
        for order in placed.sheet:
            known.update(map(_flat, order))
    for at, post in enumerate(thread.posts):
        for line in post.lines_of(("quote",)):
            spelt = [_flat(text) for text in spellings(line)]
            if known.intersection(spelt) or not re.search(r"\d", line.text):
                continue
            if _holds(every, _flat(line.text)):
                continue
            alone = [line._replace(kind="new")]
            mine = replace(asking, seat=asking.seat_of(post.author))
            if any(one.orders for one in read_text(alone, mine)):
                yield at, post, line.text
                break


def _holds(known: str, part: str) -> bool:
    """Return whether a text is in another, in whole words."""
    words = rf"(?<!\w){re.escape(part)}(?!\w)"
    return part in known and re.search(words, known) is not None


def _flat(text: str) -> str:
    return " ".join(text.split()).casefold()
