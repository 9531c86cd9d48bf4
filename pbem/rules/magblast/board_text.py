"""Ships as all see them, and a fleet drawn in text: hull left as #, damage as dots,
a > for each zone that a ship may move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.rules.magblast.fleet import ZONES

MAX_COLUMNS = 70  #: of a line; a report indents drawings by two
MAX_BAR = 12  #: signs
_LEFT, _BELOW = " " * 10, " " * 12  #: before a ship, and before what it carries


@dataclass(frozen=True, slots=True)
class ShipView:
    """A ship as it lies open on the table."""

    type: str
    move: int
    hull: int
    damage: int
    beneath: tuple[str, ...]
    squadrons: tuple[str, ...]
    upgrades: tuple[str, ...]
    weapons: tuple[str, ...]
    carrier: bool
    minesweeper: bool
    fired: int
    shots: int
    boarded: bool


def bar(hull: int, damage: int) -> str:
    """Return hull left and damage taken, one sign a point; a great hull in proportion.

    >>> bar(6, 2), bar(40, 1), bar(40, 39)
    ('####..', '###########.', '#...........')
    """
    left = max(0, hull - damage)
    if hull > MAX_BAR:
        left = min(MAX_BAR - (damage > 0), -(-left * MAX_BAR // hull))
        hull = MAX_BAR
    return "#" * left + "." * (hull - left)


def head(seat: str, flagship: str, hull: int, damage: int, cards: int) -> list[str]:
    """Return the flagship's line, or two where names are long."""
    left = f"{seat}: {flagship}"
    count = f"{cards} card" + (" " if cards == 1 else "s")
    state = f"flagship {bar(hull, damage)} {max(0, hull - damage)} of {hull}"
    right = f"{state}, {count}"
    if len(left) + len(right) + 2 <= MAX_COLUMNS:
        return [f"{left:<{MAX_COLUMNS - len(right)}}{right}".rstrip()]
    return [left[:MAX_COLUMNS], f"{right:>{MAX_COLUMNS}}".rstrip()]


def ship_lines(ships: Mapping[str, ShipView]) -> list[str]:
    """Return the ships of a fleet by their berths, zone by zone."""
    lines = []
    for zone in ZONES:
        first = f"  {zone:<7} "
        mine = [(at, ship) for at, ship in ships.items() if at[0] == zone[0].upper()]
        if not mine:
            lines.append(f"{first}(empty)")
        for berth, ship in mine:
            line, *below = _ship_lines(berth, ship)
            lines += [first + line, *below]
            first = _LEFT
    return lines


def _ship_lines(berth: str, ship: ShipView) -> list[str]:
    """Return the line of a ship, and those below it for what it carries."""
    state = "fired" if ship.fired else "new" if ship.boarded else ""
    hull = f"{max(0, ship.hull - ship.damage)} of {ship.hull}"
    weapons = " ".join(ship.weapons) or "no guns"
    moves = ">" * ship.move
    line = (
        f"{berth} {ship.type:<11} {moves:<2} {bar(ship.hull, ship.damage):<12} "
        f"{hull:<8} {weapons:<14} {state}"
    )
    lines, line = [line.rstrip()], _BELOW
    extra = [*ship.upgrades, *(f"hit by {name}" for name in ship.squadrons)]
    for name in extra:
        piece = f" + {name}"
        if len(line) + len(piece) > MAX_COLUMNS:
            lines.append(line)
            line = _BELOW
        line += piece
    return [*lines, line] if extra else lines
