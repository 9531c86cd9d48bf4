"""Standing orders: when they act, and what they play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from pbem.rules.magblast.cards import BLASTS, EVADABLE, KINDS, SQUADRONS
from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.icons import icons, pairs
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.fleet import ZONES
from pbem.rules.magblast.orders.parts import Item, Rule, Wing, is_place
from pbem.rules.magblast.state import FLAGSHIP, SETUP, Played, State, Target
from pbem.rules.magblast.verbs import reply as o
from pbem.rules.magblast.verbs.line import BoundLine

#: What Jol-Nar gives up first where the player does not say (B29).
_CHEAP = ("laser", "minefield", "asteroids", "bridge-hit", "fighter", "beam",
          "bomber", "boarding", "direct-hit", "mag", "catastrophic")  # fmt: skip


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


def is_named(key: str, word: str) -> bool:
    """Return whether a word of a rule means a card: itself or its class."""
    key = "fighter" if key == "defend" else key
    kind = KINDS.get(key, "")
    return word in (key, kind) or (word == "attack" and kind in ("blast", "squadron"))


def _damage(state: State, top: Played) -> int:
    """Return the damage that cards on their way would do."""
    return 0 if top.key == "defend" else state.damage(top.cards)


def _deadly(state: State, top: Played) -> bool:
    """Return whether cards on their way would destroy their target."""
    if top.target is None or KINDS.get(top.key) not in ("blast", "squadron"):
        return top.key == "catastrophic"
    return state.hull_left(top.target) <= _damage(state, top)


def _zone(state: State, top: Played) -> str:
    """Return the zone of the target; of a flagship, the one it is shot at from.

    What follows a blast comes from the ship that fired it (B56).
    """
    berth, aim = top.ship, top.target
    if aim is not None and aim.berth != FLAGSHIP:
        berth = aim.berth
    elif aim is not None and berth == FLAGSHIP and state.hit is not None:
        berth = state.hit.ship
    return ZONES[berth // 3] if berth != FLAGSHIP else ""


def _is_at(state: State, me: int, word: str, target: Target | None) -> bool:
    """Return whether a word of a rule means a target (B56)."""
    if target is None:
        return False
    mine, ship = target.fleet == me, state.ship(target)
    if word in ("flagship", "ship"):
        return mine and (word == "flagship") == (target.berth == FLAGSHIP)
    if is_place(word):
        try:
            return mine and references.berth(state, me, word) == target.berth
        except Illegal:
            return False
    if word == state.fleets[target.fleet].seat:
        return True
    if not mine or ship is None:
        return False
    carriers = {card.type for card in state.box.ships if card.carrier}
    if word in carriers and targeting.is_carrier(state, me, ship):
        return True
    return state.printed(ship).type == word


def unmet(state: State, me: int, rule: Rule, top: Played) -> str:
    """Return the first condition of a rule that a card does not meet, or nothing."""
    if rule.cards and not any(is_named(top.key, word) for word in rule.cards):
        return "card"
    if rule.least and _damage(state, top) < rule.least:
        return "damage"
    if rule.deadly and not _deadly(state, top):
        return "deadly"
    if rule.at and not _is_at(state, me, rule.at, top.target):
        return "target"
    if rule.zone and _zone(state, top) != rule.zone:
        return "zone"
    if rule.by and state.fleets[top.by].seat != rule.by:
        return "attacker"
    return ""


def answer(state: State, me: int, rule: Rule) -> BoundLine | None:
    """Return what a rule whose conditions are met would answer now, if it can."""
    order = KIND_OF[rule.verb].says(state, me, rule)
    if order is None:
        return None
    try:
        return BoundLine(order, me, order.find(state, me), state)
    except Illegal:
        return None


def _counter(state: State, me: int, rule: Rule) -> o.Counter | None:
    key = KIND_OF[rule.verb].spends
    count = sum(state.key(card) == key for card in state.fleets[me].cards)
    return o.Counter(key=key) if count > rule.keep else None


def _defend(state: State, me: int, rule: Rule) -> o.Defend | None:
    top = state.stack[-1]
    fighters = sum(state.key(card) == "fighter" for card in state.fleets[me].cards)
    count = min(len(top.cards), fighters - rule.keep, rule.count or fighters)
    if top.key not in SQUADRONS or count < 1:
        return None
    return o.Defend(wing=Wing("fighter", count))


def _jol_nar(state: State, me: int, rule: Rule) -> o.JolNar | None:
    """Give up as few cards as will do, and of these the least useful (B29)."""
    mine, hand = state.fleets[me].cards, state.fleets[me].hand

    def cost(choice: tuple[int, ...]) -> tuple[int, int, int, list[int]]:
        keys = [state.key(card) for card in choice]
        value = sum(_CHEAP.index(key) if key in _CHEAP else 99 for key in keys)
        numbers = [hand.index(card) for card in choice]
        return len(choice), len(icons(state, choice)), value, numbers

    cards = [card for card in mine if state.key(card) not in rule.spare]
    choices = [c for c in pairs(state, cards) if len(mine) - len(c) >= rule.keep]
    if not choices:
        return None
    numbers = sorted(hand.index(card) + 1 for card in min(choices, key=cost))
    return o.JolNar(cards=tuple(Item("", n) for n in numbers))


class Kind(NamedTuple):
    """What standing orders of a verb do."""

    says: Callable[[State, int, Rule], o.Reaction | None]  #: once conditions are met
    answers: tuple[str, ...] = tuple(KINDS)  #: the cards that it can answer
    spends: str = ""  #: the card that it spends


KIND_OF = {
    "evade": Kind(_counter, EVADABLE, "evasive"),
    "flux": Kind(_counter, tuple(key for key in KINDS if key != "flux"), "flux"),
    "defend": Kind(_defend, SQUADRONS, "fighter"),
    "jol-nar": Kind(_jol_nar, BLASTS),
    "yssaril": Kind(lambda *_: o.Yssaril(), BLASTS),
    "pass": Kind(lambda *_: o.Pass()),
    "xxcha": Kind(lambda *_: None),
}


def reply(state: State, me: int) -> tuple[BoundLine | None, int]:
    """Return the answer of the first standing order that acts, and its number."""
    fleet = state.fleets[me]
    for number, rule in enumerate(fleet.standing, 1):
        if rule.verb == "xxcha" or unmet(state, me, rule, state.stack[-1]):
            continue
        bound = answer(state, me, rule)
        if bound is not None:
            return bound, number
    return None, 0


def theft(state: State) -> tuple[int, int, int] | None:
    """Return who steals from whom by which standing order right now (B23).

    A power without a limit is never used so: two of them would steal for ever.
    """
    for fleet in state.fleets:
        if fleet.standing and state.phase != SETUP:
            break
    else:
        return None
    for thief in state.living():
        if not (state.can_use(thief, "xxcha") and state.flagship(thief).uses):
            continue
        for number, rule in enumerate(state.fleets[thief].standing, 1):
            if rule.verb != "xxcha":
                continue
            victim = state.seat(rule.victim)
            count = len(state.fleets[victim].cards)
            alive = state.fleets[victim].out is None
            if alive and victim != thief and count >= max(1, rule.size):
                return thief, victim, number
    return None
