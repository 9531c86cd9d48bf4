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
from pbem.rules.magblast.decks import box
from pbem.rules.magblast.events import game
from pbem.rules.magblast.orders import tokens as t
from pbem.rules.magblast.orders.parts import Item
from pbem.rules.magblast.resolve import effects
from pbem.rules.magblast.resolve.table import Table
from pbem.rules.magblast.state import DISCARD, SHIPS, Played, State
from pbem.rules.magblast.verbs.line import Readers, cards_meant
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
    def ways(cls, state: State, me: int) -> tuple[Discard, ...]:
        """Return choices of cards, and all of them."""
        hand = state.fleets[me].hand
        return _discards(tuple([n for n, card in enumerate(hand, 1) if card >= 0]))

    def check_phase(self, state: State, me: int) -> None:
        if state.fleets[me].turns == 1:  # (B24)
            room = state.room(me) if state.phase == DISCARD else 0
            raise Illegal("first-turn", room=room)
        Turn.check_phase(self, state, me)

    def find(self, state: State, me: int) -> tuple[int, ...]:
        """Return the cards that are thrown away."""
        named = references.items(state, me, self.cards)
        found = named if self.cards else state.fleets[me].cards
        if not found:
            raise Illegal("no-hand")
        return found

    def meant(self, state: State, me: int, found: tuple[int, ...]) -> dict[str, Any]:
        return cards_meant(state, me, found)

    def do(self, table: Table, me: int, found: tuple[int, ...]) -> None:
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
        """The number as it is written."""
        return "" if self.count is None else str(self.count)

    def check_phase(self, state: State, me: int) -> None:
        """Raise nothing: a draw that comes too late draws nothing (B43, B53)."""

    def doubts(self, state: State, me: int, found: None) -> Iterable[Fault]:
        """Return what cannot be drawn, as the hand has no room for it (B26, B43)."""
        past, room = state.phase != DISCARD, state.room(me)
        if past or (self.count or 0) > room:
            yield Fault("doubtful.draw", given={"past": past, "room": room})

    def meant(self, state: State, me: int, found: None) -> dict[str, Any]:
        return {"count": -1 if self.count is None else self.count}

    def do(self, table: Table, me: int, found: None) -> None:
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
    def ways(cls, state: State, me: int) -> tuple[Resources, ...]:
        """Return payments without anything too much."""
        fleet = state.fleets[me]
        return _purchases(state.deck, fleet.hand, fleet.free_zones, fleet.spaces == 1)

    def find(self, state: State, me: int) -> Purchase:
        """Return what is given up, and for what (B4, B5)."""
        cards = references.items(state, me, self.cards)
        shown = icons(state, cards)
        if not sets(shown):
            raise Illegal("resources", icons=" ".join(shown))
        ships = _bought(state, me, cards)
        space(state, me, self.zones, ships)
        return Purchase(cards, ships, tuple(map(references.zone, self.zones)))

    def doubts(self, state: State, me: int, found: Purchase) -> Iterable[Fault]:
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

    def meant(self, state: State, me: int, found: Purchase) -> dict[str, Any]:
        zones = tuple(map(str, self.zones))
        cards = cards_meant(state, me, found.cards)
        return {"count": found.ships, "zones": zones, **cards}

    def act(self, table: Table, me: int, found: Purchase) -> None:
        cards, ships, zones = found
        labels = table.state.labels(cards)
        table.tell_of(game.Exchanged, me, cards=labels, ships=ships)
        table.spend(me, cards)
        table.discard(cards)
        effects.draw_ships(table, ships, zones)


def _discards(numbers: tuple[int, ...]) -> tuple[Discard, ...]:
    """Return what can be thrown away of cards with these numbers."""
    sizes = range(1, len(numbers) + 1)
    choices = (some for size in sizes for some in combinations(numbers, size))
    some = [
        Discard(cards=tuple(Item("", n) for n in choice))
        for choice in islice(choices, MAX_CHOICES)
    ]
    return (*some, Discard()) if numbers else ()


def _purchases(
    deck: str, hand: tuple[int, ...], free: tuple[str, ...], last: bool
) -> tuple[Resources, ...]:
    """Return what cards of a hand can pay for; `last`: there is room for one ship."""
    actions, found = box(deck).actions, list[Resources]()
    mine = [(n, actions[c].icons) for n, c in enumerate(hand, 1) if c >= 0]
    for choice in payments(tuple([one for _, one in mine]))[:MAX_CHOICES]:
        numbers = tuple([mine[i][0] for i in choice])
        found.append(_resources_of(numbers, ""))
        if last or sets("".join([mine[i][1] for i in choice])) == 1:
            found += [_resources_of(numbers, zone) for zone in free]
    return tuple(found)


def _resources_of(numbers: tuple[int, ...], zone: str) -> Resources:
    cards = tuple(Item("", number) for number in numbers)
    return Resources(cards=cards, zones=(zone,) if zone else ())


def _reinforcements(number: int, free: tuple[str, ...]) -> tuple[Reinforce, ...]:
    return tuple(Reinforce(number=number, zone=zone) for zone in ("", *free))


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
    spelt: ClassVar[str] = "reinforcements <number> [to <zone>]"

    @classmethod
    def ways(
        cls, state: State, me: int, key: str, number: int
    ) -> tuple[Reinforce, ...]:
        return _reinforcements(number, state.fleets[me].free_zones)

    def find(self, state: State, me: int) -> Played:
        card = references.card(state, me, "reinforcements", self.number)
        space(state, me, (self.zone,) if self.zone else (), 1)
        zone = references.zone(self.zone) if self.zone else -1
        return Played(me, "reinforcements", (card,), zone=zone)

    def doubts(self, state: State, me: int, found: Played) -> Iterable[Fault]:
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
