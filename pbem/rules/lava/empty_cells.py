"""What is known of empty cells, and what is worth a mark."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from pbem.rules.lava.board import TAKEN, forced_face
from pbem.rules.lava.earlier import Earlier
from pbem.rules.lava.faces import FITS, LETTERS
from pbem.rules.lava.grid import ROUND_ABOUT, cell
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


_Kinds: TypeAlias = dict[int, tuple[str, str]]

_told = Earlier[tuple[object, _Kinds]]()


def known_cells(state: State) -> _Kinds:
    """Return the empty cells that are worth a mark, their kind and what fits.

    Dead ones (L10), forced ones that are still to be filled (L7), ones for
    which the dice have run out (L9), and ones that a single face fits. A turn changes
    that round its dice alone, where the mover has the same dice to choose from.
    """
    mover, stock, cells = state.mover, state.stock, state.board.cells
    had = 0 if mover is None else dice_for(state, mover)
    terms = had, [left > 0 for left in stock]
    found: _Kinds = {}
    todo: Collection[int] = cells
    earlier = _told.of(state.laid, state.recent)
    if earlier is not None and earlier[1][0] == terms:
        found = earlier[1][1].copy()
        laid = [cell(*tile.at) for tile in state.laid[len(earlier[0]) :]]
        todo = {where + offset for where in laid for offset in ROUND_ABOUT}
    for where in todo:
        rim = cells[where]
        if rim >= TAKEN:
            found.pop(where, None)
        elif SCARCE[rim & 255] or had != 7:
            kind, letters, dice = KNOWN[rim]
            if mover is None and kind != DEAD:
                continue  # over: what could be laid matters no more
            if kind == FORCED and not stock[DIE_OF[letters]]:
                found[where] = SHORT, letters
            elif kind:
                found[where] = kind if dice & had or kind == DEAD else SHORT, letters
            elif dice and not dice & had:
                found[where] = SHORT, letters
    _told.keep(state.laid, (terms, found))
    return found


SCARCE = bytes(len(fits) < 2 for fits in FITS)
"""Whether no face fits, or one, by what is known of the corners."""


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
                kind = FORCED if forced_face(rim) >= 0 else ONLY
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
