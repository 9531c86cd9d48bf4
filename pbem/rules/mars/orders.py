"""What players write: plans of actions, and signs that are no actions.

An action knows its place in the text, for carets; two actions that do the
same are equal wherever they stand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pbem.protocol import Order
from pbem.rules.mars.map.board import spell
from pbem.rules.mars.map.colours import pawn_called

ICONS = ("produce", "timer", "bridge", "trash", "pipeline", "slug")
_WORDS = {"n": 2, "w": 4, "e": 6, "s": 8, "c": 5}
_WORDS |= {"nw": 1, "ne": 3, "sw": 7, "se": 9}
_WORDS |= {"north": 2, "west": 4, "east": 6, "south": 8, "centre": 5, "center": 5}
_WORDS |= {"northwest": 1, "northeast": 3, "southwest": 7, "southeast": 9}


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(ABC):
    """One step of a plan."""

    optional: bool = False  #: marked "?": left out when it cannot be done
    span: tuple[int, int] = field(default=(0, 0), compare=False, repr=False)

    @property
    @abstractmethod
    def words(self) -> str:
        """The action as it is written, without its mark."""

    def __str__(self) -> str:
        return self.words + " ?" * self.optional


@dataclass(frozen=True, slots=True)
class Move(Action):
    """A pawn goes along one road (Z2); a slug goes to eat (Z15)."""

    pawn: str  #: "" is whatever stands there
    origin: int  #: 0 is wherever such a pawn stands next to the target
    target: int

    @property
    def words(self) -> str:
        origin = f" {spell(self.origin)}" if self.origin else ""
        return f"{self.pawn or 'move'}{origin} > {spell(self.target)}"


@dataclass(frozen=True, slots=True)
class Make(Action):
    """A factory produces a resource (Z7)."""

    pawn: str
    at: int = 0

    @property
    def words(self) -> str:
        return f"make {self.pawn}" + (f" at {spell(self.at)}" if self.at else "")


@dataclass(frozen=True, slots=True)
class Explore(Action):
    """A pawn on an open half platform is given for the next tile (Z4)."""

    at: int
    dump: tuple[int, ...] = ()  #: where trash should rather go (Z13)

    @property
    def words(self) -> str:
        dump = "".join(f" {spell(place)}" for place in self.dump)
        return f"explore {spell(self.at)}" + (f" dump{dump}" if dump else "")


@dataclass(frozen=True, slots=True)
class Span(Action):
    """A resource at one end is given for a bridge (Z3)."""

    origin: int = 0
    target: int = 0

    @property
    def words(self) -> str:
        origin = f" {spell(self.origin)}" if self.origin else ""
        return f"bridge{origin}" + (f" > {spell(self.target)}" if self.target else "")


@dataclass(frozen=True, slots=True)
class Build(Action):
    """A complete site becomes a dome (Z10)."""

    at: int = 0

    @property
    def words(self) -> str:
        return "build dome" + (f" at {spell(self.at)}" if self.at else "")


@dataclass(frozen=True, slots=True)
class Pipe(Action):
    """A resource or trash goes through the pipeline (Z14)."""

    origin: int
    target: int

    @property
    def words(self) -> str:
        return f"pipe {spell(self.origin)} > {spell(self.target)}"


@dataclass(frozen=True, slots=True)
class Transmute(Action):
    """A Wild token changes a resource on the map into another (Z9)."""

    at: int
    into: str

    @property
    def words(self) -> str:
        return f"transmute {spell(self.at)} to {self.into}"


@dataclass(frozen=True, slots=True)
class Await(Action):
    """Nothing, until a pawn stands somewhere; "" is until nothing does."""

    pawn: str
    at: int

    @property
    def words(self) -> str:
        return f"wait for {self.pawn or 'empty'} at {spell(self.at)}"


@dataclass(frozen=True, slots=True)
class Pause(Action):
    """Nothing, while some ticks of sand run down."""

    ticks: int

    @property
    def words(self) -> str:
        return f"wait {self.ticks}"


@dataclass(frozen=True, slots=True)
class Use(Action):
    """Alone on Mars: the pawn goes to another action tile (Z16)."""

    tile: int  #: from 1

    @property
    def words(self) -> str:
        return f"use {self.tile}"


@dataclass(frozen=True, slots=True)
class Plan(Order):
    """What a seat means to do in a round, in order."""

    actions: tuple[Action, ...] = ()

    def __str__(self) -> str:
        parts: list[str] = []
        last: Action | None = None
        for action in self.actions:
            if _goes_on(last, action):
                assert isinstance(action, Move)
                step = f" > {spell(action.target)}" + " ?" * action.optional
                parts[-1] = parts[-1].removesuffix(" ?") + step
            else:
                parts.append(str(action))
            last = action
        return ", ".join(parts) or "pass"


def _goes_on(last: Action | None, action: Action) -> bool:
    """Whether two moves are one walk, so that they are written as one."""
    return (
        isinstance(last, Move)
        and isinstance(action, Move)
        and (last.pawn, last.target) == (action.pawn, action.origin)
        and last.optional == action.optional
    )


@dataclass(frozen=True, slots=True)
class Talk(Order):
    """A message to everybody, in a talking time; it costs sand."""

    anytime: ClassVar[bool] = True
    words: str = ""

    def __str__(self) -> str:
        return f'talk "{self.words}"' if self.words else "talk"


@dataclass(frozen=True, slots=True)
class Stare(Order):
    """A long look at a comrade."""

    anytime: ClassVar[bool] = True
    at: str

    def __str__(self) -> str:
        return f"stare {self.at}"


@dataclass(frozen=True, slots=True)
class Nudge(Order):
    """The "Do Something!" pawn is put in front of a comrade."""

    anytime: ClassVar[bool] = True
    at: str

    def __str__(self) -> str:
        return f"pawn to {self.at}"


@dataclass(frozen=True, slots=True)
class Point(Order):
    """The "Do Something!" pawn is put on an icon of the communication board."""

    anytime: ClassVar[bool] = True
    icon: str

    def __str__(self) -> str:
        return f"pawn on {self.icon}"


@dataclass(frozen=True, slots=True)
class Communicate(Order):
    """A Wild token is spent so that all may talk (Z9)."""

    anytime: ClassVar[bool] = True

    def __str__(self) -> str:
        return "communicate"


def place(text: str) -> int:
    """The place that a word names, on the map or not.

    >>> place("T1.3"), place("2.east"), place("t12.SW")
    (13, 26, 127)
    """
    tile, _, spot = text.lower().lstrip("t").partition(".")
    spot = spot.strip().replace("-", "")
    number = _WORDS.get(spot) or int(spot)
    # Numbers beyond a tile's platforms must not run over into the next tile,
    # and 0 stands for no place at all.
    return max(1, int(tile) * 10 + (number if number < 10 else 0))


def _span(*tokens: Any) -> tuple[int, int]:
    ends = [token for token in tokens if hasattr(token, "start_pos")]
    if not ends:
        return (0, 0)
    return (min(t.start_pos for t in ends), max(t.end_pos for t in ends))


def _marked(*parts: Any) -> tuple[Action, ...]:
    """The actions of an item, optional when a mark follows it."""
    from dataclasses import replace

    found, mark = parts
    actions = found if isinstance(found, tuple) else (found,)
    if mark is None:
        return actions
    return tuple(replace(action, optional=True) for action in actions)


def _move(pawn: Any, *places: Any) -> tuple[Action, ...]:
    kind = "" if pawn.lower() == "move" else pawn_called(pawn)
    tokens = list(places)
    if len(tokens) > 1 and tokens[0] is None:
        tokens.pop(0)
        origin = 0
    else:
        origin = place(tokens.pop(0))
    steps = []
    start = pawn
    for token in tokens:
        target = place(token)
        steps.append(Move(kind, origin, target, span=_span(start, token)))
        origin, start = target, token
    return tuple(steps)


def _plan(*items: tuple[Action, ...]) -> Plan:
    return Plan(tuple(action for item in items for action in item))


def _optional(token: Any) -> int:
    return place(token) if token is not None else 0


def _name(token: Any) -> str:
    return " ".join(str(token).split())


def _await(word: Any, pawn: Any, at: Any) -> Await:
    kind = "" if pawn.lower() in ("empty", "nothing") else pawn_called(pawn)
    return Await(kind, place(at), span=_span(word, at))


def _dumps(*tokens: Any) -> tuple[int, ...]:
    return tuple(place(token) for token in tokens)


def _explore(word: Any, at: Any, dump: Iterable[int] | None) -> Explore:
    return Explore(place(at), tuple(dump or ()), span=_span(word, at))


READERS: Mapping[str, Callable[..., Any]] = {
    "order": lambda order: order,
    "plan": _plan,
    "empty": lambda *_: Plan(),
    "item": _marked,
    "move": _move,
    "make": lambda w, p, a: Make(pawn_called(p), _optional(a), span=_span(w, p, a)),
    "dumps": _dumps,
    "explore": _explore,
    "bridge": lambda w, a, b: Span(_optional(a), _optional(b), span=_span(w, a, b)),
    "build": lambda w, a: Build(_optional(a), span=_span(w, a)),
    "pipe": lambda w, a, b: Pipe(place(a), place(b), span=_span(w, b)),
    "transmute": lambda w, a, p: Transmute(place(a), pawn_called(p), span=_span(w, p)),
    "await": _await,
    "pause": lambda w, n: Pause(int(n), span=_span(w, n)),
    "use": lambda w, n: Use(int(n), span=_span(w, n)),
    "talk": lambda words: Talk(str(words)[1:-1].strip() if words else ""),
    "stare": lambda name: Stare(_name(name)),
    "nudge": lambda name: Nudge(_name(name)),
    "point": lambda icon: Point(str(icon).lower()),
    "communicate": lambda *_: Communicate(),
}
