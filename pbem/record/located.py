"""A fault of an order, with its place in the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.protocol import Fault, Seat
from pbem.record.turn_file import Piece


class LocatedFault(NamedTuple):
    """A fault of an order with its place in the record."""

    seat: Seat
    fault: Fault
    text: str  #: the piece of the order that it is about
    line: int
    column: int
    source: str  #: the whole order, or the line of it
    at: int  #: offset of the piece in it
    serial: int  #: the window that it was offered to


def located(
    seat: Seat, pieces: Sequence[Piece], fault: Fault, serial: int
) -> LocatedFault:
    """Return a fault with its line and column, found from its offset in the text."""
    start, end = fault.span
    for one in pieces:
        if start <= len(one.text):
            text = one.text[start:end] if end > start else one.text
            if fault.code == "invalid.too-long":
                text = text[:60]
            where = (one.line, one.column + start, one.text, start)
            return LocatedFault(seat, fault, text, *where, serial)
        start, end = start - len(one.text) - 1, end - len(one.text) - 1
    return LocatedFault(seat, fault, "", 0, 1, "", 0, serial)
