"""Who may speak now, and when that is enough."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from pbem.protocol.seats import Seat


class Closes(Enum):
    """When a window resolves by itself."""

    FIRST = "first"  #: one order resolves it: a turn
    ALL = "all"  #: waits for every seat: a sealed turn, a reaction
    ENOUGH = "enough"  #: when the game says so (the part `Enough`), else as ALL


class Window(NamedTuple):
    """Who may speak now. It depends on public facts only.

    A window that `interrupts` asks in the middle of a turn, such as for a card that
    answers another one. An answer there keeps the seat's stored lines (`Lines.QUEUE`)
    and its plans for its own turns; in other windows it replaces them.
    """

    name: str  #: picks the prompt: "turn", "orders", "reaction"
    seats: tuple[Seat, ...]  #: in order of priority
    closes: Closes = Closes.FIRST
    sealed: bool = False  #: orders stay private until the window resolves
    discreet: bool = False  #: nobody learns who has answered already
    interrupts: bool = False  #: comes within a turn: stored lines outlast it
