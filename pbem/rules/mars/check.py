"""What is wrong with an order before anything happens.

A plan is refused for what can never be: places that are not there, colours
that are not one's own, roads that no bridge will make (Z23). What may come in
time (a pawn, a free platform, a bridge) is left to the round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pbem.protocol import Fault, Seat
from pbem.rules.mars.actions.actions import (
    Action,
    Await,
    BuildBridge,
    BuildDome,
    Explore,
    Make,
    Move,
    Pause,
    Pipe,
    Transmute,
    Use,
)
from pbem.rules.mars.map.board import Board, spell
from pbem.rules.mars.map.colours import COLOUR, RESOURCE
from pbem.rules.mars.orders import Communicate, Communication, Nudge, Plan, Stare, Talk
from pbem.rules.mars.state import State

MAX_PLAN_ACTIONS = 60  #: Z23
MAX_PAUSE_TICKS = 60
MAX_TALK_CHARACTERS = 1000


@dataclass(slots=True)
class _Asker:
    """Who asks for what: the state, and the action tile in hand just then."""

    state: State
    board: Board
    hand: tuple[str, ...]

    def not_yours(self, colour: str, **given: Any) -> Fault:
        """Return the fault of using a colour that somebody else holds."""
        owners = self.state.owners(colour)
        tiles = tuple(
            number
            for number, hand in enumerate(self.state.hands, 1)
            if self.state.solo and colour in hand
        )
        yours = {"colour": colour, "owners": owners, "tiles": tiles, **given}
        return Fault("illegal.not-yours", given={**yours, "hand": self.hand})


def check_plan(state: State, seat: Seat, plan: Plan) -> tuple[Fault, ...]:
    """Return all that is wrong with a plan, each fault with its place (Z23)."""
    if len(plan.actions) > MAX_PLAN_ACTIONS:
        given = {"most": MAX_PLAN_ACTIONS, "found": len(plan.actions)}
        return (Fault("illegal.too-many", given=given),)
    asker = _Asker(state, state.board, state.hand(seat))
    faults = []
    for action in plan.actions:
        for fault in _faults(asker, action):
            faults.append(Fault(fault.code, action.span, fault.given))
        if isinstance(action, Use) and 1 <= action.tile <= len(state.hands):
            asker.hand = state.hands[action.tile - 1]
    return tuple(faults)


def _faults(asker: _Asker, action: Action) -> Iterator[Fault]:
    for place in _places(action):
        if place and place not in asker.board.at:
            yield _off_map(asker, place)
            return
    match action:
        case Move():
            yield from _move(asker, action)
        case Make():
            yield from _make(asker, action)
        case Explore():
            yield from _explore(asker, action)
        case BuildBridge():
            yield from _build_bridge(asker, action)
        case BuildDome():
            yield from _build_dome(asker, action)
        case Pipe():
            yield from _pipe(asker, action)
        case Transmute():
            yield from _tokens(asker, "wild")
            yield from _resource(asker, action.into)
        case Pause() if not 1 <= action.ticks <= MAX_PAUSE_TICKS:
            given = {"found": action.ticks, "most": MAX_PAUSE_TICKS}
            yield Fault("illegal.pause", given=given)
        case Use():
            yield from _use(asker, action)


def _places(action: Action) -> tuple[int, ...]:
    """Return the places that an action names; 0 is none."""
    match action:
        case Move() | Pipe() | BuildBridge():
            return (action.origin, action.target)
        case Explore():
            return (action.at, *action.dump)
        case Make() | BuildDome() | Transmute() | Await():
            return (action.at,)
    return ()


def _off_map(asker: _Asker, place: int) -> Fault:
    """Return the fault of a place that is not on the map."""
    tile, tiles = place // 10, len(asker.state.laid)
    if not 1 <= tile <= tiles:
        return Fault("illegal.no-tile", given={"tile": f"T{tile}", "tiles": tiles})
    there = tuple(spell(p) for p in sorted(asker.board.at) if p // 10 == tile)
    given = {"place": spell(place), "tile": f"T{tile}", "there": there}
    return Fault("illegal.no-place", given=given)


def _move(asker: _Asker, action: Move) -> Iterator[Fault]:
    board = asker.board
    target = board.at[action.target]
    links = board.tracks if action.pawn in ("slug", "") else board.roads
    goals = _once_built(asker, target)
    if not action.origin:
        if any(end in goals for pair in board.sites for end in pair):
            return  # over a bridge that may be built in time
        ways = {
            colour
            for goal in goals
            for near in board.near[goal]
            for colour in links.get((near, goal), ())
        }
        if ways and not ways.intersection(asker.hand):
            yield asker.not_yours(min(ways), place=spell(target))
        return
    origin = board.at[action.origin]
    if origin == target:
        yield Fault("illegal.same-place", given={"place": spell(target)})
        return
    starts = _once_built(asker, origin)
    pairs = {(origin, target)}
    if starts != goals:
        pairs = {(start, goal) for start in starts for goal in goals}
    if pairs.intersection(board.sites):
        return  # a bridge may be built in time, of any colour
    later = {colour for pair in pairs for colour in links.get(pair, ())}
    if later.intersection(asker.hand):
        return
    given = {"origin": spell(origin), "target": spell(target)}
    colours = links.get((origin, target), tuple(sorted(later)))
    if (origin, target) in board.tracks and (origin, target) not in links:
        yield Fault("illegal.one-way", given=given)
    elif colours:
        yield asker.not_yours(colours[0], road=True, **given)
    else:
        reach = tuple(spell(place) for place, _ in board.ways[origin])
        yield Fault("illegal.no-road", given={**given, "reach": reach})


def _once_built(asker: _Asker, place: int) -> tuple[int, ...]:
    """Return the places that are one platform with a place, once its dome stands."""
    if len(asker.state.domes) >= asker.state.settings.module:
        return (place,)
    sites = asker.board.domes.values()
    return next((site for site in sites if place in site), (place,))


def _resource(asker: _Asker, pawn: str) -> Iterator[Fault]:
    if pawn not in COLOUR:
        yield Fault("illegal.not-a-resource", given={"pawn": pawn})
    elif COLOUR[pawn] not in asker.hand:
        yield asker.not_yours(COLOUR[pawn], pawn=pawn)


def _make(asker: _Asker, action: Make) -> Iterator[Fault]:
    wrong = tuple(_resource(asker, action.pawn))
    yield from wrong
    if wrong or not action.at:
        return
    factories = asker.board.factories.get(COLOUR[action.pawn], ())
    if asker.board.at[action.at] not in factories:
        places = tuple(map(spell, factories))
        given = {"pawn": action.pawn, "place": spell(action.at), "places": places}
        yield Fault("illegal.no-factory", given=given)


def _explore(asker: _Asker, action: Explore) -> Iterator[Fault]:
    spot = asker.board.spots[asker.board.at[action.at]]
    if spot.beyond is None:
        places = tuple(other.name for other in asker.board.open())
        given = {"place": spell(action.at), "places": places}
        yield Fault("illegal.not-open", given=given)
    elif not asker.state.deck:
        yield Fault("illegal.no-deck", given={"place": spot.name})
    elif spot.explore not in asker.hand:
        pawn = RESOURCE[spot.explore]
        yield asker.not_yours(spot.explore, place=spot.name, pawn=pawn)


def _tokens(asker: _Asker, what: str) -> Iterator[Fault]:
    if not asker.state.settings.wild:
        yield Fault("illegal.module", given={"what": what, "from": 2})


def _build_bridge(asker: _Asker, action: BuildBridge) -> Iterator[Fault]:
    yield from _tokens(asker, "bridge")
    ends = {asker.board.at[p] for p in (action.origin, action.target) if p}
    if ends and not any(ends <= set(pair) for pair in asker.board.sites):
        sites = sorted({tuple(sorted(pair)) for pair in asker.board.sites})
        places = tuple((spell(a), spell(b)) for a, b in sites)
        yield Fault("illegal.no-site", given={"places": places})


def _build_dome(asker: _Asker, action: BuildDome) -> Iterator[Fault]:
    domes, built = asker.board.domes, asker.state.domes
    sites = [site for number, site in domes.items() if number not in built]
    if action.at and not any(action.at in site for site in sites):
        places = tuple(tuple(map(spell, site)) for site in sites)
        given = {"place": spell(action.at), "places": places}
        yield Fault("illegal.no-dome-site", given=given)


def _pipe(asker: _Asker, action: Pipe) -> Iterator[Fault]:
    if not asker.state.settings.pipes:
        yield Fault("illegal.module", given={"what": "pipe", "from": 3})
        return
    at, spots = asker.board.at, asker.board.spots
    places = tuple(spot.name for spot in spots.values() if spot.pipe)
    for place in (action.origin, action.target):
        if not spots[at[place]].pipe:
            given = {"place": spell(place), "places": places}
            yield Fault("illegal.no-pipe", given=given)
    if at[action.origin] == at[action.target]:
        yield Fault("illegal.same-place", given={"place": spell(action.target)})


def _use(asker: _Asker, action: Use) -> Iterator[Fault]:
    if not asker.state.solo:
        yield Fault("illegal.not-alone")
    elif not 1 <= action.tile <= len(asker.state.hands):
        given = {"found": action.tile, "most": len(asker.state.hands)}
        yield Fault("illegal.no-action-tile", given=given)


def check_communication(
    state: State, seat: Seat, order: Communication
) -> tuple[Fault, ...]:
    """Return what is wrong with communication: the first fault, or none (Z27)."""
    if state.solo:
        return (Fault("illegal.alone"),)
    fault: Fault | None = None
    if isinstance(order, Talk):
        fault = silence(state)
        if fault is None and len(order.words) > MAX_TALK_CHARACTERS:
            fault = Fault("illegal.long-talk", given={"most": MAX_TALK_CHARACTERS})
    elif isinstance(order, Stare | Nudge):
        fault = _whom(state, seat, order.at)
    if fault is None and not isinstance(order, Talk | Stare):
        fault = _module(state, order)
    return (fault,) if fault else ()


def silence(state: State) -> Fault | None:
    """Return why nobody may talk now, or None (Z22)."""
    if not state.silent:
        return None
    if not state.talking:
        return Fault("illegal.silent", given={"wild": state.wild})
    if state.sand <= state.talk_price:
        given = {"price": state.talk_price, "sand": state.sand}
        return Fault("illegal.no-breath", given=given)
    return None


def _whom(state: State, seat: Seat, text: str) -> Fault | None:
    at = state.seat_called(text)
    others = tuple(name for name in state.seats if name != seat)
    if not at:
        return Fault("illegal.nobody", given={"found": text, "seats": others})
    if at == seat:
        return Fault("illegal.yourself", given={"seats": others})
    return None


def _module(state: State, order: Communication) -> Fault | None:
    if state.settings.module < 2:
        what = "wild" if isinstance(order, Communicate) else "pawn"
        return Fault("illegal.module", given={"what": what, "from": 2})
    if isinstance(order, Communicate):
        if state.talking:
            return Fault("illegal.talking-already")
        if not state.wild:
            return Fault("illegal.no-wild")
    return None
