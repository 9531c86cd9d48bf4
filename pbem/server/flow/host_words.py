"""Words between a player and the host: each writes to us, and sees no address."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.schedule.units import DAY
from pbem.server.flow.parse import spoken
from pbem.server.game import press_quotes, references
from pbem.server.game.request import Request
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind, LetterOutcome, SeatState, TokenPurpose
from pbem.server.store import game_store, letters, players, schema
from pbem.server.store.letters import SortedLetter
from pbem.server.store.queries import count
from pbem.server.store.reply_tokens import TokenGrant, grant_without_game
from pbem.server.store.rows import LetterRow

MAX_CHARS = 4000  #: characters, either way
MAX_TODAY = 5  #: letters of a player to the host within a day
OFFER_DAYS = 7  #: within which two refusals are in a row
RELAY_DAYS = 60  #: for which the host can answer
_WHAT = "to-host"  #: in the audit log
_letter = schema.letter


def send(request: Request, text: str) -> None:
    """Send words of the writer to the host, or say why not."""
    conn, now, host = request.conn, request.now, request.config.host.lower()
    why, most = _refused(request, text)
    if why:
        request.refuse("host_refused", why=why, most=most)
        return
    host_id = players.get_or_create(conn, host, "", now, proven=True)
    player, game = request.writer_id, request.session and request.session.game
    message = Message(
        subject=templates.subject("to_host", name=game.name if game else ""),
        body=templates.blocks(
            "to_host",
            player=_called(request),
            number=player,
            game=game.name if game else "",
            serial=max(request.serial, 0),
            lines=press_quotes.folded(text.strip()),
        ),
        ref="desk",
        thread=f"desk.{player}",  # all that one player writes
    )
    until, purpose = now + RELAY_DAYS * DAY, TokenPurpose.RELAY
    grant = TokenGrant(host_id, None, None, until, purpose, letter_id=request.row.id)
    request.send(host_id, message, kind=LetterKind.MASTER, grant=grant)
    request.audit(_WHAT, player_id=player, letter_id=request.row.id)
    request.say("host_taken")


def _refused(request: Request, text: str) -> tuple[str, int]:
    """Return why words do not go to the host ("": they do), and how many may be."""
    if not text.strip():
        return "empty", 0
    if len(text) > MAX_CHARS:
        return "long", MAX_CHARS
    return _closed(request)


def _closed(request: Request) -> tuple[str, int]:
    """Return why no words at all go to the host now ("": they do), and how many may be
    within a day."""
    host = request.config.host.lower()
    if not host:
        return "none", 0
    if players.owner(request.conn, host) == request.player_id:
        return "self", 0
    audit = schema.audit.c
    today = (audit.what == _WHAT) & (audit.at > request.now - DAY)
    sent = count(request.conn, today, audit.player_id == request.player_id)
    return ("many", MAX_TODAY) if sent >= MAX_TODAY else ("", 0)


def _called(request: Request) -> str:
    seat = request.seat
    return seat.name if seat else players.get(request.conn, request.writer_id).name


def offer(request: Request) -> None:
    """Offer help by a person to a player whose second letter in a row was refused, once
    until a letter of theirs succeeds."""
    if request.player_id is None or _closed(request)[0]:
        return
    row, conn = request.row, request.conn
    mine = (_letter.c.player_id == row.player_id) & (_letter.c.game_id == row.game_id)
    mine &= (_letter.c.kept > request.now - OFFER_DAYS * DAY) & (_letter.c.id < row.id)
    last = sa.select(sa.func.max(_letter.c.id)).where(
        mine, _letter.c.outcome == LetterOutcome.ACTED
    )
    since = _letter.c.id > sa.func.coalesce(last.scalar_subquery(), 0)
    if count(conn, mine, since, _letter.c.outcome == LetterOutcome.REFUSED) == 1:
        request.receipt.note("host_offered")


def is_answer(request: Request) -> bool:
    """Return whether a letter is the host's answer to a player."""
    content = request.content
    return content.purpose is TokenPurpose.RELAY and content.player_id is not None


def pass_on(request: Request) -> None:
    """Send the words of the host to the player who has written to them."""
    conn, text = request.conn, spoken(request.content).strip()
    assert request.content.asked is not None
    request.receipt.understood = True
    row = letters.get(conn, request.content.asked)
    known = row.player_id is not None and row.content is not None
    player = players.get(conn, row.player_id) if known and row.player_id else None
    how = "sent" if text and len(text) <= MAX_CHARS else "long" if text else "empty"
    if how == "sent" and (player is None or not _tell(request, text, row)):
        how = "gone"
    name = player.name if player else ""
    given = {"how": how, "player": name, "most": MAX_CHARS}
    request.say("host_said", refuses=how != "sent", **given)


def _tell(request: Request, text: str, row: LetterRow) -> bool:
    """Write to a player in the words of the host; False where no address works."""
    assert row.player_id is not None
    conn, asked = request.conn, SortedLetter.of(row)
    for address in players.addresses(conn, request.writer_id):
        text = text.replace(address, "(address)")
    grant, ref, thread = grant_without_game(row.player_id, request.now), "desk", ""
    serial = 0
    if row.game_id is not None:
        game = game_store.get(conn, row.game_id)
        thread, serial = references.thread(game), max(game.serial, 0)
        for seat in game_store.seats(conn, game.id):
            if seat.player_id == row.player_id and seat.state is SeatState.IN:
                grant = references.grant(game, seat, game.serial)
                ref = references.ref(game, serial)
    message = Message(
        subject=templates.subject("host_says", name=thread),
        body=templates.blocks(
            *("host_says",),
            game=thread,
            serial=serial,
            lines=press_quotes.folded(text),
        ),
        ref=ref,
        answers=asked.message_id,
        thread=thread,
        letter=row.id,
    )
    kind, recipient = LetterKind.RECEIPT, asked.writer
    return request.send(
        row.player_id, message, kind=kind, grant=grant, preferred=recipient
    )
