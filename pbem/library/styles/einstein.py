"""EinStein würfelt nicht: a die says which cube moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from types import MappingProxyType
from typing import Any

from pbem.chance import Chance
from pbem.library.grid import Grid, Piece, squares
from pbem.library.play import LegalTurn, Play, Turns
from pbem.library.styles.base import Style as Base
from pbem.protocol import Fault, Token

_FILES = "abcde"
_SIDES = "bw"  #: of the engine's players, in its text
#: How a cube goes, in columns and rows from the top.
_WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_ORDERS = tuple(permutations(range(6)))


def _cube(*words: Token) -> Play:
    return Play(text="-".join(word.lower() for word in words))


class Style(Base):
    """The number of a cube, and the square it goes to: 3-d4; or both squares: c5-d4."""

    readers = MappingProxyType({"cube": _cube})

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield what the cubes that may move can do."""
        player = state.current_player()
        at = self._places(state, player)
        for action in state.legal_actions():
            text = state.action_to_string(player, action)
            number, way = text[1], text[3:].rstrip("*")
            column, row = at[int(number)]
            aslant = (1, 1) if player == 0 else (-1, -1)
            right, down = _WAYS.get(way, aslant)
            start, end = _name(column, row), _name(column + right, row + down)
            yield LegalTurn((action,), f"{number}-{end}", (start, end))

    def matching(self, state: Any, order: Play, turns: Turns) -> list[LegalTurn]:
        """Return the turns of that cube, or from that square, to that square."""
        start, _, end = order.text.partition("-")
        return [
            turn
            for turn in turns
            if turn.cells[1] == end and start in (turn.cells[0], turn.text[0])
        ]

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return which cubes the die allows, and where they may go."""
        cubes = tuple(dict.fromkeys(turn.text[0] for turn in turns))
        some = tuple(turn.text for turn in turns)
        given = {"written": order.text, "dice": self.dice(state), "cubes": cubes}
        return Fault("illegal.cube", given={**given, "some": some})

    def throw(self, state: Any, chance: Chance) -> tuple[int, Chance]:
        """Return the action for a die; or, at the beginning, for cubes as they lie."""
        if len(state.history()) < 2:
            cubes, chance = chance.shuffled(range(6), "cubes")
            return _ORDERS.index(cubes), chance
        return chance.below(6, "die")

    def dice(self, state: Any) -> tuple[int, ...]:
        """Return the die of the player to move, once cubes lie on the board."""
        history = state.full_history()
        return (history[-1].action + 1,) if len(history) > 2 else ()

    def _places(self, state: Any, player: int) -> dict[int, tuple[int, int]]:
        """Return where the cubes of a player are."""
        lines = [re.findall(r"\|(.)(.)\|", line) for line in str(state).splitlines()]
        return {
            int(number): (column, row)
            for row, line in enumerate(lines)
            for column, (side, number) in enumerate(line)
            if side == _SIDES[player]
        }

    def board(self, state: Any) -> Grid:
        """Return the board with the numbers of the cubes."""
        pieces = {}
        for owner, player in enumerate(self.engine.players):
            for number, place in self._places(state, player).items():
                pieces[_name(*place)] = Piece(owner, f"{'WB'[owner]}{number}")
        return Grid(squares(5, 5, _FILES), pieces)

    def listed(self, board: Grid, cell: str) -> str:
        """Return a cube with its square."""
        return f"{board.pieces[cell].letter[1]} on {cell}"

    def taken(self, before: Any, after: Any, player: int) -> int:
        """Return whether a cube was taken, of either side."""
        return len(self.board(before).pieces) - len(self.board(after).pieces)

    def ending(self, state: Any) -> str:
        """Return whether a cube has come to the corner, or one side has none left."""
        alive = [bool(self._places(state, player)) for player in (0, 1)]
        return "corner" if all(alive) else "no-cubes"


def _name(column: int, row: int) -> str:
    return f"{_FILES[column]}{5 - row}" if 0 <= column < 5 else ""
