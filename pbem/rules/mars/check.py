"""What is wrong with an order before anything happens.

A plan is refused for what can never be: places that are not there, colours
that are not one's own, roads that no bridge will make. What may come in time
(a pawn, a free platform, a bridge) is left to the round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pbem.protocol import Fault
from pbem.rules.mars.map.board import Board, spell
from pbem.rules.mars.map.colours import COLOUR, RESOURCE
from pbem.rules.mars.orders import (
    Action,
    Await,
    Build,
    Explore,
    Make,
    Move,
    Pause,
    Pipe,
    Plan,
    Span,
    Transmute,
    Use,
)
from pbem.rules.mars.state import State

MOST = 60  #: actions in a plan, and ticks in one pause


@dataclass(slots=True)
class Asked:
    """Who asks for what: the state, and the action tile in hand just then."""

    state: State
    board: Board
    hand: tuple[str, ...]

    def not_yours(self, colour: str, **given: Any) -> Fault:
        """The fault of using a colour that somebody else holds."""
        owners = self.state.owners(colour)
        tiles = tuple(
            number
            for number, hand in enumerate(self.state.hands, 1)
            if self.state.solo and colour in hand
        )
        yours = {"colour": colour, "owners": owners, "tiles": tiles, **given}
        return Fault("illegal.not-yours", given={**yours, "hand": self.hand})


def check_plan(state: State, seat: str, plan: Plan) -> tuple[Fault, ...]:
    """All that is wrong with a plan, each fault with its place in the text."""
    if len(plan.actions) > MOST:
        given = {"most": MOST, "found": len(plan.actions)}
        return (Fault("illegal.too-many", given=given),)
    asked = Asked(state, state.board, state.hand(state.seats.index(seat)))
    faults = []
    for action in plan.actions:
        for fault in _faults(asked, action):
            faults.append(Fault(fault.code, action.span, fault.given))
        if isinstance(action, Use) and 1 <= action.tile <= len(state.hands):
            asked.hand = state.hands[action.tile - 1]
    return tuple(faults)


def _faults(asked: Asked, action: Action) -> Iterator[Fault]:
    lost = next(filter(None, (_lost(asked, place) for place in _places(action))), None)
    if lost is not None:
        yield lost
    else:
        yield from _CHECKS[type(action)](asked, action)


def _places(action: Action) -> tuple[int, ...]:
    match action:
        case Move() | Pipe() | Span():
            places: tuple[int, ...] = (action.origin, action.target)
        case Explore():
            places = (action.at, *action.dump)
        case Make() | Build() | Transmute() | Await():
            places = (action.at,)
        case _:
            places = ()
    return tuple(place for place in places if place)


def _lost(asked: Asked, place: int) -> Fault | None:
    """The fault of a place that is not on the map."""
    if place in asked.board.at:
        return None
    tile, tiles = place // 10, len(asked.state.laid)
    if not 1 <= tile <= tiles:
        return Fault("illegal.no-tile", given={"tile": f"T{tile}", "tiles": tiles})
    there = tuple(spell(p) for p in sorted(asked.board.at) if p // 10 == tile)
    given = {"place": spell(place), "tile": f"T{tile}", "there": there}
    return Fault("illegal.no-place", given=given)


def _move(asked: Asked, action: Move) -> Iterator[Fault]:
    board = asked.board
    target = board.at[action.target]
    links = board.tracks if action.pawn in ("slug", "") else board.roads
    if not action.origin:
        ways = {c for near in board.near[target] for c in links.get((near, target), ())}
        if ways and not ways.intersection(asked.hand):
            yield asked.not_yours(min(ways), place=spell(target))
        return
    origin = board.at[action.origin]
    if origin == target:
        yield Fault("illegal.same-place", given={"place": spell(target)})
        return
    pair = (origin, target)
    colours = links.get(pair)
    given = {"origin": spell(origin), "target": spell(target)}
    if pair in board.sites:
        return  # a bridge may be built in time, of any colour
    if colours is None and pair in board.tracks:
        yield Fault("illegal.one-way", given=given)
    elif colours is None and (later := _once_built(asked, pair)):
        if not later.intersection(asked.hand):
            yield asked.not_yours(min(later), road=True, **given)
    elif colours is None:
        reach = tuple(spell(place) for place, _ in board.ways[origin])
        yield Fault("illegal.no-road", given={**given, "reach": reach})
    elif not set(colours).intersection(asked.hand):
        yield asked.not_yours(colours[0], road=True, **given)


def _once_built(asked: Asked, pair: tuple[int, int]) -> set[str]:
    """The colours of the roads that a dome, once built, will have there (Z10)."""
    ends = [{place} for place in pair]
    for site in asked.board.domes.values():
        for end, place in zip(ends, pair, strict=True):
            if place in site:
                end.update(site)
    roads = asked.board.roads
    if ends[0] == ends[1]:
        return set()
    return {c for a in ends[0] for b in ends[1] for c in roads.get((a, b), ())}


def _resource(asked: Asked, pawn: str, **given: Any) -> Iterator[Fault]:
    if pawn not in COLOUR:
        yield Fault("illegal.not-a-resource", given={"pawn": pawn})
    elif COLOUR[pawn] not in asked.hand:
        yield asked.not_yours(COLOUR[pawn], pawn=pawn, **given)


def _make(asked: Asked, action: Make) -> Iterator[Fault]:
    wrong = tuple(_resource(asked, action.pawn))
    yield from wrong
    if wrong or not action.at:
        return
    factories = asked.board.factories.get(COLOUR[action.pawn], ())
    if asked.board.at[action.at] not in factories:
        places = tuple(spell(place) for place in factories)
        given = {"pawn": action.pawn, "place": spell(action.at), "places": places}
        yield Fault("illegal.no-factory", given=given)


def _explore(asked: Asked, action: Explore) -> Iterator[Fault]:
    spot = asked.board.spots[asked.board.at[action.at]]
    if spot.beyond is None:
        places = tuple(other.called for other in asked.board.open())
        given = {"place": spell(action.at), "places": places}
        yield Fault("illegal.not-open", given=given)
    elif not asked.state.deck:
        yield Fault("illegal.no-deck", given={"place": spot.called})
    elif spot.explore not in asked.hand:
        pawn = RESOURCE[spot.explore]
        yield asked.not_yours(spot.explore, place=spot.called, pawn=pawn)


def _tokens(asked: Asked, what: str) -> Iterator[Fault]:
    if not asked.state.settings.wild:
        yield Fault("illegal.module", given={"what": what, "from": 2})


def _bridge(asked: Asked, action: Span) -> Iterator[Fault]:
    yield from _tokens(asked, "bridge")
    ends = {asked.board.at[p] for p in (action.origin, action.target) if p}
    if ends and not any(ends <= set(pair) for pair in asked.board.sites):
        sites = sorted({tuple(sorted(pair)) for pair in asked.board.sites})
        places = tuple((spell(a), spell(b)) for a, b in sites)
        yield Fault("illegal.no-site", given={"places": places})


def _build(asked: Asked, action: Build) -> Iterator[Fault]:
    sites = {
        number: site
        for number, site in asked.board.domes.items()
        if number not in asked.state.domes
    }
    if action.at and not any(action.at in site for site in sites.values()):
        places = tuple(tuple(spell(p) for p in site) for site in sites.values())
        given = {"place": spell(action.at), "places": places}
        yield Fault("illegal.no-dome-site", given=given)


def _pipe(asked: Asked, action: Pipe) -> Iterator[Fault]:
    spots = asked.board.spots
    places = tuple(spot.called for spot in spots.values() if spot.pipe)
    for place in (action.origin, action.target):
        if not spots[asked.board.at[place]].pipe:
            given = {"place": spell(place), "places": places}
            yield Fault("illegal.no-pipe", given=given)
    if asked.board.at[action.origin] == asked.board.at[action.target]:
        yield Fault("illegal.same-place", given={"place": spell(action.target)})


def _transmute(asked: Asked, action: Transmute) -> Iterator[Fault]:
    yield from _tokens(asked, "wild")
    yield from _resource(asked, action.into)


def _pause(asked: Asked, action: Pause) -> Iterator[Fault]:
    if not 1 <= action.ticks <= MOST:
        yield Fault("illegal.pause", given={"found": action.ticks, "most": MOST})


def _use(asked: Asked, action: Use) -> Iterator[Fault]:
    if not asked.state.solo:
        yield Fault("illegal.not-alone")
    elif not 1 <= action.tile <= len(asked.state.hands):
        given = {"found": action.tile, "most": len(asked.state.hands)}
        yield Fault("illegal.no-action-tile", given=given)


def _none(asked: Asked, action: Action) -> Iterator[Fault]:
    yield from ()


_CHECKS: dict[type[Action], Callable[[Asked, Any], Iterator[Fault]]] = {
    Move: _move,
    Make: _make,
    Explore: _explore,
    Span: _bridge,
    Build: _build,
    Pipe: _pipe,
    Transmute: _transmute,
    Await: _none,
    Pause: _pause,
    Use: _use,
}
