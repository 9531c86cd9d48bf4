"""The beginning of a game, or dice on the table to begin from (L28)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.chance import Chance
from pbem.kit.positions import Layout, Lines
from pbem.protocol import Outcome, Seat, Step, Token
from pbem.rules.lava.board import Board
from pbem.rules.lava.events import Began, DiceRanOut
from pbem.rules.lava.faces import COLOURS, INITIALS, LETTERS, side
from pbem.rules.lava.grid import MAX_DICE, adjacent_to, cell, coordinates
from pbem.rules.lava.legal import nameable, placements
from pbem.rules.lava.orders import Spot, number
from pbem.rules.lava.resolve import end_if_stuck
from pbem.rules.lava.state import LavaOptions, State, Tile

NOBODY = "invalid.position-seat"  #: the code of a name that is no seat
MAX_CELLS_OUT = MAX_DICE // 2  #: of a die in a position from 0,0


def begin(
    seats: Sequence[Seat], options: LavaOptions, chance: Chance | None
) -> Step[State]:
    """Return an empty table; the first seat is to open."""
    share = options.num_dice // len(COLOURS)  # (L26)
    dice = (share, share, share)
    state = State(tuple(seats), options, Board(), (), dice, seats[0], chance=chance)
    colours = tuple(zip(state.seats, COLOURS, strict=False))
    return Step(state, (Began(colours=colours, dice=dice),))


def place(
    seats: Sequence[Seat], options: LavaOptions, chance: Chance | None, lines: Lines
) -> Step[State]:
    """Return the game with these lines of a position (L28). Raises Unplaceable.

    Concave corners that are forced stay empty until somebody lays a die (L7).
    """
    state, began = begin(seats, options, chance)
    table = Position(state, lines)
    state = table.state
    events = list(began)
    if not any(state.stock):  # (L16)
        events.append(DiceRanOut())
        over = Outcome((), "dice-out")
        return Step(replace(state, mover=None, result=over), tuple(events))
    state = end_if_stuck(state, events)
    table._check_roll(state)
    return Step(state, tuple(events))


class Position(Layout):
    """Dice as the lines of a position lay them, and what else these say."""

    def __init__(self, state: State, lines: Lines) -> None:
        super().__init__(state.seats)
        self.state = state
        self._rolled = 0  #: the line that says what was rolled
        stocks = (line.values[1::2] for line in lines if line.kind == "stock_line")
        self.apply(lines, "dice_line")
        self._check_dice({word[0].lower() for words in stocks for word in words})
        self.apply(lines, "stock_line", "mover_line", "out_line", "rolled_line")
        self.line = max(len(lines) - 1, 0)
        state = self.state
        if len(state.left_in) < 2 or state.mover in state.out:
            self.refuse("invalid.position-out", left=state.left_in)

    def _set(self, **fields: Any) -> None:
        self.state = replace(self.state, **fields)

    def dice_line(self, owner: Token | None, *spots: Spot) -> None:
        """Lay dice; who laid them may be said in front."""
        name = "" if owner is None else owner[:-1].strip()
        by = self.named(name, NOBODY, (0, len(name))) if owner is not None else None
        for spot in spots:
            self._check_die(spot)
            state, stock = self.state, list(self.state.stock)
            stock[spot.face >> 3] -= 1
            board = state.board.with_die(cell(spot.x, spot.y), spot.face)
            laid = (*state.laid, Tile(spot.at, spot.word, by, False))
            self._set(board=board, laid=laid, stock=tuple(stock))

    def _check_die(self, spot: Spot) -> None:
        """Refuse a die that cannot lie there."""
        given: dict[str, Any] = {"face": spot.word, "at": spot.at}
        board, where = self.state.board, cell(spot.x, spot.y)
        if spot.face < 0:
            self.refuse("invalid.position-face", spot.face_span, **given)
        if max(abs(spot.x), abs(spot.y)) > MAX_CELLS_OUT:
            given["most"] = MAX_CELLS_OUT
            self.refuse("invalid.position-far", spot.cell_span, **given)
        if where in board.dice:
            self.refuse("invalid.position-twice", spot.cell_span, **given)
        fits = board.fitting(where)
        if spot.face not in fits:
            given["fits"] = "".join(LETTERS[face] for face in fits)
            self.refuse("invalid.position-clash", spot, **given)

    def _check_dice(self, named: set[str]) -> None:
        """Refuse dice apart from the others, and more than there are of a colour.

        There may be more of those whose number left is `named`, by initials.
        """
        dice, seen = self.state.board.dice.keys(), set[int]()
        fresh = {min(dice)} if dice else set()
        while fresh:
            seen |= fresh
            fresh = (adjacent_to(fresh) & dice) - seen
        if alone := dice - seen:
            self.refuse("invalid.position-apart", at=coordinates(min(alone)))
        for colour, left in enumerate(self.state.stock):
            if left < 0 and INITIALS[colour] not in named:
                most = self.state.options.num_dice // len(COLOURS)
                self.refuse("invalid.position-dice", die=COLOURS[colour], most=most)
        self._set(stock=tuple(max(left, 0) for left in self.state.stock))

    def stock_line(self, _: Token, *pairs: Token) -> None:
        """Set how many dice of some colours are left."""
        stock = list(self.state.stock)
        for token, count in zip(pairs[::2], pairs[1::2], strict=True):
            word, size = token.lower(), number(count)
            if word not in COLOURS and word not in INITIALS:
                self.refuse("invalid.die", token, word=word)
            if not 0 <= size <= MAX_DICE:
                self.refuse("invalid.position-dice", token, die=word, most=MAX_DICE)
            stock[INITIALS.index(word[0])] = size
        self._set(stock=tuple(stock))

    def mover_line(self, _: Token, name: Token) -> None:
        """Set whose turn it is."""
        self._set(mover=self.named(name, NOBODY, name))

    def out_line(self, _: Token, *names: Token) -> None:
        """Set who is out."""
        self._set(out=tuple(self.named(name, NOBODY, name) for name in names))

    def rolled_line(self, _: Token, token: Token) -> None:
        """Set the face that was rolled, by one of its letters."""
        word = token.lower()
        if not self.state.options.tumbling:
            self.refuse("illegal.no-tumbling", token, word=word)
        if len(word) != 1 or word not in LETTERS:
            self.refuse("invalid.position-face", token, face=word, at=None)
        face, self._rolled = LETTERS.index(word), self.line
        self._set(rolled=(face >> 3, side(face)))

    def _check_roll(self, state: State) -> None:
        """Refuse a rolled face that fits nowhere (L24)."""
        mover = state.mover
        if mover is None or state.rolled is None or placements(state, mover):
            return
        self.line = self._rolled
        dice = tuple(COLOURS[die] for die in nameable(state, mover))
        self.refuse("illegal.no-side-fits", die=COLOURS[state.rolled[0]], dice=dice)
