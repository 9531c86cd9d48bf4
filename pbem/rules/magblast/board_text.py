"""Ships as all see them, and a fleet drawn in text: hull left as #, damage as dots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.kit.kept import kept_by_part
from pbem.rules.magblast.fleet import ZONES
from pbem.values import dataclass

MAX_COLUMNS = 70  #: of a line; a report indents drawings by two
MAX_BAR = 12  #: signs


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


def zone_lines(zone: str, ships: Sequence[tuple[str, ShipView]]) -> Iterator[str]:
    """Yield the ships of a zone, one a line, with what they carry below."""
    if not ships:
        yield f"  {zone:<7} (empty)"
    for index, (berth, ship) in enumerate(ships):
        left = zone if index == 0 else ""
        state = "fired" if ship.fired else "new" if ship.boarded else ""
        hull = f"{max(0, ship.hull - ship.damage)} of {ship.hull}"
        weapons = " ".join(ship.weapons) or "no guns"
        line = (
            f"  {left:<7} {berth} {ship.type:<11} {bar(ship.hull, ship.damage):<12} "
            f"{hull:<8} {weapons:<14} {state}"
        )
        yield line.rstrip()
        extra = [*ship.upgrades, *(f"hit by {name}" for name in ship.squadrons)]
        line = "            "
        for name in extra:
            piece = f" + {name}"
            if len(line) + len(piece) > MAX_COLUMNS:
                yield line
                line = "            "
            line += piece
        if extra:
            yield line


def head(seat: str, flagship: str, hull: int, damage: int, cards: int) -> list[str]:
    """Return the flagship's line, or two where names are long."""
    left = f"{seat}: {flagship}"
    count = f"{cards} card" + (" " if cards == 1 else "s")
    state = f"flagship {bar(hull, damage)} {max(0, hull - damage)} of {hull}"
    right = f"{state}, {count}"
    if len(left) + len(right) + 2 <= MAX_COLUMNS:
        return [f"{left:<{MAX_COLUMNS - len(right)}}{right}".rstrip()]
    return [left[:MAX_COLUMNS], f"{right:>{MAX_COLUMNS}}".rstrip()]


@kept_by_part(256)
def ship_lines(ships: Mapping[str, ShipView]) -> list[str]:
    """Return the ships of a fleet by their berths, zone by zone."""
    lines: list[str] = []
    for zone in ZONES:
        letter = zone[0].upper()
        lines += zone_lines(zone, [one for one in ships.items() if one[0][0] == letter])
    return lines
