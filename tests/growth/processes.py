"""What programs that run beside a measurement cost a processor, as Linux counts it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

_TICK = 1 / os.sysconf("SC_CLK_TCK")


def spent(roots: Iterable[int]) -> float:
    """Seconds of a processor so far, of some processes and of all that come from them,
    also of those that have ended."""
    found: dict[int, tuple[int, float]] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        found[int(place.parent.name)] = int(words[1]), sum(map(int, words[11:15]))
    ours = set(roots)
    for _ in found:
        more = {one for one, (parent, _) in found.items() if parent in ours} - ours
        if not more:
            break
        ours |= more
    return _TICK * sum(found[one][1] for one in ours if one in found)
