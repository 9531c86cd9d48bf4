"""Columns by number: Connect Four."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from pbem.library.play import LegalTurn, play
from pbem.library.styles.base import Style as Base


class Style(Base):
    """Columns, counted from the left, from 1."""

    readers = MappingProxyType({"column": play})

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield the columns that are not full, each with where a disc comes to lie."""
        board = self.board(state)
        for action in state.legal_actions():
            letter = self.engine.board.letters[action]
            column = [name for name in board.cells if name[0] == letter]
            free = [name for name in column if name not in board.pieces]
            yield LegalTurn((action,), str(action + 1), (free[-1],))
