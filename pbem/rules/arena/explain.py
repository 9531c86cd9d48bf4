"""How an order of Magic Arena is read, for its player's receipt."""

from __future__ import annotations

from pbem.kit import squares
from pbem.protocol import Event, Order, Seat
from pbem.rules.arena.check import as_start
from pbem.rules.arena.events import Planned
from pbem.rules.arena.magics import reach
from pbem.rules.arena.orders import Act
from pbem.rules.arena.plan import plan_turn
from pbem.rules.arena.state import Fighter, Settings, State


def explain(state: State, seat: Seat, order: Order) -> tuple[Event, ...]:
    """Return what each part of an order does and costs, in the order written."""
    start = as_start(state, order)
    if start is not None:
        part, types, at = str(order), ", ".join(start.types), start.square
        return (Planned(seat=seat, part=part, kind="start", name=types, square=at),)
    fighter = state.fighter(seat)
    if fighter is None or not isinstance(order, Act):
        return ()
    return _explain_turn(state.settings, fighter, order)


def _explain_turn(
    settings: Settings, fighter: Fighter, act: Act
) -> tuple[Planned, ...]:
    """Return one event for the move and one for each spell."""
    size = settings.size
    plan = plan_turn(settings, fighter, act)
    walked = plan.walked
    events = [
        Planned(
            seat=fighter.seat,
            part=act.move,
            kind="stay" if walked is None else "walk",
            square=squares.name(fighter.square if walked is None else walked, size),
            left=fighter.mp,
        )
    ]
    for spell in plan.spells:
        magic = spell.magic
        hit: tuple[str, ...] = ()
        if magic is not None and magic.damage:
            area = reach(magic.key, spell.target, plan.square, size)
            hit = tuple(squares.name(square, size) for square in sorted(area))
        events.append(
            Planned(
                seat=fighter.seat,
                part=spell.part,
                kind="cast" if magic else "heal",
                name=magic.name if magic else f"H{spell.heal}",
                target=spell.target,
                square=squares.name(spell.square, size),
                squares=hit,
                cost=spell.cost,
                left=spell.left,
            )
        )
    return tuple(events)
