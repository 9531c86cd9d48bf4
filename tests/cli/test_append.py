"""`pbem append`: an order is added whole, or the file stays as it was."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.append import command
from tests.cli.conftest import GAME, Run
from tests.support.server_fixtures import small_disk


def test_an_order_is_added_under_its_heading(run: Run, tmp_path: Path) -> None:
    assert run("append", "duel.txt", "bob: - 1C4").returncode == 0
    assert run("append", "duel.txt", "Ann: C5").returncode == 0
    text = (tmp_path / "duel.txt").read_text()
    assert text == GAME + "Bob: - 1C4\n\n== 3 ==\nAnn: C5\n"


@pytest.mark.parametrize("end", ["", "\n", "\n# ours", "\r\n# ours\r\n"])
def test_a_header_ends_where_the_first_order_begins(
    run: Run, tmp_path: Path, end: str
) -> None:
    head = f"# ours\n\nGame: arena\nSeats: Ann, Bob{end}"
    (tmp_path / "duel.txt").write_bytes(head.encode())
    assert run("append", "duel.txt", "Ann: fire C3").returncode == 0
    assert run("append", "duel.txt", "Bob: air F6").returncode == 0
    text = (tmp_path / "duel.txt").read_bytes().decode()
    between = "\n" if end.endswith("\n") else "\n\n"
    assert text == f"{head}{between}Ann: fire C3\nBob: air F6\n"
    assert b"Awaited" in run("check", "duel.txt").stdout


def test_what_comes_behind_late_orders_is_for_the_open_turn(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "duel.txt").write_text(f"{GAME}== 0 ==\nBob: air F6\n")
    assert run("append", "duel.txt", "Bob: - 1C4").returncode == 0
    assert (tmp_path / "duel.txt").read_text().endswith("\n== 2 ==\nBob: - 1C4\n")
    assert b"turn 2 is done" in run("resolve", "duel.txt").stdout


def test_the_first_order_after_a_position_gets_a_heading(
    run: Run, tmp_path: Path
) -> None:
    text = (
        GAME.partition("== 0 ==")[0]
        + "== Position ==\nAnn: fire C3 9hp 5mp\nBob: air C5 9hp 5mp\n"
    )
    (tmp_path / "duel.txt").write_text(text)
    done = run("append", "duel.txt", "Ann: C4 5D4")
    assert done.returncode == 0
    assert b"Meteor takes no target" in done.stderr
    assert b'"and"' not in done.stderr.lower()
    assert (tmp_path / "duel.txt").read_text() == f"{text}\n== 0 ==\nAnn: C4 5D4\n"


def test_a_refused_order_changes_nothing(run: Run, tmp_path: Path) -> None:
    done = run("append", "duel.txt", "Bob: what?")
    assert done.returncode == 1
    assert b"as it was" in done.stderr
    assert b"^" in done.stderr
    assert (tmp_path / "duel.txt").read_text() == GAME


def test_an_order_that_counts_in_part_is_asked_about_before_it_replaces_a_whole_one(
    run: Run, tmp_path: Path
) -> None:
    assert run("append", "duel.txt", "Ann: D4 1NE").returncode == 0
    asked = run("append", "duel.txt", "Ann: D4 5A1")
    assert asked.returncode == 1
    assert b'You had "D4 1NE"; of this only "D4" would count.' in asked.stderr
    text = (tmp_path / "duel.txt").read_text()
    assert text.endswith("Ann: D4 1NE\n# asked: Ann, turn 2: D4 5A1\n")
    assert run("append", "duel.txt", "Ann: D4 5A1").returncode == 0
    assert (tmp_path / "duel.txt").read_text() == text + "Ann: D4 5A1\n"


def test_nothing_is_asked_where_the_order_before_was_no_better(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "duel.txt").write_text(GAME.replace("Ann: C4", "Ann: C4 5A1"))
    assert run("append", "duel.txt", "Ann: D4 5D4").returncode == 0
    assert run("append", "duel.txt", "Ann: D4").returncode == 0


def test_words_that_nobody_understands_are_named_with_what_may_be_meant(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "duel.txt").write_text(GAME)
    asked = run("append", "duel.txt", "Bob: C5 frob")
    assert asked.returncode == 1
    assert b'I do not understand "frob". This could mean "C5"' in asked.stderr
    assert (tmp_path / "duel.txt").read_text() == GAME
    assert run("append", "duel.txt", "Bob: C5").returncode == 0


def test_an_unknown_name_changes_nothing(run: Run, tmp_path: Path) -> None:
    done = run("append", "duel.txt", "Bop: C5")
    assert done.returncode == 2
    assert b'Did you mean "Bob"?' in done.stderr
    assert (tmp_path / "duel.txt").read_text() == GAME


def test_a_file_without_a_last_newline_is_mended(run: Run, tmp_path: Path) -> None:
    (tmp_path / "duel.txt").write_text(GAME.rstrip("\n"))
    assert run("append", "duel.txt", "Bob: -").returncode == 0
    assert (tmp_path / "duel.txt").read_text() == GAME + "Bob: -\n"


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    file = tmp_path / "duel.txt"
    file.write_text(GAME)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, call, full)
    done = CliRunner().invoke(command, [str(file), "Bob: -"])
    monkeypatch.undo()
    assert done.exit_code == 2
    assert "No space left" in done.output
    assert "Nothing was changed" in done.output
    assert file.read_text() == GAME
    assert [path.name for path in tmp_path.iterdir()] == ["duel.txt"]


def test_a_really_full_disk_leaves_the_file(run: Run, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "8k") as disk:
        (disk / "duel.txt").write_text(GAME)
        done = run("append", "disk/duel.txt", "Bob: -")
        while done.returncode == 0:  # fill it until nothing more fits
            with (disk / "filler").open("ab", buffering=0) as filler:
                try:
                    filler.write(b"x" * 65536)
                except OSError:
                    break
        before = (disk / "duel.txt").read_bytes()
        done = run("append", "disk/duel.txt", "Ann: -")
        assert done.returncode == 2
        assert b"Nothing was changed" in done.stderr
        assert (disk / "duel.txt").read_bytes() == before


def test_many_writers_lose_nothing(tmp_path: Path) -> None:
    seats = [f"P{number}" for number in range(12)]
    file = tmp_path / "many.txt"
    file.write_text(f"Game: arena\nSeats: {', '.join(seats)}\n\n")
    program = "from pbem.cli import main; main()"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", program, "append", str(file), f"{seat}: fire C3"],
            stdout=subprocess.DEVNULL,
        )
        for seat in seats
    ]
    assert [writer.wait(60) for writer in writers] == [0] * len(seats)
    text = file.read_text()
    assert all(f"{seat}: fire C3\n" in text for seat in seats)
    assert len(text.splitlines()) == 3 + len(seats)


@pytest.mark.parametrize("said", ["deadline", "-- deadline --"])
def test_the_open_turn_is_closed_as_at_its_deadline(
    run: Run, tmp_path: Path, said: str
) -> None:
    done = run("append", "duel.txt", said)
    assert done.stdout == b"Turn 2 is closed. Awaited now: Ann, Bob.\n"
    text = (tmp_path / "duel.txt").read_text()
    assert text == f"{GAME}-- deadline --\n"


def test_a_turn_in_which_silence_says_nothing_stays_open(
    run: Run, tmp_path: Path
) -> None:
    start = "Game: arena\nSeats: Ann, Bob\n\nAnn: fire C3\n"
    (tmp_path / "duel.txt").write_text(start)
    done = run("append", "duel.txt", "deadline")
    assert b"Bob must send something first" in done.stderr
    assert (tmp_path / "duel.txt").read_text() == start
