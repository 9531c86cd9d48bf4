"""Places of the map, and how people call them.

A place is a number, ten times the tile's and then the platform's: T12.5 is
125, and 0 is no place.
"""

from __future__ import annotations

STEP = {2: (0, -1), 6: (1, 0), 8: (0, 1), 4: (-1, 0)}
OPPOSITE = {2: 8, 8: 2, 4: 6, 6: 4}

_KEYS = {"n": 2, "w": 4, "e": 6, "s": 8, "c": 5, "nw": 1, "ne": 3, "sw": 7, "se": 9}
_KEYS |= {"north": 2, "west": 4, "east": 6, "south": 8, "centre": 5, "center": 5}
_KEYS |= {"northwest": 1, "northeast": 3, "southwest": 7, "southeast": 9}


def spell(place: int) -> str:
    """Return a place as people write it; 0 is an empty string.

    >>> spell(13), spell(125), spell(0)
    ('T1.3', 'T12.5', '')
    """
    return f"T{place // 10}.{place % 10}" if place else ""


def place_called(text: str) -> int:
    """Return the place that a text names, on the map or not. Raise ValueError.

    >>> place_called("T1.3"), place_called("2.east"), place_called("t12.SW")
    (13, 26, 127)
    """
    tile, _, key = text.lower().lstrip("t").partition(".")
    key = key.strip().replace("-", "")
    number = _KEYS.get(key) or int(key)
    # Numbers beyond a tile's platforms must not run over into the next tile,
    # and 0 stands for no place at all.
    return max(1, int(tile) * 10 + (number if number < 10 else 0))
