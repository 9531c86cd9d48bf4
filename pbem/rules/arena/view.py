"""What everybody may see of a game of Magic Arena (A18)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pbem.kit import squares
from pbem.protocol import Seat
from pbem.rules.arena.board_text import draw
from pbem.rules.arena.legal import menu
from pbem.rules.arena.plan import walkable
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
        """Return the board in text: players by their letters."""
        marks = {at: [self.seats[x].mark for x in who] for at, who in self.occupied()}
        return draw(self.size, marks)

    def place(self, name: str) -> tuple[int, int]:
        """Return the file and rank of a square, both from 0."""
        square = squares.find(name, self.size)
        assert square is not None
        rank, file = divmod(square, self.size)
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

    def shade(self, name: str) -> str:
        """Return the colour of a square: "dark" or "light" (A14)."""
        square = squares.find(name, self.size)
        assert square is not None
        return "dark" if squares.is_dark(square, self.size) else "light"


def build(state: State) -> View:
    """Return the view of a state, the same for everybody."""
    size = state.settings.size
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
            walkable(fighter.square, size) if inside else None,
            menu(state.settings, fighter.types, fighter.mp) if inside else (),
        )
    for seat in state.seats:
        if seat not in seats:
            gone, hp = seat in state.gone, state.settings.hp
            out = 0 if gone else None
            seats[seat] = SeatView((), None, hp, 0, out, gone, marks[seat], None, ())
    ordered = {seat: seats[seat] for seat in state.seats}
    return View(state.turn, ordered, size, state.settings.types, state.settings.limit)


@lru_cache(maxsize=64)
def _marks(seats: tuple[Seat, ...]) -> dict[Seat, str]:
    """Return a letter for each player: one of its name, else the next free.

    There are as many letters as there can be players (A19).
    """
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    marks: dict[Seat, str] = {}
    for seat in seats:
        wanted = [letter for letter in seat.upper() if letter in alphabet]
        free = [x for x in (*wanted, *alphabet) if x not in marks.values()]
        marks[seat] = free[0]
    return marks
