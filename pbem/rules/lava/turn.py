"""Lays a die and finds out whose turn it is then, or how the game ended."""

from __future__ import annotations

from dataclasses import replace

from pbem.protocol import Event, Outcome, Seat, Step
from pbem.rules.lava.board import cell, place
from pbem.rules.lava.events import (
    AutoPlaced,
    DiceRanOut,
    Placed,
    Rolled,
    Stuck,
    TurnCut,
)
from pbem.rules.lava.faces import COLOURS, LETTERS, SIDES, SPELT
from pbem.rules.lava.judge import judge, resigned
from pbem.rules.lava.orders import Place, Spot
from pbem.rules.lava.state import State, Tile, can_lay, placements, tiles


def played(state: State, order: Place) -> Step[State]:
    """The dice of an order laid; a second one that is not asked for is left out."""
    step = laid(state, order.spots[0])
    if len(order.spots) > 1 and step.state.second:
        more = laid(step.state, order.spots[1])
        return Step(more.state, step.events + more.events)
    return step


def laid(state: State, spot: Spot) -> Step[State]:
    """A die and its auto moves laid and judged, and the turn passed on."""
    mover = state.mover
    assert mover is not None
    where, face = cell(spot.x, spot.y), spot.face
    board, auto, stock = state.board.played(where, face, state.stock)
    at = (spot.x, spot.y)
    events: list[Event] = [
        Placed(seat=mover, face=spot.word, corners=SPELT[face], at=at, part=str(spot))
    ]
    for forced, fitting in auto:
        events.append(
            AutoPlaced(
                seat=mover,
                face=LETTERS[fitting],
                corners=SPELT[fitting],
                at=place(forced),
            )
        )
    cells = [where, *(forced for forced, _ in auto)]
    out, result = judge(state, board, cells, events)
    after = State(
        state.seats,
        state.terms,
        board,
        (*state.laid, Tile(at, spot.word, mover, False), *tiles(auto, mover, True)),
        stock,
        mover,
        out,
        len(cells) + (state.recent if state.second else 0),
        False,
        None,
        state.turn,
        state.chance,
        result,
    )
    after = _next(state, after, events)
    return Step(after, tuple(events))


def _next(before: State, state: State, events: list[Event]) -> State:
    """The state with the seat that is to move next, if the game goes on."""
    if state.result is not None:
        return replace(state, mover=None)
    if not any(state.stock):  # L16
        events.append(DiceRanOut())
        return replace(state, mover=None, result=Outcome((), "dice-out"))
    mover = state.mover
    assert mover is not None
    two = state.terms.dice_per_turn == 2 and before.laid  # L19
    if two and not before.second and mover not in state.out:
        more = replace(state, second=True)
        if can_lay(more, mover):
            return more
        events.append(TurnCut(seat=mover))
    return _passed_on(state, mover, events)


def _passed_on(state: State, mover: Seat, events: list[Event]) -> State:
    """The turn given to the next seat that is not out; a draw if it is stuck."""
    seats = state.seats
    place = seats.index(mover)
    order = seats[place + 1 :] + seats[: place + 1]
    follower = next(seat for seat in order if seat not in state.out)
    after = State(
        seats,
        state.terms,
        state.board,
        state.laid,
        state.stock,
        follower,
        state.out,
        state.recent,
        False,
        None,
        state.turn + 1,
        state.chance,
    )
    return stuck(after, events)


def stuck(state: State, events: list[Event]) -> State:
    """The state, or a draw where the seat to move cannot lay anything (L4)."""
    mover = state.mover
    if mover is None or not state.laid or can_lay(state, mover):
        return state
    events.append(Stuck(seat=mover))
    return replace(state, mover=None, result=Outcome((), "no-placement"))


def tumbled(state: State, die: int) -> Step[State]:
    """A die rolled until a side comes up that fits somewhere (L18, L24)."""
    mover, chance = state.mover, state.chance
    assert mover is not None
    assert chance is not None
    faces = {spot & 31 for spot in placements(state, mover, named=True)}
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


def left(state: State, seat: Seat) -> Step[State]:
    """A seat that resigns: it is out, its dice stay (L25)."""
    out = (*state.out, seat)
    events: list[Event] = [resigned(state, seat)]
    staying = tuple(name for name in state.seats if name not in out)
    if len(staying) == 1:
        result = Outcome(staying, "last-standing")
        after = replace(state, out=out, mover=None, rolled=None, result=result)
    elif seat == state.mover:
        after = _passed_on(replace(state, out=out), seat, events)
    else:
        after = replace(state, out=out)
    return Step(after, tuple(events))
