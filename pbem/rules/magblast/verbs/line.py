"""What every order of Mag-Blast is: a line that reads, prints, is bound and done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from pbem.protocol import LEFT_OUT, Bound, Event, Fault, Order
from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.events.explanations import Meant
from pbem.rules.magblast.orders import tokens as t
from pbem.rules.magblast.orders.parts import When, quoted
from pbem.rules.magblast.resolve.table import WorkingFleets
from pbem.rules.magblast.state import SETUP, State

L = TypeVar("L", bound="Line")
Readers: TypeAlias = Mapping[str, Callable[..., Any]]
"""Rules of the grammar, and what builds a part of an order out of their tokens."""

_BIT = re.compile(r"\[([^]]*)\]|(\S+)")
_FIELD = re.compile(r"<(\w+)>")
#: How a token becomes the value of a field, by the name of the field.
_VALUES: dict[str, Callable[[Any], Any]] = {
    "all": bool,
    "count": int,
    "key": t.key_of,
    "noise": t.unquoted,
    "number": int,
    "ship": t.ship,
    "target": t.ship,
    "zone": t.zone,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Order):
    """An order, which may carry a condition.

    A verb is a subclass. `find` looks up what it names in a position, and what it
    returns is handed to the rest: `warnings`, `preview` and `do` (see `BoundLine`).
    """

    when: When | None = None
    spelt: ClassVar[str] = ""
    """How it is written: `<field>`, left out with its brackets where it is empty."""

    @property
    def follows(self) -> bool:
        """Whether it is left out with the line before it (B45)."""
        return self.when is not None and self.when.kind == "then"

    def __str__(self) -> str:
        words = [str(self.when)] if self.when else []
        for before, name, after in _bits(self.spelt):
            value = getattr(self, name) if name else ""
            if value or not name:
                words.append(f"{before}{_word(name, value)}{after}")
        return " ".join(words)

    def position(self, state: State, me: int) -> State:
        """Return the state as the order finds it; raise Illegal where it must wait."""
        if state.phase == SETUP:
            raise Illegal("place-first", count=len(state.fleets[me].dealt))
        if state.stack:
            raise Illegal("answer", card=state.title(state.stack[-1].key))
        if self.when is not None and not holds(state, self.when):
            raise Illegal(LEFT_OUT, when=str(self.when))  # (B45)
        return state

    @classmethod
    def enter(cls, state: State, me: int) -> State:
        """Return the state once the time of the order has come, as after the movement;
        raise Illegal where that is past."""
        return state

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> Sequence[Line]:
        """Return orders worth trying in a position that was entered: all that can be
        done are among them. `number`: the card in hand that is played, of verbs that
        play one."""
        return [cls()]

    @classmethod
    def legal(cls, state: State, me: int, number: int = 0) -> list[Line]:
        """Return those candidates that can be carried out."""
        try:
            position = cls.enter(state, me)
        except Illegal:
            return []
        tries = cls.candidates(position, me, number)
        return [line for line in tries if line.possible(position, me)]

    def possible(self, state: State, me: int) -> bool:
        """Return whether `find` takes the order in a position that was entered."""
        try:
            self.find(state, me)
        except Illegal:
            return False
        return True

    def find(self, state: State, me: int) -> Any:
        """Return what the order names; raise Illegal where it cannot be done."""

    def warnings(self, state: State, me: int, found: Any) -> Iterable[Fault]:
        """Return faults of a legal order that its player hardly intends."""
        return ()

    def preview(self, state: State, me: int, found: Any) -> dict[str, Any]:
        """Return fields of the event `Meant`, which a receipt shows; `kind` is the verb
        where it is not among them."""
        return {}

    def explain(self, state: State, me: int, found: Any) -> tuple[Event, ...]:
        """Return events that say what the order would do, as far as its player may
        know."""
        given: dict[str, Any] = {"kind": type(self).__name__.lower()}
        given |= {"when": str(self.when or ""), **self.preview(state, me, found)}
        return (Meant(**given),)

    def do(self, table: WorkingFleets, me: int, found: Any) -> None:
        """Carry the order out."""


class BoundLine(NamedTuple):
    """A line bound to a position."""

    line: Line
    me: int  #: the fleet that does it
    found: Any  #: as the line's `find` returned it
    position: State  #: as the line finds it


def bind(state: State, me: int, line: Line) -> Bound[BoundLine]:
    """Return an order bound to a position with its warnings, or why it cannot be."""
    try:
        position = line.position(state, me)
        found = line.find(position, me)
    except Illegal as illegal:
        return Bound.no(illegal.fault)
    doubts = tuple(line.warnings(position, me, found))
    return Bound(BoundLine(line, me, found, position), doubts)


def holds(state: State, when: When) -> bool:
    """Return whether the condition of a line holds; raise Illegal for its words."""
    if when.kind == "then":
        return state.last in ("hit", "stands", "destroyed")  # (B55)
    if not when.place:
        return state.last == when.kind
    fleet = references.opponent(state, state.active, when.seat)
    if when.kind == "empty":
        return state.fleets[fleet].in_zone(references.zone(when.place)) == 0
    try:
        references.berth(state, fleet, when.place)
    except Illegal:
        return when.kind == "gone"
    return when.kind == "stands"


def _bits(spelt: str) -> list[tuple[str, str, str]]:
    """Return the words of a spelling: what stands before a field, it, and after.

    >>> _bits("fire <card> [at <aim>]")
    [('fire', '', ''), ('', 'card', ''), ('at ', 'aim', '')]
    """
    words = [bracketed or word for bracketed, word in _BIT.findall(spelt)]
    found = []
    for word in words:
        before, name, after = (*_FIELD.split(word), "", "")[:3]
        found.append((before, name, after))
    return found


def _word(name: str, value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if value is True:
        return name
    return quoted(value) if name == "seat" else str(value)


def reader(verb: type[L]) -> Callable[..., L]:
    """Return what reads a verb: the last tokens of its rule are its fields.

    They come in the order of its spelling, or else of the class.
    """
    every = fields(verb)
    own = [one.name for one in every if one.compare and one.name != "when"]
    spelt = [name for _, name, _ in _bits(verb.spelt) if name]
    names = spelt if set(spelt) == set(own) else own

    def read(*parts: Any) -> L:
        values = {}
        for name, part in zip(names, parts[len(parts) - len(names) :], strict=True):
            if part is not None:
                value = _VALUES.get(name)
                values[name] = part if value is None else value(part)
        return verb(**values)

    return read


def cards_preview(state: State, me: int, cards: Sequence[int]) -> dict[str, Any]:
    """Return the fields of event `Meant` for hand cards: labels and numbers."""
    hand = state.fleets[me].hand
    numbers = tuple(hand.index(card) + 1 for card in cards)
    return {"cards": state.labels(cards), "numbers": numbers}
