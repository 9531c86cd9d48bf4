"""Games with bots on the command line: they answer, and the file says so."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.conftest import Run


def test_a_bot_answers_when_nobody_else_is_awaited(run: Run, tmp_path: Path) -> None:
    made = run("new", "arena", "--seats", "Ann, Cid", "--bot", "cid=Easy")
    assert b"\nBots: Cid=easy\n" in made.stdout
    # Or whoever knows the rest of the file could have the bot answer in a copy.
    assert re.search(rb"\nSeed: [0-9a-f]{64}\n", made.stdout)
    assert b"Seed:" not in run("new", "arena", "--seats", "Ann, Cid").stdout
    game = tmp_path / "game.txt"
    game.write_bytes(made.stdout)
    done = run("append", "game.txt", "Ann: fire C3")
    assert done.returncode == 0
    assert b"in, and was played. Awaited now: Ann, Cid." in done.stdout
    assert re.match(rb"Cid \(bot, easy\), turn 0: [a-z]+ [A-H][1-8]\n", done.stderr)
    assert re.search(r"Ann: fire C3\nCid: [a-z]+ [A-H][1-8]\n$", game.read_text())
    shown = run("resolve", "game.txt", "--for", "Ann")
    assert b"Played by a bot: Cid (easy)." in shown.stdout
    assert not shown.stderr


def test_what_it_says_is_the_same_whether_it_is_written_down_or_not(
    run: Run, tmp_path: Path
) -> None:
    game = tmp_path / "game.txt"
    game.write_text("Game: lava\nSeats: Cid, Ann\nBots: Cid=easy\n\n== 0 ==\n")
    seen = run("resolve", "game.txt", "--format", "json")
    assert game.read_text().endswith("== 0 ==\n")
    assert run("append", "game.txt").returncode == 0
    state = json.loads(run("resolve", "game.txt", "--format", "json").stdout)
    assert state == json.loads(seen.stdout)
    assert (state["serial"], state["state"]["tiles"][0]["by"]) == (1, "Cid")


def test_bots_speak_before_a_deadline_and_a_later_turn(
    run: Run, tmp_path: Path
) -> None:
    begun = "Game: arena\nSeats: Ann, Bob, Cid\nBots: Cid=easy\n\n== 0 ==\n"
    begun += "Ann: fire C3\nBob: air A8\n\n== 1 ==\nAnn: D4\n"
    for end in ("== 2 ==\n", "-- deadline --\n"):
        (tmp_path / "game.txt").write_text(begun + end)
        done = run("resolve", "game.txt", "--format", "json")
        assert [line[:23] for line in done.stderr.decode().splitlines()] == [
            "Cid (bot, easy), turn 0",
            "Cid (bot, easy), turn 1",
        ]
        assert json.loads(done.stdout)["serial"] == 2
    (tmp_path / "game.txt").write_text(begun)
    due = run("resolve", "game.txt", "--due", "--format", "json")
    assert (due.stderr, due.stdout) == (done.stderr, done.stdout)


def test_bots_speak_in_each_turn_that_a_heading_closes(
    run: Run, tmp_path: Path
) -> None:
    begun = "Game: magma\nSeats: Ann, Bob\nBots: Bob=easy\n\nAnn: enter B2\n"
    (tmp_path / "game.txt").write_text(f"{begun}== 4 ==\n")
    skipped = run("resolve", "game.txt", "--format", "json")
    turns = [line.split(":")[0] for line in skipped.stderr.decode().splitlines()]
    assert turns == [f"Bob (bot, easy), turn {turn}" for turn in (1, 3)]
    document = json.loads(skipped.stdout)
    (doubt,) = document["faults"]
    assert (doubt["text"], doubt["line"]) == ("== 4 ==", 6)
    assert "for turn 2:" in doubt["message"]


def test_bots_speak_behind_a_late_order(run: Run, tmp_path: Path) -> None:
    begun = "Game: lava\nSeats: Ann, Cid\nBots: Cid=easy\n\nAnn: e 0,0\n"
    begun += "Cid: b 0,1\nAnn: a 0,2\n"
    (tmp_path / "game.txt").write_text(f"{begun}== 0 ==\nAnn: e 0,0\n")
    done = run("resolve", "game.txt", "--format", "json")
    assert done.stderr.startswith(b"Cid (bot, easy), turn 3: ")
    document = json.loads(done.stdout)
    assert document["serial"] == 4
    assert [one["code"] for one in document["faults"]] == ["late.turn"]


def test_what_is_wrong_with_bots_is_said(run: Run, tmp_path: Path) -> None:
    begun = "Game: lava\nSeats: Ann, Cid\n"
    for line, said in (
        ("Bots: Cid=fairy", b'A bot is easy, fair or strong, not "fairy".'),
        ("Bots: Dan=fair", b'Nobody called "Dan" plays here.'),
        ("Bots: Cid=fair, cid=easy", b"for the second time"),
        ("Bots: Cid", b"not of the form name=value"),
    ):
        (tmp_path / "game.txt").write_text(f"{begun}{line}\n\n== 0 ==\n")
        done = run("resolve", "game.txt")
        assert done.returncode == 2
        assert b"line 3" in done.stderr
        assert said in done.stderr
    made = run("new", "lava", "--seats", "A, B", "--bot", "A=easy", "--bot", "B=easy")
    assert (made.returncode, made.stdout) == (2, b"")
    assert b"leave one for a person" in made.stderr
    assert (
        b"like Cid=fair" in run("new", "lava", "--seats", "A, B", "--bot", "A").stderr
    )
    (tmp_path / "game.txt").write_text(f"{begun}\n== 0 ==\n")
    none = run("append", "game.txt")
    assert none.returncode == 2
    assert b"No bot plays in this file" in none.stderr


def test_two_bots_play_no_longer_than_they_may_and_it_is_said_what_is_left(
    run: Run, tmp_path: Path
) -> None:
    begun = "Game: magma\nSeats: Bob, Cid\nBots: Bob=fair, Cid=fair\n"
    (tmp_path / "game.txt").write_text(begun)
    done = run("resolve", "game.txt", "--bot-seconds", "1")
    assert done.returncode == 0
    first, second, *_ = done.stderr.decode().splitlines()
    assert first == "Bob (bot, fair) thinks about turn 0: 10 seconds at most ..."
    assert second.startswith("Bob (bot, fair), turn 0: ")
    report = " ".join(done.stdout.decode().split())
    assert "Bots have thought for 1 seconds; from here on nothing was played." in report
    assert "--bot-seconds N" in report
    found = run("resolve", "game.txt", "--bot-seconds", "1", "--format", "json")
    (doubt,) = json.loads(found.stdout)["faults"]
    assert "nothing was played" in doubt["message"]


def test_what_a_record_goes_on_behind_is_not_guessed(run: Run, tmp_path: Path) -> None:
    begun = "Game: magma\nSeats: Bob, Cid\nBots: Bob=fair, Cid=fair\n\n"
    turns = "== 0 ==\n-- deadline --\n== 1 ==\n-- deadline --\n" * 9
    (tmp_path / "game.txt").write_text(begun + turns)
    done = run("resolve", "game.txt", "--bot-seconds", "1")
    assert done.returncode == 2
    assert b"--bot-seconds N gives them more time" in done.stderr
    assert not done.stdout
