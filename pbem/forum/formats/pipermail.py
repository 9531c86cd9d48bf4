"""Mailman 2: single letters of a list's archive, as saved from a browser."""

from __future__ import annotations

import re

from pbem.forum.clock.clock import PageClock
from pbem.forum.markup import html_body
from pbem.forum.pages.reader import page_clock
from pbem.forum.thread import Thread, clean_name, post_of
from pbem.forum.thread_file import ThreadFile
from pbem.language.reading import LineKind, MarkedLine

RANK = 41
_BODY = re.compile(r"<!--beginarticle-->(.{0,400000}?)(?:<!--endarticle-->|\Z)", re.S)
_NEIGHBOUR = re.compile(
    r"rel=\"?(previous|next)\"?\s+href=\"?(\d{1,9})\.html", re.IGNORECASE
)
_LIST = re.compile(r"^(?:\s*\[[^\]]*\])?(?:\s*(?:re|aw|fwd?)\s*:|\s*\[[^\]]*\])*", re.I)
_ATTRIBUTION = re.compile(r".{0,200}\b(?:wrote|writes|schrieb|a écrit|escribió)\s*:")


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of one letter of an archive."""
    tree = file.html
    if tree is None or (found := _BODY.search(file.markup)) is None:
        return None
    who, when = tree.css_first("h1 ~ b, b"), tree.css_first("i")
    title = tree.css_first("h1")
    clock: PageClock = page_clock(file, ())
    time = clock.read(when.text()) if when else None
    lines, odd = html_body.lines_of(found[1])
    sides = {side.lower(): int(n) for side, n in _NEIGHBOUR.findall(file.markup)}
    before = sides.get("previous", sides.get("next", 2) - 2)
    post = post_of(
        before + 1,
        who.text() if who else "",
        (_quoted(lines), odd),
        clocked=time,
    )
    name = clean_name(title.text() if title else "")
    return Thread(_LIST.sub("", name).strip(), (post,))


def _quoted(lines: tuple[MarkedLine, ...]) -> tuple[MarkedLine, ...]:
    """Return lines of a letter: what is quoted is behind `>`."""
    found: list[MarkedLine] = []
    foot = False
    for at, line in enumerate(lines):
        foot = (
            foot
            or line.text in ("--", "-- ")
            or bool(re.fullmatch("_{40,}", line.text))
        )
        kind: LineKind = "signature" if foot else line.kind
        below = next((x.text for x in lines[at + 1 : at + 3] if x.text), "")
        introduces = _ATTRIBUTION.fullmatch(line.text) and below.startswith(">")
        if line.text.startswith(">") or introduces:
            kind = "quote"
        found.append(line._replace(kind=kind))
    return tuple(found)
