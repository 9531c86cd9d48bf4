"""Orders, turns and states of games of the library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, TypeAlias

from pbem.chance import Chance
from pbem.kit.turns import Resign
from pbem.protocol import Event, Fault, Order, Seat

FEW = 8  #: turns that a refusal lists
MOST_SAMPLES = 4  #: that it lists of more


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Order):
    """A turn, as it was written."""

    text: str
    offers: bool = False  #: a draw, together with the turn

    def __str__(self) -> str:
        return f"{self.text} (=)" if self.offers else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Order):
    """Offers a draw, accepts the one that is offered, or declines it, at any time."""

    anytime: ClassVar[bool] = True
    verb: str  #: "offer", "accept", "decline"

    @property
    def joins(self) -> bool:
        """Whether people send it together with a turn: an offer."""
        return self.verb == "offer"

    def __str__(self) -> str:
        return f"{self.verb} draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Left(Event):
    """A player resigned."""

    seat: Seat


class LegalTurn(NamedTuple):
    """A turn that can be played."""

    actions: tuple[int, ...]  #: of the engine, one after the other
    text: str  #: as it is written
    cells: tuple[str, ...] = ()  #: where it is seen on the board
    offers: bool = False  #: a draw, together with the turn


class Played(NamedTuple):
    """A turn that was played."""

    seat: Seat
    text: str
    cells: tuple[str, ...] = ()


Turns: TypeAlias = Sequence[LegalTurn]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """All that was played, with the engine's own state, which is never changed."""

    seats: tuple[Seat, ...]
    engine: Any = field(compare=False, repr=False)
    turns: tuple[Played, ...] = ()
    resigned: Seat = ""
    chance: Chance | None = None  #: what is drawn from; None: nothing is drawn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.resigned or self.engine.is_terminal())


def after(engine: Any, turn: LegalTurn) -> Any:
    """Return the engine's state after a turn."""
    engine = engine.clone()
    for action in turn.actions:
        engine.apply_action(action)
    return engine


def listed(turns: Turns) -> tuple[str, ...]:
    """Return some turns in notation, evenly spread over all of them."""
    step = max(1, len(turns) // MOST_SAMPLES)
    return tuple(turn.text for turn in turns[::step][:MOST_SAMPLES])


def no_such_move(order: Play, turns: Turns) -> Fault:
    """Return the fault that an order is not a legal turn, with examples."""
    few = len(turns) <= FEW
    some = tuple(turn.text for turn in turns) if few else listed(turns)
    given = {"written": order.text, "some": some, "all": few}
    return Fault("illegal.no-such-move", given=given)


def lower(word: str) -> str:
    """Return a word in small letters."""
    return word.lower()


def play(*words: str) -> Play:
    """Return the turn that words name, in small letters."""
    return Play(text=" ".join(words).lower())


def resign(_word: object = None) -> Resign:
    """Return the order to resign."""
    return Resign()


def offering(turn: Play, *_words: str) -> Play:
    """Return a turn that offers a draw, too."""
    return replace(turn, offers=True)


def draw(words: str) -> Draw:
    """Return the order that offers, accepts or declines a draw.

    >>> draw("Accept draw")
    Draw(verb='accept')
    """
    return Draw(verb="offer" if words == "(=)" else words.lower().split()[0])
