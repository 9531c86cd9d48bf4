"""What is known of empty cells, and what is worth a mark."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from pbem.rules.lava.board import TAKEN, forced_face
from pbem.rules.lava.earlier import tables
from pbem.rules.lava.faces import FITS, LETTERS
from pbem.rules.lava.grid import ROUND_ABOUT, cell, coordinates
from pbem.rules.lava.legal import dice_for
from pbem.rules.lava.state import State

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

    @property
    def mark(self) -> str:
        """What is written in the cell.

        >>> [Special((0, 0), kind, "k").mark for kind in (DEAD, SHORT, ONLY, FORCED)]
        ['x', '-', 'k', 'k!']
        """
        if self.kind == DEAD:
            return "x"
        if self.kind == SHORT:
            return "-"
        return self.letters + ("!" if self.kind == FORCED else "")


def _special(where: int, what: tuple[str, str]) -> Special:
    return Special(coordinates(where), *what)


_Found: TypeAlias = dict[int, Special]


def known_cells(state: State) -> _Found:
    """Return the empty cells that are worth a mark, by number; not to be changed.

    Dead ones (L10), forced ones that are still to be filled (L7), ones for
    which the dice have run out (L9), and ones that a single face fits. A turn changes
    that round its dice alone, where the mover has the same dice to choose from.
    """
    mover, cells = state.mover, state.board.cells
    had = 0 if mover is None else dice_for(state, mover)
    red, green, blue = state.stock
    table = KNOWN[mover is None, had, red > 0, green > 0, blue > 0]
    found: _Found = {}
    todo: Collection[int] = cells
    made = tables.of(state.laid, state.recent)
    told, laid = made.part("cells")
    if told is not None:
        other, before = told
        todo = [
            where + offset
            for where in [cell(*tile.at) for tile in laid]
            for offset in ROUND_ABOUT
        ]
        if other is table:
            found = before.copy()
        else:  # where no die lies beside a cell, dice do not matter
            found = {at: one for at, one in before.items() if one.kind == DEAD}
            todo = {*todo, *[key >> 8 for key in state.board.edge]}
    codes = map(cells.__getitem__, todo)
    for where, what in zip(todo, map(table.__getitem__, codes), strict=True):
        if what is not None:
            found[where] = _special(where, what)
        elif where in found:
            del found[where]
    made.cells = table, found
    return found


LETTERS_OF = tuple(["".join([LETTERS[face] for face in fits]) for fits in FITS])
"""The faces that fit, by corners."""

DICE_OF = tuple([sum({1 << (face >> 3) for face in fits}) for fits in FITS])
"""The dice that have a face that fits, a bit each, by corners."""

_What: TypeAlias = tuple[str, str]


class _Known(dict[int, _What | None]):
    """The kind of an empty cell by its code, and what fits; None: nothing special.

    Each of these goes with some terms: whether the game is over, the dice that the
    mover may lay (a bit each), and whether there are dice of each colour.
    """

    def __init__(self, over: bool, had: int, left: tuple[bool, ...]) -> None:
        super().__init__()
        self._over, self._had, self._left = over, had, left

    def __missing__(self, rim: int) -> _What | None:
        self[rim] = found = self._found(rim)
        return found

    def _found(self, rim: int) -> _What | None:
        if rim >= TAKEN:
            return None
        fits = FITS[rim & 255]
        if not fits:
            return DEAD, ""
        if rim < 256 or self._over:  # over: what could be laid matters no more
            return None
        forced = forced_face(rim)
        if forced >= 0 and not self._left[forced >> 3]:
            return SHORT, LETTERS_OF[rim & 255]
        if not self._had & DICE_OF[rim & 255]:
            return SHORT, LETTERS_OF[rim & 255]
        if len(fits) > 1:
            return None
        return (FORCED if forced >= 0 else ONLY), LETTERS_OF[rim & 255]


class _Tables(dict[tuple[bool, int, bool, bool, bool], _Known]):
    """What is known of empty cells by terms."""

    def __missing__(self, terms: tuple[bool, int, bool, bool, bool]) -> _Known:
        over, had, *left = terms
        self[terms] = found = _Known(over, had, tuple(left))
        return found


KNOWN = _Tables()
