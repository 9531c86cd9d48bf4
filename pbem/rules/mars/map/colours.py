"""The six colours, the pawns that bear them, and who holds which."""

from __future__ import annotations

COLOURS = ("blue", "orange", "green", "brown", "yellow", "purple")
RESOURCES = ("girder", "ore", "leaf", "cow", "banana", "crystal")

COLOUR = dict(zip(RESOURCES, COLOURS, strict=True))
RESOURCE = dict(zip(COLOURS, RESOURCES, strict=True))

#: One letter a colour; brown is w, the letter that "brown" and "cow" share.
LETTER = dict(zip(COLOURS, "bogwyp", strict=True))

#: What a pawn is drawn as: a resource by its colour in capitals.
FACE = {
    **{pawn: LETTER[COLOUR[pawn]].upper() for pawn in RESOURCES},
    "trash": "X",
    "slug": "S",
    "colonist": "@",
}

#: Pawns of each resource, and pieces of trash, in the box.
PAWNS_PER_RESOURCE = 2
TRASH_PIECES = 10

_THREE = (("blue", "green"), ("orange", "brown"), ("yellow", "purple"))
_MORE = (("blue", "orange"), ("green", "yellow"), ("brown", "purple"))

#: The action tiles by the number of players (a house reconstruction).
ACTION_TILES: dict[int, tuple[tuple[str, ...], ...]] = {
    2: (("blue", "green", "brown"), ("orange", "yellow", "purple")),
    3: _THREE,
    4: _THREE + _MORE[:1],
    5: _THREE + _MORE[:2],
    6: _THREE + _MORE,
}


def pawn_called(word: str) -> str:
    """Return the pawn that a word names: by its own name or by its colour.

    >>> pawn_called("Crystal"), pawn_called("purple"), pawn_called("trash")
    ('crystal', 'crystal', 'trash')
    """
    name = word.lower()
    return RESOURCE.get(name, name)
