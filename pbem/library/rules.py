"""The rules of a game of the library: OpenSpiel's, asked through the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

import msgspec

from pbem.chance import Chance
from pbem.kit.turns import Resign
from pbem.library import bot, transcripts
from pbem.library.engine import Engine, terms
from pbem.library.events import Counted, Moved, Passed, Swapped, Thrown
from pbem.library.play import Left, LegalTurn, Play, Played, State
from pbem.library.styles.base import Style
from pbem.library.view import View
from pbem.protocol import (
    Anytime,
    Bound,
    Event,
    Hidden,
    Judged,
    Options,
    Order,
    Outcome,
    Rules,
    SearchResult,
    Seat,
    Step,
    Transcribed,
    Window,
)


class Spiel(
    Rules[Options, State, Order, Any],
    Anytime[State, Any],
    Judged[State, Order],
    Transcribed[State],
):
    """A game in which everybody sees everything, as OpenSpiel plays it."""

    def __init__(self, facts: Mapping[str, Any], engine: Mapping[str, Any]) -> None:
        self.engine = msgspec.convert(engine, Engine)
        self.options = terms(facts.get("options", {}))
        self.endings = tuple(facts["endings"])
        module = import_module(f"pbem.library.styles.{self.engine.style}")
        self.style: Style = module.Style(self.engine)
        self.readers = self.style.readers

    def setup(
        self, seats: Sequence[Seat], options: Options, chance: Chance | None
    ) -> Step[State]:
        """Return the beginning, with dice for the first player."""
        game = self.engine.load(options)
        engine = game.new_initial_state()
        state = State(tuple(seats), str(game), engine, chance=chance)
        return self._on(state, engine, ())

    def window(self, state: State) -> Window | None:
        """Return the turn of the player to move."""
        if state.resigned or state.engine.is_terminal():
            return None
        return Window("turn", (self._mover(state),))

    def legal(self, state: State, seat: Seat) -> Iterator[Order]:
        """Yield all turns of the player to move."""
        if self.window(state) is not None and self._mover(state) == seat:
            for turn in self.style.turns(state.engine):
                yield Play(text=turn.text)

    def bind(self, state: State, seat: Seat, order: Order) -> Bound[Any]:
        """Return the turn that an order means; an order to resign as it is."""
        if not isinstance(order, Play):
            return Bound(order)
        found = self.style.bind(state.engine, order)
        faults = tuple(
            fault._replace(given=self._named(state, fault.given))
            for fault in found.faults
        )
        return Bound(found.order, faults)

    def _named(self, state: State, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a fault needs for its words, with the seat of an owner."""
        owner = given.get("owner")
        return {**given, **({} if owner is None else {"owner": state.seats[owner]})}

    def explain(self, state: State, seat: Seat, order: Any) -> tuple[Event, ...]:
        """Return what the turn would do."""
        if isinstance(order, Resign):
            return (Left(seat=seat),)
        engine = _after(state.engine, order)
        return (self._event(state.engine, engine, seat, order),)

    def resolve(self, state: State, orders: Mapping[Seat, Any]) -> Step[State]:
        """Return the position after a turn, after the dice, and after turns in which
        there is nothing to choose."""
        ((seat, turn),) = orders.items()
        engine = _after(state.engine, turn)
        event = partial(self._event, state.engine, engine, seat, turn)
        return self._on(_turned(state, seat, turn), engine, (event,))

    def anytime(self, state: State, seat: Seat, order: Any) -> Step[State]:
        """Return that a seat has resigned."""
        return Step(replace(state, resigned=seat), (Left(seat=seat),))

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the position, which everybody may see."""
        over = self.window(state) is None
        return View.of(
            self.engine, state, self.style, "" if over else self._mover(state)
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return who has won, and by what."""
        if state.resigned:
            others = tuple(seat for seat in state.seats if seat != state.resigned)
            return Outcome(others, "resigned")
        if not state.engine.is_terminal():
            return None
        returns = [state.engine.returns()[player] for player in self.engine.players]
        best = [x for x, one in zip(state.seats, returns, strict=True)
                if one == max(returns)]  # fmt: skip
        return Outcome(tuple(best), self.style.ending(state.engine))

    def transcript(self, state: State, name: str) -> str:
        """Return a game as PGN or SGF, where the game has one of them."""
        if not self.engine.transcript:
            return ""
        write = {"pgn": transcripts.pgn, "sgf": transcripts.sgf}[self.engine.transcript]
        return write(self.style, state, name, self.outcome(state))

    def worth(self, state: State, seat: Seat) -> float:
        """Return how well a seat stands, once the game is over."""
        outcome = self.outcome(state)
        if outcome is None or len(outcome.winners) != 1:
            return 0.5
        return float(seat in outcome.winners)

    def searched(
        self, state: State, seat: Seat, playouts: int, chance: Chance
    ) -> Iterator[SearchResult[Order]] | None:
        """Return the engine's own search for a turn."""
        if self.window(state) is None or self._mover(state) != seat:
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
                ends = {str(_after(state.engine, LegalTurn(steps, ""))): text
                        for steps, text in written.items()}  # fmt: skip
            text = written.get(actions, "")
            text = text or ends.get(
                str(_after(state.engine, LegalTurn(actions, ""))), ""
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
            turns = tuple(self.style.turns(engine)) if _forced(engine) else ()
            if len(turns) != 1:
                break
            seat = self._seat(state, engine.current_player())
            after = _after(engine, turns[0])
            events += (partial(self._event, engine, after, seat, turns[0], True),)
            state, engine = _turned(state, seat, turns[0]), after
        state = replace(state, engine=engine)
        if engine.is_terminal() and (points := self.style.points(engine)):
            named = dict(zip(state.seats, points, strict=True))
            events += (partial(Counted, points=named),)
        return Step(state, tell=lambda: tuple(make() for make in events))

    def _event(
        self, before: Any, after: Any, seat: Seat, turn: LegalTurn, forced: bool = False
    ) -> Event:
        """Return what a turn did, in what is told of it."""
        if turn.text == "pass":
            return Passed(seat=seat, forced=forced)
        if turn.text == "swap":
            return Swapped(seat=seat)
        player = self.engine.players.index(before.current_player())
        return Moved(
            seat=seat,
            text=turn.text,
            taken=self.style.taken(before, after, player),
            takes=self.engine.takes,
            piece=self.engine.piece,
            pieces=self.engine.pieces,
            check=self.style.check(after),
            forced=forced,
        )


class Diced(Spiel, Hidden[State]):
    """A game with dice: nobody knows what will fall."""

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        """Return the state with other dice to come; those that fell lie open."""
        return replace(state, chance=chance)


def _forced(engine: Any) -> bool:
    """Return whether the first step of a turn is the only one."""
    return len(engine.legal_actions()) == 1


def _after(engine: Any, turn: LegalTurn) -> Any:
    """Return the engine's state after a turn."""
    engine = engine.clone()
    for action in turn.actions:
        engine.apply_action(action)
    return engine


def _turned(state: State, seat: Seat, turn: LegalTurn) -> State:
    """Return a state with a turn more on its list."""
    return replace(state, turns=(*state.turns, Played(seat, *turn[1:])))
