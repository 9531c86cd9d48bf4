"""Posts of a copied page whose forum says below each when it was written: XenForo 1."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.forum.clock.clock import is_time
from pbem.forum.pasted.heads import MAX_HEAD_CHARS, Head
from pbem.forum.pasted.styles import NAME, WHEN

_FOOT = re.compile(rf"{NAME}, {WHEN}")
_COUNT = re.compile(r"#(\d{1,9})")


def heads_by_feet(lines: Sequence[str]) -> list[Head]:
    """Return the heads of posts that end with `NAME, DATE` and `#N`, or none.

    Above each stands its writer's name, alone, then again with a title behind it.
    """
    found: list[Head] = []
    for at, line in enumerate(lines[:-1]):
        count = _COUNT.fullmatch(lines[at + 1].strip())
        if count is None:
            continue
        foot = _FOOT.fullmatch(line.strip()[:MAX_HEAD_CHARS])
        if foot is None or not is_time(foot["when"]):
            continue
        floor = found[-1].stop + 2 if found else 0
        start = _named(lines[floor:at], foot["name"])
        if start is None or (found and int(count[1]) <= found[-1].number):
            return []
        head = floor + start
        number = int(count[1])
        found.append(Head(head, head + 2, foot["name"], foot["when"], number, stop=at))
    return found


def _named(lines: Sequence[str], name: str) -> int | None:
    """Return the line that holds a name alone, above one that begins with it."""
    for at, line in enumerate(lines[:-1]):
        if line.strip() == name and lines[at + 1].strip().startswith(name):
            return at
    return None
