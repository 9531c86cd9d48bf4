"""Notifies the writer of a letter that could not be read, from its head alone."""

from __future__ import annotations

from pbem.mail.sandbox.read import ParsedLetter
from pbem.server.context import Transaction
from pbem.server.flow.identity import identify
from pbem.server.outbound import rate_limits, templates
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind


def tell_writer(
    tx: Transaction, head: ParsedLetter, recipient: str | None, code: str
) -> None:
    """Tell who sent a letter that it was refused, by the code of the limit it breaks.

    Only known players are notified, seldom, and never machines.
    """
    conn, config, kind = tx.conn, tx.config, LetterKind.UNREAD
    if head.classification.kind != "reply":
        return
    player_id = identify(conn, config, head.letter, recipient, tx.now).told_id
    if player_id is None or not rate_limits.may_tell(
        conn, config, player_id, kind, tx.now
    ):
        return
    message = Message(
        subject=templates.subject("unread"),
        body=templates.blocks("unread", code=code, most=config.limits.size),
        answers=head.letter.message_id,
        automatic="auto-replied",
    )
    tx.send_about_no_game(player_id, message, kind=kind)
