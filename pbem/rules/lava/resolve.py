"""Orders carried out: whose turn it is then, or how the game ended."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from pbem.kit.change import changed
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
from pbem.rules.lava.state import State, Tile
from pbem.values import maker

MOST_DICE = 1 << 12  #: seats' dice that are kept as they lie


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


def lay(state: State, where: int, face: int) -> Step[State]:
    """Return a die and its auto moves laid and judged, and the turn passed on."""
    mover, terms, out, result = state.mover, state.terms, state.out, None
    assert mover is not None
    # Auto moves are made with any dice (L23).
    board, auto, stock, closed = state.board.played(where, face, state.stock)
    tile, event = _laid(mover, where << 5 | face)
    tiles, events = [tile], [event]
    for near, only in auto:
        tile, event = _laid_by_itself(mover, near << 5 | only)
        tiles.append(tile)
        events.append(event)
    if closed or 0 < terms.blob_extent <= board.widest:
        out, result = judge(state, board, closed, events)
    if result is None and not any(stock):  # (L16)
        events.append(DiceRanOut())
        result = Outcome((), "dice-out")
    goes_on, second = None, False
    if result is None:
        if terms.dice_per_turn == 2 and state.laid and not state.second:  # (L19)
            second = mover not in out
        goes_on = mover if second else _follower(state.seats, mover, out)
    after = _state(
        state.seats,
        terms,
        board,
        (*state.laid, *tiles),
        stock,
        goes_on,
        out,
        len(tiles) + (state.recent if state.second else 0),
        second,
        None,
        state.turn + (goes_on is not None and not second),
        state.chance,
        result,
    )
    if second and not can_lay(after, mover):  # (L19, L20)
        events.append(TurnCut(seat=mover))
        after = _pass_on(after, mover)
    return Step(end_if_stuck(after, events), tuple(events))


_state = maker(State)


@lru_cache(MOST_DICE)
def _laid(mover: Seat, spot: int) -> tuple[Tile, Event]:
    """Return a die as it lies, and that its seat laid it: the same things each time."""
    at, word, corners = coordinates(spot >> 5), LETTERS[spot & 31], SPELT[spot & 31]
    part = f"{word} {at[0]},{at[1]}"
    event = Placed(seat=mover, face=word, corners=corners, at=at, part=part)
    return Tile(at, word, mover, False), event


@lru_cache(MOST_DICE)
def _laid_by_itself(mover: Seat, spot: int) -> tuple[Tile, Event]:
    """Return an auto move as it lies, and that it was made."""
    at, word, corners = coordinates(spot >> 5), LETTERS[spot & 31], SPELT[spot & 31]
    event = AutoPlaced(seat=mover, face=word, corners=corners, at=at)
    return Tile(at, word, mover, True), event


@lru_cache
def _follower(seats: tuple[Seat, ...], mover: Seat, out: tuple[Seat, ...]) -> Seat:
    """Return the seat that comes next and is not out (L15)."""
    return following(seats, mover, out)[0]


def _pass_on(state: State, mover: Seat) -> State:
    """Return the state with the turn given to the next seat that is not out (L15)."""
    follower = _follower(state.seats, mover, state.out)
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
