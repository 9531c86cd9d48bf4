"""A frozen thing with some fields changed, quickly."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")

_new, _set = object.__new__, object.__setattr__


def changed(thing: T, **fields: Any) -> T:
    """A frozen dataclass with slots, other values in some of its fields.

    It does what `dataclasses.replace` does, in a third of the time, for classes
    that have no slots but their own and nothing to do after `__init__`.

    >>> from pbem.protocol import Outcome
    >>> changed(Outcome(("Ann",), "tie"), winners=("Ann", "Bob")).winners
    ('Ann', 'Bob')
    >>> changed(Outcome(("Ann",), "tie"), player="Bob")
    Traceback (most recent call last):
    TypeError: no field 'player'
    """
    kind = type(thing)
    names = kind.__slots__  # type: ignore[attr-defined]
    twin = _new(kind)
    for name in names:
        _set(twin, name, fields.pop(name) if name in fields else getattr(thing, name))
    if fields:
        raise TypeError(f"no field {next(iter(fields))!r}")
    return twin
