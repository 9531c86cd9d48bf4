"""What everybody may know of a player: never an address."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.server.game import game_masters
from pbem.server.game.request import Request
from pbem.server.states import GameState, SeatState
from pbem.server.store import game_store, games, players
from pbem.server.store.rows import GameRow


@dataclass(frozen=True, slots=True)
class Person:
    """A player, in numbers."""

    name: str
    asked: int
    missed: int
    running: int
    played: int
    won: int
    rating: float | None
    games: tuple[str, ...]  #: that the one who asks is in too
    me: bool = False  #: the one who asks
    kept: int = 0  #: of the last deadlines
    late: int = 0  #: the last deadlines, RECENT at most

    @property
    def reliable(self) -> int:
        """The percentage of the last deadlines that were met."""
        return round(100 * (1 - self.missed / self.asked)) if self.asked else 100


def about(request: Request, name: str) -> list[Person]:
    """Return the people whom the writer asks about: without a name, the writer; else
    those of this name, or all in this game ("all": the letter's game), if they share a
    game with the writer. A game master sees everyone in the game."""
    conn, me = request.conn, request.writer_id
    if request.session is not None:
        request.session.count_answers()
    if not name:
        return [_person(request, me)]
    game = _game(request, name)
    number = None if game is None else game.id
    all_of_it = number is not None and game_masters.is_one(request, number, me)
    found = games.players_met(conn, me, name, number, all_of_it=all_of_it)
    return [_person(request, one) for one in found[:20]]


def _game(request: Request, name: str) -> GameRow | None:
    """Return the game of a name; "all" is the one that the letter is for."""
    if name.lower() == "all" and request.session is not None:
        return request.session.game
    return game_store.find(request.conn, name)


def bots(request: Request, name: str, people: list[Person]) -> dict[str, str]:
    """Return bots and their levels: those of the named game if `people` of it were
    shown, else the one with this name in the writer's game."""
    game, session = _game(request, name), request.session
    if game is not None and people:
        rows = game_store.seats(request.conn, game.id)
    else:
        own = session.seats() if session is not None and request.seat else []
        rows = [row for row in own if row.name.lower() == name.lower()]
    return {row.name: row.bot for row in rows if row.bot}


def _person(request: Request, player_id: int) -> Person:
    conn, me, context = request.conn, request.writer_id, request.context
    row = players.get(conn, player_id)
    rated = context.standings.of_player(context.database, player_id)
    everything = tuple(GameState)
    theirs = games.of_player(conn, player_id, (SeatState.IN,), everything)
    shared = {game.id for game in games.of_player(conn, me, states=everything)}
    return Person(
        row.name,
        row.asked,
        row.missed,
        sum(game.state is GameState.RUNNING for game in theirs),
        rated.played if rated else 0,
        rated.won if rated else 0,
        rated.rating if rated else None,
        tuple(game.name for game in theirs if game.id in shared)[:10],
        player_id == me,
        *players.deadlines_met(row),
    )
