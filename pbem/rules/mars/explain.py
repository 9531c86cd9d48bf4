"""What a plan would do, action by action, for receipts."""

from __future__ import annotations

from pbem.protocol import Seat
from pbem.rules.mars.actions.actions import (
    Action,
    Await,
    BuildBridge,
    BuildDome,
    Explore,
    Make,
    Move,
    Pause,
    Pipe,
    Transmute,
    Use,
)
from pbem.rules.mars.events import Explained
from pbem.rules.mars.map.board import spell
from pbem.rules.mars.map.colours import COLOUR, RESOURCE
from pbem.rules.mars.orders import Plan
from pbem.rules.mars.state import State


def explain_plan(state: State, seat: Seat, plan: Plan) -> tuple[Explained, ...]:
    """Return one event for each action of a plan that passed its check."""
    hand = state.hand(seat)
    return tuple(_explained(state, hand, action) for action in plan.actions)


def _explained(state: State, hand: tuple[str, ...], action: Action) -> Explained:
    board = state.board
    at = target = number = 0
    pawn = colour = ""
    match action:
        case Move():
            pawn, at, target = action.pawn, action.origin, action.target
            ends = (board.at.get(at, 0), board.at[target])
            colour = next((c for c in board.tracks.get(ends, ()) if c in hand), "")
        case Make():
            pawn, at, colour = action.pawn, action.at, COLOUR[action.pawn]
        case Explore():
            at = action.at
            colour = board.spots[board.at[at]].explore
            pawn = RESOURCE.get(colour, "")
        case BuildBridge() | Pipe():
            at, target = action.origin, action.target
        case BuildDome():
            at = action.at
        case Transmute():
            at, pawn = action.at, action.into
        case Await():
            at, pawn = action.at, action.pawn
        case Pause():
            number = action.ticks
        case Use():
            number = action.tile
    return Explained(
        part=str(action),
        kind=type(action).__name__,
        pawn=pawn,
        place=spell(board.at.get(at, 0)),
        target=spell(board.at.get(target, 0)),
        colour=colour,
        number=number,
    )
