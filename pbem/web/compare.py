"""Two versions of a turn file side by side, line by line."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import request

from pbem.web.app_state import app_state

_OURS = frozenset({"stamp", "was"})
MAX_LINES = 20_000  #: that are compared


class DiffLine(NamedTuple):
    """A line of a comparison."""

    kind: str  #: "+", "-", " " or "@": lines were left out
    text: str


def lines(old: str, new: str) -> Iterator[DiffLine]:
    """Yield what was added and what went away, with three lines around.

    >>> [f"{line.kind}{line.text}" for line in lines("a\\nb", "a\\nc")]
    [' a', '-b', '+c']
    """
    before, after = old.splitlines()[:MAX_LINES], new.splitlines()[:MAX_LINES]
    first = True
    for line in difflib.unified_diff(before, after, lineterm="", n=3):
        if line.startswith(("---", "+++")) and first:
            continue
        if line.startswith("@@"):
            if not first:
                yield DiffLine("@", "")
            first = False
            continue
        yield DiffLine(line[:1], line[1:])


def conflict(name: str) -> dict[str, Any]:
    """Return what the second of two moderators is shown."""
    was = request.form.get("was", "")
    now = app_state().folder.read(name)
    before = app_state().folder.version(name, was)
    unchanged = [
        (key, value)
        for key in request.form
        if key not in _OURS
        for value in request.form.getlist(key)
    ]
    return {
        "digest": now.digest,
        "changes": None if before is None else list(lines(before, now.text)),
        "kept": unchanged,
        "target": request.path,
    }
