"""What a seat has sent for the open turn is taken back."""

from __future__ import annotations

from pbem.server.game import drafts, plans, withdraw
from pbem.server.game.session import GameSession
from pbem.server.store.rows import SeatRow


def take_back(session: GameSession, seat: SeatRow) -> tuple[list[str], bool]:
    """Take back the orders of a seat where nothing came of them yet, and the plan that
    was made for them; return the orders, and whether there was a plan."""
    orders = drafts.text(seat).split("\n") if seat.draft else []
    if orders:
        drafts.drop(session, seat)
    else:
        orders = withdraw.withdraw(session, seat.name)
    return orders, bool(plans.drop(session, seat.name))
