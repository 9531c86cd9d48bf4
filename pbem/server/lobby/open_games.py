"""What anybody may know of the games that go on: which can be joined, whom the others
wait for, and how reliable these are. No addresses, no positions."""

from __future__ import annotations

from typing import Any, NamedTuple

from pbem.plugins.games import title_of
from pbem.protocol import Seat
from pbem.record.header import Unreadable
from pbem.report import builder
from pbem.report.model import Reader
from pbem.server.game.request import Request
from pbem.server.lobby import game_settings
from pbem.server.states import VACANT, GameState, SeatState
from pbem.server.store import asides, game_store, games, players
from pbem.server.store.rows import GameRow, SeatRow

MOST = 30  #: games of one letter that go on


class PlayerSummary(NamedTuple):
    """A player of a game, as a stranger may know them."""

    name: str
    kept: int
    late: int  #: recent turns that these are among; 0 for a bot, or a newcomer


class OpenGame(NamedTuple):
    """A game, as a stranger may know it."""

    name: str
    title: str
    pace: str
    serial: int  #: -1 before it begins
    people: list[PlayerSummary]  #: in its seats; of a running game, whom it waits for
    wanted: int  #: seats
    free: int  #: that somebody may take over
    reliable: int


def listed(request: Request, kind: str) -> dict[str, Any]:
    """Return the games that can be joined and those that go on, of one kind if one is
    named."""
    conn, kind = request.conn, kind.replace("-", "").lower()
    joinable = [game for game, _ in games.to_join(conn, None)]
    running = games.in_state(conn, (GameState.RUNNING,))
    excluded = frozenset(asides.everyone(conn))
    running = [game for game in running if game.id not in excluded]
    if kind:
        joinable, running = (
            [game for game in found if game.kind == kind]
            for found in (joinable, running)
        )
    shown = [_known(request, game) for game in running[-MOST:]]
    return {
        "kind": kind,
        "joinable": [_known(request, game) for game in joinable],
        "running": shown,
        "more": len(running) - len(shown),
    }


def _known(request: Request, game: GameRow) -> OpenGame:
    conn, running = request.conn, game.state is GameState.RUNNING
    seats = game_store.seats(conn, game.id)
    names = _awaited(request, game) if running else [seat.name for seat in seats]
    return OpenGame(
        game.name,
        title_of(game.kind),
        game_settings.in_words(game)["pace"],
        game.serial if running else -1,
        [_person(request, one) for one in seats if one.name in names and _sits(one)],
        max(game.wanted, len(seats)),
        sum(seat.state in VACANT for seat in seats),
        game.reliable,
    )


def _awaited(request: Request, game: GameRow) -> list[Seat]:
    """Return whom a game waits for, as far as everybody may know that."""
    if games.is_masked(request.conn, game.id):
        return []
    try:
        story = request.context.game_cache.open(request.conn, game)
    except Unreadable:
        return []
    return list(builder.awaited(story, Reader()))


def _sits(seat: SeatRow) -> bool:
    return seat.state not in VACANT


def _person(request: Request, seat: SeatRow) -> PlayerSummary:
    if seat.bot or seat.state is not SeatState.IN:
        return PlayerSummary(seat.name, 0, 0)
    row = players.get(request.conn, seat.player_id)
    return PlayerSummary(seat.name, *players.deadlines_met(row))
