"""Seats as orders name them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.protocol import Seat, seat_called


def seat_named(word: str, seats: Sequence[Seat], roles: Sequence[str] = ()) -> Seat:
    """Return the seat that a word means, by its player's name or by its role.

    `roles` are those of the seats, in their order: `options.roles` in games whose
    game.toml has some. A name goes before a role; "" where the word means neither.

    >>> seat_named("black", ("Ann", "Bob"), ("White", "Black"))
    'Bob'
    >>> seat_named("White", ("Ann", "White"), ("White", "Black")), seat_named("Red", ())
    ('White', '')
    """
    if seat := seat_called(word, seats):
        return seat
    role = seat_called(word, roles[: len(seats)])
    return seats[roles.index(role)] if role else ""
