"""Crazyhouse: chess in which pieces that were taken come back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyspiel

from pbem.library.grid import Grid
from pbem.library.play import LegalTurn
from pbem.library.styles import chess

#: From the engine's letters of pieces that pawns have become.
_PLAIN = str.maketrans("AHCEahce", "BNRQbnrq")


class Style(chess.Style):
    """Moves of chess, and drops: N@f3."""

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield all moves, each in its shortest form; a piece that was a pawn is named
        as what it is now."""
        board, found = state.board(), list[LegalTurn]()
        for action in state.legal_actions():
            text = state.action_to_string(state.current_player(), action).rstrip("+#")
            lan = pyspiel.crazyhouse.action_to_move(action, board).to_lan()
            cells = (lan[2:],) if "@" in lan else (lan[:2], lan[2:4])
            found.append(LegalTurn((action,), text, cells))
        origins: dict[tuple[str, str], list[str]] = {}
        for turn in filter(_of_piece, found):
            origins.setdefault(_goes(turn), []).append(turn.cells[0])
        for turn in found:
            yield _renamed(turn, origins[_goes(turn)]) if _of_piece(turn) else turn

    def board(self, state: Any) -> Grid:
        """Return the board; a star is behind a piece that was a pawn."""
        grid = chess.read_fen(re.sub(r"\[.*\]", "", str(state)))
        pieces = {}
        for cell, piece in grid.pieces.items():
            plain = piece.letter.translate(_PLAIN)
            star = "*" if plain != piece.letter else ""
            pieces[cell] = piece._replace(letter=plain + star)
        return Grid(grid.cells, pieces)

    def extras(self, state: Any) -> Mapping[str, Sequence[int | str]]:
        """Return which pieces each side may drop."""
        found = re.search(r"\[(.*)\]", str(state))
        held = found[1] if found else ""
        white = [mark.lower() for mark in held if mark.isupper()]
        black = [mark for mark in held if mark.islower()]
        return {"in hand": [_listed(white), _listed(black)]} if held else {}

    def material(self, state: Any) -> str:
        """Return the letters of all pieces, those in hand among them; one that was a
        pawn counts as one, which it is once it is taken."""
        return re.sub("[AHCE]", "P", re.sub("[ahce]", "p", str(state).split()[0]))

    def check(self, state: Any) -> bool:
        """Return whether the king of the player to move is attacked."""
        return bool(state.in_check())

    def ending(self, state: Any) -> str:
        """Return why the game is over."""
        if max(returns := state.returns()) > min(returns):
            return "mate"
        return "repetition" if state.is_repetition_draw() else "stalemate"


def _of_piece(turn: LegalTurn) -> bool:
    """Return whether a turn moves a queen, rook, bishop or knight over the board."""
    return len(turn.cells) == 2 and turn.text[0] in "QRBNAHCE"


def _goes(turn: LegalTurn) -> tuple[str, str]:
    """Return what goes where by a move: a letter, and a square."""
    return turn.text[0].translate(_PLAIN), turn.cells[-1]


def _renamed(turn: LegalTurn, origins: Sequence[str]) -> LegalTurn:
    """Return a move of a piece, apart from those from other squares to the same one."""
    (piece, end), start = _goes(turn), turn.cells[0]
    others = [origin for origin in origins if origin != start]
    file, rank = ([x for x in others if x[at] == start[at]] for at in (0, 1))
    by = "" if not others else start[0] if not file else start[1] if not rank else start
    takes = "x" if "x" in turn.text else ""
    return turn._replace(text=f"{piece}{by}{takes}{end}")


def _listed(marks: Sequence[str]) -> str:
    """Return pieces by their names: "2 pawns, knight"."""
    names = {letter.lower(): name for letter, name in chess.NAMES.items()}
    counts = Counter(names[mark] for mark in sorted(marks, key="qrbnp".index))
    return ", ".join(f"{n} {x}s" if n > 1 else x for x, n in counts.items())
