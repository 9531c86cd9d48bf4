"""A frozen thing while it changes: a copy of it that can be set, and then is frozen.

What changes many fields one after the other makes one copy so, and not one a field.
Nothing may keep a draft, or what it says, before it is frozen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields as fields_of
from functools import cache
from typing import Any


@cache
def thaws(kind: Any) -> Callable[[Any], Any]:
    """Write what returns a copy of a frozen thing with slots whose fields can be set;
    to set its class is to freeze it.

    >>> from pbem.protocol import Outcome
    >>> outcome = Outcome(("Ann",), "tie")
    >>> draft = thaws(Outcome)(outcome)
    >>> draft.reason, draft.__class__ = "last", Outcome
    >>> draft, outcome.reason
    (Outcome(winners=('Ann',), reason='last', scores={}), 'tie')
    >>> draft.reason = "tie"
    Traceback (most recent call last):
    dataclasses.FrozenInstanceError: cannot assign to field 'reason'
    """
    # Python knows that both are those of `object` only where both stand here.
    own = {"__slots__": (), "__setattr__": object.__setattr__}
    own["__delattr__"] = object.__delattr__
    draft: Any = type(kind)(kind.__name__, (kind,), own)
    known: dict[str, Any] = {"draft": draft, "new": object.__new__}
    names = [field.name for field in fields_of(draft)]
    copied = [f"copy.{name} = thing.{name}" for name in names]
    lines = ["def thaw(thing):", "copy = new(draft)", *copied, "return copy"]
    exec("\n    ".join(lines), known)
    thaw: Callable[[Any], Any] = known["thaw"]
    return thaw
