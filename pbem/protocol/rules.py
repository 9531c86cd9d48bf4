"""What a game must be able to answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from pbem.chance import Chance
from pbem.protocol import parts
from pbem.protocol.events import Event, Outcome, Step
from pbem.protocol.faults import Fault
from pbem.protocol.orders import Bound, Lines, Order
from pbem.protocol.seats import Seat
from pbem.protocol.windows import Window


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a game; games with any subclass it.

    Its fields are those of game.toml: a number is an int, yes and no a bool, a choice
    or a text a str.
    """

    rules: int = 1  #: the version of the rules, which a game keeps from its beginning
    roles: tuple[str, ...] = ()  #: of the seats, in a game that has them


P = TypeVar("P", bound=Options)
S = TypeVar("S")
O = TypeVar("O", bound=Order)  # noqa: E741  (P, S, O, B: options, state, order, bound)
B = TypeVar("B")


class Rules(ABC, Generic[P, S, O, B]):
    """The rules of a game, as functions of a state.

    Its types are its options, its state, its orders as they are written, and its
    orders as they are bound to a position (the same, where nothing needs looking up).
    What only some games have are parts to subclass next to it (`protocol.parts`).
    """

    options: type[Options] = Options
    #: Grammar rule names to functions that build orders out of tokens.
    readers: Mapping[str, Callable[..., Any]] = {}
    lines: ClassVar[Lines] = Lines.ONE  #: what the lines of a letter are

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for part, names in parts.NAMES.items():
            missed = sorted(names & vars(cls).keys())
            if missed and not issubclass(cls, part):
                raise TypeError(
                    f"{cls.__qualname__} has {_listed(missed)}, which nobody asks for "
                    f"unless it takes the part {part.__name__}: "
                    f"class {cls.__name__}(Rules[...], {part.__name__}[...])"
                )

    def __new__(cls, *args: Any, **named: Any) -> Self:
        """Raise TypeError where a method is missing, with what it should answer."""
        lacking = sorted(getattr(cls, "__abstractmethods__", ()))
        if lacking:
            asked = "; ".join(f"{name}: {_first_line(cls, name)}" for name in lacking)
            raise TypeError(f"{cls.__qualname__} does not say all it must. {asked}")
        return super().__new__(cls)

    @abstractmethod
    def setup(
        self, seats: Sequence[Seat], options: P, chance: Chance | None
    ) -> Step[S]:
        """Return the beginning of a game; `chance` is None in games without.

        Raises Unplayable.
        """

    @abstractmethod
    def window(self, state: S) -> Window | None:
        """Return who may speak now; None when the game is over."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Iterator[O]:
        """Yield the orders that `bind` takes: all, or a fair sample (game.toml)."""

    @abstractmethod
    def bind(self, state: S, seat: Seat, order: O) -> Bound[B]:
        """Return an order with its names looked up in a position, and its faults.

        What is ignored is left out of the bound order; there is none where a fault
        refuses it.
        """

    @abstractmethod
    def resolve(self, state: S, orders: Mapping[Seat, B]) -> Step[S]:
        """Return the next state and its events after the open window's bound orders, in
        seat order."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> object:
        """Return all that a seat may know, built afresh; None is the public."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended; None while it goes on."""

    def explain(self, state: S, seat: Seat, order: B) -> tuple[Event, ...]:
        """Return what a bound order would do, as far as its seat may know.

        Events that are `PartEvent` tell of a part of it.
        """
        return ()

    def refusal(self, state: S, seat: Seat) -> Fault:
        """Return why a seat that is not asked may not speak now."""
        return Fault("illegal.not-asked")

    def called(self, state: S) -> Mapping[str, Seat]:
        """Return other names of seats, as a record may use them: what each plays.

        Where a game does not say, seats are called by the roles of game.toml alone.
        """
        return {}

    def also_called(self, state: S) -> Mapping[str, Seat]:
        """Return words that mean seats in what players write, as "French" does."""
        return {}

    def default(self, state: S, seat: Seat) -> O | None:
        """Return the answer of a seat silent at the deadline; None: the game waits."""
        return None


AnyRules: TypeAlias = Rules[Any, Any, Any, Any]


def _listed(names: Sequence[str]) -> str:
    return " and ".join(f"`{name}`" for name in names)


def _first_line(cls: type, name: str) -> str:
    return (getattr(cls, name).__doc__ or "").partition("\n")[0]
