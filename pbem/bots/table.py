"""Bots at a table: whose turn it is of them, and what they send."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pbem.bots.levels import LEVELS, Level
from pbem.protocol import Fault, Seat
from pbem.record import replay
from pbem.record.located import LocatedFault
from pbem.record.replay import Story
from pbem.record.tried_orders import pieces
from pbem.record.turn_file import Deadline, Heading, Item, Record
from pbem.record.writing import order_lines
from pbem.referee import Played

if TYPE_CHECKING:
    from pbem.bots.search import Decision

MAX_SECONDS = 30.0
MAX_ANSWERS = 200  #: of bots, one after the other, without a word from anybody else

#: A clock of processor time, in seconds.
Spent = Callable[[], float]


class BotAnswer(NamedTuple):
    """What a bot sends."""

    seat: Seat
    level: str
    serial: int  #: the window that it is for
    lines: tuple[str, ...]
    decision: Decision

    @property
    def written(self) -> list[str]:
        """Its lines in a record."""
        return order_lines(self.seat, self.lines)

    def __str__(self) -> str:
        """In a line, for who watches the bots.

        >>> from pbem.bots.search import Decision
        >>> decision = Decision(None, 80, True)
        >>> print(BotAnswer("Cid", "fair", 3, ("D4", "1NE"), decision))
        Cid (bot, fair), turn 3: D4 / 1NE (cut off after 80 playouts)
        """
        done = self.decision.playouts
        cut = f" (cut off after {done} playouts)" if self.decision.cut else ""
        order = " / ".join(self.lines)
        return f"{self.seat} (bot, {self.level}), turn {self.serial}: {order}{cut}"


class NoAnswer(Exception):
    """A bot that finds nothing to send which the game takes."""

    def __init__(self, seat: Seat, text: str = "") -> None:
        super().__init__(f"the bot of {seat} has no answer: {text or 'none was found'}")
        self.seat = seat


class OutOfTime(Exception):
    """Bots have used all the time that they have, and the record goes on after it."""

    def __init__(self, serial: int) -> None:
        super().__init__(f"no time is left in turn {serial}")
        self.serial = serial


def seed_of(story: Story) -> bytes:
    """Return what bots draw from in the open window of a record: always the same."""
    header = story.header
    key = f"{header.game} {header.name} {story.table.serial}".encode()
    return hashlib.sha256(b"pbem bot 1\n" + (header.seed or b"") + key).digest()


def answer(
    story: Story,
    seat: Seat,
    level: Level,
    seed: bytes | None = None,
    spent: Spent | None = None,
) -> BotAnswer:
    """Return the order that a bot would send for a seat; the game itself does not
    change.

    Raises NoAnswer.
    """
    from pbem.bots.search import think  # most games have no bots

    seed = seed_of(story) if seed is None else seed
    state = story.table.state
    decision = think(story.game.rules, state, seat, level, seed, spent)
    if decision.order is None:
        raise NoAnswer(seat)
    lines = tuple(str(decision.order).split("\n"))
    return BotAnswer(seat, level.name, story.table.serial, lines, decision)


def waiting(story: Story) -> list[Seat]:
    """Return the bots that the open window waits for."""
    return [seat for seat in story.awaited() if seat in story.header.bots]


def next_to_answer(story: Story) -> list[Seat]:
    """Return the bots that should answer now: those the open window waits for, once it
    waits for nobody else. Seats with a plan do not count as awaited."""
    bots = waiting(story)
    others = {*story.awaited()} - {*bots, *story.plans}
    return [] if others else bots


@dataclass(slots=True)
class BotTable:
    """A game with bots in progress: its story, the bots' answers and their limits of
    time."""

    story: Story
    tell: Callable[[Played], None] | None = None
    spent: Spent | None = None
    seconds: float = MAX_SECONDS  #: that one of them may think
    answers: list[BotAnswer] = field(default_factory=list)
    total: float = math.inf  #: seconds that all of them together may think
    begin: Callable[[Seat, Level, int], None] | None = (
        None  #: called before each thinks
    )
    heard: Callable[[BotAnswer], None] | None = None  #: called with each answer
    _since: float | None = None  #: when the first of them began to think

    def go_on(self) -> None:
        """Let bots answer while nobody else is awaited; where their time is up, the
        record says so (`doubtful.bots-stopped`). Raises NoAnswer."""
        most = len(self.answers) + MAX_ANSWERS
        while (bots := next_to_answer(self.story)) and len(self.answers) < most:
            if self._time_is_up:
                given = {"seats": tuple(bots), "seconds": round(self.total)}
                fault = Fault("doubtful.bots-stopped", given=given)
                self.story.faults.append(
                    LocatedFault("", fault, "", 0, 0, "", 0, self._serial)
                )
                return
            self._let(bots[0])

    def take(self, item: Item) -> None:
        """Go on with an item; bots speak before it closes a window.

        Raises Unreadable, NoAnswer, OutOfTime.
        """
        serial = self._serial
        if isinstance(item, Deadline):
            self.let_all()
            if self._serial > serial:
                return
        elif isinstance(item, Heading):
            while serial < item.serial and self.story.awaited():
                self.let_all()
                if self._serial == serial:
                    self._report(self.story.pass_by(item))
                serial = self._serial
        self._report(self.story.take(item))

    @property
    def _serial(self) -> int:
        return self.story.table.serial

    def let_all(self) -> None:
        """Let all bots of the open window answer it, as before its deadline.

        Raises NoAnswer, OutOfTime.
        """
        serial = self._serial
        for seat in waiting(self.story):
            if self._serial == serial:
                if self._time_is_up:
                    raise OutOfTime(serial)
                self._let(seat)

    @property
    def _time_is_up(self) -> bool:
        if self.spent is None or self._since is None:
            return False
        return self.spent() - self._since > self.total

    def _let(self, seat: Seat) -> None:
        level = LEVELS[self.story.header.bots[seat]]
        if self.spent is not None and self._since is None:
            self._since = self.spent()
        if self.begin is not None:
            self.begin(seat, level, self._serial)
        level = level._replace(seconds=min(self.seconds, level.seconds))
        one = answer(self.story, seat, level, None, self.spent)
        story = self.story.copy()
        offer = story.order(seat, pieces(one.lines))
        if offer.refused:
            raise NoAnswer(seat, " / ".join(one.lines))
        self.story = story
        self.answers.append(one)
        if self.heard is not None:
            self.heard(one)
        self._report(offer.resolved)

    def _report(self, resolved: Iterable[Played]) -> None:
        if self.tell is not None:
            for one in resolved:
                self.tell(one)


#: Has bots answer in a game; what they send. With True the deadline has come.
Let: TypeAlias = Callable[[Story, bool], Sequence[BotAnswer]]


def letting(spent: Spent | None = None, seconds: float = MAX_SECONDS) -> Let:
    """Return a function that has the bots of a game answer, each in so many seconds.

    The function raises NoAnswer.
    """

    def let(story: Story, closing: bool) -> Sequence[BotAnswer]:
        table = BotTable(story, None, spent, seconds)
        if closing:
            table.let_all()
        else:
            table.go_on()
        return table.answers

    return let


def play(
    record: Record,
    tell: Callable[[Played], None] | None = None,
    spent: Spent | None = None,
    *,
    due: bool = False,
    total: float = math.inf,
    begin: Callable[[Seat, Level, int], None] | None = None,
    heard: Callable[[BotAnswer], None] | None = None,
) -> BotTable:
    """Replay a record and let bots answer where it holds no answer of theirs; return
    the table.

    All of them think for `total` seconds at most, by the clock `spent`; `begin` is told
    before each of them thinks, `heard` what it has found.

    They speak where the record closes a window, and at its end where nobody else is
    awaited, or the open one is `due`. Raises Unreadable, NoAnswer, OutOfTime.
    """
    table = BotTable(replay.begin(record), tell, spent)
    table.total, table.begin, table.heard = total, begin, heard
    for item in record.items(due=due):
        table.take(item)
    table.go_on()
    return table
