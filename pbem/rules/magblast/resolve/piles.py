"""The table while cards change places on it: piles, hands and berths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.kit.change import changed
from pbem.protocol import Event, Step
from pbem.rules.magblast.events import game as e
from pbem.rules.magblast.state import (
    BERTHS,
    FLAGSHIP,
    SHIPS,
    Fleet,
    Ship,
    State,
    Target,
    given,
    held,
    room,
    taken,
)


class Piles:
    """A state whose cards move, and what is told of it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def step(self) -> Step[State]:
        """The outcome of the work at this desk."""
        return Step(self.state, tuple(self.events))

    def tell(self, *events: Event) -> None:
        """Notes what happened."""
        self.events.extend(events)

    def change(self, **fields: Any) -> None:
        """Sets fields of the state."""
        self.state = changed(self.state, **fields)

    def fleet(self, index: int, **fields: Any) -> None:
        """Sets fields of a fleet."""
        fleet = changed(self.state.fleets[index], **fields)
        self.state = self.state.with_fleet(index, fleet)

    def berth(self, target: Target, ship: Ship | None) -> None:
        """Puts a ship, or nothing, in a berth."""
        ships = list(self.state.fleets[target.fleet].ships)
        ships[target.berth] = ship
        self.fleet(target.fleet, ships=tuple(ships))

    # Names.

    def seat(self, index: int) -> str:
        """The name of a seat."""
        return self.state.fleets[index].seat

    def title(self, card: int) -> str:
        """The title of an action card."""
        return self.state.action(card).title

    def labels(self, cards: Sequence[int]) -> tuple[str, ...]:
        """Cards as they are told where their icons matter."""
        return tuple(label(self.state, card) for card in cards)

    def what(self, target: Target) -> str:
        """The type of a target, or "flagship"."""
        ship = self.state.ship(target)
        return self.state.printed(ship).type if ship else "flagship"

    # Piles and hands.

    def discard(self, cards: Sequence[int]) -> None:
        """Puts action cards on the discards."""
        if cards:
            self.change(discards=(*self.state.discards, *cards))

    def spend(self, index: int, cards: tuple[int, ...]) -> None:
        """Takes cards out of a hand, to lie on the table."""
        self.fleet(index, hand=taken(self.state.fleets[index].hand, cards))

    def gain(self, index: int, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Puts cards into a hand; their numbers there."""
        hand = given(self.state.fleets[index].hand, cards)
        self.fleet(index, hand=hand)
        return tuple(hand.index(card) + 1 for card in cards)

    def draw(self, index: int, count: int) -> None:
        """Draws action cards, reshuffling the discards if need be (B20)."""
        found: list[int] = []
        while len(found) < count:
            state = self.state
            if not state.draw:
                if not state.discards:
                    self.tell(e.NoneLeft(pile="actions"))
                    break
                deck, chance = state.chance.shuffled(state.discards, "actions")
                self.change(draw=deck, discards=(), chance=chance)
                self.tell(e.Reshuffled(pile="actions", count=len(deck)))
                continue
            take = min(count - len(found), len(state.draw))
            found += reversed(state.draw[-take:])
            self.change(draw=state.draw[:-take])
        if found:
            cards = tuple(found)
            numbers = self.gain(index, cards)
            seat = self.seat(index)
            mine = frozenset({seat})
            labels = self.labels(cards)
            self.tell(
                e.Drew(seat=seat, cards=labels, numbers=numbers, to=mine),
                e.DrewSome(seat=seat, count=len(cards), but=mine),
            )

    def fill(self, most: int | None = None) -> None:
        """The draw phase of the active player; then ships may be drawn."""
        me = self.state.active
        full = 6 if self.state.power(me) == "hacan" else 5
        count = max(0, full - len(held(self.state.fleets[me])))
        count = count if most is None else min(count, most)
        if count:
            self.draw(me, count)
        self.change(phase=SHIPS)

    def ship(self) -> int | None:
        """The top of the shipyard; None where there are no ships left (B20)."""
        if not self.state.yard:
            if not self.state.wrecks:
                self.tell(e.NoneLeft(pile="shipyard"))
                return None
            state = self.state
            yard, chance = state.chance.shuffled(state.wrecks, "shipyard")
            self.change(yard=yard, wrecks=(), chance=chance)
            self.tell(e.Reshuffled(pile="shipyard", count=len(yard)))
        *rest, card = self.state.yard
        self.change(yard=tuple(rest))
        return card

    def join(self, index: int, ship: Ship, zone: int) -> int:
        """A ship into the first free berth of a zone."""
        berth = room(self.state.fleets[index], zone)
        assert berth != FLAGSHIP
        self.berth(Target(index, berth), ship)
        return berth

    def random(self, index: int, purpose: str) -> int:
        """A random card of a hand, taken out of it."""
        state = self.state
        card, chance = state.chance.pick(held(state.fleets[index]), purpose)
        self.change(chance=chance)
        self.spend(index, (card,))
        return card


def label(state: State, card: int) -> str:
    """A card with all that tells it from others: its amount and its icons."""
    printed = state.action(card)
    amount = f" {printed.amount}" if printed.amount else ""
    icons = f" {printed.icons}" if printed.icons else ""
    return f"{printed.title}{amount}{icons}"


def berth_name(berth: int) -> str:
    """The name of a berth, empty for a flagship."""
    return BERTHS[berth] if berth != FLAGSHIP else ""


def survivors(fleets: tuple[Fleet, ...]) -> tuple[str, ...]:
    """The seats that are still in."""
    return tuple(fleet.seat for fleet in fleets if fleet.out is None)
