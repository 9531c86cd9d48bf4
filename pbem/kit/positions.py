"""Lines of a position that cannot stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from pbem.kit.seats import seat_named
from pbem.protocol import Fault, Seat, Unplaceable


def refuse(
    line: int, code: str, span: tuple[int, int] = (0, 0), **given: Any
) -> NoReturn:
    """Raise Unplaceable for a line, counted from 0, with what its words need.

    >>> refuse(1, "position.square", square="Z9")
    Traceback (most recent call last):
    pbem.protocol.faults.Unplaceable: position.square
    """
    raise Unplaceable(line, Fault(code, span, given))


def seat_of(
    line: int,
    name: str,
    seats: Iterable[Seat],
    code: str,
    span: tuple[int, int] = (0, 0),
) -> Seat:
    """Return the seat that a line names. Raises Unplaceable: `found`, `known`."""
    known = tuple(seats)
    seat = seat_named(name, known)
    if not seat:
        refuse(line, code, span, found=name.strip(), known=known)
    return seat
