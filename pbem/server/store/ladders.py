"""Standings: how everybody has done in the games that have ended, in order of their
ends. They follow from how the games have ended and from nothing else."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import sqlalchemy as sa
from openskill.models import PlackettLuce
from sqlalchemy.engine import Connection

from pbem.server.states import GameState
from pbem.server.store import game_store, games, schema
from pbem.server.store.connection import Database
from pbem.server.store.queries import fact, fetch, set_fact
from pbem.server.store.rows import GameRow, SeatRow

MAX_COUNTED = 1000  #: games that a question counts; the rest is counted in idle time
_EPOCH = "standings"  #: a fact about the store: how often they were restarted
_game = schema.game

#: A player, or a bot: its game and level, which are rated and have no line.
Rated: TypeAlias = int | str


class GameResult(NamedTuple):
    """One finished game: who played, in teams, and which team came how far."""

    name: str
    kind: str
    ended: float
    teams: tuple[tuple[Rated, ...], ...]
    ranks: tuple[int, ...]  #: of the teams; 1 is the best
    box: str = ""  #: who plays against a team that is alone: the game itself


@dataclass(slots=True)
class PlayerStanding:
    """What somebody has reached."""

    player_id: int
    name: str = ""
    played: int = 0
    won: int = 0
    shared: int = 0
    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def rating(self) -> float:
        """The rating that is shown: three deviations below its mean."""
        return self.mu - 3 * self.sigma


class Ladder:
    """Everybody's line after some games, by player.

    A team that is alone plays against the game itself, which is rated like a player;
    so are bots, by level, where all have agreed that they count.
    """

    model = PlackettLuce()

    def __init__(self) -> None:
        self.lines: dict[int, PlayerStanding] = {}
        self.boxes: dict[str, Any] = {}  #: the game itself, and bots

    def add(self, one: GameResult) -> None:
        """Count a game, after those that ended before it."""
        model, lines = self.model, self.lines
        for team in one.teams:
            for player in team:
                if isinstance(player, int):
                    line = lines.setdefault(player, PlayerStanding(player))
                    line.played += 1
        best = [team for team, rank in zip(one.teams, one.ranks, strict=True)
                if rank == 1]  # fmt: skip
        for player in {player for team in best for player in team}:
            if not isinstance(player, int):
                continue
            if len(best) == 1:
                lines[player].won += 1
            else:
                lines[player].shared += 1
        rated, ranks = [*one.teams], [*one.ranks]
        if len(rated) == 1:
            rated.append((one.box,))
            ranks = [1, 2] if one.ranks[0] == 1 else [2, 1]
        after = model.rate(
            [[self._model_of(player) for player in team] for team in rated],
            ranks=list(map(float, ranks)),
        )
        for team, ratings in zip(rated, after, strict=True):
            for player, rating in zip(team, ratings, strict=True):
                if isinstance(player, int):
                    lines[player].mu, lines[player].sigma = rating.mu, rating.sigma
                else:
                    self.boxes[player] = rating

    def _model_of(self, player: Rated) -> Any:
        """Return what the rating of somebody is now."""
        if isinstance(player, str):
            return self.boxes.setdefault(player, self.model.rating())
        line = self.lines[player]
        return self.model.rating(mu=line.mu, sigma=line.sigma)


class Standings:
    """The ladders of all games that have ended, cached in memory: a
    request rates only the games that ended since, half a millisecond each."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._epoch: str | None = None
        self._ladders: defaultdict[str, Ladder] = defaultdict(Ladder)
        self._last = (-1.0, 0)  #: the game that was counted last: its end and number

    def count(self, store: Database, most: int) -> int:
        """Count some of the games that have ended since; return how many."""
        with self._lock:
            return self._count(store, most)

    def _count(self, store: Database, most: int) -> int:
        with store.reading() as conn:
            epoch = fact(conn, _EPOCH)
            if epoch != self._epoch:
                self._epoch, self._last = epoch, (-1.0, 0)
                self._ladders.clear()
            found = _ended_after(conn, self._last, most)
            for game in found:
                one = result(conn, game, json.loads(game.result))
                if one is not None:
                    self._ladders[""].add(one)
                    self._ladders[game.kind].add(one)
                self._last = (game.ended or 0.0, game.id)
        return len(found)

    def best(
        self, store: Database, kind: str, most: int
    ) -> tuple[dict[int, PlayerStanding], int]:
        """Return the best of a kind of game, or of all ("") by player, and how many
        players there are."""
        with self._lock:
            self._count(store, MAX_COUNTED)
            lines = self._ladders[kind].lines
            best = sorted(lines.values(), key=lambda one: (-one.rating, one.player_id))
            return {one.player_id: replace(one) for one in best[:most]}, len(lines)

    def of_player(self, store: Database, player_id: int) -> PlayerStanding | None:
        """Return what a player has reached in all games; None: none of theirs is
        over."""
        with self._lock:
            self._count(store, MAX_COUNTED)
            found = self._ladders[""].lines.get(player_id)
            return None if found is None else replace(found)


def begin_anew(conn: Connection) -> None:
    """Make all servers compute the ladders anew, since games that were counted have
    changed."""
    set_fact(conn, _EPOCH, str(int(fact(conn, _EPOCH) or 0) + 1))


def _ended_after(conn: Connection, last: tuple[float, int], most: int) -> list[GameRow]:
    """Return games that have ended since, the first ones first."""
    later = sa.tuple_(_game.c.ended, _game.c.id) > sa.tuple_(
        sa.literal(last[0], sa.Float), sa.literal(last[1], sa.BigInteger)
    )
    over = (_game.c.state == GameState.OVER) & (_game.c.result != "")
    query = sa.select(_game).where(over, later).order_by(_game.c.ended, _game.c.id)
    return fetch(conn, GameRow, query.limit(most))


def result(conn: Connection, game: GameRow, known: dict[str, Any]) -> GameResult | None:
    """Return how a game ended, as it was noted; None where that counts for nothing."""
    if known["reason"] in ("agreed-end", "closed"):
        return None
    seats = game_store.seats(conn, game.id)
    if any(row.bot for row in seats):
        # Bots are not asked for a draw: a player about to lose could force it.
        asked = not str(known["reason"]).startswith("agreed-")
        if not asked or not games.all_want_it_rated(conn, game.id):
            return None
    return _result(seats, game, known)


def _result(
    seats: Sequence[SeatRow], game: GameRow, known: dict[str, Any]
) -> GameResult:
    """Return seats as teams of players. Who takes over a seat answers for its end."""
    owners: dict[int, Rated] = {
        row.number: f"{game.kind} bot {row.bot}" if row.bot else row.player_id
        for row in seats
    }
    teams = [list(team) for team in known["teams"] if team]
    named = {seat for team in teams for seat in team}
    teams += [[seat] for seat in owners if seat not in named]
    winners = set(known["winners"])
    scores = {int(seat): score for seat, score in known["scores"].items()}
    ranks = []
    for team in teams:
        if winners & set(team):
            ranks.append(1)
        elif all(seat in scores for team in teams for seat in team):
            better = sum(max(scores[s] for s in other) > max(scores[s] for s in team)
                         for other in teams)  # fmt: skip
            ranks.append(1 + max(1, better))
        else:
            ranks.append(2)
    ids = tuple(tuple(owners[seat] for seat in team) for team in teams)
    options = sorted(json.loads(game.options).items())
    environment = " ".join((game.kind, *(f"{key}={value}" for key, value in options)))
    environment = environment if len(teams) == 1 else ""
    return GameResult(
        game.name, game.kind, game.ended or 0, ids, tuple(ranks), environment
    )
