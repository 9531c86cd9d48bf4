"""A bot and a plan in one window: neither waits for the other until the deadline."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from pbem.cli.append import command as append

RECORD = """Game: arena
Seats: Ann, Bob, Cid
Seed: 00112233445566778899aabbccddeeff
Bots: Bob=easy

== 0 ==
Ann: fire C3
"""
PLAN = "Plan of Ann:\n  if Cid: B8 then D5\n"


def test_a_file_goes_on_where_a_bot_and_a_plan_are_left(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD)
    for line in ("Cid: water A8", "Ann: D4"):
        assert CliRunner().invoke(append, [str(file), line]).exit_code == 0
    file.write_text(file.read_text() + "\n" + PLAN)
    assert CliRunner().invoke(append, [str(file), "Cid: B8"]).exit_code == 0
    done = CliRunner().invoke(append, [str(file), "Cid: B7"])
    assert "Ann's plan plays D5" in done.output
    assert "Awaited now: Ann, Bob, Cid." in done.output
    turn = file.read_text().split("== 2 ==")[1]
    assert "\nBob: " in turn
    assert "\nAnn: D5" in turn
