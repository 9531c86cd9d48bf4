"""The orders of a turn found the plain way: all that could be written is checked.

Nothing of `legal` is used: every card, ship, zone and player is tried in every
kind of order, and what does the same with a card that is alike counts once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from pbem.rules.magblast import RULES
from pbem.rules.magblast.fleet import BERTHS, ZONES
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.parts import Aim, Item, Wing
from pbem.rules.magblast.state import DISCARD, State


def written(state: State, me: str) -> Iterator[tuple[tuple[object, ...], o.Line]]:
    """What could be written in a turn: what it comes to, and the order."""
    seats = [fleet.seat for fleet in state.fleets]
    hand = state.fleets[state.seat(me)].hand
    numbers = [number for number, card in enumerate(hand, 1) if card >= 0]
    aims = list(product(seats, ("", *BERTHS)))
    for number in numbers:
        card = state.action(hand[number - 1])
        item = Item("", number)
        for ship, (seat, where) in product(BERTHS, aims):
            aim = Aim(seat, where)
            yield (
                ("fire", card, ship, aim),
                o.Fire(card=item, ship=ship, aim=aim, noise="Pew!"),
            )
        for ship in BERTHS:
            yield ("upgrade", card, ship), o.Upgrade(ship=ship, card=item)
        for seat, key in product(seats, ("minefield", "asteroids")):
            yield (card, seat), o.Field(key=key, number=number, seat=seat)
        for key in ("allocation", "direct-hit", "catastrophic", "bridge-hit"):
            yield (card,), o.Play(key=key, number=number)
        for zone in ("", *ZONES):
            yield (card, zone), o.Reinforce(number=number, zone=zone)
    for size in range(1, len(numbers) + 1):
        for some in combinations(numbers, size):
            yield from _several(state, hand, some, aims)
    for ship, zone in product(BERTHS, ZONES):
        if not ship.startswith(zone[0].upper()):
            yield ("move", ship, zone), o.Move(moves=((ship, zone),))
    for zone in ("", *ZONES):
        yield ("sol", zone), o.Sol(zone=zone)
    if state.phase == DISCARD:
        yield ("draw",), o.Draw()
    yield ("end",), o.End()


def _several(
    state: State,
    hand: tuple[int, ...],
    numbers: tuple[int, ...],
    aims: list[tuple[str, str]],
) -> Iterator[tuple[tuple[object, ...], o.Line]]:
    """Orders that take several cards."""
    items = tuple(Item("", number) for number in numbers)
    for zone in ("", *ZONES):
        zones = (zone,) if zone else ()
        yield ("resources", numbers, zone), o.Resources(cards=items, zones=zones)
    wing = Wing("", len(numbers), numbers)
    key = state.key(hand[numbers[0] - 1])
    for ship, (seat, where) in product(BERTHS, aims):
        aim = Aim(seat, where)
        launch = o.Launch(wing=wing, ship=ship, aim=aim)
        yield ("launch", key, len(numbers), ship, aim), launch


def orders(state: State, me: str) -> set[tuple[object, ...]]:
    """What can be done, once each; nobody pays more than a ship costs."""
    found = set()
    for meaning, order in written(state, me):
        faults = RULES.bind(state, me, order).faults
        if not any(fault.refuses or "overpaid" in fault.code for fault in faults):
            found.add((type(order), *meaning))
    return found
