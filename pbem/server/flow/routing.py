"""Lines of a letter that are for another game: each game looks at its own lines, in
its own transaction, as at a letter of their own."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pbem.server.flow.instructions import ForeignLines
from pbem.server.game import game_masters
from pbem.server.game.request import Request
from pbem.server.states import SeatState
from pbem.server.store import game_store, games, letters
from pbem.server.store.rows import GameRow

MAX_GAMES = 20  #: other games that one letter can speak to


def route(request: Request, parts: Sequence[ForeignLines]) -> None:
    """Forward parts of a letter to the other games that they name, where its writer may
    write to them."""
    for at, part in enumerate(parts):
        if at == MAX_GAMES:
            request.say("too_many", most=at, what="games", line=f"game {part.game}")
            return
        game = game_store.find(request.conn, part.game)
        if game is None or not may_see(request, game):
            request.refuse("no_game_named", name=part.game)
        else:
            send_to_game(request, game, part.text)


def send_to_game(request: Request, game: GameRow, text: str) -> None:
    """Lay lines before another game, with what their letter's token is worth."""
    content = msgspec.structs.replace(
        request.content,
        text=text,
        subject="",
        token_game=game.id,
        forwarded=True,
        spent=request.spent_elsewhere,
    )
    letters.add_part(request.conn, request.row, game.id, content, request.now)
    request.receipt.understood = True
    request.receipt.sent_on += 1


def plays(request: Request, game: GameRow) -> bool:
    """Return whether the writer has a seat in a game."""
    return request.player_id in [
        row.player_id
        for row in game_store.seats(request.conn, game.id)
        if row.state not in (SeatState.LISTED, SeatState.GONE)
    ]


def may_see(request: Request, game: GameRow) -> bool:
    """Return whether the writer plays in a game, watches it, or is a master of it."""
    if request.player_id is None:
        return False
    if plays(request, game) or game_masters.is_one(request, game.id, request.player_id):
        return True
    return request.player_id in games.watchers(request.conn, game.id)
