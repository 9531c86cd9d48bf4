"""What each action does, and why it cannot be done yet.

An action either happens and is told as events, or comes back as a snag: a
code, a place and a pawn, out of which templates make "waited for a crystal at
T1.4".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.rules.mars import events as told
from pbem.rules.mars.actions.building import bridge, build
from pbem.rules.mars.actions.exploring import explore, make
from pbem.rules.mars.actions.pawn_moves import move, pipe
from pbem.rules.mars.actions.table import Desk, Snag
from pbem.rules.mars.map.board import spell
from pbem.rules.mars.map.colours import COLOUR
from pbem.rules.mars.orders import (
    Action,
    Await,
    Build,
    Explore,
    Make,
    Move,
    Pipe,
    Span,
    Transmute,
    Use,
)


def _transmute(desk: Desk, seat: int, action: Transmute) -> Snag | None:
    """Z9: a resource on a tile for one in the supply of a colour one holds."""
    place = desk.board.at[action.at]
    pawn = desk.pawns.get(place, "")
    if COLOUR.get(action.into, "") not in desk.hand(seat):
        return ("not-yours", place, action.into)
    if not desk.wild:
        return ("no-wild", place, "")
    if pawn not in COLOUR:
        return ("no-resource", place, pawn)
    if pawn == action.into:
        return ("same", place, pawn)
    if not desk.supply[action.into]:
        return ("no-supply", place, action.into)
    desk.back(place)
    desk.supply[action.into] -= 1
    desk.pawns[place] = action.into
    desk.wild -= 1
    desk.events.append(
        told.Transmuted(
            tick=desk.tick,
            seat=desk.seats[seat],
            pawn=pawn,
            into=action.into,
            place=spell(place),
            wild=desk.wild,
        )
    )
    return None


def _use(desk: Desk, seat: int, action: Use) -> Snag | None:
    """Z16: only on a tenth tick, and once in it."""
    if action.tile - 1 == desk.using:
        return None
    if desk.clock % 10 or desk.switched:
        return ("clock", 0, "")
    desk.switched = True
    desk.using = action.tile - 1
    desk.events.append(
        told.Switched(
            tick=desk.tick,
            seat=desk.seats[seat],
            tile=action.tile,
            colours=desk.hands[desk.using],
        )
    )
    return None


def _await(desk: Desk, seat: int, action: Await) -> Snag | None:
    place = desk.board.at[action.at]
    seen = desk.pawns.get(place, "")
    if seen == action.pawn:
        return None
    return ("no-pawn", place, action.pawn) if action.pawn else ("taken", place, seen)


DEEDS: dict[type[Action], Callable[[Desk, int, Any], Snag | None]] = {
    Move: move,
    Make: make,
    Explore: explore,
    Span: bridge,
    Build: build,
    Pipe: pipe,
    Transmute: _transmute,
    Use: _use,
    Await: _await,
}

#: actions that take no tick: the next of the plan is tried at once
FREE = (Use, Await)
