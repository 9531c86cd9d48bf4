"""The beginning of a game, or dice on the table to begin from (L28)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.chance import Chance
from pbem.protocol import Fault, Outcome, Seat, Step, Unplaceable
from pbem.rules.lava.board import MAX_DICE, Board, beside, cell, coordinates
from pbem.rules.lava.events import Began, DiceRanOut
from pbem.rules.lava.faces import COLOURS, INITIALS, LETTERS, side
from pbem.rules.lava.legal import nameable, placements
from pbem.rules.lava.orders import (
    DiceLine,
    MoverLine,
    OutLine,
    RolledLine,
    Span,
    Spot,
    StockLine,
)
from pbem.rules.lava.resolve import end_if_stuck
from pbem.rules.lava.state import State, Terms, Tile

MAX_CELLS_OUT = MAX_DICE // 2  #: of a die in a position from 0,0


def begin(seats: Sequence[Seat], options: Terms, chance: Chance | None) -> Step[State]:
    """Return an empty table; the first seat is to open."""
    share = options.num_dice // len(COLOURS)  # (L26)
    dice = (share, share, share)
    state = State(tuple(seats), options, Board(), (), dice, seats[0], chance=chance)
    colours = tuple(zip(state.seats, COLOURS, strict=False))
    return Step(state, (Began(colours=colours, dice=dice),))


def place(
    seats: Sequence[Seat],
    options: Terms,
    chance: Chance | None,
    lines: Sequence[Any],
) -> Step[State]:
    """Return the game with these lines of a position (L28). Raises Unplaceable.

    Concave corners that are forced stay empty until somebody lays a die (L7).
    """
    state, began = begin(seats, options, chance)
    state = _with_dice(state, lines)
    for line, said in enumerate(lines):
        match said:
            case MoverLine(name, span):
                state = replace(state, mover=_seat(state, name, line, span))
            case OutLine(names):
                out = tuple(_seat(state, name, line, span) for name, span in names)
                state = replace(state, out=out)
            case StockLine(left):
                state = _with_stock(state, left, line)
            case RolledLine(word, span):
                state = _with_roll(state, word, line, span)
    if len(state.left_in) < 2 or state.mover in state.out:
        fault = Fault("invalid.position-out", given={"left": state.left_in})
        raise Unplaceable(max(len(lines) - 1, 0), fault)
    events = list(began)
    if not any(state.stock):  # (L16)
        events.append(DiceRanOut())
        over = Outcome((), "dice-out")
        return Step(replace(state, mover=None, result=over), tuple(events))
    state = end_if_stuck(state, events)
    _check_roll(state, lines)
    return Step(state, tuple(events))


def _check_roll(state: State, lines: Sequence[Any]) -> None:
    """Raise Unplaceable for a rolled face that fits nowhere (L24)."""
    mover = state.mover
    if mover is None or state.rolled is None or placements(state, mover):
        return
    line = next(n for n, said in enumerate(lines) if isinstance(said, RolledLine))
    dice = tuple(COLOURS[die] for die in nameable(state, mover))
    given = {"die": COLOURS[state.rolled[0]], "dice": dice}
    raise Unplaceable(line, Fault("illegal.no-side-fits", given=given))


def _with_dice(state: State, lines: Sequence[Any]) -> State:
    board, laid = Board(), list(state.laid)
    stock = list(state.stock)
    last = 0
    for line, said in enumerate(lines):
        if not isinstance(said, DiceLine):
            continue
        last, owner = line, said.owner
        if owner is not None:
            owner = _seat(state, owner, line, (0, len(owner)))
        for spot in said.spots:
            _check_die(board, spot, line)
            board = board.laid([(cell(spot.x, spot.y), spot.face)])
            laid.append(Tile(spot.at, spot.word, owner, False))
            stock[spot.face >> 3] -= 1
    _check_together(board, last)
    stocks = (said.left for said in lines if isinstance(said, StockLine))
    named = {word[0] for left in stocks for word, *_ in left}
    for colour, left in enumerate(stock):
        if left < 0 and INITIALS[colour] not in named:
            given = {"die": COLOURS[colour], "most": state.stock[colour]}
            raise Unplaceable(last, Fault("invalid.position-dice", given=given))
    kept = tuple(max(left, 0) for left in stock)
    return replace(state, board=board, laid=tuple(laid), stock=kept)


def _check_die(board: Board, spot: Spot, line: int) -> None:
    """Raise Unplaceable for a die that cannot lie there."""
    given: dict[str, Any] = {"face": spot.word, "at": spot.at}
    if spot.face < 0:
        raise Unplaceable(line, Fault("invalid.position-face", spot.face_span, given))
    if max(abs(spot.x), abs(spot.y)) > MAX_CELLS_OUT:
        given["most"] = MAX_CELLS_OUT
        raise Unplaceable(line, Fault("invalid.position-far", spot.cell_span, given))
    where = cell(spot.x, spot.y)
    if where in board.dice:
        raise Unplaceable(line, Fault("invalid.position-twice", spot.cell_span, given))
    fits = board.fitting(where)
    if spot.face not in fits:
        given["fits"] = "".join(LETTERS[face] for face in fits)
        raise Unplaceable(line, Fault("invalid.position-clash", spot.span, given))


def _check_together(board: Board, line: int) -> None:
    """Raise Unplaceable unless all dice hang together by their sides."""
    if not board.dice:
        return
    seen: set[int] = set()
    fresh = {min(board.dice)}
    while fresh:
        seen |= fresh
        fresh = (beside(fresh) & board.dice.keys()) - seen
    if alone := board.dice.keys() - seen:
        given = {"at": coordinates(min(alone))}
        raise Unplaceable(line, Fault("invalid.position-apart", given=given))


def _seat(state: State, name: str, line: int, span: Span) -> Seat:
    for seat in state.seats:
        if seat.casefold() == name.strip().casefold():
            return seat
    given = {"found": name, "seats": state.seats}
    raise Unplaceable(line, Fault("invalid.position-seat", span, given))


def _with_stock(
    state: State, left: tuple[tuple[str, int, Span], ...], line: int
) -> State:
    stock = list(state.stock)
    for word, size, span in left:
        if word not in COLOURS and word not in INITIALS:
            raise Unplaceable(line, Fault("invalid.die", span, {"word": word}))
        if not 0 <= size <= MAX_DICE:
            given = {"die": word, "most": MAX_DICE}
            raise Unplaceable(line, Fault("invalid.position-dice", span, given))
        stock[INITIALS.index(word[0])] = size
    return replace(state, stock=tuple(stock))


def _with_roll(state: State, word: str, line: int, span: Span) -> State:
    if not state.terms.tumbling:
        raise Unplaceable(line, Fault("illegal.no-tumbling", span, {"word": word}))
    if len(word) != 1 or word not in LETTERS:
        given = {"face": word, "at": None}
        raise Unplaceable(line, Fault("invalid.position-face", span, given))
    face = LETTERS.index(word)
    return replace(state, rolled=(face >> 3, side(face)))
