"""What is known too early, to nobody or to all: answers, events, imagined things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from typing import Any

from pbem.chance import Chance
from pbem.protocol import Closes, Hidden, visible_to
from pbem.testing.differences import first_difference
from pbem.testing.matches import Match, bound

FEW = 5  #: events of a class, or windows, that say something
DEALT = 8  #: things of a state that may be a deck
POSITIONS = 4  #: of a game, in which something is imagined


@dataclass
class Knowledge:
    """Windows and events of random games, by their names."""

    enough: Counter[str] = field(default_factory=Counter)  #: that close by `enough`
    early: Counter[str] = field(default_factory=Counter)  #: and did before the last
    open: dict[str, None] = field(default_factory=dict)  #: for all, and not sealed
    events: Counter[str] = field(default_factory=Counter)
    unheard: Counter[str] = field(default_factory=Counter)  #: known to nobody
    imagined: str = ""  #: what `imagine` makes more or fewer of
    told: str = ""  #: what an event tells all, and no view shows

    def take(self, match: Match) -> None:
        """Look at a game that was played."""
        for one in match.played:
            window, asked = one.window, len(one.window.seats)
            if asked > 1 and window.closes is Closes.ENOUGH and not one.missed:
                self.enough[window.name] += 1
                self.early[window.name] += len(one.orders) < asked
            secret = window.sealed or window.discreet
            if asked > 1 and window.closes is Closes.ALL and not secret:
                self.open[window.name] = None
        told = (event for one in match.played for event in one.events)
        for event in (*match.opening, *told):
            self.events[type(event).__name__] += 1
            self.unheard[type(event).__name__] += event.known_to == frozenset()
        if not self.imagined:
            self.imagined = _made_up(match)
        if not self.told:
            self.told = _told(match)

    def hints(self) -> Iterator[str]:
        """Yield what looks strange."""
        for name, count in self.enough.items():
            if count >= FEW and not self.early[name]:
                yield (
                    f'enough closed none of {count} windows "{name}" before all had '
                    "answered: does it look at the orders as bind gave them back?"
                )
        for name in self.open:
            yield (
                f'the window "{name}" waits for all and is not sealed: whoever '
                "answers last sees what the others sent; should it be sealed=True?"
            )
        for name, count in self.events.items():
            if count >= FEW and self.unheard[name] == count:
                yield (
                    f"{name} is known to nobody, all {count} times: known_to should "
                    "name who may know it, or be left out where all may"
                )
        yield from (one for one in (self.imagined, self.told) if one)


def _made_up(match: Match) -> str:
    """Return what a game never makes more or fewer of, and `imagine` does."""
    rules, states = match.game.rules, [one.before for one in match.played]
    if not isinstance(rules, Hidden) or not states:
        return ""
    kept = _counted(states[0], match)
    if kept.total() < DEALT or any(_counted(x, match) != kept for x in states):
        return ""
    for state in states[:: max(1, len(states) // POSITIONS)]:
        for seat in (None, match.seats[0]):
            found = _counted(rules.imagine(state, seat, Chance(b"imagined")), match)
            for thing in sorted((found - kept) + (kept - found)):
                return (
                    f"imagine for {seat or 'the public'} leads to {found[thing]} of "
                    f"{thing}, and the game has {kept[thing]}: deal what this seat "
                    "cannot see, all of it and nothing else"
                )
    return ""


def _told(match: Match) -> str:
    """Return which event tells everybody of a hidden thing, where the same order in an
    imagined state leads to what looks the same to its writer."""
    rules = match.game.rules
    if not isinstance(rules, Hidden):
        return ""
    for one in match.played[-POSITIONS:]:
        if len(one.orders) != 1 or not is_dataclass(one.before):
            continue
        (seat,) = one.orders
        other = rules.imagine(one.before, seat, Chance(b"told"))
        drawn = {  # what is drawn openly stays the same
            each.name: getattr(one.before, each.name)
            for each in fields(one.before)
            if isinstance(getattr(one.before, each.name), Chance)
        }
        steps = []
        for state in (one.before, replace(other, **drawn)):
            orders = bound(rules, state, one.orders)
            if None not in orders.values():
                steps.append(rules.resolve(state, orders))
        views = [rules.view(step.state, seat) for step in steps]
        if len(steps) < 2 or views[0] != views[1]:
            continue
        heard = [[visible_to(None, x) for x in step.events] for step in steps]
        for here, there in zip(*heard, strict=False):
            if here != there:
                return (
                    f"{type(here or there).__name__} tells everybody what no view "
                    f"shows: {first_difference(here, there)}"
                )
    return ""


def _counted(state: Any, match: Match) -> Counter[str]:
    """Return how many there are of each thing that lies in a row or a set."""
    found = Counter(_things(state))
    for seat in match.seats:
        del found[repr(seat)]
    return found


def _things(value: Any) -> Iterator[str]:
    """Yield the things of a state, such as its cards.

    >>> [*_things({"Ann": ("ace", "king"), "Bob": 3})]
    ["'ace'", "'king'"]
    """
    named = hasattr(value, "_fields")
    if is_dataclass(value) or isinstance(value, Mapping) or named:
        for part in _parts(value):
            if not isinstance(part, str):
                yield from _things(part)
    elif isinstance(value, tuple | list | set | frozenset):
        for one in value:
            simple = [*_parts(one)]
            if simple and all(isinstance(x, str | int) for x in simple):
                yield repr(one)
            else:
                yield from _things(one)


def _parts(value: Any) -> Iterator[Any]:
    """Yield a text or a member of an enumeration, or what a value is made of."""
    if isinstance(value, str | Enum):
        yield str(value)
    elif is_dataclass(value):
        yield from (getattr(value, one.name) for one in fields(value))
    elif isinstance(value, Mapping):
        yield from value.values()
    elif hasattr(value, "_fields"):
        yield from value
