"""A game from its beginning, or from a position written in a record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.chance import Chance
from pbem.kit.positions import Layout, Lines
from pbem.protocol import Fault, Seat, Step, Token, Unplayable
from pbem.rules.magblast.cards import Box
from pbem.rules.magblast.decks import box
from pbem.rules.magblast.events import game
from pbem.rules.magblast.fleet import BERTHS, Fleet, Ship
from pbem.rules.magblast.resolve.table import WorkingFleets
from pbem.rules.magblast.state import (
    DEALT_SHIPS,
    DISCARD,
    HAND_CARDS,
    PHASES,
    Cloud,
    MagBlastOptions,
    State,
    Target,
)


def deal(
    seats: Sequence[Seat], options: MagBlastOptions, chance: Chance | None
) -> Step[State]:
    """Deal flagships, ships and hands; everybody places ships then (B19).

    Raises Unplayable for a deck that is wrong or too small (B41).
    """
    state = _empty(seats, options, chance)
    flags = tuple(range(len(state.box.flagships)))
    shuffled, luck = state.chance.shuffled(flags, "flagships")
    yard, luck = luck.shuffled(state.yard, "shipyard")
    draw, luck = luck.shuffled(state.draw, "actions")
    table = WorkingFleets(replace(state, chance=luck, yard=yard, draw=draw))
    for index, seat in enumerate(seats):
        table.change_fleet(index, flagship=shuffled[index])
        name = table.state.flagship(index).name
        table.tell(game.Commanded(seat=seat, flagship=name))
    for index, seat in enumerate(seats):
        yard = table.state.yard
        dealt = yard[: -DEALT_SHIPS - 1 : -1]
        table.change_fleet(index, dealt=dealt)
        table.change(yard=yard[:-DEALT_SHIPS])
        names = state.ship_names(dealt)
        table.tell(game.ShipsDealt(seat=seat, ships=names, known_to=frozenset({seat})))
        table.draw(index, HAND_CARDS)
    return table.step()


def place(
    seats: Sequence[Seat], options: MagBlastOptions, chance: Chance | None, lines: Lines
) -> Step[State]:
    """Begin from a position; raise Unplayable or Unplaceable.

    What a position does not say is empty: fleets have the ships and hands
    that are written; the decks hold the rest, in the order of the data files.
    """
    return Position(_empty(seats, options, chance), lines).step()


def _empty(
    seats: Sequence[Seat], options: MagBlastOptions, chance: Chance | None
) -> State:
    """Return a table with seats and nothing on it."""
    cards = box(options.deck)
    enough(cards, len(seats))
    fleets = tuple(Fleet(seat, index) for index, seat in enumerate(seats))
    return State(
        options.deck,
        options.reactions == "windows",
        options.rounds,
        fleets,
        chance or Chance(b""),
        draw=tuple(range(len(cards.actions))),
        yard=tuple(range(len(cards.ships))),
    )


def enough(cards: Box, seats: int) -> None:
    """Raise Unplayable for a deck that cannot be dealt to so many."""
    for file, found, each in (
        ("flagships.toml", cards.flagships, 1),
        ("ships.toml", cards.ships, DEALT_SHIPS),
        ("actions.toml", cards.actions, HAND_CARDS),
    ):
        if len(found) < seats * each:
            given = {"file": file, "card": "", "key": "total", "found": len(found)}
            given |= {"seats": seats, "least": seats * each}
            raise Unplayable(Fault("deck.few", given=given))


def _letters(name: str) -> str:
    """Return what tells flagships apart in any spelling."""
    return re.sub(r"[^a-z0-9]", "", name.lower())[:5]


class Position(Layout, WorkingFleets):
    """A position that is being laid out, line by line."""

    def __init__(self, state: State, lines: Lines) -> None:
        WorkingFleets.__init__(self, state)
        Layout.__init__(self, (fleet.seat for fleet in state.fleets))
        self._actions = list(range(len(state.box.actions)))  #: not used yet
        self._ships = list(range(len(state.box.ships)))  #: not used yet
        self._top: list[int] = []
        self._only = False
        self._yard: list[int] = []
        self.change(turn=1, phase=DISCARD)
        for index in range(len(state.fleets)):
            self.change_fleet(index, turns=1, flagship=-1)
        self.apply(lines)
        self._flags()
        self._finish()

    def _take_action(self, key: str, icons: str | None = None) -> int:
        """Take a card of this name; with these icons, or the fewest there are."""
        cards = self.state.box.actions
        found = [c for c in self._actions if cards[c].key == key]
        found.sort(key=lambda c: len(cards[c].icons))
        if icons:
            found = [c for c in found if cards[c].icons == icons]
        if not found:
            name = f"{self.state.box.titles.get(key, key)} {icons or ''}".strip()
            self.refuse("position.card", card=name)
        self._actions.remove(found[0])
        return found[0]

    def _take_ship(self, name: str, hull: int) -> int:
        """Take a ship of this type, with this hull or else the commonest."""
        cards = self.state.box.ships
        same = [c for c in self._ships if cards[c].type.lower() == name.lower()]
        hulls = [cards[c].hull for c in same]
        want = hull or max(hulls, key=hulls.count, default=0)
        for card in same:
            if cards[card].hull == want:
                self._ships.remove(card)
                return card
        self.refuse("position.ship", ship=f"{name} {hull or ''}".strip())

    def _whose(self, name: str) -> int:
        return self.state.seat(self.named(name, "position.seat"))

    def _cards(self, keys: tuple[str, ...] | None) -> tuple[int, ...]:
        return tuple(self._take_action(key) for key in keys or ())

    def has_flagship(
        self, owner: Token, word: Token, harm: tuple[str, ...] | None, uses: Token
    ) -> None:
        """Give a fleet its flagship."""
        index, flags = self._whose(owner[:-1]), self.state.box.flagships
        powers = [_letters(card.power) for card in flags]
        if _letters(word) not in powers:
            self.refuse("position.flagship", found=str(word))
        place = powers.index(_letters(word))
        self.change_fleet(
            index, flagship=place, uses=int(uses or 0), damage=self._cards(harm)
        )

    def has_ship(
        self,
        owner: Token,
        word: Token,
        hull: tuple[str, int],
        harm: tuple[str, ...] | None,
        fitted: tuple[str, ...] | None,
        done: Token | None,
    ) -> None:
        """Put a ship in a berth, with what lies beneath it."""
        index, berth = self._whose(owner[:-1]), f"{word[0].upper()}{word[-1]}"
        ships = self.state.fleets[index].ships
        if berth not in BERTHS or ships[BERTHS.index(berth)] is not None:
            self.refuse("position.berth", found=str(word))
        ship = Ship(
            self._take_ship(*hull),
            damage=self._cards(harm),
            upgrades=self._cards(fitted),
            fired=int((done or "").lower() == "fired"),
            boarded=(done or "").lower() == "boarded",
        )
        self.berth(Target(index, BERTHS.index(berth)), ship)

    def has_hand(self, owner: Token, *held: tuple[str, str]) -> None:
        """Give a fleet cards."""
        index = self._whose(owner[:-1])
        cards = tuple(self._take_action(key, icons) for key, icons in held)
        self.change_fleet(index, hand=(*self.state.fleets[index].hand, *cards))

    def has_field(self, owner: Token, word: Token, name: Token) -> None:
        """Lay a Minefield or Asteroids on a fleet."""
        on = self._whose(owner[:-1])
        key = "minefield" if word.lower().startswith("mine") else "asteroids"
        cloud = Cloud(self._take_action(key), self._whose(name), on)
        self.change(clouds=(*self.state.clouds, cloud))

    def has_left(self, owner: Token) -> None:
        """Take a fleet out of the game."""
        self.change_fleet(self._whose(owner[:-1]), out=0)

    def set_deck(self, _: Token, *held: tuple[str, str]) -> None:
        """Set the cards on top of the deck."""
        self._top += [self._take_action(key, icons) for key, icons in held]

    def set_only(self, _: Token, *held: tuple[str, str]) -> None:
        """Set all cards of the deck."""
        self.set_deck(_, *held)
        self._only = True

    def set_yard(self, _: Token, *hulls: tuple[str, int]) -> None:
        """Set the ships on top of the shipyard."""
        self._yard += [self._take_ship(name, hull) for name, hull in hulls]

    def set_turn(
        self, _: Token, name: Token, phase: Token | None, number: Token | None
    ) -> None:
        """Set whose turn it is, its phase and its number."""
        active, turn = self._whose(name), int(number or 1)
        at = PHASES.index(phase.lower()) if phase else DISCARD
        self.change(active=active, first=active, phase=at, turn=turn)
        self.change_fleet(active, turns=2 if at == DISCARD else 1)

    def _flags(self) -> None:
        """Give flagships to those who have none: powers that act when asked."""
        used = {fleet.flagship for fleet in self.state.fleets}
        names = ("sol", "naalu", "mentak", "xxcha")
        cards = self.state.box.flagships
        free = [i for i in range(len(cards)) if i not in used]
        free.sort(key=lambda i: cards[i].power not in names)
        for index, fleet in enumerate(self.state.fleets):
            if fleet.flagship < 0:
                self.change_fleet(index, flagship=free.pop(0))

    def _finish(self) -> None:
        rest = tuple(self._actions)
        top = tuple(reversed(self._top))
        self.change(draw=top if self._only else (*reversed(rest), *top))
        self.change(discards=rest if self._only else ())
        self.change(yard=(*reversed(self._ships), *reversed(self._yard)))
        living = self.state.living()
        if len(living) <= 1:
            self.change(over="last-flagship")
        elif self.state.active not in living:
            self.change(active=living[0], first=living[0])
        active = self.state.active
        if self.state.phase == DISCARD and self.state.fleets[active].turns < 2:
            self.change_fleet(active, turns=2)
