"""Games whose orders have a line for each unit."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar, cast

from pbem.protocol.events import Event
from pbem.protocol.faults import Fault
from pbem.protocol.orders import Bound, Compound, Lines, Order
from pbem.protocol.rules import Options, Rules
from pbem.protocol.seats import Seat

P = TypeVar("P", bound=Options)
S = TypeVar("S")
L = TypeVar("L", bound=Order)
B = TypeVar("B")


class CompoundRules(Rules[P, S, Compound[L], Compound[B]]):
    """Rules of sealed orders for many units: each line is read and bound by itself.

    Good lines are kept where others are bad; a later letter amends what the seat had
    sent, unit by unit. What `bind` finds wrong with all lines together is said, too.
    A line that `bind_line` refuses and binds all the same is on the table while its
    seat has no good line for that unit (`amended` says so): its record shows it. Its
    types are its options, its state, a line, and a bound line; `resolve` gets all bound
    lines of a seat. A line that is carried out on arrival (`Order.anytime`) stays by
    itself, and `anytime` gets it as `bind_line` bound it.
    """

    lines: ClassVar[Lines] = Lines.COMPOUND

    @abstractmethod
    def unit(self, line: L) -> Hashable:
        """Return what a line is for: a later line for the same takes its place."""

    @abstractmethod
    def legal_lines(self, state: S, seat: Seat) -> Iterator[L]:
        """Yield the lines that `bind_line` takes: all, or a fair sample."""

    @abstractmethod
    def bind_line(self, state: S, seat: Seat, line: L) -> Bound[B]:
        """Return a line with its names looked up in a position, and its faults."""

    def amended(
        self, state: S, seat: Seat, lines: Sequence[L], line: L
    ) -> tuple[L, ...]:
        """Return the lines of a seat with a later one among them, which binds.

        It takes the place of the one for its unit. A game overrides this where a line
        is for several units, or takes back what others say.
        """
        unit = self.unit(line)
        return (*(one for one in lines if self.unit(one) != unit), line)

    def headed(self, lines: Sequence[L]) -> Sequence[L | None]:
        """Return the lines of one letter, each with what a heading above it says of it;
        None for the headings themselves."""
        return lines

    def lacking(self, state: S, seat: Seat, order: Compound[B]) -> tuple[Hashable, ...]:
        """Return the units that a bound order leaves without a line.

        A seat is awaited until nothing is lacking; at the deadline what it sent is
        carried out all the same. Where a game does not say, nothing is.
        """
        return ()

    def unsaid(self, state: S, seat: Seat, order: Compound[B]) -> tuple[L, ...]:
        """Return the default lines for what `lacking` names: what happens to units
        without an order.

        A receipt names them, and `ready` sends them. Where a game does not say, its
        players are awaited until nothing is lacking.
        """
        return ()

    def places(self) -> Collection[str]:
        """Return names of places in lower case, which a grammar that takes any word as
        a name cannot list. They help to tell orders from talk."""
        return ()

    def doubts(self, state: S, seat: Seat, order: Compound[B]) -> tuple[Fault, ...]:
        """Return what is wrong or strange about bound lines together, if not with any
        of them alone. Nothing of it refuses the order."""
        return ()

    def explain_line(self, state: S, seat: Seat, line: B) -> tuple[Event, ...]:
        """Return what a bound line would do, as far as its seat may know."""
        return ()

    def default(self, state: S, seat: Seat) -> Compound[L] | None:
        """Return an order without lines, so that each unit does its default; None in
        games that wait for an answer."""
        return Compound()

    def legal(self, state: S, seat: Seat) -> Iterator[Compound[L]]:
        """Yield each legal line as an order of its own."""
        line: Any
        for line in self.legal_lines(state, seat):
            yield line if line.anytime else Compound(lines=(line,))

    def bind(self, state: S, seat: Seat, order: Compound[L]) -> Bound[Compound[B]]:
        """Return the lines that stand, bound; none stands where all are refused.

        A line by itself, as the notation reads it, is an order of one line.
        """
        if order.anytime:
            alone = self.bind_line(state, seat, cast("L", order))
            return cast("Bound[Compound[B]]", alone)
        lines = order.lines if isinstance(order, Compound) else (order,)
        found = [self.bind_line(state, seat, line) for line in lines]
        good = tuple(one.order for one in found if one.order is not None)
        faults = [fault for one in found for fault in one.faults]
        if lines and not good:
            return Bound(None, tuple(faults))
        return Bound(Compound(lines=good), tuple(fault.of_line() for fault in faults))

    def explain(self, state: S, seat: Seat, order: Compound[B]) -> tuple[Event, ...]:
        """Return what the bound lines would do, line by line."""
        lines = order.lines if isinstance(order, Compound) else (order,)
        explained = (self.explain_line(state, seat, line) for line in lines)
        return tuple(event for events in explained for event in events)
