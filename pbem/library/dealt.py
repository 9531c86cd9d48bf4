"""The rules of games with hidden hands: OpenSpiel's, asked through the protocol."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.chance import Chance
from pbem.library import play
from pbem.library.adapter import Adapter
from pbem.library.hands import Acted, Drawn, Scored, View
from pbem.library.play import LegalTurn, Play, Played
from pbem.library.styles.secret import Orders, Secret
from pbem.protocol import (
    Bound,
    Closes,
    Event,
    Fault,
    Hidden,
    Options,
    Order,
    Outcome,
    SearchResult,
    Seat,
    Step,
    Window,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(play.State):
    """The deal that is played now, and what those before it brought."""

    deals: int  #: that are played in all
    number: int = 0  #: of deals that are over
    scores: tuple[float, ...] = ()  #: of seats, by the deals that are over
    #: All that was drawn and played in this deal: player and action, as the engine
    #: counts them.
    steps: tuple[tuple[int, int], ...] = ()

    def names(self) -> tuple[Seat, ...]:
        """Return the seats in the engine's order: another one begins each deal."""
        at = self.number % len(self.seats)
        return self.seats[at:] + self.seats[:at]

    def player(self, seat: Seat) -> int:
        """Return the engine's number of a seat."""
        return self.names().index(seat)

    def on(self, engine: Any) -> State:
        """Return the state with another state of the engine."""
        steps = tuple((one.player, one.action) for one in engine.full_history())
        return replace(self, engine=engine, steps=steps)


class Dealt(Adapter[State], Hidden[State]):
    """A game in which something is hidden from a seat."""

    style: Secret

    def __init__(self, facts: Mapping[str, Any], engine: Mapping[str, Any]) -> None:
        super().__init__(facts, engine)
        self.several = "deals" in facts.get("options", {})

    def setup(
        self, seats: Sequence[Seat], options: Options, chance: Chance | None
    ) -> Step[State]:
        """Return the first deal."""
        game = self.engine.load(options, len(seats))
        state = State(
            seats=tuple(seats),
            engine=game.new_initial_state(),
            deals=getattr(options, "deals", 1),
            scores=(0,) * len(seats),
            chance=chance,
        )
        return self._on(state, state.engine, ())

    def window(self, state: State) -> Window | None:
        """Return the turn of one player, or a sealed one of several."""
        if state.over:
            return None
        players = self.style.awaited(state.engine)
        seats = tuple(state.names()[player] for player in players)
        stage = self.style.stage(state.engine)
        if len(seats) == 1:
            return Window(stage, seats)
        ordered = tuple(seat for seat in state.seats if seat in seats)
        return Window(stage, ordered, Closes.ALL, sealed=True)

    def legal(self, state: State, seat: Seat) -> Iterator[Order]:
        """Yield what a seat may order, or some of it where that is very much."""
        for turn in self._turns(state, seat):
            yield Play(text=turn.text)

    def _turns(self, state: State, seat: Seat) -> Iterator[LegalTurn]:
        window = self.window(state)
        if window is not None and seat in window.seats:
            yield from self.style.turns(state.engine, state.player(seat))

    def bind_play(self, state: State, seat: Seat, order: Play) -> Bound[Any]:
        """Return the turn that an order means, or why it means none."""
        return self.style.bind(state.engine, state.player(seat), order)

    def explain_play(self, state: State, seat: Seat, turn: Any) -> Event:
        """Return what is ordered; what it would bring may hang on hidden things."""
        return Acted(seat=seat, text=turn.text, deed=self.style.kind(turn.text))

    def refusal(self, state: State, seat: Seat) -> Fault:
        """Return the fault: another seat is to move."""
        return Fault("illegal.not-asked")

    def default(self, state: State, seat: Seat) -> Order | None:
        """Return what a seat does that is silent at the deadline."""
        text = self.style.silent(state.engine, state.player(seat))
        return Play(text=text) if text else None

    def resolve(self, state: State, orders: Mapping[Seat, Any]) -> Step[State]:
        """Return the step after the turns of a window, up to the next choice."""
        turns = {state.player(seat): turn for seat, turn in orders.items()}
        return self._on(*self._played(state, state.engine, turns))

    def _played(
        self, state: State, before: Any, turns: Orders
    ) -> tuple[State, Any, tuple[Event, ...]]:
        """Return the state with turns on its list, the engine's after them, and what
        is told of them."""
        after = self.style.played(before, turns)
        events = tuple(self.style.events(before, after, turns, state.names()))
        listed = self.style.listed(before, after, turns)
        played = (Played(state.names()[x], text) for x, text in listed.items())
        return replace(state, turns=(*state.turns, *played)), after, events

    def _on(self, state: State, engine: Any, events: tuple[Event, ...]) -> Step[State]:
        """Return the game at the next choice of a player: what is left to chance is
        drawn, what everybody knows to be the only turn is played, and when a deal is
        over the next one begins."""
        while True:
            if engine.is_terminal():
                events += tuple(self.style.shown(engine, state.names()))
                returns = engine.returns()
                points = {seat: returns[state.player(seat)] for seat in state.seats}
                scored = self._scored(state, points)
                events += (self._score(scored, points),) if self.several else ()
                if scored.number == state.deals:
                    return Step(replace(state.on(engine), scores=scored.scores), events)
                state, engine = scored, engine.get_game().new_initial_state()
            elif engine.is_chance_node():
                assert state.chance is not None
                before = engine
                action, chance = self.style.draw(engine, state.chance)
                engine = engine.child(action)
                state = replace(state, chance=chance)
                events += tuple(self._drawn(state, before, engine))
            elif (turns := self.style.forced(engine)) is not None:
                state, engine, told = self._played(state, engine, turns)
                events += told
            else:
                return Step(state.on(engine), events)

    def _scored(self, state: State, points: Mapping[Seat, float]) -> State:
        """Return the state after a deal, with all of it forgotten."""
        scores = zip(state.scores, points.values(), strict=True)
        return replace(
            state,
            number=state.number + 1,
            scores=tuple(before + more for before, more in scores),
            turns=(),
        )

    def _score(self, state: State, points: Mapping[Seat, float]) -> Event:
        return Scored(
            points={seat: _whole(one) for seat, one in points.items()},
            totals=_totals(state),
            deals=state.deals,
            unit=self.engine.piece,
        )

    def _drawn(self, state: State, before: Any, after: Any) -> Iterator[Event]:
        """Yield the events of a draw: for a seat, once it has all of its things, or to
        everybody."""
        for player, things in self.style.dealt(before, after):
            seat = state.names()[player]
            yield Drawn(seat=seat, things=things, known_to=frozenset({seat}))
        yield from self.style.turned(before, after)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat may know: its own hand, and what lies open; when the game
        is over, all of the last deal."""
        window = self.window(state)
        player = None if seat is None else state.player(seat)
        over = window is None
        shown = self.style.seen(state.engine, player, state.names(), over)
        return View(
            asked=() if window is None else window.seats,
            deal=min(state.number + 1, state.deals),
            deals=state.deals,
            hand=shown.hand,
            holds=shown.holds,
            open=shown.open,
            facts={one: shown.facts[state.player(one)] for one in state.seats},
            totals=_totals(state),
            turns=tuple((one.seat, one.text) for one in state.turns),
            unit=self.engine.piece,
            ask=self.engine.ask,
            drawing=shown.drawing,
            listed=shown.listed,
            _boards=shown.boards,
        )

    def result(self, state: State) -> Outcome:
        """Return who has won when all deals are over."""
        totals = _totals(state)
        best = tuple(x for x in state.seats if totals[x] == max(totals.values()))
        reason = self.engine.won if len(best) == 1 else self.engine.drawn
        whole = {seat: one for seat, one in totals.items() if isinstance(one, int)}
        scored = self.style.counted and len(whole) == len(totals)
        return Outcome(best, reason, whole if scored else {})

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        """Return the state with what a seat cannot see dealt anew, and other draws."""
        if state.over:
            return state if state.chance is None else replace(state, chance=chance)
        player = None if seat is None else state.player(seat)
        engine, chance = self.style.imagined(state.engine, player, chance)
        given = None if state.chance is None else chance
        return replace(state.on(engine), chance=given)

    def truth(self, state: State) -> object:
        """Return what all seats hold, for the moderator."""
        hands = {}
        for seat in state.seats:
            player = state.player(seat)
            seen = self.style.seen(state.engine, player, state.names(), False)
            hands[seat] = ", ".join(seen.hand)
        return Secrets(hands)

    def worth(self, state: State, seat: Seat) -> float:
        """Return a seat's prospects: by what it has won, and what this deal
        promises in the world that is imagined."""
        outcome = self.outcome(state)
        if outcome is not None:
            share = len(outcome.winners)
            return (1 / share if seat in outcome.winners else 0.0) if share else 0.5
        hopes = [
            score + self.style.promise(state.engine, state.player(one))
            for one, score in zip(state.seats, state.scores, strict=True)
        ]
        mine = hopes.pop(state.seats.index(seat))
        return 0.5 + math.atan((mine - max(hopes)) / self.style.spread) / math.pi

    def sensible(
        self, state: State, seat: Seat, orders: Sequence[Order]
    ) -> Sequence[Order]:
        """Return the orders that the style finds worth a look."""
        texts = [*map(str, orders)]
        good = self.style.sensible(state.engine, state.player(seat), texts)
        return [one for one, text in zip(orders, texts, strict=True) if text in good]

    def searched(
        self, state: State, seat: Seat, playouts: int, chance: Chance
    ) -> Iterator[SearchResult[Order]] | None:
        """Return the style's own choice, such as where ships go, where it has one."""
        window = self.window(state)
        if window is None or seat not in window.seats:
            return None
        text = self.style.chosen(state.engine, state.player(seat), chance, playouts)
        if not text:
            return None
        return iter((SearchResult[Order](Play(text=text), playouts),))


@dataclass(frozen=True, slots=True)
class Secrets:
    """What the moderator sees."""

    secrets: dict[Seat, str]  #: what each seat holds


def _totals(state: State) -> dict[Seat, float]:
    """Return what each seat has won and lost in the deals that are over."""
    return dict(zip(state.seats, map(_whole, state.scores), strict=True))


def _whole(number: float) -> float:
    """Return a number as an int where it is one.

    >>> _whole(2.0), _whole(0.5)
    (2, 0.5)
    """
    return int(number) if number == int(number) else number
