"""What is known of empty cells, and what is worth a mark."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rules.lava.board import FORCED_FACE
from pbem.rules.lava.faces import FITS, LETTERS
from pbem.rules.lava.legal import dice_for
from pbem.rules.lava.state import State
from pbem.values import dataclass

DEAD, SHORT, FORCED, ONLY = "dead", "short", "forced", "only"


@dataclass(frozen=True, slots=True)
class Special:
    """An empty cell of which something special is known.

    `kind` is "dead" (nothing fits), "only" (one face fits), "forced" (and it
    will be played with the next die), or "short" (the dice that fit are used
    up or not the mover's).
    """

    at: tuple[int, int]
    kind: str
    letters: str


def known_cells(state: State) -> Iterator[tuple[int, str, str]]:
    """Yield the empty cells that are worth a mark, their kind and what fits.

    Dead ones (L10), forced ones that are still to be filled (L7), ones for
    which the dice have run out (L9), and ones that a single face fits.
    """
    cells = state.board.cells.items()
    few = [(where, rim) for where, rim in cells if rim in FEW]
    if state.mover is None:  # over: what could be laid matters no more
        yield from [(at, DEAD, "") for at, rim in few if not FITS[rim & 255]]
        return
    had = dice_for(state, state.mover)
    for where, rim in few if had == 7 else state.board.rim.items():
        kind, letters, dice = KNOWN[rim]
        if kind == FORCED and not state.stock[DIE_OF[letters]]:
            yield where, SHORT, letters
        elif kind:
            yield where, kind if dice & had or kind == DEAD else SHORT, letters
        elif dice and not dice & had:
            yield where, SHORT, letters


FEW = frozenset(
    code | sides
    for code, fits in enumerate(FITS)
    for sides in range(0, 1 << 12, 1 << 8)
    if not fits or (len(fits) == 1 and sides)
)
"""What is known of a cell that fits one face or none, by its code."""


class _Known(dict[int, tuple[str, str, int]]):
    """The kind of an empty cell by its code, what fits, and the dice that show that."""

    def __missing__(self, rim: int) -> tuple[str, str, int]:
        fits = FITS[rim & 255]
        kind, letters, dice = "", "", 0
        if not fits:
            kind = DEAD
        elif rim > 255:
            letters = "".join([LETTERS[face] for face in fits])
            for face in fits:
                dice |= 1 << (face >> 3)
            if len(fits) == 1:
                kind = FORCED if rim in FORCED_FACE else ONLY
        self[rim] = found = (kind, letters, dice)
        return found


KNOWN = _Known()
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
