"""Chess: moves as players write them, and why a game is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import MappingProxyType
from typing import Any

from pbem.library.grid import Grid, Piece, squares
from pbem.library.play import LegalTurn, Play, Turns
from pbem.library.styles.base import Style as Base
from pbem.protocol import Fault, Token

_FILES = "abcdefgh"
NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight",
          "P": "pawn"}  # fmt: skip
_PARTS = ("piece", "from", "takes", "to", "victim", "promotion")
_LETTERS = {name: letter for letter, name in NAMES.items()}


def _part(name: str) -> Callable[[Token], tuple[str, str]]:
    """Return the reader of a part of a move: its name, and what is written there."""

    def read(word: Token) -> tuple[str, str]:
        text = word.strip().lower()
        if name == "victim":
            piece = word.isupper() or text not in _FILES  # a small b is a file
            return name, NAMES.get(text.upper(), text) if piece else text
        if name not in ("piece", "promotion"):
            return name, text
        letter = _LETTERS.get(text, text.upper())
        return name, "" if letter == "P" else letter

    return read


def _move(*parts: tuple[str, str]) -> Play:
    """Return a move out of its parts."""
    found = dict(parts)
    start = found.get("from", "")
    ends = f"={found['promotion']}" if "promotion" in found else ""
    if "victim" in found:
        piece = NAMES[found["piece"] or "P"] if "piece" in found else ""
        return Play(text=f"{piece} {start}".strip() + f" takes {found['victim']}{ends}")
    dash = "x" if "takes" in found else "-" if len(start) == 2 else ""
    return Play(text=f"{found.get('piece', '')}{start}{dash}{found['to']}{ends}")


def _pair(files: Token, *promotion: tuple[str, str]) -> Play:
    """Return the capture of one file's pawn on another file: "ed"."""
    return _move(("from", files[0]), ("victim", files[1]), *promotion)


def _castle(*words: Token) -> Play:
    text = " ".join(words).lower()
    zeros = text.count("o") + text.count("0")
    if "castl" in text and not any(
        x in text for x in ("king", "short", "queen", "long")
    ):
        return Play(text="castles")
    long = "queen" in text or "long" in text or ("castl" not in text and zeros == 3)
    return Play(text="O-O-O" if long else "O-O")


def _drop(word: Token, square: Token) -> Play:
    text = word.rstrip("@ \t").lower()
    letter = _LETTERS.get(text, text.upper()) or "P"
    return Play(text=f"{letter}@{square.lower()}")


#: What pieces are worth to bots, in pawns.
_WORTH = {"q": 9, "r": 5, "b": 3, "n": 3, "p": 1}


class Style(Base):
    """Moves in algebraic notation, short or long."""

    judges = True
    readers = MappingProxyType(
        {
            "move": _move,
            "pair": _pair,
            "castle": _castle,
            "drop": _drop,
            **{name: _part(name) for name in _PARTS},
        }
    )

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield all moves, each in its shortest form; a queen before what else a pawn
        may become."""
        board, lesser = state.board(), list[LegalTurn]()
        for action in state.legal_actions():
            lan = _lan(action, board)
            text = state.action_to_string(state.current_player(), action)
            turn = LegalTurn((action,), text.rstrip("+#"), (lan[:2], lan[2:4]))
            if "=" in text and "=Q" not in text:
                lesser.append(turn)
            else:
                yield turn
        yield from lesser

    def matching(self, state: Any, order: Play, turns: Turns) -> list[LegalTurn]:
        """Return the moves that fit: by letter, origin, target and promotion."""
        if " takes " in order.text:
            return self._takers(state, order.text, turns)
        if order.text == "castles":
            return [turn for turn in turns if turn.text.startswith("O-O")]
        exact = [turn for turn in turns if turn.text == order.text]
        if exact or order.text.startswith("O-") or "@" in order.text:
            return exact
        found = self._fitting(order.text, turns)
        if not found and order.text[0] == "b":
            found = self._fitting(order.text.capitalize(), turns)
        return found

    def _takers(self, state: Any, text: str, turns: Turns) -> list[LegalTurn]:
        """Return the moves that take a piece of a kind, or go to a file: "exd", "knight
        takes pawn"."""
        taker, _, rest = text.partition(" takes ")
        victim, _, promotion = rest.partition("=")
        names = [word for word in taker.split() if word in _LETTERS]
        letter = _LETTERS[names[0]].strip("P") if names else ""
        origin = "" if taker in _LETTERS else taker.split()[-1]
        pieces = self.board(state).pieces
        found = []
        for turn in turns:
            if "x" not in turn.text or promotion not in ("", turn.text[-1]):
                continue
            start, end = turn.cells
            taken = pieces[end].letter[0].upper() if end in pieces else "P"
            right = victim in (end[0], NAMES[taken])
            if right and origin in start and letter == turn.text[0].strip(_FILES):
                found.append(turn)
        return found

    def _fitting(self, text: str, turns: Turns) -> list[LegalTurn]:
        piece, origin, target, promotion = _parts(text)
        found = []
        for turn in turns:
            if len(turn.cells) < 2:
                continue
            own = "K" if turn.text[0] == "O" else turn.text[0].strip(_FILES)
            start, end = turn.cells
            fits = target == end and origin in start
            named = piece == own or (not piece and len(origin) == 2)
            ends = turn.text.partition("=")[2]
            if fits and named and promotion in ("", ends):
                found.append(turn)
        return found

    def doubts(self, state: Any, order: Play, turn: LegalTurn) -> tuple[Fault, ...]:
        """Return a question where a small b may mean a bishop or the b-pawn, and one
        where the move is written as a capture and captures nothing."""
        if " takes " in order.text:
            return ()
        small = order.text[0] == "b" and len(_parts(order.text)[1]) < 2
        if small and turn.text[0] == "B":
            given = {"written": order.text, "move": turn.text}
            return (Fault("doubtful.bishop", given=given, ask=True),)
        if "x" in order.text and "x" not in turn.text:
            given = {"cell": turn.cells[-1], "move": turn.text}
            return (Fault("doubtful.nothing-taken", given=given, ask=True),)
        return ()

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return what is wrong with a move: with its piece, its way, or the check."""
        if " takes " in order.text:
            return super().why_not(state, order, turns)
        check = bool(self.check(state))
        if "@" in order.text:
            some = tuple(turn.text for turn in turns if turn.text[:2] == order.text[:2])
            piece = NAMES[order.text[0]]
            drop = {"piece": piece, "check": check, "can": some[:12]}
            return Fault("illegal.drop", given=drop)
        if order.text.startswith(("O-", "castles")):
            why = self._no_castling(state, order.text == "O-O-O", check)
            why = why if order.text != "castles" or check else ""
            return Fault("illegal.castling", given={"check": check, "why": why})
        piece, origin, target, becomes = _parts(order.text)
        if becomes and (fits := self._fitting(order.text.partition("=")[0], turns)):
            moves = tuple(turn.text for turn in fits)
            return Fault("illegal.promotion", given={"can": moves})
        given: dict[str, Any] = {"written": order.text, "check": check}
        given |= {"piece": NAMES[piece or "P"], "cell": target}
        if len(origin) == 2:
            return self._from(state, origin, given, turns)
        own = [x.text for x in turns if _parts(x.text)[0] == piece and x.text[0] != "O"]
        return Fault("illegal.chess-move", given={**given, "can": own[:12]})

    def _no_castling(self, state: Any, long: bool, check: bool) -> str:
        """Return why a side cannot castle: "moved", "between", "check", "attacked"."""
        white = self.mover(state) == 0
        right, rank = ("Q" if long else "K"), "1" if white else "8"
        if (right if white else right.lower()) not in str(state).split()[2]:
            return "moved"
        pieces = self.board(state).pieces
        if any(f"{file}{rank}" in pieces for file in ("bcd" if long else "fg")):
            return "between"
        return "check" if check else "attacked"

    def _from(
        self, state: Any, origin: str, given: dict[str, Any], turns: Turns
    ) -> Fault:
        """Return why the piece on a square cannot make a move."""
        board = self.board(state)
        found = board.pieces.get(origin)
        given["piece"] = NAMES[found.letter[0].upper()] if found else "piece"
        if fault := self.no_piece(state, board, origin, given["piece"]):
            return fault
        can = [turn.text for turn in turns if turn.cells[0] == origin]
        return Fault("illegal.chess-move", given={**given, "can": can})

    def board(self, state: Any) -> Grid:
        """Return the board: capital letters are White's pieces."""
        return read_fen(str(state))

    def check(self, state: Any) -> bool:
        """Return whether the king of the player to move is attacked."""
        if not (history := state.full_history()):
            return False
        before, last = state.clone(), history[-1]
        before.undo_action(last.player, last.action)
        return str(before.action_to_string(last.player, last.action)).endswith("+")

    def advantage(self, state: Any, player: int) -> float:
        """Return by how many pawns a seat is ahead, and a little for moves to choose
        from."""
        pieces = self.material(state)
        sign = 1 if player == 0 else -1
        ahead = sign * sum(
            (1 if one.isupper() else -1) * _WORTH.get(one.lower(), 0) for one in pieces
        )
        free = len(state.legal_actions()) * (1 if self.mover(state) == player else -1)
        return (ahead + free / 50) / 3

    def material(self, state: Any) -> str:
        """Return the letters of all pieces; capital ones are White's."""
        return str(state).split()[0]

    def sensible(self, state: Any, texts: Sequence[str]) -> Sequence[str]:
        """Return promotions and captures of what is worth most first."""
        pieces = self.board(state).pieces

        def gain(text: str) -> int:
            if "x" not in text and "=" not in text:
                return 0
            target = text.partition("=")[0][-2:]
            taken = pieces[target].letter[0].lower() if target in pieces else "p"
            own = text[0].lower() if text[0].isupper() else "p"
            return 10 * _WORTH.get(taken, 1) - _WORTH.get(own, 10)

        return sorted(texts, key=gain, reverse=True)

    def ending(self, state: Any) -> str:
        """Return why the game is over."""
        if max(returns := state.returns()) > min(returns):
            return "mate"
        if not state.board().has_legal_moves():
            return "stalemate"
        if state.is_repetition_draw():
            return "repetition"
        return "fifty-moves" if int(str(state).split()[4]) >= 100 else "no-material"


def read_fen(fen: str) -> Grid:
    """Return the board of a position in Forsyth-Edwards notation."""
    pieces: dict[str, Piece] = {}
    for row, line in enumerate(fen.split()[0].split("/")):
        column = 0
        for mark in line:
            if mark.isdigit():
                column += int(mark)
            else:
                owner = 0 if mark.isupper() else 1
                pieces[f"{_FILES[column]}{8 - row}"] = Piece(owner, mark)
                column += 1
    return Grid(squares(8, 8, _FILES), pieces)


def _lan(action: int, board: Any) -> str:
    """Return a move as two squares: "e7e8q"."""
    import pyspiel

    return str(pyspiel.chess.action_to_move(action, board).to_lan())


def _parts(text: str) -> tuple[str, str, str, str]:
    """Return the parts of a move: piece, origin, target, promotion.

    >>> _parts("Nbxd2"), _parts("e7-e8=Q")
    (('N', 'b', 'd2', ''), ('', 'e7', 'e8', 'Q'))
    """
    move, _, promotion = text.partition("=")
    move = move.replace("x", "").replace("-", "")
    piece = move[0] if move[0] in "KQRBN" else ""
    return piece, move[len(piece) : -2], move[-2:], promotion
