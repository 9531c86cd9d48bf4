"""What differs between two pages: a unified diff without context.

Pages are taken apart at their newlines alone, so that no byte of them is lost.
"""

from __future__ import annotations

import re
from difflib import unified_diff

HUNK = re.compile(r"@@ -(\d+)(,0|,\d+)? \+\d+(,\d+)? @@")


def difference(base: str, page: str) -> list[str]:
    """Return the lines that make a page of another one; none if they are equal."""
    lines = unified_diff(base.split("\n"), page.split("\n"), n=0, lineterm="")
    return list(lines)[2:]


def rebuild(base: str, lines: list[str]) -> str:
    """Return the page that these lines make of another one.

    Raises ValueError if they are no difference from that other page.
    """
    old, page, at = base.split("\n"), list[str](), 0
    for line in lines:
        if hunk := HUNK.fullmatch(line):
            start = int(hunk[1]) - (hunk[2] != ",0")  # ",0": after this line
            page += old[at:start]
            at = max(at, start)
        elif line.startswith("+"):
            page.append(line[1:])
        elif line.startswith("-") and old[at : at + 1] == [line[1:]]:
            at += 1
        else:
            raise ValueError(f"no difference from this page: {line}")
    return "\n".join(page + old[at:])
