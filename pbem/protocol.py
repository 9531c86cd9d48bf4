"""The types that pass between the referee and a game.

A game is a module of pure functions over frozen dataclasses: it is given a
state and orders, and gives back a state and events. It knows nothing of mail,
files, clocks, grammars or templates.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import (
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
)

from pbem.chance import Chance

Seat: TypeAlias = str
"""A role in the game, by the name that the header gives it."""

Options: TypeAlias = Mapping[str, Any]
"""Option names to values: int, str, or bool for yes and no; and at `rules` the
version of the rules, which a game keeps from its beginning."""

S = TypeVar("S")
O = TypeVar("O", bound="Order")  # noqa: E741  (S, O, V: state, order, view)
V = TypeVar("V", covariant=True)


class Closes(Enum):
    """When a window resolves by itself."""

    FIRST = "first"  #: one order resolves it: a turn
    ALL = "all"  #: waits for every seat: a sealed turn, a reaction


class Held(Enum):
    """What becomes of the next line that a seat has in store."""

    FEED = "feed"  #: it answers the open window
    SKIP = "skip"  #: its condition does not hold: leave it out
    KEEP = "keep"  #: it is for a later window


class Window(NamedTuple):
    """Who may speak now. It depends on public facts only."""

    name: str  #: picks the prompt: "turn", "orders", "reaction"
    seats: tuple[Seat, ...]  #: in order of priority
    closes: Closes = Closes.FIRST
    sealed: bool = False  #: orders stay private until the window resolves
    discreet: bool = False  #: nobody learns who has answered already
    aside: bool = False  #: lines in store outlast an answer: it interrupts a sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One instruction of a player; games subclass it, `str` prints it back."""

    anytime: ClassVar[bool] = False  #: good in any window, done on arrival


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened; games subclass it, templates tell it."""

    to: frozenset[Seat] | None = None  #: who may know; None is everybody
    but: frozenset[Seat] = frozenset()  #: who is told more by another event


LEFT_OUT = "doubtful.left-out"
"""The code of a fault that leaves an order out: the next line of its sheet is tried."""


class Fault(NamedTuple):
    """Something wrong with an order, as data; templates put it in words.

    The code begins with *invalid* (not understood), *ambiguous* (understood
    two ways), *illegal* (understood, not allowed), *late*, or *doubtful*
    (accepted, surely not meant).
    """

    code: str  #: "illegal.too-far"
    span: tuple[int, int] = (0, 0)  #: offsets in the order's text; empty: all
    given: Mapping[str, Any] = MappingProxyType({})  #: for its words
    part: bool = False  #: only this part is ignored, the rest stands
    ask: bool = False  #: a letter, a post and `append` ask before the order is taken

    @property
    def refuses(self) -> bool:
        """Whether the whole order is refused."""
        return not self.part and not self.code.startswith("doubtful.")


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


class Token(str):
    """A piece of an order's text as readers get it, with its place.

    Readers are handed the parser's own tokens, which have this shape; this
    class exists so that a game needs no parser to be typed or tested.
    """

    __slots__ = ("end_pos", "start_pos")
    start_pos: int
    end_pos: int


class Unplaceable(Exception):
    """A position that cannot stand; `line` counts its lines from 0."""

    def __init__(self, line: int, fault: Fault) -> None:
        super().__init__(fault.code)
        self.line = line
        self.fault = fault


class Unplayable(Exception):
    """A game that cannot begin with these options or data; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


class Rules(Protocol[S, O, V]):
    """What a game must be able to answer. Subclass it for the defaults."""

    #: Grammar rule names to functions that build orders out of tokens.
    readers: Mapping[str, Callable[..., Any]] = {}
    #: Whether each line of a letter is an order of its own.
    sheets: bool = False

    def setup(
        self, seats: Sequence[Seat], options: Options, chance: Chance | None
    ) -> Step[S]:
        """The beginning of a game; `chance` is None in games without."""
        ...

    def place(
        self,
        seats: Sequence[Seat],
        options: Options,
        chance: Chance | None,
        lines: Sequence[Any],
    ) -> Step[S]:
        """The game from a position: `lines` as the readers built them.

        Raises Unplaceable.
        """
        ...

    def window(self, state: S) -> Window | None:
        """Who may speak now; None when the game is over."""
        ...

    def legal(self, state: S, seat: Seat) -> Iterator[O]:
        """The orders that `check` passes: all, or a fair sample (game.toml)."""
        ...

    def legal_at(self, state: S, seat: Seat, where: str) -> Iterator[O] | None:
        """Yield the legal orders of a seat at one place, as players write it.

        None, as by default, where a game has no places to ask for.
        """
        return None

    def check(self, state: S, seat: Seat, order: O) -> tuple[Fault, ...]:
        """What is wrong with an order, given the open window."""
        ...

    def resolve(self, state: S, orders: Mapping[Seat, O]) -> Step[S]:
        """The open window resolved by these orders, keyed in seat order."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """All that a seat may know, built afresh; None is the public."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on."""
        ...

    def truth(self, state: S) -> Any:
        """The whole truth, for the moderator; the public view by default."""
        return self.view(state, None)

    def reading(self, state: S, seat: Seat, order: O) -> tuple[Event, ...]:
        """What an order would do, as far as its seat may know, for receipts.

        An event with a field `part` tells of that part of the order, in notation.
        """
        return ()

    def refusal(self, state: S, seat: Seat) -> Fault:
        """Why a seat that is not asked may not speak now."""
        return Fault("illegal.not-asked")

    def standing(self, state: S, seat: Seat) -> O | None:
        """The answer that a seat left for windows like this one."""
        return None

    def default(self, state: S, seat: Seat) -> O | None:
        """The answer of a seat silent at the deadline; None: the game waits."""
        return None

    def anytime(self, state: S, seat: Seat, order: O) -> Step[S]:
        """An anytime order carried out. It resolves no window.

        Rules without such orders are never asked: theirs all have `anytime` false.
        """
        raise TypeError(f"{type(order).__name__} is no anytime order of these rules")

    def held(self, state: S, seat: Seat, order: O) -> Held:
        """Whether the next line in store answers the open window."""
        return Held.FEED

    def elapsed(self, state: S, seconds: int) -> S:
        """The state after time has gone by, in games that keep a clock."""
        return state

    def patience(self, state: S) -> int | None:
        """How many seconds the open window may take, where the game says so."""
        return None

    def press(self, state: S, sender: Seat, to: Sequence[Seat]) -> Fault | None:
        """Why words between players may not pass now, or None."""
        return None

    def pressed(self, state: S, sender: Seat, to: Sequence[Seat]) -> O | None:
        """The order that delivered words stand for; None: they are free."""
        return None

    def imagine(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """The state as it could be for all that a seat (None: the public) knows.

        What it cannot see is drawn anew: states that look alike to the seat lead to
        the same one. Games with secrets or chance must say how.
        """
        return state

    def teams(self, state: S) -> tuple[tuple[Seat, ...], ...]:
        """The seats that win and lose together; those not named are alone."""
        return ()


AnyRules: TypeAlias = Rules[Any, Any, Any]


def seat_called(name: str, seats: Iterable[Seat]) -> Seat:
    """The seat that a name means, or an empty string.

    Case, blanks and the Unicode form never matter, and accents may be left out where
    no other seat is so called.

    >>> seat_called("jo\u0308RG", ["J\u00f6rg"]) == "J\u00f6rg"
    True
    >>> seat_called("Zoe", ["Zo\u00eb", "Zo\u00e9"]), seat_called("A", [])
    ('', '')
    """
    return _seat_called(name, tuple(seats))


@lru_cache(maxsize=1024)
def _seat_called(name: str, seats: tuple[Seat, ...]) -> Seat:
    if name in seats:
        return seats[seats.index(name)]
    forms: tuple[Literal["NFC", "NFKD"], ...] = ("NFC", "NFKD")
    for form in forms:
        wanted = _folded(name, form)
        found = [seat for seat in seats if _folded(seat, form) == wanted]
        if len(found) == 1:
            return found[0]
    return ""


def _folded(name: str, form: Literal["NFC", "NFKD"]) -> str:
    text = unicodedata.normalize(form, " ".join(name.split()).casefold())
    if form == "NFKD":
        text = "".join(one for one in text if not unicodedata.combining(one))
    return text


def sees(seat: Seat | None, event: Event) -> bool:
    """Whether a seat (None: the public) is told of an event.

    >>> sees("Ann", Event(to=frozenset({"Ann"}))), sees(None, Event())
    (True, True)
    >>> sees("Ann", Event(but=frozenset({"Ann"}))), sees(None, Event(to=frozenset()))
    (False, False)
    """
    if event.to is not None:
        return seat in event.to
    return seat not in event.but
