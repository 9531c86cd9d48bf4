"""Orders, plans, headings as they are in a turn file: what `turn_file` reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.protocol import Seat


def order_lines(seat: Seat, lines: Iterable[str]) -> list[str]:
    """Return an order of a seat, whose lines have no ends, as lines of a file.

    >>> order_lines("Ann", ["draw", "play 2"])
    ['Ann: draw', '  play 2']
    """
    first, *more = [*lines] or [""]
    return [f"{seat}: {first}".rstrip(), *(f"  {line}" for line in more)]


def plan_lines(seat: Seat, lines: Iterable[str]) -> list[str]:
    """Return a plan of a seat, each line with its depth, as lines of a file; without
    lines it takes back the one that the seat has.

    >>> plan_lines("Ann", ["if Bob: D4 then E5", "  then C4"])
    ['Plan of Ann:', '  if Bob: D4 then E5', '    then C4']
    """
    return [f"Plan of {seat}:", *(f"  {line}" for line in lines)]


def heading_lines(serial: int) -> list[str]:
    """Return the lines that head a turn in a turn file: a blank one, then "== 3 =="."""
    return ["", f"== {serial} =="]


def turn_lines(
    turns: Iterable[tuple[int, Sequence[str]]], heading: int | None
) -> list[str]:
    """Return the lines of some turns, the open one first, as they go on with a file;
    `heading` is the last turn that has one there: files without stay without.

    >>> turn_lines([(1, ["Bob: E5"])], 0), turn_lines([(1, ["Bob: E5"])], None)
    (['', '== 1 ==', 'Bob: E5'], ['Bob: E5'])
    """
    found: list[str] = []
    for serial, lines in turns:
        if lines and heading is not None and heading < serial:
            found += heading_lines(serial)
            heading = serial
        found += lines
    return found


def joint(lines: Sequence[str]) -> list[str]:
    """Return what must be between the lines of a file and others added to it: a
    blank line where the header goes on to their end.

    >>> joint(["# ours", "", "Game: arena", "Seats: Ann, Bob"]), joint(["Game: x", ""])
    ([''], [])
    """
    filled = (n for n, line in enumerate(lines) if line.strip() and line[0] != "#")
    return [""] if all(line.strip() for line in lines[next(filled, 0) :]) else []
