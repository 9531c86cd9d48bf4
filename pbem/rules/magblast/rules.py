"""The rules of Mag-Blast: who may speak, what is legal, what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pbem.chance import Chance
from pbem.protocol import (
    Closes,
    Event,
    Fault,
    Held,
    Options,
    Order,
    Outcome,
    Rules,
    Seat,
    Step,
    Window,
)
from pbem.rules.magblast import legal as orders_now
from pbem.rules.magblast import setup
from pbem.rules.magblast.check import plan, references
from pbem.rules.magblast.check.reactions import answer, asked
from pbem.rules.magblast.check.references import Wrong
from pbem.rules.magblast.explain import warnings
from pbem.rules.magblast.explain.explain import read
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.readers import READERS
from pbem.rules.magblast.resample import imagined
from pbem.rules.magblast.resolve import anytime, standing_orders, turn
from pbem.rules.magblast.state import SETUP, ZONES, State, Target, in_zone
from pbem.rules.magblast.view import Truth, View, build, truth


class MagBlast(Rules[State, Order, View]):
    """Mag-Blast, rulings B1 to B41."""

    readers = READERS
    sheets = True

    def setup(
        self, seats: Sequence[Seat], options: Options, chance: Chance | None
    ) -> Step[State]:
        """Flagships, ships and cards are dealt."""
        return setup.deal(seats, options, chance)

    def place(
        self,
        seats: Sequence[Seat],
        options: Options,
        chance: Chance | None,
        lines: Sequence[object],
    ) -> Step[State]:
        """The game from a written position."""
        return setup.place(seats, options, chance, lines)

    def window(self, state: State) -> Window | None:
        """The player whose turn it is, or all who may object to a card."""
        if state.over:
            return None
        if state.phase == SETUP:
            seats = tuple(f.seat for f in state.fleets if f.out is None)
            return Window("placing", seats, Closes.ALL, sealed=True)
        if state.stack:
            seats = tuple(state.fleets[index].seat for index in asked(state))
            return Window(
                "reaction", seats, Closes.ALL, sealed=True, discreet=True, aside=True
            )
        name = "drawn" if state.drawn is not None else "turn"
        return Window(name, (state.fleets[state.active].seat,))

    def legal(self, state: State, seat: Seat) -> Iterator[Order]:
        """Everything that can be done now."""
        window = self.window(state)
        if window is not None and seat in window.seats:
            yield from orders_now.legal(state, state.seat(seat))

    def check(self, state: State, seat: Seat, order: Order) -> tuple[Fault, ...]:
        """What is wrong with an order, and what is surely not meant."""
        me = state.seat(seat)
        try:
            self._check(state, me, order)
        except Wrong as wrong:
            return (wrong.fault,)
        return warnings.doubts(state, me, order)

    def _check(self, state: State, me: int, order: Order) -> None:
        if isinstance(order, o.Aside):
            anytime.check(state, me, order)
        elif state.phase == SETUP:
            if not isinstance(order, o.Place):
                raise Wrong("place-first", count=len(state.fleets[me].dealt))
            turn.deployment(state, me, order)
        elif state.stack:
            if not isinstance(order, o.Answer):
                raise Wrong("answer", card=references.title(state, state.stack[-1].key))
            if order.when is not None:
                raise Wrong("answer-when")
            answer(state, me, order)
        elif isinstance(order, o.Line):
            if order.when is not None and not holds(state, order.when):
                raise Wrong("when", when=str(order.when), last=state.last)
            if isinstance(order, o.Place):
                turn.placing(state, order)
            elif state.drawn is not None:
                raise Wrong("place-one", count=len(state.drawn.ships))
            else:
                plan.intent(state, me, order)

    def reading(self, state: State, seat: Seat, order: Order) -> tuple[Event, ...]:
        """What an order would do, told before it is done."""
        return read(state, state.seat(seat), order)

    def refusal(self, state: State, seat: Seat) -> Fault:
        """Whose turn it is, or that the fleet is lost."""
        fleet = state.fleets[state.seat(seat)]
        if fleet.out is not None:
            return Fault("illegal.lost", given={"turn": fleet.out})
        if state.stack:
            card = references.title(state, state.stack[-1].key)
            return Fault("illegal.wait", given={"card": card})
        return Fault(
            "illegal.not-your-turn", given={"whose": state.fleets[state.active].seat}
        )

    def standing(self, state: State, seat: Seat) -> Order | None:
        """What the seat's standing orders say to the last card."""
        if not state.stack:
            return None
        order, number = standing_orders.reply(state, state.seat(seat))
        return replace(order, rule=number) if order is not None else None

    def default(self, state: State, seat: Seat) -> Order | None:
        """Silence lets it pass, or ends the turn; ships go where there is room."""
        if state.phase == SETUP:
            return o.Place()
        if state.stack:
            return o.Pass()
        if state.drawn is not None:
            fleet = state.fleets[state.active]
            zone = next(z for z in _by_need(fleet) if in_zone(fleet, z) < 3)
            thing = "1" if len(state.drawn.ships) > 1 else ""
            return o.Place(ships=((thing, ZONES[zone]),))
        return o.End()

    def held(self, state: State, seat: Seat, order: Order) -> Held:
        """Answers wait for a card to answer, other lines for the player's turn."""
        if not isinstance(order, o.Line) or isinstance(order, o.Aside):
            return Held.FEED
        if state.stack:
            return Held.FEED if isinstance(order, o.Answer) else Held.KEEP
        if state.phase == SETUP:
            return Held.FEED if isinstance(order, o.Place) else Held.KEEP
        if isinstance(order, o.Answer):
            return Held.SKIP
        if order.when is not None and _skips(state, order.when):
            return Held.SKIP
        if state.drawn is not None and not isinstance(order, o.Place):
            return Held.KEEP
        return Held.FEED

    def anytime(self, state: State, seat: Seat, order: Order) -> Step[State]:
        """Standing orders, votes, Xxcha's power, and leaving."""
        return anytime.carry_out(state, state.seat(seat), order)

    def resolve(self, state: State, orders: Mapping[Seat, Order]) -> Step[State]:
        """The open window resolved."""
        return turn.resolve(state, orders)

    def view(self, state: State, seat: Seat | None) -> View:
        """The table as a seat or the public sees it."""
        return build(state, seat)

    def imagine(self, state: State, seat: Seat, chance: Chance) -> State:
        """Other cards in other hands."""
        return imagined(state, seat, chance)

    def truth(self, state: State) -> Truth:
        """The whole truth, for the moderator."""
        return truth(state)

    def outcome(self, state: State) -> Outcome | None:
        """The last flagship wins; at the limit, the least damaged."""
        if not state.over:
            return None
        living = state.living()
        left = {
            fleet.seat: max(0, state.hull_left(Target(i, -1)))
            for i, fleet in enumerate(state.fleets)
            if fleet.out is None
        }
        most = max(left.values(), default=0)
        winners = tuple(
            state.fleets[i].seat for i in living if left[state.fleets[i].seat] == most
        )
        scores = {fleet.seat: left.get(fleet.seat, 0) for fleet in state.fleets}
        return Outcome(winners, state.over, scores)


def _by_need(fleet: object) -> list[int]:
    """The zones of a fleet, the emptiest first."""
    from pbem.rules.magblast.state import Fleet

    assert isinstance(fleet, Fleet)
    return sorted(range(4), key=lambda zone: in_zone(fleet, zone))


def _skips(state: State, when: o.When) -> bool:
    """Whether a line is left out; not where its condition cannot be understood."""
    try:
        return not holds(state, when)
    except Wrong:
        return False


def holds(state: State, when: o.When) -> bool:
    """Whether the condition of a line holds on the table. Raises Wrong."""
    if when.kind == "then":
        return state.last in ("hit", "stands")
    if not when.place:
        return state.last == when.kind
    fleet = references.opponent(state, state.active, when.seat)
    if when.kind == "empty":
        return in_zone(state.fleets[fleet], references.zone(when.place)) == 0
    try:
        references.berth(state, fleet, when.place)
    except Wrong:
        return when.kind == "gone"
    return when.kind == "stands"


RULES = MagBlast()
