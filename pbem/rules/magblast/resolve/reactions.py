"""Cards on their way are put to the others until somebody must be asked."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.protocol import Order, Seat
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.reactions import asked, reaction
from pbem.rules.magblast.events import game
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.resolve import stack, standing_orders
from pbem.rules.magblast.resolve.table import Table


def run(table: Table) -> None:
    """Go on until somebody has to be asked (B33)."""
    while not table.state.over:
        theft = standing_orders.theft(table.state)
        if theft is not None:
            thief, victim, number = theft
            _acted(table, thief, number, "")
            table.steal(thief, victim)
        elif not table.state.stack:
            return
        elif not (waiting := asked(table.state)):
            stack.carry_out(table)
        elif table.state.mail:
            return
        else:
            _stand(table, waiting)


def _stand(table: Table, waiting: tuple[int, ...]) -> None:
    """Use the first standing order that answers, where nobody is asked by mail."""
    for index in waiting:
        order, number = standing_orders.reply(table.state, index)
        if order is not None and not isinstance(order, o.Pass):
            played = reaction(table.state, index, order)
            assert played is not None
            _acted(table, index, number, table.state.stack[-1].key)
            stack.respond(table, played)
            return
    stack.carry_out(table)


def react(table: Table, orders: Mapping[Seat, Order]) -> None:
    """Use the first of several reactions clockwise, and spend only its card."""
    state = table.state
    for seat, order in orders.items():
        if isinstance(order, o.Pass) and order.all:
            table.fleet(state.seat(seat), passing=True)
    for index in state.clockwise(state.stack[-1].by):
        said = orders.get(state.fleets[index].seat)
        if not isinstance(said, o.Reaction):
            continue
        try:
            played = reaction(table.state, index, said)
        except Illegal:  # the card was stolen after the answer was given
            seat = table.seat(index)
            table.tell(game.AnswerFailed(seat=seat, known_to=frozenset({seat})))
            continue
        _acted(table, index, said.rule, state.stack[-1].key)
        if played is not None:
            stack.respond(table, played)
            return
    stack.carry_out(table)


def _acted(table: Table, index: int, number: int, key: str) -> None:
    """Tell a seat that its standing order acted; one for once is done."""
    if number < 1:
        return
    fleet = table.state.fleets[index]
    rule = fleet.standing[number - 1]
    seat, mine = fleet.seat, frozenset({fleet.seat})
    card = table.state.title(key) if key else ""
    text = str(rule)
    table.tell(
        game.StandingActed(
            seat=seat, number=number, rule=text, card=card, known_to=mine
        )
    )
    if rule.once:
        kept = fleet.standing[: number - 1] + fleet.standing[number:]
        table.fleet(index, standing=kept)
        table.tell(game.StandingDone(seat=seat, rule=text, why="once", known_to=mine))
