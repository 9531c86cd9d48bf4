"""What everybody may see of a game of Magma, which is all of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.protocol import Seat
from pbem.rules.magma import reach
from pbem.rules.magma.board_text import draw
from pbem.rules.magma.boards import board
from pbem.rules.magma.state import Home, Owed, State
from pbem.rules.magma.ways import Deed


@dataclass(frozen=True, slots=True)
class Score:
    """What a colour counts now (M12)."""

    pieces: int
    exclusive: int
    score: int


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the table, in seconds (M15, M16)."""

    kind: str  #: "hot" or "white-hot"
    left: int | None  #: what the player to move has, on the hourglass
    used: int | None  #: what has gone of it, as far as it was told


@dataclass(frozen=True, slots=True)
class View:
    """The position, the scores, and what the ends of the game hang on."""

    board: str
    pieces: dict[str, tuple[str, ...]]
    reserve: dict[Seat, int]
    scores: dict[str, Score]
    to_move: Seat | None
    home: str | None  #: where a piece of this turn comes in
    homes: tuple[Home, ...]  #: in order of play
    exclusive: dict[str, tuple[str, ...]]  #: cells that only a colour reaches
    contested: tuple[str, ...]  #: cells that several colours reach
    passes: int
    agreed: tuple[Seat, ...]
    last: Deed | None
    penalty: Owed | None
    clock: Clock | None
    turn: int  #: turns taken
    ahead: tuple[str, ...]  #: who would win if the game ended now
    _state: State = field(repr=False, compare=False)  #: all of it is public

    @property
    def title(self) -> str:
        """Name of the board."""
        return board(self.board).title

    @property
    def size(self) -> int:
        """Number of cells that the board has."""
        return len(board(self.board).grid.names)

    @property
    def rest(self) -> int:
        """Number of vacant cells that nobody reaches."""
        held = sum(map(len, self.pieces.values()))
        owned = sum(map(len, self.exclusive.values()))
        return self.size - held - owned - len(self.contested)

    def drawing(self) -> list[str]:
        """Return the board in text, a line for each row."""
        return draw(self._state)

    @property
    def edge(self) -> int:
        """Easternmost column of cells, in halves of a cell."""
        return max(board(self.board).grid.columns.values())

    @property
    def depth(self) -> int:
        """Number of rows that the board has."""
        return len(board(self.board).grid.lengths)

    def places(self) -> list[tuple[str, int, int]]:
        """Return every cell with its column, in halves of a cell, and its row."""
        grid = board(self.board).grid
        return [(name, grid.columns[name], grid.rows[name]) for name in grid.names]

    def held(self) -> dict[str, str]:
        """Return the cells with pieces, and their colours."""
        return {cell: name for name, cells in self.pieces.items() for cell in cells}

    def owned(self) -> dict[str, str]:
        """Return the vacant cells that a single colour reaches, and which it is."""
        return {cell: name for name, cells in self.exclusive.items() for cell in cells}

    def colour(self, seat: Seat) -> str:
        """Return the colour that a seat plays."""
        return self._state.deal.colour(seat)

    def team(self, colour: str) -> tuple[Seat, ...]:
        """Return the seats that play a colour."""
        return self._state.deal.team(colour)

    def cells(self, colour: str) -> tuple[str, ...]:
        """Return the cells with a colour's pieces, in reading order."""
        index = board(self.board).grid.index
        return tuple(sorted(self.pieces[colour], key=index.__getitem__))

    def samples(self, colour: str) -> dict[str, str]:
        """Return an order of each kind that this turn allows, as it is written.

        Keys are "step", "jump", "place" (on the vacant home) and "enter"; an
        empty text where there is none.
        """
        state, table = self._state, self._state.board
        name, own, vacant = table.grid.name, state.own(colour), state.vacant
        step = jump = place = enter = ""
        left = own
        while left and not (step and jump):
            index = (left & -left).bit_length() - 1
            left &= left - 1
            near, leaps, _ = table.moves[index]
            if not step and near & vacant:
                step = f"{name(index)}-{name((near & vacant).bit_length() - 1)}"
            if not jump and leaps[near & own][0] & vacant:
                landed = reach.jumps(table, own, vacant, index)
                jump = f"{name(index)}-{name(landed.bit_length() - 1)}"
        if self.home is not None:
            inside = reach.entries(table, own, vacant, self.home)
            if inside & table.grid.bit[self.home]:
                place = "enter"
            elif inside:
                enter = f"enter {name((inside & -inside).bit_length() - 1)}"
        return {"step": step, "jump": jump, "place": place, "enter": enter}

    def level(self) -> bool:
        """Return whether several colours have the highest score."""
        scores = [one.score for one in self.scores.values()]
        return scores.count(max(scores)) > 1

    def ranked(self) -> list[str]:
        """Return the colours, the leader first."""
        scores, ahead = self.scores, self.ahead
        return sorted(scores, key=lambda one: (-scores[one].score, one not in ahead))


def build(state: State, seat: Seat | None = None) -> View:
    """Return the view of a state, the same for everybody."""
    deal, home, owed, tally = state.deal, state.home, state.owed, state.tally
    return View(
        board=deal.board.name,
        pieces=_pieces(state),
        reserve=dict(zip(deal.seats, state.reserve, strict=True)),
        scores=_scores(state),
        to_move=None if state.over else owed.by if owed else home.seat,
        home=None if state.over or owed else home.cell,
        homes=deal.homes,
        exclusive=_exclusive(state),
        contested=state.board.grid.tell(tally.contested),
        passes=state.passes,
        agreed=state.agreed,
        last=state.last,
        penalty=owed,
        clock=_clock(state),
        turn=state.turns,
        ahead=state.leaders(),
        _state=state,
    )


def _pieces(state: State) -> dict[str, tuple[str, ...]]:
    """Return the cells with each colour's pieces.

    Sorted as words are, for programs; reports sort by the board.
    """
    pairs = zip(state.deal.colours, state.pieces, strict=True)
    return {colour: tuple(sorted(state.board.grid.tell(own))) for colour, own in pairs}


def _exclusive(state: State) -> dict[str, tuple[str, ...]]:
    pairs = zip(state.deal.colours, state.tally.exclusive, strict=True)
    return {colour: state.board.grid.tell(alone) for colour, alone in pairs}


def _scores(state: State) -> dict[str, Score]:
    deal, tally = state.deal, state.tally
    found = zip(deal.colours, state.pieces, tally.exclusive, tally.scores, strict=True)
    return {
        colour: Score(own.bit_count(), alone.bit_count(), score)
        for colour, own, alone, score in found
    }


def _clock(state: State) -> Clock | None:
    if state.deal.clock == "none":
        return None
    left = state.left if state.deal.clock == "white-hot" else None
    return Clock(state.deal.clock, left, state.used)
