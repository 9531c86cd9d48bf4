"""Points for finished games by systems of tournaments, and results by what was
played. They are sums of games, and no ratings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sqlalchemy.engine import Connection

from pbem.server.lobby import ratings
from pbem.server.states import GameState
from pbem.server.store import game_store, games, players
from pbem.server.store.ladders import Rated

Scores = Mapping[int, int]  #: centres by seat
Points = dict[int, float]  #: by seat

SOLO = 28034  #: of the carnage system: all that there is in a game of seven
PODIUM = (38, 14, 7)  #: of the C-Diplo system, for the first three


def draw_size(scores: Scores, winners: set[int]) -> Points:
    """Return a hundred points, shared by all winners.

    >>> draw_size({0: 9, 1: 8, 2: 0}, {0, 1})
    {0: 50.0, 1: 50.0, 2: 0.0}
    """
    share = 100 / max(1, len(winners))
    return {seat: share if seat in winners else 0.0 for seat in scores}


def squares(scores: Scores, winners: set[int]) -> Points:
    """Return a hundred points, all for who has won alone, else by squares of centres.

    >>> squares({0: 4, 1: 3, 2: 0}, {0, 1})
    {0: 64.0, 1: 36.0, 2: 0.0}
    """
    if len(winners) == 1:
        return draw_size(scores, winners)
    whole = sum(one * one for one in scores.values()) or 1
    return {seat: 100 * one * one / whole for seat, one in scores.items()}


def carnage(scores: Scores, winners: set[int]) -> Points:
    """Return a thousand points a rank, shared where centres are equal, and one for each
    centre; all that there is for who has won alone.

    >>> carnage({0: 5, 1: 5, 2: 1}, {0, 1})
    {0: 2505.0, 1: 2505.0, 2: 1001.0}
    """
    if len(winners) == 1:
        return {seat: float(SOLO * (seat in winners)) for seat in scores}
    ranks = [1000 * place for place in range(len(scores), 0, -1)]
    found = _by_rank(scores, ranks)
    return {seat: found[seat] + one for seat, one in scores.items()}


def c_diplo(scores: Scores, winners: set[int]) -> Points:
    """Return a point for each who plays, one for each centre, and 38, 14 and 7 for the
    first three; a hundred for who has won alone.

    >>> c_diplo({0: 9, 1: 8, 2: 8, 3: 0}, {0, 1, 2})
    {0: 48.0, 1: 19.5, 2: 19.5, 3: 1.0}
    """
    if len(winners) == 1:
        return {seat: 100.0 * (seat in winners) for seat in scores}
    found = _by_rank(scores, [*PODIUM, *[0] * len(scores)])
    return {seat: 1 + one + found[seat] for seat, one in scores.items()}


def _by_rank(scores: Scores, points: list[int]) -> Points:
    """Return the points of places, those of equals shared."""
    order = sorted(scores, key=lambda seat: -scores[seat])
    found: Points = {}
    for seat in order:
        same = [n for n, one in enumerate(order) if scores[one] == scores[seat]]
        found[seat] = sum(points[place] for place in same) / len(same)
    return found


SYSTEMS: Mapping[str, Callable[[Scores, set[int]], Points]] = {
    "draw-size": draw_size,
    "squares": squares,
    "carnage": carnage,
    "c-diplo": c_diplo,
}


class ScoreLine(NamedTuple):
    """What somebody, or a role, has come to in some games."""

    name: str
    played: int
    won: int  #: alone
    shared: int
    points: float  #: of all games; of a role its mean score


def by_player(conn: Connection, kind: str, system: str) -> list[ScoreLine]:
    """Return the points of all who have played games of a kind, the best first."""
    found: dict[Rated, ScoreLine] = {}
    for one in ratings.results(conn, kind):
        game = game_store.find(conn, one.name)
        if game is None or not game.result:
            continue
        known = json.loads(game.result)
        seats = [team[0] for team in one.teams if len(team) == 1]
        if len(seats) != len(one.teams):
            continue  # teams win together: there is nothing to share
        scores = {at: int(known["scores"].get(str(at), 0)) for at in range(len(seats))}
        winners = set(known["winners"])
        points = SYSTEMS[system](scores, winners)
        for at, who in enumerate(seats):
            found[who] = _more(found.get(who), at in winners, len(winners), points[at])
    numbers = [one for one in found if isinstance(one, int)]
    names = players.names(conn, numbers)
    every = [
        line._replace(name=names[who] if isinstance(who, int) else who)
        for who, line in found.items()
    ]
    return sorted(every, key=lambda line: (-line.points, line.name))


def _more(line: ScoreLine | None, won: bool, sharers: int, points: float) -> ScoreLine:
    line = line or ScoreLine("", 0, 0, 0, 0.0)
    return ScoreLine(
        line.name,
        line.played + 1,
        line.won + (won and sharers == 1),
        line.shared + (won and sharers > 1),
        line.points + points,
    )


def by_role(conn: Connection, kind: str) -> list[ScoreLine]:
    """Return how what could be played has done: powers, colours, in their order."""
    found: dict[str, ScoreLine] = {}
    for game in games.in_state(conn, (GameState.OVER,)):
        if game.kind != kind or not game.result:
            continue
        known = json.loads(game.result)
        story = game_store.load_story(conn, game)
        seats = story.header.seats
        winners = {seats[one] for one in known["winners"]}
        called = story.game.rules.called(story.table.state)
        roles = {role.name: seat for seat, role in story.game.roles_of(seats).items()}
        for role, seat in {**roles, **called}.items():
            score = known["scores"].get(str(seats.index(seat)), 0)
            line = _more(found.get(role), seat in winners, len(winners), score)
            found[role] = line._replace(name=role)
    return [line._replace(points=line.points / line.played) for line in found.values()]
