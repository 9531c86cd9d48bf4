"""Letters that prove nothing: they move nothing, and the player is told.

The same letter serves the player who lost a token and the one in whose name
somebody else wrote: it goes to the address on file, with a fresh token and the
lines ready to be sent again.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Row

from pbem.report import page
from pbem.server.game.request import Request
from pbem.server.notices import references
from pbem.server.outbound import rate_limits, templates
from pbem.server.outbound.message import Message
from pbem.server.storage import game_store, schema
from pbem.server.storage.database import audit
from pbem.server.storage.reply_tokens import TokenGrant

_GAMES = 3
_LINES = 30


def send_fresh_tokens(request: Request, lines: list[str]) -> None:
    """Sends a player a fresh token for each game that a letter may be about."""
    link, now, context = request.link, request.now, request.context
    player_id = request.player_id or request.content.told_id
    assert player_id is not None
    request.silent = True
    problem = request.content.problem or "no-game"
    audit(
        *(link, "unproven", now, problem), player_id=player_id, letter_id=request.row.id
    )
    if not rate_limits.may_tell(link, context.config, player_id, "lost", now):
        return
    kept = [line.strip()[:200] for line in lines if line.strip()][:_LINES]
    given = {
        "problem": problem,
        "writer": request.content.writer,
        "lines": kept,
    }
    games = _games(request, player_id)
    for game, seat in games:
        serial = -1
        if game.state in ("running", "over"):
            serial = context.game_cache.open(link, game).table.serial
        draft = Message(
            subject=templates.subject("lost", name=game.name),
            body=templates.blocks(
                "lost",
                name=game.name,
                seat=seat.name,
                until=references.host_deadline(context, game.deadline, now),
                **given,
            ),
            ref=references.ref(game, max(serial, 0)),
            thread=references.thread(context, game),
            automatic="auto-replied",
        )
        grant = references.grant(game, seat, serial)
        context.outbox.to_player(
            *(link, now, player_id, draft), kind="lost", grant=grant
        )
    if not games:
        draft = Message(
            subject=templates.subject("lost", name=""),
            body=templates.blocks("lost", name="", seat="", until="", **given),
            ref="desk",
            automatic="auto-replied",
        )
        grant = TokenGrant(player_id, None, None, None, now + 14 * 86400)
        context.outbox.to_player(
            *(link, now, player_id, draft), kind="lost", grant=grant
        )


def _games(request: Request, player_id: int) -> list[tuple[Row[Any], Row[Any]]]:
    """The games and seats of a player, the one that a letter names if it names one."""
    table, seat = schema.game, schema.seat
    query = (
        sa.select(table.c.id)
        .join(seat, seat.c.game_id == table.c.id)
        .where(seat.c.player_id == player_id, seat.c.state != "declined")
        .where(table.c.state.in_(("invited", "open", "running")))
        .order_by(table.c.id.desc())
        .limit(100)
    )
    numbers = [row.id for row in request.link.execute(query)]
    ref = (request.content.ref or "").partition(".")[0]
    named = [n for n in numbers if n == request.content.token_game or f"g{n}" == ref]
    found = []
    for number in named or numbers[:_GAMES]:
        game = game_store.get(request.link, number)
        # Before the starter has confirmed a game nobody else has heard of it.
        for row in game_store.seats(request.link, number):
            if row.player_id == player_id and row.state != "listed":
                found.append((game, row))
    return found[:_GAMES]


def answer_stranger(request: Request, body: list[page.Block]) -> None:
    """Answers somebody we do not know, at most a few times a day."""
    writer, context = request.content.writer, request.context
    if not writer or not request.said:
        return
    if not rate_limits.may_tell(
        request.link, context.config, writer, "stranger", request.now
    ):
        return
    draft = Message(
        subject=templates.subject("receipt", name="", serial=-1),
        body=body,
        answers=request.content.message_id,
        automatic="auto-replied",
    )
    context.outbox.to_stranger(request.link, request.now, writer, draft, "stranger")
