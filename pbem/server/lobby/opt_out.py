"""Players who want no letters: proven by a token it holds at once, and their
seats are free once they say yes to a letter that asks; a letter that proves
nothing stops invitations alone, and one letter asks what was meant."""

from __future__ import annotations

from pbem.schedule.units import DAY
from pbem.server.game.request import Request
from pbem.server.lobby import invitations, leaving, standby
from pbem.server.outbound import rate_limits, templates
from pbem.server.outbound.message import Message
from pbem.server.states import (
    LetterKind,
    OptOut,
    SeatState,
    TimerKind,
)
from pbem.server.store import blocks, claims, games, players
from pbem.server.store.rows import GameRow

ASKED_DAYS = 30  #: between two letters that ask the same address


def stop(request: Request) -> list[str]:
    """Write to the writer no more, at any of their addresses, but in answer to letters
    of theirs, and decline what they were invited to; return the games in which they
    keep a seat: any letter of ours that got into other hands can say "stop"."""
    conn, player_id = request.conn, request.writer_id
    for address in players.addresses(conn, player_id):
        blocks.add(conn, address, OptOut.ALL)
    invited = games.of_player(conn, player_id, (SeatState.ASKED,))
    leaving.in_games(request, [game.id for game in invited], TimerKind.LEAVE)
    request.audit("stopped", player_id=player_id)
    return [game.name for game in games.of_player(conn, player_id, (SeatState.IN,))]


def free_seats(request: Request) -> None:
    """Offer the seats of the writer, who has confirmed it, to others."""
    conn, player_id = request.conn, request.writer_id
    mine = games.of_player(conn, player_id, (SeatState.IN,))
    leaving.in_games(request, [game.id for game in mine], TimerKind.LEAVE)
    request.audit("seats-given-up", player_id=player_id)
    request.say("seats_given_up", games=[game.name for game in mine])


def wants_no_letters(request: Request) -> bool:
    """Return whether the writer is on the list of those who get answers alone: before
    they come back to a seat they say "stop off"."""
    writer = request.content.writer
    return request.player_id is not None and (
        blocks.of(request.conn, writer) is OptOut.ALL
    )


def ask(request: Request) -> None:
    """Block invitations to the sender of a letter without proof of identity, and ask
    once whether that address wants no mail at all."""
    conn, now, writer = request.conn, request.now, request.content.writer
    request.receipt.silent = True
    if not writer or writer == request.config.host.lower():
        return
    if blocks.of(conn, writer) is None:
        blocks.add(conn, writer, OptOut.INVITATIONS)
        request.audit("no-invitations", letter_id=request.row.id)
    kind, since = LetterKind.OPT_OUT, now - ASKED_DAYS * DAY
    if rate_limits.was_notified(conn, writer, kind, since):
        return
    message = Message(
        subject=templates.subject("stop_asked"),
        body=templates.blocks("stop_asked"),
        answers=request.content.message_id,
        letter=request.row.id,
        automatic="auto-replied",
    )
    request.send_about_no_game(request.claimed_writer(), message, kind=kind)


def welcome(request: Request) -> list[GameRow]:
    """Write to the writer again; return the other games in which a seat is theirs,
    or may still be. Games that wait for them invite them now."""
    conn, player_id = request.conn, request.writer_id
    for address in players.addresses(conn, player_id):
        blocks.lift(conn, address)
    request.audit("welcome", player_id=player_id)
    request.say("welcome")
    standby.reclaim_on_return(request)
    for game in games.of_player(conn, player_id, (SeatState.LISTED,)):
        claims.wake(conn, game.id, request.now)
    left = games.of_player(conn, player_id, (SeatState.FREE, SeatState.IN))
    here = request.session.game.id if request.session else 0
    return [game for game in left if game.id != here]


def confirm_welcome(request: Request, line: str) -> None:
    """Ask who proves nothing whether they want to be written to again."""
    conn, writer = request.conn, request.content.writer
    player_id = players.owner(conn, writer)
    request.receipt.silent = True
    if player_id is not None and blocks.of(conn, writer) is not None:
        invitations.confirm_line(request, player_id, line)
