"""Nine Men's Morris: men set, moved along lines, and taken by mills."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pbem.library.grid import Grid, Line, Piece
from pbem.library.play import LegalTurn, Play, Turns
from pbem.library.styles.base import Style as Base
from pbem.protocol import Fault, Token

_FILES = "abcdefg"
#: The columns of the points in each row, from the top: three squares, one in another.
_ROWS = ("adg", "bdf", "cde", "abcefg", "cde", "bdf", "adg")
NAMES = tuple(f"{file}{7 - row}" for row, files in enumerate(_ROWS) for file in files)


def _lines() -> Iterator[Line]:
    for one in NAMES:
        for along, across in ((0, 1), (1, 0)):
            further = [x for x in NAMES if x[across] == one[across] and x > one]
            following = min(further, key=lambda x: x[along], default="")
            # No line leads through the middle of the board.
            if following and {one, following} not in ({"c4", "e4"}, {"d3", "d5"}):
                yield Line(one, following)


LINES = tuple(_lines())


def _places(*words: str) -> Play:
    return Play(text="-".join(words).lower().replace("-x", "x"))


def _taken(word: Token) -> str:
    return "x" + re.sub(r"^(x|:|takes|removes)\s*", "", word.lower())


class Style(Base):
    """Points from a1 to g7: d6; d6-d7; d6-d7xa4, where a mill takes a man."""

    chains = True
    readers = MappingProxyType({"places": _places, "taken": _taken})

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield all turns, with the man that a mill takes."""
        player = state.current_player()
        for action in state.legal_actions():
            numbers = re.findall(r"\d+", state.action_to_string(player, action))
            way = tuple(NAMES[int(number)] for number in numbers)
            text = "-".join(way)
            after = state.child(action)
            if after.is_terminal() or after.current_player() != player:
                yield LegalTurn((action,), text, way)
                continue
            for taken in after.legal_actions():
                yield LegalTurn((action, taken), f"{text}x{NAMES[taken]}", way)

    def matching(self, state: Any, order: Play, turns: Turns) -> list[LegalTurn]:
        """Return the turns with the order's squares; all captures, where it names
        none."""
        exact = super().matching(state, order, turns)
        if exact or "x" in order.text:
            return exact
        return [turn for turn in turns if turn.text.partition("x")[0] == order.text]

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return what is wrong: a point, whose man it is, its way, or what it takes."""
        board = self.board(state)
        way, _, taken = order.text.partition("x")
        places = way.split("-")
        for name in (*places, *filter(None, [taken])):
            if name not in NAMES:
                return Fault("illegal.no-point", given={"cell": name})
        if (piece := board.pieces.get(places[-1])) is not None:
            given = {"cell": places[-1], "piece": self.engine.piece}
            return Fault("illegal.taken", given={**given, "owner": piece.owner})
        in_hand = bool(_in_hand(state)[self.mover(state)])
        if in_hand != (len(places) == 1):
            return Fault("illegal.phase", given={"in_hand": in_hand})
        if not in_hand and (fault := self.no_piece(state, board, places[0])):
            return fault
        fitting = [turn.text for turn in turns if turn.text.partition("x")[0] == way]
        if not fitting:
            return self.no_step(order, places[0], turns)
        can = [text.partition("x")[2] for text in fitting if "x" in text]
        return Fault("illegal.mill", given={"taken": taken, "can": can})

    def board(self, state: Any) -> Grid:
        """Return the board with its lines."""
        marks = re.findall(r"[.WB]", str(state).split("\n\n")[0])
        cells = {name: (_FILES.index(name[0]), 7 - int(name[1])) for name in NAMES}
        pieces = {
            name: Piece("WB".index(mark), self.engine.board.show["WB".index(mark)])
            for name, mark in zip(NAMES, marks, strict=True)
            if mark != "."
        }
        return Grid(cells, pieces, LINES)

    def extras(self, state: Any) -> Mapping[str, Sequence[int | str]]:
        """Return how many men each side has still to set."""
        in_hand = _in_hand(state)
        return {"in hand": in_hand} if any(in_hand) else {}

    def ending(self, state: Any) -> str:
        """Return whether a side has two men, or cannot move."""
        if max(returns := state.returns()) == min(returns):
            return "drawn"
        men = re.search(r"Num men: (\d+) (\d+)", str(state))
        assert men is not None
        return "two-men" if "2" in men.groups() else "blocked"


def _in_hand(state: Any) -> tuple[int, int]:
    found = re.search(r"Men to deploy: (\d+) (\d+)", str(state))
    assert found is not None
    return int(found[1]), int(found[2])
