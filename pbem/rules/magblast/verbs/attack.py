"""Blasts and squadrons that are sent at a target, or why they cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from pbem.kit.kept import kept
from pbem.protocol import Fault
from pbem.rules.magblast.cards import BLASTS
from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.orders.parts import Aim, Item, Wing
from pbem.rules.magblast.state import (
    BERTHS,
    FLAGSHIP,
    ZONES,
    Hit,
    Played,
    State,
    Target,
    berth_name,
)
from pbem.rules.magblast.verbs.turn import Card
from pbem.values import dataclass

NOISES = ("Bzzzat!", "Blam!", "Kapow!", "Pew pew!", "Fwoosh!", "Ka-CHOOM!")
#: Faults that point at the target of an order, not at its ship.
_AT_TARGET = ("own", "out", "neighbour", "no-target", "asteroids", "covered", "zone",
              "no-gap", "turret")  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Card):
    """Cards sent by a ship at a target."""

    ship: str = ""
    aim: Aim | None = None

    def meant(self, state: State, me: int, found: Played) -> dict[str, Any]:
        assert found.target is not None
        damage = state.damage(found.cards)
        return {
            **Card.meant(self, state, me, found),
            "kind": type(self).__name__.lower(),
            "damage": damage,
            "left": state.hull_left(found.target) - damage,
            "noise": found.noise,
        }

    def aimed(self, state: State, me: int, key: str) -> Target:
        """Return the target."""
        if self.aim is None:
            raise Illegal("no-aim", card=state.title(key))
        return references.target(state, me, self.aim)

    def impossible(
        self, state: State, me: int, berth: int, key: str, target: Target, why: str,
        said: object,
    ) -> Illegal:  # fmt: skip
        """Return the fault of an attack from a berth, or from none that will do."""
        ship = state.fleets[me].ships[berth] if berth != FLAGSHIP else None
        other, theirs = state.fleets[target.fleet], state.ship(target)
        at = self.aim if why in _AT_TARGET else self.ship or said
        return Illegal(
            why,
            at if berth != FLAGSHIP else said,
            ship=state.printed(ship).type if ship else "",
            berth=berth_name(berth),
            zone=ZONES[berth // 3] if berth != FLAGSHIP else "",
            weapons=state.printed(ship).weapons if ship else (),
            card=state.title(key),
            whose=other.seat,
            target=state.what(target),
            where=BERTHS[target.berth] if theirs else "",
            target_zone=ZONES[target.berth // 3] if theirs else "",
            count=other.in_zone(berth // 3) if berth != FLAGSHIP else 0,
            neighbours=tuple(state.fleets[i].seat for i in state.neighbours(me)),
            most=targeting.shots(state.deck, ship) if ship else 1,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire(Attack):
    """A blast, with a noise (B1)."""

    card: Item
    noise: str = ""
    keys: ClassVar[tuple[str, ...]] = BLASTS
    spelt: ClassVar[str] = 'fire <card> <ship> [at <aim>] ["<noise>"]'

    @classmethod
    def ways(cls, state: State, me: int, key: str, number: int) -> Iterator[Fire]:
        card, noise = Item("", number), NOISES[number % len(NOISES)]
        for ship, aim in _shots(state, me, key):
            yield cls(card=card, ship=ship, aim=aim, noise=noise)

    def find(self, state: State, me: int) -> Played:
        """Return the blast that is fired, with its ship and target."""
        card = references.item(state, me, self.card, "blast")
        key = state.key(card)
        hit = state.hit if state.hit and state.hit.direct else None
        again = hit is not None and self._same(state, me, hit)
        if hit is not None and again:
            target, guns = hit.target, [hit.ship]
        else:
            target = self.aimed(state, me, key)
            if self.ship:
                guns = [references.berth(state, me, self.ship)]
            else:
                guns = [
                    berth
                    for berth, _ in state.fleets[me].berthed()
                    if not targeting.no_blast(state, me, berth, key, target)
                ]
        if not guns:
            why = targeting.no_target(state, me, target) or (
                "mined" if state.clouded(me, "minefield") else "no-gun"
            )
            raise self.impossible(state, me, FLAGSHIP, key, target, why, self.card)
        if len(guns) > 1:
            names = tuple(BERTHS[berth] for berth in guns)
            raise Illegal("ambiguous.ship", self.card, ships=names)
        if why := targeting.no_blast(state, me, guns[0], key, target, again):
            raise self.impossible(state, me, guns[0], key, target, why, self.card)
        return Played(me, key, (card,), guns[0], target, noise=self.noise)

    def _same(self, state: State, me: int, hit: Hit) -> bool:
        """Return whether a shot is the one that a Direct Hit allows (B8)."""
        if self.ship and references.berth(state, me, self.ship) != hit.ship:
            return False
        return self.aim is None or references.target(state, me, self.aim) == hit.target

    def doubts(self, state: State, me: int, found: Played) -> Iterable[Fault]:
        if not self.noise:  # (B1)
            card = state.action(found.cards[0]).title
            yield Fault("doubtful.silent", given={"card": card})

    def meant(self, state: State, me: int, found: Played) -> dict[str, Any]:
        again = state.hit is not None and state.hit.direct
        return {**Attack.meant(self, state, me, found), "again": again}


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch(Attack):
    """Squadrons of one kind launched at one target (B27)."""

    wing: Wing
    spelt: ClassVar[str] = "launch <wing> <ship> [at <aim>]"

    @classmethod
    def flights(cls, state: State, me: int, key: str) -> Iterator[Launch]:
        """Yield the ways in which squadrons of a kind can be launched."""
        cards = [card for card in state.fleets[me].cards if state.key(card) == key]
        hand = state.fleets[me].hand
        cards = references.plainest(state, cards, me)
        numbers = tuple(hand.index(card) + 1 for card in cards)
        bays = [berth for berth, _ in state.fleets[me].berthed()]
        bays = [berth for berth in bays if not targeting.no_bay(state, me, berth)]
        counts = range(1, len(numbers) + 1)
        wings = [Wing("", count, numbers[:count]) for count in counts]
        for target, aim in _aims(state, me) if bays else ():
            for berth in bays:
                if not targeting.no_course(state, berth, key, target):
                    for wing in wings:
                        yield cls(wing=wing, ship=BERTHS[berth], aim=aim)

    def find(self, state: State, me: int) -> Played:
        """Return the squadrons that are launched, with their ship and target."""
        key, cards = references.wing(state, me, self.wing)
        target = self.aimed(state, me, key)
        if self.ship:
            bays = [references.berth(state, me, self.ship)]
        else:
            bays = [berth for berth, _ in state.fleets[me].berthed()]
            launching = [b for b in bays if not targeting.no_bay(state, me, b)]
            flying = [
                berth
                for berth in launching
                if not targeting.no_flight(state, me, berth, key, target)
            ]
            bays = flying or launching or bays
        why, bay = "carrier", FLAGSHIP
        if bays:
            bay = bays[0]
            why = targeting.no_flight(state, me, bay, key, target)
        if why:
            raise self.impossible(state, me, bay, key, target, why, self.wing)
        return Played(me, key, cards, bay, target)


@kept
def _aims(state: State, me: int) -> list[tuple[Target, Aim]]:
    """Return all that a fleet may attack, and how it is called."""
    return [
        (target, Aim(state.fleets[target.fleet].seat, berth_name(target.berth)))
        for target in targeting.targets(state, me)
    ]


@kept
def _shots(state: State, me: int, key: str) -> list[tuple[str, Aim]]:
    """Return which ships may fire a blast at what."""
    hit = state.hit if state.hit is not None and state.hit.direct else None
    guns = [berth for berth, _ in state.fleets[me].berthed()]
    ready = {berth for berth in guns if not targeting.no_gun(state, me, berth, key)}
    if not ready and hit is None:
        return []
    zones = {berth: targeting.zones_hit(state, me, berth) for berth in guns}
    found = []
    for target, aim in _aims(state, me):
        for berth in guns:
            if berth not in ready:
                again = hit is not None and (hit.ship, hit.target) == (berth, target)
                if not again or targeting.no_gun(state, me, berth, key, again):
                    continue
            if target.berth == FLAGSHIP:
                reached = not targeting.no_line(state, me, berth, target)
            else:
                reached = target.berth // 3 in zones[berth]
            if reached:
                found.append((BERTHS[berth], aim))
    return found
