"""Reads a walkthrough of the guides, so that it can be done as it is written.

Its headings are moments; below "### On NodeBB" stands what is done there alone. What
is clicked is bold, what is typed is code "into" or "at" the *name of a field*; a quote
says what is seen then, where the sentence before it says, with "..." for what may be
otherwise; a block of text has what people write, behind the name of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_PARTS = re.compile(
    r"""^\#\#\ (?P<moment>[^\n]+)$
    | ^\#\#\#\ On\ (?P<only>[^\n]+)$
    | ^```console\n(?P<run>.*?)^```$
    | ^```text\n(?P<text>.*?)^```$
    | (?P<seen>(?:^>[^\n]*\n)+)
    | \*\*(?P<click>[^*]+)\*\*(?:\s+of\s+(?P<whose>\w+))?
    | `(?P<typed>[^`]+)`\s+(?:into|at)\s+\*(?P<field>[^*]+)\*""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


class Step(NamedTuple):
    """One thing that is done or seen, and the sentence that leads to it."""

    kind: str  #: moment, run, text, seen, click or typed
    what: str
    where: str  #: the field, whose part of the page, or the sentence before it


def steps(page: Path, place: str) -> Iterator[Step]:
    """Yield what is done and seen on a page, at a place."""
    told = page.read_text(encoding="utf-8")
    only, end, begun = "", 0, False
    for found in _PARTS.finditer(told):
        before = told[end : found.start()].strip().split("\n\n")[-1]
        end = found.end()
        kind = found.lastgroup or ""
        kind = {"whose": "click", "field": "typed"}.get(kind, kind)
        what = re.sub(r"(?m)^> ?", "", found[kind]) if kind == "seen" else found[kind]
        if kind == "only":
            only = what
        if kind == "moment":
            only = ""
        begun |= kind == "moment"
        if begun and kind != "only" and only in ("", place, "both"):
            where = found["field"] or found["whose"] or before
            yield Step(kind, what.strip("\n"), " ".join(where.split()))


def shows(quote: str, text: str) -> bool:
    """Whether a text holds a quote, whose "..." stand for anything.

    >>> shows("until ... UTC", "orders until 18:00\\nUTC"), shows("a b", "ab")
    (True, False)
    """
    parts = [re.escape(" ".join(part.split())) for part in quote.split("...")]
    return re.search(".*?".join(parts), " ".join(text.split())) is not None
