"""The commands that there are: found by their files, each with one declaration."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from lark import Lark

from pbem.server.syntax.command import CommandSpec
from pbem.system import grammars


class _Registry:
    """The files of commands, and of their rules, read."""

    def __init__(self) -> None:
        files = (Path(__file__).parents[1] / "commands").glob("[a-z]*.py")
        names = sorted(file.stem for file in files)
        self.commands: dict[str, CommandSpec] = {
            name: import_module(f"pbem.server.commands.{name}").run for name in names
        }
        self.openings = {
            word: spec for spec in self.commands.values() for word in spec.words
        }
        rules = (grammars.text(f"letter/{name}.lark") for name in names)
        choice = f"?command: {' | '.join(names)}\n"
        self.grammar = "\n".join((grammars.text("letter.lark"), *rules, choice))


# Each line of a letter is compared with them: it would wait for ninety files.
_registry = cache(_Registry)


def commands() -> dict[str, CommandSpec]:
    """Return the commands by name, which is that of their file in `commands/`."""
    return _registry().commands


def openings() -> dict[str, CommandSpec]:
    """Return the commands by the words that they begin with."""
    return _registry().openings


def grammar() -> Lark:
    """Return the grammar of commands: grammars/letter.lark with a rule a command.

    The rule of `x` is in grammars/letter/x.lark, with the terminals it alone has.
    """
    return grammars.parser(_registry().grammar, "command")
