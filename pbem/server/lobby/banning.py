"""Who plays here no more, as the host has decided: told once, and their seats go to
others as at a resignation."""

from __future__ import annotations

from pbem.schedule.phrases import format_moment
from pbem.server.context import Transaction
from pbem.server.lobby import leaving
from pbem.server.lobby.bots import PUBLIC_DOMAINS
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind, OptOut, SeatState, TimerKind
from pbem.server.store import bans, blocks, games, players, schema
from pbem.server.store.rows import BanRow, PlayerRow


def refusal(tx: Transaction, what: str) -> str:
    """Return why something cannot be banned; "" where it can."""
    ours = (tx.config.address, tx.config.host)
    if any(one and what in bans.covering(one.lower()) for one in ours):
        return "own"
    if "." not in what.rpartition("@")[2]:
        return "no-dot"
    return "provider" if what[1:] in PUBLIC_DOMAINS and what[0] == "@" else ""


def ban(
    tx: Transaction, what: str, until: float | None, reason: str
) -> list[PlayerRow]:
    """Ban an address, or all of a domain; return the players to notify."""
    found = bans.players_under(tx.conn, what)
    rows = [players.get(tx.conn, number) for number in found]
    heard = [row for row in rows if _takes_letters(tx, row.id)]
    bans.add(tx.conn, what, until, tx.now)
    row = BanRow(0, "", what, until, tx.now)
    for player in heard:
        kind, message = LetterKind.BANNED, words(tx, row, reason)
        tx.send_about_no_game(player.id, message, kind=kind)
    for player in rows:
        tx.audit("banned", player_id=player.id)
        for table in (schema.bench, schema.watcher, schema.master):
            tx.conn.execute(table.delete().where(table.c.player_id == player.id))
        states = [state for state in SeatState if state is not SeatState.GONE]
        numbers = [one.id for one in games.of_player(tx.conn, player.id, states)]
        leaving.elsewhere(tx, player.id, numbers, TimerKind.BANNED)
    return heard


def _takes_letters(tx: Transaction, player_id: int) -> bool:
    row = players.working_address(tx.conn, player_id)
    return row is not None and blocks.of(tx.conn, row.address) is not OptOut.ALL


def words(tx: Transaction, row: BanRow, reason: str = "") -> Message:
    """Return the letter that a banned player gets, once."""
    until = "" if row.until is None else format_moment(row.until, tx.config.zone_info)
    return Message(
        subject=templates.subject("banned"),
        body=templates.blocks("banned", until=until, reason=reason),
    )
