"""Tokens, waiting, and the lone player's action tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.protocol import Fault, Seat
from pbem.rules.mars.actions.action import Action, AtPlace, Context, Faults, where
from pbem.rules.mars.actions.table import Blocked, RoundState
from pbem.rules.mars.events import Switched, Transmuted
from pbem.rules.mars.map.board import Board
from pbem.rules.mars.map.colours import COLOUR
from pbem.rules.mars.map.places import spell
from pbem.rules.mars.state import SWITCH_TICKS

MAX_PAUSE_TICKS = 60


@dataclass(frozen=True, slots=True)
class Transmute(AtPlace):
    """A resource on the map, changed into another by a Wild token (Z9)."""

    at: int
    into: str

    @property
    def words(self) -> str:
        return f"transmute {spell(self.at)} to {self.into}"

    def explanation(self, board: Board, hand: tuple[str, ...]) -> dict[str, Any]:
        return {"pawn": self.into, "place": board.called(self.at)}

    def impossible(self, context: Context) -> Faults:
        return context.tokens("wild") + context.resource(self.into)

    def perform(self, table: RoundState, seat: Seat) -> Blocked | None:
        """Change a resource on a tile for one in the supply, of one's colour (Z9)."""
        place = table.board.at[self.at]
        pawn = table.pawns.get(place, "")
        if COLOUR.get(self.into, "") not in table.hand[seat]:
            return Blocked("not-yours", place, self.into)
        if not table.wild:
            return Blocked("no-wild", place, forever=True)
        if pawn not in COLOUR:
            return Blocked("no-resource", place, pawn, False)
        if pawn == self.into:
            return Blocked("same", place, pawn)
        if not table.supply[self.into]:
            return Blocked("no-supply", place, self.into)
        table.take_back(place)
        table.bring(self.into, place)
        table.wild -= 1
        facts = {"into": self.into, "place": spell(place), "wild": table.wild}
        table.tell(Transmuted, seat, pawn=pawn, **facts)
        return None


@dataclass(frozen=True, slots=True)
class Await(AtPlace):
    """Nothing, until a pawn stands somewhere, or ("") until nothing does (Z20)."""

    free: ClassVar[bool] = True

    pawn: str
    at: int

    @property
    def words(self) -> str:
        return f"wait for {self.pawn or 'empty'}{where(self.at)}"

    def explanation(self, board: Board, hand: tuple[str, ...]) -> dict[str, Any]:
        return {"pawn": self.pawn, "place": board.called(self.at)}

    def perform(self, table: RoundState, seat: Seat) -> Blocked | None:
        """Go on as soon as it is there."""
        place = table.board.at[self.at]
        seen = table.pawns.get(place, "")
        if seen == self.pawn:
            return None
        if self.pawn:
            return Blocked("no-pawn", place, self.pawn)
        return Blocked("taken", place, seen)


@dataclass(frozen=True, slots=True)
class Pause(Action):
    """Nothing, while some ticks of sand run down (Z20); rounds count them."""

    ticks: int

    @property
    def words(self) -> str:
        return f"wait {self.ticks}"

    def explanation(self, board: Board, hand: tuple[str, ...]) -> dict[str, Any]:
        return {"number": self.ticks}

    def impossible(self, context: Context) -> Faults:
        if 1 <= self.ticks <= MAX_PAUSE_TICKS:
            return ()
        given = {"found": self.ticks, "most": MAX_PAUSE_TICKS}
        return (Fault("illegal.pause", given=given),)


@dataclass(frozen=True, slots=True)
class Use(Action):
    """The lone player's change to another action tile (Z16)."""

    free: ClassVar[bool] = True

    tile: int  #: from 1

    @property
    def words(self) -> str:
        return f"use {self.tile}"

    def explanation(self, board: Board, hand: tuple[str, ...]) -> dict[str, Any]:
        return {"number": self.tile}

    def impossible(self, context: Context) -> Faults:
        most = len(context.state.hands)
        if not context.state.solo:
            return (Fault("illegal.not-alone"),)
        if 1 <= self.tile <= most:
            return ()
        given = {"found": self.tile, "most": most}
        return (Fault("illegal.no-action-tile", given=given),)

    def perform(self, table: RoundState, seat: Seat) -> Blocked | None:
        """Change the action tile, on a tenth tick only and once in it (Z16)."""
        if self.tile - 1 == table.using:
            return None
        if table.clock % SWITCH_TICKS or table.switched == table.clock:
            return Blocked("clock")
        table.switched = table.clock
        table.using = self.tile - 1
        table.take_up()
        colours = table.hands[table.using]
        table.tell(Switched, seat, tile=self.tile, colours=colours)
        return None
