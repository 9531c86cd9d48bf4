"""Whose turn comes next, and the orders that skip a turn or leave."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.protocol import Order, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Order):
    """Does nothing this time."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(Order):
    """Leaves the game, at any time."""

    anytime: ClassVar[bool] = True

    def __str__(self) -> str:
        return "resign"


def following(
    seats: Sequence[Seat], seat: Seat, out: Collection[Seat] = ()
) -> tuple[Seat, ...]:
    """Return the other seats that are not out, in the order of play after one.

    >>> following(("Ann", "Bob", "Cid", "Dot"), "Cid", {"Dot"})
    ('Ann', 'Bob')
    """
    at = seats.index(seat)
    return tuple(one for one in (*seats[at + 1 :], *seats[:at]) if one not in out)
