"""Columns by number: Connect Four."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from pbem.library.play import LegalTurn, Play, resign
from pbem.library.styles.base import Style as Base
from pbem.protocol import Fault, Token


def _column(word: Token) -> Play:
    return Play(text=str(word))


class Style(Base):
    """Columns, counted from the left, from 1."""

    readers: ClassVar[Mapping[str, Callable[..., Any]]] = {
        "column": _column,
        "resign": resign,
    }

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield the columns that are not full, each with where a disc comes to lie."""
        board = self.board(state)
        for action in state.legal_actions():
            letter = self.engine.board.letters[action]
            column = [name for name in board.cells if name[0] == letter]
            free = [name for name in column if name not in board.pieces]
            yield LegalTurn((action,), str(action + 1), (free[-1],))

    def why_not(self, state: Any, order: Play, turns: Sequence[LegalTurn]) -> Fault:
        """Return that a column is full, or not there."""
        some = tuple(turn.text for turn in turns)
        given = {"written": order.text, "some": some, "all": True}
        return Fault("illegal.no-such-move", given=given)
