"""A sketch dealt out to the seats: who does what, so that little time is lost.

Actions that touch the same platforms keep their order; the others go to
whoever holds their colour and is free first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from pbem.rules.mars.events import Interrupted, Stuck
from pbem.rules.mars.map.board import survey
from pbem.rules.mars.map.colours import COLOUR, COLOURS
from pbem.rules.mars.orders import (
    Action,
    Await,
    Build,
    Explore,
    Make,
    Move,
    Pipe,
    Plan,
    Span,
    Use,
)
from pbem.rules.mars.resolve import play
from pbem.rules.mars.state import State
from pbem.tiles.search.goals import pursue
from pbem.tiles.search.simulation import Style
from pbem.tiles.search.solo_plan import Sketch

FULL = 58  #: actions in a plan
WINDOW = 10  #: Z16: ticks between two changes of the action tile

COMPANY = (Style(), Style(long=30), Style(span=2), Style(span=60, low=70))
ALONE = (
    Style(low=90),
    Style(low=70, long=80),
    Style(low=110, long=60, switch=6),
    Style(low=80, long=30),
    Style(low=60, long=60, switch=5),
    Style(low=90, long=100, switch=3),
)


def styles(state: State) -> tuple[Style, ...]:
    """The ways to play that are worth trying."""
    return ALONE if state.solo else COMPANY


def plan_round(state: State, style: Style) -> dict[str, Plan]:
    """Plans for all seats, out of what everybody can see."""
    for span in (style.span, 2, 60):
        sketch = Sketch(state, style._replace(span=span))
        actions = pursue(sketch, style.long).actions
        if actions:
            return _dealt(state, actions, style)
    return {seat: Plan() for seat in state.seats}


def _dealt(state: State, actions: list[Action], style: Style) -> dict[str, Plan]:
    """The longest beginning of a sketch that runs through when dealt out."""
    count = len(actions)
    while count > 1:
        for guarded in (False, True):
            plans = _deal(state, actions[:count], guarded)
            if _runs(state, plans, style):
                return plans
        count = count * 2 // 3
    return _deal(state, actions[:1], False)


def _runs(state: State, plans: dict[str, Plan], style: Style) -> bool:
    """Whether plans run to their end, as far as can be known beforehand.

    Nobody knows what a tile will bring, so no tile is laid here.
    """
    if any(len(plan.actions) > FULL for plan in plans.values()):
        return False
    blind = {
        seat: Plan(tuple(_blind(action) for action in plan.actions))
        for seat, plan in plans.items()
    }
    step = play(replace(state, deck=()), blind)
    if any(isinstance(event, Stuck | Interrupted) for event in step.events):
        return False
    after = step.state
    reserve = style.low // 2 if _turnable(after) else 0
    return after.ended == "home" or after.sand > reserve


def _turnable(state: State) -> bool:
    """Whether there is a timer space left to turn the timer on."""
    fresh = [s for s in state.board.spots.values() if s.timer]
    return not state.landed and any(s.place not in state.spent for s in fresh)


def _blind(action: Action) -> Action:
    """An action as it is tried out: exploring is left out."""
    if isinstance(action, Explore):
        return replace(action, optional=True)
    return action


def _deal(state: State, actions: Sequence[Action], guarded: bool) -> dict[str, Plan]:
    before = _before(state, actions)
    owners = _owners(state, actions)
    if state.solo:
        return {
            state.seats[0]: Plan(
                tuple(islice(_alone(state, actions, before, owners), FULL))
            )
        }
    done: dict[int, int] = {}
    lines: list[list[Action]] = [[] for _ in state.seats]
    who: dict[int, int] = {}
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
                    others = (b for b in before[index] if who[b] != seat)
                    for other in others:
                        lines[seat].extend(_guards(actions[other], actions[index]))
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
    """Z16: as much as can be done with one action tile before the next."""
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
            range(len(state.hands)),
            key=lambda tile: _reach(tile, done, before, owners, WINDOW),
        )
        if not mine or (clock % WINDOW == 0 and worked and best != using):
            if best == using:
                best = owners[ready[0]][0]
            yield Use(best + 1)
            using, clock = best, -(-clock // WINDOW) * WINDOW
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
    most: int,
) -> int:
    """How many actions could be done with one action tile alone."""
    now = set(done)
    for index in range(len(before)):
        if index not in now and tile in owners[index] and before[index] <= now:
            now.add(index)
    return min(most, len(now) - len(done))


def _before(state: State, actions: Sequence[Action]) -> list[set[int]]:
    """For each action the earlier ones that it must come after."""
    last: dict[object, int] = {}
    board, domes, bridges = state.board, state.domes, state.bridges
    found = []
    for index, action in enumerate(actions):
        touched: set[object] = set()
        match action:
            case Move() | Pipe() | Span():
                touched = {board.at[action.origin], board.at[action.target]}
            case Make() | Explore():
                touched = {board.at[action.at]}
            case Build():
                number = action.at // 10
                touched = set(board.domes[number])
                domes = (*domes, number)
        if isinstance(action, Make):
            touched.add(action.pawn)
        if isinstance(action, Explore | Span | Build):
            touched |= set(COLOUR)  # pawns come back to the supply
        found.append({last[item] for item in touched if item in last})
        if isinstance(action, Build):
            # After it the site is one platform under its lowest name.
            board = survey(state.box, state.laid, bridges, domes)
        for item in touched:
            last[item] = index
    return found


def _owners(state: State, actions: Sequence[Action]) -> list[tuple[int, ...]]:
    """For each action the seats (alone: the action tiles) that may do it."""
    hands = state.hands
    sketch = Sketch(state, Style())
    found = []
    for action in actions:
        board, pawns = sketch.desk.board, sketch.desk.pawns
        colours: tuple[str, ...] = COLOURS
        match action:
            case Move():
                links = board.tracks if action.pawn == "slug" else board.roads
                colours = links[board.at[action.origin], board.at[action.target]]
            case Make():
                colours = (COLOUR[action.pawn],)
            case Explore():
                colours = (board.spots[action.at].explore,)
            case Span():
                colours = (COLOUR[pawns[board.at[action.origin]]],)
        found.append(
            tuple(i for i, hand in enumerate(hands) if set(hand) & set(colours))
        )
        sketch.do(action)
    return found


def _guards(earlier: Action, later: Action) -> Iterator[Action]:
    """What to wait for at a place that both actions touch."""
    places = {getattr(later, name, 0) for name in ("origin", "target", "at")} - {0}
    match earlier:
        case Move() | Pipe():
            if earlier.target in places and isinstance(earlier, Move):
                yield Await(earlier.pawn, earlier.target)
            elif earlier.origin in places:
                yield Await("", earlier.origin)
        case Make():
            if earlier.at in places:
                yield Await(earlier.pawn, earlier.at)
        case Explore():
            if earlier.at in places:
                yield Await("", earlier.at)
