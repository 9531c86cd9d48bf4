"""A record's header and position: what its game begins with."""

from __future__ import annotations

from typing import Any

from pbem import referee
from pbem.authoring.loading import loaded
from pbem.chance import Chance, Draw, Witness, mixed
from pbem.notation.parser import NotUnderstood
from pbem.plugins.games import Game, GameFault, find
from pbem.protocol import Fault, Positions, Seat, Unplaceable, Unplayable
from pbem.record.header import Piece, Unreadable
from pbem.record.turn_file import Record
from pbem.referee import Table


def open_table(
    record: Record, log: list[Draw] | None = None
) -> tuple[Game, dict[str, Any], Table[Any]]:
    """Return the game, its options and its first table. Raises Unreadable.

    With a `log`, all that is drawn goes into it.
    """
    header = record.header
    try:
        game = loaded(find(header.game))
        game.check_seats(len(header.seats))
        _check_version(record, game)
        options = game.read_options(header.options, header.rules or 1)
    except GameFault as error:
        key = {"game": "Game", "seats": "Seats"}.get(
            error.fault.code.split(".")[0], "Options"
        )
        line = header.lines.get(key, 0)
        raise Unreadable(error.fault, line, 0, record.lines[line - 1]) from None
    chance = _chance(record, game, options, log)
    position = _read_position(record, game)
    try:
        table = referee.begin(game.rules, header.seats, options, chance, position)
    except Unplayable as error:
        line = header.lines.get("Options", 0)
        source = record.lines[line - 1] if line else ""
        unreadable = Unreadable(error.fault, line, 0, source)
        unreadable.game = game.name
        raise unreadable from None
    except Unplaceable as error:
        pieces = record.position or ()
        piece = pieces[min(error.line, len(pieces) - 1)] if pieces else None
        raise _misplaced(error.fault, piece, game.name) from None
    return game, options, table


def _check_version(record: Record, game: Game) -> None:
    required, known = record.header.rules, game.version
    if required is not None and not 1 <= required <= known:
        line = record.header.lines["Rules"]
        given = {"found": required, "known": known, "title": game.title}
        fault = Fault("record.rules-unknown", given=given)
        raise Unreadable(fault, line, 0, record.lines[line - 1])


def players_words(record: Record) -> dict[Seat, str]:
    """The words that players added to the seed. Raises Unreadable."""
    line = record.header.lines.get("Words", 0)
    words = record.header.words.items()
    return {record.seat(Piece(name, line, 1)): word for name, word in words}


def _chance(
    record: Record, game: Game, options: dict[str, Any], log: list[Draw] | None
) -> Chance | None:
    if not game.needs_chance(options):
        return None
    header = record.header
    if header.seed is None:
        given = {"title": game.title, "game": game.name}
        raise Unreadable(Fault("record.no-seed", given=given))
    key = mixed(header.seed, players_words(record))
    return Chance(key) if log is None else Witness(key, 0, log)


def _read_position(record: Record, game: Game) -> list[Any] | None:
    if record.position is None:
        return None
    if not isinstance(game.rules, Positions):
        raise Unreadable(Fault("record.no-position", given={"title": game.title}))
    lines = []
    for piece in record.position:
        try:
            lines.append(game.notation.parse(piece.text, "position"))
        except NotUnderstood as error:
            code = error.fault.code.replace("invalid.", "position.")
            fault = error.fault._replace(code=code)
            raise _misplaced(fault, piece, game.name) from None
    return lines


def _misplaced(fault: Fault, piece: Piece | None, game: str) -> Unreadable:
    unreadable = Unreadable(fault)
    if piece is not None:
        source = " " * (piece.column - 1) + piece.text
        column = piece.column + fault.span[0]
        unreadable = Unreadable(fault, piece.line, column, source)
    unreadable.game = game
    return unreadable
