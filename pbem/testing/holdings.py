"""What seats hold at the end, as all see it, compared with who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sized
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from pbem.protocol import Seat
from pbem.testing.matches import Match


@dataclass
class Holdings:
    """Games by their way to end and a field of the view that has a number, or things,
    for each seat; counted where the seats differ in it."""

    games: Counter[tuple[str, str]] = field(default_factory=Counter)
    fewest: Counter[tuple[str, str]] = field(default_factory=Counter)
    most: Counter[tuple[str, str]] = field(default_factory=Counter)

    def take(self, match: Match, reason: str, won: set[Seat]) -> None:
        """Count a game that these seats have won."""
        view = match.game.rules.view(match.state, None)
        for name, held in _held(view, match.seats):
            least, most = min(held.values()), max(held.values())
            if least == most:
                continue
            key = reason, f"{type(view).__name__}.{name}"
            self.games[key] += 1
            self.fewest[key] += all(held[seat] == least for seat in won)
            self.most[key] += all(held[seat] == most for seat in won)

    def hints(self, reasons: Container[str], enough: int) -> Iterator[str]:
        """Yield where winners always hold the fewest, and the most of nothing."""
        for (reason, name), games in self.games.items():
            if reason not in reasons:
                continue
            others = [key for key in self.games if key[0] == reason]
            if any(self.most[key] == self.games[key] for key in others):
                continue
            if games >= enough and self.fewest[reason, name] == games:
                yield (
                    f'in all {games} random games that ended with "{reason}" outcome '
                    f"names whoever has the fewest {name}: is that right?"
                )


def _held(view: Any, seats: tuple[Seat, ...]) -> Iterator[tuple[str, dict[Seat, int]]]:
    """Yield the fields of a view that have a number, or so many things, for each seat.

    >>> @dataclass
    ... class View:
    ...     cards: dict
    >>> dict(_held(View({"Ann": ("a", "b"), "Bob": ()}), ("Ann", "Bob")))
    {'cards': {'Ann': 2, 'Bob': 0}}
    """
    for one in fields(view) if is_dataclass(view) else ():
        value = getattr(view, one.name)
        if not isinstance(value, Mapping) or value.keys() != set(seats):
            continue
        counts = {seat: _count(each) for seat, each in value.items()}
        if None not in counts.values():
            yield one.name, {seat: count or 0 for seat, count in counts.items()}


def _count(value: Any) -> int | None:
    """Return a number, or how many things there are; None for what is neither."""
    if isinstance(value, int):
        return value
    counted = isinstance(value, Sized) and not isinstance(value, str | bytes)
    return len(value) if counted else None
