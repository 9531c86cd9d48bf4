"""The commands that there are: found by their files, each with one declaration."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from lark import Lark

from pbem.server.syntax.command import CommandSpec
from pbem.system.resources import folder


@cache
def commands() -> dict[str, CommandSpec]:
    """Return the commands by name, which is that of their file in `commands/`."""
    files = (Path(__file__).parents[1] / "commands").glob("[a-z]*.py")
    names = sorted(file.stem for file in files)
    return {name: import_module(f"pbem.server.commands.{name}").run for name in names}


@cache
def openings() -> dict[str, CommandSpec]:
    """Return the commands by the words that they begin with."""
    return {word: spec for spec in commands().values() for word in spec.words}


@cache
def grammar() -> Lark:
    """Return the grammar of commands: grammars/letter.lark with a rule a command.

    The rule of `x` is in grammars/letter/x.lark, with the terminals it alone has.
    """
    place = folder("grammars")
    texts = [(place / "letter.lark").read_text(encoding="utf-8")]
    for name in commands():
        texts.append((place / "letter" / f"{name}.lark").read_text(encoding="utf-8"))
    texts.append(f"?command: {' | '.join(commands())}\n")
    return Lark(
        "\n".join(texts), parser="lalr", start="command", import_paths=[str(place)]
    )
