"""What is sent at any time, and what becomes of the answers that lie there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from pbem import referee
from pbem.chance import Chance
from pbem.protocol import (
    Anytime,
    Bound,
    Closes,
    Event,
    Fault,
    Options,
    Order,
    Rules,
    Step,
    Window,
)
from pbem.record.replay import Story
from pbem.record.turn_file import Piece, read
from pbem.referee import Table, Written
from tests.core.test_referee import SEATS, Desk, _table


@pytest.fixture
def desk() -> Desk:
    """Ann's claim lies on the stack, and the others may react to it."""
    desk = Desk(_table())
    for seat, card in zip(SEATS, ("9", "1", "2"), strict=True):
        desk.send(seat, f"play {card}")
    return desk


def test_a_standing_answer_that_is_taken_back_is_asked_for_again(desk: Desk) -> None:
    desk.send("Bob", "always pass")
    assert desk.awaited() == ("Cid",)
    desk.send("Bob", "never pass")
    assert desk.awaited() == ("Bob", "Cid")
    desk.send("Cid", "pass")
    assert desk.awaited() == ("Bob",)
    desk.send("Bob", "block")
    assert desk.stack() == ["Ann", "Bob"]


def test_a_standing_answer_that_stands_is_given_again(desk: Desk) -> None:
    desk.send("Bob", "always pass")
    desk.send("Cid", "never pass")
    assert desk.awaited() == ("Cid",)
    desk.send("Cid", "pass")
    assert desk.table.state.points["Ann"] == 1


def test_an_answer_that_was_sent_outlasts_what_others_send_at_any_time(
    desk: Desk,
) -> None:
    desk.send("Bob", "block")
    assert desk.send("Cid", "always pass", "never pass") == []
    assert desk.faults == []
    assert desk.awaited() == ("Cid",)
    desk.send("Cid", "pass")
    assert desk.stack() == ["Ann", "Bob"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Order):
    """A number."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban(Order):
    """Nobody may say this number any more; with 0 another window opens."""

    anytime: ClassVar[bool] = True
    number: int


class Banning(
    Rules[Options, frozenset[int], Order, Order], Anytime[frozenset[int], Order]
):
    """Everybody says a number; what one does aside may make it a bad one."""

    def setup(
        self, seats: Sequence[str], options: Options, chance: Chance | None
    ) -> Step[frozenset[int]]:
        """Nothing is banned."""
        return Step(frozenset())

    def legal(self, state: frozenset[int], seat: str) -> Iterator[Order]:
        """Nobody asks."""
        return iter(())

    def resolve(
        self, state: frozenset[int], orders: Mapping[str, Order]
    ) -> Step[frozenset[int]]:
        """Nothing comes of it."""
        return Step(state)

    def view(self, state: frozenset[int], seat: str | None) -> frozenset[int]:
        """All is public."""
        return state

    def outcome(self, state: frozenset[int]) -> None:
        """It goes on."""

    def window(self, state: frozenset[int]) -> Window:
        """All who sit there, at all times."""
        return Window("second" if 0 in state else "first", SEATS, Closes.ALL)

    def bind(self, state: frozenset[int], seat: str, order: Order) -> Bound[Order]:
        """A banned number is bad, the one below it doubtful, that above in part."""
        if isinstance(order, Ban):
            return Bound(order)
        assert isinstance(order, Say)
        if order.number in state:
            return Bound.no(Fault("illegal.banned"))
        faults = []
        if order.number + 1 in state:
            faults.append(Fault("doubtful.near"))
        if order.number - 1 in state:
            faults.append(Fault("illegal.near", part=True))
        return Bound(order, tuple(faults))

    def anytime(self, state: frozenset[int], seat: str, order: Order) -> Step[Any]:
        """A number banned."""
        assert isinstance(order, Ban)
        return Step(state | {order.number}, (Event(),))


BANNING = Banning()


def _said(*numbers: int) -> Table[frozenset[int]]:
    table = Table(frozenset({99}))
    for seat, number in zip(SEATS, numbers, strict=False):
        sheet = [Written(Say(number=number), str(number), line=number)]
        table, refused = referee.offer(BANNING, table, seat, sheet)
        assert not [one for one in refused if one.fault.refuses]
    return table


def test_an_answer_that_cannot_stand_any_more_is_given_back() -> None:
    table = _said(7, 8, 6)
    ban = Written(Ban(number=7), "ban 7")
    after, refused = referee.offer(BANNING, table, "Cid", [ban])
    assert [(one.seat, one.written, one.fault.code) for one in refused] == [
        ("Ann", table.answers["Ann"], "illegal.banned")
    ]
    assert [one.text for one in after.answers.values()] == ["8", "6"]
    assert all(one.state == after.state for one in after.answers.values())
    assert referee.awaited(BANNING, after) == ("Ann",)
    assert len(after.news) == 1


def test_where_another_window_opens_no_answer_is_at_fault() -> None:
    ban = [Written(Ban(number=number), f"ban {number}") for number in (0, 7)]
    after, refused = referee.offer(BANNING, _said(7, 8), "Cid", ban)
    assert after.answers == {}
    assert refused == ()


def test_a_standing_answer_before_a_sent_one_goes_alone() -> None:
    left = Written(Say(number=5), "5", standing=True)
    sent = Written(Say(number=6), "6")
    answers = {"Ann": left, "Bob": sent}
    table = replace(_said(), answers=answers)
    after, refused = referee.offer(BANNING, table, "Cid", [Written(Ban(number=1), "x")])
    assert [*after.answers] == ["Bob"]
    assert after.answers["Bob"].text == "6"
    assert refused == ()


def test_what_is_wrong_in_part_is_told_and_taken() -> None:
    sheet = [Written(Say(number=98), "98")]
    table, refused = referee.offer(BANNING, _said(), "Ann", sheet)
    assert [one.fault.code for one in refused] == ["doubtful.near"]
    assert referee.awaited(BANNING, table) == ("Bob", "Cid")


@dataclass
class Read:
    """A notation: "7" says it, "ban 7" bans it."""

    def parse(self, text: str) -> Order:
        """The order of a text."""
        word, _, number = text.rpartition(" ")
        return Ban(number=int(number)) if word else Say(number=int(number))


def test_a_record_tells_a_seat_what_another_took_from_it() -> None:
    head = read("Game: arena\nSeats: Ann, Bob, Cid\n")
    spelling = SimpleNamespace(says_nothing=lambda text: False)
    game: Any = SimpleNamespace(
        rules=BANNING, notation=Read(), name="banning", spelling=spelling
    )
    story = Story(game, head, {}, Table(frozenset({99})))
    assert story.order("Ann", [Piece("7", 4, 6)]).faults == ()
    assert story.order("Bob", [Piece("ban 7", 5, 6)]).faults == ()
    (fault,) = story.faults
    assert (fault.seat, fault.fault.code) == ("Ann", "illegal.banned")
    assert (fault.line, fault.column, fault.source) == (4, 6, "7")
    (own,) = story.order("Bob", [Piece("7", 6, 6)]).faults
    assert (own.seat, own.line) == ("Bob", 6)
    assert story.faults == [fault, own]
    assert story.awaited() == SEATS
