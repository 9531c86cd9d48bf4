"""Names of places, coasts and powers at the beginning of words, on all maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from pbem.kit.maps import NameMatch, words
from pbem.rules.diplomacy import world as maps
from pbem.rules.diplomacy.orders import Named
from pbem.rules.diplomacy.units import Area, Power

SHORTEST_TYPO = 3  #: letters of a word that may be a name with a mistake
_SIGNS = frozenset("-/")


class NamedPlace(NamedTuple):
    """A place that words name."""

    size: int  #: of the words
    areas: tuple[Area, ...]  #: all that may be meant
    coast: str = ""  #: written without a gap: "spasc"
    typo: bool = False


class AllNames:
    """What any order may use: the names of all maps."""

    def __init__(self) -> None:
        stems = ("standard", *(one.stem for one in maps.map_files()))
        alike: dict[frozenset[object], maps.World] = {}
        for one in map(maps.world, stems):
            known = one.atlas.names
            called = frozenset((*known.known().items(), *known.coasts.items()))
            alike.setdefault(called, one)
        #: The maps, one of those that name alike.
        self.worlds = tuple(alike.values())
        places = [one.atlas.names.known() for one in self.worlds]
        #: What powers are called, word by word; not what is a place on another map.
        self.powers: dict[tuple[str, ...], Power] = {
            called: nation.name
            for one, own in zip(self.worlds, places, strict=True)
            for nation in one.nations.values()
            for called in nation.names
            if called in own or not any(called in others for others in places)
        }
        self.letters = frozenset(
            nation.letter.casefold()
            for one in self.worlds
            for nation in one.nations.values()
        )
        #: Names of one word.
        self.single: dict[str, tuple[Area, ...]] = {
            called[0]: areas
            for own in places
            for called, areas in own.items()
            if len(called) == 1
        }


# Every order is read by them, and each map takes some 10 ms to read.
all_names = cache(AllNames)


def place_at(folded: Sequence[str]) -> NamedPlace | None:
    """Return the place that words begin with, the longest name of any map.

    What nothing is called is read as a name with a coast behind it ("spasc"), or with
    one letter wrong (D16).
    """
    matches = [world.atlas.names.match(folded) for world in all_names().worlds]
    sizes = [one.size for one in matches if one]
    if sizes:
        longest = max(sizes)
        found = [one.found for one in matches if one and one.size == longest]
        return NamedPlace(
            longest, tuple(dict.fromkeys(a for areas in found for a in areas))
        )
    if not folded or not folded[0].isalpha():
        return None
    return _glued(folded[0]) or _nearly(folded[0])


def coast_at(folded: Sequence[str], *, alone: bool) -> NameMatch | None:
    """Return the coast that words begin with, the longest name of any map.

    One that stands `alone`, without a sign before it, is no single letter: "Mao - Spa
    S" says something else.
    """
    matches = (world.atlas.names.match_coast(folded) for world in all_names().worlds)
    found = [one for one in matches if one]
    best = max(found, key=lambda one: one.size, default=None)
    if best is not None and alone and best.size == 1 and len(folded[0]) == 1:
        return None
    return best


def power_at(folded: Sequence[str]) -> tuple[int, Power]:
    """Return the power that words begin with, and how many of them name it; 0 and ""
    for none."""
    for size in (2, 1):
        called = tuple(folded[:size])
        power = all_names().powers.get(called, "")
        if power and (size < len(folded) or place_at(called) is None):
            return len(called), power
    return 0, ""


def on_map(named: Named, world: maps.World) -> Named:
    """Return a place that was read by the names of all maps as one map calls it.

    What is no area of it is looked up anew, also with a mistake; where nothing is
    found, no area is meant.
    """
    atlas = world.atlas
    if atlas.areas.keys() >= {*named.areas}:
        return named
    if own := tuple(area for area in named.areas if area in atlas.areas):
        return replace(named, areas=own)
    parts = words(named.text)
    match = atlas.names.match(parts)
    if match is not None and match.size == len(parts):
        return replace(named, areas=match.found)
    near = _nearly(parts[0]) if len(parts) == 1 else None
    own = tuple(area for area in near.areas if area in atlas.areas) if near else ()
    return replace(named, areas=own, typo=bool(own))


def _glued(word: str) -> NamedPlace | None:
    """Return a name with a coast right behind it."""
    for at in range(len(word) - 1, 2, -1):
        coast = coast_at([word[at:]], alone=True)
        if coast is not None:
            for world in all_names().worlds:
                match = world.atlas.names.match([word[:at]])
                if match and match.size == 1:
                    return NamedPlace(1, match.found, coast.found[0])
    return None


def _nearly(word: str) -> NamedPlace | None:
    """Return the areas whose names have one letter more, less or other, or two
    neighbours swapped."""
    if len(word) < SHORTEST_TYPO:
        return None
    known = all_names().single
    near = dict.fromkeys(
        area for other in _mistakes(word) for area in known.get(other, ())
    )
    return NamedPlace(1, tuple(near), "", True) if near else None


def _mistakes(word: str) -> Iterator[str]:
    """Yield all words that differ from one by a letter."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    for at in range(len(word) + 1):
        yield word[:at] + word[at + 1 :]
        if at + 1 < len(word):
            yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        for letter in letters:
            yield word[:at] + letter + word[at:]
            yield word[:at] + letter + word[at + 1 :]
