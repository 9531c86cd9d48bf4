"""A state while cards and ships change places in it: piles, hands and berths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from pbem.kit.cards import Piles as Cards
from pbem.protocol import Event, Step
from pbem.rules.magblast.events import game
from pbem.rules.magblast.fleet import BERTHS, GAP, Fleet, Ship
from pbem.rules.magblast.state import SHIPS, Played, State, Target, target_at

Told: TypeAlias = tuple[Callable[..., Event], dict[str, Any]]
"""An event that is not made yet: its class, and the values of its fields."""


def _events(told: list[Told]) -> tuple[Event, ...]:
    return tuple([event(**fields) for event, fields in told])


class Piles:
    """A state whose cards move, and what tells of it once it is asked for.

    Each change makes another state: one that was taken out before stays as it was.
    """

    __slots__ = ("_told", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self._told: list[Told] = []

    def change(self, **fields: Any) -> None:
        """Set fields of the state."""
        self.state = replace(self.state, **fields)

    def change_fleet(self, index: int, **fields: Any) -> None:
        """Set fields of a fleet."""
        self.replace_fleet(index, replace(self.state.fleets[index], **fields))

    def replace_fleet(self, index: int, fleet: Fleet) -> None:
        """Put a fleet in place of another."""
        self.state = self.state.with_fleet(index, fleet)

    def step(self) -> Step[State]:
        """Return what the resolution brings."""
        return Step(self.state, tell=partial(_events, self._told))

    def berth(self, target: Target, ship: Ship | None) -> None:
        """Put a ship, or nothing, in a berth."""
        ships = list(self.state.fleets[target.fleet].ships)
        ships[target.berth] = ship
        self.change_fleet(target.fleet, ships=tuple(ships))

    def seat(self, index: int) -> str:
        """Return the name of a seat."""
        return self.state.fleets[index].seat

    def secret(self, index: int) -> dict[str, Any]:
        """Return the fields of an event that only its seat may know."""
        return {"seat": self.seat(index), "known_to": frozenset({self.seat(index)})}

    def title(self, card: int) -> str:
        """Return the title of an action card."""
        return self.state.action(card).title

    def tell(self, event: Callable[..., Event], **fields: Any) -> None:
        """Add an event, which is made when somebody asks for it."""
        self._told.append((event, fields))

    def tell_of(self, event: Callable[..., Event], index: int, **fields: Any) -> None:
        """Add an event of a seat."""
        fields["seat"] = self.state.fleets[index].seat
        self._told.append((event, fields))

    def tell_card(
        self, event: Callable[..., Event], played: Played, **more: Any
    ) -> None:
        """Add an event of the first card on its way."""
        self.tell_of(event, played.by, card=self.title(played.cards[0]), **more)

    def tell_ship(
        self, event: Callable[..., Event], target: Target, **more: Any
    ) -> None:
        """Add an event of a ship in its berth."""
        name, berth = self.state.what(target), BERTHS[target.berth]
        self.tell_of(event, target.fleet, ship=name, berth=berth, **more)

    def discard(self, cards: Sequence[int]) -> None:
        """Put action cards on the discards, in the order given (B51)."""
        if cards:
            self.change(discards=(*self.state.discards, *cards))

    def spend(self, index: int, cards: tuple[int, ...]) -> None:
        """Take cards out of a hand, to lie on the table."""
        hand = self.state.fleets[index].hand
        self.change_fleet(index, hand=without(hand, cards))

    def gain(self, index: int, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Put cards into a hand, and return their numbers there."""
        hand = joined(self.state.fleets[index].hand, cards)
        self.change_fleet(index, hand=hand)
        return tuple([hand.index(card) + 1 for card in cards])

    def _drawn(self, piles: Cards[int], count: int, name: str) -> tuple[int, ...]:
        """Draw from a pile, shuffling what was laid beside it if need be (B20).

        Return what was drawn; the piles of that name are told of and changed.
        """
        cards, left, chance = piles.draw(count, self.state.chance, name)
        if chance is not self.state.chance:
            self.tell(game.Reshuffled, pile=name, count=len(piles.discards))
        if len(cards) < count:
            self.tell(game.NoneLeft, pile=name)
        if name == "actions":
            self.change(chance=chance, draw=left[0], discards=left[1])
        else:
            self.change(chance=chance, yard=left[0], wrecks=left[1])
        return cards

    def draw(self, index: int, count: int) -> None:
        """Draw action cards into a hand, as far as there are any (B20)."""
        state = self.state
        if drawn := self._drawn(Cards(state.draw, state.discards), count, "actions"):
            told = {**self.secret(index), "numbers": self.gain(index, drawn)}
            cards = self.state.labels(drawn)
            self.tell(game.Drew, **told, count=len(drawn), cards=cards)

    def fill(self, most: int | None = None) -> None:
        """Fill the hand of the active player, by at most so many cards (B26)."""
        me = self.state.active
        count = self.state.room(me)
        count = count if most is None else min(count, most)
        if count:
            self.draw(me, count)
        self.change(phase=SHIPS)

    def ship(self) -> int | None:
        """Take the top of the shipyard; None where no ships are left (B20)."""
        state = self.state
        drawn = self._drawn(Cards(state.yard, state.wrecks), 1, "shipyard")
        return drawn[0] if drawn else None

    def join(self, index: int, ship: Ship, zone: int) -> int:
        """Put a ship into the first free berth of a zone, and return the berth."""
        berth = self.state.fleets[index].free_berth(zone)
        assert berth is not None
        self.berth(target_at(index, berth), ship)
        return berth

    def random(self, index: int, purpose: str) -> int:
        """Take a random card out of a hand."""
        card, chance = self.state.chance.pick(self.state.fleets[index].cards, purpose)
        self.change(chance=chance)
        self.spend(index, (card,))
        return card


def without(hand: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return a hand without cards; the others keep their numbers (B28).

    >>> without((7, 8, 9), (8,)), without((7, 8, 9), (9, 8))
    ((7, -1, 9), (7,))
    """
    rest = [GAP if card in cards else card for card in hand]
    while rest and rest[-1] == GAP:
        rest.pop()
    return tuple(rest)


def joined(hand: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return a hand with cards too; each takes the lowest free number (B28).

    >>> joined((7, -1, 9), (5, 6))
    (7, 5, 9, 6)
    """
    rest = list(hand)
    for card in cards:
        if GAP in rest:
            rest[rest.index(GAP)] = card
        else:
            rest.append(card)
    return tuple(rest)
