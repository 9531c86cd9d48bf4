"""Rows about who plays a seat in the place of somebody else: standby players, bots."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pbem.server.states import OfferState
from pbem.server.store.rows import Col, Count, GameId, PlayerId


class BenchRow(NamedTuple):
    """A standby player, for a kind of game."""

    player_id: Annotated[int, Col(of="player.id", key=True)]
    kind: Annotated[str, Col(40, key=True)]
    most: Annotated[int, Col(default=1)]  # seats a month
    made: float


class OfferRow(NamedTuple):
    """A free seat, offered to a standby player."""

    id: int
    game_id: GameId
    number: int  # of the seat
    player_id: PlayerId
    state: Annotated[OfferState, Col(10)]
    made: float
    until: float


class ThoughtRow(NamedTuple):
    """An order that a bot is to find."""

    id: int
    game_id: GameId
    number: int  # of the seat
    serial: int  # the window
    at: float  # not before that
    tries: Count  # that failed
    made: float


class AskedRow(NamedTuple):
    """Doubtful orders that a seat was asked about before they are taken."""

    game_id: Annotated[int, Col(of="game.id", key=True)]
    seat: Annotated[int, Col(key=True)]
    serial: Annotated[int, Col(key=True)]  # the window
    digest: Annotated[str, Col(64, key=True)]  # of the orders and of what they left
    made: float


class PauseRow(NamedTuple):
    """That a player was told that answers pause."""

    player_id: Annotated[int, Col(of="player.id", key=True)]
    game_id: Annotated[int, Col(key=True)]  # 0: about all games
    at: float  # the last time
