"""A standing order tried on the present position, at receipt.

Everything that an opponent's ships could do now is held against the order,
whatever cards the opponents really have: so nothing is given away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.protocol import Event
from pbem.rules.magblast.cards import KINDS
from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.icons import pairs
from pbem.rules.magblast.check.reactions import BLASTS, WINGS
from pbem.rules.magblast.check.references import Wrong
from pbem.rules.magblast.events import explanations as m
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.resolve import standing_orders
from pbem.rules.magblast.resolve.piles import berth_name
from pbem.rules.magblast.state import FLAGSHIP, Played, State, Target, held

ATTACKS = (*BLASTS, *WINGS)


def tried(state: State, me: int, rule: o.Rule) -> tuple[Event, ...]:
    """When a rule would act now and when it would not."""
    try:
        rule = standing_orders.settled(state, me, rule)
    except Wrong:
        return ()
    if why := standing_orders.never(state, me, rule):
        return (m.TriedNever(why=why),)
    if rule.verb == "xxcha":
        return (_theft(state, me, rule),)
    found = [
        event for key in _keys(state, rule) if (event := _against(state, me, rule, key))
    ]
    return tuple(found) or (m.TriedCalm(),)


def _theft(state: State, me: int, rule: o.Rule) -> Event:
    victim = references.seat(state, rule.victim)
    count = len(held(state.fleets[victim]))
    ready = count >= max(1, rule.size)
    return m.Tried(card="", why="" if ready else "size", by=(rule.victim,))


def _keys(state: State, rule: o.Rule) -> tuple[str, ...]:
    """The sorts of cards that are worth a line."""
    have = [key for key in KINDS if key in state.box.titles]
    able = {"evade": ATTACKS, "defend": WINGS, "jol-nar": BLASTS, "yssaril": BLASTS}
    if rule.verb in able:
        return tuple(key for key in have if key in able[rule.verb])
    said = [k for k in have if any(standing_orders._is(k, word) for word in rule.cards)]
    return tuple(said) or ATTACKS


def _threats(state: State, me: int, key: str) -> Iterator[Played]:
    """What opponents could play now, with any card of this sort."""
    card = next(i for i, c in enumerate(state.box.actions) if c.key == key)
    for by in state.clockwise(me):
        if key not in ATTACKS:
            yield Played(by, key, (card,), target=Target(me, FLAGSHIP))
            continue
        if me not in state.neighbours(by):
            continue
        fresh = _rested(state, by)
        marks = [Target(me, FLAGSHIP)]
        marks += [Target(me, berth) for berth, _ in targeting.ships(state.fleets[me])]
        for target in marks:
            for berth, _ in targeting.ships(state.fleets[by]):
                if key in BLASTS:
                    why = targeting.no_blast(fresh, by, berth, key, target)
                else:
                    why = targeting.no_flight(fresh, by, berth, key, target)
                if not why:
                    yield Played(by, key, (card,), berth, target, noise="!")


def _rested(state: State, by: int) -> State:
    """The state with a fleet's ships ready to fire, as in its next turn."""
    fleet = state.fleets[by]
    ships = tuple(
        ship and replace(ship, fired=0, boarded=False) for ship in fleet.ships
    )
    return state.with_fleet(by, replace(fleet, ships=ships))


def _against(state: State, me: int, rule: o.Rule, key: str) -> Event | None:
    """How a rule fares against one sort of card; None: none can come now."""
    acts: dict[str, None] = {}
    by: dict[str, None] = {}
    reasons: list[str] = []
    for threat in _threats(state, me, key):
        assert threat.target is not None
        ship = state.ship(threat.target)
        name = berth_name(threat.target.berth) if ship else "flagship"
        why = standing_orders.unmet(state, me, rule, threat)
        hypothesis = replace(state, stack=(threat,))
        if not why and standing_orders.play(hypothesis, me, rule) is None:
            why = _missing(state, me, rule)
        if why:
            reasons.append(why)
        else:
            acts[name if key in ATTACKS else ""] = None
            by[state.fleets[threat.by].seat] = None
    card = references.title(state, key)
    if acts:
        return m.Tried(card=card, why="", at=tuple(filter(None, acts)), by=tuple(by))
    if reasons:
        worst = max(set(reasons), key=lambda why: (_NEARNESS.index(why), why))
        return m.Tried(card=card, why=worst)
    return None


#: Reasons, the farthest from acting first; the nearest is told.
_NEARNESS = ("card", "attacker", "target", "zone", "damage", "deadly", "keep",
             "mined", "no-carrier", "used-up", "no-card", "no-icons")  # fmt: skip


def _missing(state: State, me: int, rule: o.Rule) -> str:
    """What a rule lacks whose conditions are met."""
    if rule.verb == "yssaril":
        return "used-up"
    if rule.verb == "defend":
        if state.clouded(me, "minefield"):
            return "mined"
        if not targeting.has_carrier(state, me):
            return "no-carrier"
    if rule.verb in ("evade", "flux", "defend"):
        key = {"evade": "evasive", "flux": "flux", "defend": "fighter"}[rule.verb]
        mine = held(state.fleets[me])
        return "keep" if any(state.key(c) == key for c in mine) else "no-card"
    return "keep" if pairs(state, held(state.fleets[me])) else "no-icons"
