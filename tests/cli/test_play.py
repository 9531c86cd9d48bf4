"""`pbem game play` as it is started: what it refuses, and what it makes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.request import urlopen

import pytest
from click.testing import CliRunner, Result

from pbem.cli import _page, pbem
from pbem.record.turn_file import Record, read
from pbem.web.app_state import AppState


def started(*words: str) -> tuple[Result, list[AppState], list[Record]]:
    """What a command prints, the pages that it would serve, and what they show."""
    states: list[AppState] = []
    records: list[Record] = []

    def serve(state: AppState, port: int, **_more: Any) -> None:
        states.append(state)
        assert state.play is not None
        records.append(read(state.folder.read(state.play.name).text))

    with (
        patch("pbem.cli.game.play.serve", serve),
        patch("sys.dont_write_bytecode", False),
    ):
        result = CliRunner().invoke(pbem, ["game", "play", *words])
    return result, states, records


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("areana",), 'Did you mean "arena"?'),
        (("arena", "--seats", "1"), "2 to 26 players; here is 1"),
        (("arena", "--seats", "99999999"), "2 to 26 players"),
        (("arena", "--seats", "Ann, Ann"), 'Two players are called "Ann"'),
        (("arena", "--seats", "Ann, #1"), "cannot be a player's name"),
        (("arena", "--seats", ""), "2 to 26 players"),
        (("arena", "--option", "hp"), "an option is written like hp=25"),
        (("arena", "--option", "hp=0"), "from 1 to 999"),
        (("arena", "--option", "ph=8"), 'Did you mean "hp"?'),
        (("arena", "--file", "game.md"), "a name like game.txt"),
        (("arena", "--file", "no/such/game.txt"), "there is no such f"),
        (("arena", "--port", "70000"), "0<=x<=65535"),
    ],
)
def test_what_cannot_be_played_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result, states, _ = started(*words)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
    assert not states
    assert not [*tmp_path.iterdir()]


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with patch("sys.dont_write_bytecode", False):
            result = CliRunner().invoke(
                pbem, ["game", "play", "lava", "--port", port, "--no-browser"]
            )
    assert result.exit_code == 2
    assert "--port 0 takes a free one" in result.output


def test_a_fresh_game() -> None:
    _, states, (record,) = started("arena", "--seats", "3", "--option", "hp=8")
    assert record.header.seats == ("Ann", "Bob", "Cid")
    assert record.header.options == {"hp": "8"}
    # It lay in a folder of its own, which went with the page.
    assert not states[0].folder.path.exists()


def test_as_many_seats_as_the_game_needs_at_least() -> None:
    assert len(started("mars")[2][0].header.seats) == 1
    assert len(started("lava")[2][0].header.seats) == 2
    many = started("arena", "--seats", "12")[2][0].header.seats
    assert many[-2:] == ("Player 11", "Player 12")


def test_a_seed_is_a_text_or_a_seed() -> None:
    seeds = [started("magblast", "--seed", text)[2][0].header.seed for text in "778"]
    assert seeds[0] == seeds[1] != seeds[2]
    figure = "00112233445566778899aabbccddeeff"
    _, _, (record,) = started("magblast", "--seed", figure)
    assert record.header.seed == bytes.fromhex(figure)


def test_a_file_is_made_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    started("lava", "--file", "try.txt", "--seats", "Zoe, Yan")
    file = tmp_path / "try.txt"
    assert file.stat().st_mode & 0o077 == 0
    file.write_text(file.read_text() + "Zoe: v 0,0\n")
    _, (state,), (record,) = started("lava", "--file", "try.txt")
    assert state.games.open("try").now == 1
    assert record.header.seats == ("Zoe", "Yan")
    said = started("lava", "--file", "try.txt", "--seats", "3")[0].output
    assert "try.txt holds a game already" in said
    said = started("arena", "--file", "try.txt")[0].output
    assert "pbem game play lava --file try.txt" in said
    file.write_text("Game: lava\n")
    assert '"Seats:"' in started("lava", "--file", "try.txt")[0].output


def test_it_serves_until_it_is_ended_and_leaves_nothing(tmp_path: Path) -> None:
    run = [sys.executable, "-c", "from pbem.cli import main; main()"]
    with subprocess.Popen(
        [*run, "game", "play", "lava", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            with urlopen(address, timeout=30) as answer:
                assert answer.url == f"{address}game/lava/play"
                assert b"Lava, turn 0" in answer.read()
            assert len([*tmp_path.glob("pbem-*/lava.txt")]) == 1
            process.terminate()
            assert process.wait(30) == 0
            assert not [*tmp_path.iterdir()]
        finally:
            process.kill()


def test_the_page_is_for_this_machine_alone() -> None:
    assert _page.is_own("127.0.0.1")
    assert not _page.is_own("0.0.0.0")
