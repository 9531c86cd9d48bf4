"""A solo plan dealt out to the seats: who does what, so that little time is lost.

Actions that touch the same platforms keep their order; the others go to
anyone who holds their colour and is free first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from pbem.protocol import Seat
from pbem.rules.mars.actions.action import Action
from pbem.rules.mars.actions.building import BuildBridge, BuildDome
from pbem.rules.mars.actions.exploring import Explore, Make
from pbem.rules.mars.actions.others import Await, Use
from pbem.rules.mars.actions.pawn_moves import Move, Pipe
from pbem.rules.mars.map.board import board_of
from pbem.rules.mars.map.colours import COLOUR, COLOURS
from pbem.rules.mars.orders import Plan
from pbem.rules.mars.resolve import run_through
from pbem.rules.mars.search.goals import pursue
from pbem.rules.mars.search.simulation import Style, low_sand
from pbem.rules.mars.search.solo_plan import SoloPlan
from pbem.rules.mars.state import SWITCH_TICKS, State

MAX_DEALT_ACTIONS = 58  #: in one seat's plan, a little below what is allowed

COMPANY = (
    Style(),
    Style(foresight=30),
    Style(bridge_cost=2),
    Style(bridge_cost=60, low_sand=70),
)
ALONE = (
    Style(low_sand=90),
    Style(low_sand=70, foresight=80),
    Style(low_sand=110, foresight=60, switch_cost=6),
    Style(low_sand=80, foresight=30),
    Style(low_sand=60, foresight=60, switch_cost=5),
    Style(low_sand=90, foresight=100, switch_cost=3),
)


def styles(state: State) -> tuple[Style, ...]:
    """Return the ways to play that are worth trying."""
    return ALONE if state.solo else COMPANY


def plan_round(state: State, style: Style) -> dict[Seat, Plan]:
    """Return plans for all seats, out of what everybody can see."""
    for bridge_cost in (style.bridge_cost, 2, 60):
        solo = SoloPlan(state, style._replace(bridge_cost=bridge_cost))
        actions = pursue(solo, style.foresight).actions
        if actions:
            return _dealt(state, actions, style)
    return {seat: Plan() for seat in state.seats}


def _dealt(state: State, actions: list[Action], style: Style) -> dict[Seat, Plan]:
    """Return the longest beginning of a plan that runs through when dealt out."""
    count = len(actions)
    while count > 1:
        for guarded in (False, True):
            plans = _deal(state, actions[:count], guarded)
            if _runs(state, plans, style):
                return plans
        count = count * 2 // 3
    return _deal(state, actions[:1], False)


def _runs(state: State, plans: dict[Seat, Plan], style: Style) -> bool:
    """Return whether plans run to their end, as far as can be known beforehand.

    Nobody knows what a tile will bring, so no tile is laid here.
    """
    if any(len(plan.actions) > MAX_DEALT_ACTIONS for plan in plans.values()):
        return False
    blind = {
        seat: Plan(tuple(_blind(action) for action in plan.actions))
        for seat, plan in plans.items()
    }
    after = run_through(replace(state, deck=()), blind)
    if after is None:
        return False
    reserve = low_sand(state.settings, style) // 2 if _turnable(after) else 0
    return after.ended == "home" or after.sand > reserve


def _turnable(state: State) -> bool:
    """Return whether there is a timer space left to turn the timer on."""
    timers = [spot for spot in state.board.spots.values() if spot.timer]
    return not state.landed and any(s.place not in state.spent for s in timers)


def _blind(action: Action) -> Action:
    """Return an action as it is tried out: exploring is left out."""
    return replace(action, optional=True) if isinstance(action, Explore) else action


def _deal(state: State, actions: Sequence[Action], guarded: bool) -> dict[Seat, Plan]:
    """Return the actions dealt to the seats; `guarded`: they wait for each other."""
    before = _before(state, actions)
    owners = _owners(state, actions)
    if state.solo:
        line = islice(_alone(state, actions, before, owners), MAX_DEALT_ACTIONS)
        return {state.seats[0]: Plan(tuple(line))}
    done: dict[int, int] = {}
    who: dict[int, int] = {}
    lines: list[list[Action]] = [[] for _ in state.seats]
    tick = 0
    while len(done) < len(actions):
        tick += 1
        ready = [
            index
            for index in range(len(actions))
            if index not in done
            and all(done.get(b, tick) < tick for b in before[index])
        ]
        busy: set[int] = set()
        for index in ready:
            free = [seat for seat in owners[index] if seat not in busy]
            if free:
                seat = min(free, key=lambda seat: len(lines[seat]))
                if guarded:
                    for other in sorted(before[index]):
                        if who[other] != seat:
                            lines[seat] += _guards(actions[other], actions[index])
                lines[seat].append(actions[index])
                busy.add(seat)
                done[index] = tick
                who[index] = seat
    return {
        seat: Plan(tuple(line)) for seat, line in zip(state.seats, lines, strict=True)
    }


def _alone(
    state: State,
    actions: Sequence[Action],
    before: list[set[int]],
    owners: list[tuple[int, ...]],
) -> Iterator[Action]:
    """Yield as much as can be done with one action tile before the next (Z16)."""
    done: set[int] = set()
    using, clock, worked = state.using, state.clock, 0
    while len(done) < len(actions):
        ready = [
            index
            for index in range(len(actions))
            if index not in done and before[index] <= done
        ]
        mine = [index for index in ready if using in owners[index]]
        best = max(
            range(len(state.hands)), key=lambda tile: _reach(tile, done, before, owners)
        )
        if not mine or (clock % SWITCH_TICKS == 0 and worked and best != using):
            if best == using:
                best = owners[ready[0]][0]
            yield Use(best + 1)
            using, clock = best, -(-clock // SWITCH_TICKS) * SWITCH_TICKS
            worked = 0
            mine = [index for index in ready if using in owners[index]]
            if not mine:
                continue
        yield actions[mine[0]]
        done.add(mine[0])
        clock += 1
        worked += 1


def _reach(
    tile: int,
    done: set[int],
    before: list[set[int]],
    owners: list[tuple[int, ...]],
) -> int:
    """Return how many actions one action tile could do before it can be changed."""
    now = set(done)
    for index in range(len(before)):
        if index not in now and tile in owners[index] and before[index] <= now:
            now.add(index)
    return min(SWITCH_TICKS, len(now) - len(done))


def _before(state: State, actions: Sequence[Action]) -> list[set[int]]:
    """Return for each action the earlier ones that it must come after."""
    last: dict[object, int] = {}
    board, domes, bridges = state.board, state.domes, state.bridges
    found = []
    for index, action in enumerate(actions):
        touched: set[object] = set()
        match action:
            case Move() | Pipe() | BuildBridge():
                touched = {board.at[action.origin], board.at[action.target]}
            case Make() | Explore():
                touched = {board.at[action.at]}
            case BuildDome():
                number = action.at // 10
                touched = set(board.domes[number])
                domes = (*domes, number)
        if isinstance(action, Make):
            touched.add(action.pawn)
        if isinstance(action, Explore | BuildBridge | BuildDome):
            touched |= set(COLOUR)  # pawns come back to the supply
        found.append({last[item] for item in touched if item in last})
        if isinstance(action, BuildDome):
            # After it the site is one platform under its lowest name.
            board = board_of(state.box, state.laid, bridges, domes)
        for item in touched:
            last[item] = index
    return found


def _owners(state: State, actions: Sequence[Action]) -> list[tuple[int, ...]]:
    """Return for each action the seats (alone: the action tiles) that may do it."""
    solo = SoloPlan(state, Style())
    found = []
    for action in actions:
        board, pawns = solo.table.board, solo.table.pawns
        colours: tuple[str, ...] = COLOURS
        match action:
            case Move():
                ends = board.at[action.origin], board.at[action.target]
                colours = board.links(action.pawn)[ends]
            case Make():
                colours = (COLOUR[action.pawn],)
            case Explore():
                colours = (board.spots[action.at].explore,)
            case BuildBridge():
                colours = (COLOUR[pawns[board.at[action.origin]]],)
        found.append(
            tuple(i for i, hand in enumerate(state.hands) if set(hand) & set(colours))
        )
        solo.do(action)
    return found


def _guards(earlier: Action, later: Action) -> Iterator[Action]:
    """Yield what to wait for at a place that both actions touch."""
    places = {getattr(later, name, 0) for name in ("origin", "target", "at")} - {0}
    match earlier:
        case Move() if earlier.target in places:
            yield Await(earlier.pawn, earlier.target)
        case Move() | Pipe() if earlier.origin in places:
            yield Await("", earlier.origin)
        case Make() if earlier.at in places:
            yield Await(earlier.pawn, earlier.at)
        case Explore() if earlier.at in places:
            yield Await("", earlier.at)
