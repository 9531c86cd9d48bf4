"""What happened in a round, sorted for those who tell of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.protocol import Event
from pbem.rules.mars import events
from pbem.rules.mars.events import ActionEvent

_SIGNS = frozenset(
    {events.Talked, events.Stared, events.Nudged, events.Pointed, events.Opened}
)
_ENDED = frozenset({events.RoundEnded, events.Begun})
_OVER = frozenset({events.CameHome, events.RanOut})
_LEFT = frozenset({events.Stuck, events.Interrupted})
_NEWS = frozenset(
    {events.Explored, events.Flipped, events.Domed, events.Landed, events.HandedOn}
)


class Story(NamedTuple):
    """The events of a round by kind, for a template, each kind in order."""

    signs: list[Event]  #: given before it
    ticks: list[tuple[int, Event, list[Event]]]  #: what was done: a tick, its events
    news: list[Event]  #: those of them that all should know
    left: list[Event]  #: what was left undone
    ended: list[tuple[Event, bool]]  #: its end, and the beginning (True) of a game
    over: list[Event]  #: how the game ended


def sorted_out(happened: Sequence[Event]) -> Story:
    """Return the story of some events; headline and report ask for it."""
    found = Story([], [], [], [], [], [])
    signs, ticks, news, left, ended, over = found
    for event in happened:
        kind = type(event)
        if kind in _LEFT:
            left.append(event)
        elif kind in _SIGNS:
            signs.append(event)
        elif kind in _ENDED:
            ended.append((event, kind is events.Begun))
        elif kind in _OVER:
            over.append(event)
        else:
            assert isinstance(event, ActionEvent)
            if kind in _NEWS and not _laid_out(event):
                news.append(event)
            if ticks and ticks[-1][0] == event.tick:
                ticks[-1][2].append(event)
            else:
                ticks.append((event.tick, event, []))
    return found


def _laid_out(event: Event) -> bool:
    """Return whether a tile was laid out before the game (Z16)."""
    return isinstance(event, events.Explored) and not event.pawn
