"""What a player of Mag-Blast may write, one line an order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from pbem.protocol import Order
from pbem.rules.magblast.orders.parts import SPELT, Aim, Item, Rule, When, Wing, quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Order):
    """An order that may carry a condition."""

    when: When | None = None

    def words(self) -> tuple[object, ...]:
        """Return the words of the order; empty ones are left out."""
        return ()

    def __str__(self) -> str:
        words = (self.when, *self.words())
        return " ".join(str(word) for word in words if word not in (None, "", 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction(Line):
    """A reaction to a card that somebody played."""

    #: Number of the standing order that says it; 0: the player says it.
    rule: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Anytime(Line):
    """An order that is good at any time."""

    anytime: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Line):
    """Ships to zones: at the start all four (B19), later the one just drawn."""

    ships: tuple[tuple[str, str], ...] = ()  #: number or type ("" the next), zone

    def words(self) -> tuple[object, ...]:
        if not self.ships:
            return ("place as dealt",)
        return ("place", *(word for pair in self.ships for word in pair))


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Line):
    """Cards thrown away before drawing; no cards: the whole hand."""

    cards: tuple[Item, ...] = ()

    def words(self) -> tuple[object, ...]:
        return ("discard", *(self.cards or ("all",)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Line):
    """A draw without discards, of at most so many if a number is given (B26)."""

    count: int | None = None

    def words(self) -> tuple[object, ...]:
        return ("draw", "" if self.count is None else str(self.count))


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources(Line):
    """Cards given up for their icons, and where the new ships go."""

    cards: tuple[Item, ...]
    zones: tuple[str, ...] = ()

    def words(self) -> tuple[object, ...]:
        return ("resources", *self.cards, "to" if self.zones else "", *self.zones)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reinforce(Line):
    """The card Reinforcements."""

    number: int = 0
    zone: str = ""

    def words(self) -> tuple[object, ...]:
        to = f"to {self.zone}" if self.zone else ""
        return ("reinforcements", self.number, to)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Line):
    """Ships on their way; they keep their names until the phase is over (B35)."""

    moves: tuple[tuple[str, str], ...]

    def words(self) -> tuple[object, ...]:
        return ("move", ", ".join(f"{ship} to {zone}" for ship, zone in self.moves))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire(Line):
    """A blast, with a noise (B1)."""

    card: Item
    ship: str = ""
    aim: Aim | None = None
    noise: str = ""

    def words(self) -> tuple[object, ...]:
        at = f"at {self.aim}" if self.aim else ""
        noise = f'"{self.noise}"' if self.noise else ""
        return ("fire", self.card, self.ship, at, noise)


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch(Line):
    """Squadrons of one kind launched at one target (B27)."""

    wing: Wing
    ship: str = ""
    aim: Aim | None = None

    def words(self) -> tuple[object, ...]:
        at = f"at {self.aim}" if self.aim else ""
        return ("launch", self.wing, self.ship, at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgrade(Line):
    """An upgrade for a ship of one's own."""

    ship: str
    card: Item

    def words(self) -> tuple[object, ...]:
        return ("upgrade", self.ship, self.card)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Line):
    """A Minefield or Asteroids on a fleet."""

    key: str
    number: int = 0
    seat: str

    def words(self) -> tuple[object, ...]:
        return (self.key, self.number, "on", quoted(self.seat))


@dataclass(frozen=True, slots=True, kw_only=True)
class Spacedock(Line):
    """A repair; the player may name the blast cards to remove (B18)."""

    number: int = 0
    ship: str
    blasts: tuple[str, ...] = ()

    def words(self) -> tuple[object, ...]:
        return ("spacedock", self.number, "on", self.ship, *self.blasts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Line):
    """A card that needs nothing said: Direct Hit, Bridge Hit ..."""

    key: str
    number: int = 0

    def words(self) -> tuple[object, ...]:
        return (SPELT.get(self.key, self.key), self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Boarding(Line):
    """A theft of the ship that a Direct Hit just struck (B15)."""

    number: int = 0
    zone: str

    def words(self) -> tuple[object, ...]:
        return ("boarding", self.number, "to", self.zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sol(Line):
    """Sol's power: a ship from the shipyard."""

    zone: str = ""

    def words(self) -> tuple[object, ...]:
        return ("sol", f"to {self.zone}" if self.zone else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Naalu(Line):
    """Naalu's power: all blast cards of a ship go to an opponent's ship."""

    ship: str
    seat: str = ""
    target: str

    def words(self) -> tuple[object, ...]:
        who = quoted(self.seat) if self.seat else ""
        return ("naalu", self.ship, "to", who, self.target)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentak(Line):
    """Mentak's power: a theft of the ship that a Direct Hit just struck."""

    zone: str

    def words(self) -> tuple[object, ...]:
        return ("mentak", "to", self.zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Line):
    """The end of the turn."""

    def words(self) -> tuple[object, ...]:
        return ("end",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Reaction):
    """No objection; `all`: nor to anything else until this turn is over."""

    all: bool = False

    def words(self) -> tuple[object, ...]:
        return ("pass", "all" if self.all else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter(Reaction):
    """A Temporal Flux or Evasive Action against the last card."""

    key: str
    number: int = 0

    def words(self) -> tuple[object, ...]:
        return ({"evasive": "evade"}.get(self.key, self.key), self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Defend(Reaction):
    """Fighters against attacking squadrons."""

    wing: Wing = field(default_factory=lambda: Wing("fighter"))

    def words(self) -> tuple[object, ...]:
        return ("defend", "with", self.wing)


@dataclass(frozen=True, slots=True, kw_only=True)
class JolNar(Reaction):
    """Jol-Nar's power: two resources cancel a blast on a ship."""

    cards: tuple[Item, ...]

    def words(self) -> tuple[object, ...]:
        return ("jol-nar", *self.cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Yssaril(Reaction):
    """Yssaril's power: a blast on a ship is evaded."""

    def words(self) -> tuple[object, ...]:
        return ("yssaril",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(Anytime):
    """A standing order, for this place of the list or its end."""

    number: int = 0
    rule: Rule

    def words(self) -> tuple[object, ...]:
        return ("standing", f"{self.number}:" if self.number else "", self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel(Anytime):
    """A standing order taken back, or all of them (0)."""

    number: int = 0

    def words(self) -> tuple[object, ...]:
        return ("cancel standing", self.number or "all")


@dataclass(frozen=True, slots=True, kw_only=True)
class Xxcha(Anytime):
    """Xxcha's power: three random cards of another player."""

    seat: str

    def words(self) -> tuple[object, ...]:
        return ("xxcha", quoted(self.seat))


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote(Anytime):
    """A vote for the worst noises of the game (B1)."""

    seat: str

    def words(self) -> tuple[object, ...]:
        return ("vote", quoted(self.seat))


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(Anytime):
    """The flagship given up (B39)."""

    def words(self) -> tuple[object, ...]:
        return ("resign",)
