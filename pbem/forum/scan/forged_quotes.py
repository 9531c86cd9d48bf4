"""Quotes of orders that nobody has posted: they are never believed, but told."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbem.forum.annotations.evidence import AnnotatedRecord
from pbem.forum.scan.authors import People
from pbem.forum.scan.find_orders import Reader
from pbem.forum.thread import Post, Thread


def unposted(
    thread: Thread, reader: Reader, people: People, annotated: AnnotatedRecord
) -> Iterator[tuple[Post, str]]:
    """Yield posts with a quoted order that stands in no post, and the quoted line."""
    said: set[str] = set()
    for post in thread.posts:
        for line in post.lines:
            if line.kind != "quote":
                said.update(map(_flat, reader.spellings(line)))
    for placed in annotated.placed.values():
        for order in placed.sheet:
            said.update(map(_flat, order))
    for post in thread.posts:
        for line in post.said(("quote",)):
            ways = [_flat(text) for text in reader.spellings(line)]
            if said.intersection(ways) or not re.search(r"\d", line.text):
                continue
            alone = [line._replace(kind="new")]
            if reader.find(alone, people.exactly(post.author)).sheet:
                yield post, line.text
                break


def _flat(text: str) -> str:
    return " ".join(text.split()).casefold()
