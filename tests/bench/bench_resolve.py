"""How long `pbem resolve` takes: warm, and where nothing can be cached."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from tests.bench.harness import Row, beside, spent

GAMES = Path(__file__).parents[2] / "games"
IMPORTS = "import click, lark, jinja2"
RESOLVE = (sys.executable, "-c", "from pbem.cli import main; main()", "resolve")
NOWHERE = "/proc/none"  #: a folder that nobody can make
ROUNDS = 15
#: The files, with their budgets: warm, and with no cache to be had.
FILES = (
    ("arena/examples/friday.txt", 2.0, 3.5),
    ("magblast/examples/five-admirals.txt", 3.8, 7.0),
)


def rows() -> list[Row]:
    """Measure both files in both ways, beside the bare import of the libraries."""
    works = [
        (f"pbem resolve {name}{how}", _work(*RESOLVE, str(GAMES / name), **env), budget)
        for name, warm, cold in FILES
        for how, budget, env in (
            ("", warm, {}),
            (", no cache possible", cold, {"XDG_CACHE_HOME": NOWHERE, "HOME": NOWHERE}),
        )
    ]
    peer = f'python -c "{IMPORTS}"'
    return beside(peer, _work(sys.executable, "-c", IMPORTS), works, ROUNDS)


def _work(*words: str, **env: str) -> Callable[[], float]:
    return partial(spent, partial(_run, words, env))


def _run(words: tuple[str, ...], more: Mapping[str, str]) -> None:
    # Python may keep what it compiles, as it does where pbem is installed.
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    given = {**env, **more}
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=given)
