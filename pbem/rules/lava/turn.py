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
    goes_on, second = _next(state, out, stock, result, events)
    after = State(
        state.seats,
        state.terms,
        board,
        (*state.laid, Tile(at, spot.word, mover, False), *tiles(auto, mover, True)),
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
    if second and not can_lay(after, mover):
        events.append(TurnCut(seat=mover))
        after = _passed_on(after, mover)
    return Step(stuck(after, events), tuple(events))


def _next(
    state: State,
    out: tuple[Seat, ...],
    stock: tuple[int, ...],
    result: Outcome | None,
    events: list[Event],
) -> tuple[Seat | None, bool]:
    """Who moves after a die, and whether it is the second one of a turn."""
    mover = state.mover
    assert mover is not None
    if result is not None:
        return None, False
    if not any(stock):  # L16
        events.append(DiceRanOut())
        return None, False
    two = state.terms.dice_per_turn == 2 and state.laid and not state.second
    if two and mover not in out:  # L19
        return mover, True
    return _follower(state.seats, out, mover), False


def _follower(seats: tuple[Seat, ...], out: tuple[Seat, ...], mover: Seat) -> Seat:
    """The next seat that is not out."""
    at = seats.index(mover)
    order = seats[at + 1 :] + seats[: at + 1]
    return next(seat for seat in order if seat not in out)


def _passed_on(state: State, mover: Seat) -> State:
    """The turn given to the next seat."""
    follower = _follower(state.seats, state.out, mover)
    turn = state.turn + 1
    return replace(state, mover=follower, second=False, rolled=None, turn=turn)


def stuck(state: State, events: list[Event]) -> State:
    """The state, or a draw where the seat to move cannot lay anything (L4)."""
    mover = state.mover
    if mover is None or can_lay(state, mover):
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
        after = stuck(_passed_on(replace(state, out=out), seat), events)
    else:
        after = replace(state, out=out)
    return Step(after, tuple(events))
