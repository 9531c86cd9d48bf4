"""What a style of notation answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from pbem.chance import Chance
from pbem.library import grid
from pbem.library.engine import Engine
from pbem.library.play import LegalTurn, Play, Played, Turns, no_such_move
from pbem.protocol import Bound, Fault


class Style(ABC):
    """Turns of the player to move, as people write them."""

    chains: ClassVar[bool] = False  #: whether one turn may be several steps
    #: Whether bots judge positions by `advantage`, where random games say too little.
    judges: ClassVar[bool] = False
    readers: ClassVar[Mapping[str, Callable[..., Any]]] = {}

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @abstractmethod
    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield all turns that the player to move may play."""

    def matching(self, state: Any, order: Play, turns: Turns) -> list[LegalTurn]:
        """Return the turns that an order may mean."""
        return [turn for turn in turns if turn.text == order.text]

    def doubts(self, state: Any, order: Play, turn: LegalTurn) -> tuple[Fault, ...]:
        """Return what is strange about an order that means one turn."""
        return ()

    def mover(self, state: Any) -> int:
        """Return the number of the seat to move."""
        return self.engine.players.index(state.current_player())

    def no_piece(
        self, state: Any, board: grid.Grid, cell: str, piece: str = ""
    ) -> Fault | None:
        """Return why the player to move has no piece on a cell; None: one is there."""
        found = board.pieces.get(cell)
        given: dict[str, Any] = {"cell": cell, "piece": piece or self.engine.piece}
        if found is None or found.owner < 0:
            return Fault("illegal.empty", given=given)
        if found.owner != self.mover(state):
            return Fault("illegal.not-yours", given={**given, "owner": found.owner})
        return None

    def no_step(self, order: Play, cell: str, turns: Turns) -> Fault:
        """Return where the piece on a cell may go instead."""
        can = dict.fromkeys(turn.text for turn in turns if turn.cells[:1] == (cell,))
        given = {"cell": cell, "piece": self.engine.piece, "written": order.text}
        return Fault("illegal.step", given={**given, "can": [*can][:12]})

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return why an order means none of the turns that may be played."""
        return no_such_move(order, turns)

    def bind(self, state: Any, order: Play) -> Bound[LegalTurn]:
        """Return the turn that an order means, or why it means none."""
        turns = tuple(self.turns(state))
        found = self.matching(state, order, turns)
        if len(found) == 1:
            return Bound(found[0], self.doubts(state, order, found[0]))
        if found:
            given = {"written": order.text, "which": tuple(x.text for x in found)}
            return Bound.no(Fault("ambiguous.move", given=given))
        return Bound.no(self.why_not(state, order, turns))

    def board(self, state: Any) -> grid.Grid:
        """Return the board."""
        return grid.read(self.engine.board, str(state))

    def extras(self, state: Any) -> Mapping[str, Sequence[int | str]]:
        """Return each seat's things off the board, by label: {"in hand": (3, 2)}."""
        return {}

    def listed(self, board: grid.Grid, cell: str) -> str:
        """Return a piece as lists name it: its cell, with its letter where pieces of
        a side differ."""
        piece = board.pieces[cell]
        plain = piece.owner < 0 or self.engine.board.show[piece.owner]
        return cell if plain else f"{piece.letter}{cell}"

    def drawn(self, state: Any) -> tuple[str, ...]:
        """Return the lines that were drawn, in a game of lines."""
        return ()

    def throw(self, state: Any, chance: Chance) -> tuple[int, Chance]:
        """Return the engine's action for a throw of dice, and the chance left.

        Raises TypeError in a game without dice.
        """
        raise TypeError(f"{self.engine.game} has no dice")

    def dice(self, state: Any) -> tuple[int, ...]:
        """Return what the player to move has thrown."""
        return ()

    def taken(self, before: Any, after: Any, player: int) -> int:
        """Return the number of the opponent's pieces that a player captured."""
        return self._count(before, 1 - player) - self._count(after, 1 - player)

    def _count(self, state: Any, player: int) -> int:
        pieces = self.board(state).pieces.values()
        return sum(one.number for one in pieces if one.owner == player)

    def check(self, state: Any) -> bool:
        """Return whether the player to move is in check."""
        return False

    def advantage(self, state: Any, player: int) -> float:
        """Return how far a seat, by number, is ahead of the best other one, where the
        style judges positions: 1 is a clear advantage."""
        return 0

    def sensible(self, state: Any, texts: Sequence[str]) -> Sequence[str]:
        """Return the turns that a bot should look at, best first."""
        return texts

    def ending(self, state: Any) -> str:
        """Return the reason for which a game is over."""
        returns = state.returns()
        return self.engine.won if max(returns) > min(returns) else self.engine.drawn

    def sgf_move(self, turn: Played, cells: Mapping[str, tuple[int, int]]) -> str:
        """Return a turn as SGF writes it: letters of column and row, from the top."""
        if not turn.cells:
            return ""
        return "".join(chr(ord("a") + number) for number in cells[turn.cells[-1]])

    def points(self, state: Any) -> tuple[float, ...]:
        """Return the points of each seat at the end; () where nothing is counted."""
        return ()
