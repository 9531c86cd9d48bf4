"""The first lines of a turn file: what they may hold, and where they fail."""

from __future__ import annotations

import pytest

from pbem.record.header import Header, Unreadable, print_header, seat_is_plain
from pbem.record.turn_file import LONGEST_LINE, Heading, Piece, Record, decode, read
from tests.support.records import why

HEAD = "Game: arena\nSeats: Ann, Bob\n"


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("Seed:", "record.seed", 6),
        ("Seed:  00", "record.seed", 8),
        (f"Seed: {'00' * 7}", "record.seed", 7),
        (f"Seed: {'00' * 65}", "record.seed", 7),
        (f"Seed: {'00' * 8}0", "record.seed", 7),
        (f"Seed: {'0g' * 8}", "record.seed", 7),
        ("Rules: -1", "record.rules", 8),
        ("Rules:  one", "record.rules", 9),
        ("Rules:", "record.rules", 7),
        ("Rules: 1234567", "record.rules", 8),
        ("Rules: 0", "record.rules-unknown", 0),
        ("Words: Ann=x, Bob", "record.pair", 15),
        ("Words: Ann=", "record.pair", 8),
        ("Words: =x", "record.pair", 8),
        ("Options:  a=1, =2", "record.pair", 16),
        ("Options:  a=1, b=", "record.pair", 16),
        ("Options: hp=3, HP=3", "record.pair-twice", 16),
        ("Options: hp=1, hp", "record.pair-twice", 16),
        ("Words: Ann=x, Bob=y, Ann=z", "record.pair-twice", 22),
        ("Words: Ann=x, ANN=x", "record.pair-twice", 15),
        ("Bots: Bob=fair, Bob=easy", "record.pair-twice", 17),
        ("Bots: Ann=fair, Cid=easy", "record.unknown-seat", 17),
        ("Bots: Ann=fair, Bob=good", "record.bot-level", 17),
        ("  Sead: 00", "record.unknown-key", 3),
        ("Seats: Cid", "record.key-twice", 1),
        ("So it begins", "record.header-line", 1),
        ("   So it begins", "record.header-line", 4),
    ],
)
def test_where_a_header_fails(line: str, code: str, column: int) -> None:
    error = why(f"# ours\n\n{HEAD}# more\n{line}\n\nAnn: fire C3\n")
    assert (error.fault.code, error.line, error.column) == (code, 6, column)
    assert error.source == line


@pytest.mark.parametrize(
    ("seats", "code", "column"),
    [
        ("Ann, Bob, ann", "seats.twice", 18),
        ("Ann, , Bob", "seats.empty", 12),
        ("Ann, Bob,", "seats.empty", 17),
        ("Joann,  Ann, ann", "seats.twice", 21),
        ("Ann, B:b", "seats.name", 13),
        (", ".join(["Ann", *map(str, range(100))]), "seats.many", 8),
    ],
)
def test_a_faulty_list_of_seats_is_refused_at_its_column(
    seats: str, code: str, column: int
) -> None:
    error = why(f"Game: arena\nSeats: {seats}\n")
    assert (error.fault.code, error.line, error.column) == (code, 2, column)


def test_a_hundred_seats_can_be_named() -> None:
    seats = tuple(map(str, range(100)))
    assert read(f"Game: x\nSeats: {', '.join(seats)}\n").header.seats == seats


@pytest.mark.parametrize(
    ("seat", "plain"),
    [
        ("", False),
        ("A", True),
        ("A" * 40, True),
        ("A" * 41, False),
        ("Ann\tB", False),
        ("Ann, B", False),
        *((f"{mark}A", False) for mark in "#=->|*"),
        *((f"A{mark}", True) for mark in "#=->|*"),
    ],
)
def test_names_of_seats(seat: str, plain: bool) -> None:
    assert seat_is_plain(seat) is plain


@pytest.mark.parametrize("size", [8, 64])
def test_a_header_reads_as_it_is_printed(size: int) -> None:
    header = Header(
        "magblast",
        ("Ann Lee", "Bob"),
        name="friday",
        options={"rounds": "3", "deck": "house"},
        seed=bytes(range(size)),
        words={"Ann Lee": "Owl", "Bob": "moss"},
        rules=999999,
    )
    text = print_header(header)
    assert text.endswith("\n\n")
    again = read(text).header
    assert again._replace(lines={}) == header
    assert again.lines == {
        key: line
        for line, key in enumerate(
            ("Game", "Name", "Seats", "Options", "Seed", "Words", "Rules"), 1
        )
    }


def test_what_is_not_said_is_not_printed() -> None:
    short = Header("arena", ("Ann", "Bob"))
    assert print_header(short) == "Game: arena\nSeats: Ann, Bob\n\n"
    assert read(print_header(short)).header._replace(lines={}) == short


def test_keys_of_options_are_told_apart_in_any_case_and_words_kept_as_written() -> None:
    header = read(f"{HEAD}Options: HP = 7\nWords: ANN = Owl\n").header
    assert header.options == {"hp": "7"}
    assert header.words == {"ANN": "Owl"}


@pytest.mark.parametrize("text", [HEAD.rstrip("\n"), HEAD, f"\n\n{HEAD}\n\n"])
def test_a_file_may_be_all_header(text: str) -> None:
    record = read(text)
    assert record.header.seats == ("Ann", "Bob")
    assert list(record.items()) == []
    assert record.position is None


def _items(text: str) -> list[object]:
    return [item for item in read(HEAD + "\n" + text).items()]


def test_a_piece_knows_its_place() -> None:
    (entry,) = _items("\n  \nBob :  D4\n\n     1NE \n# no\n\tE5\n")
    assert entry == (
        Piece("Bob", 6, 1),
        (Piece("D4", 6, 8), Piece("1NE", 8, 6), Piece("E5", 10, 2)),
        False,
    )
    assert _items("== 7: later ==\n") == [Heading(7, 4)]


def test_lines_of_a_position_know_theirs() -> None:
    record = read(
        f"{HEAD}\n\n== Position ==\n Ann: x  \n\n# no\n   y\n== 3 ==\nAnn: z\n"
    )
    assert record.position == (Piece("Ann: x", 6, 2), Piece("y", 9, 4))
    assert record.start == 9
    assert next(record.items()) == Heading(3, 10)


def test_seats_are_found_however_they_are_spelt() -> None:
    record = read("Game: x\nSeats: Ann  Lee, Bob\n")
    assert record.seat(Piece(" ann\tLEE ", 2, 1)) == "Ann Lee"
    with pytest.raises(Unreadable) as caught:
        record.seat(Piece("Anne Lee", 0, 5))
    assert caught.value.source == "Anne Lee"
    assert caught.value.fault.given["near"] == "Ann Lee"


def test_the_longest_line() -> None:
    good = read(f"{HEAD}\nAnn: {'x' * (LONGEST_LINE - 5)}\n")
    assert isinstance(good, Record)
    error = why(f"{HEAD}\n{'x' * (LONGEST_LINE + 1)}\n")
    assert (error.fault.code, error.line) == ("record.long-line", 4)
    assert error.fault.given == {"length": LONGEST_LINE + 1, "most": LONGEST_LINE}


def test_the_line_of_bytes_that_are_no_text() -> None:
    for line in (1, 2, 5):
        with pytest.raises(Unreadable) as caught:
            decode(b"a\n" * (line - 1) + b"\xff\xff\n\xff")
        assert caught.value.line == line


def test_seats_may_have_a_sign_in_their_names() -> None:
    long = "=" * 3 + "x" * 37
    words, bots = {"a=b": "luck", long[::-1]: "k=l"}, {"a=b": "fair", "x = y": "easy"}
    header = Header("mars", ("a=b", long[::-1], "x = y"), words=words, bots=bots)
    found = read(print_header(header)).header
    assert (found.words, found.bots) == (words, bots)
