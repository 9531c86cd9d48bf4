"""What the naive referees have in common: how the driver talks to them.

They are written from the published rules, the rulings in the handbooks and the
notation, by somebody who has not read `pbem/rules`. They import nothing of pbem.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple, Protocol


class Verdict(NamedTuple):
    """What came of an order."""

    refused: bool
    #: Where in the text the parts begin that are ignored. None: not compared.
    ignored: tuple[int, ...] | None = None


ACCEPTED = Verdict(False)
REFUSED = Verdict(True)


class Naive(Protocol):
    """A naive referee: it holds one game."""

    serial: int  #: windows resolved so far

    def awaited(self) -> list[str]:
        """The seats that the open window waits for."""

    def offer(self, seat: str, text: str) -> Verdict:
        """Take an order, and resolve what it completes."""

    def deadline(self) -> bool:
        """Close the window as at its deadline; False: a silent seat has no default."""

    def elapsed(self, seconds: int) -> None:
        """Let time go by in the open window."""

    def begun(self, state: dict[str, Any]) -> None:
        """Take what lot has decided before the game from the first state of ours."""

    def draws(self, events: list[dict[str, Any]]) -> None:
        """Take what was drawn by lot from the events of the record."""

    def state(self) -> dict[str, Any]:
        """The state, by the keys of the JSON document that all programs rely on."""

    def outcome(self) -> tuple[list[str], str] | None:
        """The winners and the reason; None: the game goes on."""


class Player(Protocol):
    """Makes games of one kind at random, by a naive referee's idea of the rules."""

    deadlines: float  #: the part of lines that are deadlines
    hours: float  #: the part of lines that tell of time gone by
    rules: str  #: the version of the rules, for the header

    def options(self, rng: Random) -> tuple[list[str], dict[str, str]]:
        """Seats and options of a new game."""

    def position(
        self, rng: Random, seats: list[str], options: dict[str, str]
    ) -> list[str]:
        """The lines of a position to begin from; none: the game's own beginning."""

    def referee(
        self, seats: list[str], options: dict[str, str], position: list[str]
    ) -> Naive:
        """A naive referee at the beginning of a game."""

    def order(self, rng: Random, naive: Any, seat: str) -> str:
        """An order of a seat: legal mostly, or close to it."""
