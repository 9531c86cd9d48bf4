"""The board of Magma in plain text.

A cell is four columns wide, so that rows stand half a cell apart:

* `R`, `B`, `Y` a piece, `<R>` the piece that came last, `*` at the cell that it left;
* `3r`, `3b`, `3y` cell 3 of its row, that only red, blue or yellow reaches;
* `3` cell 3, that several colours reach; `.` a cell that none reaches.

Colour is never needed, and each cell that a piece can go to shows its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.kit.hexes import Grid
from pbem.rules.magma.state import Action


def draw(
    grid: Grid,
    held: Mapping[str, str],
    owned: Mapping[str, str],
    contested: Iterable[str],
    last: Action | None,
) -> list[str]:
    """Return the board, a line for each row, with row letters on both sides.

    `held` are the colours of the pieces by cell, `owned` those of the vacant cells
    that one colour alone reaches; `last` is what was done last.
    """
    faces = dict.fromkeys(grid.names, "  . ")
    faces |= {cell: f"  {colour[0].upper()} " for cell, colour in held.items()}
    faces |= {cell: f"{cell[1:]:>3}{colour[0]}" for cell, colour in owned.items()}
    faces |= {cell: f"{cell[1:]:>3} " for cell in contested}
    if last is not None and last.path:
        if last.kind in ("move", "removed"):
            faces[last.path[0]] = _left(faces[last.path[0]])
        if last.kind != "removed":
            faces[last.path[-1]] = f" <{faces[last.path[-1]].strip()}>"
    rows = dict.fromkeys(grid.lengths, "")
    for cell, face in faces.items():
        rows[cell[0]] = rows[cell[0]].ljust(2 * grid.columns[cell]) + face
    width = 2 * max(grid.columns.values()) + 4
    return [f"{row} {line:<{width}} {row}" for row, line in rows.items()]


def _left(face: str) -> str:
    return f"*{face[:3].strip()}".rjust(3) + face[3]
