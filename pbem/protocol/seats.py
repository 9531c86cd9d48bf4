"""Seats: the roles of a game, by name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Literal, TypeAlias

Seat: TypeAlias = str
"""A role in the game, by the name that the header gives it."""


def seat_called(name: str, seats: Iterable[Seat]) -> Seat:
    """The seat that a name means, or an empty string.

    Case, blanks and the Unicode form never matter, and accents may be left out where
    no other seat is so called.

    >>> seat_called("jo\u0308RG", ["J\u00f6rg"]) == "J\u00f6rg"
    True
    >>> seat_called("Zoe", ["Zo\u00eb", "Zo\u00e9"]), seat_called("A", [])
    ('', '')
    """
    return _seat_called(name, tuple(seats))


def _seat_called(name: str, seats: tuple[Seat, ...]) -> Seat:
    if name in seats:
        return seats[seats.index(name)]
    forms: tuple[Literal["NFC", "NFKD"], ...] = ("NFC", "NFKD")
    for form in forms:
        key = _folded(name, form)
        found = [seat for seat in seats if _folded(seat, form) == key]
        if len(found) == 1:
            return found[0]
    return ""


def _folded(name: str, form: Literal["NFC", "NFKD"]) -> str:
    text = unicodedata.normalize(form, " ".join(name.split()).casefold())
    if form == "NFKD":
        text = "".join(one for one in text if not unicodedata.combining(one))
    return text
