"""A game from its beginning, or from a position written in a record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.chance import Chance
from pbem.protocol import Fault, Options, Seat, Step, Unplaceable, Unplayable
from pbem.rules.magblast.cards import Box, box
from pbem.rules.magblast.events import game as e
from pbem.rules.magblast.orders.readers import Fact
from pbem.rules.magblast.resolve.table import Desk
from pbem.rules.magblast.state import (
    BERTHS,
    DISCARD,
    PHASES,
    Cloud,
    Fleet,
    Ship,
    State,
)

HAND = 5
DEALT = 4


def empty(seats: Sequence[Seat], options: Options, chance: Chance | None) -> State:
    """A table with seats and nothing on it. Raises Unplayable."""
    deck = str(options.get("deck", "house"))
    cards = box(deck)
    enough(cards, len(seats))
    fleets = tuple(Fleet(seat, index) for index, seat in enumerate(seats))
    return State(
        deck,
        options.get("reactions", "windows") == "windows",
        int(options.get("rounds", 100)),
        fleets,
        chance or Chance(b""),
        draw=tuple(range(len(cards.actions))),
        yard=tuple(range(len(cards.ships))),
    )


def deal(seats: Sequence[Seat], options: Options, chance: Chance | None) -> Step[State]:
    """Flagships, ships and hands are dealt; then everybody places ships."""
    state = empty(seats, options, chance)
    flags = tuple(range(len(state.box.flagships)))
    shuffled, luck = state.chance.shuffled(flags, "flagships")
    yard, luck = luck.shuffled(state.yard, "shipyard")
    draw, luck = luck.shuffled(state.draw, "actions")
    desk = Desk(replace(state, chance=luck, yard=yard, draw=draw))
    for index, seat in enumerate(seats):
        card = state.box.flagships[shuffled[index]]
        desk.fleet(index, flagship=shuffled[index])
        desk.tell(e.Commanded(seat=seat, flagship=card.name))
    for index, seat in enumerate(seats):
        yard = desk.state.yard
        dealt = tuple(reversed(yard[-DEALT:]))
        desk.fleet(index, dealt=dealt)
        desk.change(yard=yard[:-DEALT])
        names = tuple(
            f"{state.box.ships[card].type} {state.box.ships[card].hull}"
            for card in dealt
        )
        desk.tell(e.ShipsDealt(seat=seat, ships=names, to=frozenset({seat})))
        desk.draw(index, HAND)
    return desk.step()


def _letters(name: str) -> str:
    """What tells flagships apart in any spelling."""
    return re.sub(r"[^a-z0-9]", "", name.lower())[:5]


def enough(cards: Box, seats: int) -> None:
    """Whether a deck can be dealt to so many. Raises Unplayable."""
    for file, found, each in (
        ("flagships.toml", cards.flagships, 1),
        ("ships.toml", cards.ships, DEALT),
        ("actions.toml", cards.actions, HAND),
    ):
        if len(found) < seats * each:
            given = {"file": file, "card": "", "key": "total", "found": len(found)}
            given |= {"seats": seats, "least": seats * each}
            raise Unplayable(Fault("deck.few", given=given))


class Stock:
    """The cards not yet used by a position."""

    def __init__(self, cards: Box, line: int) -> None:
        self.box = cards
        self.actions = list(range(len(cards.actions)))
        self.ships = list(range(len(cards.ships)))
        self.line = line

    def action(self, key: str, icons: str | None = None) -> int:
        """A card of this name; with these icons, or the fewest there are."""
        found = [c for c in self.actions if self.box.actions[c].key == key]
        found.sort(key=lambda c: len(self.box.actions[c].icons))
        if icons:
            exact = [c for c in found if self.box.actions[c].icons == icons]
            found = exact
        if not found:
            name = f"{self.box.titles.get(key, key)} {icons or ''}".strip()
            given = {"card": name}
            raise Unplaceable(self.line, Fault("position.card", given=given))
        self.actions.remove(found[0])
        return found[0]

    def ship(self, name: str, hull: int) -> int:
        """A ship of this type, with this hull or else the commonest."""
        printed = self.box.ships
        same = [c for c in self.ships if printed[c].type.lower() == name.lower()]
        hulls = [printed[c].hull for c in same]
        want = hull or max(hulls, key=hulls.count, default=0)
        for card in same:
            if printed[card].hull == want:
                self.ships.remove(card)
                return card
        given = {"ship": f"{name} {hull or ''}".strip()}
        raise Unplaceable(self.line, Fault("position.ship", given=given))


def place(
    seats: Sequence[Seat], options: Options, chance: Chance | None, lines: Sequence[Any]
) -> Step[State]:
    """The game from a position. Raises Unplaceable.

    What a position does not say is empty: fleets have the ships and hands
    that are written; the decks hold the rest, in the order of the data files.
    """
    return Step(_Placing(empty(seats, options, chance), lines).state)


class _Placing:
    """A position that is being laid out, line by line."""

    def __init__(self, state: State, lines: Sequence[Fact]) -> None:
        self.state = state
        self.stock = Stock(state.box, 0)
        self.flagged: set[int] = set()
        self.top: list[int] = []
        self.only = False
        self.yard: list[int] = []
        self.phase = DISCARD
        self.state = replace(self.state, turn=1, phase=DISCARD)
        for index in range(len(state.fleets)):
            self._fleet(index, turns=1, flagship=-1)
        for index, fact in enumerate(lines):
            self.stock.line = index
            getattr(self, f"_{fact.kind}")(fact)
        self._flags()
        self._finish()

    def _fleet(self, index: int, **fields: Any) -> None:
        fleet = replace(self.state.fleets[index], **fields)
        self.state = self.state.with_fleet(index, fleet)

    def _seat(self, name: str) -> int:
        for index, fleet in enumerate(self.state.fleets):
            if fleet.seat.casefold() == name.strip().casefold():
                return index
        known = tuple(fleet.seat for fleet in self.state.fleets)
        fault = Fault("position.seat", given={"found": name, "known": known})
        raise Unplaceable(self.stock.line, fault)

    def _harm(self, keys: tuple[str, ...] | None) -> tuple[int, ...]:
        return tuple(self.stock.action(key) for key in keys or ())

    def _flagship(self, fact: Fact) -> None:
        index = self._seat(fact.owner)
        word, harm, uses = fact.given
        powers = [_letters(card.power) for card in self.state.box.flagships]
        if _letters(word) not in powers:
            fault = Fault("position.flagship", given={"found": str(word)})
            raise Unplaceable(self.stock.line, fault)
        place = powers.index(_letters(word))
        self._fleet(index, flagship=place, uses=int(uses or 0), damage=self._harm(harm))

    def _ship(self, fact: Fact) -> None:
        index = self._seat(fact.owner)
        word, (name, hull), harm, fitted, done = fact.given
        berth = f"{word[0].upper()}{word[-1]}"
        fleet = self.state.fleets[index]
        if berth not in BERTHS or fleet.ships[BERTHS.index(berth)] is not None:
            fault = Fault("position.berth", given={"found": str(word)})
            raise Unplaceable(self.stock.line, fault)
        ship = Ship(
            self.stock.ship(name, hull),
            damage=self._harm(harm),
            upgrades=self._harm(fitted),
            fired=int((done or "").lower() == "fired"),
            boarded=(done or "").lower() == "boarded",
        )
        ships = list(fleet.ships)
        ships[BERTHS.index(berth)] = ship
        self._fleet(index, ships=tuple(ships))

    def _hand(self, fact: Fact) -> None:
        index = self._seat(fact.owner)
        cards = tuple(self.stock.action(key, icons) for key, icons in fact.given)
        self._fleet(index, hand=(*self.state.fleets[index].hand, *cards))

    def _field(self, fact: Fact) -> None:
        on = self._seat(fact.owner)
        word, name = fact.given
        key = "minefield" if word.lower().startswith("mine") else "asteroids"
        cloud = Cloud(self.stock.action(key), self._seat(name), on)
        self.state = replace(self.state, clouds=(*self.state.clouds, cloud))

    def _out(self, fact: Fact) -> None:
        self._fleet(self._seat(fact.owner), out=0)

    def _deck(self, fact: Fact) -> None:
        self.top += [self.stock.action(key, icons) for key, icons in fact.given]

    def _only(self, fact: Fact) -> None:
        self._deck(fact)
        self.only = True

    def _yard(self, fact: Fact) -> None:
        self.yard += [self.stock.ship(name, hull) for name, hull in fact.given]

    def _turn(self, fact: Fact) -> None:
        name, phase, number = fact.given
        active = self._seat(name)
        at = PHASES.index(phase.lower()) if phase else DISCARD
        turn = int(number or 1)
        self.state = replace(
            self.state, active=active, first=active, phase=at, turn=turn
        )
        self._fleet(active, turns=2 if at == DISCARD else 1)

    def _flags(self) -> None:
        """Flagships for those who were given none: powers that act when asked."""
        used = {fleet.flagship for fleet in self.state.fleets}
        names = ("sol", "naalu", "mentak", "xxcha")
        cards = self.state.box.flagships
        free = [i for i in range(len(cards)) if i not in used]
        free.sort(key=lambda i: cards[i].power not in names)
        for index, fleet in enumerate(self.state.fleets):
            if fleet.flagship < 0:
                self._fleet(index, flagship=free.pop(0))

    def _finish(self) -> None:
        rest = tuple(self.stock.actions)
        top = tuple(reversed(self.top))
        self.state = replace(
            self.state,
            draw=top if self.only else (*reversed(rest), *top),
            discards=rest if self.only else (),
            yard=(*reversed(self.stock.ships), *reversed(self.yard)),
        )
        living = self.state.living()
        if len(living) <= 1:
            self.state = replace(self.state, over="last-flagship")
        elif self.state.active not in living:
            self.state = replace(self.state, active=living[0], first=living[0])
        if self.state.phase == DISCARD:
            active = self.state.fleets[self.state.active]
            if active.turns < 2:
                self._fleet(self.state.active, turns=2)
