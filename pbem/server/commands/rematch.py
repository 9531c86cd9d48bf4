"""`rematch`: the same game once more, with the same players, options and settings."""

from __future__ import annotations

import json

from pbem.plugins import games
from pbem.server.game.request import Request
from pbem.server.lobby import bots, game_settings, invitations
from pbem.server.states import VACANT, GameState, SeatState
from pbem.server.store import game_store, players
from pbem.server.store import games as games_store
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(
    words=("rematch", "revanche", "revenge"), needs=Needs.SEAT, topic=Topic.GAME
)
def run(request: Request, line: Command) -> None:
    """Invite all who played a game that is over to another one like it."""
    session, own = request.in_game()
    old = session.game
    if own is None or old.state is not GameState.OVER:
        request.refuse("no_rematch")
        return
    conn, most = request.conn, request.config.limits.games
    if games_store.started_by(conn, request.player_id) >= most:
        request.refuse("many_games", most=most)
        return
    rows = list(session.seats())
    limits = request.config.limits
    if any(row.bot for row in rows) and (why := bots.refused(request, own.player_id)):
        request.refuse("no_bots", why=why, limits=limits)
        return
    order = rows[own.number :] + rows[: own.number]
    others = [row for row in order if row.player_id != request.player_id]
    guests = [
        (row.name, addresses[0])
        for row in others
        if row.state not in (*VACANT, SeatState.BOT)
        and (addresses := players.addresses(conn, row.player_id))
    ]
    kind, options = games.find(old.kind), json.loads(old.options)
    given = (kind, options, request.writer_id, guests)
    levels = [row.bot for row in others if row.bot]
    settings = game_settings.of(old)
    proposed = invitations.propose(request, *given, settings=settings, bots=levels)
    if levels and not guests:
        invitations.confirm(request, proposed, request.receipt.parts)
        request.receipt.silent = True
        return
    invitations.seat_starter(conn, proposed)
    silent = invitations.invite(request, proposed)
    names = [row.name for row in game_store.seats(conn, proposed.id)][1:]
    request.say("proposed", name=proposed.name, game=kind, guests=names, silent=silent)
