"""Orders that are good at any time, carried out on arrival."""

from __future__ import annotations

from pbem.protocol import Order, Step
from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.anytime import named
from pbem.rules.magblast.events import game
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.resolve.reactions import run
from pbem.rules.magblast.resolve.table import Table
from pbem.rules.magblast.resolve.turn_change import end_turn
from pbem.rules.magblast.state import SETUP, State


def carry_out(state: State, me: int, order: Order) -> Step[State]:
    """Return what comes of an order that passed the check."""
    table = Table(state)
    fleet = state.fleets[me]
    seat, mine = fleet.seat, frozenset({fleet.seat})
    if isinstance(order, o.Standing):
        rule = named(state, order.rule)
        number = order.number or len(fleet.standing) + 1
        rules = (*fleet.standing[: number - 1], rule, *fleet.standing[number - 1 :])
        table.fleet(me, standing=rules)
        text = str(rule)
        table.tell(
            game.StandingLeft(seat=seat, number=number, rule=text, known_to=mine)
        )
    elif isinstance(order, o.Cancel):
        gone, kept = fleet.standing, fleet.standing[:0]
        if order.number:
            gone = fleet.standing[order.number - 1 : order.number]
            kept = fleet.standing[: order.number - 1] + fleet.standing[order.number :]
        table.fleet(me, standing=kept)
        for rule in gone:
            text = str(rule)
            table.tell(
                game.StandingDone(seat=seat, rule=text, why="cancelled", known_to=mine)
            )
    elif isinstance(order, o.Vote):
        whom = state.fleets[references.seat(state, order.seat)].seat
        table.fleet(me, vote=whom)
        table.tell(game.Voted(seat=seat, whom=whom, known_to=mine))
    elif isinstance(order, o.Xxcha):
        table.steal(me, references.seat(state, order.seat))
    elif isinstance(order, o.Resign):
        _leave(table, me)
    run(table)
    return table.step()


def _leave(table: Table, index: int) -> None:
    """Take the fleet of a player who resigns, and the turn if it is theirs (B39)."""
    table.tell(game.Resigned(seat=table.seat(index)))
    setup = table.state.phase == SETUP
    table.eliminate(index, resigned=True)
    if not table.state.over and not setup and index == table.state.active:
        end_turn(table)
