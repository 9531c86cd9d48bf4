"""Quoridor: steps of a pawn, and walls by the square at their lower left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from pbem.library.grid import Grid, Wall
from pbem.library.play import LegalTurn, Play, Turns, no_such_move, play
from pbem.library.styles.base import Style as Base
from pbem.protocol import Fault, Token

SIZE = 9
WALLS = 10  #: of each side, at the beginning
_FILES = "abcdefghi"
_ACROSS = 2 * SIZE - 1  #: of the engine's places, squares and edges, in a row


def _wall(square: Token, way: Token) -> Play:
    return Play(text=square.lower() + way.lower()[0])


def _turned(text: str) -> str:
    """Return a place of the engine, which counts rows from the top, from below.

    A wall lies between two rows, and is called after the lower one.

    >>> _turned("e8"), _turned("a1h"), _turned("h8v")
    ('e2', 'a8h', 'h1v')
    """
    if text[-1] in "hv":
        return f"{text[0]}{SIZE - int(text[1:-1])}{text[-1]}"
    return f"{text[0]}{SIZE + 1 - int(text[1:])}"


class Style(Base):
    """Squares to step to, and walls."""

    readers = MappingProxyType({"step": play, "wall": _wall})

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield the steps of the pawn, and then the walls."""
        player, walls = state.current_player(), list[LegalTurn]()
        for action in state.legal_actions():
            text = _turned(state.action_to_string(player, action))
            turn = LegalTurn((action,), text, (text,))
            if text[-1] in "hv":
                walls.append(turn)
            else:
                yield turn
        yield from walls

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return where the pawn may step; or why a wall cannot be set."""
        if order.text[-1] not in "hv":
            return no_such_move(order, [x for x in turns if x.text[-1] not in "hv"])
        walls = self._walls(state)
        left = self.extras(state)["walls"][self.mover(state)]
        if order.text[0] == "i" or int(order.text[1:-1]) >= SIZE:
            why = "edge"
        elif not left:
            why = "none"
        else:
            why = "crossing" if _meets(order.text, walls) else "shut"
        return Fault("illegal.wall", given={"wall": order.text, "why": why})

    def _walls(self, state: Any) -> list[str]:
        """Return the walls in the order in which they were set."""
        found = []
        for action in state.history():
            row, column = divmod(action, _ACROSS)
            if row % 2 or column % 2:
                way = "h" if row % 2 else "v"
                found.append(_turned(f"{_FILES[column // 2]}{row // 2 + 1}{way}"))
        return found

    def extras(self, state: Any) -> Mapping[str, Sequence[int | str]]:
        """Return how many walls each side has left."""
        left = [WALLS, WALLS]
        for number, action in enumerate(state.history()):
            row, column = divmod(action, _ACROSS)
            left[number % 2] -= bool(row % 2 or column % 2)
        return {"walls": left}

    def board(self, state: Any) -> Grid:
        """Return the board with both pawns and all walls."""
        walls = tuple(map(_drawn, self._walls(state)))
        return replace(super().board(state), walls=walls)

    def drawn(self, state: Any) -> tuple[str, ...]:
        """Return the walls."""
        return tuple(self._walls(state))


def _number(text: str) -> tuple[int, int]:
    """Return column and row of a wall, from the top left, from 0."""
    return _FILES.index(text[0]), SIZE - int(text[1:-1])


def _meets(text: str, walls: Sequence[str]) -> bool:
    """Return whether a wall would cross another one, or lie on half of it."""
    halves = {*_halves(text)}
    return any(
        _number(text) == _number(wall) or halves.intersection(_halves(wall))
        for wall in walls
    )


def _halves(wall: str) -> tuple[tuple[int, int, str], ...]:
    """Return the two edges that a wall covers."""
    (x, y), way = _number(wall), wall[-1]
    other = (x + 1, y, way) if way == "h" else (x, y - 1, way)
    return (x, y, way), other


def _drawn(wall: str) -> Wall:
    """Return a wall as it lies between squares."""
    (x, y), way = _number(wall), wall[-1]
    if way == "h":
        return Wall(wall, x - 0.5, y - 0.5, x + 1.5, y - 0.5)
    return Wall(wall, x + 0.5, y - 1.5, x + 0.5, y + 0.5)
