"""A plan on one line, as an answer of the moderator spells it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.plans.syntax import PlanLine

_PARTS = re.compile(r"\s+/\s+")
_DASHES = re.compile(r"(-{1,30})[ \t]+(?=[^\s])")


def spelt_plan(lines: Iterable[PlanLine]) -> str:
    """Return a plan on one line, as an answer spells it: dashes say how deep.

    >>> spelt_plan([PlanLine("if Bob: D4 then E5", 0), PlanLine("else C4", 0)])
    'if Bob: D4 then E5 / else C4'
    >>> read_plan("if Bob: D4 then E5 / - then C4")[1]
    PlanLine(text='then C4', indent=2)
    """
    parts: list[str] = []
    above: list[int] = []
    for line in lines:
        while above and above[-1] >= line.indent:
            above.pop()
        parts.append(f"{'-' * len(above)}{' ' if above else ''}{line.text}")
        above.append(line.indent)
    return " / ".join(parts)


def read_plan(text: str) -> tuple[PlanLine, ...]:
    """Return the lines of a plan that an answer spells."""
    found: list[PlanLine] = []
    for part in _PARTS.split(text.strip()):
        dashes = _DASHES.match(part) if found else None
        depth = len(dashes[1]) if dashes else 0
        found.append(PlanLine(part[dashes.end() :] if dashes else part, 2 * depth))
    return tuple(one for one in found if one.text)
