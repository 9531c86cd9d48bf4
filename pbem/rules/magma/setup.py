"""The beginning of a game of Magma, or any position of one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NoReturn

from pbem.protocol import Fault, Seat, Unplaceable, Unplayable
from pbem.rules.magma.boards import PLACES, SOLO, BadBoard, board
from pbem.rules.magma.orders import FactLine, PiecesLine, PositionLine
from pbem.rules.magma.state import Deal, Home, State, Terms, position_key, tallies

PIECES_PER_HOME = 25  #: one of them begins on it (M9)


def deal(seats: Sequence[Seat], options: Terms) -> Deal:
    """Return seats and colours on the homes of the board (M8). Raises Unplayable."""
    name = options.board
    try:
        homes = board(name).homes
    except BadBoard as error:
        raise Unplayable(Fault("invalid.board", given={"why": str(error)})) from None
    order = list(range(len(seats)))
    if len(seats) == 5:  # (M14)
        order.append(SOLO)
    found = tuple(
        Home(homes[corner], seats[order[turn]], colour)
        for turn, (corner, colour) in enumerate(PLACES[len(seats)])
    )
    colours = tuple(dict.fromkeys(home.colour for home in found))
    return Deal(
        board=name,
        seats=tuple(seats),
        homes=found,
        colours=colours,
        doors=tuple(
            tuple((h.cell, seats.index(h.seat)) for h in found if h.colour == colour)
            for colour in colours
        ),
        clock=options.clock,
        sand=options.sand,
        glass=3600 * options.glass,
        floor=60 * options.floor,
    )


def begin(seats: Sequence[Seat], options: Terms) -> State:
    """Return the first position: a piece on every home, the first seat to move."""
    game = deal(seats, options)
    grid = board(game.board).grid
    pieces = tuple(
        grid.mask(home.cell for home in game.homes if home.colour == colour)
        for colour in game.colours
    )
    reserve = tuple(
        (PIECES_PER_HOME - 1) * len(game.homes_of(seat)) for seat in game.seats
    )
    return _started(game, pieces, reserve)


def _started(
    game: Deal, pieces: tuple[int, ...], reserve: tuple[int, ...], turns: int = 0
) -> State:
    """Return the state: half the glass is left (M20), it is seen once (M24)."""
    left = max(game.glass // 2, game.floor) if game.clock == "white-hot" else 0
    scores = tallies(game, pieces, reserve)
    seen = (position_key(game, pieces, reserve, turns),)
    return State(game, pieces, reserve, scores, turns=turns, left=left, seen=seen)


def place(
    seats: Sequence[Seat], options: Terms, lines: Sequence[PositionLine]
) -> State:
    """Return the game from a position (M27). Raises Unplaceable."""
    game = deal(seats, options)
    facts: dict[str, tuple[int, FactLine]] = {}
    placed: dict[str, int] = {}
    for number, line in enumerate(lines):
        name = line.colour if isinstance(line, PiecesLine) else line.key
        if name in placed or name in facts:
            _refuse(number, "invalid.line-twice", name=name)
        if isinstance(line, PiecesLine):
            placed[name] = _pieces(game, number, line, placed)
        else:
            facts[name] = number, line
    pieces = tuple(placed.get(colour, 0) for colour in game.colours)
    reserve = _reserve(game, pieces, *facts.get("reserve", (0, None)))
    turns = len(game.homes)  # everybody has had a turn before (M21)
    if "to move" in facts:
        turns += _to_move(game, *facts["to move"])
    state = _started(game, pieces, reserve, turns)
    if "passed" in facts:
        number, words = facts["passed"]
        if int(words.words) >= len(game.homes):
            most = len(game.homes) - 1
            _refuse(number, "invalid.passed", found=words.words, most=most)
        state = state._replace(passes=int(words.words))
    if "agreed" in facts:
        number, words = facts["agreed"]
        named = [_seat(game, number, one) for one in words.words.split(",")]
        if len(set(named)) == len(game.seats):
            _refuse(number, "invalid.all-agreed")
        agreed = tuple(seat for seat in game.seats if seat in named)
        state = state._replace(agreed=agreed)
    if "sand" in facts:
        number, words = facts["sand"]
        if game.clock != "white-hot":
            _refuse(number, "invalid.no-sand")
        state = state._replace(left=int(words.words))
    return state


def _refuse(line: int, code: str, **given: object) -> NoReturn:
    raise Unplaceable(line, Fault(code, given=given))


def _pieces(
    game: Deal, number: int, line: PiecesLine, placed: Mapping[str, int]
) -> int:
    """Return the cells of a colour's pieces, apart from those placed before."""
    if line.colour not in game.colours:
        _refuse(number, "invalid.colour", colour=line.colour, known=game.colours)
    grid, own = board(game.board).grid, 0
    for cell in line.cells:
        if cell not in grid.bit:
            row, last = grid.lengths.get(cell[0], 0), max(grid.lengths)
            _refuse(number, "invalid.no-cell", cell=cell, cells=row, last=last)
        bit = grid.bit[cell]
        if bit & own or any(bit & mask for mask in placed.values()):
            _refuse(number, "invalid.cell-twice", cell=cell)
        own |= bit
    return own


def _reserve(
    game: Deal, pieces: tuple[int, ...], number: int, line: FactLine | None
) -> tuple[int, ...]:
    """Return the pieces in store: as said, else partners placed in turn (M27)."""
    whole = {seat: PIECES_PER_HOME * len(game.homes_of(seat)) for seat in game.seats}
    found: dict[Seat, int] = {}
    for part in line.words.split(",") if line else ():
        match = re.fullmatch(r"\s*(.+?)\s+([0-9]{1,3})\s*", part)
        if match is None:
            _refuse(number, "invalid.reserve", found=part.strip())
        seat, stock = _seat(game, number, match[1]), int(match[2])
        if stock > whole[seat]:
            _refuse(number, "invalid.stock", seat=seat, found=stock, most=whole[seat])
        found[seat] = stock
    for colour, own in zip(game.colours, pieces, strict=True):
        team = game.team(colour)
        silent = [seat for seat in team if seat not in found]
        placed = own.bit_count()
        placed -= sum(whole[seat] - found[seat] for seat in team if seat in found)
        room = sum(whole[seat] for seat in silent)
        if not 0 <= placed <= room:
            most = sum(whole[seat] for seat in team)
            given = {"colour": colour, "count": own.bit_count(), "most": most}
            _refuse(number, "invalid.count", team=team, **given)
        for place, seat in enumerate(silent):
            share = (placed + len(silent) - 1 - place) // len(silent)
            found[seat] = whole[seat] - share
    return tuple(found[seat] for seat in game.seats)


def _to_move(game: Deal, number: int, line: FactLine) -> int:
    """Return the turn in the round that a seat, a home or both name."""
    words = " ".join(line.words.replace(",", " ").split())
    for turn, home in enumerate(game.homes):
        names = (home.seat, home.cell, f"{home.seat} {home.cell}")
        if words.casefold() in (name.casefold() for name in names):
            return turn
    homes = tuple(f"{home.seat} {home.cell}" for home in game.homes)
    _refuse(number, "invalid.to-move", found=words, known=homes)


def _seat(game: Deal, number: int, name: str) -> Seat:
    for seat in game.seats:
        if seat.casefold() == " ".join(name.split()).casefold():
            return seat
    _refuse(number, "invalid.seat", found=name.strip(), known=game.seats)
