"""Running commands as a user does, in a folder of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.support.command import pbem, started

GAME = """Game: arena
Name: duel
Seats: Ann, Bob

== 0 ==
Ann: fire C3
Bob: air C5

== 1 ==
Ann: - 1N
Bob: H8 1C3

== 2 ==
Ann: C4
"""

Run = Callable[..., "CompletedProcess[bytes]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs `pbem` with arguments in a folder that holds duel.txt."""
    (tmp_path / "duel.txt").write_text(GAME)

    def run_(*words: str, stdin: bytes = b"", **env: str) -> CompletedProcess[bytes]:
        if env:
            return started(tmp_path, *words, stdin=stdin, **env)
        return pbem(tmp_path, *words, stdin=stdin)

    return run_
