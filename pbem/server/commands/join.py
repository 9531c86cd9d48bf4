"""`join NAME [as WHO] [word WORD] [prefer LIST]`."""

from __future__ import annotations

import json

from pbem.plugins.games import GameFault
from pbem.record.header import Unreadable
from pbem.server import naming
from pbem.server.flow import routing, slips
from pbem.server.game.request import Request
from pbem.server.lobby import game_settings, invitations, standby
from pbem.server.states import GOING_ON, GameState
from pbem.server.store import game_store, players
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(words=("join",), needs=Needs.ANYBODY, topic=Topic.BEGINNING)
def run(request: Request, line: Command) -> None:
    """Take a seat of an open game, or one that has become free."""
    name = line.one("WORD")
    game = game_store.find(request.conn, name)
    if game is None or game.state not in GOING_ON:
        request.refuse("no_game_named", name=name)
        return
    if request.player_id is None:
        _confirm(request, line)
        return
    session = request.session
    if session is None or session.game.id != game.id:
        routing.send_to_game(request, game, line.text)
        return
    if session.seat_of(request.player_id) is not None:
        request.refuse("cannot_join", name=game.name, why="plays")
        return
    row = players.get(request.conn, request.writer_id)
    if not standby.is_reliable(session.game, row):
        met, count = players.deadlines_met(row)
        given = {"wanted": session.game.reliable, "kept": met, "count": count}
        request.refuse("cannot_join", name=game.name, why="reliable", **given)
        return
    if session.running:
        seat, why = standby.open_seat(session, request.player_id)
        if seat is None:
            request.refuse("cannot_join", name=game.name, why=why)
            return
        standby.take_seat(session, seat, request.player_id)
        request.receipt.silent = True
        return
    if session.game.state is not GameState.OPEN:
        request.refuse("cannot_join", name=game.name, why=session.game.state)
        return
    called = line.one("AS")
    wish = invitations.wish(line.one("WISH"))
    if slips.odd_name(request, called) or slips.odd_wish(request, wish):
        return
    called = called or naming.first_name(request.content.name)
    _take(request, called, line.one("LUCK"), wish)


def _take(request: Request, called: str, word: str, wish: str) -> None:
    session, _ = request.in_game()
    try:
        invitations.join(session, request.writer_id, called, word, wish)
    except (Unreadable, GameFault) as error:
        invitations.call_off(request, error)
        return
    rows = session.seats()
    request.say(
        "joined",
        name=session.game.name,
        begun=session.running,
        others=[row.name for row in rows if row.player_id != request.writer_id],
        missing=session.game.wanted - len(rows),
        options=json.loads(session.game.options),
        **game_settings.in_words(session.game),
    )


def _confirm(request: Request, line: Command) -> None:
    """Ask who has proven nothing first, at the address that was written from."""
    if request.content.writer:
        request.receipt.silent = True
        invitations.confirm_line(request, request.claimed_writer(), line.text)
