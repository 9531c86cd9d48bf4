"""A frozen thing while it changes: a copy of it that can be set, and then is frozen.

What changes many fields one after the other makes one copy so, and not one a field.
Nothing may keep a draft, or what it says, before it is frozen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields as fields_of
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def thawed(thing: T) -> T:
    """Return a copy of a frozen dataclass with slots whose fields can be set.

    >>> from pbem.protocol import Outcome
    >>> outcome = Outcome(("Ann",), "tie")
    >>> draft = thawed(outcome)
    >>> draft.reason = "last"
    >>> frozen(draft), outcome.reason
    (Outcome(winners=('Ann',), reason='last', scores={}), 'tie')
    >>> draft.reason = "tie"
    Traceback (most recent call last):
    dataclasses.FrozenInstanceError: cannot assign to field 'reason'
    """
    kind: Any = type(thing)
    copy: T = _thaws(kind)(thing)
    return copy


def frozen(draft: T) -> T:
    """Return a draft as a thing of its class, which it is from now on."""
    kind: Any = type(draft)
    draft.__class__ = kind.__base__
    return draft


@cache
def _thaws(kind: Any) -> Callable[[Any], Any]:
    """Write what copies a thing of a class into one that can be set."""
    # Python knows that both are those of `object` only where both stand here.
    own = {"__slots__": (), "__setattr__": object.__setattr__}
    own["__delattr__"] = object.__delattr__
    known = {"draft": type(kind)(kind.__name__, (kind,), own), "new": object.__new__}
    names = [field.name for field in fields_of(kind)]
    copied = [f"copy.{name} = thing.{name}" for name in names]
    lines = ["def thaw(thing):", "copy = new(draft)", *copied, "return copy"]
    exec("\n    ".join(lines), known)
    thaw: Callable[[Any], Any] = known["thaw"]
    return thaw
