"""What everybody may see of a game of Magma, which is all of it."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.kit.hexes import bits
from pbem.protocol import Seat
from pbem.rules.magma.board_text import draw
from pbem.rules.magma.boards import board
from pbem.rules.magma.reach import Reach
from pbem.rules.magma.state import Action, Home, Owed, State


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
    last: Action | None
    penalty: Owed | None
    clock: Clock | None
    turn: int  #: turns taken
    ahead: tuple[str, ...]  #: who would win if the game ended now

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
        return draw(
            board(self.board).grid,
            self.held(),
            self.owned(),
            self.contested,
            self.last,
        )

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
        return next(home.colour for home in self.homes if home.seat == seat)

    def team(self, colour: str) -> tuple[Seat, ...]:
        """Return the seats that play a colour."""
        team = [home.seat for home in self.homes if home.colour == colour]
        return tuple(dict.fromkeys(team))

    def cells(self, colour: str) -> tuple[str, ...]:
        """Return the cells with a colour's pieces, in reading order."""
        index = board(self.board).grid.index
        return tuple(sorted(self.pieces[colour], key=index.__getitem__))

    def samples(self, colour: str) -> dict[str, str]:
        """Return an order of each kind that this turn allows, as it is written.

        Keys are "step", "jump", "place" (on the vacant home) and "enter"; an
        empty text where there is none.
        """
        table = board(self.board)
        grid, name = table.grid, table.grid.name
        vacant = grid.full & ~grid.mask(self.held())
        reach = Reach(table, grid.mask(self.pieces[colour]), vacant)
        found = {"step": "", "jump": "", "place": "", "enter": ""}
        for kind, cells in (("step", reach.steps), ("jump", reach.jumps)):
            texts = (
                f"{name(index)}-{name(bits(cells(index))[-1])}"
                for index in bits(reach.own)
                if cells(index)
            )
            found[kind] = next(texts, "")
        if self.home is not None:
            if not grid.bit[self.home] & ~vacant:
                found["place"] = "enter"
            elif goals := bits(reach.entries(self.home)):
                found["enter"] = f"enter {name(goals[0])}"
        return found

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
    deal, grid, tally = state.deal, state.board.grid, state.tally
    own = dict(zip(deal.colours, state.pieces, strict=True))
    alone = dict(zip(deal.colours, tally.exclusive, strict=True))
    scores = dict(zip(deal.colours, tally.scores, strict=True))
    home, owed, over = state.home, state.owed, state.over is not None
    return View(
        board=state.board.name,
        # Sorted as words are, for programs; reports sort by the board.
        pieces={colour: tuple(sorted(grid.tell(own[colour]))) for colour in own},
        reserve=dict(zip(deal.seats, state.reserve, strict=True)),
        scores={
            colour: Score(own[colour].bit_count(), alone[colour].bit_count(), score)
            for colour, score in scores.items()
        },
        to_move=None if over else owed.by if owed else home.seat,
        home=None if over or owed else home.cell,
        homes=deal.homes,
        exclusive={colour: grid.tell(cells) for colour, cells in alone.items()},
        contested=grid.tell(tally.contested),
        passes=state.passes,
        agreed=state.agreed,
        last=state.last,
        penalty=owed,
        clock=_clock(state),
        turn=state.turns,
        ahead=state.leaders(),
    )


def _clock(state: State) -> Clock | None:
    if state.deal.clock == "none":
        return None
    left = state.left if state.deal.clock == "white-hot" else None
    return Clock(state.deal.clock, left, state.used)
