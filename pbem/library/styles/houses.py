"""Houses with seeds, sown one by one: Oware and Kalah."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pbem.library.grid import Grid, Piece
from pbem.library.play import LegalTurn, Play, Turns
from pbem.library.styles import chain
from pbem.protocol import Fault, Token

_SOUTH, _NORTH = "ABCDEF", "abcdef"


def _houses(*words: Token) -> Play:
    return Play(text=" ".join(words).upper())


class Style(chain.Style):
    """Houses by letter, each side's from its own left: A to F, and a to f."""

    readers = MappingProxyType({"houses": _houses})

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield the houses that may be sown."""
        player = state.current_player()
        for action in state.legal_actions():
            # Kalah counts from 1, its stores among them; Oware by the letters.
            name = state.action_to_string(player, action)
            if name.isdigit():
                at = int(name)
                name = _SOUTH[at - 1] if player == 0 else _NORTH[at - 8]
            yield LegalTurn((action,), name, (name,))

    def matching(self, state: Any, order: Play, turns: Turns) -> list[LegalTurn]:
        """Return the house of that letter on the side of the player to move."""
        return [turn for turn in turns if turn.text.upper() == order.text.upper()]

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return that a house is empty, or would leave the other side without seeds."""
        names = (_SOUTH, _NORTH)[state.current_player()]
        house = names[_SOUTH.index(order.text.upper())]
        seeds = self.board(state).pieces[house].number
        some = tuple(turn.text for turn in turns)
        given = {"house": house, "seeds": seeds, "some": some}
        return Fault("illegal.house", given=given)

    def board(self, state: Any) -> Grid:
        """Return the houses, with North's from right to left, and the stores."""
        south, north, stores = _counted(str(state))
        cells, pieces = {}, {}
        for at in range(6):
            cells[_NORTH[at]], cells[_SOUTH[at]] = (5 - at, 0), (at, 1)
        for owner, names, seeds in ((0, _SOUTH, south), (1, _NORTH, north[::-1])):
            for name, number in zip(names, seeds, strict=True):
                pieces[name] = Piece(owner, str(number), number)
        return Grid(cells, pieces, stores=stores)

    def listed(self, board: Grid, cell: str) -> str:
        """Return a house with its seeds."""
        return f"{cell} {board.pieces[cell].number}"

    def extras(self, state: Any) -> Mapping[str, Sequence[int | str]]:
        """Return how many seeds each side has in its store."""
        return {"in store": _counted(str(state))[2]}

    def taken(self, before: Any, after: Any, player: int) -> int:
        """Return how many seeds have come into the store of a side."""
        return self.board(after).stores[player] - self.board(before).stores[player]

    def points(self, state: Any) -> tuple[float, ...]:
        """Return all seeds of each side: in its store, and in its houses."""
        south, north, stores = _counted(str(state))
        return float(sum(south) + stores[0]), float(sum(north) + stores[1])


def _counted(text: str) -> tuple[list[int], list[int], tuple[int, int]]:
    """Return the seeds in the lower row and the upper one, from left to right, and in
    the stores, out of an engine's text."""
    rows = [re.findall(r"\d+", line) for line in text.splitlines()
            if re.fullmatch(r"[-\s\d]+", line)]  # fmt: skip
    lines = [[int(number) for number in row] for row in rows if row]
    north, south = (line for line in lines if len(line) == 6)
    scores = re.findall(r"score = (\d+)", text)
    if scores:
        second, first = (int(score) for score in scores)
    else:
        second, first = next(line for line in lines if len(line) == 2)
    return south, north, (first, second)
