"""The board of Magic Arena in text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.kit import squares


def draw(size: int, marks: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the lines of the board: who stands where by their letters.

    `marks` has the letters by the names of squares. Where there is no room for
    all letters stands how many players there are; the report says who they are.
    """
    room = 2 if size <= squares.ROOMY else 1
    shown: dict[int, str] = {}
    for name, letters in marks.items():
        square = squares.find(name, size)
        assert square is not None
        fits = len(letters) <= room
        shown[square] = "".join(letters) if fits else str(len(letters))
    return squares.draw(size, shown)
