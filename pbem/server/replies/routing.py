"""Lines of a letter that are for another game: each game looks at its own lines, in
its own transaction, as at a letter of their own."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Row

from pbem.server.game import game_masters
from pbem.server.game.request import Request
from pbem.server.replies.parse import Part
from pbem.server.storage import game_store, schema

_letter = schema.letter


def route(request: Request, parts: Sequence[Part]) -> None:
    """Send on what a letter says to other games, as far as its writer may."""
    for part in parts:
        game = game_store.find(request.link, part.game)
        if game is None or not may_see(request, game):
            request.refuse("no_game_named", name=part.game)
        else:
            send_to_game(request, game, part.text)


def send_to_game(request: Request, game: Row[Any], text: str) -> None:
    """Lays lines before another game, as if they had come in a letter for it."""
    content = msgspec.structs.replace(
        request.content,
        text=text,
        subject="",
        seat=None,
        serial=None,
        token_game=game.id,
        errand=True,
    )
    like = _letter.c.key.like(f"errand:{request.row.id}:%")
    query = sa.select(sa.func.count()).select_from(_letter).where(like)
    count = request.link.execute(query).scalar() or 0
    values = {
        "key": f"errand:{request.row.id}:{count}",
        "raw": b"",
        "received": request.row.received,
        "kept": request.now,
        "state": "waiting",
        "game_id": game.id,
        "content": msgspec.msgpack.encode(content),
        "sender": request.row.sender,
        "player_id": request.player_id,
        "digest": hashlib.sha256(text.encode("utf-8", "replace")).hexdigest(),
    }
    request.link.execute(_letter.insert().values(values))
    game_store.wake(request.link, game.id, request.now)
    request.understood = True
    request.sent_on += 1


def plays(request: Request, game: Row[Any]) -> bool:
    """Whether the writer has a seat in a game."""
    return request.player_id in [
        row.player_id
        for row in game_store.seats(request.link, game.id)
        if row.state not in ("listed", "gone")
    ]


def may_see(request: Request, game: Row[Any]) -> bool:
    """Whether the writer may ask about a game: plays, watches, or is a master."""
    if request.player_id is None:
        return False
    if plays(request, game) or game_masters.is_one(request, game.id, request.player_id):
        return True
    table = schema.watcher
    mine = (table.c.game_id == game.id) & (table.c.player_id == request.player_id)
    return request.link.execute(sa.select(table).where(mine)).first() is not None
