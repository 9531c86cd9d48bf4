"""What is allowed and surely not meant."""

from __future__ import annotations

from pbem.protocol import Fault, Order
from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.anytime import named
from pbem.rules.magblast.check.icons import icons, sets
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.explain.try_standing import never
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import DISCARD, State


def warnings(state: State, me: int, order: Order) -> tuple[Fault, ...]:
    """Return what is doubtful about an order that passed the check."""
    if isinstance(order, o.Fire) and not order.noise:  # (B1)
        card = references.item(state, me, order.card, "blast")
        return (Fault("doubtful.silent", given={"card": state.action(card).title}),)
    if isinstance(order, o.Draw):
        return _drawn(state, me, order)
    if isinstance(order, o.Resources):
        return _overpaid(state, me, order)
    if isinstance(order, o.Reinforce) and not (state.yard or state.wrecks):
        return (Fault("doubtful.no-ships"),)
    bridge = isinstance(order, o.Play) and order.key == "bridge-hit"
    if bridge and state.hit and not state.fleets[state.hit.target.fleet].cards:
        return (Fault("doubtful.bridge"),)
    if isinstance(order, o.JolNar):
        return _spent(state, me, order)
    if isinstance(order, o.Standing):
        return _standing(state, me, order)
    return _passing(state, me, order)


def _passing(state: State, me: int, order: Order) -> tuple[Fault, ...]:
    """Return that a Direct Hit, or what it allows, is lost by this (B46).

    Who fires on, launches or ends the turn has seen that; who does something in
    between may not.
    """
    hit = state.hit
    asides = (o.Sol, o.Naalu, o.Upgrade, o.Field, o.Spacedock)
    between = isinstance(order, asides) or (
        isinstance(order, o.Play) and order.key == "allocation"
    )
    if hit is None or not between or me != state.active:
        return ()
    keys = {state.key(card) for card in state.fleets[me].cards}
    if not hit.direct and "direct-hit" not in keys:
        return ()
    given = {"direct": hit.direct, **state.whereabouts(hit.target)}
    return (Fault("doubtful.hit-passes", given=given, ask=True),)


def _drawn(state: State, me: int, order: o.Draw) -> tuple[Fault, ...]:
    """Return what cannot be drawn, as the hand has no room for it (B26, B43)."""
    past, room = state.phase != DISCARD, state.room(me)
    if not past and (order.count or 0) <= room:
        return ()
    return (Fault("doubtful.draw", given={"past": past, "room": room}),)


def _overpaid(state: State, me: int, order: o.Resources) -> tuple[Fault, ...]:
    """Return what is lost by paying too much (B5)."""
    cards = references.items(state, me, order.cards)
    found = []
    paid = sets(icons(state, cards))
    for card in cards:
        rest = [other for other in cards if other != card]
        if sets(icons(state, rest)) >= paid:
            given = {"card": state.action(card).title, "icons": icons(state, (card,))}
            found.append(Fault("doubtful.overpaid", given=given))
            break
    left = state.fleets[me].spaces
    if paid > left:
        found.append(Fault("doubtful.no-room", given={"paid": paid, "room": left}))
    if not (state.yard or state.wrecks):
        found.append(Fault("doubtful.no-ships"))
    return tuple(found)


def _spent(state: State, me: int, order: o.JolNar) -> tuple[Fault, ...]:
    """Return a card that Jol-Nar need not give up."""
    cards = references.items(state, me, order.cards)
    for card in cards:
        rest = [other for other in cards if other != card]
        if len(icons(state, rest)) >= 2:
            given = {"card": state.action(card).title}
            return (Fault("doubtful.jol-nar", given=given),)
    return ()


def _standing(state: State, me: int, order: o.Standing) -> tuple[Fault, ...]:
    """Return why a standing order is of no use."""
    try:
        rule = named(state, order.rule)
    except Illegal:
        return ()
    if why := never(state, me, rule):
        given = {"why": why, "rule": str(rule), "verb": rule.verb}
        given["flagship"] = state.flagship(me).name
        return (Fault("doubtful.never", given=given),)
    if rule in state.fleets[me].standing:
        return (Fault("doubtful.standing-twice", given={"rule": str(rule)}),)
    return ()
