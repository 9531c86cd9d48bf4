"""What is known of empty cells, and what is worth a mark."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.rules.lava.faces import LETTERS
from pbem.rules.lava.grid import coordinates
from pbem.rules.lava.legal import fitting
from pbem.rules.lava.state import State

DEAD, SHORT, FORCED, ONLY = "dead", "short", "forced", "only"


@dataclass(frozen=True, slots=True)
class Special:
    """An empty cell that few dice fit, or none.

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


def known_cells(state: State) -> dict[int, Special]:
    """Return the empty cells that are worth a mark, by number, in reading order."""
    found = {}
    for where in sorted(state.board.touched()):
        if kind := _kind(state, where):
            fits = state.board.fitting(where)
            letters = "".join(LETTERS[face] for face in fits)
            found[where] = Special(coordinates(where), kind, letters)
    return found


def _kind(state: State, where: int) -> str | None:
    """Return what is special about an empty cell, or None."""
    board, mover = state.board, state.mover
    fits = board.fitting(where)
    if not fits:  # (L10)
        return DEAD
    # After the end it matters no more what could be laid.
    if mover is None or not board.is_next_to_die(where):
        return None
    forced = board.forced_face(where)
    if forced is not None and not state.stock[forced >> 3]:  # (L9)
        return SHORT
    if not fitting(state, mover, where):
        return SHORT
    if len(fits) > 1:
        return None
    return ONLY if forced is None else FORCED  # (L7)
