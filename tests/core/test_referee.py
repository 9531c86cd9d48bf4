"""One loop for every kind of turn, shown on the toy game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem import referee
from pbem.chance import Chance
from pbem.plugins.games import find
from pbem.protocol import visible_to
from pbem.referee import Refused, Settled, Table, Written
from tests.toy.game import TOY
from tests.toy.handful.events import Drew, Left, Scored
from tests.toy.handful.state import State

RULES = TOY.rules
SEATS = ("Ann", "Bob", "Cid")
HANDS = {
    "Ann": ("7", "9", "shield"),
    "Bob": ("1", "8", "shield"),
    "Cid": ("2", "3", "4"),
}


def _table(rounds: int = 3, **hands: tuple[str, ...]) -> Table[State]:
    fresh = referee.begin(RULES, SEATS, {"rounds": rounds}, Chance(b"key"))
    state = replace(fresh.state, hands={**HANDS, **hands})
    return Table(state)


def _sheet(*lines: str) -> list[Written]:
    return [
        Written(TOY.notation.parse(line), line, n) for n, line in enumerate(lines, 1)
    ]


class Desk:
    """A table with everything that came of what was laid on it."""

    def __init__(self, table: Table[State]) -> None:
        self.table = table
        self.played: list[referee.Played] = []
        self.faults: list[Refused] = []

    def send(self, seat: str, *lines: str) -> list[str]:
        self.table, refused = referee.offer(RULES, self.table, seat, _sheet(*lines))
        self._take(referee.settle(RULES, self.table))
        return [one.fault.code for one in refused]

    def due(self) -> None:
        self._take(referee.settle(RULES, self.table, due=True))

    def _take(self, settled: Settled[Any]) -> None:
        self.table = settled.table
        self.played += settled.played
        self.faults += settled.refused

    def stack(self) -> list[str]:
        return list(self.table.state.stack)

    def awaited(self) -> tuple[str, ...]:
        return referee.awaited(RULES, self.table)


@pytest.fixture
def desk() -> Desk:
    return Desk(_table())


def test_a_sealed_turn_waits_for_all(desk: Desk) -> None:
    desk.send("Ann", "play 9")
    desk.send("Cid", "play 2")
    assert desk.table.serial == 0
    assert desk.awaited() == ("Bob",)
    desk.send("Bob", "play 1")
    assert desk.table.serial == 1
    assert desk.stack() == ["Ann"]
    assert desk.played[0].missed == ()


def test_a_second_answer_replaces_the_first(desk: Desk) -> None:
    desk.send("Ann", "play 9")
    desk.send("Ann", "play 7")
    desk.send("Bob", "play 8")
    desk.send("Cid", "play 2")
    assert desk.stack() == ["Bob"]


def test_a_faulty_answer_leaves_the_first_standing(desk: Desk) -> None:
    desk.send("Ann", "play 9")
    assert desk.send("Ann", "play 5") == ["illegal.no-such-card"]
    assert str(desk.table.answers["Ann"].order) == "play 9"


def test_two_may_react_and_a_stack_grows_and_falls(desk: Desk) -> None:
    for seat, card in zip(SEATS, ("9", "1", "2"), strict=True):
        desk.send(seat, f"play {card}")
    assert desk.awaited() == ("Bob", "Cid")
    desk.send("Cid", "pass")
    desk.send("Bob", "block")
    assert desk.stack() == ["Ann", "Bob"]
    assert desk.awaited() == ("Ann", "Cid")
    desk.send("Ann", "block")
    desk.send("Cid", "pass")
    assert desk.stack() == ["Ann", "Bob", "Ann"]
    desk.send("Bob", "pass")
    desk.send("Cid", "pass")
    assert desk.stack() == ["Ann"]
    desk.send("Bob", "pass")
    desk.send("Cid", "pass")
    assert desk.table.state.points["Ann"] == 1
    assert [one.window.name for one in desk.played] == ["play", *["reaction"] * 4]
    assert desk.table.serial == 5


def test_the_speed_of_a_mail_decides_nothing() -> None:
    """Two shields: the first in seat order is laid, whoever was first in time."""
    for order in (("Bob", "Cid"), ("Cid", "Bob")):
        desk = Desk(_table(Cid=("2", "3", "shield")))
        for seat, card in zip(SEATS, ("9", "1", "2"), strict=True):
            desk.send(seat, f"play {card}")
        for seat in order:
            desk.send(seat, "block")
        assert desk.stack() == ["Ann", "Bob"]
        assert "shield" in desk.table.state.hands["Cid"]


def test_a_sheet_answers_window_after_window(desk: Desk) -> None:
    desk.send("Ann", "play 9", "block", "play 7")
    desk.send("Bob", "play 1", "block", "pass", "play 8")
    assert desk.send("Cid", "play 2", "pass", "pass", "pass", "pass") == []
    # The claim, Bob's shield, Ann's on it; Bob's comes to nothing, and his card
    # is for the next round, so he is asked about the claim again.
    assert desk.table.serial == 4
    assert desk.stack() == ["Ann"]
    assert desk.awaited() == ("Bob",)
    assert [str(line.order) for line in desk.table.held["Bob"]] == ["play 8"]


def test_a_line_for_a_window_that_does_not_come_is_left_out(desk: Desk) -> None:
    """Nobody reacts to one's own claim: "pass" is skipped, the card is kept."""
    desk.send("Ann", "play 9", "pass", "play 7")
    desk.send("Bob", "play 1", "pass", "play 8")
    desk.send("Cid", "play 2", "pass", "play 4")
    assert desk.table.state.points["Ann"] == 1
    assert desk.table.serial == 3
    assert desk.stack() == ["Bob"]
    assert desk.table.held == {}


def test_a_faulty_line_drops_the_rest_of_its_sheet(desk: Desk) -> None:
    desk.send("Ann", "play 9")
    desk.send("Bob", "play 1", "pass", "play 6", "play 8")
    desk.send("Cid", "play 2", "pass")
    assert [(one.seat, one.fault.code) for one in desk.faults] == [
        ("Bob", "illegal.no-such-card")
    ]
    assert desk.table.held == {}
    assert "Bob" in desk.awaited()


def test_a_new_sheet_replaces_what_was_left_of_the_old(desk: Desk) -> None:
    desk.send("Ann", "play 9", "play 7")
    desk.send("Ann", "play 7", "play 9")
    desk.send("Ann", "play 9")
    assert desk.table.held == {}


def test_a_standing_order_answers_at_once(desk: Desk) -> None:
    desk.send("Bob", "always pass")
    desk.send("Cid", "always pass")
    assert desk.table.serial == 0
    for seat, card in zip(SEATS, ("9", "1", "2"), strict=True):
        desk.send(seat, f"play {card}")
    assert desk.table.state.points["Ann"] == 1
    assert desk.table.serial == 2
    assert desk.played[1].missed == ()


def test_a_standing_order_can_be_taken_back_and_overruled(desk: Desk) -> None:
    desk.send("Bob", "always pass")
    desk.send("Cid", "always pass")
    desk.send("Bob", "never pass")
    for seat, card in zip(SEATS, ("9", "1", "2"), strict=True):
        desk.send(seat, f"play {card}")
    assert desk.awaited() == ("Bob",)
    desk.send("Bob", "block")
    assert desk.stack() == ["Ann", "Bob"]


def test_a_deadline_plays_defaults_for_the_silent(desk: Desk) -> None:
    desk.send("Cid", "play 4")
    desk.due()
    assert desk.played[0].missed == ("Ann", "Bob")
    assert {seat: str(order) for seat, order in desk.played[0].orders.items()} == {
        "Ann": "play 7",
        "Bob": "play 1",
        "Cid": "play 4",
    }
    assert list(desk.played[0].orders) == list(SEATS)


def test_a_deadline_closes_one_window_only(desk: Desk) -> None:
    desk.due()
    assert desk.table.serial == 1
    assert desk.awaited() == ("Bob", "Cid")


def test_a_deadline_is_followed_by_what_is_complete(desk: Desk) -> None:
    desk.send("Bob", "always pass")
    desk.send("Cid", "always pass")
    desk.due()
    assert desk.table.serial == 2
    assert desk.table.state.points["Ann"] == 1


def test_where_silence_says_nothing_the_game_waits() -> None:
    arena = find("arena")
    table = referee.begin(arena.rules, ("Ann", "Bob"), arena.read_options({}), None)
    settled = referee.settle(arena.rules, table, due=True)
    assert settled.table.serial == 0
    assert settled.played == ()


def test_what_is_done_at_any_time_resolves_no_window(desk: Desk) -> None:
    desk.send("Ann", "play 9")
    desk.send("Cid", "leave")
    assert desk.table.serial == 0
    assert desk.awaited() == ("Bob",)
    assert [type(event) for event in desk.table.news] == [Left]
    desk.send("Bob", "play 1")
    assert isinstance(desk.played[0].events[0], Left)
    assert desk.table.news == ()


def test_the_last_awaited_leaves_and_the_turn_goes_on(desk: Desk) -> None:
    desk.send("Ann", "play 9")
    desk.send("Bob", "play 1")
    desk.send("Cid", "leave")
    assert desk.table.serial == 1
    assert desk.stack() == ["Ann"]


def test_answers_do_not_outlive_their_window(desk: Desk) -> None:
    """Ann leaves with her claim: Bob's reaction is none to the next round."""
    for seat, card in zip(SEATS, ("9", "1", "2"), strict=True):
        desk.send(seat, f"play {card}")
    desk.send("Bob", "block")
    desk.send("Ann", "leave")
    assert desk.stack() == []
    assert desk.awaited() == ("Bob", "Cid")
    assert "shield" in desk.table.state.hands["Bob"]


def test_when_all_but_one_leave_the_game_is_over(desk: Desk) -> None:
    desk.send("Ann", "leave")
    desk.send("Bob", "leave")
    assert RULES.window(desk.table.state) is None
    assert desk.awaited() == ()
    assert desk.send("Cid", "play 2") == ["late.over"]
    assert desk.send("Cid", "always pass") == ["late.over"]
    desk.due()
    assert desk.table.serial == 0


def test_a_seat_that_is_not_asked_is_told_so(desk: Desk) -> None:
    for seat, card in zip(SEATS, ("9", "1", "2"), strict=True):
        desk.send(seat, f"play {card}")
    assert desk.send("Ann", "pass") == ["illegal.not-asked"]


def test_several_anytime_orders_go_before_an_answer(desk: Desk) -> None:
    assert desk.send("Bob", "always pass", "never pass", "play 1") == []
    assert desk.table.state.lazy == frozenset()
    assert str(desk.table.answers["Bob"].order) == "play 1"


def test_a_draw_is_told_to_its_seat_and_hidden_from_the_rest(desk: Desk) -> None:
    desk.send("Bob", "always pass")
    desk.send("Cid", "always pass")
    for seat, card in zip(SEATS, ("9", "1", "2"), strict=True):
        desk.send(seat, f"play {card}")
    events = desk.played[-1].events
    own = [e for e in events if isinstance(e, Drew) and e.seat == "Ann"]
    scored = [e for e in events if isinstance(e, Scored)]
    assert len(own) == len(scored) == 1
    for reader in (None, "Bob", "Ann"):
        heard = visible_to(reader, own[0])
        assert isinstance(heard, Drew)
        assert heard.seat == "Ann"
        assert heard.card == (own[0].card if reader == "Ann" else None)
        assert visible_to(reader, scored[0]) == scored[0]


def test_a_game_played_to_its_end() -> None:
    desk = Desk(_table(rounds=1))
    for _ in range(8):
        desk.due()
    assert RULES.window(desk.table.state) is None
    outcome = RULES.outcome(desk.table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (("Ann",), "points")
