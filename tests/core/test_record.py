"""The turn file, well written and badly."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pbem.cli import pbem
from pbem.pages.wording import shared_words
from pbem.record.replay import play
from pbem.record.turn_file import LONGEST_LINE, Unreadable, decode, read
from tests.support.records import codes, why

HEAD = "Game: arena\nSeats: Ann, Bob\n\n"
TURNS = HEAD + "Ann: fire C3\nBob: air F6\n"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("Game: arena".encode("utf-16"), "record.utf-16"),
        ("Game: arena".encode("utf-16-be"), "record.binary"),
        (b"\x7fELF\x00\x01\x02", "record.binary"),
        (b"Game: arena\nSeats: Ann, B\xf6b\n", "record.not-utf-8"),
    ],
)
def test_bytes_that_are_no_text(raw: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        decode(raw)
    assert caught.value.fault.code == code
    assert shared_words("").fault(caught.value.fault)


def test_the_line_of_a_broken_character_is_named() -> None:
    with pytest.raises(Unreadable) as caught:
        decode(b"Game: arena\nSeats: Ann, B\xf6b\n")
    assert caught.value.line == 2


def test_a_mark_of_order_in_front_is_no_part_of_the_text() -> None:
    assert (
        read(decode(b"\xef\xbb\xbfGame: arena\nSeats: A, B\n")).header.game == "arena"
    )


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "record.empty", 0),
        ("  \n\n# only a comment\n", "record.empty", 0),
        ("Game: arena\n", "record.missing-key", 0),
        ("Seats: Ann, Bob\n", "record.missing-key", 0),
        ("Game: arena\n\nSeats: Ann, Bob\n", "record.missing-key", 0),
        ("Game:\nSeats: Ann, Bob\n", "record.missing-key", 0),
        ("Hello there\n", "record.header-line", 1),
        ("Game: arena\nGAME: arena\nSeats: A, B\n", "record.key-twice", 2),
        ("Game: arena\nSeets: A, B\n", "record.unknown-key", 2),
        ("Game: areana\nSeats: A, B\n", "game.unknown", 1),
        ("Game: arena\nSeats: A\n", "seats.number", 2),
        ("Game: arena\nSeats: Ann, , Bob\n", "seats.empty", 2),
        ("Game: arena\nSeats: Ann, ANN\n", "seats.twice", 2),
        ("Game: arena\nSeats: Ann, Bob,\n", "seats.empty", 2),
        ("Game: arena\nSeats: Ann, -- Bob\n", "seats.name", 2),
        ("Game: arena\nSeats: Ann, | Bob\n", "seats.name", 2),
        ("Game: arena\nSeats: Ann, B: b\n", "seats.name", 2),
        (f"Game: arena\nSeats: Ann, {'b' * 41}\n", "seats.name", 2),
        ("Game: arena\nSeats: Ann, B\x1b[2J\n", "seats.name", 2),
        (f"Game: arena\nSeats: {', '.join(map(str, range(101)))}\n", "seats.many", 2),
        ("Game: arena\nSeats: A, B\nOptions: hp=0\n", "option.value", 3),
        ("Game: arena\nSeats: A, B\nOptions: hp=1000\n", "option.value", 3),
        ("Game: arena\nSeats: A, B\nOptions: hp=1e2\n", "option.value", 3),
        ("Game: arena\nSeats: A, B\nOptions: board=9\n", "option.value", 3),
        ("Game: arena\nSeats: A, B\nOptions: types=3\n", "option.value", 3),
        ("Game: arena\nSeats: A, B\nOptions: healing=maybe\n", "option.value", 3),
        ("Game: arena\nSeats: A, B\nOptions: mana=3\n", "option.unknown", 3),
        ("Game: arena\nSeats: A, B\nOptions: hp\n", "record.pair", 3),
        ("Game: arena\nSeats: A, B\nOptions: hp=1, HP=2\n", "record.pair-twice", 3),
        ("Game: arena\nSeats: A, B\nSeed: xyz\n", "record.seed", 3),
        ("Game: arena\nSeats: A, B\nRules: one\n", "record.rules", 3),
        ("Game: arena\nSeats: A, B\nRules: 99\n", "record.rules-unknown", 3),
        (HEAD + "Cid: fire C3\n", "record.unknown-seat", 4),
        (HEAD + "Ann fire C3\n", "record.body-line", 4),
        (HEAD + "  fire C3\n", "record.indented", 4),
        (HEAD + "== three ==\n", "record.heading", 4),
        (HEAD + "== 1 ==\nAnn: D4\n", "record.awaited", 4),
        (HEAD + "-- deadline --\n", "record.awaited", 4),
        (HEAD + "-- dinner --\n", "record.heading", 4),
        (HEAD + "Ann: fire C3\n\n== Position ==\nAnn: x\n", "record.heading", 6),
        (HEAD + "== Position ==\nnonsense\n", "position.unfinished", 5),
        (HEAD + "== Position ==\nAnn: fire D4 20hp 5mp\n", "position.missing", 5),
        (HEAD + "== Position ==\n, ,\n", "position.empty", 5),
        (TURNS + "== 102 ==\n", "record.far", 6),
        (TURNS + "x" * (LONGEST_LINE + 1) + "\n", "record.long-line", 6),
    ],
)  # fmt: skip
def test_records_that_cannot_be_adjudicated(text: str, code: str, line: int) -> None:
    error = why(text)
    assert error.fault.code == code
    assert error.line == line
    if error.source:
        assert error.source.rstrip() == text.split("\n")[line - 1].rstrip()
    else:
        whole = ("record.awaited", "record.long-line", "record.far")
        assert line == 0 or code in whole
    message = shared_words(error.game).fault(error.fault, error.source)
    assert message
    assert "record." not in message


def test_the_nearest_known_word_is_offered() -> None:
    near = {
        "Game: areana\nSeats: A, B\n": "arena",
        "Game: arena\nSeets: A, B\n": "Seats",
        "Game: arena\nSeats: A, B\nOptions: heeling=no\n": "healing",
        HEAD + "Anne: fire C3\n": "Ann",
    }
    for text, word in near.items():
        assert why(text).fault.given["near"] == word


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_ends_of_lines_are_read_alike(end: str) -> None:
    text = TURNS + "\n== 1 ==\nAnn: D4\n  1NE\nBob: - 9Z\n"
    story = play(read(text.replace("\n", end)))
    assert story.table.serial == 2
    assert story.table.state == play(read(text)).table.state
    assert [(f.line, f.column) for f in story.faults] == [(10, 8)]


@pytest.mark.parametrize("tail", ["", "\n", "\n\n  \n", " \n# end", "\n#end\n"])
def test_the_last_line_may_end_in_any_way(tail: str) -> None:
    assert play(read(TURNS.rstrip("\n") + tail)).table.serial == 1


def test_keys_and_names_are_read_in_any_case() -> None:
    story = play(read("GAME: Arena\nseats: Ann, Bob\n\nANN: fire C3\nbob: air F6\n"))
    assert story.table.serial == 1
    assert story.header.seats == ("Ann", "Bob")


def test_comments_and_blank_lines_mean_nothing() -> None:
    text = "# first\n\n" + HEAD + "# one\n\nAnn: fire C3\n\n#two\nBob: air F6\n"
    assert play(read(text)).table.serial == 1


def test_a_comment_does_not_end_the_header() -> None:
    text = "# ours\nGame: arena\n# who\nSeats: A, B\n#\nOptions: hp=7\n\nA: fire C3\n"
    story = play(read(text))
    assert story.options["hp"] == 7
    assert story.awaited() == ("B",)


def test_blanks_of_every_kind_separate_alike() -> None:
    text = "Game: arena\nSeats: Ann  Lee, Bob\n \f\nann\tLEE :\xa0fire\u2003C3\n"
    story = play(read(text + "\xa0\n==\xa00\xa0== \xa0\n"))
    assert story.header.seats == ("Ann Lee", "Bob")
    assert story.awaited() == ("Bob",)
    assert not story.faults


def test_a_seat_may_be_called_position() -> None:
    head = "Game: arena\nSeats: Position, Deadline\n\n"
    story = play(read(head + "Position: fire C3\nDeadline: air F6\n"))
    assert story.table.serial == 1
    assert story.header.seats == ("Position", "Deadline")


def test_a_seat_may_be_called_like_a_key() -> None:
    story = play(
        read("Game: arena\nSeats: Seats, Game\n\nSeats: fire C3\nGame: air A1\n")
    )
    assert story.table.serial == 1


def test_names_may_hold_blanks_and_letters_of_any_land() -> None:
    head = "Game: arena\nSeats: Åsa   von Ö., 漢字 (2)\n\n"
    story = play(read(head + "åsa von ö.: fire C3\n漢字 (2): air F6\n"))
    assert story.header.seats == ("Åsa von Ö.", "漢字 (2)")
    assert story.table.serial == 1


def test_headings_may_have_words() -> None:
    story = play(read(TURNS + "== 1: the morning after ==\nAnn: D4\nBob: -\n"))
    assert story.table.serial == 2


def test_an_earlier_heading_makes_orders_late() -> None:
    story = play(read(TURNS + "== 0 ==\nAnn: air A1\n== 1 ==\nAnn: D4\n"))
    assert codes(story) == ["late.turn"]
    assert "Ann" in story.table.answers


def test_a_later_heading_closes_the_open_turn() -> None:
    story = play(read(TURNS + "== 3 ==\nAnn: D4\n"))
    assert story.table.serial == 3
    assert story.awaited() == ("Bob",)


def test_a_heading_far_beyond_the_end_does_not_hang() -> None:
    position = "== Position ==\nAnn: air D4 20hp 5mp\nBob: air A1 -1hp 5mp out 3\n"
    story = play(read(HEAD + position + "== 999999999 ==\nAnn: D4\n"))
    assert codes(story) == ["late.over"]


def test_orders_of_the_dead_are_refused() -> None:
    head = "Game: arena\nSeats: Ann, Bob, Cid\n\n== Position ==\n"
    stand = "Ann: air D4 20hp 5mp\nBob: air A1 9hp 5mp\nCid: air A1 -1hp 5mp out 3\n"
    story = play(read(head + stand + "== 0 ==\nCid: A2\nAnn: -\nBob: -\n"))
    assert codes(story) == ["illegal.out"]
    assert story.table.serial == 1


def test_a_later_order_replaces_an_earlier_one() -> None:
    story = play(read(HEAD + "Ann: fire C3\nAnn: water A1\nBob: air F6\n"))
    assert story.table.state.fighter("Ann").types == ("water",)


def test_a_faulty_order_does_not_replace_a_good_one() -> None:
    story = play(read(HEAD + "Ann: fire C3\nAnn: magma A1\nBob: air F6\n"))
    assert story.table.state.fighter("Ann").types == ("fire",)
    assert codes(story) == ["invalid.notation"]


def test_an_order_of_nothing_is_refused() -> None:
    story = play(read(HEAD + "Ann:\nAnn:   \nBob: air F6\n"))
    assert codes(story) == ["invalid.empty", "invalid.empty"]


@pytest.mark.parametrize(
    ("lines", "place", "text"),
    [
        ("Ann: D4 1NE 7X\nBob: -\n", (6, 13), "7X"),
        ("Ann:D4 1NE 7X\nBob: -\n", (6, 12), "7X"),
        ("Ann:   D4\n   1NE\n\n# why\n     7X\nBob: -\n", (10, 6), "7X"),
        ("Ann:\n  H9\nBob: -\n", (7, 3), "H9"),
    ],
)
def test_a_fault_is_found_where_it_was_written(
    lines: str, place: tuple[int, int], text: str
) -> None:
    story = play(read(TURNS + lines))
    (fault,) = story.faults
    assert (fault.line, fault.column) == place
    assert fault.text == text


def test_a_line_of_a_hundred_megabytes_is_refused(tmp_path: Any) -> None:
    file = tmp_path / "game.txt"
    with file.open("wb") as out:
        out.write(TURNS.encode())
        for _ in range(100):
            out.write(b"x" * (1 << 20))
    done = CliRunner().invoke(pbem, ["resolve", str(file)])
    assert done.exit_code == 2
    assert "larger than" in done.output


def test_an_order_of_ten_thousand_words_is_refused_and_the_game_goes_on() -> None:
    story = play(read(HEAD + f"Ann: {'fire ' * 10_000}\nAnn: fire C3\nBob: air F6\n"))
    (fault,) = story.faults
    assert (fault.fault.code, fault.line, len(fault.text)) == (
        "invalid.too-long",
        4,
        60,
    )
    assert story.table.serial == 1


def test_blocks_are_joined_without_a_seam() -> None:
    """Long records are read in parts; orders over several lines stay whole."""
    turn = "Ann: -\n  H1\n\n# two lines, and a comment\n  H2\nBob: -\n"
    story = play(read(TURNS + turn * 400))
    assert story.table.serial == 401
    assert len(story.faults) == sum(
        1 for fault in story.faults if fault.fault.code == "illegal.too-dear"
    )


@given(st.text(alphabet="Ann: Bob=-#0\n\t fireC3", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, HEAD + text, TURNS + text):
        line, told = 0, "read"
        try:
            play(read(whole))
        except Unreadable as error:
            line = error.line
            told = shared_words(error.game).fault(error.fault, error.source)
        assert told
        assert 0 <= line <= whole.count("\n") + 1


def test_what_the_rules_do_not_take_any_more_is_named() -> None:
    error = why("Game: lava\nSeats: Ann, Bob\n\nAnn: e 0,0\nBob: e 9,9\n\n== 2 ==\n")
    told = shared_words(error.game).fault(error.fault, error.source)
    assert 'What Bob sent in line 5, "e 9,9", cannot be used by the rules' in told
