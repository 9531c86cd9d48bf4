"""What everybody may see of a game of Magic Arena (A18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import NamedTuple

from pbem.kit import squares
from pbem.protocol import Seat
from pbem.rules.arena.areas import is_dark
from pbem.rules.arena.events import Acted
from pbem.rules.arena.legal import menu
from pbem.rules.arena.magics import MAGICS, NAMES, reach
from pbem.rules.arena.plan import walkable
from pbem.rules.arena.state import Fighter, State


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player on the board, with what can be ordered next."""

    types: tuple[str, ...]
    square: str | None
    hp: int
    mp: int
    out: int | None
    resigned: bool
    mark: str  #: the player's letter on the board
    reach: tuple[str, str] | None  #: ends of the block that can be walked to
    menu: tuple[tuple[str, int, str], ...]  #: notation, cost, name


class Area(NamedTuple):
    """The squares that a magic hit, for the picture."""

    name: str
    shape: str  #: "ray": from its caster to the edge, or "area"
    times: int  #: how often it was cast there
    places: tuple[tuple[int, int], ...]  #: file and rank of each, from 0
    hit: tuple[Seat, ...]

    def rim(self) -> list[tuple[int, int, int, int]]:
        """Return the sides on the area's outline, each (x, y, x, y) from end to end,
        counted from the corner of A1."""
        inside = set(self.places)
        return [
            (x + a, y + b, x + c, y + d)
            for x, y in self.places
            for dx, dy, a, b, c, d in _SIDES
            if (x + dx, y + dy) not in inside
        ]


#: The neighbour at each side of a square, and the ends of that side.
_SIDES = (
    (0, 1, 0, 1, 1, 1),
    (1, 0, 1, 1, 1, 0),
    (0, -1, 1, 0, 0, 0),
    (-1, 0, 0, 0, 0, 1),
)


@dataclass(frozen=True, slots=True)
class View:
    """The arena before a turn is ordered."""

    turn: int  #: the turn now to be ordered
    seats: dict[Seat, SeatView]
    size: int
    types: str
    limit: int

    def board(self) -> list[str]:
        """Return the board in text: players by their letters.

        Where there is no room for all letters stands how many players there are; the
        report says who they are.
        """
        room = 2 if self.size <= squares.ROOMY else 1
        shown = {}
        for name, who in self.occupied():
            marks = "".join([self.seats[seat].mark for seat in who])
            fits = len(marks) <= room
            shown[squares.at(name, self.size)] = marks if fits else str(len(marks))
        return squares.draw(self.size, shown)

    def place(self, name: str) -> tuple[int, int]:
        """Return the file and rank of a square, both from 0."""
        rank, file = divmod(squares.at(name, self.size), self.size)
        return file, rank

    def number(self, seat: Seat) -> int:
        """Return the place of a seat in the order of seats, from 0."""
        return list(self.seats).index(seat)

    def occupied(self) -> list[tuple[str, tuple[Seat, ...]]]:
        """Return the squares on which somebody stands, with who does."""
        found: dict[str, tuple[Seat, ...]] = {}
        for name, seat in self.seats.items():
            if seat.square is not None and seat.out is None:
                found[seat.square] = (*found.get(seat.square, ()), name)
        return list(found.items())

    def crowds(self) -> list[tuple[str, tuple[Seat, ...]]]:
        """Return the squares on which several players stand."""
        return [(square, names) for square, names in self.occupied() if len(names) > 1]

    def company(self, seat: Seat) -> tuple[Seat, ...]:
        """Return who else stands on a player's square."""
        square = self.seats[seat].square
        return tuple(
            name
            for name, other in self.seats.items()
            if name != seat and other.square == square and other.out is None
        )

    def areas(self, acted: Acted) -> list[Area]:
        """Return what a player's magics of a turn hit, the same one cast twice once."""
        found: dict[tuple[str, str], Area] = {}
        origin = squares.at(acted.square, self.size)
        for cast in acted.casts:
            key = NAMES.get(cast.name.upper(), "")
            if not key or not MAGICS[key].damage:
                continue
            before = found.get((key, cast.target))
            times = before.times + 1 if before else 1
            hit = reach(key, cast.target, origin, self.size)
            places = tuple(divmod(square, self.size)[::-1] for square in hit)
            shape = "ray" if MAGICS[key].wants == "direction" else "area"
            found[key, cast.target] = Area(cast.name, shape, times, places, cast.hit)
        return list(found.values())

    def fan(self, names: Sequence[Seat]) -> list[tuple[float, float]]:
        """Return where several on one square stand: x and y on a circle of radius 1."""
        turns = [(2 * at / len(names) - 0.75) * pi for at in range(len(names))]
        return [(cos(turn), sin(turn)) for turn in turns]

    def shade(self, name: str) -> str:
        """Return the colour of a square: "dark" or "light" (A14)."""
        dark = is_dark(squares.at(name, self.size), self.size)
        return "dark" if dark else "light"


def build(state: State, seat: Seat | None = None) -> View:
    """Return the view of a state, the same for everybody: orders are no part (A18)."""
    settings, marks = state.settings, _marks(state.seats)
    fighters = {fighter.seat: fighter for fighter in state.fighters}
    size, seats = settings.board, {}
    for seat in state.seats:
        fighter = fighters.get(seat)
        if fighter is None:  # who has no place before the first turn
            gone = seat in state.gone
            fighter = Fighter(seat, (), -1, settings.hp, 0, 0 if gone else None, gone)
        at = fighter.square
        plays = fighter.out is None and at >= 0
        seats[seat] = SeatView(
            types=fighter.types,
            square=None if at < 0 else squares.name(at, size),
            hp=fighter.hp,
            mp=fighter.mp,
            out=fighter.out,
            resigned=fighter.resigned,
            mark=marks[seat],
            reach=walkable(at, size) if plays else None,
            menu=menu(settings, fighter) if plays else (),
        )
    return View(state.turn, seats, size, settings.types, settings.limit)


def _marks(seats: tuple[Seat, ...]) -> dict[Seat, str]:
    """Return a letter for each player: one of its name, else the next free.

    Names with numbers go on behind their first letter, in order: of "Bot 2" the others
    would say nothing. There are as many letters as there can be players (A19).
    """
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    marks: dict[Seat, str] = {}
    for seat in seats:
        preferred = [letter for letter in seat.upper() if letter in alphabet]
        if preferred and seat[-1].isdecimal():
            preferred = [*alphabet[alphabet.index(preferred[0]) :]]
        free = [x for x in (*preferred, *alphabet) if x not in marks.values()]
        marks[seat] = free[0]
    return marks
