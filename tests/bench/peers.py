"""What others need for their part of the same work, in the same run."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import partial
from importlib.util import find_spec

from tests.bench.harness import Row, seconds, side_by_side

IMPORTS = "import click, lark, jinja2"
GAMES = 6
PLIES = 80


def chess() -> list[Row]:
    """python-chess reading, checking and playing moves; with the text board too."""
    if find_spec("chess") is None:
        return []
    import chess as peer

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

    return [
        Row("push_san", count / seconds(lambda: push(False))),
        Row("push_san and the text board", count / seconds(lambda: push(True))),
    ]


def run(*words: str) -> None:
    """A command, to its end, its output thrown away."""
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def start_up(file: str, rounds: int = 15) -> list[Row]:
    """`pbem resolve` beside the bare import of the three libraries it uses."""
    python = sys.executable
    with open(python, "rb") as binary:
        assert binary.read(4) == b"\x7fELF", f"{python} is no interpreter"
    pbem = [python, "-c", "from pbem.cli import main; main()", "resolve", file]
    works = [
        partial(run, python, "-c", "pass"),
        partial(run, python, "-c", IMPORTS),
        partial(run, *pbem),
    ]
    for work in works:
        work()
    nothing, imports, resolve = side_by_side(works, rounds)
    return [
        Row('python -c "pass"', nothing * 1000, "ms"),
        Row(f'python -c "{IMPORTS}"', imports * 1000, "ms"),
        Row("pbem resolve, ten turns of Magic Arena", resolve * 1000, "ms"),
        Row("pbem resolve to the bare import", resolve / imports, "x", 1.5),
    ]
