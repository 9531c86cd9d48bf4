"""The table while things happen on it: the state as it goes, and the events.

A table is made for one resolution, changed, and thrown away; the states that
go in and come out are never changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pbem.rules.magblast.events import combat, game
from pbem.rules.magblast.fleet import Fleet, Ship
from pbem.rules.magblast.resolve.piles import Piles
from pbem.rules.magblast.state import FLAGSHIP, Target, target_at


class Table(Piles):
    """A state that changes, and what is told of it."""

    __slots__ = ()

    def lay(self, target: Target, **fields: Any) -> None:
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
        told = {"damage": printed.damage, "hull": hull, "total": hull - left}
        self.tell_of(combat.Struck, by, card=printed.title, **told, **at)
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
            target_at(self.state.active, self.state.hit.ship),
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
        kept = next((i for i, p in enumerate(stack) if p.by == index), len(stack))
        for played in stack[kept:]:
            self.tell_card(combat.Withdrawn, played)
            self.discard(played.cards)
        self.change(stack=stack[:kept])
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
            self.tell(game.WorstNoises, worst=worst, votes=most)

    def use(self, index: int, cards: tuple[int, ...] = ()) -> None:
        """Count and tell a use of a flagship's power (B23)."""
        card = self.state.flagship(index)
        if card.uses:
            self.change_fleet(index, uses=self.state.fleets[index].uses + 1)
        left = card.uses - self.state.fleets[index].uses if card.uses else -1
        told = {"flagship": card.name, "power": card.power, "left": left}
        self.tell_of(game.PowerUsed, index, **told, cards=self.state.labels(cards))

    def take_back(self, index: int, number: int, why: str) -> None:
        """Take a standing order away, and tell its seat why."""
        rules = list(self.state.fleets[index].standing)
        rule = rules.pop(number - 1)
        self.change_fleet(index, standing=tuple(rules))
        self.tell(game.StandingDone, **self.secret(index), rule=str(rule), why=why)

    def steal(self, thief: int, victim: int) -> None:
        """Move three random cards from a hand to Xxcha's."""
        self.use(thief)
        count = min(3, len(self.state.fleets[victim].cards))
        cards = tuple(self.random(victim, "xxcha") for _ in range(count))
        self.gain(thief, cards)
        robbed, labels = self.seat(victim), self.state.labels(cards)
        told = {"count": count, "known_to": frozenset({self.seat(thief), robbed})}
        self.tell_of(game.Stole, thief, victim=robbed, **told, cards=labels)
