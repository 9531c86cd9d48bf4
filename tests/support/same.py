"""What must come out the same in every process, whatever order its sets have."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def in_every_process(code: str) -> str:
    """Return what a program prints, in two processes whose hashes differ."""
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("100", "101")
    }
    assert len(said) == 1
    return said.pop().decode()
