"""What cards are good for, as a bot of Mag-Blast sees it at the first glance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from pbem.rules.magblast.cards import BLASTS, SQUADRONS
from pbem.rules.magblast.check import targeting
from pbem.rules.magblast.check.icons import sets
from pbem.rules.magblast.fleet import BERTHS
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.parts import Aim, Item
from pbem.rules.magblast.state import FLAGSHIP, State, Target

#: Points of damage that it is as good as to play a card.
HARM = {
    **{"direct-hit": 6.0, "catastrophic": 12.0, "bridge-hit": 4.0, "boarding": 5.0},
}
FLAGSHIP_HULL, LAST_HULL = 2.1, 100.0  #: in hulls of a ship
FALLEN, OPENED, WASTED = 2.0, 2.0, 0.5  #: a ship, the last of a zone, damage too much
DEADLY = 3.0  #: points of damage that it is as bad as, to lose something by it
#: Points of damage from which on an answer is worth what it costs.
NEED: dict[type[o.Line], float] = {
    **{o.Counter: 5.0, o.Yssaril: 3.0, o.JolNar: 4.0, o.Defend: 2.0},
}
#: Of what use a card is in the turn that begins, where a beam that can be fired is 1.
USE = {
    **{"laser": 0.4, "beam": 1.0, "mag": 1.6, "fighter": 0.8, "bomber": 1.4},
    **{"direct-hit": 1.0, "catastrophic": 0.5, "boarding": 0.5, "bridge-hit": 0.2},
    **{"minefield": 0.5, "asteroids": 0.5, "reinforcements": 2.0, "spacedock": 0.3},
    **{"allocation": 2.0, "flux": 1.5, "evasive": 1.5, "long-range": 0.4, "emp": 0.3},
    **{"turret": 0.2, "bay": 0.2, "secondary": 0.5, "security": 0.2},
}
IDLE = 0.1  #: of a blast that no ship can fire, or a squadron without a carrier
ALONE = 0.3  #: less for a critical without a Direct Hit
ICON, IN_SET = 0.15, 0.5  #: more for each icon; where the hand pays for a ship
KEEP = 0.35  #: a card of less use makes room for another


def discards(state: State, me: int) -> list[tuple[o.Discard, bool]]:
    """Return discards of the card of least use, of the two of least, and so on, and
    whether just those are thrown away that are not worth their room."""
    uses = _uses(state, me)
    bad = sum(use < KEEP for use, _ in uses)
    return [(_least(uses, n), n == bad) for n in range(1, len(uses) + 1)]


def due(state: State, me: int) -> o.Discard | None:
    """Return the discard of just those cards that are not worth their room, if any."""
    uses = [one for one in _uses(state, me) if one[0] < KEEP]
    return _least(uses, len(uses)) if uses else None


def _least(uses: Sequence[tuple[float, int]], count: int) -> o.Discard:
    """Return the discard of so many cards, the first of these."""
    numbers = sorted([number for _, number in uses[:count]])
    return o.Discard(cards=tuple([Item("", number) for number in numbers]))


def _uses(state: State, me: int) -> list[tuple[float, int]]:
    """Return of what use each card in a hand is, with its number, the least first."""
    fleet, guns, found = state.fleets[me], dict[str, int](), []
    cards, ships = state.box.actions, state.box.ships
    for _, ship in fleet.berthed():
        for weapon in ships[ship.card].weapons:
            guns[weapon] = guns.get(weapon, 0) + 1
    squadrons = targeting.has_carrier(state, me)
    keys = [cards[card].key for card in fleet.cards]
    shown = "".join([cards[card].icons for card in fleet.cards])
    icon = IN_SET if sets(shown) else ICON
    for number, card in enumerate(fleet.hand, 1):
        if card < 0:
            continue
        key = cards[card].key
        use = USE[key]
        if key in BLASTS:
            guns[key] = guns.get(key, 0) - 1
            use = use if guns[key] >= 0 else IDLE
        elif key in SQUADRONS and not squadrons:
            use = IDLE
        elif key in ("catastrophic", "boarding", "bridge-hit"):
            use -= ALONE * ("direct-hit" not in keys)
        found.append((use + icon * len(cards[card].icons), number))
    return sorted(found)


Marks: TypeAlias = dict[Aim, tuple[int, int, bool]]
"""Of each aim the berth, the hull left, and whether it is the last ship of
its zone."""


def harm(state: State, me: int, order: o.Fire | o.Launch, marks: Marks) -> float:
    """Return the value of an attack, in points of damage at ships; `marks` holds what
    was computed for an aim before."""
    hand, aim = state.fleets[me].hand, order.aim
    if isinstance(order, o.Fire):
        harm = state.action(hand[order.card.number - 1]).damage
    else:
        harm = state.damage(tuple([hand[n - 1] for n in order.wing.numbers]))
    if aim is None:
        return harm
    mark = marks.get(aim)
    if mark is None:
        mark = marks[aim] = _mark(state, aim)
    berth, left, last = mark
    if berth == FLAGSHIP:
        return LAST_HULL if harm >= left else harm * FLAGSHIP_HULL
    if harm < left:
        return harm + harm / left
    return left + FALLEN + OPENED * last - WASTED * (harm - left)


def _mark(state: State, aim: Aim) -> tuple[int, int, bool]:
    """Return what is known of the aim of an order of `legal`."""
    berth = BERTHS.index(aim.ship) if aim.ship else FLAGSHIP
    target = Target(state.seat(aim.seat), berth)
    last = state.fleets[target.fleet].counts[berth // 3] == 1
    return berth, state.hull_left(target), berth != FLAGSHIP and last


def answer(state: State, me: int, order: o.Reaction) -> tuple[int, float]:
    """Return when to think of an answer to a card: before passing, if that is worth
    what the answer costs, or after it."""
    if isinstance(order, o.Pass):
        return 0, 0.0
    top = state.stack[-1]
    danger, aim = HARM.get(top.key, 0.0), top.target
    if aim is not None and top.key in (*BLASTS, *SQUADRONS):
        danger = state.damage(top.cards)
        deadly = state.hull_left(aim) <= danger
        danger = danger * (2 if aim.berth == FLAGSHIP else 1) + DEADLY * deadly
    if top.by == me or (aim is not None and aim.fleet != me):
        danger = 0.0
    return (-1, -danger) if danger >= NEED[type(order)] else (1, 0.0)
