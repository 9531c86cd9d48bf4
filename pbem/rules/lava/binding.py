"""What an order brings in a position, or what would be right instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.kit.turns import Resign
from pbem.protocol import Bound, Event, Fault, Seat, Step
from pbem.rules.lava.events import WouldRoll
from pbem.rules.lava.faces import (
    COLOURS,
    CORNERS,
    FACES,
    INITIALS,
    LETTERS,
    SIDES,
    SPELT,
    spelt,
)
from pbem.rules.lava.grid import (
    MAX_DICE,
    POINTS,
    ROUND,
    cell,
    coordinates,
)
from pbem.rules.lava.legal import (
    OPENING,
    dice_for,
    fitting,
    may_lay,
    nameable,
    placements,
)
from pbem.rules.lava.orders import AnyOrder, Place, Spot, Tumble
from pbem.rules.lava.resolve import AnyBound, Roll, lay, resign
from pbem.rules.lava.state import State

MAX_CELLS_NAMED = 8  #: in a fault; more would not be read


def bind(state: State, seat: Seat, order: AnyOrder) -> Bound[AnyBound]:
    """Return what an order brings, a second die left out where the turn is over."""
    if not isinstance(order, Place):
        if isinstance(order, Resign):
            out = seat in state.out
            return Bound.no(Fault("illegal.out")) if out else Bound(order)
        die = _die(state, seat, order)
        return Bound.no(die) if isinstance(die, Fault) else Bound(Roll(die))
    options, spots = state.options, order.spots
    if options.tumbling and state.rolled is None:
        dice = [COLOURS[die] for die in nameable(state, seat)]
        return Bound.no(Fault("illegal.roll-first", given={"dice": dice}))
    first = spots[0]
    found = _found(state, seat, first)
    if isinstance(found, Fault):
        return Bound.no(found)
    if len(spots) == 1:
        return Bound(lay(state, *found), ())
    two = options.dice_per_turn == 2 and state.laid and not state.second
    if len(spots) > 2 or options.tumbling or not two:
        extra = spots[2 if two and not options.tumbling else 1]
        given = {"two": bool(two), "opening": not state.laid, "first": str(first)}
        return Bound.no(Fault("illegal.too-many", extra.span, given))
    step, second = lay(state, *found), spots[1]
    if not step.state.second:  # (L19)
        return Bound(step, (Fault("illegal.turn-over", second.span, part=True),))
    found = _found(step.state, seat, second)
    if isinstance(found, Fault):
        return Bound.no(found)
    more = lay(step.state, *found)
    return Bound(Step(more.state, step.events + more.events))


def explain(state: State, seat: Seat, order: AnyBound) -> tuple[Event, ...]:
    """Return all that an order would bring; of a roll nothing is known (L18)."""
    if isinstance(order, Roll):
        return (WouldRoll(seat=seat, die=COLOURS[order.die]),)
    step = resign(state, seat, order) if isinstance(order, Resign) else order
    return step.events


def _found(state: State, seat: Seat, spot: Spot) -> tuple[int, int] | Fault:
    """Return the cell and the face of a die, or what is wrong with it."""
    face, x, y = spot.face, spot.x, spot.y
    if face < 0:
        return _no_face(state, seat, spot)
    if _on_table(spot) and may_lay(state, seat, cell(x, y), face):
        return cell(x, y), face
    return _refused(state, seat, spot)


def _on_table(spot: Spot) -> bool:
    return abs(spot.x) <= MAX_DICE and abs(spot.y) <= MAX_DICE


def _refused(state: State, seat: Seat, spot: Spot) -> Fault:
    """Return the first reason why a die may not be laid, the plainest first."""
    where, face = cell(spot.x, spot.y), spot.face
    if not state.laid:
        return _opening(state, seat, spot)
    if not _on_table(spot):
        return _apart(state, seat, spot)
    if where in state.board.dice:
        return _occupied(state, seat, spot)
    if not state.board.is_next_to_die(where):
        return _apart(state, seat, spot)
    if face not in state.board.fitting(where):
        return _clash(state, seat, spot)
    if face not in fitting(state, seat, where):
        return _not_to_be_had(state, seat, spot)
    if state.rolled is not None and face not in SIDES[state.rolled[0]][state.rolled[1]]:
        return _not_rolled(state, seat, spot, state.rolled)
    cells = _cells_of(placements(state, seat), spot)
    given = {"cells": cells, "first": state.laid[-state.recent].at}
    return Fault("illegal.not-adjacent", spot.cell_span, _of(spot, given))  # (L20)


def _die(state: State, seat: Seat, order: Tumble) -> int | Fault:
    """Return the die that is to be rolled, or what is wrong with it (L18, L24)."""
    word = order.word
    die = next((n for n, name in enumerate(COLOURS) if word in (name, name[0])), None)
    if not state.options.tumbling or state.rolled is not None:
        if faces := spelt(word):
            one = len(faces) == 1
            cells = _places_for(state, seat, faces[0], None) if one else ()
            return Fault("illegal.no-cell", order.span, {"word": word, "cells": cells})
        code = "invalid.word"
        if die is not None:
            code = "illegal.rolled-already" if state.rolled else "illegal.no-tumbling"
        return Fault(code, order.span, {"word": word})
    dice = tuple(COLOURS[one] for one in nameable(state, seat))
    given: dict[str, Any] = {"word": word, "dice": dice}
    if die is None:
        return Fault("invalid.die", order.span, given)
    if COLOURS[die] in dice:
        return die
    given["die"] = COLOURS[die]
    if not state.stock[die]:
        return Fault("illegal.no-dice", order.span, given)
    if die not in dice_for(state, seat):
        given["own"] = COLOURS[state.colour(seat)]
        return Fault("illegal.not-own", order.span, given)
    return Fault("illegal.no-side-fits", order.span, given)


def _of(spot: Spot, given: dict[str, Any]) -> dict[str, Any]:
    return {"face": spot.word, "at": (spot.x, spot.y), **given}


def _letters(faces: Iterable[int]) -> str:
    return "".join(LETTERS[face] for face in sorted(faces))


def _fits_at(state: State, seat: Seat, where: int) -> str:
    """Return the letters that a seat could lay on a cell now."""
    return _letters(face for at, face in placements(state, seat) if at == where)


def _places_for(
    state: State, seat: Seat, face: int, spot: Spot | None
) -> tuple[tuple[int, int], ...]:
    """Return where a face could be laid now, the nearest cells first."""
    return _cells_of([one for one in placements(state, seat) if one[1] == face], spot)


def _cells_of(
    found: Iterable[tuple[int, int]], spot: Spot | None
) -> tuple[tuple[int, int], ...]:
    cells = sorted({where for where, _ in found})
    if spot is not None:
        where = {at: coordinates(at) for at in cells}
        cells.sort(key=lambda c: abs(where[c][0] - spot.x) + abs(where[c][1] - spot.y))
    return tuple(coordinates(where) for where in cells[:MAX_CELLS_NAMED])


def _no_face(state: State, seat: Seat, spot: Spot) -> Fault:
    """Return that a word names no face, or two."""
    where = cell(spot.x, spot.y) if abs(spot.x) + abs(spot.y) < MAX_DICE else None
    fits = "" if where is None else _fits_at(state, seat, where)
    given = _of(spot, {"fits": fits})
    faces = spelt(spot.word)
    if faces:
        given["ways"] = tuple(
            (LETTERS[face], SPELT[face], COLOURS[face >> 3]) for face in faces
        )
        return Fault("ambiguous.corners", spot.face_span, given)
    if len(spot.word) == 4 and set(spot.word) <= set(INITIALS):
        return Fault("invalid.corners", spot.face_span, given)
    return Fault("invalid.face", spot.face_span, given)


def _opening(state: State, seat: Seat, spot: Spot) -> Fault:
    """Return what is wrong with the opening: not at 0,0 (L1), two colours (L2)."""
    letters = _letters(face for _, face in placements(state, seat))
    given = _of(spot, {"letters": letters})
    if (spot.x, spot.y) != (0, 0):
        return Fault("illegal.opening-cell", spot.cell_span, given)
    if state.rolled is not None:
        return _not_rolled(state, seat, spot, state.rolled)
    if spot.face not in OPENING:
        return Fault("illegal.opening-face", spot.face_span, given)
    return _not_to_be_had(state, seat, spot)


def _not_rolled(state: State, seat: Seat, spot: Spot, rolled: tuple[int, int]) -> Fault:
    """Return that it is another face than the one that was rolled (L18)."""
    faces = SIDES[rolled[0]][rolled[1]]
    found = placements(state, seat)
    given = {
        "rolled": SPELT[faces[0]],
        "die": COLOURS[rolled[0]],
        "letters": _letters(faces),
        "fits": _letters(face for at, face in found if coordinates(at) == spot.at),
        "cells": _cells_of(found, spot),
    }
    return Fault("illegal.rolled", spot.face_span, _of(spot, given))


def _occupied(state: State, seat: Seat, spot: Spot) -> Fault:
    tile = next(tile for tile in state.laid if tile.at == spot.at)
    cells = _places_for(state, seat, spot.face, spot)
    given = {"there": tile.face, "by": tile.by, "cells": cells}
    return Fault("illegal.occupied", spot.cell_span, _of(spot, given))


def _apart(state: State, seat: Seat, spot: Spot) -> Fault:
    given = {"cells": _places_for(state, seat, spot.face, spot)}
    return Fault("illegal.apart", spot.cell_span, _of(spot, given))


def _not_to_be_had(state: State, seat: Seat, spot: Spot) -> Fault:
    """Return that a die is used up, or not the seat's own (L23)."""
    body = spot.face >> 3
    given: dict[str, Any] = {
        "die": COLOURS[body],
        "dice": tuple(COLOURS[die] for die in range(3) if state.stock[die]),
        "own": COLOURS[state.colour(seat)],
        "fits": _fits_at(state, seat, cell(spot.x, spot.y)),
    }
    code = "illegal.not-own" if state.stock[body] else "illegal.no-dice"
    return Fault(code, spot.face_span, _of(spot, given))


def _clash(state: State, seat: Seat, spot: Spot) -> Fault:
    """Return which corners clash, with which neighbours, and what would fit."""
    where = cell(spot.x, spot.y)
    board, dice = state.board, state.board.dice
    clashes = []
    pairs = zip(FACES[spot.face], board.corners(where), strict=True)
    for corner, (colour, known) in enumerate(pairs):
        if known not in (None, colour):
            point = where + POINTS[corner]
            round_it = (point + back for back in ROUND)
            clashes.append(
                {
                    "corner": CORNERS[corner],
                    "yours": COLOURS[colour],
                    "theirs": COLOURS[known],
                    "neighbours": tuple(
                        (LETTERS[dice[near]], *coordinates(near))
                        for near in sorted(round_it)
                        if near in dice
                    ),
                }
            )
    given = {
        "corners": SPELT[spot.face],
        "clashes": tuple(clashes),
        "fits": _fits_at(state, seat, where),
        "any": _letters(board.fitting(where)),
        "cells": _places_for(state, seat, spot.face, spot),
    }
    return Fault("illegal.clash", spot.span, _of(spot, given))
