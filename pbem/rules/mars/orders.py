"""What players write: plans of actions, and communication that is no action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from pbem.kit.change import changed
from pbem.kit.places import span
from pbem.protocol import Order, Token
from pbem.rules.mars.actions.action import Action
from pbem.rules.mars.actions.building import BuildBridge, BuildDome
from pbem.rules.mars.actions.exploring import Explore, Make
from pbem.rules.mars.actions.others import Await, Pause, Transmute, Use
from pbem.rules.mars.actions.pawn_moves import Move, Pipe
from pbem.rules.mars.map.colours import pawn_called
from pbem.rules.mars.map.places import place_called, spell
from pbem.values import dataclass

ICONS = ("produce", "timer", "bridge", "trash", "pipeline", "slug")


@dataclass(frozen=True, slots=True)
class Plan(Order):
    """What a seat means to do in a round, in order."""

    actions: tuple[Action, ...] = ()

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


def _item(found: Action | tuple[Action, ...], mark: Token | None) -> tuple[Action, ...]:
    """Return the actions of an item, optional when a mark follows it."""
    actions = found if isinstance(found, tuple) else (found,)
    if mark is None:
        return actions
    return tuple([changed(action, optional=True) for action in actions])


def _plan(*items: tuple[Action, ...]) -> Plan:
    return Plan(tuple(action for item in items for action in item))


def _place(token: Token | None) -> int:
    return place_called(token) if token is not None else 0


def _name(token: Token) -> str:
    return " ".join(token.split())


def _move(pawn: Token, start: Token | None, *steps: Token) -> tuple[Action, ...]:
    """Return a move for each road of a walk."""
    kind = "" if pawn.lower() == "move" else pawn_called(pawn)
    origin, last = _place(start), pawn
    moves = []
    for step in steps:
        target = place_called(step)
        moves.append(Move(kind, origin, target, span=span(last, step)))
        origin, last = target, step
    return tuple(moves)


def _explore(word: Token, at: Token, dump: tuple[int, ...] | None) -> Explore:
    return Explore(place_called(at), dump or (), span=span(word, at))


def _await(word: Token, pawn: Token, at: Token) -> Await:
    kind = "" if pawn.lower() in ("empty", "nothing") else pawn_called(pawn)
    return Await(kind, place_called(at), span=span(word, at))


#: Grammar rules to what builds orders out of their tokens.
READERS: Mapping[str, Callable[..., Any]] = {
    "plan": _plan,
    "empty": lambda *_: Plan(),
    "item": _item,
    "move": _move,
    "make": lambda w, p, a: Make(pawn_called(p), _place(a), span=span(w, p, a)),
    "dumps": lambda *places: tuple(map(place_called, places)),
    "explore": _explore,
    "bridge": lambda w, a, b: BuildBridge(_place(a), _place(b), span=span(w, a, b)),
    "build": lambda w, a: BuildDome(_place(a), span=span(w, a)),
    "pipe": lambda w, a, b: Pipe(_place(a), _place(b), span=span(w, b)),
    "transmute": lambda w, a, p: Transmute(_place(a), pawn_called(p), span=span(w, p)),
    "await": _await,
    "pause": lambda w, n: Pause(int(n), span=span(w, n)),
    "use": lambda w, n: Use(int(n), span=span(w, n)),
    "talk": lambda words: Talk(words[1:-1].strip() if words else ""),
    "stare": lambda name: Stare(_name(name)),
    "nudge": lambda name: Nudge(_name(name)),
    "point": lambda icon: Point(icon.lower()),
    "communicate": lambda *_: Communicate(),
}
