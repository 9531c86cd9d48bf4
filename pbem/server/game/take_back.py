"""What a seat has sent for the open turn is taken back."""

from __future__ import annotations

from pbem.server.game import drafts, plans, withdraw
from pbem.server.game.session import GameSession
from pbem.server.store.rows import SeatRow


def take_back(session: GameSession, seat: SeatRow) -> tuple[list[str], bool]:
    """Withdraw a seat's orders that had no effect yet, and its plan; return the orders,
    and whether there was a plan."""
    orders = drafts.text(seat).split("\n") if seat.draft else []
    if orders:
        drafts.drop(session, seat)
    else:
        orders = withdraw.withdraw(session, seat.name)
    return orders, bool(plans.drop(session, seat.name))
