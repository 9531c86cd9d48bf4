"""The header line of a report, by which a scan knows where it is.

game friday-arena #3, part 1 of 2, orders until 2026-11-27 20:00 UTC
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from pbem.forum.annotations.remembered import plain
from pbem.forum.thread import Post, moment

_HEAD = re.compile(
    r"\bgame (?P<name>\S.{0,80}?) #(?P<serial>[0-9]{1,9})(?![0-9])"
    r"(?:, part [0-9]+ of [0-9]+)?"
    r"(?:, orders until (?P<until>[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}) UTC)?"
)


class PostedReport(NamedTuple):
    """A report in a thread: orders for its serial stand below it."""

    at: int  #: index of its post
    serial: int
    until: datetime | None
    time: datetime | None


def header(
    name: str,
    serial: int,
    *,
    part: int = 1,
    parts: int = 1,
    until: datetime | None = None,
) -> str:
    """Return the header line.

    >>> header("duel", 3, part=2, parts=2)
    'game duel #3, part 2 of 2'
    """
    text = f"game {plain(name)} #{serial}"
    if parts > 1:
        text += f", part {part} of {parts}"
    if until is not None:
        text += f", orders until {until.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return text


def headers_in(post: Post, name: str) -> Iterator[tuple[int, datetime | None]]:
    """Yield the serials and deadlines of the header lines of a game in a post."""
    wanted = plain(name).casefold()
    for line in post.said(("new", "spoiler")):
        for match in _HEAD.finditer(line.text):
            if match["name"].casefold() == wanted:
                yield int(match["serial"]), moment(f"{match['until']}+00:00")
