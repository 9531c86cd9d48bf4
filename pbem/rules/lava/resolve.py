"""Orders carried out: whose turn it is then, or how the game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from pbem.kit.turns import Resign, following
from pbem.protocol import Event, Outcome, Seat, Step
from pbem.rules.lava.events import (
    AutoPlaced,
    DiceRanOut,
    Placed,
    Rolled,
    Stuck,
    TurnCut,
)
from pbem.rules.lava.faces import COLOURS, LETTERS, SIDES, SPELT
from pbem.rules.lava.grid import coordinates
from pbem.rules.lava.judge import eliminated, judge
from pbem.rules.lava.legal import can_lay, placements
from pbem.rules.lava.orders import NUMBERS
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
        after = replace(state, out=out, mover=None, rolled=None, result=result)
    elif seat == state.mover:
        after = end_if_stuck(_pass_on(replace(state, out=out), seat), events)
    else:
        after = replace(state, out=out)
    return Step(after, tuple(events))


def lay(state: State, where: int, face: int) -> Step[State]:
    """Return the state after a die and its automatic moves are placed and scored, with
    the turn passed on."""
    mover, options = state.mover, state.options
    assert mover is not None
    board, auto, stock, closed = state.board.played(where, face, state.stock)
    tiles = [_tile(mover, where, face, auto=False)]
    tiles += [_tile(mover, near, only, auto=True) for near, only in auto]
    events: list[Event] = [_event(mover, tile) for tile in tiles]
    out, result = judge(state, board, closed, events)
    if result is None and not any(stock):  # (L16)
        events.append(DiceRanOut())
        result = Outcome((), "dice-out")
    goes_on, second = None, False
    if result is None:
        if options.dice_per_turn == 2 and state.laid and not state.second:  # (L19)
            second = mover not in out
        goes_on = mover if second else _follower(state.seats, mover, out)
    after = replace(
        state,
        board=board,
        laid=(*state.laid, *tiles),
        stock=stock,
        mover=goes_on,
        out=out,
        recent=len(tiles) + (state.recent if state.second else 0),
        second=second,
        rolled=None,
        turn=state.turn + (goes_on is not None and not second),
        result=result,
    )
    if second and not can_lay(after, mover):  # (L19, L20)
        events.append(TurnCut(seat=mover))
        after = _pass_on(after, mover)
    after = end_if_stuck(after, events)
    return Step(after, tuple(events))


def _tile(mover: Seat, where: int, face: int, *, auto: bool) -> Tile:
    return Tile(coordinates(where), LETTERS[face], mover, auto)


def _event(mover: Seat, tile: Tile) -> Event:
    word, at, corners = tile.face, tile.at, SPELT[NUMBERS[tile.face]]
    if tile.auto:
        return AutoPlaced(seat=mover, face=word, corners=corners, at=at)
    part = f"{word} {at[0]},{at[1]}"
    return Placed(seat=mover, face=word, corners=corners, at=at, part=part)


def _follower(seats: tuple[Seat, ...], mover: Seat, out: tuple[Seat, ...]) -> Seat:
    """Return the seat that comes next and is not out (L15)."""
    return following(seats, mover, out)[0]


def _pass_on(state: State, mover: Seat) -> State:
    """Return the state with the turn given to the next seat that is not out (L15)."""
    follower = _follower(state.seats, mover, state.out)
    turn = state.turn + 1
    return replace(state, mover=follower, second=False, rolled=None, turn=turn)


def end_if_stuck(state: State, events: list[Event]) -> State:
    """Return the state, or a draw where the seat to move can lay nothing (L4)."""
    mover = state.mover
    if mover is None or can_lay(state, mover):
        return state
    events.append(Stuck(seat=mover))
    return replace(state, mover=None, result=Outcome((), "no-placement"))


def _roll(state: State, die: int) -> Step[State]:
    """Return a die rolled until a side comes up that fits somewhere (L18, L24)."""
    mover, chance = state.mover, state.chance
    assert mover is not None
    assert chance is not None
    faces = {face for _, face in placements(state, mover, any_side=True)}
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
    after = replace(state, rolled=(die, min(value, 2)), chance=chance)
    return Step(after, tuple(events))
