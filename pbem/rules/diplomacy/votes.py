"""Votes for a draw, or to let a power win, which come with the orders of a movement
phase (D28, D29)."""

from __future__ import annotations

from pbem.kit.table import WorkingState
from pbem.protocol import Compound, Seat
from pbem.rules.diplomacy.bound import AnyBound, BoundOrders, Said
from pbem.rules.diplomacy.events import Poll
from pbem.rules.diplomacy.orders import Line
from pbem.rules.diplomacy.state import State
from pbem.rules.diplomacy.units import Verb


def ended(table: WorkingState[State], orders: BoundOrders) -> bool:
    """Count the votes; return whether one passed and ended the game. Orders that came
    with the votes are not played then."""
    state = table.state
    cast = {seat: _vote(order) for seat, order in orders.items()}
    for vote in dict.fromkeys(one for one in cast.values() if one):
        powers = vote.powers or state.survivors
        asked = [seat for seat in cast if not _wins(state, seat, vote)]
        yes = sum(cast[seat] == vote for seat in asked)
        passed = yes == len(asked)
        if passed or state.options.votes != "hidden":
            counted = state.options.votes == "counted"
            table.tell(
                Poll(
                    what=str(vote.verb),
                    powers=powers,
                    passed=passed,
                    yes=yes if counted else 0,
                    of=len(asked) if counted else 0,
                )
            )
        if passed:
            ending = "draw" if vote.verb is Verb.DRAW else "conceded"
            table.change(ending=ending, sharers=powers)
            return True
    return False


def _vote(order: Compound[AnyBound]) -> Line | None:
    """Return the vote of a seat; None where it votes for nothing."""
    found = (one.line for one in order.lines if isinstance(one, Said))
    return next((x for x in found if x.verb in (Verb.DRAW, Verb.CONCEDE)), None)


def _wins(state: State, seat: Seat, vote: Line) -> bool:
    """Return whether a seat would win alone by a vote: it need not agree."""
    return vote.verb is Verb.CONCEDE and state.players[vote.powers[0]] == seat
