"""What every step of a plan is: written, checked before a round, done in it.

Two actions that do the same are equal; where they stand in a text, plans know.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

from pbem.protocol import Fault, Seat
from pbem.rules.mars.actions.table import Blocked, RoundState
from pbem.rules.mars.events import Explained
from pbem.rules.mars.map.board import Board
from pbem.rules.mars.map.colours import COLOUR
from pbem.rules.mars.map.places import spell
from pbem.rules.mars.state import State

Faults: TypeAlias = tuple[Fault, ...]


class Context(NamedTuple):
    """What an action is checked in: the state, and the colours that the seat holds by
    then."""

    state: State
    board: Board
    hand: tuple[str, ...]

    def not_yours(self, colour: str, **given: Any) -> Fault:
        """Return the fault of using a colour that somebody else holds."""
        owners = self.state.owners(colour)
        tiles = tuple(
            number
            for number, hand in enumerate(self.state.hands, 1)
            if self.state.solo and colour in hand
        )
        yours = {"colour": colour, "owners": owners, "tiles": tiles, **given}
        return Fault("illegal.not-yours", given={**yours, "hand": self.hand})

    def off_map(self, places: Iterable[int]) -> Faults:
        """Return a fault for the first of these places that the map lacks; 0 is no
        place."""
        at = self.board.at
        for place in places:
            if place and place not in at:
                tile, tiles = place // 10, len(self.state.laid)
                given: dict[str, Any] = {"tile": f"T{tile}", "tiles": tiles}
                if not 1 <= tile <= tiles:
                    return (Fault("illegal.no-tile", given=given),)
                there = tuple(spell(p) for p in sorted(at) if p // 10 == tile)
                given = {"place": spell(place), "tile": f"T{tile}", "there": there}
                return (Fault("illegal.no-place", given=given),)
        return ()

    def resource(self, pawn: str) -> Faults:
        """Return why a seat may not bring a pawn onto the map."""
        if pawn not in COLOUR:
            return (Fault("illegal.not-a-resource", given={"pawn": pawn}),)
        if COLOUR[pawn] not in self.hand:
            return (self.not_yours(COLOUR[pawn], pawn=pawn),)
        return ()

    def tokens(self, what: str) -> Faults:
        """Return a fault: a module has no such tokens."""
        if not self.state.settings.wild:
            return (Fault("illegal.module", given={"what": what, "from": 2}),)
        return ()


def context_of(state: State, seat: Seat) -> Context:
    """Return what the first action of a seat is checked in."""
    return Context(state, state.board, state.hand(seat))


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One step of a plan; no ABC, as those are slow to tell apart."""

    free: ClassVar[bool] = False  #: takes no tick: the next is tried at once (Z20)

    optional: bool = False  #: marked "?": left out when it cannot be done

    @property
    @abstractmethod
    def words(self) -> str:
        """The action as it is written, without its mark."""

    @property
    def places(self) -> tuple[int, ...]:
        """The places that it names; 0 stands for no place."""
        return ()

    def faults(self, context: Context) -> Faults:
        """Return why it can never be done; nothing: it is legal (Z23).

        Nothing depends on pawns and sand here: those may change in time.
        """
        return context.off_map(self.places) or self.impossible(context)

    def impossible(self, context: Context) -> Faults:
        """Return why it can never be done, though its places are on the map."""
        return ()

    def perform(self, table: RoundState, seat: Seat) -> Blocked | None:
        """Do it, or return why that cannot be yet."""
        return None

    def explanation(self, board: Board, hand: tuple[str, ...]) -> dict[str, Any]:
        """Return fields of the event `Explained`, which a receipt shows."""
        return {}

    def explained(self, board: Board, hand: tuple[str, ...]) -> Explained:
        """Return what it would do, for receipts."""
        facts = self.explanation(board, hand)
        return Explained(part=str(self), kind=type(self).__name__, **facts)

    def __str__(self) -> str:
        return self.words + " ?" * self.optional


class AtPlace(Action):
    """A step at one place."""

    __slots__ = ()
    at: int

    @property
    def places(self) -> tuple[int, ...]:
        return (self.at,)

    def explanation(self, board: Board, hand: tuple[str, ...]) -> dict[str, Any]:
        return {"place": board.called(self.at)}


class BetweenPlaces(Action):
    """A step from one place to another."""

    __slots__ = ()
    origin: int
    target: int

    @property
    def places(self) -> tuple[int, ...]:
        return (self.origin, self.target)

    def explanation(self, board: Board, hand: tuple[str, ...]) -> dict[str, Any]:
        origin, target = board.called(self.origin), board.called(self.target)
        return {"place": origin, "target": target}


def where(place: int) -> str:
    """Return where an action is done, as it is written; nothing: anywhere.

    >>> where(13), where(0)
    (' at T1.3', '')
    """
    return f" at {spell(place)}" if place else ""
