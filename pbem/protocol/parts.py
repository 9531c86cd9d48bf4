"""What only some games have: parts, which their rules take on by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from pbem.chance import Chance
from pbem.protocol.events import Step
from pbem.protocol.faults import Fault
from pbem.protocol.orders import Held
from pbem.protocol.seats import Seat

P = TypeVar("P")
S = TypeVar("S")
O = TypeVar("O")  # noqa: E741  (P, S, O, B: options, state, order, bound order)
B = TypeVar("B")


class Positions(ABC, Generic[P, S]):
    """A game that can begin from a position; its readers have `position`."""

    @abstractmethod
    def place(
        self,
        seats: Sequence[Seat],
        options: P,
        chance: Chance | None,
        lines: Sequence[Any],
    ) -> Step[S]:
        """Return the game from a position: `lines` as the readers built them.

        Raises Unplaceable.
        """

    def position(self, state: S) -> Sequence[str]:
        """Return a position as lines that `place` takes; () where a game does not say.

        It has what an onlooker who may see all needs to go on from there.
        """
        return ()


class Hidden(ABC, Generic[S]):
    """A game in which something is hidden from a seat, or chosen at random."""

    @abstractmethod
    def imagine(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """Return the state as it could be for all that a seat (None: the public) knows.

        What it cannot see is drawn anew: states that look alike to the seat lead to
        the same one.
        """

    def truth(self, state: S) -> object:
        """Return the whole truth, for the moderator; None: what the public sees."""
        return None


class Overheard(ABC, Generic[S, O]):
    """A game with hidden parts in which other players still learn what was ordered.

    A player may write a plan for what another does: `if Bob: mine then doubt`. It is
    played once Bob has done what it waits for, as far as all who look on can say so. In
    a game without hidden parts they see every order; in one with some a plan can wait
    for others only by this part.
    """

    def hears(
        self, state: S, seat: Seat, wanted: O, orders: Mapping[Seat, O]
    ) -> bool | None:
        """Return whether every observer would say that `seat` played `wanted`, the
        order that a plan waits for.

        `orders` were played in this state, in a window that was not discreet. Nothing
        that only the seat can see may change the answer: a card played face down was
        "a card", whichever it is. None, for a game of cards played face up: all orders
        lie open, and what was played is compared with `wanted` (`alike`).
        """
        return None


class Anytime(ABC, Generic[S, B]):
    """A game with orders that are carried out on arrival (`Order.anytime`)."""

    @abstractmethod
    def anytime(self, state: S, seat: Seat, order: B) -> Step[S]:
        """Return what an anytime order, bound, brings. It resolves no window."""


class Standing(ABC, Generic[S, O]):
    """A game in which a seat may leave answers for windows to come."""

    @abstractmethod
    def standing(self, state: S, seat: Seat) -> O | None:
        """Return the answer that a seat left for windows like this one."""


class Queue(ABC, Generic[S, O]):
    """A game that says which lines in store are for the open window."""

    @abstractmethod
    def held(self, state: S, seat: Seat, order: O) -> Held:
        """Return whether the next line in store answers the open window."""

    def suits(self, state: S, seat: Seat, order: O) -> bool:
        """Return whether an order of a plan is for the open window, or a later one."""
        return self.held(state, seat, order) is Held.FEED


class Enough(ABC, Generic[S, B]):
    """A game with windows that need not wait for everybody (`Closes.ENOUGH`)."""

    @abstractmethod
    def enough(self, state: S, orders: Mapping[Seat, B]) -> bool:
        """Return whether these bound orders are enough to resolve the window."""


class Places(ABC, Generic[S, O]):
    """A game whose legal orders can be asked for by place."""

    @abstractmethod
    def legal_at(self, state: S, seat: Seat, where: str) -> Iterator[O]:
        """Yield the legal orders of a seat at one place, as players write it."""


class Clock(ABC, Generic[S]):
    """A game that keeps a clock of its own."""

    @abstractmethod
    def elapsed(self, state: S, seconds: int) -> S:
        """Return the state after time has gone by."""

    @abstractmethod
    def patience(self, state: S) -> int | None:
        """Return how many seconds the open window may take; None: any number."""


class Press(ABC, Generic[S, O]):
    """A game with rules about words between its players."""

    @abstractmethod
    def press(self, state: S, sender: Seat, to: Sequence[Seat]) -> Fault | None:
        """Return why words may not pass now, or None."""

    def masks(self, state: S) -> bool:
        """Return whether words may bear the name of another player."""
        return False

    def letters(self, state: S) -> Mapping[str, Seat]:
        """Return the seats by their one-letter codes, as in "press to fgi"."""
        return {}

    def pressed(self, state: S, sender: Seat, to: Sequence[Seat]) -> O | None:
        """Return the order that delivering press costs its sender; None: press is
        free."""
        return None


class Teams(ABC, Generic[S]):
    """A game in which seats win and lose together."""

    @abstractmethod
    def teams(self, state: S) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats of each team; those not named are alone."""


class Stages(ABC, Generic[S, B]):
    """A game whose windows are resolved in steps that can be watched one by one."""

    @abstractmethod
    def stages(self, state: S, orders: Mapping[Seat, B]) -> Iterator[Step[S]]:
        """Yield the positions that `resolve` passes through, each with its events.

        They are shown to all who see the window resolved, as `view` and `told` have
        them, and lead to nothing.
        """


class Transcribed(ABC, Generic[S]):
    """A game whose players have a format for the moves of a game, such as PGN."""

    @abstractmethod
    def transcript(self, state: S, name: str) -> str:
        """Return the game in that format; "" where this game has none by that name.

        `name` is what its record calls it. Only what everybody may know is in it.
        """


class Mistake(NamedTuple):
    """What is wrong with a file of a game's data, for its author."""

    file: Path
    key: tuple[str, ...]  #: the path of what is wrong in TOML; () for the file
    why: str  #: what is wrong, and what would be right, in a sentence
    line: int = 0  #: from 1, where it is known


class DataFiles(ABC):
    """A game with data in files that hosts may add to, such as maps."""

    @abstractmethod
    def mistakes(self, files: Sequence[Path]) -> Iterator[Mistake]:
        """Yield what is wrong with these files; where none is given, with its own."""


class SearchResult(NamedTuple, Generic[O]):
    """The best order of a search so far, and the number of playouts behind it."""

    order: O  #: what is best so far
    playouts: int  #: that were done so far; all of them after the last step


class Judged(ABC, Generic[S, O]):
    """A game with its own evaluation for bots, in `bot.py` next to its rules.

    All is asked of what one seat could know (`imagine`), never of the true state.
    """

    #: The first guesses of `sensible` are good play: bots compare what they could order
    #: by how games go on by them, and look for no better plan (`bots/rehearsal.py`).
    rehearsed: ClassVar[bool] = False

    @abstractmethod
    def worth(self, state: S, seat: Seat) -> float:
        """Return how well a seat stands, from 0 (as good as lost) to 1 (won)."""

    def sensible(self, state: S, seat: Seat, orders: Sequence[O]) -> Sequence[O]:
        """Return what is worth a thought, best first, of `legal` orders in any order.

        Orders of one's own may be among them that `legal` does not list.
        """
        return orders

    def first_guess(self, state: S, seat: Seat) -> O | None:
        """Return what `sensible` puts first of all that is `legal`, where that is found
        sooner than by asking them; None: it is not."""
        return None

    def searched(
        self, state: S, seat: Seat, playouts: int, chance: Chance
    ) -> Iterator[SearchResult[O]] | None:
        """Return the game's own search as a generator of results; None: use the general
        one.

        It may be left between any two steps, when a bot's seconds are over. All seats
        get the same chance, so that a team can find the same plan.
        """
        return None


NAMES: Mapping[type, frozenset[str]] = {
    part: frozenset(name for name in vars(part) if not name.startswith("_"))
    for part in (
        Positions,
        Hidden,
        Overheard,
        Anytime,
        Standing,
        Queue,
        Enough,
        Places,
        Clock,
        Press,
        Teams,
        Stages,
        Transcribed,
        DataFiles,
        Judged,
    )
}
"""Each part, with the methods that belong to it alone."""
