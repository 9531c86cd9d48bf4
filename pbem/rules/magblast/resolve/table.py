"""The table while things happen on it: the state as it goes, and the events.

A desk is made for one resolution, changed, and thrown away; the states that
go in and come out are never changed.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.rules.magblast.check.targeting import ships
from pbem.rules.magblast.events import game as e
from pbem.rules.magblast.resolve.piles import Piles, berth_name
from pbem.rules.magblast.state import (
    BERTHS,
    DISCARD,
    FLAGSHIP,
    NO_SHIPS,
    Ship,
    Target,
    held,
)


class Desk(Piles):
    """A state that changes, and what is told of it."""

    # Harm.

    def strike(self, by: int, card: int, target: Target) -> bool:
        """Damage done by a card that lies beneath now; whether it destroyed."""
        left = self.state.hull_left(target)
        ship = self.state.ship(target)
        hull = (
            self.state.printed(ship).hull
            if ship
            else self.state.flagship(target.fleet).hull
        )
        self.tell(
            e.Struck(
                seat=self.seat(by),
                card=self.title(card),
                target=self.seat(target.fleet),
                what=self.what(target),
                where=berth_name(target.berth),
                damage=self.state.action(card).damage,
                total=hull - left,
                hull=hull,
            )
        )
        return self.fell(target)

    def fell(self, target: Target) -> bool:
        """Destroys a target that bears no more (B7); whether it did."""
        if self.state.hull_left(target) > 0:
            return False
        self.destroy(target)
        return True

    def destroy(self, target: Target) -> None:
        """A ship or a flagship goes, with all that lies beneath it."""
        if target.berth == FLAGSHIP:
            card = self.state.flagship(target.fleet).name
            self.tell(e.Eliminated(seat=self.seat(target.fleet), flagship=card))
            self.eliminate(target.fleet)
            return
        ship = self.state.ship(target)
        assert ship is not None
        seat, name = self.seat(target.fleet), self.state.printed(ship).type
        self.tell(e.Destroyed(seat=seat, ship=name, berth=BERTHS[target.berth]))
        self.berth(target, None)
        self.wreck(ship)
        if self.state.hit is not None and target in (
            self.state.hit.target,
            Target(self.state.active, self.state.hit.ship),
        ):
            self.change(hit=None)
        if self.state.power(target.fleet) == "l1z1x":
            self.use(target.fleet)
            self.draw(target.fleet, 2)

    def wreck(self, ship: Ship) -> None:
        """Puts a ship and all beneath it where they belong (B7, B14)."""
        self.discard((*ship.damage, *ship.upgrades))
        landing = tuple((self.state.active, card) for card in ship.wing)
        self.change(
            wrecks=(*self.state.wrecks, ship.card),
            landing=(*self.state.landing, *landing),
        )

    def eliminate(self, index: int, *, resigned: bool = False) -> None:
        """A player leaves: hand, ships and cards in play are discarded (B21)."""
        state = self.state
        fleet = state.fleets[index]
        for _, ship in ships(fleet):
            self.wreck(ship)
        self.discard((*held(fleet), *fleet.damage))
        self.change(
            landing=(
                *self.state.landing,
                *((state.active, card) for card in fleet.wing),
            ),
            wrecks=(*self.state.wrecks, *fleet.dealt),
        )
        self.discard([cloud.card for cloud in state.clouds if cloud.on == index])
        self.change(clouds=tuple(c for c in state.clouds if c.on != index))
        self.fleet(
            index,
            hand=(),
            ships=NO_SHIPS,
            damage=(),
            wing=(),
            dealt=(),
            standing=(),
            passing=False,
            out=state.turn,
            resigned=resigned,
        )
        self._forget(index)
        if len(self.state.living()) <= 1:
            self.finish("resigned" if resigned else "last-flagship")

    def _forget(self, index: int) -> None:
        """Takes an eliminated player's cards off the stack, and what answers them."""
        stack = self.state.stack
        kept = next((i for i, p in enumerate(stack) if p.by == index), len(stack))
        for played in stack[kept:]:
            self.discard(played.cards)
        self.change(stack=stack[:kept])
        hit = self.state.hit
        if hit is not None and index in (hit.target.fleet, self.state.active):
            self.change(hit=None)

    def finish(self, reason: str) -> None:
        """The game is over; the votes are counted (B1)."""
        for played in self.state.stack:
            self.discard(played.cards)
        drawn = self.state.drawn
        wrecks = (*self.state.wrecks, *(drawn.ships if drawn else ()))
        self.change(over=reason, stack=(), drawn=None, hit=None, wrecks=wrecks)
        votes = [fleet.vote for fleet in self.state.fleets if fleet.vote]
        if votes:
            most = max(votes.count(seat) for seat in votes)
            worst = tuple(
                fleet.seat
                for fleet in self.state.fleets
                if votes.count(fleet.seat) == most
            )
            self.tell(e.WorstNoises(worst=worst, votes=most))

    # Powers and turns.

    def use(self, index: int, cards: tuple[int, ...] = ()) -> None:
        """Counts and tells a use of a flagship's power."""
        card = self.state.flagship(index)
        if card.uses:
            self.fleet(index, uses=self.state.fleets[index].uses + 1)
        left = card.uses - self.state.fleets[index].uses if card.uses else -1
        self.tell(
            e.PowerUsed(
                seat=self.seat(index),
                flagship=card.name,
                power=card.power,
                left=left,
                cards=self.labels(cards),
            )
        )

    def steal(self, thief: int, victim: int) -> None:
        """Xxcha takes three random cards of a hand."""
        self.use(thief)
        count = min(3, len(held(self.state.fleets[victim])))
        cards = tuple(self.random(victim, "xxcha") for _ in range(count))
        self.gain(thief, cards)
        both = frozenset({self.seat(thief), self.seat(victim)})
        seat, robbed = self.seat(thief), self.seat(victim)
        labels = self.labels(cards)
        self.tell(
            e.Stole(seat=seat, victim=robbed, cards=labels, to=both),
            e.StoleSome(seat=seat, victim=robbed, count=count, but=both),
        )

    def end_turn(self) -> None:
        """Squadrons come home, and the turn passes to the left."""
        state = self.state
        self.discard([card for played in state.stack for card in played.cards])
        drawn = state.drawn
        wrecks = (*state.wrecks, *(drawn.ships if drawn else ()))
        self.change(stack=(), drawn=None, wrecks=wrecks, hit=None, moves=(), last="")
        home: dict[int, list[int]] = {}
        for owner, card in state.landing:
            home.setdefault(owner, []).append(card)
        for index in range(len(state.fleets)):
            home.setdefault(state.active, []).extend(self._rest(index))
        self.change(landing=())
        for owner, cards in home.items():
            if self.state.fleets[owner].out is not None:
                self.discard(cards)
            elif cards:
                self.gain(owner, tuple(cards))
                names = self.labels(cards)
                self.tell(e.CameHome(seat=self.seat(owner), cards=names))
        if self.state.fleets[state.active].out is None:
            self.tell(e.TurnEnded(seat=self.seat(state.active)))
        self.next_turn()

    def _rest(self, index: int) -> list[int]:
        """Clears the marks of the turn; the squadrons found on the way."""
        fleet = self.state.fleets[index]
        wings = list(fleet.wing)
        rested: list[Ship | None] = []
        for ship in fleet.ships:
            if ship is not None:
                wings += ship.wing
                if ship.fired or ship.boarded or ship.wing:
                    ship = replace(ship, fired=0, boarded=False, wing=())
            rested.append(ship)
        if wings or fleet.passing or tuple(rested) != fleet.ships:
            self.fleet(index, ships=tuple(rested), wing=(), passing=False)
        return wings

    def next_turn(self) -> None:
        """The next player still in begins; clouds of those passed lift (B12)."""
        count = len(self.state.fleets)
        for step in range(1, count + 1):
            index = (self.state.active + step) % count
            if index == self.state.first:
                self.change(round=self.state.round + 1)
            self._lift(index)
            if self.state.fleets[index].out is None:
                break
        if self.state.limit and self.state.round > self.state.limit:
            self.tell(e.LimitReached(rounds=self.state.limit))
            self.finish("limit")
            return
        self.begin(index)

    def _lift(self, index: int) -> None:
        for cloud in self.state.clouds:
            if cloud.by != index:
                continue
            self.discard((cloud.card,))
            seat, target = self.seat(index), self.seat(cloud.on)
            card = self.title(cloud.card)
            self.tell(e.CloudLifted(seat=seat, card=card, target=target))
        kept = tuple(cloud for cloud in self.state.clouds if cloud.by != index)
        self.change(clouds=kept)

    def begin(self, index: int) -> None:
        """A turn begins. Without a choice to make, cards are drawn at once."""
        turn = self.state.turn + 1
        turns = self.state.fleets[index].turns + 1
        self.change(turn=turn, active=index, phase=DISCARD)
        self.fleet(index, turns=turns)
        self._expire(index)
        self.tell(e.TurnBegan(seat=self.seat(index), turn=turn))
        if turns == 1 or not held(self.state.fleets[index]):
            self.fill()  # B24

    def _expire(self, beginner: int) -> None:
        """Standing orders that are good no longer."""
        for index, fleet in enumerate(self.state.fleets):
            done = [
                rule
                for rule in fleet.standing
                if (rule.until == -1 and index == beginner)
                or 0 < rule.until < self.state.turn
            ]
            for rule in done:
                seat = frozenset({fleet.seat})
                text = str(rule)
                self.tell(
                    e.StandingDone(seat=fleet.seat, rule=text, why="turn", to=seat)
                )
            if done:
                kept = tuple(rule for rule in fleet.standing if rule not in done)
                self.fleet(index, standing=kept)
