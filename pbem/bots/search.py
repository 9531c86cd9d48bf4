"""One search for all games: Monte Carlo over worlds that a seat cannot tell apart.

It asks the rules what a player could ask: what may be ordered (`legal`), what could be
hidden (`imagine`), what would come of it (`bind`, `resolve`). A game may judge
positions (`Judged`); where none does, a random game from there on is the judgement.
Where its first guesses are good play, they take the place of the tree (`rehearsal.py`).
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

from pbem.bots.levels import Level
from pbem.bots.rehearsal import Rehearsal, listed, won, worthwhile
from pbem.bots.tree import Choices, Node, Span, TreeStep
from pbem.chance import Chance, Imagined
from pbem.protocol import (
    AnyRules,
    Closes,
    Hidden,
    Judged,
    Order,
    SearchResult,
    Seat,
    Window,
)

MAX_LOOKED = 400  #: orders of the open window, chosen at random where there are more
MAX_DEEPER = 60  #: that are checked in positions behind it
MAX_WORLDS = 64  #: that are dealt for one order
MAX_BEYOND = 8  #: windows that are played by first guesses
MAX_RANDOM = 60  #: windows of a random game that judges a position


class Decision(NamedTuple):
    """What a bot has decided to send."""

    order: Order | None = None  #: None: there is nothing that the seat could do
    playouts: int = 0
    cut: bool = False  #: the seconds were over before the playouts


def think(
    rules: AnyRules,
    state: Any,
    seat: Seat,
    level: Level,
    seed: bytes,
    spent: Callable[[], float] | None = None,
) -> Decision:
    """Return what a seat of the open window should do.

    The same seed and level give the same order, unless `spent`, a clock of processor
    time in seconds, says that the time is over; None: it may take any time. Nothing
    hidden from the seat in `state` makes a difference.
    """
    over = _over(level.seconds, spent)
    luck = random.Random(hashlib.sha256(seed + seat.encode()).digest())
    # What is dealt must not hang on who asks: a team finds the same plan (Mars).
    key = hashlib.sha256(b"pbem bot worlds\n" + seed).digest()
    deal = partial(_world, rules, state, seat, key)
    # A bot that waits for its answer deals a world once, not in each playout of it.
    world = cache(deal)
    if isinstance(rules, Judged):
        steps = rules.searched(world(0), seat, level.playouts, Chance(key))
        if steps is not None:
            return _followed(steps, level, over)
    search = _Search(rules, seat, luck)
    window = rules.window(world(0))
    if window is None or seat not in window.seats:
        return Decision(None)
    choices = search.choices(world(0), seat, MAX_LOOKED)
    search.root.choices[seat] = choices
    # Where nobody may learn who has answered, an answer at once would tell of an empty
    # hand; without a clock there is nobody who waits for it.
    if len(choices.untried) < 2 and not (window.discreet and spent is not None):
        return Decision(choices.untried[0] if choices.untried else None)
    alone = window.closes is Closes.FIRST
    if isinstance(rules, Judged) and rules.rehearsed and (alone or window.interrupts):
        rehearsal = Rehearsal(rules, rules, seat, deal)
        playouts = worthwhile(level.playouts)
        return Decision(*rehearsal.run(choices.untried[::-1], playouts, over))
    if alone:
        search.look(choices, world(0), level.playouts, over)
    many = min(MAX_WORLDS, max(1, level.playouts // 2))
    done, cut = 0, False
    while done < level.playouts and not cut:
        search.playout(world(done % many))
        done += 1
        cut = over()
    best = choices.best() if alone else choices.drawn(luck)
    return Decision(best.order if best else None, done, cut and done < level.playouts)


def _over(seconds: float, spent: Callable[[], float] | None) -> Callable[[], bool]:
    """Return what tells whether so many seconds have gone from now on."""
    if spent is None:
        return lambda: False
    begun = spent()
    return lambda: spent() - begun > seconds


def _followed(
    steps: Iterator[SearchResult[Order]], level: Level, over: Callable[[], bool]
) -> Decision:
    """Return what the game's own search comes to, or has come to when time is over."""
    decision = Decision()
    for order, done in steps:
        cut = done < level.playouts and over()
        decision = Decision(order, done, cut)
        if cut:
            break
    return decision


def _world(rules: AnyRules, state: Any, seat: Seat, key: bytes, number: int) -> Any:
    """Return the state as it could be, in a way of its own for each number."""
    if not isinstance(rules, Hidden):
        return state
    return rules.imagine(state, seat, Imagined(key + number.to_bytes(2, "big")))


class _Search:
    """A tree that grows playout by playout."""

    def __init__(self, rules: AnyRules, seat: Seat, luck: random.Random) -> None:
        self.rules, self.seat, self.luck = rules, seat, luck
        self.judge = rules if isinstance(rules, Judged) else None
        self.root = Node()
        self.spans: dict[Seat, Span] = {}

    def choices(self, state: Any, seat: Seat, most: int) -> Choices:
        """Return at most `most` random orders of a seat in a state, narrowed by the
        game's own judgement; its default order where it has none."""
        orders = listed(self.rules, state, seat)
        orders = self.luck.sample(orders, min(len(orders), most))
        if self.judge is not None and len(orders) > 1:
            orders = self.judge.sensible(state, seat, orders)
        if not orders:
            left = self.rules.default(state, seat)
            orders = [left] if left is not None else []
        return Choices.of(orders)

    def look(
        self, choices: Choices, state: Any, most: int, over: Callable[[], bool]
    ) -> None:
        """Evaluate each of the last `most` untried orders by the state right after it,
        and sort them, the best last, so that it is tried first. Stops when time is
        over."""
        rules, seat = self.rules, self.seat
        if self.judge is None:
            return
        looked: list[tuple[float, int, Order]] = []
        for number, order in reversed([*enumerate(choices.untried[-most:])]):
            bound, worth = rules.bind(state, seat, order).order, 0.0
            if bound is not None:
                after = rules.resolve(state, {seat: bound}).state
                worth = self._worth(after, {seat})[seat]
            looked.append((worth, number, order))
            if over():
                break
        looked.sort(key=lambda one: one[:2])
        choices.untried[-len(looked) :] = [order for _, _, order in looked]
        choices.promised = {str(order): worth for worth, _, order in looked}

    def playout(self, state: Any) -> None:
        """Play one world some windows on, and remember what it came to.

        It ends where the tree does, but not before everybody else has answered: only
        positions that are alike in who is to move can be compared. Beyond the tree
        everybody takes the first guess.
        """
        rules, steps = self.rules, list[TreeStep]()
        node: Node | None = self.root
        beyond = 0
        while (window := rules.window(state)) is not None:
            if steps and not window.interrupts and self._settled(window, node, beyond):
                break
            beyond += node is None
            new_steps, orders = self._answers(node or Node(), state, window)
            if not orders:
                break
            state = rules.resolve(state, orders).state
            if node is not None:
                steps += new_steps
                node = node.child(new_steps)
        worth = self._worth(state, {step.seat for step in steps})
        for seat, found in worth.items():
            self.spans.setdefault(seat, Span()).meet(found)
        for step in steps:
            step.choices.learn(step.arm, worth[step.seat])

    def _settled(self, window: Window, node: Node | None, beyond: int) -> bool:
        """Return whether a position is to be judged, and not played on."""
        if window.closes is not Closes.FIRST:
            return True
        return node is None and (self.seat in window.seats or beyond >= MAX_BEYOND)

    def _answers(
        self, node: Node, state: Any, window: Window
    ) -> tuple[list[TreeStep], dict[Seat, Any]]:
        """Return what each seat of a window tries, and these orders bound."""
        new_steps: list[TreeStep] = []
        orders: dict[Seat, Any] = {}
        alone = window.closes is Closes.FIRST
        seats = window.seats
        if alone:
            seats = (self.seat if self.seat in seats else seats[0],)
        for seat in seats:
            choices = node.choices.get(seat)
            if choices is None:
                choices = self.choices(state, seat, MAX_DEEPER)
                node.choices[seat] = choices
            span = self.spans.setdefault(seat, Span())

            def bind(order: Order, seat: Seat = seat) -> Any:
                return self.rules.bind(state, seat, order).order

            picked = choices.pick(span, bind)
            if picked is None:
                # In this world the seat has other cards than in those before it.
                choices.untried += self.choices(state, seat, MAX_DEEPER).untried
                picked = choices.pick(span, bind)
            if picked is None:
                return new_steps, {}
            arm, orders[seat] = picked
            new_steps.append(TreeStep(seat, choices, arm))
        return new_steps, orders

    def _worth(self, state: Any, seats: set[Seat]) -> dict[Seat, float]:
        """Return how well seats are in a state."""
        if self.judge is None:
            state = self._played_out(state)
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return {seat: won(self.rules, outcome, seat) for seat in seats}
        if self.judge is None:
            return dict.fromkeys(seats, 0.5)
        return {seat: self.judge.worth(state, seat) for seat in seats}

    def _played_out(self, state: Any) -> Any:
        """Return how a random game from a state on stands after a while."""
        rules, luck = self.rules, self.luck
        for _ in range(MAX_RANDOM):
            window = rules.window(state)
            if window is None:
                break
            orders: dict[Seat, Any] = {}
            alone = window.closes is Closes.FIRST
            for seat in window.seats[:1] if alone else window.seats:
                legal = listed(rules, state, seat)
                order = luck.choice(legal) if legal else rules.default(state, seat)
                if order is None:
                    return state
                orders[seat] = rules.bind(state, seat, order).order
            state = rules.resolve(state, orders).state
        return state
