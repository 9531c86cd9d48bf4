"""How a game of Magic Arena begins: empty, or from a position."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.chance import Chance
from pbem.kit import squares
from pbem.kit.positions import Layout, Lines
from pbem.protocol import Seat, Step, Token
from pbem.rules.arena.state import Fighter, Settings, State


def begin(
    seats: Sequence[Seat], options: Settings, chance: Chance | None
) -> Step[State]:
    """Return an empty arena: everybody chooses types and a square first."""
    return Step(State(options, tuple(seats), 0))


def place(
    seats: Sequence[Seat], options: Settings, chance: Chance | None, lines: Lines
) -> Step[State]:
    """Return the arena with everybody in place. Raises Unplaceable.

    The turn to be ordered is the first, or the one after the last removal.
    """
    arena = Position(seats, options)
    arena.apply(lines)
    arena.line = len(lines)
    missing = tuple(seat for seat in seats if seat not in arena.found)
    if missing:
        arena.refuse("position.missing", missing=missing)
    placed = tuple(arena.found[seat] for seat in seats)
    turn = 1 + max((f.out for f in placed if f.out is not None), default=0)
    return Step(State(options, tuple(seats), turn, placed))


class Position(Layout):
    """Who stands where with what, as the lines of a position say."""

    def __init__(self, seats: Sequence[Seat], settings: Settings) -> None:
        super().__init__(seats)
        self._settings = settings
        self.found: dict[Seat, Fighter] = {}

    def position(self, name: Token, *words: Token) -> None:
        """Place a fighter from a line of the position: name; types, square, hit points,
        magic points and, if out, the turn of removal. Raises Unplaceable."""
        out = words[-1].lower().startswith("out")
        *types, at, hp, mp = words[:-1] if out else words
        seat, settings = self.named(name, "position.seat"), self._settings
        if seat in self.found:
            self.refuse("position.seat", found=name.strip(), known=self.seats)
        square = squares.find(at.upper(), settings.size)
        if square is None:
            self.refuse("position.square", square=at.upper(), last=settings.last)
        self.found[seat] = Fighter(
            seat,
            tuple(word.lower() for word in types),
            square,
            int(hp[:-2]),
            int(mp[:-2]),
            int(words[-1][3:]) if out else None,
        )
