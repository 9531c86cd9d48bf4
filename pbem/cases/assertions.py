"""What a case says must hold, line by line: claims about a game's JSON document.

seats.Ann.hp = 20
faults = ["illegal.too-far"]
event Struck: seat="Bob", damage=8
no event Removed
2 events Acted: seat="Ann"
view Bob: hand.count = 3
public: no event Drawn
stops = "record.awaited"
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Document: TypeAlias = Mapping[str, Any]

_VIEW = re.compile(r"(?:view\s+([^:]+?)|(public))\s*:\s*(.+)", re.DOTALL)
_EVENT = re.compile(
    r"(?:(no|\d+)\s+)?events?\s+([A-Za-z]\w*)\s*(?::\s*(.*))?", re.DOTALL
)
_STEP = re.compile(r'"([^"]+)"|([^."=]+)')
_PATH = re.compile(rf"(?:{_STEP.pattern})(?:\.(?:{_STEP.pattern}))*")
_NAME = re.compile(r"\s*,?\s*([A-Za-z_]\w*)\s*=\s*")


class Puzzling(ValueError):
    """A line that is no claim; the message says why."""


@dataclass(frozen=True, slots=True)
class Value:
    """That a place in the document holds a value."""

    path: tuple[str, ...]
    value: Any

    def failure(self, document: Document) -> str:
        """What is otherwise, in words; empty where the claim holds."""
        if self.path == ("faults",):
            found: Any = [fault["code"] for fault in document["faults"]]
        else:
            try:
                found = _look(document, self.path)
            except LookupError as error:
                return str(error.args[0])
        if _same(found, self.value):
            return ""
        return f"it is {json.dumps(found, ensure_ascii=False)}"


@dataclass(frozen=True, slots=True)
class Happening:
    """That an event with these fields happened, or did not, or so many times."""

    kind: str
    fields: Mapping[str, Any]
    times: int | None  #: None: once or more

    def failure(self, document: Document) -> str:
        """What is otherwise, in words; empty where the claim holds."""
        alike = [event for event in document["events"] if event["type"] == self.kind]
        found = [event for event in alike if self._fits(event)]
        if len(found) == self.times or (self.times is None and found):
            return ""
        shown = (found or alike)[-4:]
        story = "; ".join(map(_shown, shown)) or "none of its kind"
        return f"it happened {len(found)} times ({story})"

    def _fits(self, event: Mapping[str, Any]) -> bool:
        return all(
            name in event and _same(event[name], value)
            for name, value in self.fields.items()
        )


@dataclass(frozen=True, slots=True)
class Claim:
    """One line under THEN."""

    line: int  #: in its file, from 1
    text: str
    what: Value | Happening
    seat: str | None = None  #: whose view it is about
    public: bool = False  #: or the public's; neither: the whole truth

    @property
    def stops(self) -> str | None:
        """The code with which the reading of the game should stop, if it says so."""
        if isinstance(self.what, Value) and self.what.path == ("stops",):
            return str(self.what.value)
        return None


def read(text: str, line: int = 0) -> Claim:
    """The claim that a line makes. Raises Puzzling.

    >>> read("seats.Ann.hp = 20").what
    Value(path=('seats', 'Ann', 'hp'), value=20)
    >>> read('view Bob: no event Drawn: card="ace"').what
    Happening(kind='Drawn', fields={'card': 'ace'}, times=0)
    """
    text = text.strip()
    if match := _VIEW.fullmatch(text):
        seat, public, rest = match.groups()
        return Claim(line, text, _what(rest), seat, bool(public))
    return Claim(line, text, _what(text))


def _what(text: str) -> Value | Happening:
    if match := _EVENT.fullmatch(text):
        count, kind, fields = match.groups()
        times = None if count is None else 0 if count == "no" else int(count)
        return Happening(kind, _fields(fields or ""), times)
    path, equals, value = text.partition("=")
    if not equals:
        raise Puzzling('a line here is like "seats.Ann.hp = 20" or "event Removed"')
    return Value(_path(path.strip()), _json(value.strip()))


def _fields(text: str) -> dict[str, Any]:
    """`a=1, b="x"` as a dictionary; the values are JSON."""
    fields: dict[str, Any] = {}
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = _NAME.match(text, at)
        if match is None:
            raise Puzzling(f'"{text[at:].strip()}" is not of the form name=value')
        try:
            value, at = json.JSONDecoder().raw_decode(text, match.end())
        except json.JSONDecodeError:
            raise Puzzling(f'what follows "{match[1]}=" is no JSON value') from None
        fields[match[1]] = value
    return fields


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise Puzzling(f"{text or 'nothing'} is no JSON value") from None


def _path(text: str) -> tuple[str, ...]:
    """The steps of a path; a step with a dot in it is in quotes.

    >>> _path('seats."Dr. No".hp')
    ('seats', 'Dr. No', 'hp')
    """
    steps = tuple((quoted or plain).strip() for quoted, plain in _STEP.findall(text))
    if not _PATH.fullmatch(text) or not all(steps):
        raise Puzzling(f'"{text}" is no place such as seats.Ann.hp')
    return steps


def _look(document: Document, path: tuple[str, ...]) -> Any:
    """What is at a path, the state searched first. Raises LookupError, in words."""
    state = document["state"]
    place: Any = {**document, **state} if isinstance(state, Mapping) else document
    for index, step in enumerate(path):
        try:
            place = _step(place, step)
        except (LookupError, ValueError, TypeError):
            there = f"; there are {', '.join(place)}" if isinstance(place, dict) else ""
            missing = ".".join(path[: index + 1])
            raise LookupError(f"{missing} is not there{there}") from None
    return place


def _step(place: Any, step: str) -> Any:
    """One step into a document; `count` is how many things a list holds."""
    if isinstance(place, Mapping):
        if step == "count" and step not in place:
            return len(place)
        return place[step]
    if isinstance(place, Sequence) and not isinstance(place, str):
        return len(place) if step == "count" else place[int(step)]
    raise TypeError(step)


def _same(found: Any, value: Any) -> bool:
    """Whether two JSON values are equal; true is not 1."""
    return json.dumps(found, sort_keys=True) == json.dumps(value, sort_keys=True)


def _shown(event: Mapping[str, Any]) -> str:
    fields = (
        f"{name}={json.dumps(value, ensure_ascii=False)}"
        for name, value in event.items()
        if name not in ("type", "serial")
    )
    return ", ".join(fields) or "no fields"
