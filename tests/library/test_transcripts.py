"""Games as PGN and SGF, as `pbem resolve --format transcript` prints them."""

from __future__ import annotations

import io
from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner, Result

from pbem.cli import pbem


def _printed(place: Path, game: str, turns: str, head: str = "") -> Result:
    lines = [f"{'AB'[at % 2]}: {text}" for at, text in enumerate(turns.split(", "))]
    text = f"Game: {game}\nSeats: A, B\n{head}\n" + "\n".join(lines)
    (place / "game.txt").write_text(text)
    words = ["resolve", str(place / "game.txt"), "--format", "transcript"]
    return CliRunner().invoke(pbem, words)


def test_chess_is_read_by_another_program(tmp_path: Path) -> None:
    turns = "e4, e5, Nf3, Nc6, Bc4, Bc5, O-O, Nf6, Ng5, d5, exd5, Na5, Bb5+, c6"
    text = _printed(tmp_path, "chess", turns, "Name: a-b\n").output
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    assert dict(game.headers)["Event"] == "a-b"
    assert [board.san() for board in game.mainline()][-2:] == ["Bb5+", "c6"]
    assert text.endswith("7. Bb5+ c6 *\n")


@pytest.mark.parametrize(
    ("game", "head", "turns", "nodes"),
    [
        (
            "go",
            "Options: size=9, komi=5.5\n",
            "D4, J9, pass, pass",
            ["GM[1]", "SZ[9]", "KM[5.5]", "RE[W+5.5]", ";B[df]", ";W[ia]", ";B[]"],
        ),
        ("gomoku", "", "A1", ["GM[4]", "SZ[15]", ";B[aa]"]),
        ("hex", "", "C2, swap", ["GM[11]", ";B[c2]", ";W[swap-pieces]"]),
        ("go", "", "D4, resign", ["RE[B+R]"]),
    ],
)
def test_moves_are_written_as_sgf_has_them(
    game: str, head: str, turns: str, nodes: list[str], tmp_path: Path
) -> None:
    text = _printed(tmp_path, game, turns, head).output
    assert text.startswith("(;FF[4]")
    for node in nodes:
        assert node in text


def test_a_game_without_a_transcript_says_so(tmp_path: Path) -> None:
    done = _printed(tmp_path, "othello", "D3")
    assert done.exit_code == 2
    assert "Othello has no transcript" in done.output
