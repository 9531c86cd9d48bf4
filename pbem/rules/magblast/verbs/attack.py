"""Blasts and squadrons that are sent at a target, or why they cannot be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.protocol import Fault
from pbem.rules.magblast.cards import BLASTS, SQUADRONS
from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.fleet import BERTHS, ZONES
from pbem.rules.magblast.orders.parts import Aim, Item, Wing
from pbem.rules.magblast.state import FLAGSHIP, Hit, Played, State, Target, berth_name
from pbem.rules.magblast.verbs.turn import Card

NOISES = ("Bzzzat!", "Blam!", "Kapow!", "Pew pew!", "Fwoosh!", "Ka-CHOOM!")
#: Faults that point at the target of an order, not at its ship.
_AT_TARGET = ("own", "out", "neighbour", "no-target", "asteroids", "covered", "zone",
              "no-gap", "turret")  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Card):
    """Cards sent by a ship at a target."""

    ship: str = ""
    aim: Aim | None = None

    def preview(self, state: State, me: int, found: Played) -> dict[str, Any]:
        assert found.target is not None
        damage = state.damage(found.cards)
        return {
            **Card.preview(self, state, me, found),
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
        written: object,
    ) -> Illegal:  # fmt: skip
        """Return the fault of an attack from a berth, or from none that will do."""
        ship = state.fleets[me].ships[berth] if berth != FLAGSHIP else None
        other, theirs = state.fleets[target.fleet], state.ship(target)
        hit = (
            targeting.zones_in_range(state, me, berth)
            if key in BLASTS
            else (berth // 3,)
        )
        at = self.aim if why in _AT_TARGET else self.ship or written
        return Illegal(
            why,
            at if berth != FLAGSHIP else written,
            ship=state.printed(ship).type if ship else "",
            berth=berth_name(berth),
            zone=ZONES[berth // 3] if berth != FLAGSHIP else "",
            reach=tuple(ZONES[zone] for zone in hit) if berth != FLAGSHIP else (),
            weapons=state.printed(ship).weapons if ship else (),
            card=state.title(key),
            whose=other.seat,
            target=state.what(target),
            where=BERTHS[target.berth] if theirs else "",
            target_zone=ZONES[target.berth // 3] if theirs else "",
            count=other.in_zone(berth // 3) if berth != FLAGSHIP else 0,
            neighbours=tuple(state.fleets[i].seat for i in state.neighbours(me)),
            most=targeting.shots(state, ship) if ship else 1,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire(Attack):
    """A blast, with a noise (B1)."""

    card: Item
    noise: str = ""
    keys: ClassVar[tuple[str, ...]] = BLASTS
    spelt: ClassVar[str] = 'fire <card> <ship> [at <aim>] ["<noise>"]'

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Fire]:
        """Return the blast fired by each ship at each target in range."""
        card, noise = Item("", number), NOISES[number % len(NOISES)]
        return [
            cls(card=card, ship=BERTHS[berth], aim=_aim(state, target), noise=noise)
            for berth, target in targeting.attacks(state, me, state.held(me, number))
        ]

    def find(self, state: State, me: int) -> Played:
        """Return the blast that is fired, with its ship and target."""
        card = references.item(state, me, self.card, "blast")
        key = state.key(card)
        hit = state.hit if state.hit and state.hit.direct else None
        if hit is not None and self._same(state, me, hit):
            target, guns = hit.target, [hit.ship]
        else:
            target = self.aimed(state, me, key)
            if self.ship:
                guns = [references.berth(state, me, self.ship)]
            else:
                guns = [
                    berth
                    for berth, _ in state.fleets[me].berthed()
                    if not targeting.no_attack(state, me, berth, key, target)
                ]
        if not guns:
            why = targeting.no_target(state, me, target) or (
                "mined" if state.clouded(me, "minefield") else "no-gun"
            )
            raise self.impossible(state, me, FLAGSHIP, key, target, why, self.card)
        if len(guns) > 1:
            names = tuple(BERTHS[berth] for berth in guns)
            raise Illegal("ambiguous.ship", self.card, ships=names)
        if why := targeting.no_attack(state, me, guns[0], key, target):
            raise self.impossible(state, me, guns[0], key, target, why, self.card)
        return Played(me, key, (card,), guns[0], target, noise=self.noise)

    def _same(self, state: State, me: int, hit: Hit) -> bool:
        """Return whether a shot names nothing but what a Direct Hit allows (B8)."""
        if self.ship and references.berth(state, me, self.ship) != hit.ship:
            return False
        return self.aim is None or references.target(state, me, self.aim) == hit.target

    def warnings(self, state: State, me: int, found: Played) -> Iterable[Fault]:
        if not self.noise:  # (B1)
            card = state.action(found.cards[0]).title
            yield Fault("doubtful.silent", given={"card": card})

    def preview(self, state: State, me: int, found: Played) -> dict[str, Any]:
        assert found.target is not None
        again = state.is_second_blast(found.ship, found.target)
        return {**Attack.preview(self, state, me, found), "again": again}


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch(Attack):
    """Squadrons of one kind launched at one target (B27)."""

    wing: Wing
    keys: ClassVar[tuple[str, ...]] = SQUADRONS
    spelt: ClassVar[str] = "launch <wing> <ship> [at <aim>]"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Launch]:
        """Return squadrons of the card's kind, one, two ... of them, launched by each
        carrier at each target that they reach; the plainest cards go first (B28)."""
        key, hand = state.held(me, number), state.fleets[me].hand
        same = [card for card in state.fleets[me].cards if state.key(card) == key]
        same = references.plainest(state, same, me)
        numbers = tuple(hand.index(card) + 1 for card in same)
        counts = range(1, len(numbers) + 1)
        wings = [Wing("", count, numbers[:count]) for count in counts]
        return [
            cls(wing=wing, ship=BERTHS[berth], aim=_aim(state, target))
            for berth, target in targeting.attacks(state, me, key)
            for wing in wings
        ]

    def find(self, state: State, me: int) -> Played:
        """Return the squadrons that are launched, with their ship and target."""
        key, cards = references.wing(state, me, self.wing)
        target = self.aimed(state, me, key)
        if self.ship:
            bays = [references.berth(state, me, self.ship)]
        else:
            bays = [berth for berth, _ in state.fleets[me].berthed()]
            launching = [b for b in bays if not targeting.cannot_launch(state, me, b)]
            flying = [
                berth
                for berth in launching
                if not targeting.no_attack(state, me, berth, key, target)
            ]
            bays = flying or launching or bays
        why, bay = "carrier", FLAGSHIP
        if bays:
            bay = bays[0]
            why = targeting.no_attack(state, me, bay, key, target)
        if why:
            raise self.impossible(state, me, bay, key, target, why, self.wing)
        return Played(me, key, cards, bay, target)


def _aim(state: State, target: Target) -> Aim:
    """Return how a target is named."""
    return Aim(state.fleets[target.fleet].seat, berth_name(target.berth))
