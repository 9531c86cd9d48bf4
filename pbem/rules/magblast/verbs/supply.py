"""How a hand is filled and a fleet grows: discards, draws, resources."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any, ClassVar, NamedTuple

from pbem.protocol import Fault
from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.icons import icons, payments, sets, spared
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.limits import space
from pbem.rules.magblast.events import game
from pbem.rules.magblast.fleet import GAP, ZONES
from pbem.rules.magblast.orders import tokens as t
from pbem.rules.magblast.orders.parts import Item
from pbem.rules.magblast.resolve import effects
from pbem.rules.magblast.resolve.table import WorkingFleets
from pbem.rules.magblast.state import DISCARD, SHIPS, Played, State
from pbem.rules.magblast.verbs.line import Readers, cards_preview
from pbem.rules.magblast.verbs.turn import Card, Turn

MAX_CHOICES = 40  #: of discards, and of payments, that are listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Turn):
    """Cards thrown away before drawing (B53); no cards: the whole hand."""

    cards: tuple[Item, ...] = ()
    phase: ClassVar[int] = DISCARD
    spelt: ClassVar[str] = "discard <named>"

    @property
    def named(self) -> tuple[object, ...]:
        """The cards as they are written."""
        return self.cards or ("all",)

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Discard]:
        """Return discards: each combination of hand cards, MAX_CHOICES at most, and the
        whole hand."""
        numbers = [n for n, card in enumerate(state.fleets[me].hand, 1) if card != GAP]
        sizes = range(1, len(numbers) + 1)
        choices = (some for size in sizes for some in combinations(numbers, size))
        some = [
            cls(cards=tuple(Item("", number) for number in choice))
            for choice in islice(choices, MAX_CHOICES)
        ]
        return [*some, cls()]

    def find(self, state: State, me: int) -> tuple[int, ...]:
        """Return the cards that are thrown away."""
        named = references.items(state, me, self.cards)
        found = named if self.cards else state.fleets[me].cards
        if not found:
            raise Illegal("no-hand")
        return found

    def preview(self, state: State, me: int, found: tuple[int, ...]) -> dict[str, Any]:
        return cards_preview(state, me, found)

    def do(self, table: WorkingFleets, me: int, found: tuple[int, ...]) -> None:
        table.change(last="stands")
        table.tell_of(game.Discarded, me, cards=table.state.labels(found))
        table.spend(me, found)
        table.discard(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Turn):
    """The draw of a turn, of at most so many cards if a number is given (B26)."""

    count: int | None = None
    phase: ClassVar[int] = DISCARD
    spelt: ClassVar[str] = "draw <most>"

    @property
    def most(self) -> str:
        """The number of cards in notation."""
        return "" if self.count is None else str(self.count)

    @classmethod
    def enter(cls, state: State, me: int) -> State:
        """Return the state: a draw that comes too late draws nothing (B43, B53)."""
        return state

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Draw]:
        return [cls()] if state.phase == DISCARD else []

    def warnings(self, state: State, me: int, found: None) -> Iterable[Fault]:
        """Return what cannot be drawn, as the hand has no room for it (B26, B43)."""
        past, room = state.phase != DISCARD, state.room(me)
        if past or (self.count or 0) > room:
            yield Fault("doubtful.draw", given={"past": past, "room": room})

    def preview(self, state: State, me: int, found: None) -> dict[str, Any]:
        return {"count": -1 if self.count is None else self.count}

    def do(self, table: WorkingFleets, me: int, found: None) -> None:
        table.change(last="stands")
        if table.state.phase == DISCARD:  # else that is over (B43, B53)
            table.fill(self.count)


class Purchase(NamedTuple):
    """Cards that are given up, how many ships they buy, and where these go."""

    cards: tuple[int, ...]
    ships: int
    zones: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources(Turn):
    """Cards given up for their icons, and where the new ships go."""

    cards: tuple[Item, ...]
    zones: tuple[str, ...] = ()
    phase: ClassVar[int] = SHIPS
    spelt: ClassVar[str] = "resources <cards> [to <zones>]"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Resources]:
        """Return payments without anything too much; one for one ship, for each zone
        too."""
        mine, found = state.fleets[me].cards, list[Resources]()
        hand, icons = state.fleets[me].hand, [state.action(card).icons for card in mine]
        for choice in payments(tuple(icons))[:MAX_CHOICES]:
            given = tuple(mine[i] for i in choice)
            cards = tuple(Item("", hand.index(card) + 1) for card in given)
            zones = ZONES if _bought(state, me, given) == 1 else ()
            found += [cls(cards=cards), *(cls(cards=cards, zones=(z,)) for z in zones)]
        return found

    def find(self, state: State, me: int) -> Purchase:
        """Return what is given up, and for what (B4, B5)."""
        cards = references.items(state, me, self.cards)
        shown = icons(state, cards)
        if not sets(shown):
            raise Illegal("resources", icons=" ".join(shown))
        ships = _bought(state, me, cards)
        space(state, me, self.zones, ships)
        return Purchase(cards, ships, tuple(map(references.zone, self.zones)))

    def warnings(self, state: State, me: int, found: Purchase) -> Iterable[Fault]:
        """Return what is lost by paying too much (B5)."""
        paid = sets(icons(state, found.cards))
        card = spared(state, found.cards, lambda rest: sets(rest) >= paid)
        if card is not None:
            printed = state.action(card)
            given = {"card": printed.title, "icons": printed.icons}
            yield Fault("doubtful.overpaid", given=given)
        left = state.fleets[me].spaces
        if paid > left:
            yield Fault("doubtful.no-room", given={"paid": paid, "room": left})
        yield from _no_ships(state)

    def preview(self, state: State, me: int, found: Purchase) -> dict[str, Any]:
        zones = tuple(map(str, self.zones))
        cards = cards_preview(state, me, found.cards)
        return {"count": found.ships, "zones": zones, **cards}

    def act(self, table: WorkingFleets, me: int, found: Purchase) -> None:
        cards, ships, zones = found
        labels = table.state.labels(cards)
        table.tell_of(game.Exchanged, me, cards=labels, ships=ships)
        table.spend(me, cards)
        table.discard(cards)
        effects.draw_ships(table, ships, zones)


def _bought(state: State, me: int, cards: tuple[int, ...]) -> int:
    """Return how many ships cards pay for, as far as there is room (B4, B5)."""
    return min(sets(icons(state, cards)), state.fleets[me].spaces)


def _no_ships(state: State) -> Iterable[Fault]:
    if not (state.yard or state.wrecks):
        yield Fault("doubtful.no-ships")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reinforce(Card):
    """The card Reinforcements."""

    number: int = 0
    zone: str = ""
    phase: ClassVar[int] = SHIPS
    keys: ClassVar[tuple[str, ...]] = ("reinforcements",)
    spelt: ClassVar[str] = "reinforcements <number> [to <zone>]"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Reinforce]:
        """Return each zone for the ship, and none."""
        return [cls(number=number, zone=zone) for zone in ("", *ZONES)]

    def find(self, state: State, me: int) -> Played:
        card = references.card(state, me, "reinforcements", self.number)
        space(state, me, (self.zone,) if self.zone else (), 1)
        zone = references.zone(self.zone) if self.zone else -1
        return Played(me, "reinforcements", (card,), zone=zone)

    def warnings(self, state: State, me: int, found: Played) -> Iterable[Fault]:
        return _no_ships(state)


def _resources(*parts: Any) -> Resources:
    cards = tuple(part for part in parts if isinstance(part, Item))
    zones = tuple(t.zone(part) for part in parts if isinstance(part, str))
    return Resources(cards=cards, zones=zones)


READERS: Readers = {
    "discard": lambda *cards: Discard(cards=cards),
    "discard_none": Draw,
    "resources": _resources,
}
