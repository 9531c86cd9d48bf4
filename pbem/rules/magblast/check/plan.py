"""Orders of the player whose turn it is, read against the table.

An order that plays a card becomes the card on its way (`Played`); whatever
cannot be carried out raises Illegal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.attacks import fire, launch
from pbem.rules.magblast.check.icons import icons, sets
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.placement import after_moves, movement, space
from pbem.rules.magblast.check.powers import mentak, naalu, sol, stolen, struck
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import (
    ACTION,
    BERTHS,
    DISCARD,
    FLAGSHIP,
    MOVEMENT,
    PHASES,
    SHIPS,
    Played,
    State,
    Target,
)

_SELF = ("me", "myself", "my fleet", "own fleet")


def phase_of(state: State, order: o.Line) -> int:
    """Return the phase that an order belongs to."""
    if isinstance(order, o.Discard | o.Draw):
        return DISCARD
    if isinstance(order, o.Resources | o.Reinforce):
        return SHIPS
    if isinstance(order, o.Move):
        return MOVEMENT
    if isinstance(order, o.Sol | o.Naalu):
        return state.phase
    return ACTION


def ends_moves(state: State, order: o.Line) -> bool:
    """Return whether an order ends the movement, were there any (B35)."""
    return phase_of(state, order) > MOVEMENT or isinstance(order, o.Sol | o.Naalu)


def plan(state: State, me: int, order: o.Line) -> Played | None:
    """Return the card that the active player's order plays; None if it plays none."""
    read = _PLANS.get(type(order))
    if read is None:
        raise Illegal("nothing-asked" if isinstance(order, o.Reaction) else "no-place")
    phase = phase_of(state, order)
    first = phase == DISCARD and state.fleets[me].turns == 1
    idle = first and isinstance(order, o.Draw) and state.phase == SHIPS  # (B43)
    if first and isinstance(order, o.Discard):  # (B24)
        raise Illegal("first-turn", room=state.room(me))
    if phase < state.phase and not idle:
        why = "first-turn" if first else "phase"
        raise Illegal(why, room=0, now=PHASES[state.phase], asked=PHASES[phase])
    found = read(after_moves(state) if ends_moves(state, order) else state, me, order)
    return found if isinstance(found, Played) else None


def discards(state: State, me: int, order: o.Discard) -> tuple[int, ...]:
    """Return the cards that are thrown away."""
    named = references.items(state, me, order.cards)
    return named if order.cards else state.fleets[me].cards


def purchase(state: State, me: int, order: o.Resources) -> tuple[tuple[int, ...], int]:
    """Return the cards that are given up, and how many ships they buy (B4, B5)."""
    cards = references.items(state, me, order.cards)
    shown = icons(state, cards)
    if not sets(shown):
        raise Illegal("resources", icons=" ".join(shown))
    ships = bought(state, me, cards)
    space(state, me, order.zones, ships)
    return cards, ships


def bought(state: State, me: int, cards: tuple[int, ...]) -> int:
    """Return how many ships cards pay for, as far as there is room (B4, B5)."""
    return min(sets(icons(state, cards)), state.fleets[me].spaces)


def _reinforce(state: State, me: int, order: o.Reinforce) -> Played:
    card = references.card(state, me, "reinforcements", order.number)
    space(state, me, (order.zone,) if order.zone else (), 1)
    zone = references.zone(order.zone) if order.zone else -1
    return Played(me, "reinforcements", (card,), zone=zone)


def _upgrade(state: State, me: int, order: o.Upgrade) -> Played:
    berth = references.berth(state, me, order.ship)
    card = references.item(state, me, order.card, "upgrade")
    ship = state.fleets[me].ships[berth]
    assert ship is not None
    key = state.key(card)
    if targeting.fitted(state, ship, key):  # (B17)
        given = {"card": state.title(key), "ship": BERTHS[berth]}
        raise Illegal("same-upgrade", order.card, **given)
    return Played(me, key, (card,), berth)


def _field(state: State, me: int, order: o.Field) -> Played:
    card = references.card(state, me, order.key, order.number)
    on = _whose(state, me, order.seat)
    whose = state.fleets[on].seat
    if state.fleets[on].out is not None:
        raise Illegal("out", order.seat, whose=whose)
    if order.key == "minefield":
        if on == me:
            raise Illegal("own-mines", order.seat)
        if why := targeting.no_mines(state, on):
            raise Illegal(why, order.seat, whose=whose)
    return Played(me, order.key, (card,), target=Target(on, FLAGSHIP))


def _whose(state: State, me: int, name: str) -> int:
    """Return the fleet meant; "me" is oneself, unless somebody is called so."""
    known = [fleet.seat.casefold() for fleet in state.fleets]
    word = name.casefold()
    mine = word in _SELF and word not in known
    return me if mine else references.seat(state, name)


def _spacedock(state: State, me: int, order: o.Spacedock) -> Played:
    berth = references.berth(state, me, order.ship)
    ship = state.fleets[me].ships[berth]
    assert ship is not None
    if not ship.damage:
        raise Illegal("undamaged", order.ship, ship=BERTHS[berth])
    card = _dock(state, me, order)
    amount = state.action(card).amount
    if len(order.blasts) > amount:
        raise Illegal("many-repairs", amount=amount, asked=len(order.blasts))
    beneath = sorted(ship.damage, key=lambda c: -state.action(c).damage)
    chosen: list[int] = []
    for name in order.blasts:  # (B18)
        match = [c for c in beneath if state.key(c) == name and c not in chosen]
        if not match:
            known = tuple(state.title(state.key(c)) for c in beneath)
            given = {"card": state.title(name), "ship": BERTHS[berth]}
            raise Illegal("not-beneath", known=known, **given)
        chosen.append(match[0])
    chosen = chosen or beneath[:amount]  # (B40)
    return Played(me, "spacedock", (card,), berth, chosen=tuple(chosen))


def _dock(state: State, me: int, order: o.Spacedock) -> int:
    """Return the Spacedock meant; by name, the smallest that suffices (B40)."""
    if order.number:
        return references.card(state, me, "spacedock", order.number)
    mine = state.fleets[me].cards
    docks = [card for card in mine if state.key(card) == "spacedock"]
    if not docks:
        raise Illegal("card", card=state.title("spacedock"), more=False)
    docks.sort(key=lambda card: state.action(card).amount)
    want = max(1, len(order.blasts))
    enough = (card for card in docks if state.action(card).amount >= want)
    return next(enough, docks[-1])


def _play(state: State, me: int, order: o.Play) -> Played:
    card = references.card(state, me, order.key, order.number)
    if order.key == "allocation":
        return Played(me, order.key, (card,))
    if order.key == "direct-hit":
        if state.hit is None:
            raise Illegal("no-hit", last=state.last)
        if state.hit.direct:
            raise Illegal("direct-already")
        return Played(me, order.key, (card,), target=state.hit.target)
    return Played(me, order.key, (card,), target=struck(state, order.key))


def _boarding(state: State, me: int, order: o.Boarding) -> Played:
    card = references.card(state, me, "boarding", order.number)
    target = stolen(state, me, order.zone)
    zone = references.zone(order.zone)
    return Played(me, "boarding", (card,), target=target, zone=zone)


_PLANS: Mapping[type[o.Line], Callable[[State, int, Any], object]] = {
    o.Discard: discards,
    o.Draw: lambda *_: None,
    o.Resources: purchase,
    o.Reinforce: _reinforce,
    o.Move: movement,
    o.Fire: fire,
    o.Launch: launch,
    o.Upgrade: _upgrade,
    o.Field: _field,
    o.Spacedock: _spacedock,
    o.Play: _play,
    o.Boarding: _boarding,
    o.Mentak: mentak,
    o.Sol: sol,
    o.Naalu: naalu,
    o.End: lambda *_: None,
}
