"""Letters of those who play here no more: one answer, and then none."""

from __future__ import annotations

from dataclasses import replace

from pbem.schedule.units import DAY
from pbem.server.context import Transaction
from pbem.server.flow.identity import Identity
from pbem.server.lobby import banning
from pbem.server.outbound import rate_limits
from pbem.server.states import LetterKind, TokenPurpose
from pbem.server.store import bans, letters, players, schema
from pbem.server.store.queries import count
from pbem.server.store.rows import BanRow
from pbem.server.syntax import parser
from pbem.server.syntax.command import Command

MAX_NOTIFIED = 20  #: strangers a day who are notified
_LEAVING = frozenset({"stop", "forget"})  #: commands that are carried out all the same


def ban_of(tx: Transaction, claim: Identity, text: str) -> BanRow | None:
    """Return the ban that the writer of a letter falls under; None where it is read as
    always: they may play, or only want to leave for good."""
    known = players.addresses(tx.conn, claim.player_id) if claim.player_id else []
    found = (bans.of(tx.conn, one) for one in dict.fromkeys([claim.writer, *known]))
    ban = next(filter(None, found), None)
    if ban is None:
        return None
    if claim.purpose is TokenPurpose.CONFIRM and claim.asked is not None:
        text = letters.stored_lines(tx.conn, claim.asked)
    return None if _only_leaves(text) else ban


def _only_leaves(text: str) -> bool:
    written = [line for line in parser.read_lines(text) if not _is_blank(line)]
    return bool(written) and all(
        isinstance(line, Command) and line.name in _LEAVING for line in written
    )


def _is_blank(line: Command | str) -> bool:
    return isinstance(line, str) and not line.strip()


def tell_once(tx: Transaction, ban: BanRow, writer: str, message_id: str) -> None:
    """Tell the writer of a letter that they play here no more, if nobody has yet."""
    conn, now, kind = tx.conn, tx.now, LetterKind.BANNED
    if not writer or rate_limits.was_notified(conn, writer, kind, ban.made - 1):
        return
    outbox = schema.outbox.c
    if count(conn, outbox.kind == kind, outbox.made > now - DAY) >= MAX_NOTIFIED:
        return
    message = banning.words(tx, ban)
    answers = replace(message, answers=message_id, automatic="auto-replied")
    tx.context.outbox.to_address(conn, now, writer, answers, kind)
