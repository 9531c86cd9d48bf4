"""The lines of a letter: commands of ours, or lines of the game's notation."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from itertools import groupby

from lark import Token
from lark.exceptions import UnexpectedInput

from pbem.plugins.games import everywhere
from pbem.server.syntax import aliases, registry, words
from pbem.server.syntax.command import (
    MAX_COMMAND_CHARS,
    Command,
    Item,
    OrderLines,
)
from pbem.server.syntax.rewrap import rejoin_wrapped

RESIGN = "resign"  #: an order in most games
_POLITE_END = re.compile(r"(?:,|(?<!,)\s)\s{0,9}(?:please|pls|plz)$", re.IGNORECASE)
_MARKS = '"\u201c\u201d\u201e'  #: what our letters put around what people may write
_POLITE = re.compile(r"(?:please|kindly|pls),?\s+", re.IGNORECASE)


def read_lines(
    text: str, is_order: Callable[[str], bool] = lambda line: False
) -> list[Command | str]:
    """Return the lines of a letter, those that are commands as such, whatever server
    they were written for. Lines below a command that belong to it are in its body.

    A line for which `is_order` holds is an order of the game, whatever else it is: a
    command, or words of other servers.

    >>> found = read_lines("SET WAIT\\npress to all\\nlist\\nend press\\nlist")
    >>> [one.name for one in found], found[1].body
    (['wait', 'press', 'games'], ('list',))
    >>> read_lines("watch spy Bob", bool)
    ['watch spy Bob']
    """
    found: list[Command | str] = []
    ends: tuple[str, ...] = ()  #: what ends the body of the last command
    below: list[str] = []  #: the lines below it so far
    for line in rejoin_wrapped(text.replace("\0", "").split("\n"), _is_ours):
        if ends:
            below.append(line)
            if line.strip().lower() in ends:
                found[-1] = _with_body(found[-1], below, ended=True)
                ends = ()
            continue
        read = _read(line)
        if read != [line] and is_order(line):
            read = [line]
        found += read
        last = read[-1] if read else None
        ends, below = _body_ends(last if isinstance(last, Command) else None), []
    if ends:
        found[-1] = _with_body(found[-1], below)
    return found


def _read(line: str) -> list[Command | str]:
    """Return the lines of ours that a line stands for, in most cases itself."""
    if asks_only(line):
        return [line]
    command, ours = parse_command(line), None
    if command is None or command.name == "set":
        ours = _translated(line) or _previewed(line)
    if command is None and ours is None:
        return [_in_other_words(line)]
    return [_as_command(one) for one in ([line] if ours is None else ours)]


def _as_command(line: str) -> Command | str:
    command = parse_command(line)
    return replace(command, source=(line,)) if command else line


def also_command(line: str) -> bool:
    """Return whether a line that reads as an order is a command too, with no rule to
    prefer one of them."""
    command = parse_command(line)
    if command is None or _POLITE.match(line.strip()):
        return False
    return registry.commands()[command.name].yields_unless is None


def asks_only(line: str) -> bool:
    """Return whether a line would be a yes without its question mark.

    >>> asks_only("ok?"), asks_only("ok"), asks_only("D4?")
    (True, False, False)
    """
    if not words.asks(line):
        return False
    for text in (line, line.strip().rstrip("?! \t")):
        command = parse_command(text) or _in_other_words(text)
        if isinstance(command, Command):
            return registry.commands()[command.name].says_yes
        if words.confirms(text) or words.answer(text) == "yes":
            return True
    return False


def _previewed(line: str) -> list[str] | None:
    """Return "preview" and what is behind it on its line; None: nothing does."""
    first, _, rest = line.strip().partition(" ")
    shown = first.lower().rstrip(":") == "preview" and rest.strip()
    return ["preview", rest] if shown else None


def _in_other_words(line: str) -> Command | str:
    """Return what a line means that people try, or quote from our letters; the line
    where it is no such word."""
    text = line.strip()
    bare = text.rstrip(".!").strip(_MARKS) if text[:1] in _MARKS else text
    asked = _POLITE.sub("", bare)
    ours = words.command_for(asked) or words.command_for(_POLITE_END.sub("", asked))
    ours = ours or (bare if bare != text else None)
    if ours == RESIGN:
        return ours
    command = parse_command(ours) if ours else None
    return replace(command, source=(line,), word=line.strip()) if command else line


def _with_body(
    command: Command | str, below: list[str], *, ended: bool = False
) -> Command:
    """Return a command with the lines below it; the last one may be what ends them."""
    assert isinstance(command, Command)
    body = tuple(below[:-1] if ended else below)
    return replace(command, body=body, source=(*command.source, *below))


def _body_ends(command: Command | None) -> tuple[str, ...]:
    """Return the lines that end what is below a command; () where nothing does."""
    if command is None or command.one("TEXT"):
        return ()
    return registry.commands()[command.name].body_ends


def is_foreign(line: str) -> bool:
    """Return whether a line is a command of another server, and none of ours."""
    return parse_command(line) is None and bool(_translated(line))


def is_idle(line: str) -> bool:
    """Return whether a line says something to another server that asks for nothing
    here.

    >>> is_idle("SIGNOFF"), is_idle("D4 1NE")
    (True, False)
    """
    return _translated(line) == []


def _translated(line: str) -> list[str] | None:
    """Return our own lines for a line of another server; None if it is not one."""
    return aliases.canonical(line, frozenset(everywhere()))


def _is_ours(line: str) -> bool:
    """Return whether a line is a command, in our words or another server's."""
    return parse_command(line) is not None or _translated(line) is not None


def group(lines: list[Command | str]) -> list[Item]:
    """Return the items of a letter, in order: lines between two commands are one.

    >>> [type(item).__name__ for item in group(read_lines("D4 1NE\\n\\nshow friday"))]
    ['OrderLines', 'Command']
    """
    items: list[Item] = []
    for orders, run in groupby(lines, lambda one: isinstance(one, str)):
        if orders:
            held = tuple(line for line in run if isinstance(line, str) and line.strip())
            items += [OrderLines(held)] if held else []
        else:
            items += [one for one in run if isinstance(one, Command)]
    return items


def parse_command(line: str) -> Command | None:
    """Return the command that a line is, or None.

    >>> parse_command("New Arena with b@x.org, c@y.org hp=30").words["ADDRESS"]
    ('b@x.org', 'c@y.org')
    >>> parse_command("show me the way") is None
    True
    >>> parse_command("please press to Bob: Please wait").one("TEXT")
    'Please wait'
    """
    text = line.strip()
    while polite := _POLITE.match(text):
        text = text[polite.end() :]
    first = text.split(maxsplit=1)[0] if text else ""
    spec = registry.openings().get(first.rstrip(",:?.!").lower())
    if spec is None:
        return None
    if not spec.free_text:  # what one person writes to another stays word for word
        text = _POLITE_END.sub("", _POLITE.sub("", text).rstrip(".!").rstrip())
    if len(text) > MAX_COMMAND_CHARS:
        return None
    try:
        tree = registry.grammar().parse(text)
    except UnexpectedInput:
        return None
    tokens = tree.scan_values(lambda value: isinstance(value, Token))
    words = tuple((token.type, str(token)) for token in tokens)
    return Command(str(tree.data), words, text)


def similar_command(line: str) -> str:
    """Return the command that a misspelt line probably begins with, or "".

    >>> similar_command("stnadby"), similar_command("accpet"), similar_command("D4")
    ('standby', 'yes', '')
    """
    first = next(iter(line.split(maxsplit=1)), "").strip(",:?.!").lower()
    known = registry.openings()
    close = [first] if first in known else get_close_matches(first, known, 3, 0.75)
    slips = (one for one in close if one == first or _is_slip(first, one))
    return next((known[one].words[0] for one in slips), "")


def _is_slip(word: str, command: str) -> bool:
    """Return whether a word is a command with a letter too many, too few or wrong
    behind the first, or two that changed places; those of four have no wrong one, as
    "same" and "want" are words.

    >>> _is_slip("hlep", "help"), _is_slip("same", "game"), _is_slip("what", "wait")
    (True, False, False)
    """
    if len(word) == len(command):
        wrong = [at for at, letter in enumerate(word) if letter != command[at]]
        swapped = len(wrong) == 2 and sorted(word) == sorted(command)
        return swapped or (len(wrong) == 1 and wrong[0] > 0 and len(word) > 4)
    short, long = sorted((word, command), key=len)
    cut = (long[:at] + long[at + 1 :] for at in range(len(long)))
    return len(short) > 3 and short in cut
