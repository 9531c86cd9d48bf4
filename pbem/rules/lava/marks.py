"""What is worth a mark in an empty cell, and the board with its marks."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rules.lava.board import FORCED as FORCED_FACE
from pbem.rules.lava.board import cell
from pbem.rules.lava.drawing import (
    AUTO,
    DEAD,
    FORCED,
    NEW,
    ONLY,
    SHORT,
    mark_of,
    panels,
)
from pbem.rules.lava.faces import FITS, LETTERS
from pbem.rules.lava.state import State, dice_for


def board_text(state: State) -> str:
    r"""The board of a state as one text, drawn straight from the board.

    >>> from pbem.rules.lava.board import Board
    >>> from pbem.rules.lava.state import Terms, Tile
    >>> board = Board().laid([(0, 4)])
    >>> tile = Tile((0, 0), "e", "Ann", False)
    >>> print(board_text(State(("Ann",), Terms(), board, (tile,), (9, 9, 9), "Ann")))
          -1   0   1
      1                 1
             G---R
      0      | / |      0
             R---B
     -1                -1
          -1   0   1
    """
    tail = state.laid[len(state.laid) - state.recent :]
    fresh = {cell(*tile.at): AUTO if tile.auto else NEW for tile in tail}
    marks = [(at, mark_of(kind, letters)) for at, kind, letters in known_cells(state)]
    parts = panels(state.board.dice, fresh, marks)
    return "\n\n".join("\n".join(part) for part in parts)


def known_cells(state: State) -> Iterator[tuple[int, str, str]]:
    """The empty cells that are worth a mark, their kind and what fits.

    Dead ones (L10), forced ones that are still to be filled (L7), ones for
    which the dice have run out (L9), and ones that a single face fits.
    """
    if state.mover is None:  # over: what could be laid matters no more
        for where, rim in state.board.rim.items():
            if KNOWN[rim][0] == DEAD:
                yield where, DEAD, ""
        return
    had = dice_for(state, state.mover)
    for where, rim in state.board.rim.items():
        kind, letters, dice = KNOWN[rim]
        if kind == FORCED and not state.stock[DIE_OF[letters]]:
            yield where, SHORT, letters
        elif kind:
            yield where, kind if dice & had or kind == DEAD else SHORT, letters
        elif dice and not dice & had:
            yield where, SHORT, letters


def _known(rim: int) -> tuple[str, str, int]:
    """The kind of an empty cell, what fits, and the dice that show that."""
    fits = FITS[rim & 255]
    if not fits:
        return DEAD, "", 0
    if rim < 256:
        return "", "", 0
    letters = "".join(LETTERS[face] for face in fits)
    dice = 0
    for face in fits:
        dice |= 1 << (face >> 3)
    kind = ONLY if len(fits) == 1 else ""
    return FORCED if FORCED_FACE[rim] >= 0 else kind, letters, dice


KNOWN = tuple(_known(rim) for rim in range(1 << 12))
DIE_OF = {letter: face >> 3 for face, letter in enumerate(LETTERS)}
