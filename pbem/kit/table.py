"""A state while something happens to it, and what is told of it on the way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, TypeVar

from pbem.protocol import Event, Step

S = TypeVar("S")


class Table(Generic[S]):
    """A working table: made for one resolution, changed, and thrown away.

    The states that go in and come out are never changed. Their class is a frozen
    dataclass.
    """

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []

    def change(self, **fields: Any) -> None:
        """Set fields of the state."""
        state: Any = self.state
        self.state = replace(state, **fields)

    def tell(self, *events: Event) -> None:
        """Add what happened."""
        self.events += events

    def step(self) -> Step[S]:
        """Return what the resolution brings."""
        return Step(self.state, tuple(self.events))
