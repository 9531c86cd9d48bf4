"""Whatever is handed to `pbem resolve`, it answers in words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli._common import Stop, load
from tests.cli.conftest import GAME, Run

HEAD = b"Game: arena\nSeats: Ann, Bob\n"


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", b"nothing in this file"),
        (b"\n \n# only a comment\n", b"nothing in this file"),
        (b"\x7fELF\x02\x01\x00\x00", b"not a text file"),
        (GAME.encode("utf-16"), b"UTF-16"),
        (b"Game: arena\nSeats: Ann, B\xf6b\n", b"line 2"),
        (HEAD + b"\nAnn: " + b"C" * (1 << 21), b"at most 10000"),
        (HEAD + b"Game: lava\n", b"stands in line 1 already"),
        (HEAD + b"Sets: x\n", b'Did you mean "Seats"?'),
        (b"Seats: Ann, Bob\n", b'"Game:"'),
        (b"Game: arena\n", b'"Seats:"'),
        (b"Game: arena\nSeats: Ann\n", b"2 to 26 players; here is 1"),
        (b"Game: arena\nSeats: Ann, , Bob\n", b"empty name"),
        (b"Game: arena\nSeats: Ann, #1\n", b"cannot be a player's name"),
        (b"Game: arena\nSeats: Ann, ANN\n", b"Two players are called"),
        (b"Game: arenas\nSeats: Ann, Bob\n", b'Did you mean "arena"?'),
        (HEAD + b"Options: hp=1000\n", b"from 1 to 999"),
        (HEAD + b"Options: board=7\n", b"steps of 2"),
        (HEAD + b"Options: types=3\n", b"1, 2 or all"),
        (HEAD + b"Options: healing=perhaps\n", b"yes or no"),
        (HEAD + b"Options: hp\n", b"name=value"),
        (HEAD + b"Options: hp=1, hp=2\n", b"second time"),
        (HEAD + b"Seed: xyz\n", b"hexadecimal"),
        (HEAD + b"Rules: 99\n", b"version 99"),
        (HEAD + b"Rules: one\n", b"whole number"),
        (HEAD + b"\nhello\n", b"a player's name, a colon"),
        (HEAD + b"\n== later ==\n", b"what follows is for turn 3"),
        (HEAD + b"\nAnne: fire C3\n", b'Did you mean "Ann"?'),
        (HEAD + b"\nA\x1b[31m: fire C3\n", b'called "A\xef\xbf\xbd[31m"'),
        (HEAD + b"\n== 1 ==\nAnn: D4\n", b"Ann and Bob must send something"),
        (HEAD + b"\nAnn: fire C3\n== Position ==\n", b"below the first lines"),
        (HEAD + b"\n-- deadline --\n", b"must send something"),
        (HEAD + b"\n== Position ==\nAnn: fire Z9 20hp 1mp\n", b"not on the board"),
        (HEAD + b"\n== Position ==\nAnn: ice C3 20hp 1mp\n", b"a type of magic"),
        (HEAD + b"\n== Position ==\nAnn: fire C3 20hp 1mp\n", b"where Bob is"),
    ],
)
def test_what_cannot_be_read_says_where_and_what_would_be_right(
    run: Run, raw: bytes, said: bytes
) -> None:
    done = run("resolve", "-", stdin=raw)
    assert done.returncode == 2
    assert said in b" ".join(done.stderr.split())
    assert not done.stdout
    for word in (b"Traceback", b"lark", b"Token", b"pbem/"):
        assert word not in done.stderr


def test_a_hundred_megabytes_in_one_line(run: Run, tmp_path: Path) -> None:
    with (tmp_path / "big.txt").open("wb") as file:
        file.write(HEAD + b"\nAnn: ")
        for _ in range(100):
            file.write(b"C" * (1 << 20))
    done = run("resolve", "big.txt")
    assert done.returncode == 2
    assert b"larger than 32 MB" in done.stderr


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_other_line_ends_are_line_ends(run: Run, newline: str) -> None:
    same = run("resolve", "-", stdin=GAME.replace("\n", newline).encode())
    assert same.returncode == 0
    assert same.stdout == run("resolve", "duel.txt").stdout


def test_a_byte_order_mark_is_no_letter(run: Run) -> None:
    done = run("resolve", "-", stdin=b"\xef\xbb\xbf" + GAME.encode())
    assert done.stdout == run("resolve", "duel.txt").stdout


def test_a_seat_may_be_called_position(run: Run) -> None:
    game = b"Game: arena\nSeats: Position, Deadline\n\n"
    orders = b"Position: fire C3\nDeadline: air D4\n"
    done = run("resolve", "-", stdin=game + orders)
    assert done.returncode == 0
    assert b"Position" in done.stdout


def test_orders_of_another_turn_and_of_the_dead_are_refused(run: Run) -> None:
    game = HEAD.replace(b"Bob", b"Bob, Cid") + (
        b"Options: hp=4\n\nAnn: air C3\nBob: fire D4\nCid: earth H8\n"
        b"Ann: - 1D4\nBob: -\nCid: -\n== 2 ==\nBob: D5\n== 1 ==\nAnn: C4\n"
    )
    done = run("resolve", "-", "--format", "json", stdin=game)
    assert done.returncode == 0
    assert b"illegal.out" in done.stdout
    assert b"late.turn" in done.stdout


def test_a_file_that_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "duel.txt")

    # Root may read everything, so the refusal is played.
    monkeypatch.setattr("builtins.open", closed)
    with pytest.raises(Stop, match="no permission"):
        load("duel.txt")


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "duel.txt").write_text(GAME)
    command = [sys.executable, "-c", "from pbem.cli import main; main()"]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*command, "resolve", "duel.txt", "--all"],
        cwd=tmp_path,
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert done.returncode == 0
    assert not done.stderr
