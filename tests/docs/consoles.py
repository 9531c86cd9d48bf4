"""Runs the console blocks of a page of documentation."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Step:
    """A command that a page shows, and the lines that it shows below it."""

    command: str
    shown: list[str]


def steps(page: str) -> Iterator[Step]:
    """The commands of all ```console blocks, in order."""
    for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL):
        parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
        for part in parts:
            command, _, shown = part.partition("\n")
            yield Step(command, shown.splitlines())


def run(step: Step, folder: Path, more: Mapping[str, str] | None = None) -> str:
    """What a command prints, on both its streams."""
    words = shlex.split(step.command)
    assert words[0] == "pbem"
    done = subprocess.run(
        [sys.executable, "-c", "from pbem.cli import main; main()", *words[1:]],
        cwd=folder,
        env={**os.environ, **(more or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout


def agrees(shown: list[str], printed: str) -> bool:
    """Whether a page shows what is printed; "..." stands for any lines.

    >>> agrees(["a", "..."], "a\\nb\\nc\\n"), agrees(["a"], "b\\n")
    (True, False)
    """
    pattern = "".join(
        r"(?:.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in shown
    )
    lines = "".join(line.rstrip() + "\n" for line in printed.splitlines())
    return re.fullmatch(pattern, lines) is not None
