"""What a person meant by a stretch of text, as all channels get it.

A channel (a letter, a thread, a page, the command line) hands over lines and an
`Asking`, and gets readings in the order of the text. It decides what it does with each:
take it, ask about it, refuse it, or list it as left alone. It never decides what a line
means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Literal, NamedTuple, TypeAlias

from pbem.language.lines import understood
from pbem.plugins.games import Game
from pbem.protocol import Fault, Lines, Seat, seat_called

#: One order, or the orders of a sheet, line by line, in the notation of the game.
Orders: TypeAlias = tuple[str, ...]
#: Whose a line is, and how it is shown; "new" is the writer's own, in plain sight.
LineKind: TypeAlias = Literal["new", "quote", "signature", "spoiler", "struck"]
#: Whether orders could be played as they are, without any fault.
Plays: TypeAlias = Callable[[Orders], bool]
#: Lists legal orders of a seat, for all that it knows.
Legal: TypeAlias = Callable[[], Orders]

#: Beside the name of a seat whose orders are below.
_OF_ORDERS = re.compile(
    r"^(?:my |the )?(?:orders?|moves?)(?: for| of| from| by)? |"
    r"(?:'s)? (?:orders?|moves?)$",
    re.IGNORECASE,
)
BULLET = "• "  #: begins an item of a list, whatever its writer typed


class Kind(StrEnum):
    """What a stretch of text is."""

    ORDER = "order"  #: what a seat does in the open window, or a line of a sheet
    QUESTION = "question"  #: what the writer wants to know, or asks us to choose
    TALK = "talk"  #: nothing of it is an order


class Certainty(StrEnum):
    """How sure a reading is."""

    SURE = "sure"  #: read in one way, with all of its words understood
    DOUBTFUL = "doubtful"  #: read in several ways, or with words left over
    UNREADABLE = "unreadable"  #: set off as an order, and none in the notation


class Emphasis(IntEnum):
    """How clearly a writer sets something off as an order."""

    PLAIN = 1
    BOLD = 2
    LABELLED = 3  #: by `##`, or by words: "Move:"


class MarkedLine(NamedTuple):
    """A line of a text, or what of it is of one kind, as its markup shows it."""

    text: str
    kind: LineKind = "new"
    bold: tuple[str, ...] = ()  #: the stretches of it that are set off
    indent: int = 0  #: columns that it was moved in by, as far as that is shown


@dataclass(frozen=True, slots=True)
class Change:
    """How a stretch may change what its writer has sent before."""

    used: Orders = ()  #: the parts of orders in it
    swap: Orders = ()  #: two of them, of which one takes the other's place
    adds: bool | None = None  #: it comes on top; None: that is not looked at
    led: bool = False  #: the first word of its order was left out
    less: bool = False  #: what it leaves out may be meant to go
    denies: bool = False  #: it only says that a part is not meant
    exact: bool = False  #: it is an order as it is, too
    applies: bool = False  #: it can be about what was sent
    instead: bool = False  #: all it says besides is that it takes its place: "no, D4"
    repeats: bool = False  #: it tells an order by another one: "same as Bob"
    clears: bool = False  #: it takes all back, and the order below it holds


@dataclass(frozen=True, slots=True)
class Reading:
    """What a stretch of text means, and how sure that is.

    A sure reading has `orders` (but for talk); a doubtful one has `offers`, the
    likeliest first, and says in `why` what makes it doubtful; an unreadable one has a
    `fault`, whose span lies in `written`.
    """

    kind: Kind
    certainty: Certainty
    span: tuple[int, int]  #: of `written`, in the whole text as it was written
    written: str
    orders: Orders = ()  #: canonical texts of what is sure; several from a sheet
    offers: tuple[Orders, ...] = ()  #: what may be meant, each a whole answer
    left: tuple[str, ...] = ()  #: stretches that nobody understood
    fault: Fault | None = None
    why: str = ""  #: a code of templates; "" where it is sure
    beside: str = ""  #: other words of the text that make it doubtful
    turn: int | None = None  #: the serial that the writer names for it
    seat: Seat = ""  #: another seat that it is for; "": the writer's own
    emphasis: Emphasis = Emphasis.PLAIN
    anytime: bool = False  #: its orders answer no window
    change: Change | None = None  #: what it makes of orders that were sent before
    may_order: bool = False  #: its writer may order something that nobody reads

    @property
    def talks(self) -> bool:
        """Whether no word of an order is in it."""
        return self.kind is Kind.TALK and not self.left


@dataclass(frozen=True, slots=True)
class Asking:
    """What is known where and when something was written."""

    game: Game
    seat: Seat = ""  #: the writer's; "" where the writer has none
    seats: tuple[Seat, ...] = ()  #: all of the game
    #: Whether the seat could play orders in the window that they are for; None where
    #: nobody knows: then all that the notation reads counts as playable.
    plays: Plays | None = None
    #: What is offered where nothing else can be: it never chooses what was said.
    legal: Legal = tuple
    #: Further names that people go by, each with its seat, or "" for nobody's.
    names: Mapping[str, Seat] = field(default_factory=dict)

    def could_play(self, orders: Orders) -> bool:
        """Return whether the seat could play orders; without a trial, whether all of
        them are understood."""
        if self.plays is not None:
            return self.plays(orders)
        return all(self.reads(one) for one in orders)

    def reads(self, text: str) -> bool:
        """Return whether a text is an order of which every word is understood."""
        return understood(self.game.notation, text)

    @property
    def sheets(self) -> bool:
        """Whether each line is an order by itself."""
        return self.game.rules.lines is not Lines.ONE

    def is_own_name(self, text: str) -> bool:
        """Return whether a text only names the writer's seat: "**Austria**:", "Orders
        for Austria:"."""
        name = _OF_ORDERS.sub("", text.strip(" *_:#[]"))
        return bool(self.seat and name) and self.seat_of(name) == self.seat

    def seat_of(self, name: str) -> Seat:
        """Return the seat that a name means, or ""."""
        found = seat_called(name, self.seats)
        other = seat_called(name, tuple(self.names)) if not found else ""
        return found or self.names.get(other, "")
