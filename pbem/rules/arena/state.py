"""The state of a game of Magic Arena."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pbem.kit import squares
from pbem.protocol import Options, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(Options):
    """The options of a game."""

    hp: int = 20  #: hit points at the start
    board: int = 8  #: squares along each side of the board
    types: str = "1"  #: "1", "2" or "all"
    level1: str = "own"  #: whose level-1 magic one may cast: "own" or "all"
    healing: bool = True
    storms: bool = True
    stack: bool = True  #: whether a magic cast twice hits twice (A5)
    overheal: bool = False  #: whether healing may exceed `hp` (A7)
    limit: int = 0  #: turns; 0: none

    @property
    def size(self) -> int:
        """The squares along each side of the board."""
        return self.board

    @property
    def last(self) -> str:
        """The name of the north-eastern square, at which the board ends."""
        return squares.name(self.size**2 - 1, self.size)


class Fighter(NamedTuple):
    """One player on the board."""

    seat: Seat
    types: tuple[str, ...]
    square: int
    hp: int
    mp: int
    out: int | None = None  #: the turn of removal
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The arena before a turn is ordered; no fighters before turn 0 is done."""

    settings: Settings
    seats: tuple[Seat, ...]
    turn: int
    fighters: tuple[Fighter, ...] = ()
    gone: tuple[Seat, ...] = ()  #: who resigned before the start

    def fighter(self, seat: Seat) -> Fighter | None:
        """Return the fighter of a seat, once turn 0 is done."""
        for fighter in self.fighters:
            if fighter.seat == seat:
                return fighter
        return None

    def standing(self) -> tuple[Seat, ...]:
        """Return the seats that are still in, in seat order."""
        if not self.turn:
            return tuple([seat for seat in self.seats if seat not in self.gone])
        return tuple([f.seat for f in self.fighters if f.out is None])
