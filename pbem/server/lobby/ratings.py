"""Standings and ratings, from how the games have ended and nothing else: they can be
computed afresh from the records at any time."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlalchemy.engine import Connection

from pbem.server.game import endings
from pbem.server.states import GameState
from pbem.server.store import game_store, games, ladders, players
from pbem.server.store.ladders import GameResult, Ladder, PlayerStanding
from pbem.server.store.rows import GameRow


def results(
    conn: Connection, kind: str = "", *, afresh: bool = False
) -> list[GameResult]:
    """Return the finished games in the order in which they ended.

    `afresh` reads every record again in place of what was noted at its end.
    """
    over = [one for one in games.in_state(conn, (GameState.OVER,)) if one.result]
    over.sort(key=lambda one: (one.ended or 0.0, one.id))
    found = (
        _result(conn, game, afresh=afresh) for game in over if kind in ("", game.kind)
    )
    return [one for one in found if one is not None]


def _result(conn: Connection, game: GameRow, *, afresh: bool) -> GameResult | None:
    known = json.loads(game.result)
    if afresh and not str(known["reason"]).startswith(("agreed-", "closed")):
        known = endings.result(game_store.load_story(conn, game)) or known
    return ladders.result(conn, game, known) if known is not None else None


def rated(found: Iterable[GameResult]) -> dict[int, PlayerStanding]:
    """Return everybody's line after these games, by player."""
    ladder = Ladder()
    for one in found:
        ladder.add(one)
    return ladder.lines


def table(
    conn: Connection, kind: str = "", *, afresh: bool = False
) -> list[PlayerStanding]:
    """Return the standings, the best first."""
    return in_order(conn, rated(results(conn, kind, afresh=afresh)))


def in_order(
    conn: Connection, lines: dict[int, PlayerStanding]
) -> list[PlayerStanding]:
    """Return lines with the names of their players, the best first."""
    for player_id, name in players.names(conn, lines).items():
        lines[player_id].name = name
    return sorted(
        lines.values(), key=lambda one: (-one.rating, one.name, one.player_id)
    )
