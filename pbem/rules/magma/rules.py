"""Magma as the referee sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache

from pbem.chance import Chance
from pbem.protocol import Event, Fault, Options, Outcome, Rules, Seat, Step, Window
from pbem.rules.magma import check, events, moves, setup, turns, view
from pbem.rules.magma.orders import READERS, Agree, AnyOrder, Pass, Remove
from pbem.rules.magma.orders import Line as PositionLine
from pbem.rules.magma.state import State

READINGS: Mapping[type[Event], type[Event]] = {
    events.Moved: events.Moves,
    events.Entered: events.Enters,
    events.Passed: events.Passes,
    events.Agreed: events.Agrees,
    events.Disagreed: events.Disagrees,
    events.Removed: events.Removes,
    events.Spared: events.Spares,
    events.ScoreChanged: events.ScoreChanges,
}


class Magma(Rules[State, AnyOrder, view.View]):
    """Claim cells that only your colour can move to, with few pieces."""

    readers = READERS

    def setup(
        self, seats: Sequence[Seat], options: Options, chance: Chance | None
    ) -> Step[State]:
        """A piece on every home in play."""
        return Step(setup.begin(seats, options))

    def place(
        self,
        seats: Sequence[Seat],
        options: Options,
        chance: Chance | None,
        lines: Sequence[PositionLine],
    ) -> Step[State]:
        """The game from a position. Raises Unplaceable."""
        return Step(setup.place(seats, options, lines))

    def window(self, state: State) -> Window | None:
        """One seat's turn, or the choice of a late player's neighbour."""
        if state.over is not None:
            return None
        if state.owed is not None:
            return _window("penalty", state.owed.by)
        return _window("turn", state.home.seat)

    def legal(self, state: State, seat: Seat) -> Iterator[AnyOrder]:
        """All orders of a seat."""
        return moves.legal(state, seat)

    def legal_at(self, state: State, seat: Seat, where: str) -> Iterator[AnyOrder]:
        """Every landing of one piece, or of a new one, with its path."""
        return moves.legal_at(state, seat, where)

    def check(self, state: State, seat: Seat, order: AnyOrder) -> tuple[Fault, ...]:
        """What is wrong with an order."""
        if order.anytime and isinstance(order, Agree) == (seat in state.agreed):
            agreed = isinstance(order, Agree)
            code = "doubtful.agreed-already" if agreed else "doubtful.not-agreed"
            return (Fault(code),)
        return check.check(state, seat, order)

    def resolve(self, state: State, orders: Mapping[Seat, AnyOrder]) -> Step[State]:
        """A turn, or a penalty."""
        ((seat, order),) = orders.items()
        return turns.resolve(state, seat, order)

    def anytime(self, state: State, seat: Seat, order: AnyOrder) -> Step[State]:
        """Agreeing to end the game, or not any more (M10, M18)."""
        if isinstance(order, Agree) == (seat in state.agreed):
            return Step(state)
        if not isinstance(order, Agree):
            agreed = tuple(one for one in state.agreed if one != seat)
            gone = events.Disagreed(seat=seat)
            return Step(state._replace(agreed=agreed), (gone,))
        named = {*state.agreed, seat}
        agreed = tuple(one for one in state.deal.seats if one in named)
        awaited = tuple(one for one in state.deal.seats if one not in named)
        over = None if awaited else "agreed"
        told = events.Agreed(seat=seat, awaited=awaited)
        return Step(state._replace(agreed=agreed, over=over), (told,))

    def refusal(self, state: State, seat: Seat) -> Fault:
        """Whose turn it is instead."""
        if state.owed is not None:
            given = {"by": state.owed.by, "late": state.owed.late}
            return Fault("illegal.penalty-pending", given=given)
        given = {"mover": state.home.seat, "colour": state.home.colour}
        return Fault("illegal.out-of-turn", given=given)

    def default(self, state: State, seat: Seat) -> AnyOrder | None:
        """A turn without a move; no piece taken."""
        return Pass(late=True) if state.owed is None else Remove(cell=None)

    def elapsed(self, state: State, seconds: int) -> State:
        """The sand that has run since the turn began (M16)."""
        if state.deal.clock != "white-hot" or state.owed or state.over:
            return state
        return state._replace(used=(state.used or 0) + seconds)

    def patience(self, state: State) -> int | None:
        """What the hourglass leaves (M16); a penalty is given outside it."""
        if state.deal.clock != "white-hot" or state.owed or state.over:
            return None
        return max(0, state.left - (state.used or 0))

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """The seats of a colour."""
        deal = state.deal
        return tuple(
            tuple(seat for seat in deal.seats if deal.colour(seat) == colour)
            for colour in deal.colours
        )

    def reading(self, state: State, seat: Seat, order: AnyOrder) -> tuple[Event, ...]:
        """What an order would do: the move, the scores, the end."""
        if order.anytime:
            step = self.anytime(state, seat, order)
        else:
            step = turns.resolve(state, seat, order)
        would = [_would(event) for event in step.events if type(event) in READINGS]
        outcome = self.outcome(step.state)
        if outcome is not None:
            end = events.Ends(seat=seat, reason=outcome.reason, winners=outcome.winners)
            would.append(end)
        return tuple(would)

    def view(self, state: State, seat: Seat | None) -> view.View:
        """All there is to know: nothing is hidden in Magma."""
        return view.build(state)

    def outcome(self, state: State) -> Outcome | None:
        """The colour with the highest score, ties to the latest turn."""
        if state.over is None:
            return None
        scores = {
            colour: one.score
            for colour, one in zip(state.deal.colours, state.tallies, strict=True)
        }
        won = state.leaders()
        winners = tuple(
            seat for seat in state.deal.seats if state.deal.colour(seat) in won
        )
        return Outcome(winners, state.over, scores)


@lru_cache(maxsize=256)
def _window(name: str, seat: Seat) -> Window:
    return Window(name, (seat,))


def _would(event: Event) -> Event:
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    return READINGS[type(event)](**values)
