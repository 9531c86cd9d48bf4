"""A cell at a time: Hex, Go, Othello and their like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from pbem.library.play import LegalTurn, Play, Played, Turns, play
from pbem.library.styles.base import Style as Base
from pbem.protocol import Fault, Token


def _play(word: Token) -> Play:
    return Play(text=word.upper())


class Style(Base):
    """Cells by letter and number; pass, and swap."""

    readers = MappingProxyType({"cell": _play, "pass_": play, "swap": play})

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield the free cells, and pass or swap where the engine knows them."""
        player, before = state.current_player(), state.history()
        for action in state.legal_actions():
            text = state.action_to_string(player, action).split()[-1].upper()
            if "," in text:  # Gomoku: row and column, from 0
                row, column = map(int, text.split(","))
                text = f"{self.engine.board.letters[column]}{row + 1}"
            if text in ("PASS", "SWAP"):
                yield LegalTurn((action,), text.lower())
            elif [action] == before:  # Havannah: onto the first stone
                yield LegalTurn((action,), "swap")
            else:
                yield LegalTurn((action,), text, (text,))

    def sgf_move(self, turn: Played, cells: Mapping[str, tuple[int, int]]) -> str:
        """Return a turn as SGF writes it: in Hex, as its players do."""
        if self.engine.board.kind != "hexes":
            return super().sgf_move(turn, cells)
        return "swap-pieces" if turn.text == "swap" else turn.text.lower()

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return that a cell is taken, is not there, or may not be played."""
        if order.text in ("pass", "swap"):
            return super().why_not(state, order, turns)
        board = self.board(state)
        given: dict[str, Any] = {"cell": order.text, "piece": self.engine.piece}
        if order.text[0] == "I" and "I" not in self.engine.board.letters:
            return Fault("illegal.no-column", given=given)
        if order.text not in board.cells:
            names = list(board.cells)
            return Fault("illegal.off-board", given={**given, "cells": names})
        if (piece := board.pieces.get(order.text)) is not None:
            return Fault("illegal.taken", given={**given, "owner": piece.owner})
        return super().why_not(state, order, turns)
