"""The rules of Handful: play high, and hope that nobody has a shield."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pbem.chance import Chance
from pbem.protocol import (
    Anytime,
    Bound,
    Closes,
    Event,
    Fault,
    Held,
    Hidden,
    Lines,
    Order,
    Outcome,
    Positions,
    Queue,
    Rules,
    Seat,
    Standing,
    Step,
    Unplaceable,
    Window,
)

from .events import (
    Blocked,
    Drew,
    Lazy,
    Left,
    Played,
    Scored,
    Tied,
    Wasted,
)
from .orders import READERS, Always, Block, Dealt, Leave, Pass, Play
from .state import DECK, HAND, SHIELD, PublicView, SeatView, State, Terms, Truth


class Handful(
    Rules[Terms, State, Order, Order],
    Positions[Terms, State],
    Anytime[State, Order],
    Standing[State, Order],
    Queue[State, Order],
    Hidden[State],
):
    """Sealed plays, a stack of reactions, a draw, and standing orders."""

    options = Terms
    readers = READERS
    lines = Lines.QUEUE

    def setup(
        self, seats: Sequence[Seat], options: Terms, chance: Chance | None
    ) -> Step[State]:
        """Three cards for everybody."""
        assert chance is not None
        state = State(
            tuple(seats),
            {seat: () for seat in seats},
            {seat: 0 for seat in seats},
            tuple(sorted(DECK)),
            chance,
            options.rounds,
        )
        return _dealt(state)

    def place(
        self,
        seats: Sequence[Seat],
        options: Terms,
        chance: Chance | None,
        lines: Sequence[Dealt],
    ) -> Step[State]:
        """Hands as they are written; the rest is the deck."""
        assert chance is not None
        deck = list(DECK)
        for index, line in enumerate(lines):
            for card in line.cards:
                if card not in deck:
                    raise Unplaceable(
                        index, Fault("position.card", given={"card": card})
                    )
                deck.remove(card)
        hands = {line.seat: line.cards for line in lines}
        if hands.keys() != set(seats):
            raise Unplaceable(len(lines), Fault("position.seats"))
        points = {line.seat: line.points for line in lines}
        rest = tuple(sorted(deck))
        return Step(State(tuple(seats), hands, points, rest, chance, options.rounds))

    def window(self, state: State) -> Window | None:
        """Everybody plays; then everybody else may react, in secret."""
        if self.outcome(state) is not None:
            return None
        if state.stack:
            others = tuple(seat for seat in state.seats if seat != state.stack[-1])
            return Window("reaction", others, Closes.ALL, sealed=True, discreet=True)
        return Window("play", state.seats, Closes.ALL, sealed=True)

    def legal(self, state: State, seat: Seat) -> Iterator[Order]:
        """All orders."""
        window = self.window(state)
        if window is None or seat not in state.seats:
            return
        if seat in window.seats:
            yield from self._answers(state, seat)
        yield from (Always(on=True), Always(on=False), Leave())

    def _answers(self, state: State, seat: Seat) -> Iterator[Order]:
        if not state.stack:
            for card in sorted(set(state.hands[seat]) - {SHIELD}):
                yield Play(card=card)
            if set(state.hands[seat]) <= {SHIELD}:
                yield Pass()
        else:
            yield Pass()
            if SHIELD in state.hands[seat]:
                yield Block()

    def bind(self, state: State, seat: Seat, order: Order) -> Bound[Order]:
        """A card must be in the hand; a reaction needs something to react to."""
        if order in self.legal(state, seat):
            return Bound(order)
        if seat not in state.seats:
            return Bound.no(Fault("illegal.left"))
        if isinstance(order, Play) and not state.stack:
            given = {"card": order.card, "hand": state.hands[seat]}
            return Bound.no(Fault("illegal.no-such-card", given=given))
        if isinstance(order, Block) and state.stack:
            return Bound.no(Fault("illegal.no-shield"))
        code = "illegal.react-first" if state.stack else "illegal.play-first"
        return Bound.no(Fault(code))

    def standing(self, state: State, seat: Seat) -> Order | None:
        """Passes for those who said so."""
        return Pass() if state.stack and seat in state.lazy else None

    def default(self, state: State, seat: Seat) -> Order | None:
        """Silence passes, and plays the lowest card."""
        return next(self._answers(state, seat))

    def held(self, state: State, seat: Seat, order: Order) -> Held:
        """A card waits for the next round; a reaction is for now or never."""
        if isinstance(order, Play):
            return Held.KEEP if state.stack else Held.FEED
        return Held.FEED if state.stack else Held.SKIP

    def anytime(self, state: State, seat: Seat, order: Order) -> Step[State]:
        """A standing order, or a farewell."""
        if isinstance(order, Always):
            lazy = state.lazy | {seat} if order.on else state.lazy - {seat}
            event = Lazy(seat=seat, on=order.on, known_to=frozenset({seat}))
            return Step(replace(state, lazy=lazy), (event,))
        seats = tuple(one for one in state.seats if one != seat)
        stack = () if seat in state.stack else state.stack
        return Step(replace(state, seats=seats, stack=stack), (Left(seat=seat),))

    def resolve(self, state: State, orders: Mapping[Seat, Order]) -> Step[State]:
        """Cards turned up, or a reaction to what lies on the stack."""
        if state.stack:
            return _reacted(state, orders)
        return _played(state, orders)

    def view(self, state: State, seat: Seat | None) -> PublicView:
        """Hands are secret; how many cards they hold is not."""
        public = _public(state)
        if seat is None:
            return PublicView(*public)
        return SeatView(*public, seat, state.hands[seat], seat in state.lazy)

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        """Other cards in all other hands, and nobody else lazy."""
        others = [one for one in state.hands if one != seat]
        unseen = [*state.deck, *(card for one in others for card in state.hands[one])]
        mixed, chance = chance.shuffled(sorted(unseen), "imagined")
        cards, hands = list(mixed), dict(state.hands)
        for one in others:
            hands[one] = tuple(sorted(cards.pop() for _ in state.hands[one]))
        lazy = state.lazy & {seat}
        deck = tuple(sorted(cards))
        return replace(state, hands=hands, deck=deck, chance=chance, lazy=lazy)

    def truth(self, state: State) -> Truth:
        """All hands."""
        return Truth(*_public(state), dict(state.hands))

    def outcome(self, state: State) -> Outcome | None:
        """The most points after the last round; or one seat is left."""
        if len(state.seats) == 1:
            return Outcome(state.seats, "forfeit", state.points)
        if state.left or state.stack:
            return None
        most = max(state.points[seat] for seat in state.seats)
        winners = tuple(seat for seat in state.seats if state.points[seat] == most)
        return Outcome(winners, "points", state.points)


def _public(
    state: State,
) -> tuple[int, dict[Seat, int], dict[Seat, int], tuple[Seat, ...], int]:
    cards = {seat: len(hand) for seat, hand in state.hands.items()}
    return state.left, dict(state.points), cards, state.stack, len(state.deck)


def _dealt(state: State, events: tuple[Event, ...] = ()) -> Step[State]:
    """Everybody draws up to three cards."""
    for seat in state.seats:
        while state.deck and len(state.hands[seat]) < HAND:
            card, chance = state.chance.pick(state.deck, f"draw {seat}")
            deck = list(state.deck)
            deck.remove(card)
            hand = tuple(sorted((*state.hands[seat], card)))
            state = replace(
                state,
                chance=chance,
                deck=tuple(deck),
                hands={**state.hands, seat: hand},
            )
            drew = Drew(seat=seat, card=card, known_to=frozenset({seat}))
            events = (*events, drew)
    return Step(state, events)


def _without(state: State, seat: Seat, card: str) -> State:
    hand = list(state.hands[seat])
    hand.remove(card)
    return replace(state, hands={**state.hands, seat: tuple(hand)})


def _played(state: State, orders: Mapping[Seat, Order]) -> Step[State]:
    events: list[Event] = []
    cards: dict[Seat, str] = {}
    for seat, order in orders.items():
        if isinstance(order, Play):
            cards[seat] = order.card
            state = _without(state, seat, order.card)
            events.append(Played(seat=seat, card=order.card))
    state = replace(state, left=state.left - 1)
    best = max(cards.values(), default="")
    holders = [seat for seat, card in cards.items() if card == best]
    if len(holders) != 1:
        if best:
            events.append(Tied(card=best))
        return _dealt(state, tuple(events))
    return Step(replace(state, stack=(holders[0],)), tuple(events))


def _reacted(state: State, orders: Mapping[Seat, Order]) -> Step[State]:
    """The first shield goes on the stack; if there is none, the top happens."""
    for seat, order in orders.items():
        if isinstance(order, Block):
            event = Blocked(seat=seat, against=state.stack[-1])
            state = _without(state, seat, SHIELD)
            return Step(replace(state, stack=(*state.stack, seat)), (event,))
    *rest, top = state.stack
    if rest:
        # A shield that stands undoes what lies under it.
        wasted = rest.pop()
        events: tuple[Event, ...] = (Wasted(seat=wasted),)
        state = replace(state, stack=tuple(rest))
        return Step(state, events) if rest else _dealt(state, events)
    points = {**state.points, top: state.points[top] + 1}
    state = replace(state, stack=(), points=points)
    return _dealt(state, (Scored(seat=top, points=points[top]),))


RULES = Handful()
