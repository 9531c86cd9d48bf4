"""Standing orders: when they act, and what they play."""

from __future__ import annotations

from dataclasses import replace

from pbem.rules.magblast.cards import KINDS
from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.icons import icons, pairs
from pbem.rules.magblast.check.reactions import WINGS, answer
from pbem.rules.magblast.check.references import Wrong
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import (
    BERTHS,
    FLAGSHIP,
    SETUP,
    ZONES,
    Played,
    State,
    Target,
    held,
    taken,
)

LONGEST = 20  #: standing orders a seat may leave
#: What Jol-Nar gives up first where the player does not say (B29).
CHEAP = ("laser", "minefield", "asteroids", "bridge-hit", "fighter", "beam",
         "bomber", "boarding", "direct-hit", "mag", "catastrophic")  # fmt: skip


def _is(key: str, word: str) -> bool:
    """Whether a card is what a word of a rule means: itself or its class."""
    key = "fighter" if key == "defend" else key
    kind = KINDS.get(key, "")
    return word in (key, kind) or (word == "attack" and kind in ("blast", "squadron"))


def harm(state: State, top: Played) -> int:
    """The damage that cards on their way would do."""
    return state.damage(top.cards) if top.key not in ("defend",) else 0


def deadly(state: State, top: Played) -> bool:
    """Whether cards on their way would destroy their target."""
    if top.target is None or KINDS.get(top.key) not in ("blast", "squadron"):
        return top.key == "catastrophic"
    return state.hull_left(top.target) <= harm(state, top)


def _zone(top: Played) -> str:
    """The zone of the target; of a flagship, the one it is shot at from."""
    berth = top.ship
    if top.target is not None and top.target.berth != FLAGSHIP:
        berth = top.target.berth
    return ZONES[berth // 3] if berth != FLAGSHIP else ""


def _at(state: State, me: int, word: str, target: Target | None) -> bool:
    if target is None:
        return False
    if word == "flagship":
        return target.fleet == me and target.berth == FLAGSHIP
    if word == "ship":
        return target.fleet == me and target.berth != FLAGSHIP
    if o.is_place(word):
        if target.fleet != me or target.berth == FLAGSHIP:
            return False
        try:
            return references.berth(state, me, word) == target.berth
        except Wrong:
            return False
    if word == state.fleets[target.fleet].seat:
        return True
    ship = state.ship(target)
    mine = ship is not None and target.fleet == me
    return mine and ship is not None and state.printed(ship).type == word


def unmet(state: State, me: int, rule: o.Rule, top: Played) -> str:
    """The first condition of a rule that a card does not meet; empty: none."""
    if rule.cards and not any(_is(top.key, word) for word in rule.cards):
        return "card"
    if rule.least and harm(state, top) < rule.least:
        return "damage"
    if rule.deadly and not deadly(state, top):
        return "deadly"
    if rule.at and not _at(state, me, rule.at, top.target):
        return "target"
    if rule.zone and _zone(top) != rule.zone:
        return "zone"
    if rule.by and state.fleets[top.by].seat != rule.by:
        return "attacker"
    return ""


def play(state: State, me: int, rule: o.Rule) -> o.Answer | None:
    """What a rule whose conditions are met would answer now, if it can."""
    order = _order(state, me, rule)
    if order is None:
        return None
    try:
        answer(state, me, order)
    except Wrong:
        return None
    return order


def _order(state: State, me: int, rule: o.Rule) -> o.Answer | None:
    top = state.stack[-1]
    mine = held(state.fleets[me])
    if rule.verb == "pass":
        return o.Pass()
    if rule.verb == "yssaril":
        return o.Yssaril()
    if rule.verb in ("evade", "flux"):
        key = "evasive" if rule.verb == "evade" else "flux"
        count = sum(state.key(card) == key for card in mine)
        return o.Counter(key=key) if count > rule.keep else None
    if rule.verb == "defend":
        fighters = sum(state.key(card) == "fighter" for card in mine)
        count = min(len(top.cards), fighters - rule.keep, rule.count or fighters)
        if top.key not in WINGS or count < 1:
            return None
        return o.Defend(wing=o.Wing("fighter", count))
    if rule.verb == "jol-nar":
        cards = [card for card in mine if state.key(card) not in rule.spare]
        hand = state.fleets[me].hand
        choices = [c for c in pairs(state, cards) if len(mine) - len(c) >= rule.keep]
        if not choices:
            return None
        choices.sort(key=lambda c: (
            len(c),
            len(icons(state, c)),
            sum(CHEAP.index(state.key(card)) if state.key(card) in CHEAP else 99
                for card in c),
            [hand.index(card) for card in c],
        ))  # fmt: skip
        numbers = sorted(hand.index(card) + 1 for card in choices[0])
        return o.JolNar(cards=tuple(o.Item("", n) for n in numbers))
    return None


def reply(state: State, me: int) -> tuple[o.Answer | None, int]:
    """The answer of the first standing order that acts, and its number.

    Number 0 with an answer: the player lets everything pass this turn.
    """
    fleet = state.fleets[me]
    for number, rule in enumerate(fleet.standing, 1):
        if rule.verb == "xxcha" or unmet(state, me, rule, state.stack[-1]):
            continue
        order = play(state, me, rule)
        if order is not None:
            return order, number
    return (o.Pass(), 0) if fleet.passing else (None, 0)


def thefts(state: State) -> tuple[int, int, int] | None:
    """Who steals from whom by which standing order right now (B23)."""
    if state.phase == SETUP:
        return None
    for thief in state.living():
        card = state.flagship(thief)
        if card.power != "xxcha" or state.fleets[thief].uses >= card.uses:
            continue
        for number, rule in enumerate(state.fleets[thief].standing, 1):
            if rule.verb != "xxcha":
                continue
            victim = state.seat(rule.victim)
            count = len(held(state.fleets[victim]))
            alive = state.fleets[victim].out is None
            if alive and victim != thief and count >= max(1, rule.size):
                return thief, victim, number
    return None


def settled(state: State, me: int, rule: o.Rule) -> o.Rule:
    """A rule with the names in it found. Raises Wrong."""
    box = state.box
    found = rule
    if rule.twice:
        raise Wrong("clause-twice", field=rule.twice)
    if rule.by:
        by = references.seat(state, rule.by)
        found = replace(found, by=state.fleets[by].seat)
    if rule.victim:
        victim = references.seat(state, rule.victim)
        found = replace(found, victim=state.fleets[victim].seat)
    if rule.zone:
        found = replace(found, zone=str(rule.zone))
    if rule.at and rule.at != "flagship":
        at = str(rule.at)
        if at.casefold() in ("ship", "ships"):
            at = "ship"
        elif not o.is_place(at):
            types = {card.type.casefold(): card.type for card in box.ships}
            word = at.casefold()
            at = types.get(word) or types.get(word.removesuffix("s")) or ""
            at = at or state.fleets[_seat(state, rule.at, tuple(types.values()))].seat
        found = replace(found, at=at)
    return found


def _seat(state: State, name: str, types: tuple[str, ...]) -> int:
    try:
        return references.seat(state, name)
    except Wrong as wrong:
        known = (*types, *wrong.fault.given["known"])
        raise Wrong("at", name, found=str(name), known=known) from None


def never(state: State, me: int, rule: o.Rule) -> str:
    """Why a standing order can never act; empty if it may some day."""
    power = state.power(me)
    verb, words = rule.verb, rule.cards
    if verb in ("jol-nar", "yssaril", "xxcha") and power != verb:
        return "power"
    if rule.until > 0 and rule.until < state.turn:
        return "past"
    if rule.by == state.fleets[me].seat or rule.victim == state.fleets[me].seat:
        return "self"
    keys = [k for k in KINDS if not words or any(_is(k, word) for word in words)]
    able = {
        "evade": ("laser", "beam", "mag", "fighter", "bomber", "direct-hit"),
        "defend": WINGS,
        "jol-nar": ("laser", "beam", "mag"),
        "yssaril": ("laser", "beam", "mag"),
        "flux": tuple(key for key in KINDS if key != "flux"),
    }.get(verb, tuple(KINDS))
    keys = [key for key in keys if key in able]
    if not keys:
        return "card"
    if verb in ("jol-nar", "yssaril") and rule.at == "flagship":
        return "ship-only"
    seats = {fleet.seat for fleet in state.fleets} - {state.fleets[me].seat}
    if verb not in ("flux", "pass", "xxcha") and rule.at in seats:
        return "theirs"
    printed = [card for card in state.box.actions if card.key in keys]
    wings = [card.damage for card in printed if card.kind == "squadron"]
    most = max((c.damage for c in printed if c.kind == "blast"), default=0)
    if rule.least > max(most, sum(wings)):
        return "damage"
    if o.is_place(rule.at) and rule.at[0] == "C" and verb != "flux":
        return ""
    if rule.zone and o.is_place(rule.at) and rule.at in BERTHS:
        home = ZONES[BERTHS.index(rule.at) // 3]
        if home != rule.zone:
            return "zone"
    key = {"evade": "evasive", "flux": "flux", "defend": "fighter"}.get(verb)
    copies = sum(card.key == key for card in state.box.actions)
    if key and rule.keep >= copies:
        return "keep"
    return ""


def without(state: State, me: int, cards: tuple[int, ...]) -> State:
    """The state with cards gone from a hand (for a try-out)."""
    fleet = state.fleets[me]
    return state.with_fleet(me, replace(fleet, hand=taken(fleet.hand, cards)))
