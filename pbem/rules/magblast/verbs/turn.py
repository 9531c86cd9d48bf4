"""Orders of the player whose turn it is, and the phases that they pass over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.protocol import Fault
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.limits import after_moves
from pbem.rules.magblast.fleet import BERTHS, ZONES
from pbem.rules.magblast.resolve import stack
from pbem.rules.magblast.resolve.table import WorkingFleets
from pbem.rules.magblast.resolve.turn_change import end_turn, settle_moves
from pbem.rules.magblast.state import (
    ACTION,
    DISCARD,
    FLAGSHIP,
    PHASES,
    Played,
    State,
    Target,
)
from pbem.rules.magblast.verbs.line import Line, cards_preview


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Line):
    """An order of the active player."""

    phase: ClassVar[int] = ACTION  #: that it belongs to
    anywhen: ClassVar[bool] = False  #: it belongs to any phase
    may_lose_hit: ClassVar[bool] = (
        False  #: a Direct Hit may be lost by it unawares (B46)
    )
    keeps_hit: ClassVar[bool] = False  #: or sees itself to what may follow a hit

    def position(self, state: State, me: int) -> State:
        Line.position(self, state, me)
        if state.drawn is not None:
            raise Illegal("place-one", count=len(state.drawn.ships))
        return self.enter(state, me)

    @classmethod
    def enter(cls, state: State, me: int) -> State:
        if cls.phase == DISCARD and state.fleets[me].turns == 1:  # (B24)
            room = state.room(me) if state.phase == DISCARD else 0
            raise Illegal("first-turn", room=room)
        if cls.phase < state.phase and not cls.anywhen:
            now, asked = PHASES[state.phase], PHASES[cls.phase]
            raise Illegal("phase", now=now, asked=asked)
        return after_moves(state) if cls.ends_moves() else state

    @classmethod
    def ends_moves(cls) -> bool:
        """Return whether the order ends the movement, were there any (B35)."""
        return cls.anywhen or cls.phase == ACTION

    def warnings(self, state: State, me: int, found: Any) -> Iterable[Fault]:
        """Return a warning where this order forfeits a Direct Hit, or what it allows
        (B46).

        Who fires on, launches or ends the turn has seen that; who does something in
        between may not.
        """
        hit = state.hit
        if hit is None or not self.may_lose_hit or me != state.active:
            return ()
        keys = {state.key(card) for card in state.fleets[me].cards}
        if not hit.direct and "direct-hit" not in keys:
            return ()
        given = {"direct": hit.direct, "order": str(self)}
        given |= state.whereabouts(hit.target)
        return (Fault("doubtful.hit-passes", given=given, ask=True),)

    def do(self, table: WorkingFleets, me: int, found: Any) -> None:
        if table.state.phase == DISCARD and not self.anywhen:
            table.fill()
        phase = self.phase
        if self.ends_moves():
            phase = ACTION if table.state.moves or not self.anywhen else 0  # (B35)
            settle_moves(table)
        hit = table.state.hit if self.keeps_hit else None
        phase = max(phase, table.state.phase)
        table.change(last="stands", phase=phase, hit=hit)
        self.act(table, me, found)

    def act(self, table: WorkingFleets, me: int, found: Any) -> None:
        """Do it, once its phase has come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Turn):
    """An order that plays a card; `find` returns it as a `Played` for the reaction
    stack."""

    keys: ClassVar[tuple[str, ...]] = ()  #: of the cards that are played so
    keeps_hit: ClassVar[bool] = True

    def preview(self, state: State, me: int, found: Played) -> dict[str, Any]:
        given = {"kind": "play", **cards_preview(state, me, found.cards)}
        if found.ship != FLAGSHIP:
            given["ship"] = state.what(Target(me, found.ship))
            given["berth"] = BERTHS[found.ship]
        if found.target is not None:
            given |= state.whereabouts(found.target)
        if found.zone >= 0:
            given["zone"] = ZONES[found.zone]
        return given

    def act(self, table: WorkingFleets, me: int, found: Played) -> None:
        stack.put(table, found)


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Turn):
    """The end of the turn."""

    spelt: ClassVar[str] = "end"

    def act(self, table: WorkingFleets, me: int, found: None) -> None:
        end_turn(table)
