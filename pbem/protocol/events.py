"""What happens: events, who is told of them, and what a resolution brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, replace
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from pbem.protocol.seats import Seat
from pbem.values import dataclass

S = TypeVar("S")

_RESERVED = frozenset({"known_to", "serial", "type"})  #: names in JSON, too
_SECRET = "pbem.secret"


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
        taken = _RESERVED & vars(cls).get("__annotations__", {}).keys()
        if taken:
            names = " and ".join(f'"{name}"' for name in sorted(taken))
            raise TypeError(
                f"{cls.__module__}.{cls.__qualname__} has a field {names}, which "
                "every event has already or JSON adds: call it otherwise"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class PartEvent(Event):
    """What one part of an order would do, for receipts."""

    part: str = ""  #: in notation; nothing: all of it


class Step(NamedTuple, Generic[S]):
    """What a resolution brings: a new state, and what happened on the way."""

    state: S
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. No winners: nobody; several: they share it."""

    winners: tuple[Seat, ...]
    reason: str
    scores: Mapping[str, int] = field(default_factory=dict)


def told(seat: Seat | None, event: Event) -> Event | None:
    """Return what a seat (None: the public) is told of an event, None for nothing.

    Raises TypeError where an event has secrets and does not say who may know them.

    >>> told("Ann", Event(known_to=frozenset({"Ann"}))), told(None, Event())
    (Event(known_to=frozenset({'Ann'})), Event(known_to=None))
    >>> told("Bob", Event(known_to=frozenset({"Bobby"})))
    """
    known = event.known_to
    kind: Any = type(event)
    hidden = _secrets(kind)
    if known is None:
        if not hidden:
            return event
        told_all = [name for name in hidden if getattr(event, name) is not None]
        if told_all:
            raise TypeError(
                f"{kind.__name__} tells everybody its secret {' and '.join(told_all)}: "
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


@cache
def _secrets(kind: Any) -> dict[str, None]:
    return {one.name: None for one in fields(kind) if _SECRET in one.metadata}
