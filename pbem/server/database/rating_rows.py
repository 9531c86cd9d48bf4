"""The rows of the standings that are kept (rows.py tells how they become tables)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pbem.server.database.rows import Col


class RatingRow(NamedTuple):
    """What a player has reached in the games that were counted so far."""

    kind: Annotated[str, Col(40, key=True)]  # of game; "": all
    player_id: Annotated[int, Col(of="player.id", key=True)]
    played: int
    won: int
    shared: int
    mu: float
    sigma: float
    rating: float  # what it surely is


class BoxRatingRow(NamedTuple):
    """How hard it is to win against the game itself."""

    kind: Annotated[str, Col(40, key=True)]  # of game; "": all
    box: Annotated[str, Col(64, key=True)]  # digest of the game and its options
    mu: float
    sigma: float
