"""Cards that are no attack: upgrades, clouds, repairs, and what follows a hit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from pbem.protocol import Fault, Token
from pbem.rules.magblast.cards import KINDS
from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.limits import stolen, struck
from pbem.rules.magblast.fleet import BERTHS, ZONES
from pbem.rules.magblast.orders import tokens as t
from pbem.rules.magblast.orders.parts import SPELT, Item
from pbem.rules.magblast.state import FLAGSHIP, Played, State, Target
from pbem.rules.magblast.verbs.line import Readers
from pbem.rules.magblast.verbs.turn import Card

_SELF = ("me", "myself", "my fleet", "own fleet")


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgrade(Card):
    """An upgrade for a ship of one's own."""

    ship: str
    card: Item
    may_lose_hit: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = tuple(k for k in KINDS if KINDS[k] == "upgrade")
    spelt: ClassVar[str] = "upgrade <ship> <card>"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Upgrade]:
        """Return the upgrade for each ship."""
        card = Item("", number)
        ships = state.fleets[me].berths
        return [cls(ship=BERTHS[berth], card=card) for berth in ships]

    def find(self, state: State, me: int) -> Played:
        berth = references.berth(state, me, self.ship)
        card = references.item(state, me, self.card, "upgrade")
        key = state.key(card)
        if targeting.fitted(state, state.ship_in(me, berth), key):  # (B17)
            given = {"card": state.title(key), "ship": BERTHS[berth]}
            raise Illegal("same-upgrade", self.card, **given)
        return Played(me, key, (card,), berth)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Card):
    """A Minefield or Asteroids on a fleet."""

    key: str
    number: int = 0
    seat: str
    may_lose_hit: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = ("minefield", "asteroids")
    spelt: ClassVar[str] = "<key> <number> on <seat>"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Field]:
        """Return the card on each fleet; mines by seat to the left (B12)."""
        key = state.held(me, number)
        on = state.clockwise(me) if key == "minefield" else state.living()
        return [cls(key=key, number=number, seat=seat) for seat in state.seats(on)]

    def find(self, state: State, me: int) -> Played:
        card = references.card(state, me, self.key, self.number)
        on = self._whose(state, me)
        whose = state.fleets[on].seat
        if state.fleets[on].out is not None:
            raise Illegal("out", self.seat, whose=whose)
        if self.key == "minefield":
            if on == me:
                raise Illegal("own-mines", self.seat)
            if why := targeting.no_mines(state, on):
                raise Illegal(why, self.seat, whose=whose)
        return Played(me, self.key, (card,), target=Target(on, FLAGSHIP))

    def _whose(self, state: State, me: int) -> int:
        """Return the fleet meant; "me" is oneself, unless somebody is called so."""
        known = [fleet.seat.casefold() for fleet in state.fleets]
        word = self.seat.casefold()
        mine = word in _SELF and word not in known
        return me if mine else references.seat(state, self.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spacedock(Card):
    """A repair; the player may name the blast cards to remove (B18)."""

    number: int = 0
    ship: str
    blasts: tuple[str, ...] = ()
    may_lose_hit: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = ("spacedock",)
    spelt: ClassVar[str] = "spacedock <number> on <ship> <blasts>"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Spacedock]:
        """Return repairs, and the different choices of blast cards to remove (B18)."""
        amount = state.action(state.fleets[me].hand[number - 1]).amount
        found = list[Spacedock]()
        for berth, ship in state.fleets[me].berthed():
            beneath = sorted(state.key(card) for card in ship.damage)
            choices = {*combinations(beneath, min(amount, len(beneath)))}
            for blasts in ((), *sorted(choices - {()})):
                found.append(cls(number=number, ship=BERTHS[berth], blasts=blasts))
        return found

    def find(self, state: State, me: int) -> Played:
        berth = references.damaged(state, me, self.ship)
        card = self._dock(state, me)
        amount = state.action(card).amount
        if len(self.blasts) > amount:
            raise Illegal("many-repairs", amount=amount, asked=len(self.blasts))
        beneath = state.ship_in(me, berth).damage
        left = sorted(beneath, key=lambda card: -state.action(card).damage)
        chosen = left[: 0 if self.blasts else amount]  # (B40)
        for name in self.blasts:  # (B18)
            match = [c for c in left if state.key(c) == name and c not in chosen]
            if not match:
                known = tuple(state.title(state.key(c)) for c in left)
                given = {"card": state.title(name), "ship": BERTHS[berth]}
                raise Illegal("not-beneath", known=known, **given)
            chosen.append(match[0])
        return Played(me, "spacedock", (card,), berth, chosen=tuple(chosen))

    def _dock(self, state: State, me: int) -> int:
        """Return the Spacedock meant; by name, the smallest that suffices (B40)."""
        if self.number:
            return references.card(state, me, "spacedock", self.number)
        mine = state.fleets[me].cards
        docks = [card for card in mine if state.key(card) == "spacedock"]
        if not docks:
            raise Illegal("card", card=state.title("spacedock"), more=False)
        docks.sort(key=lambda card: state.action(card).amount)
        want = max(1, len(self.blasts))
        enough = (card for card in docks if state.action(card).amount >= want)
        return next(enough, docks[-1])

    def preview(self, state: State, me: int, found: Played) -> dict[str, Any]:
        zones = state.labels(found.chosen)
        return {
            **Card.preview(self, state, me, found),
            "kind": "repair",
            "zones": zones,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Card):
    """A card that needs nothing said: Direct Hit, Bridge Hit ..."""

    key: str
    number: int = 0
    may_lose_hit: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = (
        "allocation", "direct-hit", "catastrophic", "bridge-hit"
    )  # fmt: skip
    spelt: ClassVar[str] = "<called> <number>"

    @property
    def called(self) -> str:
        """The card's name in notation."""
        return SPELT.get(self.key, self.key)

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Play]:
        return [cls(key=state.held(me, number), number=number)]

    def find(self, state: State, me: int) -> Played:
        card = references.card(state, me, self.key, self.number)
        target = None
        if self.key == "direct-hit":
            if state.hit is None:
                raise Illegal("no-hit", last=state.last)
            if state.hit.direct:
                raise Illegal("direct-already")
            target = state.hit.target
        elif self.key != "allocation":
            target = struck(state, self.key)
        return Played(me, self.key, (card,), target=target)

    def warnings(self, state: State, me: int, found: Played) -> Iterable[Fault]:
        if self.key == "allocation":
            yield from Card.warnings(self, state, me, found)
        aim = found.target if self.key == "bridge-hit" else None
        if aim is not None and not state.fleets[aim.fleet].cards:
            yield Fault("doubtful.bridge")


@dataclass(frozen=True, slots=True, kw_only=True)
class Boarding(Card):
    """A theft of the ship that a Direct Hit just struck (B15)."""

    number: int = 0
    zone: str
    keys: ClassVar[tuple[str, ...]] = ("boarding",)
    spelt: ClassVar[str] = "boarding <number> to <zone>"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Boarding]:
        """Return each zone for the ship."""
        return [cls(number=number, zone=zone) for zone in ZONES]

    def find(self, state: State, me: int) -> Played:
        card = references.card(state, me, "boarding", self.number)
        target = stolen(state, me, self.zone)
        zone = references.zone(self.zone)
        return Played(me, "boarding", (card,), target=target, zone=zone)


def _upgrade(*parts: Any) -> Upgrade:
    ship, card = parts if not isinstance(parts[0], Item) else parts[::-1]
    return Upgrade(ship=t.ship(ship), card=card)


def _spacedock(_: Token, number: Token | None, ship: Token, *blasts: Item) -> Spacedock:
    names = tuple(blast.key for blast in blasts)
    return Spacedock(number=t.number(number), ship=t.ship(ship), blasts=names)


READERS: Readers = {"upgrade": _upgrade, "spacedock": _spacedock}
