"""A state that is being changed, and the events of that."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, TypeVar

from pbem.protocol import Event, Step

S = TypeVar("S")


class WorkingState(Generic[S]):
    """A mutable holder of an immutable state, for one resolution.

    `S` is a frozen dataclass: each change replaces `state`, and those taken out before
    stay as they were.
    """

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []

    def change(self, **fields: Any) -> None:
        """Set fields of the state."""
        state: Any = self.state
        self.state = replace(state, **fields)

    def tell(self, *events: Event) -> None:
        """Append events, in order."""
        self.events += events

    def step(self) -> Step[S]:
        """Return the new state and the events."""
        return Step(self.state, tuple(self.events))
