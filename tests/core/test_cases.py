"""Case files: read, refused with their line, and what does not hold said."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cases import assertions
from pbem.cases.assertions import Happening, Puzzling, Value
from pbem.cases.runner import BadCase, read, run
from pbem.cli import pbem
from pbem.plugins.games import find

GOOD = """# Comments may stand between cases.

CASE A9.1: own magic never harms its caster
Seats: Ann, Bob

== Position ==
Ann: fire D4 20hp 12mp
Bob: water D5 20hp 5mp

== 0 ==
Ann: - 5
Bob: -
THEN
{}
END
"""


def _case_file(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "01-some.txt"
    file.write_text(text)
    return file


def _failures(tmp_path: Path, *lines: str) -> list[str]:
    text = GOOD.format("\n".join(f"  {line}" for line in lines))
    (case,) = read(find("arena"), _case_file(tmp_path, text))
    return run(case)


def test_a_case_is_read(tmp_path: Path) -> None:
    text = GOOD.format("  seats.Ann.hp = 20")
    (case,) = read(find("arena"), _case_file(tmp_path, text))
    assert (case.id, case.ruling, case.line) == ("A9.1", "A9", 3)
    assert case.title == "own magic never harms its caster"
    assert case.text.startswith("Game: arena\nSeats: Ann, Bob\n")
    assert run(case) == []


@pytest.mark.parametrize(
    "line",
    [
        "seats.Ann.hp = 20",
        'seats.Bob.types = ["water"]',
        'seats."Ann".out = null',
        "turn = 2",
        "serial = 1",
        "window.seats.count = 2",
        'window.seats.1 = "Bob"',
        "faults = []",
        "event Struck",
        'event Struck: seat="Bob", damage=8, after=12',
        'no event Struck: seat="Ann"',
        "2 events Acted",
        "view bob: seats.Bob.hp = 12",
        'public: event Struck: seat="Bob"',
    ],
)
def test_a_line_of_a_case_that_holds_fails_nothing(tmp_path: Path, line: str) -> None:
    assert _failures(tmp_path, line) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("seats.Ann.hp = 21", "it is 20"),
        ("seats.Ann.resigned = 0", "it is false"),
        ("seats.Cid.hp = 20", "seats.Cid is not there; there are Ann, Bob"),
        ("trun = 2", "trun is not there; there are game, "),
        ("window.seats.7 = 1", "window.seats.7 is not there"),
        ('faults = ["illegal.target"]', "it is []"),
        ("event Removed", "it happened 0 times (none of its kind)"),
        ("no event Struck", "it happened 1 times (seat="),
        ('event Struck: seat="Ann"', 'it happened 0 times (seat="Bob"'),
        ("event Struck: colour=1", "it happened 0 times"),
        ("3 events Acted", "it happened 2 times"),
        ("view Cid: turn = 2", "nobody is called Cid"),
        ('stops = "record.empty"', "the game could be read to its end"),
    ],
)
def test_what_does_not_hold_is_said(tmp_path: Path, line: str, why: str) -> None:
    (failure,) = _failures(tmp_path, line)
    assert failure.startswith(f"01-some.txt, line 14: {line}: ")
    assert why in failure


def test_a_case_that_cannot_be_played_says_where(tmp_path: Path) -> None:
    text = GOOD.format("  turn = 2").replace("Bob: -\n", "Bert: -\n")
    (case,) = read(find("arena"), _case_file(tmp_path, text))
    (failure,) = run(case)
    assert failure.startswith("01-some.txt, line 12: Nobody called")


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("Seats: Ann, Bob\n", 1, "a case begins like"),
        ("CASE nine: what\n", 1, "a case begins like"),
        ("CASE A9.1\nTHEN\nturn = 1\nEND\n", 1, "a case begins like"),
        ("\nCASE A1.1: x\nSeats: A, B\n", 2, "no line THEN"),
        ("CASE A1.1: x\nTHEN\nturn = 1\nCASE A1.2: y\nEND\n", 1, "no line END"),
        ("CASE A1.1: x\nTHEN\n\nEND\n", 2, "nothing stands between"),
        ("CASE A1.1: x\nTHEN\n  turn is 1\nEND\n", 3, "a line here is like"),
        ("CASE A1.1: x\nTHEN\n  turn = one\nEND\n", 3, "one is no JSON value"),
        ("CASE A1.1: x\nTHEN\n  turn =\nEND\n", 3, "nothing is no JSON value"),
        ("CASE A1.1: x\nTHEN\n  event X: a 1\nEND\n", 3, "not of the form name=value"),
        ("CASE A1.1: x\nTHEN\n  event X: a=b\nEND\n", 3, "no JSON value"),
        ("CASE A1.1: x\nTHEN\n  = 1\nEND\n", 3, "is no place such as"),
        ('CASE A1.1: x\nTHEN\n  seats["Ann"] = 1\nEND\n', 3, "is no place such as"),
    ],
)
def test_bad_case_files(tmp_path: Path, text: str, line: int, why: str) -> None:
    with pytest.raises(BadCase, match="01-some") as caught:
        list(read(find("arena"), _case_file(tmp_path, text)))
    assert caught.value.line == line
    assert why in str(caught.value)


def test_claims_are_read() -> None:
    assert assertions.read('a."b. c".0 = [1, 2]').what == Value(
        ("a", "b. c", "0"), [1, 2]
    )
    claim = assertions.read('view Dr. No: 2 events Hit: by="a, b", n={"x": 1}')
    assert claim.seat == "Dr. No"
    assert claim.what == Happening("Hit", {"by": "a, b", "n": {"x": 1}}, 2)
    assert assertions.read("public: no event Hit").public
    with pytest.raises(Puzzling):
        assertions.read("nothing to see")


def test_the_command_gives_a_line_for_each_case_of_a_ruling() -> None:
    done = CliRunner().invoke(pbem, ["game", "cases", "arena", "a9"])
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert lines[0] == "arena A9.1: own magic never harms its caster: holds"
    assert lines[-1] == f"{len(lines) - 1} cases hold"


def test_the_command_knows_no_unheard_of_ruling_or_game() -> None:
    ruling = CliRunner().invoke(pbem, ["game", "cases", "arena", "A99"])
    game = CliRunner().invoke(pbem, ["game", "cases", "areana"])
    assert ruling.exit_code == game.exit_code == 2
    assert "there is no case or ruling A99" in ruling.output
    assert 'Did you mean "arena"?' in game.output
