"""Maps: places, and the roads between them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)
Q = TypeVar("Q", bound=Hashable)


class Graph(Generic[P]):
    """A map read from lines, a place and its neighbours in each (or see `of`).

    Roads go both ways, so a line may leave out what another says. Names are read in
    any case. Raises ValueError for a place without a road, and for a road from a place
    to itself.

    >>> graph = Graph(["Ash: Birch, Cedar", "Birch: Cedar", "Cedar: Dell"])
    >>> graph.adjacent("Cedar"), graph.find("dell"), graph.find("Elm")
    (('Ash', 'Birch', 'Dell'), 'Dell', '')
    """

    _neighbours: Mapping[P, tuple[P, ...]]

    def __init__(self: Graph[str], lines: Iterable[str]) -> None:
        roads: dict[str, set[str]] = {}
        for line in lines:
            place, _, others = line.partition(":")
            names = [name.strip() for name in others.split(",") if name.strip()]
            for other in names:
                roads.setdefault(place.strip(), set()).add(other)
                roads.setdefault(other, set()).add(place.strip())
            if not names or place.strip() in names:
                raise ValueError(f"a place needs roads to others: {line!r}")
        self._neighbours = {place: tuple(sorted(near)) for place, near in roads.items()}

    @classmethod
    def of(cls, neighbours: Mapping[Q, tuple[Q, ...]]) -> Graph[Q]:
        """Return the map of places of any kind, by the neighbours of each."""
        graph: Graph[Q] = Graph.__new__(Graph)
        graph._neighbours = neighbours
        return graph

    @property
    def places(self) -> tuple[P, ...]:
        """All places."""
        return tuple(self._neighbours)

    def adjacent(self, place: P) -> tuple[P, ...]:
        """Return the neighbours of a place, in order. Raises KeyError."""
        return self._neighbours[place]

    def find(self: Graph[str], name: str) -> str:
        """Return the place of this name in any case, or an empty string."""
        called = " ".join(name.split()).casefold()
        return next((one for one in self._neighbours if one.casefold() == called), "")

    def rings(self, place: P) -> Iterator[set[P]]:
        """Yield a place, its neighbours, theirs, and so on, each place once.

        >>> [sorted(ring) for ring in Graph.of({1: (2,), 2: (1, 3), 3: (2,)}).rings(1)]
        [[1], [2], [3]]
        """
        seen, ring = {place}, {place}
        while ring:
            yield ring
            ring = {near for one in ring for near in self._neighbours[one]} - seen
            seen |= ring

    def steps(self, place: P, target: P) -> int | None:
        """Return the fewest roads between two places; None where none lead there.

        >>> Graph(["A: B", "B: C", "D: E"]).steps("A", "C")
        2
        """
        rings = enumerate(self.rings(place))
        return next((count for count, ring in rings if target in ring), None)
