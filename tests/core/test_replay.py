"""The fold over a record: lateness, deadlines, time, and what was done aside."""

from __future__ import annotations

import pytest

from pbem.chance import Chance, Draw, mixed
from pbem.record.replay import Story, begin, play
from pbem.record.turn_file import Unreadable, read
from pbem.referee import Played
from tests.support.records import codes
from tests.toy.game import HANDFUL, SEED

pytestmark = pytest.mark.usefixtures("toy")

TURNS = "Game: arena\nSeats: Ann, Bob\n\nAnn: fire C3\nBob: air F6\n"


def _story(text: str) -> Story:
    return play(read(text))


def test_a_heading_may_skip_many_turns_but_not_any_number() -> None:
    assert _story(TURNS + "== 101 ==\n").table.serial == 101
    with pytest.raises(Unreadable) as far:
        _story(TURNS + "== 999999999 ==\n")
    assert (far.value.fault.code, far.value.line) == ("record.far", 6)


def test_a_deadline_ends_lateness() -> None:
    late = TURNS + "== 0 ==\nAnn: air A1\n"
    story = _story(late + "-- deadline --\nAnn: D4\nBob: -\n")
    assert codes(story) == ["late.turn"]
    assert story.table.serial == 3
    assert codes(_story(late + "Ann: D4\n")) == ["late.turn", "late.turn"]


@pytest.mark.parametrize(
    ("body", "skipped"),
    [
        ("== 3 ==\n", [(1, 2)]),
        ("== 1 ==\n== 2 ==\n", []),
        ("== 1 ==\nAnn: -\n== 2 ==\n", []),
        ("== 1 ==\nAnn: -\n== 3 ==\n", [(2,)]),
        ("-- deadline --\n== 2 ==\n", []),
        ("== 2 ==\nAnn: -\n== 5 ==\n", [(1,), (3, 4)]),
    ],
)
def test_a_heading_that_skips_turns_is_doubted(
    body: str, skipped: list[tuple[int, ...]]
) -> None:
    story = _story(TURNS + body)
    assert [one.fault.given["turns"] for one in story.faults] == skipped
    assert set(codes(story)) <= {"doubtful.skipped-turns"}
    assert not any(one.fault.refuses for one in story.faults)


def test_a_deadline_in_turn_closes_with_the_first_who_is_silent() -> None:
    story = _story("Game: magma\nSeats: Ann, Bob\n\n-- deadline --\n")
    assert story.last is not None
    assert story.last.missed == tuple(story.last.orders) == ("Ann",)
    assert story.awaited() == ("Bob",)


def test_what_is_late_is_told_with_the_window_that_is_open() -> None:
    story = _story(TURNS + "== 0 ==\nAnn: air A1\n")
    (fault,) = story.faults
    assert (fault.serial, fault.line, fault.column) == (1, 7, 6)
    assert story.table.answers == {}


def test_what_was_done_aside_is_kept_until_a_window_is_resolved() -> None:
    story = begin(read(HANDFUL + "Bob: always pass\nCid: never pass\n-- deadline --\n"))
    bob, cid, deadline = story.record.items()
    before = story.table.state
    story.take(bob)
    ((seat, order, state),) = story.asides
    assert (seat, str(order), state) == ("Bob", "always pass", before)
    between = story.table.state
    story.take(cid)
    assert [seat for seat, *_ in story.asides] == ["Bob", "Cid"]
    assert story.asides[1][2] is between
    story.take(deadline)
    assert story.table.serial == 1
    assert story.asides == ()


def test_what_was_refused_was_not_done_aside() -> None:
    story = _story(HANDFUL + "Cid: leave\nCid: leave\n")
    assert [seat for seat, *_ in story.asides] == ["Cid"]
    assert codes(story) == ["illegal.left"]


def test_a_position_ends_where_its_game_begins() -> None:
    """A deadline and time gone by are no lines of it, as a heading is none."""
    arena = "Game: arena\nSeats: Ann, Bob\n\n== Position ==\n"
    stand = "Ann: fire D4 20hp 5mp\nBob: water A1 20hp 5mp\n"
    assert _story(arena + stand + "-- deadline --\n").table.serial == 1
    magma = "Game: magma\nSeats: Ann, Bob\nOptions: clock=white-hot, glass=10\n\n"
    place = "== Position ==\nred: A1\nblue: M1\n"
    spent = _story(magma + place + "-- after 60s --\nAnn: enter B2\n")
    assert spent.table.state.left == 60
    with pytest.raises(Unreadable) as caught:
        _story(arena + stand + "- deadline -\n")
    assert caught.value.line == 7


def test_each_window_is_told_once_and_in_order() -> None:
    told: list[Played] = []
    text = HANDFUL + "-- deadline --\n-- deadline --\n== 4 ==\n"
    story = play(read(text), told.append)
    assert [one.serial for one in told] == [0, 1, 2, 3]
    assert story.last is told[-1]
    assert [one.after for one in told[:-1]] == [one.before for one in told[1:]]
    assert told[-1].after is story.table.state
    assert _story(text).table.state == story.table.state


def test_a_log_holds_all_that_was_drawn() -> None:
    log: list[Draw] = []
    story = play(read(HANDFUL + "== 2 ==\n"), log=log)
    assert story.table.state.hands == _story(HANDFUL + "== 2 ==\n").table.state.hands
    assert len(log) >= 9
    assert log[0].purpose == "draw Ann"
    key = mixed(bytes.fromhex(SEED), {})
    for draw in log:
        value, _ = Chance(key, draw.counter).below(draw.limit, draw.purpose)
        assert value == draw.value


def test_players_words_change_what_is_drawn() -> None:
    words = HANDFUL.replace("\n\n", "\nWords: bob=owl\n\n")
    drawn: list[list[Draw]] = [[], []]
    for text, log in zip((HANDFUL, words), drawn, strict=True):
        play(read(text), log=log)
    assert drawn[0] != drawn[1]
    key = mixed(bytes.fromhex(SEED), {"Bob": "owl"})
    first = drawn[1][0]
    assert Chance(key, 0).below(first.limit, first.purpose)[0] == first.value


def test_words_of_somebody_who_has_no_seat_are_refused() -> None:
    with pytest.raises(Unreadable) as caught:
        _story(HANDFUL.replace("\n\n", "\nWords: Bob=owl, Dot=elk\n\n"))
    assert caught.value.fault.code == "record.unknown-seat"
    assert (caught.value.line, caught.value.source) == (4, "Words: Bob=owl, Dot=elk")


def test_a_game_without_a_name_goes_by_its_kind() -> None:
    assert _story(TURNS).name == "arena"
    assert _story(TURNS.replace("Seats", "Name: duel\nSeats")).name == "duel"


@pytest.mark.parametrize(
    ("lines", "place", "text", "at"),
    [
        ("Ann: D4\n  7X 1NE\nBob: -\n", (7, 3), "7X", 0),
        ("Ann: D4\n\n\t1NE 7X 1E\nBob: -\n", (8, 6), "7X", 4),
        ("Ann: D4 7X 1NE\n  1E\nBob: -\n", (6, 9), "7X", 3),
        ("Ann: Z9\nAnn: D4\nBob: -\n", (6, 6), "Z9", 0),
    ],
)
def test_a_fault_is_cut_out_of_the_line_that_it_stands_in(
    lines: str, place: tuple[int, int], text: str, at: int
) -> None:
    fault, *_ = _story(TURNS + lines).faults
    assert (fault.line, fault.column) == place
    assert (fault.text, fault.at) == (text, at)
    assert fault.source[at : at + len(text)] == text
    assert fault.serial == 1


def test_a_fault_in_a_sheet_is_found_in_its_own_line() -> None:
    story = _story(HANDFUL + "Ann: always pass\n  never pass\n    play 77\n  pass\n")
    (fault,) = story.faults
    assert (fault.line, fault.column, fault.text) == (7, 10, "77")
    story = _story(HANDFUL + "Ann: always pass\n   pass\n")
    (fault,) = story.faults
    assert (fault.line, fault.column, fault.source) == (6, 4, "pass")


def test_a_line_of_a_sheet_that_cannot_be_read_ends_it() -> None:
    """The lines above stand; of those below nothing is said."""
    shown = _story(HANDFUL).table.state.hands["Ann"]
    card = next(one for one in shown if one.isdecimal())
    story = _story(HANDFUL + f"Ann: play {card}\n  nonsense\n  more nonsense\n")
    (fault,) = story.faults
    assert (fault.line, fault.column, fault.text) == (6, 3, "nonsense")
    assert str(story.table.answers["Ann"].order) == f"play {card}"
    assert story.table.held == {}
