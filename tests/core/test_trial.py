"""What orders would do: tried on a copy, and told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.protocol import Seat
from pbem.record.explained import explain
from pbem.record.header import Piece
from pbem.record.replay import Story, play
from pbem.record.trial import parse, try_items, try_orders
from pbem.record.turn_file import Deadline, Entry, Heading, read
from tests.toy.game import HANDFUL
from tests.toy.handful.orders import Always

pytestmark = pytest.mark.usefixtures("toy")


def _sent() -> tuple[Story, str]:
    """A game in which Ann has sent the first card that she may play."""
    story = play(read(HANDFUL))
    card = str(next(iter(story.game.rules.legal(story.table.state, "Ann"))))
    return play(read(f"{HANDFUL}Ann: {card}\n")), card


def test_orders_are_read_up_to_the_first_that_cannot_be() -> None:
    story = play(read(HANDFUL))
    lines = ["always pass", "nonsense", "leave"]
    assert parse(story, lines) == (Always(on=True),)
    assert try_orders(story, "Ann", lines).orders == (Always(on=True),)


def test_what_is_refused_replaces_nothing() -> None:
    story, card = _sent()
    tried = try_orders(story, "Ann", ["nonsense"])
    assert tried.refused
    assert tried.idle
    assert tried.replaces is None
    again = try_orders(story, "Ann", [card])
    assert not again.refused
    assert str(again.replaces) == card


def test_a_sheet_that_fails_in_its_middle_has_done_what_stands_before() -> None:
    story, card = _sent()
    tried = try_orders(story, "Ann", ["always pass", "nonsense"])
    assert tried.refused
    assert not tried.idle
    assert str(tried.replaces) == card
    assert tried.story.table.state.lazy == {"Ann"} != story.table.state.lazy


def test_only_what_may_be_done_now_is_explained() -> None:
    arena = "Game: arena\nSeats: Ann, Bob, Cid\n\n"
    arena += "Ann: fire C3\nBob: air F6\nCid: water H8\n== 1 ==\nAnn: resign\n"
    story = play(read(arena))
    assert explain(story, "Ann", parse(story, ["D4"])) == ()
    assert explain(story, "Bob", parse(story, ["E5"])) != ()
    lava = play(read("Game: lava\nSeats: Ann, Bob\n\n"))
    two = explain(story, "Bob", parse(story, ["E5", "E6"]))
    assert two == explain(story, "Bob", parse(story, ["E5"]))
    (out,) = {"Ann", "Bob"} - {*lava.awaited()}
    assert explain(lava, out, parse(lava, ["resign"])) != ()


ARENA = "Game: arena\nSeats: Ann, Bob\n\n"
BEGUN = f"{ARENA}Ann: fire C3\nBob: air F6\n== 1 ==\n"


def _entry(seat: Seat, *texts: str, line: int = 9) -> Entry:
    lines = (Piece(text, line + n, 3) for n, text in enumerate(texts))
    return Entry(Piece(seat, line, 1), tuple(lines))


def test_what_people_write_around_an_order_is_no_part_of_it() -> None:
    story = play(read(BEGUN))
    (plain,) = parse(story, ["to D4"])
    assert str(plain) == "D4"
    assert parse(story, ["gibberish"]) == ()
    handful = play(read(HANDFUL))
    assert parse(handful, ["always pass", "(always pass)"]) == (Always(on=True),) * 2


def test_a_record_goes_on_on_a_copy() -> None:
    story = play(read(f"{ARENA}Ann: what\n"))
    items = [_entry("Ann", "fire C3"), _entry("Bob", "air F6"), _entry("Ann", "to D4")]
    gone_on = try_items(story, items)
    assert not gone_on.refused
    assert gone_on.faults == ()
    assert [one.serial for one in gone_on.resolved] == [0]
    assert gone_on.story.table.serial == 1
    assert [[one.text for one in item.pieces] for item in gone_on.items] == [  # type: ignore[union-attr]
        ["fire C3"], ["air F6"], ["D4"],
    ]  # fmt: skip
    assert [(one.written, one.notation) for one in gone_on.respelt] == [("to D4", "D4")]
    assert (story.table.serial, story.table.answers) == (0, {})
    assert len(story.faults) == 1


def test_what_is_no_entry_is_taken_as_it_is() -> None:
    story = play(read(f"{BEGUN}Bob: E6\n"))
    closed = try_items(story, [Deadline(9), _entry("Ann", "C4"), Heading(4, 12)])
    assert [one.serial for one in closed.resolved] == [1, 2, 3]
    assert len(closed.items) == 3
    assert closed.story.table.serial == 4
    (doubt,) = closed.faults
    assert (doubt.fault.code, doubt.fault.given) == (
        "doubtful.skipped-turns", {"turns": (3,)},
    )  # fmt: skip
    place = ("== 4 ==", 12, 1, "== 4 ==", 0, 4)
    assert doubt[2:] == place
    assert doubt.seat == ""


def test_an_entry_without_words_is_no_order() -> None:
    story = play(read(BEGUN))
    empty = try_items(story, [Entry(Piece("Ann", 7, 1), ())])
    assert empty.refused
    (fault,) = empty.faults
    assert fault.fault.code == "invalid.empty"
    assert (fault.line, fault.column, fault.source, fault.text) == (7, 5, "", "")
    assert empty.story.table.answers == {}


def test_one_of_several_faults_is_enough_to_refuse() -> None:
    story = play(read(BEGUN))
    tried = try_items(story, [_entry("Ann", "D4 1ZZ"), _entry("Bob", "gibberish")])
    assert [one.fault.refuses for one in tried.faults] == [True, True]
    assert tried.refused
    assert not try_items(story, [_entry("Ann", "D4 5A1")]).refused
    assert not try_items(story, []).refused


@pytest.mark.parametrize(
    ("line", "doubts"), [("D4", False), ("D4 1NE", False), ("D4 9", True)]
)
def test_who_is_not_sure_of_a_doubtful_order_is_only_asked(
    line: str, doubts: bool
) -> None:
    """A part of it is ignored, and it would replace a whole one."""
    story = play(read(f"{BEGUN}Ann: D4 1NE\n"))
    others = play(read(f"{BEGUN}Bob: E6\n"))
    for sure in (True, False):
        tried = try_orders(story, "Ann", [line], sure=sure)
        assert (tried.doubt is not None) is doubts
        assert str(tried.replaces) == "D4 1NE"
        assert tried.resolved == ()
        assert [one.serial for one in try_orders(others, "Ann", [line]).resolved] == [1]
    # Where it is no doubt it resolves the turn all the same.
    plain = try_orders(others, "Ann", [line], sure=False)
    assert plain.doubt is None
    assert len(plain.resolved) == 1
    assert plain.replaces is None


def test_a_doubt_keeps_the_turn_open_only_for_who_is_not_sure() -> None:
    held = play(read(f"{BEGUN}Ann: D4 1NE\n"))
    story = play(read(f"{BEGUN}Bob: E6\n"))
    answers = {**story.table.answers, **held.table.answers}
    both = replace(story, table=replace(story.table, answers=answers))
    asked = try_orders(both, "Ann", ["D4 9"], sure=False)
    assert asked.doubt is not None
    assert asked.doubt.given == {"had": "D4 1NE", "now": "D4"}
    assert (asked.resolved, asked.story.table.serial) == ((), 1)
    said = try_orders(both, "Ann", ["D4 9"])
    assert (len(said.resolved), said.story.table.serial) == (1, 2)


def test_less_than_an_order_that_was_in_part_itself_is_no_doubt() -> None:
    story = play(read(f"{BEGUN}Ann: D4 1NE 9\n"))
    assert try_orders(story, "Ann", ["D4 9"]).doubt is None


def test_an_order_that_resolves_nothing_new_is_idle_where_it_is_refused() -> None:
    story = play(read(BEGUN))
    assert try_orders(story, "Ann", ["gibberish"]).idle
    assert not try_orders(story, "Ann", ["D4"]).idle
    assert try_orders(story, "Ann", ["gibberish"]).explained == ()
    assert try_orders(story, "Ann", ["D4"]).explained != ()
    assert try_orders(story, "Ann", ["D4"]).text == "D4"
