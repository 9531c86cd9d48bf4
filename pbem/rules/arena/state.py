"""The state of a game of Magic Arena."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pbem.protocol import Options, Seat


class House(NamedTuple):
    """The options that a game is played by (A20)."""

    hp: int = 20
    size: int = 8
    types: str = "1"  #: "1", "2" or "all"
    level1: bool = False  #: level-1 magic of every type
    healing: bool = True
    storms: bool = True
    stack: bool = True
    overheal: bool = False
    limit: int = 0  #: turns; 0: none

    @classmethod
    def of(cls, options: Options) -> House:
        """The options of the header, as the rules use them."""
        return cls(
            hp=options["hp"],
            size=options["board"],
            types=options["types"],
            level1=options["level1"] == "all",
            healing=options["healing"],
            storms=options["storms"],
            stack=options["stack"],
            overheal=options["overheal"],
            limit=options["limit"],
        )


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

    house: House
    seats: tuple[Seat, ...]
    turn: int
    fighters: tuple[Fighter, ...] = ()
    gone: tuple[Seat, ...] = ()  #: who resigned before the start

    def fighter(self, seat: Seat) -> Fighter | None:
        """The fighter of a seat, once turn 0 is done."""
        return next((f for f in self.fighters if f.seat == seat), None)

    def standing(self) -> tuple[Seat, ...]:
        """The seats that are still in, in seat order."""
        if not self.turn:
            return tuple(seat for seat in self.seats if seat not in self.gone)
        return tuple(f.seat for f in self.fighters if f.out is None)
