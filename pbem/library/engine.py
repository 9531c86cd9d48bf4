"""A game of OpenSpiel as a data file describes it ([engine] of game.toml)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import make_dataclass
from tempfile import TemporaryFile
from threading import Lock
from typing import Any, Literal

import msgspec
import pyspiel

from pbem.protocol import Options


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a board is read out of the engine's text, and drawn."""

    #: Squares; points with all lines between them; hexagons; dots with lines of their
    #: own; houses with seeds; the tables of backgammon.
    kind: Literal["squares", "points", "hexes", "dots", "pits", "tables"] = "squares"
    #: A line of the engine's text that is a row: its group holds the marks of cells.
    row: str = ""
    marks: tuple[str, str] = ("", "")  #: marks of pieces, of the first and second seat
    show: tuple[str, ...] = ("", "")  #: how they are shown, where all mean the same
    free: str = "."  #: marks of free cells
    blocked: str = ""  #: marks of cells that are used up
    top: Literal["first", "last"] = "last"  #: the row that is drawn above all others
    slant: float = 0  #: how far each row begins to the right of the one above, in cells
    named: bool = True  #: columns and rows have names
    walled: bool = False  #: there are walls between cells
    star: bool = False  #: rows have letters, and holes are counted in each row
    roomy: bool = False  #: lines between dots are drawn in text, too
    shaded: int = 1  #: squares along each side of what is shaded alike
    hexagon: bool = False  #: each row below the middle begins a column later
    heads: str = ""  #: what is written above the columns; "": their letters
    #: What each seat joins: the first and last "rows", or "columns".
    sides: tuple[str, ...] = ()
    letters: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  #: of the columns


class Engine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which game it is, how people write its moves, and words that are its own."""

    game: str  #: as OpenSpiel calls it
    style: str  #: how moves are written: a module of `styles`, a grammar of `grammars`
    ask: str  #: what a player is asked for
    grammar: str = ""  #: the grammar, where it is that of another style
    fixed: dict[str, bool | int | str] = {}  #: parameters of OpenSpiel
    options: dict[str, str] = {}  #: parameters of OpenSpiel, and options that set them
    players: tuple[int, ...] = (0, 1)  #: the engine's number of each seat's player
    #: Of players with whom a game that lies open is played.
    counts: tuple[int, ...] = (2,)
    board: Board = Board()
    piece: str = "piece"  #: what is moved or set
    pieces: str = ""  #: several of them, where that is not made with an s
    takes: str = "takes"  #: what a move does to pieces of the other side
    won: str = "won"  #: the ending of a game that somebody has won
    drawn: str = "drawn"  #: and of one that nobody has
    legend: str = ""  #: what tells pieces apart in the drawing in text
    look: Mapping[str, str] = {}  #: of pieces in pictures: a sign for each letter
    #: The format of transcripts: "pgn", "sgf"; "": there is none.
    transcript: Literal["", "pgn", "sgf"] = ""
    variant: str = ""  #: the game's name in PGN, where it is not chess itself
    sgf: int = 0  #: the game's number in SGF
    hands: bool = False  #: something is hidden from a seat
    warns: bool = False  #: OpenSpiel writes a warning whenever it is loaded
    must_take: bool = False  #: who can take takes
    shoots: bool = False  #: a turn ends with a square that is shot at

    def load(self, options: Options, seats: int = 0) -> Any:
        """Return the engine's game with these options; for so many seats, where that
        varies."""
        if self.warns:
            return _loaded_quietly(self.game)
        known = pyspiel.load_game(self.game).get_type().parameter_specification
        given: dict[str, Any] = dict(self.fixed)
        for name, option in self.options.items():
            given[name] = type(known[name])(getattr(options, option))
        if seats and "players" in known:
            given["players"] = seats
        return pyspiel.load_game(self.game, given)


_REDIRECTING = Lock()  #: two at once would not put back what was there before


def _loaded_quietly(name: str) -> Any:
    """Return a game without options, of which the engine, in C++, warns on the standard
    error output. What other threads write there meanwhile comes out behind it."""
    with _REDIRECTING, TemporaryFile() as written:
        errors = os.dup(2)
        try:
            os.dup2(written.fileno(), 2)
            return pyspiel.load_game(name)
        finally:
            os.dup2(errors, 2)
            os.close(errors)
            written.seek(0)
            others = [line for line in written if not line.startswith(b"Warning! ")]
            os.write(2, b"".join(others))


_TYPES = {"number": int, "yesno": bool, "choice": str, "text": str}


def terms(options: Mapping[str, Mapping[str, Any]]) -> type[Options]:
    """Return the class of a game's options, as game.toml describes them."""
    fields = [(name, _TYPES[about["kind"]]) for name, about in options.items()]
    return make_dataclass(
        "Terms",
        [(name, kind, options[name]["default"]) for name, kind in fields],
        bases=(Options,),
        frozen=True,
        slots=True,
        kw_only=True,
    )
