"""The table while things happen on it: the state as it goes, and the events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from pbem.kit import table
from pbem.kit.cards import Piles
from pbem.protocol import Event
from pbem.rules.magblast.events import combat, game
from pbem.rules.magblast.fleet import BERTHS, GAP, Fleet, Ship
from pbem.rules.magblast.state import FLAGSHIP, SHIPS, Played, State, Target


class WorkingFleets(table.WorkingState[State]):
    """A working table with the moves of cards and ships, and their events."""

    def change_fleet(self, index: int, **fields: Any) -> None:
        """Set fields of a fleet."""
        self.replace_fleet(index, replace(self.state.fleets[index], **fields))

    def replace_fleet(self, index: int, fleet: Fleet) -> None:
        """Put a fleet in place of another."""
        self.state = self.state.with_fleet(index, fleet)

    def berth(self, target: Target, ship: Ship | None) -> None:
        """Put a ship, or nothing, in a berth."""
        ships = list(self.state.fleets[target.fleet].ships)
        ships[target.berth] = ship
        self.change_fleet(target.fleet, ships=tuple(ships))

    def seat(self, index: int) -> str:
        """Return the name of a seat."""
        return self.state.fleets[index].seat

    def secret(self, index: int) -> dict[str, Any]:
        """Return the fields `seat` and `known_to` of an event for one seat alone."""
        return {"seat": self.seat(index), "known_to": frozenset({self.seat(index)})}

    def title(self, card: int) -> str:
        """Return the title of an action card."""
        return self.state.action(card).title

    def tell_of(self, event: Callable[..., Event], index: int, **fields: Any) -> None:
        """Add an event of a seat."""
        self.tell(event(seat=self.seat(index), **fields))

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

    def _drawn(self, piles: Piles[int], count: int, name: str) -> tuple[int, ...]:
        """Draw from a pile; where it runs out, its discards are shuffled (B20).

        Return what was drawn, and add the events.
        """
        cards, left, chance = piles.draw(count, self.state.chance, name)
        if chance is not self.state.chance:
            self.tell(game.Reshuffled(pile=name, count=len(piles.discards)))
        if len(cards) < count:
            self.tell(game.NoneLeft(pile=name))
        if name == "actions":
            self.change(chance=chance, draw=left[0], discards=left[1])
        else:
            self.change(chance=chance, yard=left[0], wrecks=left[1])
        return cards

    def draw(self, index: int, count: int) -> None:
        """Draw action cards into a hand, as far as there are any (B20)."""
        state = self.state
        if drawn := self._drawn(Piles(state.draw, state.discards), count, "actions"):
            facts = {**self.secret(index), "numbers": self.gain(index, drawn)}
            cards = self.state.labels(drawn)
            self.tell(game.Drew(**facts, count=len(drawn), cards=cards))

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
        drawn = self._drawn(Piles(state.yard, state.wrecks), 1, "shipyard")
        return drawn[0] if drawn else None

    def join(self, index: int, ship: Ship, zone: int) -> int:
        """Put a ship into the first free berth of a zone, and return the berth."""
        berth = self.state.fleets[index].free_berth(zone)
        assert berth is not None
        self.berth(Target(index, berth), ship)
        return berth

    def random(self, index: int, purpose: str) -> int:
        """Take a random card out of a hand."""
        card, chance = self.state.chance.pick(self.state.fleets[index].cards, purpose)
        self.change(chance=chance)
        self.spend(index, (card,))
        return card

    def change_target(self, target: Target, **fields: Any) -> None:
        """Set fields of the ship or the flagship at a target."""
        ship = self.state.ship(target)
        if ship is not None:
            self.berth(target, replace(ship, **fields))
            return
        self.change_fleet(target.fleet, **fields)

    def strike(self, by: int, card: int, target: Target) -> bool:
        """Tell the damage of a card that lies beneath now; return if it destroyed."""
        state = self.state
        hull, left = state.hull(target), state.hull_left(target)
        printed, at = state.action(card), state.whereabouts(target)
        facts = {"damage": printed.damage, "hull": hull, "total": hull - left}
        self.tell_of(combat.Struck, by, card=printed.title, **facts, **at)
        if left <= 0:
            self.destroy(target)
        return left <= 0

    def fell(self, target: Target) -> bool:
        """Destroy a target that bears no more (B7); return if it did."""
        if self.state.hull_left(target) > 0:
            return False
        self.destroy(target)
        return True

    def destroy(self, target: Target) -> None:
        """Take away a ship or a flagship, with all that lies beneath it (B7)."""
        if target.berth == FLAGSHIP:
            card = self.state.flagship(target.fleet).name
            self.tell_of(combat.Eliminated, target.fleet, flagship=card)
            self.eliminate(target.fleet)
            return
        ship = self.state.ship_in(target.fleet, target.berth)
        self.tell_ship(combat.Destroyed, target)
        self.berth(target, None)
        self.wreck(ship)
        if self.state.hit is not None and target in (
            self.state.hit.target,
            Target(self.state.active, self.state.hit.ship),
        ):
            self.change(hit=None)
        if self.state.power(target.fleet) == "l1z1x":  # (B34)
            self.use(target.fleet)
            self.draw(target.fleet, 2)

    def wreck(self, ship: Ship) -> None:
        """Put a ship and all beneath it where they belong (B7, B14)."""
        self.discard((*ship.damage, *ship.upgrades))
        self.change(wrecks=(*self.state.wrecks, ship.card))
        self.send_home(self.state.active, ship.squadrons)

    def send_home(self, owner: int, squadrons: Iterable[int]) -> None:
        """Let squadrons return to a hand at the end of the turn (B14)."""
        returning = ((owner, card) for card in squadrons)
        self.change(returning=(*self.state.returning, *returning))

    def eliminate(self, index: int, *, resigned: bool = False) -> None:
        """Discard the hand, ships and cards in play of a player who is out (B21)."""
        state = self.state
        fleet = state.fleets[index]
        for _, ship in fleet.berthed():
            self.wreck(ship)
        self.discard((*fleet.cards, *fleet.damage))
        self.send_home(state.active, fleet.squadrons)
        self.change(wrecks=(*self.state.wrecks, *fleet.dealt))
        self.discard([cloud.card for cloud in state.clouds if cloud.on == index])
        self.change(clouds=tuple(c for c in state.clouds if c.on != index))
        gone = Fleet(fleet.seat, fleet.flagship, fleet.uses, turns=fleet.turns)
        gone = replace(gone, vote=fleet.vote, out=state.turn, resigned=resigned)
        self.replace_fleet(index, gone)
        self._forget(index)
        if len(self.state.living()) <= 1:
            self.finish("resigned" if resigned else "last-flagship")

    def _forget(self, index: int) -> None:
        """Take a lost player's cards off the stack, and what answers them (B39)."""
        stack = self.state.stack
        height = next((i for i, p in enumerate(stack) if p.by == index), len(stack))
        for played in stack[height:]:
            self.tell_card(combat.Withdrawn, played)
            self.discard(played.cards)
        self.change(stack=stack[:height])
        hit = self.state.hit
        if hit is not None and index in (hit.target.fleet, self.state.active):
            self.change(hit=None)

    def finish(self, reason: str) -> None:
        """End the game, and count the votes (B1)."""
        for played in self.state.stack:
            self.discard(played.cards)
        drawn = self.state.drawn
        wrecks = (*self.state.wrecks, *(drawn.ships if drawn else ()))
        self.change(over=reason, wrecks=wrecks, stack=(), drawn=None, hit=None)
        votes = [fleet.vote for fleet in self.state.fleets if fleet.vote]
        if votes:
            most = max(map(votes.count, votes))
            seats = [fleet.seat for fleet in self.state.fleets]
            worst = tuple(seat for seat in seats if votes.count(seat) == most)
            self.tell(game.WorstNoises(worst=worst, votes=most))

    def use(self, index: int, cards: tuple[int, ...] = ()) -> None:
        """Count and tell a use of a flagship's power (B23)."""
        card = self.state.flagship(index)
        if card.uses:
            self.change_fleet(index, uses=self.state.fleets[index].uses + 1)
        left = card.uses - self.state.fleets[index].uses if card.uses else -1
        facts = {"flagship": card.name, "power": card.power, "left": left}
        self.tell_of(game.PowerUsed, index, **facts, cards=self.state.labels(cards))

    def take_back(self, index: int, number: int, why: str) -> None:
        """Take a standing order away, and tell its seat why."""
        rules = list(self.state.fleets[index].standing)
        rule = rules.pop(number - 1)
        self.change_fleet(index, standing=tuple(rules))
        self.tell(game.StandingDone(**self.secret(index), rule=str(rule), why=why))

    def steal(self, thief: int, victim: int) -> None:
        """Move three random cards from a hand to Xxcha's."""
        self.use(thief)
        count = min(3, len(self.state.fleets[victim].cards))
        cards = tuple(self.random(victim, "xxcha") for _ in range(count))
        self.gain(thief, cards)
        robbed, labels = self.seat(victim), self.state.labels(cards)
        facts = {"count": count, "known_to": frozenset({self.seat(thief), robbed})}
        self.tell_of(game.Stole, thief, victim=robbed, **facts, cards=labels)


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
