"""What differs between two pages, as a unified diff without context, or two values.

Pages are taken apart at their newlines alone, so that no byte of them is lost.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from difflib import unified_diff
from itertools import zip_longest
from typing import Any

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


def first_difference(one: Any, two: Any, at: str = "") -> str:
    """Return where two values begin to differ, and how: down to a field or a line.

    `at` is the way to them from a value that holds them.

    >>> first_difference({"Ann": ("a", "b\\nc")}, {"Ann": ("a", "b\\nd")})
    "['Ann'][1]: 'c' or 'd'"
    >>> first_difference([1], [1, 2])
    '[1] or [1, 2]'
    """
    at = at or (type(one).__name__ if is_dataclass(one) else "")
    for step, mine, other in _parts(one, two) if type(one) is type(two) else ():
        if mine != other:
            return first_difference(mine, other, at + step)
    return f"{at}: {one!r} or {two!r}".removeprefix(": ")


def _parts(one: Any, two: Any) -> list[tuple[str, Any, Any]]:
    """Return what two values of one type are made of, side by side; none: nothing."""
    if isinstance(one, str) and "\n" in one + two:
        pairs = zip_longest(one.split("\n"), two.split("\n"))
        return [("", mine, other) for mine, other in pairs]
    if is_dataclass(one):
        names = [field.name for field in fields(one)]
        return [(f".{x}", getattr(one, x), getattr(two, x)) for x in names]
    if isinstance(one, Mapping) and [*one] == [*two]:
        return [(f"[{key!r}]", one[key], two[key]) for key in one]
    if isinstance(one, tuple | list) and len(one) == len(two):
        numbered = enumerate(zip(one, two, strict=True))
        return [(f"[{at}]", mine, other) for at, (mine, other) in numbered]
    return []
