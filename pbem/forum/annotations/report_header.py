"""The header line of a report, by which a scan knows where it is.

game friday-arena #3, part 1 of 2, orders until 2026-11-27 20:00 UTC
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import NamedTuple

from pbem.forum.annotations.remembered import plain
from pbem.forum.thread import Post, moment

_HEAD = re.compile(
    r"game (?P<name>\S.{0,80}?) #(?P<serial>[0-9]{1,9})"
    r"(?:, part [0-9]+ of [0-9]+)?"
    r"(?:, orders until (?P<until>[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}) UTC)?"
)

#: The first line of what is posted besides reports: it orders nothing.
_NOTICE = re.compile(
    r"game (?P<name>\S.{0,80}?) #[0-9]{1,9}, "
    r"(?:reminder|late|held: .{1,40}|who plays on for .{1,80}|orders until .{16} UTC)"
)
_TOP = 4  #: lines of a post, its title among them, in which its header stands


class PostedReport(NamedTuple):
    """A report in a thread: orders for its serial are below it."""

    at: int  #: index of its post
    serial: int
    until: datetime | None
    time: datetime | None
    moved: int = -1  #: index of the last post that gave it another deadline


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


def is_notice(post: Post, name: str) -> bool:
    """Return whether a post begins as a reminder, another deadline, or another notice,
    of a game."""
    texts = (line.text.strip() for line in post.lines_of())
    match = _NOTICE.fullmatch(next(filter(None, texts), ""))
    return match is not None and match["name"].casefold() == plain(name).casefold()


def header_in(
    post: Post, name: str, *, opening: bool = False
) -> tuple[int, datetime | None] | None:
    """Return the serial and the deadline of a game in the header of a post, or None.

    A header is a whole line, at the top of its post or below the title, which may be
    underlined: what stands further down may be the words of players. Where nothing is
    reported yet (`opening`), that of turn 0 may be below the settings of the game.
    """
    texts = [line.text.strip() for line in post.lines_of(("new", "spoiler"))]
    for at, text in enumerate(filter(None, texts)):
        match = _HEAD.fullmatch(text) if opening or at < _TOP else None
        if match is None or match["name"].casefold() != plain(name).casefold():
            continue
        if at < _TOP or int(match["serial"]) == 0:
            return int(match["serial"]), moment(f"{match['until']}+00:00")
    return None
