"""Bots that take seats: how many there may be, and free seats that they fill."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem.bots.levels import LEVELS, USUAL
from pbem.server.context import Transaction
from pbem.server.game.session import GameSession
from pbem.server.lobby import guests, invitations, standby
from pbem.server.outbound import rate_limits
from pbem.server.states import OCCUPIED, VACANT, GameState, SeatState
from pbem.server.store import bot_jobs as thoughts
from pbem.server.store import game_store, players
from pbem.server.syntax.command import Command

_MANY = {"two": 2, "three": 3, "four": 4, "five": 5}


def _public_domains() -> Iterator[str]:
    text = Path(__file__).with_name("public_domains.txt").read_text(encoding="utf-8")
    yield from (one for one in text.split("\n") if one and one[0] != "#")


#: The domains of providers of mail for everybody.
PUBLIC_DOMAINS = frozenset(_public_domains())


def levels_of(line: Command) -> list[str]:
    """Return the levels of the bots that a line names: "bot" alone is the usual one."""
    found = []
    for bots in line.words.get("BOT", ()):
        many, *words = bots.lower().split()
        level = next((one for one in (many, *words) if one in LEVELS), USUAL.name)
        found += [level] * (int(many) if many.isdecimal() else _MANY.get(many, 1))
    return found


def refused(tx: Transaction, player_id: int | None, writer: str = "") -> str:
    """Return why there can be no more games with bots: "player", "domain", "host"; "":
    there can. A `writer` without a player yet counts for the domain."""
    limits = tx.config.limits
    if thoughts.games_with_bots(tx.conn) >= limits.bots_all:
        return "host"
    if not limits.bots:
        return "player"
    if limits.bots_domain and _is_full(tx, player_id, writer):
        return "domain"
    if player_id is None:
        return ""
    mine = thoughts.games_with_bots(tx.conn, player_id)
    return "player" if mine >= limits.bots else ""


def _is_full(tx: Transaction, player_id: int | None, writer: str) -> bool:
    """Return whether people of one domain have begun as many games as they may."""
    known = [] if player_id is None else players.addresses(tx.conn, player_id)
    homes = {rate_limits.home_of(one) for one in (*known, writer) if one}
    return any(
        thoughts.games_with_bots(tx.conn, domain=home) >= tx.config.limits.bots_domain
        for home in homes - PUBLIC_DOMAINS
    )


def fill(session: GameSession, level: str) -> list[str]:
    """Give bots the seats that nobody has taken; return the names of these. A game
    that has waited for them begins. Raises Unreadable."""
    game, conn = session.game, session.conn
    if session.running:
        free = [row for row in session.seats() if row.state in VACANT]
        for row in free:
            standby.give_to_bot(session, row, level)
        return [row.name for row in free]
    waited = tuple(state for state in SeatState if state not in OCCUPIED)
    gone = len(guests.drop_guests(session, waited))
    if game.state is GameState.OPEN:
        gone = game.wanted - len(game_store.seats(conn, game.id))
    names = [thoughts.add_seat(conn, game.id, level, session.now) for _ in range(gone)]
    if names:
        invitations.start_if_all_accepted(session)
    return names
