"""The fold over a record: where its faults lie, and what a story is told of."""

from __future__ import annotations

import pytest

from pbem.chance import Draw
from pbem.notation.parser import LONGEST
from pbem.pages.wording import shared_words
from pbem.record.opening import players_words
from pbem.record.replay import Story, begin, play
from pbem.record.turn_file import Piece, Unreadable, read
from pbem.referee import Played, Written
from tests.support.records import why
from tests.toy.game import HANDFUL, SEED
from tests.toy.handful.orders import Always, Leave

pytestmark = pytest.mark.usefixtures("toy")

ARENA = "Game: arena\nSeats: Ann, Bob\n\n"
BEGUN = ARENA + "Ann: fire C3\nBob: air F6\n"


def _codes(story: Story) -> list[tuple[str, str]]:
    return [(found.seat, found.fault.code) for found in story.faults]


@pytest.mark.parametrize(
    ("lines", "place", "text", "source", "at"),
    [
        ("Ann: D4 1NE 7X", (6, 13), "7X", "D4 1NE 7X", 7),
        ("Ann: D4\n  H\n  C9", (7, 3), "H", "H", 0),
        ("Ann: D4\n  1NE 7X", (7, 7), "7X", "1NE 7X", 4),
        ("Ann: D4\n  7X 1NE", (7, 3), "7X", "7X 1NE", 0),
        ("Ann: fire", (6, 10), "", "fire", 4),
        ("Ann:\n  fire", (7, 7), "", "fire", 4),
        ("Ann: \t\n  fire", (7, 7), "", "fire", 4),
        ("Ann: \n \n# not yet\n\tfire", (9, 6), "", "fire", 4),
        ("Ann:", (6, 5), "", "", 0),
        ("== 0 ==\nAnn:", (7, 5), "", "", 0),
        ("== 0 ==\nAnn: air A1", (7, 6), "air A1", "air A1", 0),
    ],
)
def test_a_fault_has_a_place_in_the_file_and_in_its_order(
    lines: str, place: tuple[int, int], text: str, source: str, at: int
) -> None:
    found = play(read(f"{BEGUN}{lines}\n")).faults[0]
    assert (found.line, found.column) == place
    assert (found.text, found.source, found.at) == (text, source, at)
    assert found.serial == 1


def test_a_fault_of_what_was_never_written_has_no_place() -> None:
    (found,) = play(read(BEGUN)).order("Ann", []).faults
    assert (found.line, found.column, found.at) == (0, 1, 0)
    assert found.text == found.source == ""


def test_a_line_that_cannot_be_read_ends_a_sheet() -> None:
    story = play(read(HANDFUL + "Cid: never pass\n  nonsense\n  leave\n"))
    assert _codes(story) == [("Cid", "invalid.notation")]
    (found,) = story.faults
    assert (found.line, found.column, found.source) == (6, 3, "nonsense")
    assert story.table.state.seats == ("Ann", "Bob", "Cid")


def test_an_order_that_is_refused_is_no_aside() -> None:
    story = play(read(HANDFUL + "Cid: leave\nCid: always pass\nBob: always pass\n"))
    assert _codes(story) == [("Cid", "illegal.left")]
    assert [(seat, order) for seat, order, _ in story.asides] == [
        ("Cid", Leave()),
        ("Bob", Always(on=True)),
    ]
    before = [state.seats for *_, state in story.asides]
    assert before == [("Ann", "Bob", "Cid"), ("Ann", "Bob")]


def test_asides_are_of_the_open_window() -> None:
    text = HANDFUL + "Bob: always pass\nCid: always pass\n-- deadline --\n"
    story = play(read(text + "Ann: never pass\n"))
    assert [seat for seat, *_ in story.asides] == ["Ann"]


def test_who_orders_is_given_back_the_faults_of_the_order() -> None:
    story = play(read(BEGUN))
    found = story.order("Bob", [Piece("7X", 9, 3)]).faults
    assert [(one.seat, one.fault.code, one.line, one.column) for one in found] == [
        ("Bob", "invalid.notation", 9, 3)
    ]
    assert story.faults == [*found]
    assert story.order("Bob", [Piece("D4", 10, 1)]).faults == ()


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("# ours\nGame: areana\nSeats: A, B\n", "game.unknown", 2),
        ("# ours\nGame: arena\nSeats: A\n", "seats.number", 3),
        ("Game: arena\nSeats: A, B\nOptions: hp=0\n", "option.value", 3),
        ("Game: arena\nSeats: A, B\nRules: 0\n", "record.rules-unknown", 3),
        ("Game: arena\nSeats: A, B\nRules: 2\n", "record.rules-unknown", 3),
        ("Game: magblast\nSeats: A, B\n", "record.no-seed", 0),
        (
            f"Game: magblast\nSeats: A, B\nSeed: {SEED}\nOptions: deck=x\n",
            "deck.unknown",
            4,
        ),
        (
            f"Game: handful\nSeats: A, B\nSeed: {SEED}\nWords: C=x\n",
            "record.unknown-seat",
            4,
        ),
    ],
)
def test_a_fault_of_the_header_shows_its_line(text: str, code: str, line: int) -> None:
    error = why(text)
    assert (error.fault.code, error.line) == (code, line)
    assert error.source == (text.splitlines()[line - 1] if line else "")
    assert error.column == (1 if code == "record.unknown-seat" else 0)
    assert shared_words(error.game).fault(error.fault, error.source)


def test_the_rules_that_are_known_may_be_named() -> None:
    assert play(read("Game: arena\nSeats: A, B\nRules: 1\n")).table.serial == 0


@pytest.mark.parametrize(
    ("lines", "code", "place", "source"),
    [
        ("Ann: nonsense\n", "position.notation", (5, 6), "Ann: nonsense"),
        ("  Ann: water X\n", "position.notation", (5, 14), "  Ann: water X"),
        ("Ann: fire D4 20hp 5mp\n", "position.missing", (5, 1), None),
        (" Ann: fire D4 20hp 5mp\n", "position.missing", (5, 2), None),
        ("Ann: fire D4 20hp 5mp\nCid: air A1 9hp 5mp\n", "position.seat", (6, 1), None),
        ("\n", "position.missing", (0, 0), ""),
    ],
)
def test_a_fault_of_a_position_shows_its_line(
    lines: str, code: str, place: tuple[int, int], source: str | None
) -> None:
    error = why(f"{ARENA}== Position ==\n{lines}")
    assert (error.fault.code, error.game) == (code, "arena")
    assert (error.line, error.column) == place
    last = (lines.splitlines() or [""])[-1]
    assert error.source == (last if source is None else source)


def test_what_misses_in_a_position_is_said_of_its_last_line() -> None:
    head = "Game: arena\nSeats: Ann, Bob, Cid\n\n== Position ==\n"
    error = why(f"{head}Ann: fire D4 20hp 5mp\nCid: air A1 9hp 5mp\n")
    assert error.fault.given == {"missing": ("Bob",)}
    assert (error.line, error.column) == (6, 1)


def test_who_closes_a_window_without_a_line_is_told_of_none() -> None:
    story = play(read(ARENA))
    with pytest.raises(Unreadable) as caught:
        story.close()
    assert (caught.value.fault.code, caught.value.line) == ("record.awaited", 0)


def test_an_order_that_stands_in_no_record_has_no_line() -> None:
    written = Written(Leave(), "leave")
    assert (written.line, written.column, written.standing) == (0, 1, False)


def test_words_of_players_are_read_from_their_line() -> None:
    head = HANDFUL.strip() + "\nWords: ann=two words, CID=x\n"
    assert players_words(read(head)) == {"Ann": "two words", "Cid": "x"}


def test_a_log_of_what_is_drawn_changes_nothing() -> None:
    log: list[Draw] = []
    text = HANDFUL + "-- deadline --\n" * 6
    plain, logged = play(read(text)), play(read(text), None, log)
    assert logged.table.state.hands == plain.table.state.hands
    assert [draw.counter for draw in log] == sorted({draw.counter for draw in log})
    assert log[0].counter == 0


def test_each_window_is_told_of_as_it_is_played() -> None:
    told: list[Played] = []
    story = play(read(HANDFUL + "-- deadline --\n" * 2), told.append)
    assert [played.serial for played in told] == [0, 1]
    assert story.last is told[-1]
    assert story.table.news == ()


def test_what_opened_the_game_is_no_news_of_a_window() -> None:
    story = begin(read(HANDFUL))
    assert story.opening
    assert story.table.news == ()


def test_what_an_aside_takes_back_is_no_fault_of_the_aside() -> None:
    story = begin(read(HANDFUL))
    answer = next(iter(story.game.rules.legal(story.table.state, "Bob")))
    story.order("Bob", [Piece(str(answer), 0, 1)])
    offer = story.order("Bob", [Piece("leave", 0, 1), Piece("leave", 0, 1)])
    # Who has left cannot leave again; the card that was played before is given back.
    assert [(f.text, f.fault.code) for f in offer.faults] == [("leave", "illegal.left")]
    assert [f.text for f in offer.others] == [str(answer)]
    assert offer.good == 1


def test_what_is_refused_sets_nothing_in_motion() -> None:
    story = begin(read(HANDFUL))
    before = story.table
    assert story.order("Bob", [Piece("block", 0, 1)]).refused
    assert story.table is before


@pytest.mark.parametrize(
    ("lines", "place", "text"),
    [
        ("Ann: fire\n  gibberish", (5, 3), "gibberish"),
        ("Ann: fire C3\n  gibberish", (5, 3), "gibberish"),
        ("Ann: gibberish\n  C3", (4, 6), "gibberish"),
        ("Ann:\n  fire\n  gibberish", (6, 3), "gibberish"),
        ("Ann:", (4, 5), ""),
        ("Ann: " + "x" * (LONGEST + 1), (4, 6), "x" * 60),
    ],
)
def test_what_cannot_be_read_has_a_place_in_an_order_of_several_lines(
    lines: str, place: tuple[int, int], text: str
) -> None:
    (found,) = play(read(f"{ARENA}{lines}\n")).faults
    assert (found.line, found.column) == place
    assert found.text == text
    assert found.seat == "Ann"


def test_lines_of_a_sheet_have_places_of_their_own() -> None:
    record = f"{HANDFUL}Ann: always pass\n  never pass\n  gibberish\n  leave\n"
    story = play(read(record))
    (found,) = story.faults
    assert (found.line, found.column, found.text) == (7, 3, "gibberish")
    assert (found.source, found.at, found.serial) == ("gibberish", 0, 0)


def test_turns_that_nobody_answered_are_doubted_where_the_next_heading_stands() -> None:
    story = play(read(f"{BEGUN}== 1 ==\nAnn: D4\nBob: E6\n== 4 ==\n"))
    (found,) = story.faults
    assert found.fault.given == {"turns": (2, 3)}
    assert found[2:] == ("== 4 ==", 9, 1, "== 4 ==", 0, 4)
    # A heading that says where the game is anyway skips nothing.
    assert (
        play(read(f"{BEGUN}== 1 ==\n== 1 ==\nAnn: D4\nBob: E6\n== 2 ==\n")).faults == []
    )
    late = play(read(f"{BEGUN}== 1 ==\nAnn: D4\nBob: E6\n== 1 ==\nAnn: D3\n"))
    assert _codes(late) == [("Ann", "late.turn")]
