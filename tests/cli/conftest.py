"""Running commands as a user does, in a folder of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

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

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs `pbem` with arguments in a folder that holds duel.txt."""
    (tmp_path / "duel.txt").write_text(GAME)

    def run_(
        *words: str, stdin: bytes = b"", **env: str
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-c", "from pbem.cli import main; main()", *words],
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            env={**os.environ, **env},
            timeout=60,
            check=False,
        )

    return run_
