"""The JSON document of a story: the position, events and faults a reader may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from typing import Any

from pbem.pages.wording import words
from pbem.protocol import Event, Seat, Window
from pbem.record.located import LocatedFault
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report.builder import awaited, faults, last_news, plans, truth, visible_events
from pbem.report.model import Reader


def document(
    story: Story, reader: Reader, played: Sequence[Played] | None = None
) -> dict[str, Any]:
    """The JSON document of `pbem resolve --format json`."""
    from msgspec import to_builtins

    rules, state = story.game.rules, story.table.state
    window, outcome = rules.window(state), rules.outcome(state)
    whole = played is not None
    if played is None:
        played = (story.last,) if story.last else ()
    before = story.opening if whole or not played else ()
    # What came before the first window happened with none resolved: at 0.
    events = [_event(event, 0) for event in visible_events(before, reader)]
    for one in played:
        events += [
            _event(event, one.serial) for event in visible_events(one.events, reader)
        ]
    now = story.table.serial
    events += [_event(event, now) for event in visible_events(last_news(story), reader)]
    shown = truth(rules, state) if reader.moderator else rules.view(state, reader.seat)
    lying = {seat: list(one.lines) for seat, one in plans(story, reader).items()}
    return {
        "game": story.game.name,
        "name": story.name,
        "seats": list(story.header.seats),
        "serial": story.table.serial,
        "window": _window(window, awaited(story, reader)),
        "outcome": None if outcome is None else to_builtins(outcome),
        "state": _in_order(shown, to_builtins(public_fields(shown))),
        "events": events,
        "faults": [_fault(story, fault) for fault in faults(story, reader)],
        **({"plans": lying} if lying else {}),
    }


def _window(window: Window | None, waiting: tuple[Seat, ...]) -> dict[str, Any] | None:
    if window is None:
        return None
    return {
        "name": window.name,
        "seats": list(window.seats),
        "awaited": list(waiting),
        "closes": window.closes.value,
        "sealed": window.sealed,
    }


def public_fields(view: Any) -> Any:
    """A view without the fields that begin with _, which only its methods use."""
    if not is_dataclass(view):
        return view
    names = [one.name for one in fields(view) if not one.name.startswith("_")]
    return {name: getattr(view, name) for name in names}


def _event(event: Event, serial: int) -> dict[str, Any]:
    from msgspec import to_builtins

    given = _in_order(event, to_builtins(event))
    if given["known_to"] is None:
        del given["known_to"]
    return {"serial": serial, "type": type(event).__name__, **given}


def _in_order(thing: Any, found: Any) -> Any:
    """Return what became of a thing, its sets sorted: Python orders them by chance."""
    if isinstance(thing, Set):
        found.sort(key=str)
    elif is_dataclass(thing):
        for name, value in found.items():
            _in_order(getattr(thing, name), value)
    elif isinstance(thing, Mapping):
        for one, other in zip(thing.values(), found.values(), strict=True):
            _in_order(one, other)
    elif isinstance(thing, tuple | list):
        for one, other in zip(thing, found, strict=True):
            _in_order(one, other)
    return found


def _fault(story: Story, fault: LocatedFault) -> dict[str, Any]:
    return {
        "line": fault.line,
        "column": fault.column,
        "seat": fault.seat,
        "code": fault.fault.code,
        "text": fault.text,
        "message": words(story.game).fault(fault.fault, fault.text),
    }
