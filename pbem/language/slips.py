"""Lines of a sheet that may be orders with a slip in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.language.candidates import fault_of, words_of
from pbem.language.doubts import TalkLine
from pbem.language.lines import draws
from pbem.language.reading import Asking, Certainty, Emphasis, Kind, Reading

MAX_SLIP = 5  #: words of a line that may be an order with a slip in it
#: What people call the columns of a table of orders.
COLUMNS = frozenset((
    *("", "unit", "units", "order", "orders", "move", "moves", "power", "province"),
    *("piece", "from", "to", "action", "what", "where", "turn", "target", "name"),
))  # fmt: skip


def slips(asking: Asking, readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings of a text; short lines beside the orders of a sheet that hold
    a part of one, and no more than talk, are orders that cannot be read: the sheet is
    not played past them."""
    orders = [one for one in readings if one.orders or one.offers]
    set_off = any(one.emphasis > Emphasis.PLAIN for one in orders)
    if not (asking.sheets and orders):
        return [*readings]
    behind = [*(one.written for one in readings[1:]), ""]
    found = [
        replace(one, left=())
        if one.kind is Kind.TALK and _heads(one.written, below)
        else one
        for one, below in zip(readings, behind, strict=True)
    ]
    if set_off:
        return found
    return [_unreadable(asking, x) if _is_slip(asking, x) else x for x in found]


def _heads(text: str, below: str) -> bool:
    """Return whether a line names the columns of the table whose next row is below.

    >>> _heads("| Unit | Order |", "|---|---|"), _heads("| A Vei | Gal |", "| A Bud |")
    (True, False)
    """
    if not (text.startswith("|") and below.startswith("|")):
        return False
    cells = [one.strip().casefold() for one in text.strip("| ").split("|")]
    return draws(below) or COLUMNS.issuperset(cells)


def may_be_slip(text: str) -> bool:
    """Return whether a line is short enough to be an order that was misspelt."""
    words = text.replace("|", " ").split()  # without the bars of a table
    return len(words) <= MAX_SLIP and not text.rstrip().endswith(("?", ":"))


def _is_slip(asking: Asking, one: Reading) -> bool:
    if one.kind is not Kind.TALK or not one.left or not may_be_slip(one.written):
        return False
    row = TalkLine(one.written, words_of(asking).talk)
    if one.left == (one.written,) and not (row.talk.dashes and " - " in one.written):
        return False
    quiet = row.talk.idle(one.written, names=True)
    quiet = quiet or (row.has("negation") and not any(map(str.isdigit, one.written)))
    return not (quiet or row.has("told", "later") or one.written.startswith(">"))


def _unreadable(asking: Asking, one: Reading) -> Reading:
    fault = fault_of(asking, one.written)
    unreadable = replace(one, certainty=Certainty.UNREADABLE, fault=fault)
    return replace(unreadable, kind=Kind.ORDER, left=(), why="notation")
