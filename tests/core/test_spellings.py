"""What people write around orders and between their parts, game by game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.record import replay, turn_file
from pbem.record.trial import try_text

_TABLE = Path(__file__).with_name("spellings.txt").read_text(encoding="utf-8")
_GAMES = [
    re.fullmatch(r"([^:\n]*): (\w+)\n(.*)\n----\n(.*)", part.strip("\n"), re.DOTALL)
    for part in _TABLE.split("\n==== ")[1:]
]


def read_as(story: replay.Story, seat: str, line: str) -> str:
    """Return what a line is read as, in notation."""
    tried = try_text(story, seat, [line])
    if tried.refused:
        return "refused"
    parts = any(not one.fault.code.startswith("doubtful.") for one in tried.faults)
    return "; ".join(map(str, tried.orders)) + " (in part)" * parts


@pytest.mark.parametrize("game", _GAMES, ids=lambda game: game[1])
def test_it_is_read_as_it_is_meant(game: re.Match[str]) -> None:
    """And never as anything else."""
    story = replay.play(turn_file.read(game[3] + "\n"))
    parse = story.game.notation.parse
    wrong = []
    for row in game[4].split("\n"):
        line, meant = row.split("\t")
        if meant != "refused" and "(in part)" not in meant:
            meant = "; ".join(str(parse(one)) for one in meant.split(" ;; "))
        found = read_as(story, game[2], line)
        if found.casefold() != meant.casefold():
            wrong.append(f"{line!r}: {found}, not {meant}")
    assert not wrong, "\n".join(wrong)


ARENA = """Game: arena
Seats: Jörg, Zoë, Ann

== Position ==
Jörg: fire C3 20hp 60mp
Zoë: air F6 20hp 9mp
Ann: air A1 20hp 9mp

== 0 ==
"""


def told(text: str) -> list[tuple[str, str, int]]:
    """Return what is wrong with a record: codes, the words they are about, columns."""
    found = replay.play(turn_file.read(text)).faults
    return [(one.fault.code, one.text, one.column) for one in found]


def test_a_record_is_cleaned_where_nothing_of_a_line_could_be_read() -> None:
    """The caret stands below what was written; parts stay as they were read (A16)."""
    assert told(f"{ARENA}Jörg: Go to D4, then 1NE!\nＡnn: −\n") == []
    assert told(f"{ARENA}Jörg: Go, to D9!\n") == [("illegal.off-board", "D9", 14)]
    assert told(f"{ARENA}Jörg: D4, then 1NE\n") == [("invalid.part", "then", 11)]
    wrong = told(f"{ARENA}Jörg: D4 and 1NE then 9x to NE\n")
    assert [one[1] for one in wrong] == ["9x", "NE"]
    assert [one[0] for one in told(f"{ARENA}Jörg: 1NE\n")] == ["invalid.notation"]
    (fault,) = told(f"{ARENA}Jörg: Go, to D4, 1Q!\n")
    assert fault[1:] == ("1Q", 18)


def test_names_are_known_in_each_form_of_their_letters() -> None:
    story = replay.play(turn_file.read(f"{ARENA}Jo\u0308rg: D4\nzoe: F7\n"))
    assert story.awaited() == ("Ann",)
    twins = "Game: arena\nSeats: Zoe, Zoë\n\nzoe: fire C3\nZOË: air F6\n"
    assert replay.play(turn_file.read(twins)).table.serial == 1


def test_two_readings_are_a_question() -> None:
    story = replay.play(turn_file.read(ARENA))
    tried = try_text(story, "Jörg", ["D4 2, 1N 1E twice"])
    assert [one.fault.code for one in tried.faults] == ["ambiguous.spelling"]
    assert tried.faults[0].fault.given["readings"] == [
        "D4 2 1N 1E 1E",
        "D4 2 1N 1E 1N 1E",
        "D4 2 1N 1E 2 1N 1E",
    ]
    assert not story.table.answers
    assert tried.idle
