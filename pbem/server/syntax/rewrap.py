"""Long commands that a mail program broke into lines, made whole again."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.mail.message.rejoin import broken
from pbem.server.syntax import registry
from pbem.server.syntax.command import MAX_COMMAND_CHARS, Wraps

#: `Dora Grün <d@x.org>`, `"B. B." <b@x.org>`
_NAMED = re.compile(
    r"(?:\"[^\"<>@\n]{1,40}\" ?|[^,<>=@:\"\n]{1,40})<[^\s,<>@]+@[^\s,<>@]+>"
)
_INSIDE = frozenset("@=")
_TITLE = re.compile(r"[a-z][a-z0-9-]*", re.IGNORECASE)


def rejoin_wrapped(lines: list[str], is_command: Callable[[str], bool]) -> list[str]:
    """Return the lines of a letter, with what belongs to a command above it behind it.

    >>> rejoin_wrapped(["new arena with a@x.org,", "b@x.org, c@x.org hp=9", "D4"], bool)
    ['new arena with a@x.org, b@x.org, c@x.org hp=9', 'D4']
    >>> rejoin_wrapped(["new arena with a@x.org", "hello", "x=1"], bool)
    ['new arena with a@x.org', 'hello', 'x=1']
    >>> rejoin_wrapped(["open lava for 2", "called tide", "master me"], bool)
    ['open lava for 2 called tide master me']
    >>> act = "gm friday #3 extend 24h because the mail server was down for a whole"
    >>> rejoin_wrapped([act, "night", "whois Bob"], lambda line: "whois" in line)[1:]
    ['whois Bob']
    """
    found: list[str] = []
    for at, line in enumerate(lines):
        if at and _goes_on(found[-1], lines, at, is_command):
            found[-1] = f"{found[-1].rstrip()} {line.strip()}"
        else:
            found.append(line)
    return found


def _is_named(word: str) -> bool:
    """Return whether a word is an address, an option, or is between two."""
    return word.lower() in ("and", "with") or not _INSIDE.isdisjoint(word[1:-1])


def _is_option(word: str) -> bool:
    """Return whether a word is a setting, such as `hp=20`."""
    name, _, value = word.partition("=")
    named = _TITLE.fullmatch(name.replace("_", "-"))
    return bool(named and value) and _INSIDE.isdisjoint(value)


def _is_terms(words: list[str]) -> bool:
    """Return whether words may be in a line of their own below the names: a title,
    who is the master, options."""
    rest = iter(word.strip(".") for word in words)
    return all(
        bool(_TITLE.fullmatch(next(rest, "")))
        if word.lower() == "called"
        else next(rest, "").lower() == "me"
        if word.lower() == "master"
        else _is_option(word)
        for word in rest
    )


def _goes_on(
    command: str, lines: list[str], at: int, is_command: Callable[[str], bool]
) -> bool:
    """Return whether a line is the rest of the command above it."""
    first = next(iter(command.split(maxsplit=1)), "").lower()
    spec = registry.openings().get(first)
    below = lines[at].strip()
    if not below or len(command) > MAX_COMMAND_CHARS:
        return False
    full = broken(lines, at - 1)
    if spec is not None and spec.wraps is Wraps.NAMES:
        if _is_terms(re.split(r"[\s,]+", below.strip(" ,."))):
            return is_command(command)
        ended = command.rstrip()[-1:] != ","
        plain = _NAMED.sub(" a@a ", below).strip(", \t")
        parts = re.split(r"[\s,]+", plain)
        people = all("@" in part[1:-1] for part in parts)
        return all(map(_is_named, parts)) and (full or not ended or people)
    reason = spec is not None and spec.wraps is Wraps.REASON
    if not reason or " because " not in command or not full:
        return False
    return below[0].islower() and not is_command(below)
