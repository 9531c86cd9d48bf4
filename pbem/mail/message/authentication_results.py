"""Authentication-Results fields (RFC 8601): what a mail server found out of a letter.

What cannot be read in full is not read at all: nobody is believed by half a field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(r"""[^\s()";=]+|[;=]|"(?:[^"\\]|\\.)*+"|\s+""", re.DOTALL)
_VALUE = re.compile(r"""(?:[^\s()";]++|"(?:[^"\\]|\\.)*+")*+""", re.DOTALL)
_COMMENT = re.compile(r"[()]|\\.", re.DOTALL)
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL)


class MethodResult(NamedTuple):
    """What one method found, and on which properties of the letter."""

    method: str
    result: str
    properties: tuple[tuple[str, str], ...]  #: such as ("header.d", "x.example")


class AuthenticationResults(NamedTuple):
    """One field: the server that speaks, and its findings."""

    server: str
    results: tuple[MethodResult, ...]


class _Malformed(ValueError):
    """A field that is not as RFC 8601 wants it."""


def server_of(field: str) -> str:
    """Return which server a field says it is of, in lower case; "" where none.

    >>> server_of("(a; b) MX.x.example 1; none")
    'mx.x.example'
    """
    try:
        kind, token = next(_tokens(field), ("", ""))
    except _Malformed:
        return ""
    return token.lower() if kind == "word" else ""


def read_results(field: str) -> AuthenticationResults | None:
    """Return what a field says; None where it is of another version or malformed.

    >>> read_results('mx.example; spf=fail reason="; dkim=pass header.d=x" (not; us)')
    ... # doctest: +NORMALIZE_WHITESPACE
    AuthenticationResults(server='mx.example',
        results=(MethodResult(method='spf', result='fail',
                        properties=(('reason', '; dkim=pass header.d=x'),)),))
    """
    try:
        parts = _parts(field)
        server, *version = next(parts, [("", "")])
        if server[0] != "word" or version not in ([], [("word", "1")]):
            return None
        rest = list(parts)
        none = rest == [[("word", "none")]]
        results = () if none else tuple(map(_result, rest))
    except _Malformed:
        return None
    return AuthenticationResults(server[1].lower(), results)


def _tokens(field: str) -> Iterator[tuple[str, str]]:
    """Yield words, pairs of "=" and the value behind it, and semicolons; comments and
    blanks are left out. Raises _Malformed."""
    at, wants_value = 0, False
    while at < len(field):
        if field[at] == "(":
            at = _behind_comment(field, at)
            continue
        blank = field[at].isspace()
        found = (_VALUE if wants_value and not blank else _TOKEN).match(field, at)
        if found is None:
            raise _Malformed
        text, at = found.group(), found.end()
        if blank:
            continue
        if wants_value:
            yield "value", _unquoted(text)
            wants_value = False
        elif text == "=":
            wants_value = True
        else:
            yield (";" if text == ";" else "word"), _unquoted(text)
    if wants_value:
        yield "value", ""


def _behind_comment(field: str, at: int) -> int:
    depth = 0
    for found in _COMMENT.finditer(field, at):
        depth += {"(": 1, ")": -1}.get(found.group(), 0)
        if not depth:
            return found.end()
    raise _Malformed


def _unquoted(text: str) -> str:
    return _QUOTED.sub(lambda found: re.sub(r"\\(.)", r"\1", found[1]), text)


def _parts(field: str) -> Iterator[list[tuple[str, str]]]:
    """Yield what is between the semicolons."""
    part: list[tuple[str, str]] = []
    for token in _tokens(field):
        if token[0] == ";":
            yield part
            part = []
        else:
            part.append(token)
    if part:
        yield part


def _result(part: list[tuple[str, str]]) -> MethodResult:
    """Return one finding: `method=result`, then what it is about."""
    pairs: list[tuple[str, str]] = []
    name = ""
    for kind, text in part:
        if kind == "value":
            if not name:
                raise _Malformed
            pairs.append((name.lower(), text))
            name = ""
        elif not name or name[-1] in "./" or text[0] in "./":
            name += text
        else:
            raise _Malformed
    if name or not pairs:
        raise _Malformed
    method = pairs[0][0].removesuffix("/1")
    return MethodResult(method, pairs[0][1].lower(), tuple(pairs[1:]))
