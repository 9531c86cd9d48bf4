"""Areas of a square board: round a square, in a corner, between rows and columns."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit import squares


def distance(one: int, other: int, size: int) -> int:
    """The steps of a king between two squares.

    >>> distance(0, 35, 8)
    4
    """
    rank, file = divmod(one, size)
    rank2, file2 = divmod(other, size)
    return max(abs(rank - rank2), abs(file - file2))


def is_edge(square: int, size: int) -> bool:
    """Whether a square touches the edge of the board."""
    rank, file = divmod(square, size)
    return not (0 < rank < size - 1 and 0 < file < size - 1)


def is_dark(square: int, size: int) -> bool:
    """Whether a square has the colour of A1.

    >>> is_dark(0, 8), is_dark(1, 8)
    (True, False)
    """
    rank, file = divmod(square, size)
    return (rank + file) % 2 == 0


def around(square: int, radius: int, size: int) -> tuple[int, ...]:
    """The squares within a distance, the middle included, cut at the edge.

    >>> [squares.name(s, 8) for s in around(0, 1, 8)]
    ['A1', 'B1', 'A2', 'B2']
    """
    rank, file = divmod(square, size)
    files = range(max(0, file - radius), min(size, file + radius + 1))
    ranks = range(max(0, rank - radius), min(size, rank + radius + 1))
    return tuple(r * size + f for r in ranks for f in files)


def corner(point: str, side: int, size: int) -> tuple[int, ...]:
    """The triangle of squares in a corner, `side` squares along each edge.

    >>> [squares.name(s, 8) for s in corner("SE", 2, 8)]
    ['G1', 'H1', 'H2']
    """
    found = []
    for square in range(size * size):
        rank, file = divmod(square, size)
        away = (rank if point[0] == "S" else size - 1 - rank) + (
            file if point[1] == "W" else size - 1 - file
        )
        if away < side:
            found.append(square)
    return tuple(found)


def block(files: tuple[int, int], ranks: tuple[int, int], size: int) -> tuple[int, ...]:
    """The rectangle of squares between two files and two ranks, both included."""
    return tuple(
        rank * size + file
        for rank in range(ranks[0], ranks[1] + 1)
        for file in range(files[0], files[1] + 1)
    )


def corners(area: Iterable[int], size: int) -> tuple[str, str]:
    """The south-west and north-east ends of the smallest block round squares.

    >>> corners(around(0, 2, 8), 8)
    ('A1', 'C3')
    """
    places = [divmod(square, size) for square in area]
    low = min(r for r, _ in places) * size + min(f for _, f in places)
    high = max(r for r, _ in places) * size + max(f for _, f in places)
    return squares.name(low, size), squares.name(high, size)
