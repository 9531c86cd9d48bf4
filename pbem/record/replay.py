"""Reads a record again: the fold that every state comes from.

Checking, previewing, resolving and verifying all go through here, so they can
never disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem import referee
from pbem.chance import Draw
from pbem.notation.parser import Notation, NotUnderstood
from pbem.plans.follow import all_followed
from pbem.plans.plan import Block, Plan, PlanStep
from pbem.plugins.games import Game
from pbem.protocol import (
    Clock,
    Closes,
    CompoundRules,
    Event,
    Fault,
    Lines,
    Order,
    Seat,
    Window,
)
from pbem.record import opening
from pbem.record.located import LocatedFault, located
from pbem.record.turn_file import (
    MAX_SKIPPED,
    After,
    Deadline,
    Entry,
    Header,
    Heading,
    Item,
    Piece,
    PlanBlock,
    Record,
    Unreadable,
)
from pbem.referee import Played, Refused, Table, Written

if TYPE_CHECKING:
    from pbem.plans.syntax import PlanLine


class NoDefault(Unreadable):
    """A deadline at which a silent seat has no answer: the game waits."""


class Offer(NamedTuple):
    """What came of orders that a seat wrote."""

    faults: tuple[LocatedFault, ...]  #: of these orders
    others: tuple[LocatedFault, ...] = ()  #: of orders that fell or failed with them
    resolved: tuple[Played, ...] = ()  #: the windows that they completed
    orders: tuple[Order, ...] = ()  #: those before the first that cannot be read
    good: int = 0  #: how many of them are before the first that is refused

    @property
    def refused(self) -> bool:
        """Whether one of the orders cannot be used."""
        return any(one.fault.refuses for one in self.faults)


@dataclass(slots=True, eq=False, repr=False)
class Story:
    """A game as its record tells it so far."""

    game: Game
    record: Record
    options: dict[str, Any]
    table: Table[Any]
    opening: tuple[Event, ...] = ()  #: what happened before the first window
    last: Played | None = None  #: the last resolved window
    faults: list[LocatedFault] = field(default_factory=list)
    asides: tuple[tuple[Seat, Order, Any], ...] = ()  #: since then; state before
    #: What seats will answer when they hear what others have played: no orders yet.
    plans: Mapping[Seat, Plan] = field(default_factory=dict)
    plan_steps: tuple[PlanStep, ...] = ()  #: what became of plans so far
    _heading: int = -1  #: serial of the last heading
    _passed: tuple[Played, ...] = ()  #: closed so far by the heading that is read
    _late: bool = False  #: the record goes on with a window that is resolved already

    @property
    def header(self) -> Header:
        """The header of the record."""
        return self.record.header

    @property
    def name(self) -> str:
        """The name of this game, or of its kind where it has none."""
        return self.header.name or self.game.name

    @property
    def window(self) -> Window | None:
        """The open window; None: the game is over."""
        return self.game.rules.window(self.table.state)

    def lacking(self, seat: Seat) -> tuple[str, ...]:
        """Return the units that what a seat has sent leaves without an order."""
        rules, sent = self.game.rules, self.table.answers.get(seat)
        if sent is None or not isinstance(rules, CompoundRules):
            return ()
        return tuple(map(str, rules.lacking(self.table.state, seat, sent.bound)))

    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the open window waits for."""
        return referee.awaited(self.game.rules, self.table)

    def copy(self) -> Story:
        """Return a story that can go on without changing this one."""
        return replace(self, faults=list(self.faults))

    def take(self, item: Item) -> tuple[Played, ...]:
        """Go on with an item; return the windows it resolved. Raises Unreadable."""
        if isinstance(item, Entry):
            name, pieces, more = item
            if not pieces:
                pieces = (Piece("", name.line, name.column + len(name.text) + 1),)
            seat = self.record.seat(name)
            if self._late:
                self.faults.append(self._place(seat, pieces, Fault("late.turn")))
                return ()
            if more and self.gathers:
                self.offer(seat, pieces)
                return ()
            return self.order(seat, pieces).resolved
        match item:
            case Heading():
                return self._reach(item)
            case Deadline():
                self._late = False
                return self.close(item.line)
            case PlanBlock(name, pieces):
                inline = bool(pieces) and 0 < name.line == pieces[0].line
                self.plan(self.record.seat(name), pieces, inline=inline)
                return ()
            case After():
                if isinstance(self.game.rules, Clock):
                    state = self.game.rules.elapsed(self.table.state, item.seconds)
                    self.table = replace(self.table, state=state)
                return ()

    @property
    def gathers(self) -> bool:
        """Return whether all entries below the last heading are for the open window,
        which has seats that order many units: any of them may still amend theirs."""
        if self.game.rules.lines is not Lines.COMPOUND:
            return False
        if self._heading != self.table.serial:
            return False
        window = self.window
        return window is not None and window.closes is not Closes.FIRST

    def read_plan(self, seat: Seat, lines: Sequence[PlanLine]) -> Block:
        """Return the plan of a seat that lines hold. Raises PlanSyntaxError."""
        from pbem.plans.syntax import read  # few games have plans

        seats, called = self.header.seats, self.record.called
        deaf = self.game.deaf(self.options)
        return read(self.game, seat, seats, lines, called, deaf=deaf)

    def plan(
        self, seat: Seat, pieces: Sequence[Piece], *, inline: bool = False
    ) -> LocatedFault | None:
        """Replace a seat's plan; without lines, delete it. Return the fault, or None.

        The first line of one that is `inline` is behind a name and a colon.
        """
        others = {who: one for who, one in self.plans.items() if who != seat}
        if pieces:
            from pbem.plans.syntax import PlanSyntaxError, stood

            lines = stood([(one.text, one.column) for one in pieces], inline=inline)
            try:
                block = self.read_plan(seat, lines)
            except PlanSyntaxError as error:
                piece = pieces[min(error.index, len(pieces) - 1)]
                fault = self._place(seat, (piece,), error.fault)
                self.faults.append(fault)
                return fault
            texts = tuple([" " * one.indent + one.text for one in lines])
            others[seat] = Plan(seat, texts, self.table.serial, block, block)
        self.plans = others
        return None

    def order(self, seat: Seat, pieces: Sequence[Piece]) -> Offer:
        """Offer what a seat wrote to the open window, and settle what is due."""
        before = self.table
        offer = self.offer(seat, pieces)
        return offer if self.table is before else self.settle(offer)

    def offer(self, seat: Seat, pieces: Sequence[Piece]) -> Offer:
        """Take orders of a seat as its answer to the open window; resolve nothing.

        Return what was taken and what is wrong."""
        found: list[LocatedFault] = []
        fell: list[LocatedFault] = []
        good = 0
        if sheet := self.sheet(seat, pieces, found):
            rules, before = self.game.rules, self.table.state
            self.table, refused = referee.offer(rules, self.table, seat, sheet)
            bad = refused and [x.written for x in refused if x.fault.refuses]
            good = len(sheet)
            if bad:
                known = {id(one) for one in bad}
                good = next((n for n, x in enumerate(sheet) if id(x) in known), good)
            for one in sheet:
                if one.order.anytime and one not in bad:
                    self.asides += ((seat, one.order, before),)
            for this in refused:
                mine = this.seat == seat and this.written in sheet
                whole = mine and rules.lines is Lines.ONE
                fault = self._locate(this, pieces if whole else ())
                # What an aside takes back is no fault of the aside.
                (found if mine else fell).append(fault)
        if len(found) > 1:
            # An "and" is no fault of its own where another word is one.
            small = self.game.spelling.says_nothing
            found = [one for one in found if not small(one.text)] or found
        if found or fell:
            self.faults += (*fell, *found)
        read = tuple([one.order for one in sheet])
        return Offer(tuple(found), tuple(fell), (), read, good)

    def settle(self, offer: Offer) -> Offer:
        """Resolve what orders that lie on the table complete."""
        first = len(self.faults)
        resolved = self._settle()
        others = offer.others
        if len(self.faults) > first:
            others = (*others, *self.faults[first:])
        elif not resolved:
            return offer
        return Offer(offer.faults, others, resolved, offer.orders, offer.good)

    def close(self, line: int = 0) -> tuple[Played, ...]:
        """Close the open window as at its deadline; return what that resolved.

        Raises NoDefault where a silent seat has no answer.
        """
        serial = self.table.serial
        resolved = self._settle(due=True)
        if self.table.serial == serial and self.awaited():
            given = {"awaited": self.awaited(), "serial": serial}
            given["sent"] = [
                (one.seat, one.line, one.source)
                for one in self.faults
                if one.serial == serial and one.fault.refuses and one.line
            ]
            raise NoDefault(Fault("record.awaited", given=given), line)
        return resolved

    def pass_by(self, heading: Heading) -> tuple[Played, ...]:
        """Resolve the open window before a heading. Raises Unreadable."""
        if len(self._passed) >= MAX_SKIPPED:
            given = {"serial": heading.serial, "most": MAX_SKIPPED}
            raise Unreadable(Fault("record.far", given=given), heading.line)
        resolved = self.close(heading.line)
        self._passed += resolved
        return resolved

    def _reach(self, heading: Heading) -> tuple[Played, ...]:
        """Close what is open before a heading; doubt it where nobody had answered."""
        rules, serial = self.game.rules, heading.serial
        resolved: list[Played] = []
        while self.table.serial < serial and rules.window(self.table.state):
            resolved += self.pass_by(heading)
        self._late = self.table.serial > serial
        passed, self._passed = self._passed, ()
        new = [one for one in passed if one.serial > self._heading]
        skipped = tuple([x.serial for x in new if len(x.missed) == len(x.orders)])
        if skipped:
            fault = Fault("doubtful.skipped-turns", given={"turns": skipped})
            source = f"== {serial} =="
            place = (source, heading.line, 1, source, 0, self.table.serial)
            self.faults.append(LocatedFault("", fault, *place))
        self._heading = serial
        return tuple(resolved)

    def _settle(self, *, due: bool = False) -> tuple[Played, ...]:
        settled = referee.settle(self.game.rules, self.table, due=due)
        self.table = settled.table
        if settled.refused:
            self.faults.extend(self._locate(one) for one in settled.refused)
        if settled.played:
            self.last, self.asides = settled.played[-1], ()
            if self.plans:
                rules = self.game.rules
                self.plans, steps = all_followed(rules, self.plans, settled.played)
                self.plan_steps += steps
        return settled.played

    def sheet(
        self, seat: Seat, pieces: Sequence[Piece], found: list[LocatedFault]
    ) -> list[Written]:
        """Return the orders of a sheet, up to the first that cannot be read, and add to
        what is `found` why it cannot.

        What follows such a line was meant for the position after it; but in a compound
        order each line is for a unit of its own.
        """
        game, takes = self.game, self.game.rules.lines
        lines = pieces or (Piece("", 0, 1),)
        if takes is Lines.ONE and len(lines) > 1:
            lines = _one_order(game.notation, lines)
        sheet: list[Written] = []
        for piece in lines:
            text, line, column = piece
            try:
                order = game.notation.parse(text)
            except NotUnderstood as error:
                reading = game.spelling.only(text)
                if reading is None:
                    found.append(self._place(seat, pieces, error.fault, piece))
                    if takes is Lines.COMPOUND:
                        continue
                    break
                order = reading[1]
            values = (order, text, line, column, False, None, None)
            sheet.append(Written(*values))
        if sheet and found and takes is Lines.COMPOUND:
            found[:] = [one._replace(fault=one.fault.of_line()) for one in found]
        return sheet

    def _locate(self, refused: Refused, pieces: Sequence[Piece] = ()) -> LocatedFault:
        one = refused.written
        if not pieces and one is not None:
            pieces = (Piece(one.text, one.line, one.column),)
        return self._place(refused.seat, pieces, refused.fault)

    def _place(
        self,
        seat: Seat,
        pieces: Sequence[Piece],
        fault: Fault,
        piece: Piece | None = None,
    ) -> LocatedFault:
        if piece is not None and self.game.rules.lines is not Lines.ONE:
            pieces = (piece,)
        return located(seat, pieces, fault, self.table.serial)


def _one_order(notation: Notation, lines: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return lines as one order, behind those that are done on arrival with it."""
    joined = [
        one
        for one in lines
        if notation.reads(one.text) and notation.parse(one.text).joins
    ]
    rest = [one for one in lines if one not in joined]
    whole = "\n".join(one.text for one in rest)
    return (*joined, *(one._replace(text=whole) for one in rest[:1]))


def begin(record: Record, log: list[Draw] | None = None) -> Story:
    """The story of a record before its first item. Raises Unreadable.

    With a `log`, all that is drawn goes into it, for a proof.
    """
    game, options, table = opening.open_table(record, log)
    played = game.roles_of(record.header.seats).items()
    roles = {role.name: seat for seat, role in played}
    rules, state = game.rules, table.state
    called = {**roles, **rules.called(state)}
    # A word in two spellings would be nobody's: names go before other words.
    names = {name.casefold() for name in called}
    for word, seat in rules.also_called(state).items():
        if word.casefold() not in names:
            called[word] = seat
    record = record._replace(called=called)
    return Story(game, record, options, replace(table, news=()), table.news)


def play(
    record: Record,
    tell: Callable[[Played], None] | None = None,
    log: list[Draw] | None = None,
    *,
    due: bool = False,
) -> Story:
    """Return the whole story of a record, each resolved window handed to `tell`, the
    open one closed where it is `due`. Raises Unreadable."""
    story = begin(record, log)
    for item in record.items(due=due):
        for played in story.take(item):
            if tell is not None:
                tell(played)
    return story
