"""The standings as shown: names next to what is counted (storage/ladders.py)."""

from __future__ import annotations

from pbem.server.context import ServerContext, Transaction
from pbem.server.lobby import ratings
from pbem.server.store.ladders import PlayerStanding

BATCH = 100  #: games that are counted while nothing else is to be done


def step(context: ServerContext) -> bool:
    """Count some games that have ended; return whether there were any."""
    return context.standings.count(context.database, BATCH) > 0


def standings(
    tx: Transaction, kind: str, most: int
) -> tuple[list[PlayerStanding], int]:
    """Return the best of a kind of game, or of all, and how many players there are."""
    best, many = tx.context.standings.best(tx.context.database, kind, most)
    return ratings.in_order(tx.conn, best), many
