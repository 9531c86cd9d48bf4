"""Orders, turns and states of games of the library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.chance import Chance
from pbem.kit.turns import Resign
from pbem.protocol import Event, Order, Seat

MOST_SAMPLES = 4  #: turns that a refusal names


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Order):
    """A turn, as it was written."""

    text: str

    def __str__(self) -> str:
        return self.text


class LegalTurn(NamedTuple):
    """A turn that can be played."""

    actions: tuple[int, ...]  #: of the engine, one after the other
    text: str  #: as it is written
    cells: tuple[str, ...] = ()  #: where it is seen on the board


class Played(NamedTuple):
    """A turn that was played."""

    seat: Seat
    text: str
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """All that was played, with the engine's own state, which is never changed."""

    seats: tuple[Seat, ...]
    game: str  #: as the engine spells it, with its parameters
    engine: Any = field(compare=False, repr=False)
    turns: tuple[Played, ...] = ()
    resigned: Seat = ""
    chance: Chance | None = None  #: what dice are drawn from; None: there are none


@dataclass(frozen=True, slots=True, kw_only=True)
class Left(Event):
    """A player resigned."""

    seat: Seat


def listed(turns: Sequence[LegalTurn]) -> tuple[str, ...]:
    """Return some turns as they are written, spread over all of them."""
    step = max(1, len(turns) // MOST_SAMPLES)
    return tuple(turn.text for turn in turns[::step][:MOST_SAMPLES])


def resign(_word: object = None) -> Resign:
    """Return the order to resign."""
    return Resign()
