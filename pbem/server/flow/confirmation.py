"""What gives power over a seat is confirmed first, by an answer to a letter that asks
for it: a token of any other letter, which others may have seen, is not enough."""

from __future__ import annotations

from pbem.pages import page
from pbem.schedule.units import DAY
from pbem.server.flow.parse import spoken
from pbem.server.game import references
from pbem.server.game.request import Request
from pbem.server.outbound import rate_limits, templates
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind, TokenPurpose
from pbem.server.store import letters, players
from pbem.server.store.reply_tokens import CONFIRM_DAYS, TokenGrant, grant_without_game
from pbem.server.syntax import parser, registry
from pbem.server.syntax.command import Command

#: Tokens that are worth one thing only, from an address that is not the player's.
_LIMITED = (TokenPurpose.ADDRESS, TokenPurpose.UNDO)


def is_given(request: Request) -> bool:
    """Return whether a letter answers one that asked for a confirmation."""
    return request.content.purpose is TokenPurpose.CONFIRM


def is_carried_out(request: Request) -> bool:
    """Return whether these lines are carried out because their confirmation was
    answered with yes."""
    return is_given(request) and request.content.asked is None


def may_ask(request: Request) -> bool:
    """Return whether the writer may be asked: not too often in the last days."""
    given = request.conn, request.config, request.writer_id
    return rate_limits.may_tell(*given, LetterKind.SECURITY, request.now)


def ask(request: Request) -> None:
    """Ask the writer, at the address of the letter, to confirm the lines."""
    lines = [*request.receipt.unconfirmed]
    request.receipt.unconfirmed.clear()  # once, also where "yes" carries out lines
    if not may_ask(request):
        request.refuse("confirm_enough", lines=lines)
        return
    body = templates.blocks("confirm_power", lines=lines, days=CONFIRM_DAYS)
    send(request, lines, templates.subject("confirm_line"), body)


def send(
    request: Request, lines: list[str], subject: str, body: list[page.Block]
) -> None:
    """Send a letter that asks about lines, which a "yes" to it carries out."""
    conn, now, player_id = request.conn, request.now, request.writer_id
    session, seat = request.session, request.seat
    grant: TokenGrant = grant_without_game(player_id, now)
    ref = "desk"
    if session is not None and seat is not None:
        grant = references.grant(session.game, seat, session.serial)
        ref = references.ref(session.game, max(session.serial, 0))
    asked = letters.keep_lines(conn, request.row, request.content, lines)
    until = now + CONFIRM_DAYS * DAY
    grant = grant._replace(purpose=TokenPurpose.CONFIRM, until=until, letter_id=asked)
    message = Message(
        subject=subject,
        body=body,
        ref=ref,
        answers=request.content.message_id,
        letter=request.row.id,
        automatic="auto-replied",
    )
    address = request.content.writer
    kind = LetterKind.SECURITY
    request.send(player_id, message, kind=kind, grant=grant, preferred=address)
    request.audit("confirmation-asked", player_id=player_id, letter_id=request.row.id)
    request.receipt.silent = not request.receipt.blocks


def is_limited(request: Request) -> bool:
    """Return whether a letter comes from an address that is not yet, or no longer, one
    of the player's: it can prove itself or take a change back, and nothing else."""
    content = request.content
    if content.player_id is None or content.purpose not in _LIMITED:
        return False
    return content.writer not in players.addresses(request.conn, content.player_id)


def handle_limited(request: Request) -> None:
    """Carry out the one line that such a letter may hold."""
    spec = registry.commands()["address"]
    for line in parser.read_lines(spoken(request.content)):
        if not isinstance(line, Command) or line.name != "address" or not line.words:
            continue
        if not spec.gives_power(request, line):
            request.receipt.understood = True
            spec.run(request, line)
            return
    given = {"writer": request.content.writer, "purpose": request.content.purpose}
    request.refuse("address_only", **given)
