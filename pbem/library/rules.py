"""The rules of games that lie open: OpenSpiel's, asked through the protocol."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pbem.chance import Chance
from pbem.library import bot, play, transcripts
from pbem.library.adapter import Adapter
from pbem.library.events import Counted, DrawOffer, Moved, Passed, Swapped, Thrown
from pbem.library.play import Draw, LegalTurn, Play, Played, after
from pbem.library.styles.base import Style
from pbem.library.view import View
from pbem.protocol import (
    Bound,
    Event,
    Fault,
    Hidden,
    Options,
    Order,
    Outcome,
    SearchResult,
    Seat,
    Step,
    Transcribed,
    Unplayable,
    Window,
)

AGREED = "agreed"  #: the ending of games in which draws are offered


@dataclass(frozen=True, slots=True, kw_only=True)
class State(play.State):
    """A game that lies open, and the draw that is offered."""

    game: str  #: as the engine spells it, with its parameters
    offered: Seat = ""  #: who offers a draw
    agreed: bool = False  #: to a draw

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.agreed or bool(self.resigned or self.engine.is_terminal())


class Spiel(Adapter[State], Transcribed[State]):
    """A game in which everybody sees everything, as OpenSpiel plays it."""

    style: Style

    def __init__(self, facts: Mapping[str, Any], engine: Mapping[str, Any]) -> None:
        super().__init__(facts, engine)
        self.draws = AGREED in facts["endings"]

    def setup(
        self, seats: Sequence[Seat], options: Options, chance: Chance | None
    ) -> Step[State]:
        """Return the beginning, with dice for the first player.

        Raises Unplayable.
        """
        if len(seats) not in self.engine.counts:
            raise Unplayable(Fault("invalid.seats", given={"can": self.engine.counts}))
        game = self.engine.load(options, len(seats))
        engine = game.new_initial_state()
        state = State(seats=tuple(seats), game=str(game), engine=engine, chance=chance)
        return self._on(state, engine, ())

    def window(self, state: State) -> Window | None:
        """Return the turn of the player to move."""
        return None if state.over else Window("turn", (self._mover(state),))

    def legal(self, state: State, seat: Seat) -> Iterator[Order]:
        """Yield all turns of the player to move."""
        if not state.over and self._mover(state) == seat:
            for turn in self.style.turns(state.engine):
                yield Play(text=turn.text)

    def bind(self, state: State, seat: Seat, order: Order) -> Bound[Any]:
        """Return the turn that an order means; an order about a draw, where it can be
        given now; an order to resign as it is."""
        if not isinstance(order, Draw):
            return super().bind(state, seat, order)
        if not self.draws:
            return Bound.no(Fault("illegal.no-draws"))
        mine = state.offered == seat
        if order.verb == "offer":
            return Bound.no(Fault("illegal.draw-offered")) if mine else Bound(order)
        answers = state.offered and not mine
        return Bound(order) if answers else Bound.no(Fault("illegal.no-offer"))

    def bind_play(self, state: State, seat: Seat, order: Play) -> Bound[Any]:
        """Return the turn that an order means, or why it means none."""
        if order.offers and not self.draws:
            return Bound.no(Fault("illegal.no-draws"))
        found = self.style.bind(state.engine, order)
        faults = tuple(
            fault._replace(given=self._named(state, fault.given))
            for fault in found.faults
        )
        turn = found.order and found.order._replace(offers=order.offers)
        return Bound(turn, faults)

    def _named(self, state: State, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a fault needs for its words, with the seat of an owner."""
        owner = given.get("owner")
        return {**given, **({} if owner is None else {"owner": state.seats[owner]})}

    def explain(self, state: State, seat: Seat, order: Any) -> tuple[Event, ...]:
        """Return what an order would do."""
        if isinstance(order, Draw):
            return self.anytime(state, seat, order).events
        offer = DrawOffer(seat=seat, verb="offer")
        offers = (offer,) if getattr(order, "offers", False) else ()
        return (*super().explain(state, seat, order), *offers)

    def explain_play(self, state: State, seat: Seat, turn: Any) -> Event:
        """Return what a turn would do."""
        return self._event(state.engine, after(state.engine, turn), seat, turn)

    def resolve(self, state: State, orders: Mapping[Seat, Any]) -> Step[State]:
        """Return the position after a turn, after the dice, and after turns in which
        there is nothing to choose."""
        ((seat, turn),) = orders.items()
        engine = after(state.engine, turn)
        event = partial(self._event, state.engine, engine, seat, turn)
        events: tuple[Callable[[], Event], ...] = (event,)
        if state.offered not in ("", seat):  # who goes on has declined the draw
            declined = partial(DrawOffer, seat=seat, verb="decline", played=True)
            state, events = replace(state, offered=""), (declined, event)
        if turn.offers and not engine.is_terminal():
            events += (partial(DrawOffer, seat=seat, verb="offer"),)
            state = replace(state, offered=seat)
        return self._on(_turned(state, seat, turn), engine, events)

    def anytime(self, state: State, seat: Seat, order: Any) -> Step[State]:
        """Return that a seat has resigned, or what becomes of the offer of a draw."""
        if not isinstance(order, Draw):
            return super().anytime(state, seat, order)
        accepts = order.verb == "accept" or (order.verb == "offer" and state.offered)
        event = DrawOffer(seat=seat, verb="accept" if accepts else order.verb)
        offered = seat if event.verb == "offer" else ""
        return Step(replace(state, offered=offered, agreed=bool(accepts)), (event,))

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the position, which everybody may see."""
        mover = "" if state.over else self._mover(state)
        return View.of(state, self.style, mover, state.offered)

    def outcome(self, state: State) -> Outcome | None:
        """Return who has won, and by what."""
        return Outcome(state.seats, AGREED) if state.agreed else super().outcome(state)

    def result(self, state: State) -> Outcome:
        """Return the result of a finished game."""
        returns = state.engine.returns()
        best = [seat for at, seat in enumerate(state.seats)
                if returns[self.engine.players[at]] == max(returns)]  # fmt: skip
        return Outcome(tuple(best), self.style.ending(state.engine))

    def transcript(self, state: State, name: str) -> str:
        """Return a game as PGN or SGF, where the game has one of them."""
        if not self.engine.transcript:
            return ""
        write = {"pgn": transcripts.pgn, "sgf": transcripts.sgf}[self.engine.transcript]
        return write(self.style, state, name, self.outcome(state))

    def worth(self, state: State, seat: Seat) -> float:
        """Return what the game brought a seat, or how its position looks."""
        outcome = self.outcome(state)
        if outcome is None:
            advantage = self.style.advantage(state.engine, state.seats.index(seat))
            return 0.5 + math.atan(advantage) / math.pi
        return float(seat in outcome.winners) if len(outcome.winners) == 1 else 0.5

    def sensible(
        self, state: State, seat: Seat, orders: Sequence[Order]
    ) -> Sequence[Order]:
        """Return the orders in the sequence in which the style looks at them."""
        named = {str(order): order for order in orders}
        return [named[text] for text in self.style.sensible(state.engine, [*named])]

    def searched(
        self, state: State, seat: Seat, playouts: int, chance: Chance
    ) -> Iterator[SearchResult[Order]] | None:
        """Return the engine's own search for a turn; None where the style judges."""
        if state.over or self.style.judges or self._mover(state) != seat:
            return None
        return self._search(state, playouts, chance)

    def _search(
        self, state: State, playouts: int, chance: Chance
    ) -> Iterator[SearchResult[Order]]:
        written = {turn.actions: turn.text for turn in self.style.turns(state.engine)}
        ends: dict[str, str] = {}
        for actions, count in bot.searched(
            state.engine, playouts, chance, self.style.chains
        ):
            if actions not in written and not ends:
                # Of turns that come to the same, only one is listed.
                ends = {str(after(state.engine, LegalTurn(steps, ""))): text
                        for steps, text in written.items()}  # fmt: skip
            text = written.get(actions, "")
            text = text or ends.get(
                str(after(state.engine, LegalTurn(actions, ""))), ""
            )
            yield SearchResult(Play(text=text or next(iter(written.values()))), count)

    def _mover(self, state: State) -> Seat:
        return self._seat(state, state.engine.current_player())

    def _seat(self, state: State, player: int) -> Seat:
        return state.seats[self.engine.players.index(player)]

    def _on(
        self, state: State, engine: Any, events: tuple[Callable[[], Event], ...]
    ) -> Step[State]:
        """Return the game at the next choice of a player: dice fall before it, and a
        turn that is the only one is played."""
        while not engine.is_terminal():
            if engine.is_chance_node():
                assert state.chance is not None
                action, chance = self.style.throw(engine, state.chance)
                engine = engine.child(action)
                state = replace(state, chance=chance)
                if dice := self.style.dice(engine):
                    seat = self._seat(state, engine.current_player())
                    events += (partial(Thrown, seat=seat, dice=dice),)
                continue
            alone = len(engine.legal_actions()) == 1
            turns = tuple(self.style.turns(engine)) if alone else ()
            if len(turns) != 1:
                break
            seat = self._seat(state, engine.current_player())
            before, engine = engine, after(engine, turns[0])
            events += (partial(self._event, before, engine, seat, turns[0], True),)
            state = _turned(state, seat, turns[0])
        state = replace(state, engine=engine)
        if engine.is_terminal() and (points := self.style.points(engine)):
            named = dict(zip(state.seats, points, strict=True))
            events += (partial(Counted, points=named),)
        return Step(state, tell=lambda: tuple(make() for make in events))

    def _event(
        self,
        before: Any,
        engine: Any,
        seat: Seat,
        turn: LegalTurn,
        forced: bool = False,
    ) -> Event:
        """Return what a turn did, as an event."""
        if turn.text == "pass":
            return Passed(seat=seat, forced=forced)
        if turn.text == "swap":
            return Swapped(seat=seat)
        player = self.engine.players.index(before.current_player())
        return Moved(
            seat=seat,
            text=turn.text,
            taken=self.style.taken(before, engine, player) if self.engine.takes else 0,
            takes=self.engine.takes,
            piece=self.engine.piece,
            pieces=self.engine.pieces,
            check=self.style.check(engine),
            forced=forced,
        )


class Diced(Spiel, Hidden[State]):
    """A game with dice: nobody knows what will fall."""

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        """Return the state with other dice to come; those that fell lie open."""
        return replace(state, chance=chance)


def _turned(state: State, seat: Seat, turn: LegalTurn) -> State:
    """Return a state with a turn more on its list."""
    return replace(state, turns=(*state.turns, Played(seat, turn.text, turn.cells)))
