"""Letters that prove nothing: they move nothing, and the player is notified.

The same letter serves the player who lost a token and the one in whose name
somebody else wrote: it goes to the address on file, with a fresh token, and "yes"
in an answer stands for the lines that it shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.pages import page
from pbem.schedule.units import DAY
from pbem.server.flow.instructions import Instructions
from pbem.server.game import references
from pbem.server.game.request import Request
from pbem.server.outbound import rate_limits, templates
from pbem.server.outbound.message import Message
from pbem.server.states import BEGUN, LetterKind, SeatState
from pbem.server.store import game_store, games, letters
from pbem.server.store.reply_tokens import grant_without_game
from pbem.server.store.rows import GameRow, SeatRow

GREETED_DAYS = 30  #: in which a second answer to a stranger says something else
_GAMES = 10
_LINES = 30
_CHARS = 600  #: of a line that are shown


def send_fresh_tokens(request: Request, lines: list[str], letter: Instructions) -> None:
    """Ask a player whether a letter was theirs, and for which game: "yes" carries out
    what is shown of it, and what else they answer counts as always."""
    conn, now = request.conn, request.now
    player_id = request.player_id or request.content.told_id
    assert player_id is not None
    request.receipt.silent = True
    problem = request.content.problem or "no-game"
    request.audit("unproven", problem, player_id=player_id, letter_id=request.row.id)
    if not rate_limits.may_tell(conn, request.config, player_id, LetterKind.LOST, now):
        rate_limits.note_silence(request.row, problem)
        return
    shown = [templates.plain(line)[:_CHARS] for line in lines if line.strip()][:_LINES]
    about = {"problem": problem, "writer": request.content.writer, "lines": shown}
    named = [part.game for part in letter.elsewhere]
    seats = _seats(request, player_id, named)
    grant, ref, thread = grant_without_game(player_id, now), "desk", ""
    name = seat_name = until = ""
    games_listed = []
    if len(seats) == 1:
        ((game, seat),) = seats
        name, seat_name = game.name, seat.name
        serial = game.serial if game.state in BEGUN else -1
        grant = references.grant(game, seat, serial)
        ref = references.ref(game, max(serial, 0))
        thread = references.thread(game)
        until = references.host_deadline(request, game.deadline)
    else:
        games_listed = [
            (game.name, references.host_deadline(request, game.deadline))
            for game, _ in seats
        ]
    if shown:
        asked = letters.keep_lines(conn, request.row, request.content, shown)
        grant = grant._replace(letter_id=asked)
    message = Message(
        subject=templates.subject("lost", name=name),
        body=templates.blocks(
            "lost",
            name=name,
            seat=seat_name,
            until=until,
            games=games_listed,
            which=letter.for_a_game or not shown,
            **about,
        ),
        ref=ref,
        answers=request.content.message_id,
        letter=request.row.id,
        thread=thread,
        automatic="auto-replied",
    )
    request.send(player_id, message, kind=LetterKind.LOST, grant=grant)


def _seats(
    request: Request, player_id: int, named: Sequence[str]
) -> list[tuple[GameRow, SeatRow]]:
    """Return the games and seats of a player that a letter may be about: those that it
    names, if it names any."""
    states = [state for state in SeatState if state is not SeatState.DECLINED]
    going_on = games.of_player(request.conn, player_id, states)[::-1]
    ref = (request.content.ref or "").partition(".")[0]
    called = {name.lower() for name in named}
    chosen = [game for game in going_on if game.name in called] or [
        game
        for game in going_on
        if game.id == request.content.token_game or f"g{game.id}" == ref
    ]
    found = []
    for game in chosen or going_on[:_GAMES]:
        # Before the starter has confirmed a game nobody else has heard of it.
        for row in game_store.seats(request.conn, game.id):
            if row.player_id == player_id and row.state is not SeatState.LISTED:
                found.append((game, row))
    return found[:_GAMES]


def was_greeted(request: Request) -> bool:
    """Return whether an unknown address was answered in the last days."""
    since = request.now - GREETED_DAYS * DAY
    writer = request.content.writer
    return rate_limits.was_notified(request.conn, writer, LetterKind.STRANGER, since)


def answer_stranger(request: Request, body: list[page.Block]) -> None:
    """Answer somebody we do not know."""
    writer, context = request.content.writer, request.context
    if not writer or not request.receipt.blocks:
        return
    conn, now, kind = request.conn, request.now, LetterKind.STRANGER
    message = Message(
        subject=templates.subject("receipt", name="", serial=-1),
        body=body,
        answers=request.content.message_id,
        letter=request.row.id,
        automatic="auto-replied",
    )
    context.outbox.to_address(conn, now, writer, message, kind)
