"""What ties a letter to its game: thread, marker, token grant, deadline."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from pbem.pages import page
from pbem.schedule import ical, zones
from pbem.schedule.ical import CalendarEntry
from pbem.schedule.phrases import format_deadline
from pbem.server.context import Transaction
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.store import players
from pbem.server.store.reply_tokens import TokenGrant
from pbem.server.store.rows import GameRow, PlayerRow, SeatRow


def ref(game: GameRow, serial: int) -> str:
    """Return what the marker line of a letter names."""
    return f"g{game.id}.t{serial}"


def thread(game: GameRow) -> str:
    """Return what joins all letters of a game, to each reader."""
    return game.name


def grant(game: GameRow, seat: SeatRow, serial: int) -> TokenGrant:
    """Return for whom the answer to a letter of this turn will speak."""
    return TokenGrant(seat.player_id, game.id, serial, None)


def host_deadline(tx: Transaction, when: float | None) -> str:
    """Return a deadline in words, "" for none."""
    return "" if when is None else format_deadline(when, tx.now, tx.config.zone_info)


def player_deadline(tx: Transaction, player_id: int, when: float | None) -> str:
    """Return a deadline in words, in a player's own zone."""
    return deadline_for(tx, players.get(tx.conn, player_id), when)


def deadline_for(tx: Transaction, player: PlayerRow, when: float | None) -> str:
    """Return a deadline in words, in the zone of a player whose row is at hand."""
    zone = ZoneInfo(zones.known_or_home(player.zone, tx.config.zone))
    return "" if when is None else format_deadline(when, tx.now, zone)


def closing(tx: Transaction, when: float | None) -> list[page.Block]:
    """Return the note below a deadline: that the turn is closed a little later."""
    linger = round(tx.context.linger)
    return templates.blocks("linger", linger=linger) if when and linger else []


def calendar_file(
    tx: Transaction, game: GameRow, seat: SeatRow, message: Message
) -> bytes:
    """Return the deadline for the reader's calendar; the entry goes when nothing is
    due."""
    due = calendar_due(game, seat.name, message.due)
    return ical.entries(tx.config.domain, [due], tx.now)


def calendar_due(game: GameRow, seat: str, deadline: float | None) -> CalendarEntry:
    """Return the calendar entry of a deadline."""
    return CalendarEntry(
        game.name, seat, templates.subject("due", name=game.name), deadline
    )
