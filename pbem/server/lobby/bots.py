"""Bots that take seats: how many there may be, and free seats that they fill."""

from __future__ import annotations

from pbem.bots.levels import LEVELS, USUAL
from pbem.server.context import Transaction
from pbem.server.game.session import GameSession
from pbem.server.lobby import guests, invitations, standby
from pbem.server.states import TAKEN, VACANT, GameState, SeatState
from pbem.server.storage import game_store, thoughts
from pbem.server.syntax.command import Command

_MANY = {"two": 2, "three": 3, "four": 4, "five": 5}


def levels_of(line: Command) -> list[str]:
    """Return the levels of the bots that a line names: "bot" alone is the usual one."""
    found = []
    for bots in line.words.get("BOT", ()):
        many, *words = bots.lower().split()
        level = next((one for one in (many, *words) if one in LEVELS), USUAL.name)
        found += [level] * (int(many) if many.isdecimal() else _MANY.get(many, 1))
    return found


def refused(tx: Transaction, player_id: int | None) -> str:
    """Return why there can be no more games with bots: "player", "host"; "": there
    can."""
    limits = tx.config.limits
    if thoughts.games_with_bots(tx.link) >= limits.bots_all:
        return "host"
    if not limits.bots:
        return "player"
    if player_id is None:
        return ""
    mine = thoughts.games_with_bots(tx.link, player_id)
    return "player" if mine >= limits.bots else ""


def fill(session: GameSession, level: str) -> list[str]:
    """Give bots the seats that nobody has taken; return the names of these. A game
    that has waited for them begins. Raises Unreadable."""
    game, link = session.game, session.link
    if session.running:
        free = [row for row in session.seats() if row.state in VACANT]
        for row in free:
            standby.give_to_bot(session, row, level)
        return [row.name for row in free]
    waited = tuple(state for state in SeatState if state not in TAKEN)
    gone = len(guests.drop_guests(session, waited))
    if game.state is GameState.OPEN:
        gone = game.wanted - len(game_store.seats(link, game.id))
    names = [thoughts.add_seat(link, game.id, level, session.now) for _ in range(gone)]
    if names:
        invitations.start_if_taken(session)
    return names
