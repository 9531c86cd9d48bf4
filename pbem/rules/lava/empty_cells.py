"""What is known of empty cells, and what is worth a mark."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rules.lava.board import FORCED_FACE, SEEN, Board, coordinates
from pbem.rules.lava.faces import FITS, LETTERS
from pbem.rules.lava.legal import dice_for
from pbem.rules.lava.state import State

DEAD, SHORT, FORCED, ONLY = "dead", "short", "forced", "only"


def known_cells(state: State) -> Iterator[tuple[int, str, str]]:
    """Yield the empty cells that are worth a mark, their kind and what fits.

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
    """Return the kind of an empty cell, what fits, and the dice that show that."""
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
    return FORCED if rim in FORCED_FACE else kind, letters, dice


KNOWN = tuple(_known(rim) for rim in range(1 << 12))
DIE_OF = {letter: face >> 3 for face, letter in enumerate(LETTERS)}


def mark_of(kind: str, letters: str) -> str:
    """Return what is written in an empty cell of this kind.

    >>> [mark_of(kind, "k") for kind in (DEAD, SHORT, ONLY, FORCED)]
    ['x', '-', 'k', 'k!']
    """
    if kind == DEAD:
        return "x"
    if kind == SHORT:
        return "-"
    return letters + ("!" if kind == FORCED else "")


def open_cells(board: Board) -> dict[int, list[tuple[int, int]]]:
    """Return the empty cells at which each blob is open, in reading order."""
    blob_of, rim = board.blob_of, board.rim
    found: dict[int, list[tuple[int, int]]] = {b[0]: [] for b in blob_of.values()}
    for where in sorted(rim):
        at = coordinates(where)
        for point in SEEN[rim[where] & 255]:
            cells = found[blob_of[where + point][0]]
            if not cells or cells[-1] is not at:
                cells.append(at)
    return found
