"""Orders carried out: whose turn it is then, or how the game ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from pbem.kit.change import changed
from pbem.kit.turns import Resign, following
from pbem.protocol import Event, Outcome, Seat, Step
from pbem.rules.lava.board import cell, coordinates
from pbem.rules.lava.events import (
    AutoPlaced,
    DiceRanOut,
    Placed,
    Rolled,
    Stuck,
    TurnCut,
)
from pbem.rules.lava.faces import COLOURS, LETTERS, SIDES, SPELT
from pbem.rules.lava.judge import eliminated, judge
from pbem.rules.lava.legal import can_lay, placements
from pbem.rules.lava.orders import Spot
from pbem.rules.lava.state import State, Tile


class Roll(NamedTuple):
    """A die that the referee is to roll (L18)."""

    die: int


AnyBound: TypeAlias = Step[State] | Roll | Resign
"""Dice as they lie and are judged, a roll, or a resignation."""


def resolve(state: State, orders: Mapping[Seat, AnyBound]) -> Step[State]:
    """Return what the turn of the one seat that was asked brings."""
    (order,) = orders.values()
    if isinstance(order, Roll):
        return _roll(state, order.die)
    assert isinstance(order, Step)
    return order


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, or None."""
    return state.result


def resign(state: State, seat: Seat, order: AnyBound) -> Step[State]:
    """Return what a resignation brings: its seat is out, its dice stay (L25)."""
    out = (*state.out, seat)
    events: list[Event] = [eliminated(state, seat, "resigned")]
    staying = tuple(name for name in state.seats if name not in out)
    if len(staying) == 1:  # (L17)
        result = Outcome(staying, "last-standing")
        after = changed(state, out=out, mover=None, rolled=None, result=result)
    elif seat == state.mover:
        after = end_if_stuck(_pass_on(changed(state, out=out), seat), events)
    else:
        after = changed(state, out=out)
    return Step(after, tuple(events))


def lay(state: State, spot: Spot) -> Step[State]:
    """Return a die and its auto moves laid and judged, and the turn passed on."""
    mover = state.mover
    assert mover is not None
    where, face = cell(spot.x, spot.y), spot.face
    # Auto moves are made with any dice (L23).
    board, auto, stock = state.board.played(where, face, state.stock)
    at = (spot.x, spot.y)
    events: list[Event] = [
        Placed(seat=mover, face=spot.word, corners=SPELT[face], at=at, part=str(spot))
    ]
    fell = [Tile(coordinates(near), LETTERS[only], mover, True) for near, only in auto]
    for tile, (_, only) in zip(fell, auto, strict=True):
        events.append(
            AutoPlaced(seat=mover, face=tile.face, corners=SPELT[only], at=tile.at)
        )
    cells = [where, *(near for near, _ in auto)]
    out, result = judge(state, board, cells, events)
    goes_on, second = _next(state, out, stock, result, events)
    after = State(
        state.seats,
        state.terms,
        board,
        (*state.laid, Tile(at, spot.word, mover, False), *fell),
        stock,
        goes_on,
        out,
        len(cells) + (state.recent if state.second else 0),
        second,
        None,
        state.turn + (goes_on is not None and not second),
        state.chance,
        result if any(stock) or result is not None else Outcome((), "dice-out"),
    )
    if second and not can_lay(after, mover):  # (L19, L20)
        events.append(TurnCut(seat=mover))
        after = _pass_on(after, mover)
    return Step(end_if_stuck(after, events), tuple(events))


def _next(
    state: State,
    out: tuple[Seat, ...],
    stock: tuple[int, ...],
    result: Outcome | None,
    events: list[Event],
) -> tuple[Seat | None, bool]:
    """Return who moves after a die, and whether it is the second one of a turn."""
    mover = state.mover
    assert mover is not None
    if result is not None:
        return None, False
    if not any(stock):  # (L16)
        events.append(DiceRanOut())
        return None, False
    two = state.terms.dice_per_turn == 2 and state.laid and not state.second
    if two and mover not in out:  # (L19)
        return mover, True
    return following(state.seats, mover, out)[0], False  # (L15)


def _pass_on(state: State, mover: Seat) -> State:
    """Return the state with the turn given to the next seat that is not out (L15)."""
    follower = following(state.seats, mover, state.out)[0]
    turn = state.turn + 1
    return changed(state, mover=follower, second=False, rolled=None, turn=turn)


def end_if_stuck(state: State, events: list[Event]) -> State:
    """Return the state, or a draw where the seat to move can lay nothing (L4)."""
    mover = state.mover
    if mover is None or can_lay(state, mover):
        return state
    events.append(Stuck(seat=mover))
    return changed(state, mover=None, result=Outcome((), "no-placement"))


def _roll(state: State, die: int) -> Step[State]:
    """Return a die rolled until a side comes up that fits somewhere (L18, L24)."""
    mover, chance = state.mover, state.chance
    assert mover is not None
    assert chance is not None
    faces = {spot & 31 for spot in placements(state, mover, any_side=True)}
    events: list[Event] = []
    fits = False
    while not fits:
        value, chance = chance.below(6, "lava die")
        rotations = SIDES[die][min(value, 2)]
        fits = not faces.isdisjoint(rotations)
        events.append(
            Rolled(
                seat=mover,
                die=COLOURS[die],
                face=SPELT[rotations[0]],
                letters="".join(LETTERS[face] for face in rotations),
                fits=fits,
            )
        )
    after = changed(state, rolled=(die, min(value, 2)), chance=chance)
    return Step(after, tuple(events))
