"""The rules of Mag-Blast: who may speak, what is legal, what follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.protocol import (
    Anytime,
    Bound,
    Closes,
    Event,
    Fault,
    Held,
    Hidden,
    Judged,
    Lines,
    Outcome,
    Overheard,
    Positions,
    Queue,
    Rules,
    Seat,
    Standing,
    Window,
)
from pbem.rules.magblast import bot, bot_first, legal, setup
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.limits import may_answer, may_order
from pbem.rules.magblast.fleet import ZONES
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.parts import When
from pbem.rules.magblast.orders.readers import READERS
from pbem.rules.magblast.resample import resampled
from pbem.rules.magblast.resolve.resolve import carry_out, resolve
from pbem.rules.magblast.standing.answers import reply
from pbem.rules.magblast.state import FLAGSHIP, SETUP, MagBlastOptions, State, Target
from pbem.rules.magblast.verbs.heard import hears
from pbem.rules.magblast.verbs.line import BoundLine, Line, bind, holds
from pbem.rules.magblast.verbs.reply import Reaction
from pbem.rules.magblast.view.build import build, truth


class MagBlast(
    Rules[MagBlastOptions, State, Line, BoundLine],
    Positions[MagBlastOptions, State],
    Anytime[State, BoundLine],
    Standing[State, Line],
    Queue[State, Line],
    Hidden[State],
    Judged[State, Line],
    Overheard[State, Line],
):
    """Mag-Blast, rulings B1 to B59."""

    options = MagBlastOptions
    readers = setup.Position.readers(READERS)
    rehearsed = True
    lines = Lines.QUEUE  #: lines wait, those after the end for the next turn (B37)

    place = staticmethod(setup.place)
    setup = staticmethod(setup.deal)
    anytime = staticmethod(carry_out)
    resolve = staticmethod(resolve)
    view = staticmethod(build)
    worth = staticmethod(bot.worth)
    sensible = staticmethod(bot.sensible)
    first_guess = staticmethod(bot_first.first_guess)
    truth = staticmethod(truth)
    imagine = staticmethod(resampled)
    hears = staticmethod(hears)

    def window(self, state: State) -> Window | None:
        """Ask the player whose turn it is, or all who may object to a card."""
        if state.over:
            return None
        if state.phase == SETUP:
            return _asks("placing", state.seats(state.living()))
        if state.stack:
            return _asks("reaction", state.seats(may_answer(state)))
        name = "drawn" if state.drawn is not None else "turn"
        return _asks(name, (state.fleets[state.active].seat,))

    def legal(self, state: State, seat: Seat) -> Iterator[Line]:
        """Return everything that can be done now."""
        me = state.seat(seat)
        return iter(legal.legal(state, me) if may_order(state, me) else ())

    def bind(self, state: State, seat: Seat, order: Line) -> Bound[BoundLine]:
        """Return an order bound with its warnings, or why it cannot be carried out."""
        return bind(state, state.seat(seat), order)

    def explain(self, state: State, seat: Seat, order: BoundLine) -> tuple[Event, ...]:
        """Return events that say what an order would do."""
        return order.line.explain(order.position, order.me, order.found)

    def refusal(self, state: State, seat: Seat) -> Fault:
        """Say whose turn it is, or that the fleet is lost."""
        fleet = state.fleets[state.seat(seat)]
        if fleet.out is not None:
            return Fault("illegal.lost", given={"turn": fleet.out})
        if state.stack:
            card = state.title(state.stack[-1].key)
            return Fault("illegal.wait", given={"card": card})
        return Fault(
            "illegal.not-your-turn", given={"whose": state.fleets[state.active].seat}
        )

    def standing(self, state: State, seat: Seat) -> Line | None:
        """Return what the seat's standing orders say to the last card."""
        if not state.stack:
            return None
        me = state.seat(seat)
        fleet = state.fleets[me]
        bound, number = reply(state, me) if fleet.standing else (None, 0)
        if bound is not None:
            assert isinstance(bound.line, Reaction)  # only these answer
            return replace(bound.line, rule=number)  # before "pass all" (B57)
        return o.Pass() if fleet.passing else None

    def default(self, state: State, seat: Seat) -> Line | None:
        """Let cards pass, end the turn, or put ships where there is room (B19)."""
        if state.phase == SETUP:
            return o.Place()
        if state.stack:
            return o.Pass()
        if state.drawn is not None:
            fleet = state.fleets[state.active]
            zone = min(range(4), key=fleet.in_zone)
            thing = "1" if len(state.drawn.ships) > 1 else ""
            return o.Place(ships=((thing, ZONES[zone]),))
        return o.End()

    def held(self, state: State, seat: Seat, order: Line) -> Held:
        """Keep reactions for a card to answer, and other lines for the turn."""
        if order.anytime:
            return Held.FEED
        if state.stack:  # an answer waits for a card of one's own turn (B37)
            mine = state.seat(seat) == state.active
            answers = mine and isinstance(order, o.Reaction)
            return Held.FEED if answers else Held.KEEP
        if state.phase == SETUP:
            return Held.FEED if isinstance(order, o.Place) else Held.KEEP
        if isinstance(order, o.Reaction):
            return Held.SKIP
        if order.when is not None and _skips(state, order.when):
            return Held.SKIP
        if state.drawn is not None and not isinstance(order, o.Place):
            return Held.KEEP
        return Held.FEED

    def suits(self, state: State, seat: Seat, order: Line) -> bool:
        """Return whether a plan plays an order now: an answer in any turn."""
        if state.stack and isinstance(order, o.Reaction):
            return True
        return Queue.suits(self, state, seat, order)

    def outcome(self, state: State) -> Outcome | None:
        """Name the last flagship; at the limit, the least damaged (B30)."""
        if not state.over:
            return None
        left = {
            state.fleets[i].seat: max(0, state.hull_left(Target(i, FLAGSHIP)))
            for i in state.living()
        }
        most = max(left.values(), default=0)
        winners = tuple(seat for seat, hull in left.items() if hull == most)
        scores = {fleet.seat: left.get(fleet.seat, 0) for fleet in state.fleets}
        return Outcome(winners, state.over, scores)


def _asks(name: str, seats: tuple[Seat, ...]) -> Window:
    """Return a window; a turn closes by one answer, the others are sealed."""
    if name == "reaction":
        hidden = {"sealed": True, "discreet": True}
        return Window(name, seats, Closes.ALL, interrupts=True, **hidden)
    if name == "placing":
        return Window(name, seats, Closes.ALL, sealed=True)
    return Window(name, seats)


def _skips(state: State, when: When) -> bool:
    """Return whether a line is left out; not where its condition makes no sense."""
    try:
        return not holds(state, when)
    except Illegal:
        return False
