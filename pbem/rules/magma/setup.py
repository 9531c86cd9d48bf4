"""The beginning of a game of Magma, or any position of one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pbem.chance import Chance
from pbem.kit.positions import Layout, Lines
from pbem.protocol import Fault, Seat, Step, Token, Unplayable
from pbem.rules.magma.boards import PLACES, SOLO, BadBoard, board
from pbem.rules.magma.orders import cell
from pbem.rules.magma.state import Deal, Home, State, Terms

PIECES_PER_HOME = 25  #: one of them begins on it (M9)


def deal(seats: Sequence[Seat], options: Terms) -> Deal:
    """Return seats and colours on the homes of the board (M8). Raises Unplayable."""
    try:
        table = board(options.board)
    except BadBoard as error:
        raise Unplayable(Fault("invalid.board", given={"why": str(error)})) from None
    order = list(range(len(seats)))
    if len(seats) == 5:  # (M14)
        order.append(SOLO)
    homes = tuple(
        Home(table.homes[corner], seats[order[turn]], colour)
        for turn, (corner, colour) in enumerate(PLACES[len(seats)])
    )
    return Deal(
        board=table,
        seats=tuple(seats),
        homes=homes,
        colours=tuple(dict.fromkeys(home.colour for home in homes)),
        clock=options.clock,
        sand=options.sand,
        glass=3600 * options.glass,
        floor=60 * options.floor,
    )


def begin(seats: Sequence[Seat], options: Terms, chance: Chance | None) -> Step[State]:
    """Return the first position: a piece on every home, the first seat to move.

    Raises Unplayable.
    """
    game = deal(seats, options)
    reserve = tuple(
        (PIECES_PER_HOME - 1) * len(game.homes_of(seat)) for seat in game.seats
    )
    return Step(_started(game, game.gates(game.seats), reserve))


def _started(
    game: Deal, pieces: tuple[int, ...], reserve: tuple[int, ...], turns: int = 0
) -> State:
    """Return the state: half the glass is left (M20) and runs
    (M28), it is seen once (M24)."""
    left = max(game.glass // 2, game.floor) if game.clock == "white-hot" else 0
    seen = ((pieces, reserve),)
    return State(game, pieces, reserve, turns=turns, left=left, seen=seen)


def place(
    seats: Sequence[Seat], options: Terms, chance: Chance | None, lines: Lines
) -> Step[State]:
    """Return the game from a position (M27). Raises Unplaceable."""
    return Step(Position(deal(seats, options), lines).state)


class Position(Layout):
    """A position as it is laid out: pieces, then the stores, then the rest."""

    def __init__(self, game: Deal, lines: Lines) -> None:
        super().__init__(game.seats)
        self._game, self._grid = game, game.board.grid
        self._whole = {s: PIECES_PER_HOME * len(game.homes_of(s)) for s in game.seats}
        self._placed: dict[str, int] = {}
        self._stock: dict[Seat, int] = {}
        seen = set[str]()
        for self.line, line in enumerate(lines):
            pieces = line.kind == "pieces"
            name = line.values[0].lower() if pieces else line.kind.replace("_", " ")
            if name in seen:
                self.refuse("invalid.line-twice", name=name)
            seen.add(name)
            if pieces:
                line.method(self, *line.values)
        self.line = 0
        self.apply(lines, "reserve")
        turns = len(game.homes)  # everybody has had a turn before (M21)
        own = tuple(self._placed.get(colour, 0) for colour in game.colours)
        self.state = _started(game, own, self._reserve(own), turns)
        self.apply(lines, "to_move")
        self.apply(lines, "passed", "agreed", "sand")

    def pieces(self, token: Token, *cells: Token) -> None:
        """Lay a colour's pieces."""
        colour, own = token.lower(), 0
        if colour not in self._game.colours:
            self.refuse("invalid.colour", colour=colour, known=self._game.colours)
        for name in map(cell, cells):
            if name not in self._grid.bit:
                row, last = self._grid.lengths.get(name[0], 0), max(self._grid.lengths)
                self.refuse("invalid.no-cell", cell=name, cells=row, last=last)
            bit = self._grid.bit[name]
            if bit & own or any(bit & mask for mask in self._placed.values()):
                self.refuse("invalid.cell-twice", cell=name)
            own |= bit
        self._placed[colour] = own

    def reserve(self, words: Token) -> None:
        """Set how many pieces some have in store."""
        for part in words.strip().split(","):
            match = re.fullmatch(r"\s*(.+?)\s+([0-9]{1,3})\s*", part)
            if match is None:
                self.refuse("invalid.reserve", found=part.strip())
            seat, stock = self.named(match[1], "invalid.seat"), int(match[2])
            if stock > (most := self._whole[seat]):
                self.refuse("invalid.stock", seat=seat, found=stock, most=most)
            self._stock[seat] = stock

    def _reserve(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return the pieces in store: as said, else partners placed in turn (M27)."""
        found, whole = self._stock, self._whole
        for colour, own in zip(self._game.colours, pieces, strict=True):
            team = self._game.team(colour)
            silent = [seat for seat in team if seat not in found]
            placed = own.bit_count()
            placed -= sum(whole[seat] - found[seat] for seat in team if seat in found)
            room = sum(whole[seat] for seat in silent)
            if not 0 <= placed <= room:
                most = sum(whole[seat] for seat in team)
                given: dict[str, Any] = {"count": own.bit_count(), "most": most}
                self.refuse("invalid.count", team=team, colour=colour, **given)
            for place, seat in enumerate(silent):
                share = (placed + len(silent) - 1 - place) // len(silent)
                found[seat] = whole[seat] - share
        return tuple(found[seat] for seat in self.seats)

    def to_move(self, token: Token) -> None:
        """Set the turn in the round: that of a seat, a home or both."""
        words = " ".join(token.replace(",", " ").split())
        homes = tuple(f"{home.seat} {home.cell}" for home in self._game.homes)
        for turn, home in enumerate(self._game.homes):
            names = (home.seat, home.cell, homes[turn])
            if words.casefold() in (name.casefold() for name in names):
                game, pieces, reserve = self.state[:3]
                self.state = _started(game, pieces, reserve, len(homes) + turn)
                return
        self.refuse("invalid.to-move", found=words, known=homes)

    def passed(self, number: Token) -> None:
        """Set how many turns in a row were passed."""
        most = len(self._game.homes) - 1
        if int(number) > most:
            self.refuse("invalid.passed", found=str(number), most=most)
        self.state = self.state._replace(passes=int(number))

    def agreed(self, words: Token) -> None:
        """Set who asks to end the game."""
        wished = words.strip().split(",")
        named = {self.named(one, "invalid.seat") for one in wished}
        if len(named) == len(self.seats):
            self.refuse("invalid.all-agreed")
        agreed = tuple(seat for seat in self.seats if seat in named)
        self.state = self.state._replace(agreed=agreed)

    def sand(self, seconds: Token) -> None:
        """Set the seconds that the hourglass leaves."""
        if self._game.clock != "white-hot":
            self.refuse("invalid.no-sand")
        self.state = self.state._replace(left=int(seconds))
