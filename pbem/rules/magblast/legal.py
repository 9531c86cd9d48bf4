"""Everything that can be done now, one order for each way of doing it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from pbem.rules.magblast.check import targeting
from pbem.rules.magblast.check.icons import icons, pairs, payments, sets
from pbem.rules.magblast.check.plan import after_moves
from pbem.rules.magblast.check.reactions import BLASTS, WINGS, at_ship
from pbem.rules.magblast.check.references import plainest
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import (
    BERTHS,
    DISCARD,
    FLAGSHIP,
    MOVEMENT,
    SETUP,
    SHIPS,
    ZONES,
    State,
    Target,
    held,
    in_zone,
    spaces,
)

NOISES = ("Bzzzat!", "Blam!", "Kapow!", "Pew pew!", "Fwoosh!", "Ka-CHOOM!")
MOST_CHOICES = 40  #: of the discards and of the resources that are listed


def legal(state: State, me: int) -> Iterator[o.Line]:
    """All that a seat which is asked may order now."""
    if state.phase == SETUP:
        yield from _placings(state, me)
    elif state.stack:
        yield from _answers(state, me)
    elif state.drawn is not None:
        for zone in free_zones(state, me):
            if len(state.drawn.ships) == 1:
                yield o.Place(ships=(("", zone),))
            else:
                for number in range(1, len(state.drawn.ships) + 1):
                    yield o.Place(ships=((str(number), zone),))
    else:
        yield from _turn(state, me)


def free_zones(state: State, me: int) -> tuple[str, ...]:
    """The zones of a fleet with room for a ship."""
    fleet = state.fleets[me]
    return tuple(ZONES[z] for z in range(4) if in_zone(fleet, z) < 3)


def _placings(state: State, me: int) -> Iterator[o.Place]:
    """Every way to put four ships in four zones."""

    count = len(state.fleets[me].dealt)
    for order in permutations(range(1, count + 1)):
        pairs = zip(map(str, order), ZONES, strict=False)
        yield o.Place(ships=tuple(pairs))


def kinds(state: State, me: int) -> dict[tuple[str, str, int], int]:
    """One card of each sort in a hand: key, icons and amount to its number."""
    found: dict[tuple[str, str, int], int] = {}
    for number, card in enumerate(state.fleets[me].hand, 1):
        if card >= 0:
            printed = state.action(card)
            found.setdefault((printed.key, printed.icons, printed.amount), number)
    return found


def _turn(state: State, me: int) -> Iterator[o.Line]:
    fleet = state.fleets[me]
    if state.phase == DISCARD:
        yield o.Draw()
        yield from _discards(state, me)
    if state.phase <= SHIPS:
        yield from _reinforcing(state, me)
    if state.phase <= MOVEMENT and not state.clouded(me, "minefield"):
        yield from _moves(state, me)
    after = after_moves(state)
    yield from _cards(after, me)
    card = state.flagship(me)
    if not card.uses or fleet.uses < card.uses:
        yield from _powers(after, me, card.power)
    yield o.End()


def _discards(state: State, me: int) -> Iterator[o.Discard]:
    numbers = [n for n, card in enumerate(state.fleets[me].hand, 1) if card >= 0]
    count = 0
    for size in range(1, len(numbers) + 1):
        for choice in combinations(numbers, size):
            if count == MOST_CHOICES:
                break
            count += 1
            yield o.Discard(cards=tuple(o.Item("", n) for n in choice))
    if numbers:
        yield o.Discard()


def _reinforcing(state: State, me: int) -> Iterator[o.Line]:
    fleet = state.fleets[me]
    left = spaces(fleet)
    if not left:
        return
    zones = free_zones(state, me)
    for (key, _, _), number in kinds(state, me).items():
        if key == "reinforcements":
            for zone in ("", *zones):
                yield o.Reinforce(number=number, zone=zone)
    for choice in payments(state, me)[:MOST_CHOICES]:
        cards = tuple(o.Item("", fleet.hand.index(c) + 1) for c in choice)
        one = min(sets(icons(state, choice)), left) == 1
        for zone in ("", *zones) if one else ("",):
            yield o.Resources(cards=cards, zones=(zone,) if zone else ())


def _moves(state: State, me: int) -> Iterator[o.Move]:
    """One ship each; several lines make up a movement."""
    planned = dict(state.moves)
    for berth, ship in targeting.ships(state.fleets[me]):
        most = state.printed(ship).move
        for zone in range(4):
            if planned.get(berth, berth // 3) == zone:
                continue
            if targeting.distance(berth // 3, zone) <= most:
                yield o.Move(moves=((BERTHS[berth], ZONES[zone]),))


def _aim(state: State, target: Target) -> o.Aim:
    where = "" if target.berth == FLAGSHIP else BERTHS[target.berth]
    return o.Aim(state.fleets[target.fleet].seat, where)


def _cards(state: State, me: int) -> Iterator[o.Line]:
    """Cards of the action phase."""
    fleet = state.fleets[me]
    hit = state.hit
    wings: dict[str, int] = {}
    for (key, _, amount), number in kinds(state, me).items():
        item = o.Item("", number)
        if key in BLASTS:
            yield from _shots(state, me, key, number)
        elif key in WINGS:
            wings[key] = number
        elif key == "minefield":
            for other in state.clockwise(me):
                swept = targeting.minesweeper(state, other)
                if not swept and not state.clouded(other, key):
                    seat = state.fleets[other].seat
                    yield o.Field(key=key, number=number, seat=seat)
        elif key == "asteroids":
            for other in state.living():
                seat = state.fleets[other].seat
                yield o.Field(key=key, number=number, seat=seat)
        elif key == "spacedock":
            for berth, ship in targeting.ships(fleet):
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
            if boardable(state):
                for zone in free_zones(state, me):
                    yield o.Boarding(number=number, zone=zone)
        elif key not in ("reinforcements", "flux", "evasive"):
            for berth, ship in targeting.ships(fleet):
                if not targeting.fitted(state, ship, key):
                    yield o.Upgrade(ship=BERTHS[berth], card=item)
    for key in wings:
        yield from _flights(state, me, key)


def boardable(state: State) -> bool:
    """Whether a Direct Hit stands on a ship that can be stolen."""
    hit = state.hit
    ship = state.ship(hit.target) if hit is not None and hit.direct else None
    return ship is not None and not targeting.fitted(state, ship, "security")


def _repairs(
    state: State, number: int, berth: int, beneath: tuple[int, ...], amount: int
) -> Iterator[o.Spacedock]:
    """The different choices of blast cards to remove (B18)."""
    names = sorted(state.key(card) for card in beneath)
    for choice in sorted(set(combinations(names, min(amount, len(names))))):
        yield o.Spacedock(number=number, ship=BERTHS[berth], blasts=choice)


def _shots(state: State, me: int, key: str, number: int) -> Iterator[o.Fire]:
    card = o.Item("", number)
    noise = NOISES[number % len(NOISES)]
    hit = state.hit if state.hit is not None and state.hit.direct else None
    guns = [berth for berth, _ in targeting.ships(state.fleets[me])]
    ready = {berth for berth in guns if not targeting.no_gun(state, me, berth, key)}
    for target in targeting.targets(state, me):
        for berth in guns:
            again = hit is not None and (hit.ship, hit.target) == (berth, target)
            if berth not in ready and not (
                again and not targeting.no_gun(state, me, berth, key, again=True)
            ):
                continue
            if not targeting.no_line(state, me, berth, target):
                aim = _aim(state, target)
                yield o.Fire(card=card, ship=BERTHS[berth], aim=aim, noise=noise)


def _flights(state: State, me: int, key: str) -> Iterator[o.Launch]:
    cards = [card for card in held(state.fleets[me]) if state.key(card) == key]
    hand = state.fleets[me].hand
    numbers = tuple(hand.index(card) + 1 for card in plainest(state, cards, me))
    bays = [berth for berth, _ in targeting.ships(state.fleets[me])]
    bays = [berth for berth in bays if not targeting.no_bay(state, me, berth)]
    for target in targeting.targets(state, me) if bays else ():
        for berth in bays:
            if targeting.no_course(state, berth, key, target):
                continue
            for count in range(1, len(numbers) + 1):
                wing = o.Wing("", count, numbers[:count])
                aim = _aim(state, target)
                yield o.Launch(wing=wing, ship=BERTHS[berth], aim=aim)


def _powers(state: State, me: int, power: str) -> Iterator[o.Line]:
    fleet = state.fleets[me]
    if power == "sol" and spaces(fleet):
        for zone in ("", *free_zones(state, me)):
            yield o.Sol(zone=zone)
    elif power == "mentak" and boardable(state):
        for zone in free_zones(state, me):
            yield o.Mentak(zone=zone)
    elif power == "naalu":
        for berth, ship in targeting.ships(fleet):
            if not ship.damage:
                continue
            for other in state.clockwise(me):
                seat = state.fleets[other].seat
                for theirs, _ in targeting.ships(state.fleets[other]):
                    yield o.Naalu(ship=BERTHS[berth], seat=seat, target=BERTHS[theirs])


def _answers(state: State, me: int) -> Iterator[o.Answer]:
    top = state.stack[-1]
    mine = top.target is not None and top.target.fleet == me
    yield o.Pass()
    yield o.Pass(all=True)
    for (key, _, _), number in kinds(state, me).items():
        evades = mine and top.key in (*BLASTS, *WINGS, "direct-hit")
        if key == "flux" or (key == "evasive" and evades):
            yield o.Counter(key=key, number=number)
    if mine and top.key in WINGS:
        yield from _defences(state, me, len(top.cards))
    card = state.flagship(me)
    if card.power == "jol-nar" and at_ship(state, me, top):
        hand = state.fleets[me].hand
        for choice in pairs(state, held(state.fleets[me])):
            numbers = tuple(o.Item("", hand.index(c) + 1) for c in choice)
            yield o.JolNar(cards=numbers)
    left = not card.uses or state.fleets[me].uses < card.uses
    if card.power == "yssaril" and left and at_ship(state, me, top):
        yield o.Yssaril()


def _defences(state: State, me: int, attackers: int) -> Iterator[o.Defend]:
    if state.clouded(me, "minefield") or not targeting.has_carrier(state, me):
        return
    cards = [c for c in held(state.fleets[me]) if state.key(c) == "fighter"]
    for count in range(1, min(len(cards), attackers) + 1):
        yield o.Defend(wing=o.Wing("fighter", count))


def asides(state: State, me: int) -> Iterator[o.Aside]:
    """What a seat may do at any time, resigning apart: Xxcha's thefts."""
    card = state.flagship(me)
    fleet = state.fleets[me]
    ready = card.power == "xxcha" and fleet.uses < card.uses and fleet.out is None
    if ready and state.phase != SETUP and not state.over:
        for other in state.clockwise(me):
            if held(state.fleets[other]):
                yield o.Xxcha(seat=state.fleets[other].seat)
