"""Gomoku: the engine names points by row and column, people by letter and number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.library.play import LegalTurn
from pbem.library.styles import points


class Style(points.Style):
    """Points by letter and number."""

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield the free points."""
        player = state.current_player()
        for action in state.legal_actions():
            row, column = state.action_to_string(player, action).split(",")
            name = f"{self.engine.board.letters[int(column)]}{int(row) + 1}"
            yield LegalTurn((action,), name, (name,))
