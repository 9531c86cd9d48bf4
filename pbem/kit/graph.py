"""Maps of named places and the roads between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


class Graph:
    """A map read from lines, a place and its neighbours in each.

    Roads go both ways, so a line may leave out what another says. Names are read in
    any case. Raises ValueError for a place without a road, and for one beside itself.

    >>> graph = Graph(["Ash: Birch, Cedar", "Birch: Cedar", "Cedar: Dell"])
    >>> graph.beside("Cedar"), graph.find("dell"), graph.find("Elm")
    (('Ash', 'Birch', 'Dell'), 'Dell', '')
    """

    def __init__(self, lines: Iterable[str]) -> None:
        roads: dict[str, set[str]] = {}
        for line in lines:
            place, _, others = line.partition(":")
            names = [name.strip() for name in others.split(",") if name.strip()]
            for other in names:
                roads.setdefault(place.strip(), set()).add(other)
                roads.setdefault(other, set()).add(place.strip())
            if not names or place.strip() in names:
                raise ValueError(f"a place needs roads to others: {line!r}")
        self.places: tuple[str, ...] = tuple(roads)
        self._beside: Mapping[str, tuple[str, ...]] = {
            place: tuple(sorted(near)) for place, near in roads.items()
        }
        self._called = {place.casefold(): place for place in roads}

    def beside(self, place: str) -> tuple[str, ...]:
        """Return the neighbours of a place, by name. Raises KeyError."""
        return self._beside[place]

    def find(self, name: str) -> str:
        """Return the place of this name in any case, or an empty string."""
        return self._called.get(" ".join(name.split()).casefold(), "")

    def steps(self, place: str, target: str) -> int | None:
        """Return the fewest roads between two places; None where none lead there.

        >>> Graph(["A: B", "B: C", "D: E"]).steps("A", "C")
        2
        """
        seen, edge, count = {place}, {place}, 0
        while edge and target not in edge:
            edge = {near for one in edge for near in self._beside[one]} - seen
            seen |= edge
            count += 1
        return count if edge else None
