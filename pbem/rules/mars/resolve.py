"""The tick engine: sealed plans run together until nobody can go on.

At each tick every seat does at most one action, the first seat being the next
one round the table each time, so that no name wins every tie (Z1). What
cannot be done yet waits. A tick in which somebody acts takes one of sand; one
in which nobody can ends the round (Z20), and so does the turning of the timer
(Z21). Communication is no action: it is carried out on arrival.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pbem.protocol import Event, Seat, Step
from pbem.rules.mars.actions.action import Action
from pbem.rules.mars.actions.others import Await, Pause, Use
from pbem.rules.mars.actions.table import Blocked, RoundState
from pbem.rules.mars.binding import AnyBound
from pbem.rules.mars.events import (
    CameHome,
    Interrupted,
    Nudged,
    Opened,
    Pointed,
    RanOut,
    RoundEnded,
    Skipped,
    Stared,
    Stuck,
    Talked,
)
from pbem.rules.mars.map.places import spell
from pbem.rules.mars.orders import Nudge, Plan, Point, Stare, Talk
from pbem.rules.mars.state import TRAIL_ROUNDS, State, Trail

MAX_SIGNS = 40  #: communications that the table remembers until the next round


class _Progress:
    """One seat's plan as it is worked through."""

    __slots__ = ("at", "blocked", "end", "plan", "rested", "seat", "since")

    def __init__(self, seat: Seat, plan: tuple[Action, ...]) -> None:
        self.seat = seat
        self.plan = plan
        self.end = len(plan)
        self.at = 0  #: actions that are done
        self.since = 0  #: the tick since which it waits; 0: it does not
        self.rested = 0  #: ticks of a pause that are over
        self.blocked: Blocked | None = None  #: why it waits

    def go_on(self) -> None:
        """Turn to the next action."""
        self.at += 1
        self.since = self.rested = 0


def resolve_round(state: State, orders: Mapping[Seat, AnyBound]) -> Step[State]:
    """Resolve a round: carry out all plans tick by tick until they end or the sand runs
    out, and open the next round or end the game."""
    table, progress = _laid_out(state, orders)
    ended = _run(table, progress)
    after = _close(table, progress, ended)
    return Step(after, tuple(table.events))


def run_through(state: State, orders: Mapping[Seat, AnyBound]) -> State | None:
    """Return the state after plans that meet no obstacle; None where one does."""
    table, progress = _laid_out(state, orders)
    ended = _run(table, progress)
    if not ended and any(one.at < one.end for one in progress):
        return None
    return _close(table, progress, ended)


def stages(state: State, orders: Mapping[Seat, AnyBound]) -> Iterator[Step[State]]:
    """Yield the table after each tick of a round in which something happened."""
    table, progress = _laid_out(state, orders)
    count = 0
    for _ in _ticks(table, progress):
        if len(table.events) > count:
            table.trail = _trail(table)
            yield Step(table.packed(), tuple(table.events[count:]))
            count = len(table.events)


def _ticks(table: RoundState, progress: list[_Progress]) -> Iterator[str]:
    """Run tick after tick, and yield after each how the game ended, or ""."""
    ended = ""
    while not ended and not table.flipped and _tick(table, progress):
        ended = _verdict(table)
        yield ended


def _run(table: RoundState, progress: list[_Progress]) -> str:
    """Run all ticks, and return how the game ended, or ""."""
    return "".join(_ticks(table, progress))  # only the last can end it


def _laid_out(
    state: State, orders: Mapping[Seat, AnyBound]
) -> tuple[RoundState, list[_Progress]]:
    """Return the table of a round, and the plan of each seat."""
    progress = []
    for seat in state.seats:
        order = orders.get(seat)
        plan = order.actions if isinstance(order, Plan) else ()
        progress.append(_Progress(seat, plan))
    return RoundState(state), progress


def _trail(table: RoundState) -> Trail:
    """Return the walks of the last rounds and of this one so far."""
    walks = tuple([(pawn, tuple(path)) for pawn, path in table.walks])
    return (*table.start.trail, (table.start.round, walks))[-TRAIL_ROUNDS:]


def _tick(table: RoundState, progress: list[_Progress]) -> bool:
    """Run one tick; return False when nobody could do anything in it."""
    table.tick += 1
    first = table.clock % len(progress)  # Z1
    acted = passing = False  # passing: time goes by even if nobody acts
    for one in progress[first:] + progress[:first] if first else progress:
        if one.at == one.end:
            continue
        did = _try(table, one)
        if did:
            acted = True
            if table.flipped or (table.landed and _home(table)):
                break
        elif did is None:
            passing = True
    if acted:
        table.acted = True
    elif not passing:
        table.tick -= 1
        return False
    return True


def _try(table: RoundState, one: _Progress) -> bool | None:
    """Try a seat's next action, and return whether it was done.

    None: it waits, and time must pass.
    """
    plan, end = one.plan, one.end
    while one.at < end:
        action = plan[one.at]
        if type(action) is Pause:
            if one.rested < action.ticks:
                one.rested += 1
                return None
            one.go_on()
            continue
        blocked = action.perform(table, one.seat)
        if blocked is None:
            one.go_on()
            if not action.free:
                return True
        elif action.optional or blocked.forever:
            one.go_on()
            if type(action) is not Await:  # it would be a free word to all (Z32)
                event = _skipped(table.tick, one.seat, action, blocked)
                table.events.append(event)
        else:
            one.since = one.since or table.tick
            one.blocked = blocked
            return None if type(action) is Use else False  # Z16: the clock runs on
    return False


def _skipped(tick: int, seat: Seat, action: Action, blocked: Blocked) -> Event:
    """Return the event of an action that is left out (Z31).

    Of one that need not be done nobody else is told: it costs nothing, and would be
    talk (Z32).
    """
    return Skipped(
        known_to=frozenset({seat}) if action.optional else None,
        tick=tick,
        seat=seat,
        part=action.words,
        why=blocked.why,
        place=spell(blocked.place),
        pawn=blocked.pawn,
    )


def _home(table: RoundState) -> bool:
    """Return whether every dome holds a colonist, once they have landed (Z12)."""
    board = table.board
    return all(
        table.pawns.get(board.at[board.domes[number][0]]) == "colonist"
        for number in table.domes
    )


def _verdict(table: RoundState) -> str:
    """Return how a tick ends the game: it takes its sand, but winning is first (Z12).

    An empty string means that it does not.
    """
    if table.landed and _home(table):
        return "home"
    table.clock += 1
    if table.sand > 0:  # a full timer turned over is empty
        table.sand -= 1
    return "" if table.sand else "sand"


def _close(table: RoundState, progress: list[_Progress], ended: str) -> State:
    """Note what was left undone, and take the least that a round takes (Z20)."""
    state = table.start
    rest = 0
    if not ended:
        for one in progress:
            if one.at < one.end:
                table.events.append(_left(table.tick, table.flipped, one))
        rest = min(max(0, table.settings.rest - table.tick), table.sand)
        table.sand -= rest
        table.clock += rest
        ended = "" if table.sand else "sand"
    tick, sand = table.tick, table.sand
    event = RoundEnded(round=state.round, ticks=tick, rest=rest, sand=sand)
    table.events.append(event)
    if ended == "home":
        table.events.append(CameHome(tick=tick, sand=sand))
    elif ended:
        table.events.append(RanOut(tick=tick))
    table.round += not ended
    table.talking = table.flipped or (state.talking and not table.acted)  # Z21, Z28
    table.trail, table.signs, table.ended = _trail(table), (), ended
    return table.packed()


def _left(tick: int, flipped: bool, one: _Progress) -> Event:
    """Return the event of what a seat never got to do, and why."""
    part, left = one.plan[one.at].words, one.end - one.at - 1
    if flipped and not one.since:
        return Interrupted(seat=one.seat, part=part, left=left)
    blocked = one.blocked or Blocked("")
    return Stuck(
        tick=one.since or tick,
        seat=one.seat,
        part=part,
        why=blocked.why,
        place=spell(blocked.place),
        pawn=blocked.pawn,
        left=left,
    )


def carry_out(state: State, seat: Seat, order: AnyBound) -> Step[State]:
    """Carry communication out on arrival; all see it until the next round (Z27)."""
    event: Event
    if isinstance(order, Talk):
        cost = state.talk_price  # Z22
        state = replace(state, sand=state.sand - cost, clock=state.clock + cost)
        event = Talked(seat=seat, words=order.words, price=cost, sand=state.sand)
        sign = ("talk", seat, order.words)
    elif isinstance(order, Stare):
        event, sign = Stared(seat=seat, at=order.at), ("stare", seat, order.at)
    elif isinstance(order, Nudge):
        state = replace(state, before=order.at, icon="")
        event, sign = Nudged(seat=seat, at=order.at), ("nudge", seat, order.at)
    elif isinstance(order, Point):
        state = replace(state, before="", icon=order.icon)
        event = Pointed(seat=seat, icon=order.icon)
        sign = ("point", seat, order.icon)
    else:
        state = replace(state, wild=state.wild - 1, talking=True)  # Z9
        event = Opened(seat=seat, wild=state.wild)
        sign = ("open", seat, "")
    return Step(replace(state, signs=(*state.signs, sign)[-MAX_SIGNS:]), (event,))
