"""Where a record that cannot be read is wrong: line, column, and the line itself."""

from __future__ import annotations

import pytest

from pbem.record.header import Header, print_header
from pbem.record.replay import play
from pbem.record.turn_file import (
    BLOCK,
    LONGEST_LINE,
    Entry,
    Piece,
    Unreadable,
    decode,
    read,
)

HEAD = "Game: arena\nSeats: Ann, Bob\n\n"
BARE = "# ours\nGame: arena\nSeats: A, B\n"


def _why(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        play(read(text))
    return caught.value


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("# ours\nHello there\n", "record.header-line", 2, 1),
        ("# ours\nGame: arena\n  GAME: x\n", "record.key-twice", 3, 3),
        ("# ours\nGame: arena\n  Seets: x\n", "record.unknown-key", 3, 3),
        ("# ours\nGame: arena\nSeats: Ann, , Bob\n", "seats.empty", 3, 12),
        ("# ours\nGame: arena\nSeats: Ann, B:b, C\n", "seats.name", 3, 13),
        ("# ours\nGame: arena\nSeats: Ann, Bob, BOB\n", "seats.twice", 3, 18),
        (BARE + "Options: hp=1, HP=2\n", "record.pair-twice", 4, 16),
        (BARE + "Options:  a=1, =2\n", "record.pair", 4, 16),
        (BARE + "Options:  a=1, b=\n", "record.pair", 4, 16),
        (BARE + "Options:  a=1, b\n", "record.pair", 4, 16),
        (BARE + "Words:  a=1, b\n", "record.pair", 4, 14),
        (BARE + "Seed:  xyz\n", "record.seed", 4, 8),
        (BARE + "Seed:\n", "record.seed", 4, 6),
        (BARE + f"Seed: {'00' * 7}\n", "record.seed", 4, 7),
        (BARE + f"Seed: {'00' * 65}\n", "record.seed", 4, 7),
        (BARE + "Rules:  one\n", "record.rules", 4, 9),
        (BARE + "Rules:\n", "record.rules", 4, 7),
        (BARE + "Rules: 1234567\n", "record.rules", 4, 8),
        (HEAD + "\nCid: fire C3\n", "record.unknown-seat", 5, 1),
        (HEAD + "\nAnn fire C3\n", "record.body-line", 5, 1),
        (HEAD + "Ann: D4\n\nAnn fire C3\n", "record.body-line", 6, 1),
        (HEAD + "\n  fire C3\n", "record.indented", 5, 3),
        (HEAD + "\n\tfire C3\n", "record.indented", 5, 2),
        (HEAD + "-- dinner --\n", "record.heading", 4, 1),
        (HEAD + "== dinner ==\n", "record.heading", 4, 1),
    ],
)
def test_what_is_wrong_is_shown_in_its_line(
    text: str, code: str, line: int, column: int
) -> None:
    error = _why(text)
    assert (error.fault.code, error.line, error.column) == (code, line, column)
    assert error.source == text.splitlines()[line - 1]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("# nothing\n", "record.empty", 0),
        ("Game: arena\n", "record.missing-key", 0),
        (HEAD + "x" * (LONGEST_LINE + 1), "record.long-line", 4),
        (HEAD + "\n-- deadline --\n", "record.awaited", 5),
        (HEAD + "\n== 1 ==\n", "record.awaited", 5),
    ],
)
def test_what_is_wrong_with_a_whole_line_has_no_column(
    text: str, code: str, line: int
) -> None:
    error = _why(text)
    assert (error.fault.code, error.line, error.column) == (code, line, 0)
    assert error.source == ""


def test_a_broken_character_is_in_the_line_that_it_is_in() -> None:
    for before in (0, 1, 3):
        with pytest.raises(Unreadable) as caught:
            decode(b"x\n" * before + b"\xff")
        assert caught.value.line == before + 1


def test_a_line_may_have_a_million_characters() -> None:
    story = play(read(f"{HEAD}Ann: {'x' * (LONGEST_LINE - 5)}\n"))
    assert [found.fault.code for found in story.faults] == ["invalid.too-long"]
    error = _why(HEAD + "x" * (LONGEST_LINE + 1))
    assert error.fault.given == {"length": LONGEST_LINE + 1, "most": LONGEST_LINE}


@pytest.mark.parametrize("length", [1, 40])
def test_a_seat_may_have_a_name_of_this_length(length: int) -> None:
    assert read(f"Game: arena\nSeats: Ann, {'b' * length}\n").header.seats[1]


@pytest.mark.parametrize("pairs", [8, 64])
def test_a_seed_may_have_this_many_bytes(pairs: int) -> None:
    seed = read(f"{BARE}Seed: {'aB' * pairs}\n").header.seed
    assert seed == b"\xab" * pairs


def test_a_hundred_seats_are_read_and_no_more() -> None:
    names = [f"S{number}" for number in range(101)]
    text = "Game: arena\nSeats: {}\n"
    assert len(read(text.format(", ".join(names[:100]))).header.seats) == 100
    with pytest.raises(Unreadable) as caught:
        read(text.format(", ".join(names)))
    assert caught.value.fault.code == "seats.many"


def test_the_first_of_two_keys_is_named_by_its_line() -> None:
    error = _why("# ours\nGame: arena\nSeats: A, B\nGAME: x\n")
    assert error.fault.given == {"key": "Game", "first": 2}


def test_what_was_found_is_told_in_sixty_characters() -> None:
    for line, code in (("Seed", "record.seed"), ("Rules", "record.rules")):
        error = _why(f"{BARE}{line}: {'x' * 61}\n")
        assert (error.fault.code, error.fault.given) == (code, {"found": "x" * 60})
    error = _why(HEAD + "y" * 61 + "\n")
    assert error.fault.given == {"found": "y" * 60}


def test_an_order_may_be_longer_than_a_block_of_lines() -> None:
    turn = "Ann: -\n" + "  H1\n" * (BLOCK * 2) + "Bob: -\n"
    text = f"{HEAD}Ann: fire C3\nBob: air F6\n{turn}Ann: -\n"
    entries = [item for item in read(text).items() if isinstance(item, Entry)]
    assert [len(entry.pieces) for entry in entries] == [1, 1, BLOCK * 2 + 1, 1, 1]
    assert entries[-1].seat == Piece("Ann", BLOCK * 2 + 8, 1)
    assert entries[2].pieces[-1] == Piece("H1", BLOCK * 2 + 6, 3)


def test_pieces_of_an_order_are_where_they_were_written() -> None:
    (entry,) = read(HEAD + "# c\n ann  :  D4  \n\n\t 1NE \n# d\n   H1\n").items()
    assert isinstance(entry, Entry)
    assert entry == Entry(
        Piece("ann", 5, 2),
        (Piece("D4", 5, 10), Piece("1NE", 7, 3), Piece("H1", 9, 4)),
    )


def test_a_position_ends_where_a_heading_begins() -> None:
    lines = "== POSITION ==\n Ann: x\n\nBob: y\n"
    for rest in ("== 0 ==\n", "-- deadline --\n", ""):
        record = read(f"{HEAD}{lines}{rest}")
        assert record.position == (Piece("Ann: x", 5, 2), Piece("Bob: y", 7, 1))
        assert len(list(record.items())) == bool(rest)
    assert read(HEAD).position is None


def test_a_header_is_printed_as_it_is_read() -> None:
    header = Header(
        "arena", ("Ann", "Bob"), "friday", {"hp": "9"}, b"\1" * 8, {"Ann": "w w"}, 1
    )
    text = print_header(header)
    assert text == (
        "Game: arena\nName: friday\nSeats: Ann, Bob\nOptions: hp=9\n"
        "Seed: 0101010101010101\nWords: Ann=w w\nRules: 1\n\n"
    )
    again = read(text).header
    assert again._replace(lines={}) == header._replace(lines={})
    assert list(again.lines.values()) == list(range(1, 8))
