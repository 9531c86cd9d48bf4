"""The lines of a letter: commands of ours, or lines of the game's notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from difflib import get_close_matches
from functools import cache

from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from pbem.games import built_in
from pbem.resources import folder
from pbem.server.syntax import aliases, registry
from pbem.server.syntax.command import Command, Item, OrderLines
from pbem.server.syntax.rewrap import rejoin_wrapped

MAX_COMMAND_CHARS = 2000  #: characters of a command
FREE_TEXT = ("press", "gm")  #: commands with free words, full stops and all


def normalize(text: str) -> str:
    """A letter with what other servers call commands in our own words.

    Lines that belong to a command above them are marked with a NUL in front.

    >>> normalize("SET WAIT\\npress to all\\nlist\\nend press\\nlist")
    'wait\\npress to all\\n\\x00list\\ngames'
    """
    kinds = frozenset(built_in())
    found: list[str] = []
    ends: tuple[str, ...] = ()
    for line in rejoin_wrapped(text.replace("\0", "").split("\n"), _is_ours):
        if ends:
            if line.strip().lower() in ends:
                ends = ()
            else:
                found.append("\0" + line)
            continue
        command = parse_command(line)
        lines = None
        if command is None or command.name == "set":
            lines = aliases.canonical(line, kinds)
            command = command if lines is None else None
        found += [line] if lines is None else lines
        last = command or (parse_command(lines[-1]) if lines else None)
        if last is not None and not last.one("TEXT"):
            ends = getattr(registry.modules()[last.name], "BODY", ())
    return "\n".join(found)


def _is_ours(line: str) -> bool:
    """Whether a line is a command, in our words or another server's."""
    known = aliases.canonical(line, frozenset(built_in()))
    return parse_command(line) is not None or known is not None


def split_items(
    text: str, yields: Callable[[Command], bool] | None = None
) -> list[Item]:
    """The items of a letter, in order. A command that `yields` is an order after all.

    >>> [type(item).__name__ for item in split_items("D4 1NE\\n\\nshow friday\\n")]
    ['OrderLines', 'Command']
    """
    items: list[Item] = []
    held: list[str] = []
    for line in text.split("\n"):
        if line.startswith("\0") and items and isinstance(items[-1], Command):
            last = items[-1]
            items[-1] = replace(last, body=(*last.body, line[1:]))
            continue
        command = parse_command(line)
        if command is not None and yields is not None and yields(command):
            command = None
        if command is None:
            if line.strip():
                held.append(line)
            continue
        if held:
            items.append(OrderLines(tuple(held)))
            held = []
        items.append(command)
    if held:
        items.append(OrderLines(tuple(held)))
    return items


def parse_command(line: str) -> Command | None:
    """The command that a line is, or None.

    >>> parse_command("New Arena with b@x.org, c@y.org hp=30").words["ADDRESS"]
    ('b@x.org', 'c@y.org')
    >>> parse_command("show me the way") is None
    True
    """
    text = line.strip()
    first = text.split(maxsplit=1)[0] if text else ""
    if not first.lower().startswith(FREE_TEXT):
        text = text.rstrip(".!").rstrip()
    if (
        first.rstrip(",:?.!").lower() not in registry.openings()
        or len(text) > MAX_COMMAND_CHARS
    ):
        return None
    try:
        tree = _lark().parse(text)
    except UnexpectedInput:
        return None
    tokens = tree.scan_values(lambda value: isinstance(value, Token))
    words = tuple((token.type, str(token)) for token in tokens)
    return Command(str(tree.data), words, text)


def similar_command(line: str) -> str:
    """The command that a line was perhaps meant to begin with, or "".

    >>> similar_command("stnading"), similar_command("D4 1SE")
    ('standing', '')
    """
    first = next(iter(line.split(maxsplit=1)), "").strip(",:?.!").lower()
    if first in registry.openings():
        return first
    close = (
        get_close_matches(first, registry.openings(), 1, 0.75) if len(first) > 3 else []
    )
    return close[0] if close else ""


def near(word: str, known: Iterable[str]) -> str:
    """The known word that is most like this one, or ""."""
    close = get_close_matches(word.lower(), list(known), 1, 0.6)
    return close[0] if close else ""


@cache
def _lark() -> Lark:
    return Lark.open(
        str(folder("grammars") / "letter.lark"),
        parser="lalr",
        start="command",
        import_paths=[str(folder("grammars"))],
    )
