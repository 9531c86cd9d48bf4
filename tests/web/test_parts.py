"""The small parts of the page, each by itself: texts, lines, turns, carets, times."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.forum.annotations.evidence import Placed
from pbem.forum.thread import Post
from pbem.protocol import Fault
from pbem.record.header import Unreadable
from pbem.record.writing import order_lines
from pbem.web import compare, presenters
from pbem.workspace import edits
from pbem.workspace.folder import Folder, is_name
from pbem.workspace.loaded_game import FolderCache, LoadedGame
from pbem.workspace.order_preview import sent_orders
from pbem.workspace.thread_review import PostRow, as_lines, as_sheet
from tests.web.site import DUEL, Clock


def opened(folder: Path, text: str) -> LoadedGame:
    """A turn file, read."""
    (folder / "duel.txt").write_text(text)
    return FolderCache(Folder(folder, Clock())).open("duel")


@pytest.mark.parametrize(
    ("before", "serial", "heading", "after"),
    [
        ("G: a\n\nb\n", 1, 0, "G: a\n\nb\n\n== 1 ==\n# n\nAnn: x\n"),
        ("G: a\n\nb\n", 1, 1, "G: a\n\nb\n# n\nAnn: x\n"),
        ("G: a\n\nb\n", 1, 2, "G: a\n\nb\n# n\nAnn: x\n"),
        ("G: a\n\nb", 1, None, "G: a\n\nb\n# n\nAnn: x\n"),
        ("G: a\n\nb\n\n \n", 1, 1, "G: a\n\nb\n# n\nAnn: x\n"),
        ("G:\r\n\r\nb\r\n", 1, 0, "G:\r\n\r\nb\r\n\r\n== 1 ==\r\n# n\r\nAnn: x\r\n"),
        ("G: a\n", 1, None, "G: a\n\n# n\nAnn: x\n"),
        ("G: a\n\n\n", 1, None, "G: a\n\n# n\nAnn: x\n"),
        ("G: a\n", 1, 0, "G: a\n\n== 1 ==\n# n\nAnn: x\n"),
    ],
)
def test_orders_are_added_at_the_end(
    before: str, serial: int, heading: int | None, after: str
) -> None:
    order = [edits.comment("n"), *order_lines("Ann", ("x",))]
    assert edits.continued(before, heading, [(serial, order)]) == after
    assert edits.continued(before, heading, [(serial, [])]) == before


def test_an_order_without_lines_is_written_without_blanks() -> None:
    assert order_lines("Ann", ()) == ["Ann:"]


@pytest.mark.parametrize(
    ("spans", "new", "after"),
    [
        ([(2, 2)], (), "a\n# why\n# struck: b\n# c\n\nd\n"),
        ([(2, 5)], ("e", "f"), "a\n# why\n# struck: b\n# c\n# struck: d\ne\nf\n"),
        ([(5, 5), (1, 1)], ("e",),
         "# why\n# struck: a\ne\nb\n# c\n\n# struck: d\n"),
        ([], (), "a\nb\n# c\n\nd\n"),
    ],
)  # fmt: skip
def test_lines_are_struck_where_they_stand(
    spans: list[tuple[int, int]], new: tuple[str, ...], after: str
) -> None:
    assert edits.struck("a\nb\n# c\n\nd\n", spans, ["why"], new) == after


def test_the_turn_is_closed_with_a_reason_or_without() -> None:
    game = "Game: a\n\n# b\n"
    assert edits.closed(game) == f"{game}-- deadline --\n"
    assert edits.closed(game, " so\nit is") == f"{game}# so it is\n-- deadline --\n"
    assert edits.closed("Game: a\n\n") == "Game: a\n\n-- deadline --\n"


def test_versions_are_compared_with_three_lines_around() -> None:
    old = [str(number) for number in range(30)]
    new = [*old[:5], "x", *old[6:20], *old[21:], "-- y"]
    found = compare.lines("\n".join(old), "\n".join(new))
    assert "".join(f"{line.kind}{line.text}," for line in found) == (
        " 2, 3, 4,-5,+x, 6, 7, 8,@, 17, 18, 19,-20, 21, 22, 23,@, 27, 28, 29,+-- y,"
    )
    assert list(compare.lines("a\nb", "a\nb")) == []
    assert [line[:2] for line in compare.lines("-- a", "++ b")] == [
        ("-", "-- a"), ("+", "++ b"),
    ]  # fmt: skip


RECORD = DUEL + "Bob: fly\nAnn: D4\n\n== 1 ==\nBob: D6\n\n== 2 ==\nAnn: C4\n  1NE\n"


def test_what_was_sent_is_found_in_its_lines_and_turns(tmp_path: Path) -> None:
    game = opened(tmp_path, RECORD)
    found = [
        (one.seat, one.first, one.last, one.before, one.after)
        for one in game.items
        if one.seat
    ]
    assert found == [
        ("Ann", 7, 7, 0, 0), ("Bob", 8, 8, 0, 1), ("Ann", 11, 11, 1, 1),
        ("Bob", 12, 12, 1, 1), ("Ann", 13, 13, 1, 1), ("Bob", 16, 16, 1, 2),
        ("Ann", 19, 20, 2, 2),
    ]  # fmt: skip
    assert [one.first for one in game.items if not one.seat] == [6, 10, 15, 18]
    assert (game.now, game.heading) == (2, 2)
    assert [one.first for one in game.entries()] == [19]
    assert {turn: one.first for turn, one in game.starts().items()} == {
        0: 7, 1: 11, 2: 19,
    }  # fmt: skip
    assert [one.serial for one in game.played] == [0, 1]
    none = opened(tmp_path, "Game: arena\nSeats: Ann, Bob\n\nAnn: fire C3\n")
    assert (none.now, none.heading) == (0, None)


def test_orders_of_the_open_turn_are_told_by_what_they_count(tmp_path: Path) -> None:
    game = opened(tmp_path, DUEL + "Bob: fly\nAnn: D4 1C33\nAnn: D4\n")
    told = [(one.preview.text, one.preview.state, one.counts)
            for one in sent_orders(game)]  # fmt: skip
    assert told == [
        ("- 1N", "good", False), ("fly", "refused", False),
        ("D4 1C33", "doubtful", False), ("D4", "good", True),
    ]  # fmt: skip
    assert [one.preview.seat for one in sent_orders(game)] == ["Ann", "Bob", "Ann",
                                                               "Ann"]  # fmt: skip
    assert not any(one.preview.resolves for one in sent_orders(game))


def test_what_may_come_at_any_time_counts_where_it_is_not_refused(
    tmp_path: Path,
) -> None:
    text = "Game: magblast\nSeats: Ann, Bob, Cid\nSeed: " + "0a" * 16 + "\n\n"
    game = opened(tmp_path, f"{text}Ann: vote Zed\nAnn: standing pass all\n")
    told = [(one.preview.state, one.counts) for one in sent_orders(game)]
    assert told == [("refused", False), ("good", True)]


def test_a_reader_is_everybody_a_seat_or_the_moderator(tmp_path: Path) -> None:
    game = opened(tmp_path, DUEL)
    found = [presenters.reader(game, wanted) for wanted in ("", "*", "Ann", "Zoe")]
    assert [(one.seat, one.moderator) for one in found] == [
        (None, False), (None, True), ("Ann", False), (None, False),
    ]  # fmt: skip
    assert found[0].display == "board"
    assert presenters.reader(game, "*", "list").display == "list"


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, (0, "minute")), (59, (0, "minute")), (60, (1, "minute")),
        (3599, (59, "minute")), (3600, (1, "hour")), (86399, (23, "hour")),
        (86400, (1, "day")), (200_000, (2, "day")),
    ],
)  # fmt: skip
def test_how_long_ago(seconds: float, told: tuple[int, str]) -> None:
    assert presenters.ago(seconds) == told


@pytest.mark.parametrize(
    ("column", "mark"), [(0, "^"), (1, "^"), (2, " ^"), (300, " " * 199 + "^")]
)
def test_a_caret_stands_under_its_column(column: int, mark: str) -> None:
    fault = Unreadable(Fault("x"), 1, column)
    assert presenters.caret(fault) == mark


def test_orders_in_a_field_stand_a_line_each() -> None:
    for sheet, lines in (
        ("D4", "D4"),
        ("beam Y1 / end // pass", "beam Y1\nend\n//\npass"),
    ):
        assert as_lines(sheet) == lines
        assert as_sheet(lines) == sheet
    assert as_sheet(" D4 \r\n\r\n 1NE  2 ") == "D4 / 1NE 2"


def test_the_lines_of_a_post_that_were_read_are_marked() -> None:
    row = PostRow(Post(number=2, author="Ann", lines=()), "Ann", [], None)
    assert not row.marks("fire C3")
    assert (row.sheet, row.asks, row.keeps) == ((), False, False)
    row.placed = Placed("", 2, "Ann", 0, (("fire C3",), ("pass",)), 1, 2)
    assert row.marks("well: fire C3!")
    assert row.marks("pass")
    assert not row.marks("fire C4")


@pytest.mark.parametrize(
    ("name", "good"),
    [("a..b", False), ("a.b", True), ("x" * 100, True), ("x" * 101, False),
     ("a\\b", False), (" a", True), ("a\x7f", False)],
)  # fmt: skip
def test_what_a_file_may_be_called(name: str, good: bool) -> None:
    assert is_name(name) is good
