"""The commands that there are, found by their files in pbem/server/commands."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from pbem.server.syntax.command import CommandModule


@cache
def modules() -> dict[str, CommandModule]:
    """Return the commands by name."""
    files = (Path(__file__).parents[1] / "commands").glob("[a-z]*.py")
    return {
        file.stem: cast(
            CommandModule, import_module(f"pbem.server.commands.{file.stem}")
        )
        for file in sorted(files)
    }


@cache
def openings() -> frozenset[str]:
    """Return the words that commands begin with."""
    return frozenset(word for one in modules().values() for word in one.WORDS)
