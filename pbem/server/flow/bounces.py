"""Letters that came back: mark the address, try another, tell the game master."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.server.context import Transaction
from pbem.server.game import report_mail
from pbem.server.lobby import guests
from pbem.server.states import NOT_BEGUN, LetterKind, OutboxState, SeatState
from pbem.server.store import game_store, outgoing, players
from pbem.server.store.queries import insert
from pbem.server.store.reply_tokens import new_mark
from pbem.server.store.rows import OutboxRow


def handle_bounce(tx: Transaction, failed: Iterable[str], raw: bytes) -> None:
    """Note a bounce. It counts only where it shows a letter that we really sent."""
    domain = re.escape(tx.config.domain.encode())
    names = re.findall(rb"<([a-z2-7]{26}@" + domain + rb")>", raw[:200_000])
    if not names:
        return
    message_ids = [f"<{name.decode()}>" for name in dict.fromkeys(names)][:10]
    addresses = {address.lower() for address in failed}
    for row in outgoing.of_message_ids(tx.conn, message_ids):
        if row.recipient.lower() in addresses:
            handle_undeliverable(tx, row, "the letter came back")


def handle_undeliverable(tx: Transaction, row: OutboxRow, why: str) -> None:
    """Note that a letter of ours did not reach its player, and try another address."""
    conn = tx.conn
    if row.kind is LetterKind.ALARM:
        tx.audit("host-unreachable", why)
        return
    player_id = players.mark_undeliverable(conn, row.recipient, why)
    if player_id is None:
        # Known already; but what was under way there at that time is not lost.
        player_id = players.owner(conn, row.recipient)
        if player_id is not None:
            _send_elsewhere(tx, row, player_id)
        return
    other = players.working_address(conn, player_id)
    detail = f"{row.recipient}: {why}"
    tx.audit("address-in-trouble", detail, player_id=player_id, game_id=row.game_id)
    tx.alert_host(
        "unreachable",
        player=players.get(conn, player_id).name,
        address=row.recipient,
        why=why,
        other=other.address if other else "",
        game=tx.game_name(row.game_id),
    )
    _send_elsewhere(tx, row, player_id)
    if row.kind is LetterKind.INVITATION and row.game_id is not None and not other:
        _tell_starter(tx, row.game_id, player_id)


def _tell_starter(tx: Transaction, game_id: int, player_id: int) -> None:
    """Tell who has begun a game that an invitation to it came back."""
    game = game_store.get(tx.conn, game_id)
    if game.state not in NOT_BEGUN:
        return
    for seat in game_store.seats(tx.conn, game_id):
        if seat.player_id == player_id and seat.state is SeatState.ASKED:
            guests.tell_starter(tx, game, "seat_unreachable", seat.name)


def _send_elsewhere(tx: Transaction, row: OutboxRow, player_id: int) -> None:
    """Send a letter that did not arrive to another address, if there is one."""
    other = players.working_address(tx.conn, player_id)
    if other is None or other.address == row.recipient:
        return
    if row.raw is None:
        # What was sent is no longer in the store: the game tells it afresh.
        if row.game_id is not None:
            report_mail.resend_last(tx, player_id, row.game_id)
        return
    message_id = f"<{new_mark()}@{tx.config.domain}>"
    raw = row.raw
    for old, new in ((row.recipient, other.address), (row.message_id, message_id)):
        raw = raw.replace(old.encode(), new.encode(), 1)
    again = row._replace(
        id=0,
        message_id=message_id,
        recipient=other.address,
        raw=raw,
        blocks=None,
        state=OutboxState.WAITING,
        tries=0,
        next_at=tx.now,
        why="",
        made=tx.now,
        settled=None,
    )
    insert(tx.conn, again)
