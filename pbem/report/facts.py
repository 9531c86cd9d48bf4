"""What the plain report makes of a view: a drawing, a list, and how everybody stands.

A view may be any dataclass; nothing is known of it but its fields. What has a value
for every seat stands by seat; the rest is a list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, NamedTuple

from pbem.chance import Chance
from pbem.protocol import Seat

MAX_CHARS = 300  #: of a value in a list
_SCORES = ("score", "scores", "points")  #: fields whose values are bars in HTML
_DRAWINGS = ("board", "drawing")


class Facts(NamedTuple):
    """A view as the plain report shows it."""

    board: tuple[str, ...]  #: lines of a drawing; (): there is none
    table: Mapping[Seat, str]  #: how each seat stands
    scores: Mapping[Seat, int]  #: how many points each has; {}: nothing is called so
    others: tuple[tuple[str, str], ...]  #: what is no seat's own, with its name
    secrets: tuple[tuple[str, str], ...]  #: what only the game master sees


def facts_of(
    view: Any,
    truth: Any,
    seats: Sequence[Seat],
    roles: Mapping[str, Seat] | None = None,
) -> Facts:
    """What a report can say of a view, and of the truth where its reader sees it.

    A mapping by the names of roles is one by the seats that play them. The key that
    chance draws from is nothing to be read.
    """
    playing = roles or {}
    known = _fields(view)
    hidden = {
        name: value
        for name, value in _fields(truth).items()
        if not isinstance(value, Chance) and (name not in known or known[name] != value)
    }
    board, of = _board(view)
    known.pop(of, None)
    parts: dict[Seat, list[str]] = {seat: [] for seat in seats}
    others: list[tuple[str, str]] = []
    scores: Mapping[Seat, int] = {}
    for name, value in known.items():
        if isinstance(value, Mapping) and value.keys() <= playing.keys():
            value = {playing[role]: one for role, one in value.items()}
        if isinstance(value, Mapping) and value and value.keys() <= parts.keys():
            for seat, one in value.items():
                parts[seat].append(f"{_label(name)} {_in_line(one)}")
            if name in _SCORES and all(type(one) is int for one in value.values()):
                scores = value
        else:
            others.append((_label(name).capitalize(), _in_line(value)))
    table = {seat: ", ".join(values) for seat, values in parts.items() if values}
    secrets = tuple((_label(k).capitalize(), _in_line(v)) for k, v in hidden.items())
    return Facts(board, table, scores, tuple(others), secrets)


def _board(view: Any) -> tuple[tuple[str, ...], str]:
    """The drawing that a view brings, and the field that holds it."""
    for name in _DRAWINGS:
        found = getattr(view, name, None)
        lines: Any = found() if callable(found) else found
        if isinstance(lines, str):
            lines = lines.splitlines()
        drawn = isinstance(lines, Sequence) and len(lines) > 1
        if drawn and all(isinstance(line, str) for line in lines):
            return tuple(lines), name
    return (), ""


def _fields(thing: Any) -> dict[str, Any]:
    """The fields of a view, those that begin with _ left out."""
    if isinstance(thing, Mapping):
        return {str(name): value for name, value in thing.items()}
    if is_dataclass(thing):
        names = [field.name for field in fields(thing)]
    else:
        names = [*getattr(thing, "_fields", getattr(thing, "__struct_fields__", ()))]
    return {name: getattr(thing, name) for name in names if name[:1] != "_"}


def _label(name: str) -> str:
    return name.replace("_", " ").strip()


def _in_line(value: Any) -> str:
    """A value in words, in one line.

    >>> [_in_line(x) for x in ({"a": 1, "b": (True, None)}, (), "", frozenset("ba"))]
    ['a 1; b: yes and nothing', 'none', 'none', 'a and b']
    """
    text = " ".join(_words(value).split())
    return (text or "none") if len(text) <= MAX_CHARS else f"{text[:MAX_CHARS]} ..."


def _is_list(value: Any) -> bool:
    return (
        isinstance(value, Sequence | Set)
        and not isinstance(value, str)
        and len(value) > 1
    )


def _words(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, str | int | float):
        return str(value)
    inner = value if isinstance(value, Mapping) else _fields(value)
    if inner:
        several = any(map(_is_list, inner.values()))
        parts = (
            f"{_label(str(name))}{':' if _is_list(one) else ''} {_words(one)}"
            for name, one in inner.items()
        )
        return ("; " if several else ", ").join(parts)
    if isinstance(value, Set):
        value = sorted(value, key=str)
    if isinstance(value, Sequence):
        *most, last = [_words(one) for one in value] or ["none"]
        return f"{', '.join(most)} and {last}" if most else last
    return "none" if isinstance(value, Mapping) else str(value)
