"""What everybody may see of a game of Magic Arena (A18)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from pbem.kit import squares
from pbem.protocol import Seat
from pbem.rules.arena.reading import STEPS, menu
from pbem.rules.arena.state import State


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


@dataclass(frozen=True, slots=True)
class View:
    """The arena before a turn is ordered."""

    turn: int  #: the turn now to be ordered
    seats: dict[Seat, SeatView]
    size: int
    types: str
    limit: int

    def board(self) -> list[str]:
        """The board in text: players by their letters, dark squares as colons.

        Where there is no room for all letters stands how many players there are.
        """
        # Large boards have narrow cells; the report names who stands together.
        room = 2 if self.size <= squares.ROOMY else 1
        shown: dict[int, str] = {}
        for name, seats in self.occupied():
            square = squares.find(name, self.size)
            assert square is not None
            marks = "".join(self.seats[seat].mark for seat in seats)
            shown[square] = marks if len(marks) <= room else str(len(marks))
        return squares.draw(self.size, shown)

    def place(self, name: str) -> tuple[int, int]:
        """File and rank of a square, both from 0."""
        square = squares.find(name, self.size)
        assert square is not None
        rank, file = divmod(square, self.size)
        return file, rank

    def number(self, seat: Seat) -> int:
        """The place of a seat in the order of seats, from 0."""
        return list(self.seats).index(seat)

    def occupied(self) -> list[tuple[str, tuple[Seat, ...]]]:
        """The squares on which somebody stands, with who does."""
        found: dict[str, tuple[Seat, ...]] = {}
        for name, seat in self.seats.items():
            if seat.square is not None and seat.out is None:
                found[seat.square] = (*found.get(seat.square, ()), name)
        return list(found.items())

    def crowds(self) -> list[tuple[str, tuple[Seat, ...]]]:
        """The squares on which several players stand."""
        return [(square, names) for square, names in self.occupied() if len(names) > 1]

    def company(self, seat: Seat) -> tuple[Seat, ...]:
        """Who else stands on a player's square."""
        square = self.seats[seat].square
        return tuple(
            name
            for name, other in self.seats.items()
            if name != seat and other.square == square and other.out is None
        )

    def shade(self, name: str) -> str:
        """The colour of a square: "dark" or "light"."""
        square = squares.find(name, self.size)
        assert square is not None
        return "dark" if squares.is_dark(square, self.size) else "light"


def build(state: State) -> View:
    """The view of a state."""
    size = state.house.size
    seats: dict[Seat, SeatView] = {}
    marks = _marks(state.seats)
    for fighter in state.fighters:
        inside = fighter.out is None
        seats[fighter.seat] = SeatView(
            fighter.types,
            squares.name(fighter.square, size),
            fighter.hp,
            fighter.mp,
            fighter.out,
            fighter.resigned,
            marks[fighter.seat],
            _reach(fighter.square, size) if inside else None,
            menu(state.house, fighter.types, fighter.mp) if inside else (),
        )
    for seat in state.seats:
        if seat not in seats:
            gone = seat in state.gone
            seats[seat] = SeatView(
                (),
                None,
                state.house.hp,
                0,
                0 if gone else None,
                gone,
                marks[seat],
                None,
                (),
            )
    ordered = {seat: seats[seat] for seat in state.seats}
    return View(state.turn, ordered, size, state.house.types, state.house.limit)


@cache
def _reach(square: int, size: int) -> tuple[str, str]:
    """The ends of the block that can be walked to."""
    return squares.corners(squares.around(square, STEPS, size), size)


@lru_cache(maxsize=64)
def _marks(seats: tuple[Seat, ...]) -> dict[Seat, str]:
    """A letter for each player: an initial where it is free, else the next free."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    marks: dict[Seat, str] = {}
    for seat in seats:
        wanted = [letter for letter in seat.upper() if letter in alphabet]
        free = [x for x in (*wanted, *alphabet) if x not in marks.values()]
        marks[seat] = free[0]
    return marks
