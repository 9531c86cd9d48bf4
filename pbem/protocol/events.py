"""What happens: events, who is told of them, and what a resolution brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, TypeVar

from pbem.protocol.seats import Seat

S = TypeVar("S")

_RESERVED = frozenset({"known_to", "serial", "type"})  #: names in JSON, too
_SECRET = "pbem.system.secret"


def secret() -> Any:
    """Return the default of a field of an event that only `known_to` are told.

    Others are told the same event with None in it, so its type says `| None`.
    """
    return field(default=None, metadata={_SECRET: True})


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened; games subclass it, templates tell it.

    Raises TypeError when a class is made with a field that is called as one of
    this class, or as what JSON adds to it (`serial`, `type`).
    """

    known_to: frozenset[Seat] | None = None
    """Who may know all of it; None is everybody.

    Others are told of it without its `secret` fields, or not at all where it has
    none.
    """

    def __init_subclass__(cls) -> None:
        reserved = _RESERVED & vars(cls).get("__annotations__", {}).keys()
        if reserved:
            names = " and ".join(f'"{name}"' for name in sorted(reserved))
            raise TypeError(
                f"{cls.__module__}.{cls.__qualname__} has a field {names}, which "
                "every event has already or JSON adds: call it otherwise"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class PartEvent(Event):
    """What one part of an order would do, for receipts."""

    part: str = ""  #: in notation; nothing: all of it


class Step(Generic[S]):
    """What a resolution brings: a new state, and what happened on the way.

    Anyone who plays a game to its end, or reads an old one again, asks for few of the
    events. Where they take long, `tell` makes them when they are first asked for; it
    looks at nothing that changes.

    >>> Step("state", tell=lambda: (Event(),)).events
    (Event(known_to=None),)
    """

    __slots__ = ("_events", "_tell", "state")

    def __init__(
        self,
        state: S,
        events: tuple[Event, ...] = (),
        tell: Callable[[], tuple[Event, ...]] | None = None,
    ) -> None:
        self.state, self._events, self._tell = state, events, tell

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        if self._tell is not None:
            self._events = self._tell()
            self._tell = None
        return self._events

    def __iter__(self) -> Iterator[Any]:
        yield self.state
        yield self.events

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Step):
            return NotImplemented
        return bool(self.state == other.state and self.events == other.events)

    def __hash__(self) -> int:
        return hash((self.state, self.events))

    def __repr__(self) -> str:
        return f"Step(state={self.state!r}, events={self.events!r})"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. No winners: nobody; several: they share it."""

    winners: tuple[Seat, ...]
    reason: str
    scores: Mapping[str, int] = field(default_factory=dict)


def visible_to(seat: Seat | None, event: Event) -> Event | None:
    """Return what a seat (None: the public) is told of an event, None for nothing.

    Raises TypeError where an event has secrets and does not say who may know them.

    >>> visible_to("Ann", Event(known_to=frozenset({"Ann"}))), visible_to(None, Event())
    (Event(known_to=frozenset({'Ann'})), Event(known_to=None))
    >>> visible_to("Bob", Event(known_to=frozenset({"Bobby"})))
    """
    known = event.known_to
    kind: Any = type(event)
    hidden = _secrets(kind)
    if known is None:
        if not hidden:
            return event
        exposed = [name for name in hidden if getattr(event, name) is not None]
        if exposed:
            raise TypeError(
                f"{kind.__name__} tells everybody its secret {' and '.join(exposed)}: "
                "say who may know it, known_to=frozenset({...})"
            )
        return event
    if seat is not None and seat in _named(known, event):
        return event
    # Who else was told is a secret too.
    return replace(event, known_to=None, **hidden) if hidden else None


def _named(known: object, event: Event) -> frozenset[Seat]:
    if isinstance(known, frozenset):
        return known
    raise TypeError(f"known_to of {type(event).__name__} is {known!r}, no frozenset")


def _secrets(kind: Any) -> dict[str, None]:
    return {one.name: None for one in fields(kind) if _SECRET in one.metadata}
