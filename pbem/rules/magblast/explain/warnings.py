"""What is allowed and surely not meant."""

from __future__ import annotations

from pbem.protocol import Fault, Order
from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.icons import icons, sets
from pbem.rules.magblast.check.references import Wrong
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.resolve import standing_orders
from pbem.rules.magblast.state import State, held, spaces


def doubts(state: State, me: int, order: Order) -> tuple[Fault, ...]:
    """Doubtful things about an order that passed `check`."""
    if isinstance(order, o.Fire) and not order.noise:
        card = references.item(state, me, order.card)
        return (Fault("doubtful.silent", given={"card": state.action(card).title}),)
    if isinstance(order, o.Resources):
        return _overpaid(state, me, order)
    if isinstance(order, o.Reinforce) and not (state.yard or state.wrecks):
        return (Fault("doubtful.no-ships"),)
    bridge = isinstance(order, o.Play) and order.key == "bridge-hit"
    if bridge and state.hit and not held(state.fleets[state.hit.target.fleet]):
        return (Fault("doubtful.bridge"),)
    if isinstance(order, o.JolNar):
        return _spent(state, me, order)
    if isinstance(order, o.Standing):
        try:
            rule = standing_orders.settled(state, me, order.rule)
        except Wrong:
            return ()
        why = standing_orders.never(state, me, rule)
        if why:
            given = {"why": why, "rule": str(rule), "verb": rule.verb}
            given["flagship"] = state.flagship(me).name
            return (Fault("doubtful.never", given=given),)
        if rule in state.fleets[me].standing:
            return (Fault("doubtful.standing-twice", given={"rule": str(rule)}),)
    return ()


def _overpaid(state: State, me: int, order: o.Resources) -> tuple[Fault, ...]:
    cards = references.items(state, me, order.cards)
    found = []
    paid = sets(icons(state, cards))
    for card in cards:
        rest = [other for other in cards if other != card]
        if sets(icons(state, rest)) >= paid:
            given = {"card": state.action(card).title, "icons": icons(state, (card,))}
            found.append(Fault("doubtful.overpaid", given=given))
            break
    left = spaces(state.fleets[me])
    if paid > left:
        found.append(Fault("doubtful.no-room", given={"paid": paid, "room": left}))
    if not (state.yard or state.wrecks):
        found.append(Fault("doubtful.no-ships"))
    return tuple(found)


def _spent(state: State, me: int, order: o.JolNar) -> tuple[Fault, ...]:
    cards = references.items(state, me, order.cards)
    for card in cards:
        rest = [other for other in cards if other != card]
        if len(icons(state, rest)) >= 2:
            given = {"card": state.action(card).title}
            return (Fault("doubtful.jol-nar", given=given),)
    return ()
