"""Standings and ratings, from how the games have ended and nothing else: they can be
computed afresh from the records at any time."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from openskill.models import PlackettLuce
from sqlalchemy.engine import Connection

from pbem.server.database.rows import GameRow
from pbem.server.play import endings
from pbem.server.states import GameState
from pbem.server.storage import game_store, games, players

#: A player, or a bot: its game and level, which are rated and have no line.
Rated: TypeAlias = int | str


class Result(NamedTuple):
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
    games: list[str] = field(default_factory=list)

    @property
    def rating(self) -> float:
        """What the rating surely is: three deviations below its mean."""
        return self.mu - 3 * self.sigma


def results(link: Connection, kind: str = "", *, afresh: bool = False) -> list[Result]:
    """Return the finished games in the order in which they ended.

    `afresh` reads every record again in place of what was noted at its end.
    """
    over = [one for one in games.in_state(link, (GameState.OVER,)) if one.result]
    over.sort(key=lambda one: (one.ended or 0.0, one.id))
    found = (
        result(link, game, afresh=afresh) for game in over if kind in ("", game.kind)
    )
    return [one for one in found if one is not None]


def result(link: Connection, game: GameRow, *, afresh: bool = False) -> Result | None:
    """Return how a game ended; None where that counts for nothing."""
    known = json.loads(game.result)
    if afresh and not str(known["reason"]).startswith(("agreed-", "closed")):
        known = endings.result(game_store.load_story(link, game)) or known
    counts = known is not None and known["reason"] not in ("agreed-end", "closed")
    if counts and any(row.bot for row in game_store.seats(link, game.id)):
        # Bots are not asked for a draw: whoever is about to lose could have it.
        asked = not str(known["reason"]).startswith("agreed-")
        counts = asked and games.all_want_it_rated(link, game.id)
    return _result(link, game, known) if counts else None


def _result(link: Connection, game: GameRow, known: dict[str, Any]) -> Result:
    """Return seats as teams of players. Who takes over a seat answers for its end."""
    owners: dict[str, Rated] = {
        row.name: f"{game.kind} bot {row.bot}" if row.bot else row.player_id
        for row in game_store.seats(link, game.id)
    }
    teams = [list(team) for team in known["teams"] if team]
    named = {seat for team in teams for seat in team}
    teams += [[seat] for seat in owners if seat not in named]
    winners, scores = set(known["winners"]), known["scores"]
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
    box = " ".join((game.kind, *(f"{key}={value}" for key, value in options)))
    box = box if len(teams) == 1 else ""
    return Result(game.name, game.kind, game.ended or 0, ids, tuple(ranks), box)


class Ladder:
    """Everybody's line after some games, by player.

    A team that is alone plays against the game itself, which is rated like a player;
    so are bots, by level, where all have agreed that they count.
    """

    model = PlackettLuce()

    def __init__(self) -> None:
        self.lines: dict[int, PlayerStanding] = {}
        self.boxes: dict[str, Any] = {}  #: the game itself, and bots

    def add(self, one: Result) -> None:
        """Count a game, after those that ended before it."""
        model, lines = self.model, self.lines
        for team in one.teams:
            for player in team:
                if isinstance(player, int):
                    line = lines.setdefault(player, PlayerStanding(player))
                    line.played += 1
                    line.games.append(one.name)
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


def rated(found: Iterable[Result]) -> dict[int, PlayerStanding]:
    """Return everybody's line after these games, by player."""
    ladder = Ladder()
    for one in found:
        ladder.add(one)
    return ladder.lines


def table(
    link: Connection, kind: str = "", *, afresh: bool = False
) -> list[PlayerStanding]:
    """Return the standings, the best first."""
    return in_order(link, rated(results(link, kind, afresh=afresh)))


def in_order(
    link: Connection, lines: dict[int, PlayerStanding]
) -> list[PlayerStanding]:
    """Return lines with the names of their players, the best first."""
    for player_id, name in players.names(link, lines).items():
        lines[player_id].name = name
    return sorted(
        lines.values(), key=lambda one: (-one.rating, one.name, one.player_id)
    )
