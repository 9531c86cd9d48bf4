"""The names in a standing order, found."""

from __future__ import annotations

from dataclasses import replace

from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.orders.parts import Rule, is_place
from pbem.rules.magblast.state import State


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
