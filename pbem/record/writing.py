"""Orders and headings as they stand in a turn file: what `turn_file` reads, written."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.protocol import Seat


def order_lines(seat: Seat, lines: Iterable[str]) -> list[str]:
    """Return an order of a seat, whose lines have no ends, as lines of a file.

    >>> order_lines("Ann", ["draw", "play 2"])
    ['Ann: draw', '  play 2']
    """
    first, *more = [*lines] or [""]
    return [f"{seat}: {first}".rstrip(), *(f"  {line}" for line in more)]


def heading_lines(serial: int) -> list[str]:
    """Return the heading of a turn, below what stands before it."""
    return ["", f"== {serial} =="]
