"""Random games of any kind, played and written down."""

from __future__ import annotations

import random
import string
from collections.abc import Hashable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from typing import Any

from pbem import referee
from pbem.chance import Chance, mixed
from pbem.notation.parser import NotUnderstood
from pbem.plugins.games import Game, Option
from pbem.protocol import (
    AnyRules,
    Closes,
    Compound,
    CompoundRules,
    Event,
    Fault,
    Order,
    Seat,
    Unplayable,
    failures,
)
from pbem.referee import Played, Settled, Table, Written
from pbem.system import supervised

SEATS = ("Ann", "Bob", "Cid Ø.", "Dot", "Eve", "Fay")
#: Of the lines that are sent: a game in ten, or fewer, ends so.
RESIGNS = 0.001
FORGETS = 0.2  #: of the letters, which leave units without a line
MANY = 120  #: legal orders that are checked, where there are more
SEED = bytes(range(32))


def legal(game: Game, state: Any, seat: Seat, rng: random.Random) -> list[Order]:
    """Some of the orders that a game calls legal, in random order."""
    found = list(islice(game.rules.legal(state, seat), MANY * 4))
    rng.shuffle(found)
    return found[:MANY]


def values(option: Option) -> list[Any]:
    """Values of an option that are worth playing with."""
    if option.kind == "choice":
        return list(option.values)
    if option.kind == "yesno":
        return [True, False]
    if option.kind == "number":
        near = {option.default, option.default + option.step, option.least}
        return sorted(value for value in near if option.least <= value <= option.most)
    return [option.default]


@dataclass
class Match:
    """A random game, played live, and the record that it leaves."""

    game: Game
    rng: random.Random
    seats: tuple[Seat, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    source: Chance | None = None  #: what chance is drawn from; None: the seed
    seed: bytes = SEED
    table: Table[Any] = field(init=False)
    opening: tuple[Event, ...] = ()
    played: list[Played] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        least, most = self.game.facts["seats"]
        given = self.seats
        while True:
            count = self.rng.randint(least, max(least, min(most, len(SEATS))))
            self.seats = given or SEATS[:count]
            self.options = {
                name: self.rng.choice([option.default, *values(option)])
                for name, option in self.game.options.items()
            }
            try:
                table = self._begin()
            except Unplayable:
                continue
            self.opening = table.news
            self.table = replace(table, news=())
            self._settled(referee.settle(self.game.rules, self.table))
            return

    def _begin(self) -> Table[Any]:
        chance = None
        if self.game.needs_chance(self.options):
            chance = self.source or Chance(mixed(self.seed, {}))
        return referee.begin(self.game.rules, self.seats, self.options, chance)

    @property
    def state(self) -> Any:
        """The state of now."""
        return self.table.state

    def _settled(self, settled: Settled[Any]) -> None:
        self.table = settled.table
        self.played.extend(settled.played)

    def header(self) -> str:
        """The first lines of the record."""
        options = ", ".join(
            f"{name}={self.game.options[name].spell(value)}"
            for name, value in self.options.items()
        )
        lines = [f"Game: {self.game.name}", f"Seats: {', '.join(self.seats)}"]
        if options:
            lines.append(f"Options: {options}")
        if self.game.needs_chance(self.options):
            lines.append(f"Seed: {self.seed.hex()}")
        return "\n".join(lines)

    def record(self) -> str:
        """The record of the game so far."""
        return "\n".join((self.header(), "", *self.lines, ""))

    def send(self, seat: Seat, text: str) -> tuple[referee.Refused, ...]:
        """Lines of a seat, offered together and written down."""
        self.lines.append(f"{seat}: " + text.replace("\n", "\n  "))
        sheet = []
        for line in text.split("\n"):
            try:
                sheet.append(Written(self.game.notation.parse(line), line))
            except NotUnderstood as unread:
                raise_errors([unread.fault])
        if not sheet:
            return ()
        self.table, refused = referee.offer(self.game.rules, self.table, seat, sheet)
        raise_errors([one.fault for one in refused])
        self._settled(referee.settle(self.game.rules, self.table))
        return refused

    def close(self) -> bool:
        """The deadline; says whether it closed anything."""
        before = self.table.serial
        settled = referee.settle(self.game.rules, self.table, due=True)
        if settled.table.serial == before:
            return False
        self.lines.append("-- deadline --")
        self._settled(settled)
        return True

    def play(self, windows: int) -> None:
        """Goes on for some windows, mostly legally, or to the end."""
        goal = self.table.serial + windows
        for _ in range(windows * 12):
            supervised.again()
            window = self.game.rules.window(self.state)
            if window is None or self.table.serial >= goal:
                return
            if self.rng.random() < 0.06 and self.close():
                continue
            self._speak(window.seats)

    def _speak(self, seats: Sequence[Seat]) -> None:
        rng = self.rng
        waiting = referee.awaited(self.game.rules, self.table) or seats
        seat = rng.choice(waiting)
        dice = rng.random()
        if dice < 0.03:
            self.send(rng.choice(self.seats), noise(rng))
        elif dice < 0.06:
            self.send(rng.choice(self.seats), self.legal_text(seat) or "?")
        elif dice < 0.06 + RESIGNS:
            self.send(rng.choice(self.seats), "resign")
        else:
            speaker = rng.choice(self.seats) if dice < 0.1 else ""
            text = self.anytime_text(speaker) if speaker else ""
            if text:
                self.send(speaker, text)
            elif text := self.letter_text(seat):
                self.send(seat, text)
            else:
                self.close()

    def legal_text(self, seat: Seat) -> str:
        """One of the orders that answer the open window, as it is written."""
        orders = legal(self.game, self.state, seat, self.rng)
        return next((str(order) for order in orders if not order.anytime), "")

    def letter_text(self, seat: Seat) -> str:
        """What a seat sends to the open window: an order, or a line for each unit."""
        rules = self.game.rules
        if not isinstance(rules, CompoundRules):
            return self.legal_text(seat)
        lines: dict[Hashable, str] = {}
        for order in legal(self.game, self.state, seat, self.rng):
            if not order.anytime:
                lines.setdefault(unit_of(rules, order), str(order))
        some = [*lines.values()]
        if some and self.rng.random() < FORGETS:
            some = some[: self.rng.randint(1, len(some))]
        return "\n".join(some)

    def anytime_text(self, seat: Seat) -> str:
        """One of the orders that are good at any time, where `legal` lists such."""
        orders = legal(self.game, self.state, seat, self.rng)
        return next((str(order) for order in orders if order.anytime), "")

    def answers(self, seats: Sequence[Seat]) -> dict[Seat, Order]:
        """A legal answer of each seat, or its default; none where it has none."""
        found: dict[Seat, Order] = {}
        for seat in seats:
            orders = legal(self.game, self.state, seat, self.rng)
            order = next((order for order in orders if not order.anytime), None)
            order = order or self.game.rules.default(self.state, seat)
            if order is not None:
                found[seat] = order
        window = self.game.rules.window(self.state)
        if window is not None and window.closes is Closes.FIRST:
            return dict(islice(found.items(), 1))
        return found


def raise_errors(faults: Sequence[Fault]) -> None:
    """Raise what a game raised at an order: it should have refused it."""
    for error in failures.errors(faults):
        raise error


def unit_of(rules: CompoundRules[Any, Any, Any, Any], order: Order) -> Hashable:
    """What an order of one line is for."""
    return rules.unit(order.lines[0] if isinstance(order, Compound) else order)


def bound(rules: AnyRules, state: Any, orders: Mapping[Seat, Order]) -> dict[Seat, Any]:
    """Orders as `resolve` gets them."""
    return {seat: rules.bind(state, seat, one).order for seat, one in orders.items()}


def noise(rng: random.Random) -> str:
    """A line that nobody should have to read."""
    alphabet = rng.choice(
        (
            string.ascii_letters + string.digits + " ,.-:@/",
            string.printable,
            "ÄÖß é漢字кирилл\u202e\u0000\u0007\ufeff😀\t ",
            "0123456789-, ",
        )
    )
    length = rng.choice((1, 3, 8, 20, 80, 400))
    text = "".join(rng.choice(alphabet) for _ in range(rng.randint(1, length)))
    return " ".join(text.split()) or "?"


def spoiled(text: str, rng: random.Random) -> str:
    """A line with something wrong in it, mostly."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(text))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + noise(rng)[:4] + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + rng.randint(1, 4) :]
        elif kind == 2:
            text = f"{text} {text[at:]}"
        elif kind == 3:
            text = text.swapcase()
        else:
            words = text.split(" ")
            rng.shuffle(words)
            text = " ".join(words)
    return text


# An author waits for a random game once, not in each test that looks at it.
@lru_cache(maxsize=64)
def match_of(game: Game, seed: int, windows: int) -> Match:
    """A random game that is played once, for tests that only look at it."""
    match = Match(game, random.Random(seed))
    match.play(windows)
    return match


def matches(game: Game, count: int = 20, most: int = 16) -> Iterator[Match]:
    """Yield random games of any length up to `most` windows, each with dice of its own.

    What is done to one does not change it for others.
    """
    for seed in range(count):
        supervised.again()
        played = match_of(game, seed, random.Random(seed).randint(0, most))
        twin = copy(played)
        twin.rng = random.Random(seed)
        twin.played, twin.lines = [*played.played], [*played.lines]
        yield twin
