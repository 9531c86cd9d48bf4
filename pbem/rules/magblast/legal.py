"""Everything that can be done now, one order for each way of doing it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, permutations

from pbem.rules.magblast.cards import BLASTS, EVADABLE, SQUADRONS
from pbem.rules.magblast.check import targeting
from pbem.rules.magblast.check.icons import icons, pairs, payments, sets
from pbem.rules.magblast.check.placement import after_moves
from pbem.rules.magblast.check.reactions import at_ship
from pbem.rules.magblast.check.references import plainest
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.parts import Aim, Item, Wing
from pbem.rules.magblast.state import (
    BERTHS,
    DISCARD,
    MOVEMENT,
    SETUP,
    SHIPS,
    ZONES,
    State,
    Target,
    berth_name,
)

NOISES = ("Bzzzat!", "Blam!", "Kapow!", "Pew pew!", "Fwoosh!", "Ka-CHOOM!")
MAX_CHOICES = 40  #: of discards, and of payments, that are listed


def legal(state: State, me: int) -> Iterator[o.Line]:
    """Yield all that a seat which is asked may order now."""
    if state.phase == SETUP:
        yield from _placings(state, me)
    elif state.stack:
        yield from _reactions(state, me)
    elif state.drawn is not None:
        count = len(state.drawn.ships)
        for zone in state.fleets[me].free_zones:
            for thing in map(str, range(1, count + 1)) if count > 1 else ("",):
                yield o.Place(ships=((thing, zone),))
    else:
        yield from _turn(state, me)


def _placings(state: State, me: int) -> Iterator[o.Place]:
    """Yield every way to put four ships in four zones (B19)."""
    count = len(state.fleets[me].dealt)
    for order in permutations(range(1, count + 1)):
        pairs = zip(map(str, order), ZONES, strict=False)
        yield o.Place(ships=tuple(pairs))


def _kinds(state: State, me: int) -> dict[tuple[str, str, int], int]:
    """Map each sort of card in a hand, by key, icons and amount, to a number."""
    found: dict[tuple[str, str, int], int] = {}
    for number, card in enumerate(state.fleets[me].hand, 1):
        if card >= 0:
            printed = state.action(card)
            found.setdefault((printed.key, printed.icons, printed.amount), number)
    return found


def _turn(state: State, me: int) -> Iterator[o.Line]:
    if state.phase == DISCARD:
        yield o.Draw()
        if state.fleets[me].turns > 1:  # (B24)
            yield from _discards(state, me)
    if state.phase <= SHIPS:
        yield from _reinforcing(state, me)
    if state.phase <= MOVEMENT and not state.clouded(me, "minefield"):
        yield from _moves(state, me)
    after = after_moves(state)
    yield from _cards(after, me)
    power = state.power(me)
    if state.can_use(me, power):
        yield from _powers(after, me, power)
    yield o.End()


def _discards(state: State, me: int) -> Iterator[o.Discard]:
    numbers = [n for n, card in enumerate(state.fleets[me].hand, 1) if card >= 0]
    sizes = range(1, len(numbers) + 1)
    choices = (some for size in sizes for some in combinations(numbers, size))
    for choice in islice(choices, MAX_CHOICES):
        yield o.Discard(cards=tuple(Item("", n) for n in choice))
    if numbers:
        yield o.Discard()


def _reinforcing(state: State, me: int) -> Iterator[o.Line]:
    fleet = state.fleets[me]
    if not fleet.spaces:
        return
    zones = fleet.free_zones
    for (key, _, _), number in _kinds(state, me).items():
        if key == "reinforcements":
            for zone in ("", *zones):
                yield o.Reinforce(number=number, zone=zone)
    for choice in payments(state, me)[:MAX_CHOICES]:
        cards = tuple(Item("", fleet.hand.index(c) + 1) for c in choice)
        one = min(sets(icons(state, choice)), fleet.spaces) == 1
        for zone in ("", *zones) if one else ("",):
            yield o.Resources(cards=cards, zones=(zone,) if zone else ())


def _moves(state: State, me: int) -> Iterator[o.Move]:
    """Yield moves of one ship each; several lines make up a movement."""
    planned = dict(state.moves)
    for berth, ship in state.fleets[me].berthed():
        most = state.printed(ship).move
        for zone in range(4):
            if planned.get(berth, berth // 3) == zone:
                continue
            if targeting.distance(berth // 3, zone) <= most:
                yield o.Move(moves=((BERTHS[berth], ZONES[zone]),))


def _aim(state: State, target: Target) -> Aim:
    return Aim(state.fleets[target.fleet].seat, berth_name(target.berth))


def _cards(state: State, me: int) -> Iterator[o.Line]:
    """Yield the cards of the action phase that can be played."""
    fleet = state.fleets[me]
    hit = state.hit
    flying: dict[str, None] = {}
    for (key, _, amount), number in _kinds(state, me).items():
        item = Item("", number)
        if key in BLASTS:
            yield from _shots(state, me, key, number)
        elif key in SQUADRONS:
            flying[key] = None
        elif key == "minefield":
            for other in state.clockwise(me):
                if not targeting.no_mines(state, other):
                    seat = state.fleets[other].seat
                    yield o.Field(key=key, number=number, seat=seat)
        elif key == "asteroids":
            for other in state.living():
                seat = state.fleets[other].seat
                yield o.Field(key=key, number=number, seat=seat)
        elif key == "spacedock":
            for berth, ship in fleet.berthed():
                if ship.damage:
                    yield o.Spacedock(number=number, ship=BERTHS[berth])
                    yield from _repairs(state, number, berth, ship.damage, amount)
        elif key == "allocation":
            yield o.Play(key=key, number=number)
        elif key == "direct-hit":
            if hit is not None and not hit.direct:
                yield o.Play(key=key, number=number)
        elif key in ("catastrophic", "bridge-hit"):
            if hit is not None and hit.direct:
                yield o.Play(key=key, number=number)
        elif key == "boarding":
            if _stealable(state):
                for zone in fleet.free_zones:
                    yield o.Boarding(number=number, zone=zone)
        elif key not in ("reinforcements", "flux", "evasive"):
            for berth, ship in fleet.berthed():
                if not targeting.fitted(state, ship, key):
                    yield o.Upgrade(ship=BERTHS[berth], card=item)
    for key in flying:
        yield from _flights(state, me, key)


def _stealable(state: State) -> bool:
    """Return whether a Direct Hit stands on a ship that can be stolen."""
    hit = state.hit
    ship = state.ship(hit.target) if hit is not None and hit.direct else None
    return ship is not None and not targeting.fitted(state, ship, "security")


def _repairs(
    state: State, number: int, berth: int, beneath: tuple[int, ...], amount: int
) -> Iterator[o.Spacedock]:
    """Yield the different choices of blast cards to remove (B18)."""
    names = sorted(state.key(card) for card in beneath)
    for choice in sorted(set(combinations(names, min(amount, len(names))))):
        yield o.Spacedock(number=number, ship=BERTHS[berth], blasts=choice)


def _shots(state: State, me: int, key: str, number: int) -> Iterator[o.Fire]:
    card = Item("", number)
    noise = NOISES[number % len(NOISES)]
    hit = state.hit if state.hit is not None and state.hit.direct else None
    guns = [berth for berth, _ in state.fleets[me].berthed()]
    ready = {berth for berth in guns if not targeting.no_gun(state, me, berth, key)}
    for target in targeting.targets(state, me):
        aim = _aim(state, target)
        for berth in guns:
            again = hit is not None and (hit.ship, hit.target) == (berth, target)
            if berth not in ready and not (
                again and not targeting.no_gun(state, me, berth, key, again=True)
            ):
                continue
            if not targeting.no_line(state, me, berth, target):
                yield o.Fire(card=card, ship=BERTHS[berth], aim=aim, noise=noise)


def _flights(state: State, me: int, key: str) -> Iterator[o.Launch]:
    cards = [card for card in state.fleets[me].cards if state.key(card) == key]
    hand = state.fleets[me].hand
    numbers = tuple(hand.index(card) + 1 for card in plainest(state, cards, me))
    bays = [berth for berth, _ in state.fleets[me].berthed()]
    bays = [berth for berth in bays if not targeting.no_bay(state, me, berth)]
    counts = range(1, len(numbers) + 1)
    wings = [Wing("", count, numbers[:count]) for count in counts]
    for target in targeting.targets(state, me) if bays else ():
        aim = _aim(state, target)
        for berth in bays:
            if not targeting.no_course(state, berth, key, target):
                for wing in wings:
                    yield o.Launch(wing=wing, ship=BERTHS[berth], aim=aim)


def _powers(state: State, me: int, power: str) -> Iterator[o.Line]:
    fleet = state.fleets[me]
    if power == "sol" and fleet.spaces:
        for zone in ("", *fleet.free_zones):
            yield o.Sol(zone=zone)
    elif power == "mentak" and _stealable(state):
        for zone in fleet.free_zones:
            yield o.Mentak(zone=zone)
    elif power == "naalu":
        for berth, ship in fleet.berthed():
            if not ship.damage:
                continue
            for other in state.clockwise(me):
                seat = state.fleets[other].seat
                for theirs, _ in state.fleets[other].berthed():
                    yield o.Naalu(ship=BERTHS[berth], seat=seat, target=BERTHS[theirs])


def _reactions(state: State, me: int) -> Iterator[o.Reaction]:
    top = state.stack[-1]
    mine = top.target is not None and top.target.fleet == me
    yield o.Pass()
    yield o.Pass(all=True)
    for (key, _, _), number in _kinds(state, me).items():
        evades = mine and top.key in EVADABLE
        if key == "flux" or (key == "evasive" and evades):
            yield o.Counter(key=key, number=number)
    if mine and top.key in SQUADRONS:
        yield from _defences(state, me, len(top.cards))
    if at_ship(me, top) and state.can_use(me, "jol-nar"):
        hand = state.fleets[me].hand
        for choice in pairs(state, state.fleets[me].cards):
            yield o.JolNar(cards=tuple(Item("", hand.index(c) + 1) for c in choice))
    if at_ship(me, top) and state.can_use(me, "yssaril"):
        yield o.Yssaril()


def _defences(state: State, me: int, attackers: int) -> Iterator[o.Defend]:
    if state.clouded(me, "minefield") or not targeting.has_carrier(state, me):
        return
    cards = [c for c in state.fleets[me].cards if state.key(c) == "fighter"]
    for count in range(1, min(len(cards), attackers) + 1):
        yield o.Defend(wing=Wing("fighter", count))
