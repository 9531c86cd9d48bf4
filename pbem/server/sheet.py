"""The lines of a letter: commands of ours, or lines of the game's notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeAlias, cast

from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from pbem.games import built_in
from pbem.resources import folder
from pbem.server import aliases
from pbem.server.wrapped import whole

LONGEST = 2000  #: characters of a command
FREE = ("press", "gm")  #: commands with free words, full stops and all


@dataclass(frozen=True, slots=True)
class Command:
    """A line that is a command: its name, and what stands in it by terminal."""

    name: str
    tokens: tuple[tuple[str, str], ...]  #: terminals and words, as they stand there
    text: str
    body: tuple[str, ...] = ()  #: lines below it that belong to it

    @property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        """The words by terminal."""
        found: dict[str, tuple[str, ...]] = {}
        for terminal, word in self.tokens:
            found[terminal] = (*found.get(terminal, ()), word)
        return found

    def one(self, terminal: str) -> str:
        """The word of a terminal, "" where it was left out."""
        return self.words.get(terminal, ("",))[0]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that belong to the game's notation, between two commands."""

    lines: tuple[str, ...]


Item: TypeAlias = Command | Lines


class Module(Protocol):
    """What a file in pbem/server/commands holds."""

    WORDS: tuple[str, ...]  #: what a line of this command begins with
    NEEDS: str  #: who may give it: anybody, player, seat

    def run(self, talk: Any, line: Command) -> None:
        """Does what a line says."""
        ...


def ours(text: str) -> str:
    """A letter with what other servers call commands in our own words.

    Lines that belong to a command above them are marked with a NUL in front.

    >>> ours("SET WAIT\\npress to all\\nlist\\nend press\\nlist")
    'wait\\npress to all\\n\\x00list\\ngames'
    """
    kinds = frozenset(built_in())
    found: list[str] = []
    ends: tuple[str, ...] = ()
    for line in whole(text.replace("\0", "").split("\n"), _is_ours):
        if ends:
            if line.strip().lower() in ends:
                ends = ()
            else:
                found.append("\0" + line)
            continue
        command = parse(line)
        lines = None
        if command is None or command.name == "set":
            lines = aliases.canonical(line, kinds)
            command = command if lines is None else None
        found += [line] if lines is None else lines
        last = command or (parse(lines[-1]) if lines else None)
        if last is not None and not last.one("TEXT"):
            ends = getattr(modules()[last.name], "BODY", ())
    return "\n".join(found)


def _is_ours(line: str) -> bool:
    """Whether a line is a command, in our words or another server's."""
    known = aliases.canonical(line, frozenset(built_in()))
    return parse(line) is not None or known is not None


def divide(text: str, yields: Callable[[Command], bool] | None = None) -> list[Item]:
    """The items of a letter, in order. A command that `yields` is an order after all.

    >>> [type(item).__name__ for item in divide("D4 1NE\\n\\nshow friday\\n")]
    ['Lines', 'Command']
    """
    items: list[Item] = []
    held: list[str] = []
    for line in text.split("\n"):
        if line.startswith("\0") and items and isinstance(items[-1], Command):
            last = items[-1]
            items[-1] = replace(last, body=(*last.body, line[1:]))
            continue
        command = parse(line)
        if command is not None and yields is not None and yields(command):
            command = None
        if command is None:
            if line.strip():
                held.append(line)
            continue
        if held:
            items.append(Lines(tuple(held)))
            held = []
        items.append(command)
    if held:
        items.append(Lines(tuple(held)))
    return items


def parse(line: str) -> Command | None:
    """The command that a line is, or None.

    >>> parse("New Arena with b@x.org, c@y.org hp=30").words["ADDRESS"]
    ('b@x.org', 'c@y.org')
    >>> parse("show me the way") is None
    True
    """
    text = line.strip()
    first = text.split(maxsplit=1)[0] if text else ""
    if not first.lower().startswith(FREE):
        text = text.rstrip(".!").rstrip()
    if first.rstrip(",:?.!").lower() not in openings() or len(text) > LONGEST:
        return None
    try:
        tree = _lark().parse(text)
    except UnexpectedInput:
        return None
    tokens = tree.scan_values(lambda value: isinstance(value, Token))
    words = tuple((token.type, str(token)) for token in tokens)
    return Command(str(tree.data), words, text)


def nearly(line: str) -> str:
    """The command that a line was perhaps meant to begin with, or "".

    >>> nearly("stnading"), nearly("D4 1SE")
    ('standing', '')
    """
    first = next(iter(line.split(maxsplit=1)), "").strip(",:?.!").lower()
    if first in openings():
        return first
    close = get_close_matches(first, openings(), 1, 0.75) if len(first) > 3 else []
    return close[0] if close else ""


def near(word: str, known: Iterable[str]) -> str:
    """The known word that is most like this one, or ""."""
    close = get_close_matches(word.lower(), list(known), 1, 0.6)
    return close[0] if close else ""


@cache
def modules() -> dict[str, Module]:
    """The commands by name: what lies in pbem/server/commands."""
    files = (Path(__file__).parent / "commands").glob("[a-z]*.py")
    return {
        file.stem: cast(Module, import_module(f"pbem.server.commands.{file.stem}"))
        for file in sorted(files)
    }


@cache
def openings() -> frozenset[str]:
    """The words that commands begin with."""
    return frozenset(word for one in modules().values() for word in one.WORDS)


@cache
def _lark() -> Lark:
    return Lark.open(
        str(folder("grammars") / "letter.lark"),
        parser="lalr",
        start="command",
        import_paths=[str(folder("grammars"))],
    )
