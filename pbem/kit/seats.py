"""Seats as orders name them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from pbem.protocol import Seat, seat_called

NO_NAMES: Mapping[str, Seat] = MappingProxyType({})


def seat_named(
    word: str, seats: Sequence[Seat], called: Mapping[str, Seat] = NO_NAMES
) -> Seat:
    """Return the seat that a word means, by its player's name or another name of it.

    `called` has the other names, such as roles and powers, each with its seat. A
    player's name goes before them; "" where the word means nobody.

    >>> roles = {"White": "Ann", "Black": "Bob"}
    >>> seat_named("black", ("Ann", "Bob"), roles), seat_named("Red", (), roles)
    ('Bob', '')
    """
    return seat_called(word, seats) or called.get(seat_called(word, tuple(called)), "")
