"""Many shapes of one look as one path, in SVG's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from markupsafe import Markup

Place = tuple[float, float]  #: of a middle, in pixels
_SLANT, _TALL = 0.5773, 1.1547  #: of a hexagon: its corners, in halves of its width


def discs(places: Iterable[Place], r: float) -> Markup:
    """Return discs of radius r.

    >>> str(discs([(5, 7)], 3))
    'M2 7a3 3 0 1 0 6 0a3 3 0 1 0-6 0z'
    """
    return _drawn(_disc, tuple(places), r)


def hexes(places: Iterable[Place], u: float) -> Markup:
    """Return hexagons with a corner at the top; u is half of their width.

    >>> str(hexes([(5, 7.5)], 10))
    'M5 7.5m0-11.5l10 5.8v11.5l-10 5.8l-10-5.8v-11.5z'
    """
    return _drawn(_hex, tuple(places), u)


def outlines(places: Iterable[Place], u: float) -> Markup:
    """Return the outlines of such hexagons: an edge that two share is drawn once."""
    return _outlines(tuple(places), u)


def _drawn(
    shape: Callable[[float, float, float], str], places: tuple[Place, ...], size: float
) -> Markup:
    return Markup("".join([shape(x, y, size) for x, y in places]))


def _disc(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0z"


def _hex(x: float, y: float, u: float) -> str:
    a, b, c = round(u, 1), round(u * _SLANT, 1), round(u * _TALL, 1)
    return f"M{x} {y}m0-{c}l{a} {b}v{c}l-{a} {b}l-{a}-{b}v-{c}z"


def _outlines(places: tuple[Place, ...], u: float) -> Markup:
    a, b, c = round(u, 1), round(u * _SLANT, 1), round(u * _TALL, 1)
    x0, y0 = places[0] if places else (0, 0)
    cells = [(round((x - x0) / u), round((y - y0) / u / 1.732)) for x, y in places]
    standing, found = set(cells), list[str]()
    for (x, y), (column, row) in zip(places, cells, strict=True):
        found.append(f"M{x} {round(y - c, 1)}l{a} {b}v{c}l-{a} {b}")
        if (column - 1, row + 1) not in standing:
            found.append(f"l-{a}-{b}")
        if (column - 2, row) not in standing:
            found.append(f"M{round(x - a, 1)} {round(y + b, 1)}v-{c}")
        if (column - 1, row - 1) not in standing:
            found.append(f"M{round(x - a, 1)} {round(y - b, 1)}l{a}-{b}")
    return Markup("".join(found))
