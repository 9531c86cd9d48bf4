"""Orders that are good at any time: standing orders, votes, Xxcha, leaving."""

from __future__ import annotations

from pbem.protocol import Order, Step
from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.powers import power
from pbem.rules.magblast.check.references import Wrong
from pbem.rules.magblast.events import game as e
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.resolve import standing_orders, turn
from pbem.rules.magblast.resolve.table import Desk
from pbem.rules.magblast.state import SETUP, State, held


def check(state: State, me: int, order: o.Aside) -> None:
    """Raises Wrong for an order that cannot be carried out."""
    fleet = state.fleets[me]
    if order.when is not None and not isinstance(order, o.Xxcha):
        raise Wrong("aside-when")
    if isinstance(order, o.Vote):
        if references.seat(state, order.seat) == me:
            raise Wrong("vote-self", order.seat)
        return
    if fleet.out is not None:
        raise Wrong("lost", turn=fleet.out)
    if isinstance(order, o.Standing):
        standing_orders.settled(state, me, order.rule)
        if order.number > len(fleet.standing) + 1:
            raise Wrong("standing-number", most=len(fleet.standing) + 1)
        if len(fleet.standing) >= standing_orders.LONGEST:
            raise Wrong("standing-many", most=standing_orders.LONGEST)
    elif isinstance(order, o.Cancel):
        if order.number > len(fleet.standing):
            raise Wrong("cancel-number", most=len(fleet.standing))
    elif isinstance(order, o.Xxcha):
        power(state, me, "xxcha")
        victim = references.seat(state, order.seat)
        whose = state.fleets[victim].seat
        if victim == me:
            raise Wrong("own", order.seat)
        if state.fleets[victim].out is not None:
            raise Wrong("out", order.seat, whose=whose)
        if state.phase == SETUP:
            raise Wrong("not-started")
        if not held(state.fleets[victim]):
            raise Wrong("empty-hand", order.seat, whose=whose)


def carry_out(state: State, me: int, order: Order) -> Step[State]:
    """An order that passed `check`, carried out."""
    desk = Desk(state)
    fleet = state.fleets[me]
    mine = frozenset({fleet.seat})
    if isinstance(order, o.Standing):
        rule = standing_orders.settled(state, me, order.rule)
        number = order.number or len(fleet.standing) + 1
        rules = (*fleet.standing[: number - 1], rule, *fleet.standing[number - 1 :])
        desk.fleet(me, standing=rules)
        text = str(rule)
        desk.tell(e.StandingLeft(seat=fleet.seat, number=number, rule=text, to=mine))
    elif isinstance(order, o.Cancel):
        gone, kept = fleet.standing, fleet.standing[:0]
        if order.number:
            gone = fleet.standing[order.number - 1 : order.number]
            kept = fleet.standing[: order.number - 1] + fleet.standing[order.number :]
        desk.fleet(me, standing=kept)
        for rule in gone:
            text = str(rule)
            desk.tell(
                e.StandingDone(seat=fleet.seat, rule=text, why="cancelled", to=mine)
            )
    elif isinstance(order, o.Vote):
        whom = state.fleets[references.seat(state, order.seat)].seat
        desk.fleet(me, vote=whom)
        desk.tell(e.Voted(seat=fleet.seat, whom=whom, to=mine))
    elif isinstance(order, o.Xxcha):
        desk.steal(me, references.seat(state, order.seat))
    elif isinstance(order, o.Resign):
        turn.leave(desk, me)
        return desk.step()
    turn.run(desk)
    return desk.step()
