"""Arrows and dashed lines on a map: where they begin, bend, end and point."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from pbem.kit.outlines import Point


def length(points: Sequence[Point]) -> float:
    """Return how long a way from point to point is."""
    return sum(dist(one, other) for one, other in pairwise(points))


def along(points: Sequence[Point], far: float) -> Point:
    """Return the point so far along a way; its end where that is too far.

    >>> along([(0, 0), (10, 0), (10, 10)], 13)
    (10.0, 3.0)
    """
    for one, other in pairwise(points):
        step = dist(one, other)
        if step and far <= step:
            share = max(far, 0) / step
            return (
                round(one[0] + share * (other[0] - one[0]), 1),
                round(one[1] + share * (other[1] - one[1]), 1),
            )
        far -= step
    return points[-1]


def trimmed(points: Sequence[Point], start: float, end: float) -> tuple[Point, ...]:
    """Return a way without its first and last stretch; half of it at least is left.

    >>> trimmed([(0, 0), (10, 0)], 1, 3)
    ((1.0, 0.0), (7.0, 0.0))
    """
    whole = length(points)
    less = min(1.0, whole / 2 / ((start + end) or 1))
    first, last = start * less, whole - end * less
    inner, so_far = [], 0.0
    for one, other in pairwise(points):
        so_far += dist(one, other)
        if first < so_far < last:
            inner.append(other)
    return (along(points, first), *inner, along(points, last))


def path(points: Sequence[Point]) -> str:
    """Return a way as a path through all of its points, in curves.

    >>> path([(0, 0), (9, 0)]), path([(0, 0), (6, 0), (6, 6)])
    ('M0 0L9 0', 'M0 0C1.0 0.0 5.0-1.0 6 0C7.0 1.0 6.0 5.0 6 6')
    """
    if len(points) == 2:
        (x, y), (a, b) = points
        return f"M{x} {y}L{a} {b}"
    padded = [points[0], *points, points[-1]]
    parts = [f"M{points[0][0]} {points[0][1]}"]
    for p, q, r, s in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        first = f"{q[0] + (r[0] - p[0]) / 6:.1f} {q[1] + (r[1] - p[1]) / 6:.1f}"
        second = f"{r[0] - (s[0] - q[0]) / 6:.1f} {r[1] - (s[1] - q[1]) / 6:.1f}"
        parts.append(f"C{first} {second} {r[0]} {r[1]}".replace(" -", "-"))
    return "".join(parts)


def head(points: Sequence[Point], size: float) -> str:
    """Return the head of an arrow as a closed path; its tip is the end of the way.

    >>> head([(0, 0), (9, 0)], 4)
    'M9 0L5.0 2.2L5.0-2.2z'
    """
    (x, y), (a, b) = points[-1], points[-2]
    far = dist((x, y), (a, b)) or 1.0
    dx, dy = (x - a) / far * size, (y - b) / far * size
    left = f"{x - dx - 0.55 * dy:.1f} {y - dy + 0.55 * dx:.1f}"
    right = f"{x - dx + 0.55 * dy:.1f} {y - dy - 0.55 * dx:.1f}"
    return f"M{x} {y}L{left}L{right}z".replace(" -", "-")
