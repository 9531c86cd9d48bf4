"""From square to square: Breakthrough, Lines of Action, Checkers, Amazons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isqrt
from types import MappingProxyType
from typing import Any

from pbem.library.play import LegalTurn, Play, Turns, after, listed, lower, play
from pbem.library.styles.base import Style as Base
from pbem.protocol import Fault, Token

_SQUARE = re.compile(r"[a-z]\d+")
_FILES = "abcdefghijklmnopqrstuvwxyz"


def _shot(word: Token) -> str:
    return "/" + word.lower()


def _move(*ways: str) -> Play:
    return Play(text="-".join(ways).replace("-/", "/"))


class Style(Base):
    """Squares in a row; who goes on after a step goes on in the same turn."""

    chains = True
    readers = MappingProxyType(
        {"move": _move, "way": lower, "shot": _shot, "pass_": play, "swap": play}
    )

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield all turns, with all their steps."""
        yield from self._from(state, (), [])

    def _from(
        self, state: Any, done: tuple[int, ...], way: list[str]
    ) -> Iterator[LegalTurn]:
        player = state.current_player()
        for action in state.legal_actions():
            text = state.action_to_string(player, action)
            if text.casefold() == "pass":
                yield LegalTurn((*done, action), "pass")
                continue
            squares = self._squares(state, action, text)
            steps = [*way, *(squares if not way or len(squares) == 1 else squares[1:])]
            if done and len(squares) > 1 and squares[0] != way[-1]:
                continue  # another piece: no part of this turn
            shot = self.engine.shoots and len(steps) == 3  # the turn is over by it
            after = None if shot else state.child(action)
            if after and not after.is_terminal() and after.current_player() == player:
                yield from self._from(after, (*done, action), steps)
            else:
                yield LegalTurn((*done, action), self._written(steps), tuple(steps))

    def _squares(self, state: Any, action: int, text: str) -> list[str]:
        """Return the squares that a step of the engine names."""
        if not self.engine.shoots:
            return _SQUARE.findall(text)
        size = isqrt(state.num_distinct_actions())  # Amazons counts from the top left
        row, column = divmod(action, size)
        return [f"{_FILES[column]}{size - row}"]

    def _written(self, steps: Sequence[str]) -> str:
        """Return a turn as it is written."""
        if self.engine.shoots:
            return f"{steps[0]}-{steps[1]}/{steps[2]}"
        return "-".join(steps)

    def matching(self, state: Any, order: Play, turns: Turns) -> list[LegalTurn]:
        """Return the turns along these squares, or between the first and the last."""
        exact = super().matching(state, order, turns)
        ends = _SQUARE.findall(order.text)
        if exact or len(ends) != 2 or self.engine.shoots:
            return exact
        return [x for x in turns if x.cells and [x.cells[0], x.cells[-1]] == ends]

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return what is wrong: nothing to move, another's, or where it may go."""
        board, squares = self.board(state), _SQUARE.findall(order.text)
        if not squares:
            return super().why_not(state, order, turns)
        for name in squares:
            if name not in board.cells:
                given = {"cell": name, "cells": list(board.cells)}
                return Fault("illegal.off-board", given=given)
        fault = self.no_piece(state, board, squares[0])
        must = not fault and self.engine.must_take and turns
        if must and self.taken(state, after(state, turns[0]), self.mover(state)):
            given = {"written": order.text, "some": listed(turns)}
            return Fault("illegal.must-take", given=given)
        begun = [turn for turn in turns if turn.text.startswith(f"{order.text}/")]
        return fault or self.no_step(order, squares[0], begun or turns)
