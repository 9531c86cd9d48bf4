"""What a plan would do, step by step, for receipts."""

from __future__ import annotations

from pbem.rules.mars.events import Meant
from pbem.rules.mars.map.board import spell
from pbem.rules.mars.map.colours import COLOUR, RESOURCE
from pbem.rules.mars.orders import (
    Action,
    Await,
    Build,
    Explore,
    Make,
    Move,
    Pause,
    Pipe,
    Plan,
    Span,
    Transmute,
    Use,
)
from pbem.rules.mars.state import State


def read_plan(state: State, seat: str, plan: Plan) -> tuple[Meant, ...]:
    """One event for each action of a plan."""
    hand = state.hand(state.seats.index(seat))
    return tuple(_meant(state, hand, action, seat) for action in plan.actions)


def _meant(state: State, hand: tuple[str, ...], action: Action, seat: str) -> Meant:
    board = state.board
    pawn = place = target = colour = ""
    number = 0
    match action:
        case Move():
            pawn, target = action.pawn, _name(state, action.target)
            place = _name(state, action.origin)
            colours = board.tracks.get(
                (board.at.get(action.origin, 0), board.at[action.target]), ()
            )
            colour = next((c for c in colours if c in hand), "")
        case Make():
            pawn, place = action.pawn, _name(state, action.at)
            colour = COLOUR[pawn]
        case Explore():
            place = _name(state, action.at)
            colour = board.spots[board.at[action.at]].explore
            pawn = RESOURCE.get(colour, "")
        case Span() | Pipe():
            place, target = _name(state, action.origin), _name(state, action.target)
        case Build():
            place = _name(state, action.at)
        case Transmute():
            place, pawn = _name(state, action.at), action.into
        case Await():
            place, pawn = _name(state, action.at), action.pawn
        case Pause():
            number = action.ticks
        case Use():
            number = action.tile
    return Meant(
        part=str(action),
        kind=type(action).__name__.lower(),
        pawn=pawn,
        place=place,
        target=target,
        colour=colour,
        number=number,
    )


def _name(state: State, place: int) -> str:
    return spell(state.board.at[place]) if place else ""
