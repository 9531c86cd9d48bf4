"""What became of the orders of a letter."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.protocol import CompoundRules, Event, Fault, Lines, Seat
from pbem.record.replay import Story
from pbem.record.trial import Trial
from pbem.record.tried_orders import Respelt
from pbem.referee import Played, Written
from pbem.report.builder import fault_message, meanings
from pbem.report.model import FaultMessage, Meaning
from pbem.server.game.session import Failure


def unsaid(
    story: Story, seat: Seat, answer: Written | None
) -> tuple[list[str], list[str]]:
    """Return two lists of lines: the units that still lack an order in a seat's answer,
    and the orders that these units get by default (`CompoundRules.unsaid`).

    Both are empty in games without compound orders, or without an answer."""
    rules, state = story.game.rules, story.table.state
    if not isinstance(rules, CompoundRules) or answer is None or answer.bound is None:
        return [], []
    lacking = [str(one) for one in rules.lacking(state, seat, answer.bound)]
    lines = rules.unsaid(state, seat, answer.bound) if lacking else ()
    return lacking, [str(one) for one in lines]


@dataclass(slots=True)
class Offered:
    """What became of the orders of a letter."""

    text: str = ""  #: the lines that the record will hold; "": none
    orders: list[str] = field(default_factory=list)  #: accepted, in notation
    anytime: bool = False  #: none of them answers the window
    respelt: list[Respelt] = field(default_factory=list)  #: read otherwise than written
    unread: bool = False  #: no line of the letter is an order by itself
    talk: bool = False  #: nor is there a part of one in them
    readings: list[Meaning] = field(default_factory=list)
    troubles: list[FaultMessage] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)  #: lines
    again: list[str] = field(default_factory=list)  #: the same, dots for what is wrong
    nearest: str = ""  #: a legal order much like the refused one
    example: str = ""  #: any legal order, where nothing could be read
    ignored: list[str] = field(default_factory=list)  #: neither order nor trouble
    notable: list[str] = field(default_factory=list)  #: of these, more than talk
    superseded: list[str] = field(default_factory=list)  #: a later order counts
    replaces: str = ""  #: what this seat had sent before
    whole: list[str] = field(default_factory=list)  #: the lines that stand with these
    dropped: bool = False  #: lines of a compound order were refused, the others stand
    lacking: list[str] = field(default_factory=list)  #: units that have no order yet
    unsaid: list[str] = field(default_factory=list)  #: lines that silence comes to
    asks: str = ""  #: what is asked before they are taken; nothing is kept
    story: Story | None = None  #: the game with the orders on the table
    resolved: bool = False  #: they closed the window
    draft: bool = False  #: they are a draft, until "ready" or the deadline
    freely: bool = False  #: read otherwise than as plain lines of notation
    held: str = ""  #: until when they are held, as they were; in a preview, how long
    played: list[Played] = field(default_factory=list)  #: the windows that closed
    news: tuple[Event, ...] = ()  #: what they brought at once, if none closed
    failures: list[Failure] = field(default_factory=list)  #: for the host

    @property
    def only_talk(self) -> list[str]:
        """The lines that are left alone and hold nothing of an order."""
        return [one for one in self.ignored if one not in self.notable]

    @property
    def partial(self) -> bool:
        """Whether some of what was written is not in the orders."""
        return bool(self.refused or self.notable or self.superseded)

    def note_failure(self, line: str, fault: Fault) -> None:
        """Note a line that made a game fail, for the host."""
        one = Failure.of(line, fault)
        if one is not None and one not in self.failures:
            self.failures.append(one)

    def take(self, story: Story, tried: Trial) -> None:
        """Copy what can be used of tried orders: their text, their faults, and the
        lines dropped."""
        seat = tried.seat
        later = (one for one in tried.offer.others if one.seat == seat)
        self.troubles += [fault_message(story, one) for one in later]
        self.text = tried.text
        self.orders = [str(order) for order in tried.orders]
        amends = story.game.rules.lines is Lines.COMPOUND
        if amends and tried.on_table is not None and tried.on_table.bound is not None:
            self.whole = [*map(str, tried.on_table.bound.lines)]
        self.dropped = any(one.fault.line for one in tried.offer.faults) or self.dropped
        if amends:
            self.lacking, self.unsaid = unsaid(story, seat, tried.on_table)
        self.anytime = all(order.anytime for order in tried.orders)
        self.readings += meanings(story, seat, tried.explained)
        self.story = tried.story
        self.resolved, self.played = bool(tried.resolved), [*tried.resolved]
        if not self.played:
            self.news = tried.story.table.news[len(story.table.news) :]

    def withdraw(self) -> None:
        """Discard the orders, which need an answer to a question first."""
        self.troubles = [one for one in self.troubles if one.message != self.asks]
        self.text, self.story, self.resolved = "", None, False
        self.played, self.news = [], ()
