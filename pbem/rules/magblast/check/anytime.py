"""Orders that are good at any time: standing orders, votes, Xxcha's power."""

from __future__ import annotations

from dataclasses import replace

from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.powers import power
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.parts import Rule, is_place
from pbem.rules.magblast.state import SETUP, State

MAX_STANDING_ORDERS = 20  #: of a seat


def check(state: State, me: int, order: o.Anytime) -> None:
    """Raise Illegal for an order that cannot be carried out."""
    fleet = state.fleets[me]
    if order.when is not None and not isinstance(order, o.Xxcha):
        raise Illegal("aside-when")
    if isinstance(order, o.Vote):  # also by those who are out (B1)
        if references.seat(state, order.seat) == me:
            raise Illegal("vote-self", order.seat)
        return
    if fleet.out is not None:
        raise Illegal("lost", turn=fleet.out)
    if isinstance(order, o.Standing):
        named(state, order.rule)
        if order.number > len(fleet.standing) + 1:
            raise Illegal("standing-number", most=len(fleet.standing) + 1)
        if len(fleet.standing) >= MAX_STANDING_ORDERS:
            raise Illegal("standing-many", most=MAX_STANDING_ORDERS)
    elif isinstance(order, o.Cancel):
        if order.number > len(fleet.standing):
            raise Illegal("cancel-number", most=len(fleet.standing))
    elif isinstance(order, o.Xxcha):
        power(state, me, "xxcha")
        victim = references.seat(state, order.seat)
        whose = state.fleets[victim].seat
        if victim == me:
            raise Illegal("own", order.seat)
        if state.fleets[victim].out is not None:
            raise Illegal("out", order.seat, whose=whose)
        if state.phase == SETUP:  # (B23)
            raise Illegal("not-started")
        if not state.fleets[victim].cards:
            raise Illegal("empty-hand", order.seat, whose=whose)


def named(state: State, rule: Rule) -> Rule:
    """Return a standing order with the names in it found; raise Illegal."""
    if rule.twice:
        raise Illegal("clause-twice", field=rule.twice)
    by = victim = ""
    if rule.by:
        by = state.fleets[references.seat(state, rule.by)].seat
    if rule.victim:
        victim = state.fleets[references.seat(state, rule.victim)].seat
    at = _at(state, rule.at) if rule.at else ""
    return replace(rule, by=by, victim=victim, zone=str(rule.zone), at=at)


def _at(state: State, word: str) -> str:
    """Return the target that a word names: a place, a type of ship or a player."""
    at = str(word)
    if at.casefold() in ("ship", "ships"):
        return "ship"
    if at == "flagship" or is_place(at):
        return at
    types = {card.type.casefold(): card.type for card in state.box.ships}
    found = types.get(at.casefold()) or types.get(at.casefold().removesuffix("s"))
    if found:
        return found
    try:
        return state.fleets[references.seat(state, word)].seat
    except Illegal as illegal:
        known = (*types.values(), *illegal.fault.given["known"])
        raise Illegal("at", word, found=at, known=known) from None
