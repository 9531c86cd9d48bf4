"""What each action does, and why it cannot be done yet.

An action either happens and is told as events, or comes back as blocked: a
code, a place and a pawn, out of which templates make "waited for a crystal at
T1.4".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.protocol import Seat
from pbem.rules.mars.actions.actions import (
    Action,
    Await,
    BuildBridge,
    BuildDome,
    Explore,
    Make,
    Move,
    Pipe,
    Transmute,
    Use,
)
from pbem.rules.mars.actions.building import build_bridge, build_dome
from pbem.rules.mars.actions.exploring import explore, make
from pbem.rules.mars.actions.pawn_moves import move, pipe
from pbem.rules.mars.actions.table import Blocked, Table
from pbem.rules.mars.events import Switched, Transmuted
from pbem.rules.mars.map.board import spell
from pbem.rules.mars.map.colours import COLOUR
from pbem.rules.mars.state import SWITCH_TICKS


def _transmute(table: Table, seat: Seat, action: Transmute) -> Blocked | None:
    """Change a resource on a tile for one in the supply, of one's colour (Z9)."""
    place = table.board.at[action.at]
    pawn = table.pawns.get(place, "")
    if COLOUR.get(action.into, "") not in table.hand(seat):
        return Blocked("not-yours", place, action.into)
    if not table.wild:
        return Blocked("no-wild", place, forever=True)
    if pawn not in COLOUR:
        return Blocked("no-resource", place, pawn)
    if pawn == action.into:
        return Blocked("same", place, pawn)
    if not table.supply[action.into]:
        return Blocked("no-supply", place, action.into)
    table.take_back(place)
    table.supply[action.into] -= 1
    table.pawns[place] = action.into
    table.wild -= 1
    table.events.append(
        Transmuted(
            tick=table.tick,
            seat=seat,
            pawn=pawn,
            into=action.into,
            place=spell(place),
            wild=table.wild,
        )
    )
    return None


def _use(table: Table, seat: Seat, action: Use) -> Blocked | None:
    """Change the action tile, on a tenth tick only and once in it (Z16)."""
    if action.tile - 1 == table.using:
        return None
    if table.clock % SWITCH_TICKS or table.switched == table.clock:
        return Blocked("clock")
    table.switched = table.clock
    table.using = action.tile - 1
    colours = table.hands[table.using]
    table.events.append(
        Switched(tick=table.tick, seat=seat, tile=action.tile, colours=colours)
    )
    return None


def _await(table: Table, seat: Seat, action: Await) -> Blocked | None:
    place = table.board.at[action.at]
    seen = table.pawns.get(place, "")
    if seen == action.pawn:
        return None
    if action.pawn:
        return Blocked("no-pawn", place, action.pawn)
    return Blocked("taken", place, seen)


#: What does each kind of action but the pause: None when it is done.
PERFORM: dict[type[Action], Callable[[Table, Seat, Any], Blocked | None]] = {
    Move: move,
    Make: make,
    Explore: explore,
    BuildBridge: build_bridge,
    BuildDome: build_dome,
    Pipe: pipe,
    Transmute: _transmute,
    Use: _use,
    Await: _await,
}

#: Actions that take no tick: the next of the plan is tried at once (Z20).
FREE = (Use, Await)
