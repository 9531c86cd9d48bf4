"""How far styles set an element in, as blanks: plans count them."""

from __future__ import annotations

import re
from itertools import islice

_LEFT = re.compile(r"(?<![\w-])(?:margin|padding)(-left)?\s{0,9}:([^;]{0,80})")
_LENGTH = re.compile(r"(\d{0,4}\.?\d{0,4})(px|pt|pc|in|cm|mm|r?em|ex|ch)?")
#: Pixels of each unit.
_UNITS = {
    **{"px": 1, "pt": 4 / 3, "pc": 16, "in": 96, "cm": 37.8, "mm": 3.78},
    **{"em": 16, "rem": 16, "ex": 8, "ch": 8},
}
_SIDES = {2: 1, 3: 1, 4: 3}  #: which of so many values is the left one
_COLUMN = 8  #: pixels
_MOST = 40  #: columns
INDENT = 40  #: pixels that a block quote is set in by


def pixels(style: str) -> float:
    """Return how far a style in lower case sets an element in from the left.

    >>> pixels("margin-left:.5in"), pixels("padding: 0 0 0 40px; margin: 0 10px")
    (48.0, 50.0)
    >>> pixels("margin-left:-20px;padding-left:auto"), pixels("border-left:3px")
    (0, 0)
    """
    found: float = 0
    for one in islice(_LEFT.finditer(style), 9):
        given = one[2].replace("!important", "").split()
        at = 0 if one[1] else _SIDES.get(len(given), 0)
        length = _LENGTH.fullmatch(given[at]) if given else None
        if length and length[1].strip("."):
            found += float(length[1]) * _UNITS.get(length[2] or "px", 0)
    return found


def columns(distance: float) -> int:
    """Return how many blanks stand for a distance in pixels: few of them are none."""
    return max(0, min(_MOST, int(distance / _COLUMN)))
