"""Orders that are good at any time: standing orders, votes, Xxcha's power, leaving."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.protocol import Event, Fault
from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.limits import power
from pbem.rules.magblast.events import game
from pbem.rules.magblast.orders.parts import Rule
from pbem.rules.magblast.resolve.table import WorkingFleets
from pbem.rules.magblast.resolve.turn_change import end_turn
from pbem.rules.magblast.standing.answers import named
from pbem.rules.magblast.standing.tried import never, try_standing
from pbem.rules.magblast.state import SETUP, State
from pbem.rules.magblast.verbs.line import Line, Readers

MAX_STANDING_ORDERS = 20  #: of a seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Anytime(Line):
    """An order that is good at any time."""

    anytime: ClassVar[bool] = True
    waits: ClassVar[bool] = False  #: it may have a condition
    by_the_lost: ClassVar[bool] = False  #: also by those who are out

    def position(self, state: State, me: int) -> State:
        lost = state.fleets[me].out
        if self.when is not None and not self.waits:
            raise Illegal("aside-when")
        if lost is not None and not self.by_the_lost:
            raise Illegal("lost", turn=lost)
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(Anytime):
    """A standing order, for this place of the list or its end."""

    number: int = 0
    rule: Rule
    spelt: ClassVar[str] = "standing [<number>:] <rule>"

    def find(self, state: State, me: int) -> Rule:
        """Return the standing order with the names in it found."""
        rule, count = named(state, self.rule), len(state.fleets[me].standing)
        if self.number > count + 1:
            raise Illegal("standing-number", most=count + 1)
        if count >= MAX_STANDING_ORDERS:
            raise Illegal("standing-many", most=MAX_STANDING_ORDERS)
        return rule

    def warnings(self, state: State, me: int, found: Rule) -> Iterable[Fault]:
        """Return why a standing order is of no use."""
        if why := never(state, me, found):
            given = {"why": why, "rule": str(found), "verb": found.verb}
            given["flagship"] = state.flagship(me).name
            yield Fault("doubtful.never", given=given)
        elif found in state.fleets[me].standing:
            yield Fault("doubtful.standing-twice", given={"rule": str(found)})

    def preview(self, state: State, me: int, found: Rule) -> dict[str, Any]:
        return {"rule": str(self.rule)}

    def explain(self, state: State, me: int, found: Rule) -> tuple[Event, ...]:
        return *Line.explain(self, state, me, found), *try_standing(state, me, found)

    def do(self, table: WorkingFleets, me: int, found: Rule) -> None:
        rules = list(table.state.fleets[me].standing)
        number = self.number or len(rules) + 1
        rules.insert(number - 1, found)
        table.change_fleet(me, standing=tuple(rules))
        rule = str(found)
        table.tell(game.StandingLeft(**table.secret(me), number=number, rule=rule))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel(Anytime):
    """A standing order taken back, or all of them (0)."""

    number: int = 0
    spelt: ClassVar[str] = "cancel standing <which>"

    @property
    def which(self) -> object:
        """The standing order's number in notation."""
        return self.number or "all"

    def find(self, state: State, me: int) -> None:
        count = len(state.fleets[me].standing)
        if self.number > count:
            raise Illegal("cancel-number", most=count)

    def do(self, table: WorkingFleets, me: int, found: None) -> None:
        count = 1 if self.number else len(table.state.fleets[me].standing)
        for _ in range(count):
            table.take_back(me, self.number or 1, "cancelled")


@dataclass(frozen=True, slots=True, kw_only=True)
class Xxcha(Anytime):
    """Xxcha's power: three random cards of another player."""

    seat: str
    waits: ClassVar[bool] = True
    spelt: ClassVar[str] = "xxcha <seat>"

    def find(self, state: State, me: int) -> int:
        """Return the victim."""
        power(state, me, "xxcha")
        victim = references.seat(state, self.seat)
        references.rival(state, me, victim, self.seat)
        if state.phase == SETUP:  # (B23)
            raise Illegal("not-started")
        fleet = state.fleets[victim]
        if not fleet.cards:
            raise Illegal("empty-hand", self.seat, whose=fleet.seat)
        return victim

    def do(self, table: WorkingFleets, me: int, found: int) -> None:
        table.steal(me, found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote(Anytime):
    """A vote for the worst noises of the game (B1)."""

    seat: str
    by_the_lost: ClassVar[bool] = True
    spelt: ClassVar[str] = "vote <seat>"

    def find(self, state: State, me: int) -> str:
        """Return whose noises are meant."""
        found = references.seat(state, self.seat)
        if found == me:
            raise Illegal("vote-self", self.seat)
        return state.fleets[found].seat

    def do(self, table: WorkingFleets, me: int, found: str) -> None:
        table.change_fleet(me, vote=found)
        table.tell(game.Voted(**table.secret(me), whom=found))


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(Anytime):
    """The flagship given up (B39)."""

    spelt: ClassVar[str] = "resign"

    def do(self, table: WorkingFleets, me: int, found: None) -> None:
        """Take the fleet away, and the turn if it has it (B39)."""
        table.tell_of(game.Resigned, me)
        setup = table.state.phase == SETUP
        table.eliminate(me, resigned=True)
        if not table.state.over and not setup and me == table.state.active:
            end_turn(table)


READERS: Readers = {
    "cancel": lambda word: Cancel(number=int(word) if word.isdecimal() else 0)
}
