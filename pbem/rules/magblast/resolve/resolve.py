"""The open window resolved: ships placed at the start, reactions, a line of a turn."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.protocol import Seat, Step
from pbem.rules.magblast.events import game
from pbem.rules.magblast.fleet import NO_SHIPS, Ship
from pbem.rules.magblast.resolve.reactions import react, run
from pbem.rules.magblast.resolve.table import WorkingFleets
from pbem.rules.magblast.resolve.turn_change import begin
from pbem.rules.magblast.state import SETUP, SHIPS, State
from pbem.rules.magblast.verbs.line import BoundLine


def resolve(state: State, orders: Mapping[Seat, BoundLine]) -> Step[State]:
    """Return what comes of the answers to the open window."""
    if state.phase != SETUP and not state.stack:
        seat = state.fleets[state.active].seat
        return carry_out(state, seat, orders[seat])
    table = WorkingFleets(state)
    if state.phase == SETUP:
        _deploy(table, orders)
    else:
        react(table, orders)
    run(table)
    return table.step()


def carry_out(state: State, seat: Seat, order: BoundLine) -> Step[State]:
    """Return what comes of an order that is carried out by itself."""
    table = WorkingFleets(state)
    order.line.do(table, order.me, order.found)
    run(table)
    return table.step()


def _deploy(table: WorkingFleets, answers: Mapping[Seat, BoundLine]) -> None:
    """Turn all ships face up; the lowest hulls begin, or one at random (B19)."""
    for bound in answers.values():
        berths = list(NO_SHIPS)
        for zone, card in enumerate(bound.found):
            berths[zone * 3] = Ship(card)
        table.change_fleet(bound.me, dealt=(), ships=tuple(berths))
    state = table.state
    hulls = {}
    for index in state.living():
        cards = [ship.card for _, ship in state.fleets[index].berthed()]
        hulls[index] = sum(state.box.ships[card].hull for card in cards)
        names = state.ship_names(cards)
        table.tell_of(game.Deployed, index, ships=names, hulls=hulls[index])
    least = min(hulls.values())
    tied = [index for index, count in hulls.items() if count == least]
    first, chance = tied[0], state.chance
    if len(tied) > 1:
        first, chance = chance.pick(tied, "first")
    seats = tuple(map(table.seat, tied)) if len(tied) > 1 else ()
    table.tell_of(game.Opened, first, tied=seats)
    table.change(chance=chance, first=first, phase=SHIPS)
    begin(table, first)
