"""What others need for their part of the same work, in the same run."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Mapping
from functools import partial

import chess as peer

from tests.bench.harness import Peer, Row, seconds, side_by_side

IMPORTS = "import click, lark, jinja2"
GAMES = 6
PLIES = 80
TEN_TURNS = "ten turns of Magic Arena"
_MOST = (1.6, 1.25)  #: times the bare import: the longest examples, ten turns


def chess() -> tuple[float, float]:
    """Moves a second that python-chess reads, checks and plays: without and with the
    text board."""
    games: list[list[str]] = []
    for seed in range(GAMES):
        luck, board = random.Random(seed), peer.Board()
        moves: list[str] = []
        while len(moves) < PLIES and not board.is_game_over():
            move = luck.choice(list(board.legal_moves))
            moves.append(board.san(move))
            board.push(move)
        games.append(moves)
    count = sum(len(moves) for moves in games)

    def push(draw: bool) -> None:
        for moves in games:
            board = peer.Board()
            for move in moves:
                board.push_san(move)
                if draw:
                    str(board)

    return count / seconds(lambda: push(False)), count / seconds(lambda: push(True))


def run(*words: str) -> None:
    """A command, to its end, its output thrown away.

    Python may keep what it has compiled, as it does where pbem is installed.
    """
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=env)


def resolving(files: Mapping[str, str], rounds: int = 15) -> list[Row]:
    """`pbem resolve` of files by name, beside the bare import of its libraries."""
    python = sys.executable
    with open(python, "rb") as binary:
        assert binary.read(4) == b"\x7fELF", f"{python} is no interpreter"
    pbem = [python, "-c", "from pbem.cli import main; main()", "resolve"]
    works = [
        partial(run, python, "-c", IMPORTS),
        *(partial(run, *pbem, file) for file in files.values()),
    ]
    for work in works:
        work()
    bare, *taken = (1000 * one for one in side_by_side(works, rounds))
    peer = Peer("the bare import", bare)
    return [
        Row(f'python -c "{IMPORTS}"', bare, "ms", None, peer),
        *(
            Row(f"pbem resolve, {name}", one, "ms", _MOST[name == TEN_TURNS], peer)
            for name, one in zip(files, taken, strict=True)
        ),
    ]
