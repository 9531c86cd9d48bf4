"""Letters that prove nothing: they move nothing, and the player is told.

The same letter serves the player who lost a token and the one in whose name
somebody else wrote: it goes to the address on file, with a fresh token and the
lines ready to be sent again.
"""

from __future__ import annotations

from pbem.report import page
from pbem.server.game.request import Request
from pbem.server.notices import references
from pbem.server.outbound import rate_limits, templates
from pbem.server.outbound.message import Message
from pbem.server.states import BEGUN, LetterKind, SeatState
from pbem.server.storage import game_store, games
from pbem.server.storage.rows import GameRow, SeatRow

_GAMES = 3
_LINES = 30


def send_fresh_tokens(request: Request, lines: list[str]) -> None:
    """Send a player a fresh token for each game that a letter may be about."""
    link, now, context = request.link, request.now, request.context
    player_id = request.player_id or request.content.told_id
    assert player_id is not None
    request.silent = True
    problem = request.content.problem or "no-game"
    request.audit("unproven", problem, player_id=player_id, letter_id=request.row.id)
    if not rate_limits.may_tell(link, context.config, player_id, LetterKind.LOST, now):
        return
    kept = [line.strip()[:200] for line in lines if line.strip()][:_LINES]
    given = {"problem": problem, "writer": request.content.writer, "lines": kept}
    seats = _seats(request, player_id)
    for game, seat in seats:
        serial = -1
        if game.state in BEGUN:
            serial = context.game_cache.open(link, game).table.serial
        message = Message(
            subject=templates.subject("lost", name=game.name),
            body=templates.blocks(
                "lost",
                name=game.name,
                seat=seat.name,
                until=references.host_deadline(request, game.deadline),
                **given,
            ),
            ref=references.ref(game, max(serial, 0)),
            thread=references.thread(request, game),
            automatic="auto-replied",
        )
        grant = references.grant(game, seat, serial)
        request.send(player_id, message, kind=LetterKind.LOST, grant=grant)
    if not seats:
        message = Message(
            subject=templates.subject("lost", name=""),
            body=templates.blocks("lost", name="", seat="", until="", **given),
            automatic="auto-replied",
        )
        request.send_about_no_game(player_id, message, kind=LetterKind.LOST)


def _seats(request: Request, player_id: int) -> list[tuple[GameRow, SeatRow]]:
    """Return the games and seats of a player, the one that a letter names if it names
    one."""
    states = [state for state in SeatState if state is not SeatState.DECLINED]
    going_on = games.of_player(request.link, player_id, states)[::-1]
    ref = (request.content.ref or "").partition(".")[0]
    named = [
        game
        for game in going_on
        if game.id == request.content.token_game or f"g{game.id}" == ref
    ]
    found = []
    for game in named or going_on[:_GAMES]:
        # Before the starter has confirmed a game nobody else has heard of it.
        for row in game_store.seats(request.link, game.id):
            if row.player_id == player_id and row.state is not SeatState.LISTED:
                found.append((game, row))
    return found[:_GAMES]


def answer_stranger(request: Request, body: list[page.Block]) -> None:
    """Answer somebody we do not know, at most a few times a day."""
    writer, context = request.content.writer, request.context
    if not writer or not request.said:
        return
    link, now, kind = request.link, request.now, LetterKind.STRANGER
    if not rate_limits.may_tell(link, context.config, writer, kind, now):
        return
    message = Message(
        subject=templates.subject("receipt", name="", serial=-1),
        body=body,
        answers=request.content.message_id,
        automatic="auto-replied",
    )
    context.outbox.to_address(link, now, writer, message, kind)
