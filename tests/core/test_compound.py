"""Orders of many lines: each is told by itself, and what is said aside goes first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from pbem import referee
from pbem.chance import Chance
from pbem.kit.turns import Resign
from pbem.notation.parser import NotUnderstood
from pbem.protocol import (
    Anytime,
    Bound,
    Closes,
    Compound,
    CompoundRules,
    Event,
    Fault,
    Options,
    Order,
    Step,
    Window,
)
from pbem.record import trial
from pbem.record.explained import explain
from pbem.record.replay import Story
from pbem.record.turn_file import Entry, Piece, read
from pbem.referee import Table, Written

SEATS = ("Ann", "Bob")
Gone = frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class March(Order):
    """A unit goes so many steps."""

    unit: str
    steps: int

    def __str__(self) -> str:
        return f"{self.unit} {self.steps}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Marched(Event):
    """What comes of it."""

    unit: str


class Marching(CompoundRules[Options, Gone, Order, Order], Anytime[Gone, Order]):
    """Everybody marches until somebody has left."""

    def setup(
        self, seats: Sequence[str], options: Options, chance: Chance | None
    ) -> Step[Gone]:
        """Nobody has left."""
        return Step(frozenset())

    def unit(self, line: Order) -> str:
        """A unit has one march."""
        assert isinstance(line, March)
        return line.unit

    def legal_lines(self, state: Gone, seat: str) -> Iterator[Order]:
        """A march, or to leave."""
        yield March(unit="A", steps=1)
        yield Resign()

    def bind_line(self, state: Gone, seat: str, line: Order) -> Bound[Order]:
        """More than five steps are too far."""
        if isinstance(line, March) and line.steps > 5:
            return Bound.no(Fault("illegal.far"))
        return Bound(line)

    def explain_line(self, state: Gone, seat: str, line: Order) -> tuple[Event, ...]:
        """Who would march."""
        return (Marched(unit=str(line)),)

    def anytime(self, state: Gone, seat: str, order: Order) -> Step[Gone]:
        """Somebody leaves: it comes as `bind_line` bound it."""
        assert isinstance(order, Resign)
        return Step(state | {seat}, (Event(),))

    def resolve(self, state: Gone, orders: Mapping[str, Compound[Order]]) -> Step[Gone]:
        """Nothing comes of it."""
        return Step(state)

    def view(self, state: Gone, seat: str | None) -> Gone:
        """All is public."""
        return state

    def outcome(self, state: Gone) -> None:
        """It goes on."""

    def window(self, state: Gone) -> Window:
        """All, at all times."""
        return Window("march", SEATS, Closes.ALL)


class Read:
    """A notation: "A 3", or "resign"."""

    def parse(self, text: str) -> Order:
        """The order of a line."""
        if text == "resign":
            return Resign()
        unit, _, steps = text.partition(" ")
        if not steps:
            raise NotUnderstood(Fault("invalid.word"))
        return March(unit=unit, steps=int(steps))


@pytest.fixture
def story() -> Story:
    """Nobody has sent anything."""
    head = read("Game: arena\nSeats: Ann, Bob\n")
    spelling = SimpleNamespace(says_nothing=lambda text: False, only=lambda text: None)
    game: Any = SimpleNamespace(
        rules=Marching(), notation=Read(), name="marching", spelling=spelling
    )
    return Story(game, head, {}, Table(frozenset()))


def test_every_line_of_an_order_is_told(story: Story) -> None:
    orders = trial.parse(story, ["A 1", "Hello", "B 9", "C 2"])
    told = [one.event for one in explain(story, "Ann", orders)]
    assert told == [Marched(unit="A 1"), Marched(unit="C 2")]


def test_who_resigns_below_a_line_resigns_and_the_line_is_kept(story: Story) -> None:
    offer = story.order("Ann", [Piece("A 1", 1, 1), Piece("resign", 2, 1)])
    assert offer.faults == ()
    assert story.table.state == {"Ann"}
    assert [one.text for one in story.table.answers.values()] == ["A 1"]


def test_who_resigns_above_bad_lines_has_resigned(story: Story) -> None:
    offer = story.order("Ann", [Piece("A 6", 1, 1), Piece("resign", 2, 1)])
    assert [(one.line, one.fault.code) for one in offer.faults] == [(1, "illegal.far")]
    assert story.table.state == {"Ann"}
    assert story.table.answers == {}


def test_what_is_legal_binds_as_it_is_yielded() -> None:
    rules = Marching()
    legal = [*rules.legal(frozenset(), "Ann")]
    march = March(unit="A", steps=1)
    assert legal == [Compound(lines=(march,)), Resign()]
    bound = [rules.bind(frozenset(), "Ann", order).order for order in legal]
    assert bound == legal
    assert [rules.explain(frozenset(), "Ann", order) for order in legal] == [
        (Marched(unit="A 1"),),
        (Marched(unit="resign"),),
    ]


def test_a_later_line_for_a_unit_takes_the_place_of_the_first() -> None:
    sheet = [
        Written(March(unit=u, steps=n), f"{u} {n}") for u, n in (("A", 1), ("B", 2))
    ]
    rules = Marching()
    empty: Table[Gone] = Table(frozenset())
    table, _ = referee.offer(rules, empty, "Ann", sheet)
    more = [Written(March(unit="A", steps=4), "A 4")]
    table, refused = referee.offer(rules, table, "Ann", more)
    assert refused == ()
    assert table.answers["Ann"].order == Compound(
        lines=(March(unit="B", steps=2), March(unit="A", steps=4))
    )


def test_an_order_without_lines_is_one_and_keeps_those_that_were_sent() -> None:
    rules = Marching()
    table: Table[Gone] = Table(frozenset())
    nothing: Any = Compound()
    table, refused = referee.offer(rules, table, "Ann", [Written(nothing, "")])
    assert (refused, table.answers["Ann"].order) == ((), nothing)
    march = March(unit="A", steps=1)
    table, _ = referee.offer(rules, table, "Ann", [Written(march, "A 1")])
    table, _ = referee.offer(rules, table, "Ann", [Written(nothing, "")])
    assert table.answers["Ann"].order == Compound(lines=(march,))
    bad = Written(March(unit="A", steps=6), "A 6")
    same, refused = referee.offer(rules, table, "Ann", [bad])
    assert same == table
    assert [one.fault.code for one in refused] == ["illegal.far"]


class Counting(Marching):
    """Two marches in all are too many; a march of three steps is no good either."""

    def bind(
        self, state: Gone, seat: str, order: Compound[Order]
    ) -> Bound[Compound[Order]]:
        """What `bind_line` finds, and one fault of all lines together."""
        bound, faults = super().bind(state, seat, order)
        if bound is not None and len(getattr(bound, "lines", ())) > 1:
            return Bound(bound, (*faults, Fault("doubtful.many")))
        return Bound(bound, faults)

    def bind_line(self, state: Gone, seat: str, line: Order) -> Bound[Order]:
        """Four steps are strange."""
        if isinstance(line, March) and line.steps == 4:
            return Bound(line, (Fault("doubtful.far"),))
        return super().bind_line(state, seat, line)


def test_what_is_wrong_with_all_lines_together_is_said() -> None:
    table: Table[Gone] = Table(frozenset())
    sheet = [Written(March(unit=u, steps=4), f"{u} 4") for u in ("A", "B")]
    _, refused = referee.offer(Counting(), table, "Ann", sheet)
    codes = [one.fault.code for one in refused]
    assert codes == ["doubtful.far", "doubtful.far", "doubtful.many"]
    table, _ = referee.offer(Counting(), table, "Ann", sheet)
    more = [Written(March(unit="C", steps=1), "C 1")]
    _, refused = referee.offer(Counting(), table, "Ann", more)
    assert [one.fault.code for one in refused] == ["doubtful.many"]


def test_a_refused_line_beside_a_good_one_is_a_whole_line_that_is_left_out(
    story: Story,
) -> None:
    offer = story.offer(
        "Ann", [Piece("A 6", 1, 1), Piece("B", 2, 1), Piece("C 1", 3, 1)]
    )
    found = [(one.fault.code, one.fault.line) for one in offer.faults]
    assert sorted(found) == [("illegal.far", True), ("invalid.word", True)]
    assert not offer.refused


MARCHES = "Game: arena\nSeats: Ann, Bob\n\n== 0 ==\n"


def entries(text: str) -> list[tuple[str, bool]]:
    return [
        (one.seat.text, one.more)
        for one in read(MARCHES + text).items()
        if isinstance(one, Entry)
    ]


def test_an_entry_knows_whether_another_one_follows_below_its_heading() -> None:
    assert entries("Ann: A 1\nBob: A 1\nBob: B 1\n") == [
        ("Ann", True),
        ("Bob", True),
        ("Bob", False),
    ]
    assert entries("Ann: A 1\n-- deadline --\nBob: A 1\n== 2 ==\nAnn: B 1\n") == [
        ("Ann", True),
        ("Bob", False),
        ("Ann", False),
    ]


def test_all_entries_below_a_heading_are_for_its_window(story: Story) -> None:
    text = "Ann: A 1\nBob: A 1\nBob: B 1\n== 1 ==\nAnn: A 2\nBob: A 2\n"
    played = [one for item in read(MARCHES + text).items() for one in story.take(item)]
    orders = [{seat: str(one) for seat, one in p.orders.items()} for p in played]
    assert orders == [
        {"Ann": "A 1", "Bob": "A 1\nB 1"},
        {"Ann": "A 2", "Bob": "A 2"},
    ]


def test_without_a_heading_a_window_closes_with_its_last_answer(story: Story) -> None:
    text = "Game: arena\nSeats: Ann, Bob\n\nAnn: A 1\nBob: A 1\nBob: B 1\n"
    played = [one for item in read(text).items() for one in story.take(item)]
    assert [one.serial for one in played] == [0]
    assert {seat: str(one.order) for seat, one in story.table.answers.items()} == {
        "Bob": "B 1"
    }


def test_a_deadline_below_a_heading_closes_its_window_and_no_other(
    story: Story,
) -> None:
    text = "Ann: A 1\nBob: A 1\n-- deadline --\n== 1 ==\nAnn: A 2\n-- deadline --\n"
    for item in read(MARCHES + text).items():
        story.take(item)
    assert story.table.serial == 2
    assert story.last is not None
    assert story.last.missed == ("Bob",)
