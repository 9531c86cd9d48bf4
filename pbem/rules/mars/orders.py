"""What players write: plans of actions, and communication that is no action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, ClassVar, NoReturn, TypeAlias

from pbem.kit.places import Span, span
from pbem.protocol import Fault, Misread, Order, Token
from pbem.rules.mars.actions.action import Action
from pbem.rules.mars.actions.building import BuildBridge, BuildDome
from pbem.rules.mars.actions.exploring import Explore, Make
from pbem.rules.mars.actions.others import Await, Pause, Transmute, Use
from pbem.rules.mars.actions.pawn_moves import Move, Pipe
from pbem.rules.mars.map.colours import pawn_called
from pbem.rules.mars.map.places import place_called, spell

_IT = "it"  #: in place of a pawn: the one that was named last
ICONS = ("produce", "timer", "bridge", "trash", "pipeline", "slug")


@dataclass(frozen=True, slots=True)
class Plan(Order):
    """What a seat means to do in a round, in order."""

    actions: tuple[Action, ...] = ()
    #: Tells where each action stands in the text, which only faults need.
    spans: Callable[[], list[Span]] = field(default=list, compare=False, repr=False)

    def __str__(self) -> str:
        parts: list[str] = []
        last: Action | None = None
        for action in self.actions:
            if isinstance(action, Move) and _goes_on(last, action):
                step = f" > {spell(action.target)}" + " ?" * action.optional
                parts[-1] = parts[-1].removesuffix(" ?") + step
            else:
                parts.append(str(action))
            last = action
        return ", ".join(parts) or "pass"


def _goes_on(last: Action | None, action: Move) -> bool:
    """Return whether two moves are one walk, so that they are written as one."""
    return (
        isinstance(last, Move)
        and (last.pawn, last.target) == (action.pawn, action.origin)
        and last.optional == action.optional
    )


@dataclass(frozen=True, slots=True)
class Talk(Order):
    """A message to everybody, in a talking time; it costs sand (Z22)."""

    anytime: ClassVar[bool] = True
    words: str = ""

    def __str__(self) -> str:
        return f'talk "{self.words}"' if self.words else "talk"


@dataclass(frozen=True, slots=True)
class Stare(Order):
    """A long look at a comrade (Z27)."""

    anytime: ClassVar[bool] = True
    at: str

    def __str__(self) -> str:
        return f"stare {self.at}"


@dataclass(frozen=True, slots=True)
class Nudge(Order):
    """The "Do Something!" pawn, put in front of a comrade (Z27)."""

    anytime: ClassVar[bool] = True
    at: str

    def __str__(self) -> str:
        return f"pawn to {self.at}"


@dataclass(frozen=True, slots=True)
class Point(Order):
    """The "Do Something!" pawn, put on an icon of the communication board (Z27)."""

    anytime: ClassVar[bool] = True
    icon: str

    def __str__(self) -> str:
        return f"pawn on {self.icon}"


@dataclass(frozen=True, slots=True)
class Communicate(Order):
    """A Wild token, spent so that all may talk (Z9)."""

    anytime: ClassVar[bool] = True

    def __str__(self) -> str:
        return "communicate"


#: What is no action and waits for no round.
Communication = Talk | Stare | Nudge | Point | Communicate


#: An action as it was read, before it is known whether it is optional: what makes it,
#: its fields, and where it stands.
_Written: TypeAlias = tuple[Callable[..., Action], tuple[Any, ...], Span]


def _item(found: Sequence[_Written], mark: Token | None) -> list[tuple[Action, Span]]:
    """Return the actions of an item with their places, optional when a mark follows."""
    optional = mark is not None
    return [(make(*fields, optional=optional), at) for make, fields, at in found]


def _plan(*items: list[tuple[Action, Span]]) -> Plan:
    """Return a plan; "it" and "there" are what was named last before."""
    actions: list[Action] = []
    spans: list[Span] = []
    pawn, place = "", 0
    for action, at in chain.from_iterable(items):
        if isinstance(action, Move) and action.pawn == _IT:
            action = replace(action, pawn=pawn or _unnamed(at))
        elif isinstance(action, Explore) and not action.at:
            action = replace(action, at=place or _unnamed(at))
        pawn = getattr(action, "pawn", "") or pawn
        place = getattr(action, "target", 0) or getattr(action, "at", 0) or place
        actions.append(action)
        spans.append(at)
    return Plan(tuple(actions), partial(list, spans))


def _unnamed(at: Span) -> NoReturn:
    """Raise Misread where "it" or "there" is nothing that was named before."""
    raise Misread(Fault("invalid.unnamed", at))


def _place(token: Token | None) -> int:
    return place_called(token) if token is not None else 0


def _name(token: Token) -> str:
    return " ".join(token.split())


def _move(pawn: Token, start: Token | None, *steps: Token) -> list[_Written]:
    """Return a move for each road of a walk."""
    kind = _IT if pawn.casefold().split()[-1] == _IT else pawn_called(pawn)
    if kind == "move":
        kind = ""
    origin, begins = _place(start), pawn.start_pos
    moves: list[_Written] = []
    for step in steps:
        target = place_called(step)
        moves.append((Move, (kind, origin, target), (begins, step.end_pos)))
        origin, begins = target, step.start_pos
    return moves


def _make(word: Token, pawn: Token, at: Token | None) -> list[_Written]:
    where = word.start_pos, (pawn if at is None else at).end_pos
    return [(Make, (pawn_called(pawn), _place(at)), where)]


def _explore(word: Token, at: Token, dump: tuple[int, ...] | None) -> list[_Written]:
    where = word.start_pos, at.end_pos
    return [(Explore, (place_called(at), dump or ()), where)]


def _bridge(word: Token, a: Token | None, b: Token | None) -> list[_Written]:
    return [(BuildBridge, (_place(a), _place(b)), span(word, a, b))]


def _build(word: Token, at: Token | None) -> list[_Written]:
    return [(BuildDome, (_place(at),), span(word, at))]


def _pipe(word: Token, a: Token, b: Token) -> list[_Written]:
    ends = place_called(a), place_called(b)
    return [(Pipe, ends, (word.start_pos, b.end_pos))]


def _transmute(word: Token, at: Token, into: Token) -> list[_Written]:
    fields = place_called(at), pawn_called(into)
    return [(Transmute, fields, (word.start_pos, into.end_pos))]


def _await(word: Token, pawn: Token, at: Token) -> list[_Written]:
    kind = pawn_called(pawn)
    if kind in ("empty", "nothing"):
        kind = ""
    return [(Await, (kind, place_called(at)), (word.start_pos, at.end_pos))]


def _count(make: Callable[..., Action], word: Token, number: Token) -> list[_Written]:
    return [(make, (int(number),), (word.start_pos, number.end_pos))]


#: Grammar rules to what builds orders out of their tokens.
READERS: Mapping[str, Callable[..., Any]] = {
    "plan": _plan,
    "empty": lambda *_: Plan(),
    "item": _item,
    "move": _move,
    "carry": lambda _, *walk: _move(*walk),
    "carry_it": _move,
    "explore_there": lambda word: [(Explore, (0,), (word.start_pos, word.end_pos))],
    "make": _make,
    "dumps": lambda *places: tuple(map(place_called, places)),
    "explore": _explore,
    "bridge": _bridge,
    "build": _build,
    "pipe": _pipe,
    "transmute": _transmute,
    "await": _await,
    "pause": partial(_count, Pause),
    "use": partial(_count, Use),
    "talk": lambda words: Talk(words[1:-1].strip() if words else ""),
    "stare": lambda name: Stare(_name(name)),
    "nudge": lambda name: Nudge(_name(name)),
    "point": lambda icon: Point(icon.lower()),
    "communicate": lambda *_: Communicate(),
}
