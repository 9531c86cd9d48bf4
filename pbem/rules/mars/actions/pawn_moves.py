"""How pawns get about: along roads, through the pipeline, to a meal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.protocol import Fault, Seat
from pbem.rules.mars.actions.action import BetweenPlaces, Context, Faults
from pbem.rules.mars.actions.table import Blocked, RoundState
from pbem.rules.mars.events import Ate, Flipped, HandedOn, Moved, Piped
from pbem.rules.mars.map.board import Board
from pbem.rules.mars.map.colours import COLOUR
from pbem.rules.mars.map.places import spell


@dataclass(frozen=True, slots=True)
class Move(BetweenPlaces):
    """A pawn's way along one road (Z2), or a slug's to its meal (Z15)."""

    pawn: str  #: "" is whatever stands there
    origin: int  #: 0 is wherever such a pawn stands next to the target
    target: int

    @property
    def words(self) -> str:
        origin = f" {spell(self.origin)}" if self.origin else ""
        return f"{self.pawn or 'move'}{origin} > {spell(self.target)}"

    def explanation(self, board: Board, hand: tuple[str, ...]) -> dict[str, Any]:
        ends = (board.at.get(self.origin, 0), board.at[self.target])
        colour = next((c for c in board.tracks.get(ends, ()) if c in hand), "")
        return {
            "pawn": self.pawn,
            "colour": colour,
            **BetweenPlaces.explanation(self, board, hand),
        }

    def impossible(self, context: Context) -> Faults:
        board = context.board
        origin, target = board.at.get(self.origin, 0), board.at[self.target]
        links = board.links(self.pawn or "slug")  # whatever stands there may be one
        if not set(context.hand).isdisjoint(links.get((origin, target), ())):
            return ()
        goals = _once_built(context, target)
        if not self.origin:
            if any(end in goals for pair in board.sites for end in pair):
                return ()  # over a bridge that may be built in time
            road_colours = {
                colour
                for goal in goals
                for near in board.near[goal]
                for colour in links.get((near, goal), ())
            }
            if road_colours and not road_colours.intersection(context.hand):
                return (context.not_yours(min(road_colours), place=spell(target)),)
            return ()
        if origin == target:
            return (Fault("illegal.same-place", given={"place": spell(target)}),)
        starts = _once_built(context, origin)
        pairs = {(origin, target)}
        if starts != goals:
            pairs = {(start, goal) for start in starts for goal in goals}
        if pairs.intersection(board.sites):
            return ()  # a bridge may be built in time, of any colour
        later = {colour for pair in pairs for colour in links.get(pair, ())}
        if later.intersection(context.hand):
            return ()
        given = {"origin": spell(origin), "target": spell(target)}
        colours = links.get((origin, target), tuple(sorted(later)))
        if (origin, target) in board.tracks and (origin, target) not in links:
            return (Fault("illegal.one-way", given=given),)
        if colours:
            return (context.not_yours(colours[0], road=True, **given),)
        reach = tuple(spell(place) for place, _ in board.exits[origin])
        return (Fault("illegal.no-road", given={**given, "reach": reach}),)

    def perform(self, table: RoundState, seat: Seat) -> Blocked | None:
        """Move a pawn along one road to a free platform (Z2)."""
        board, pawns, hand = table.board, table.pawns, table.hand[seat]
        target = board.at[self.target]
        if self.origin:
            origin = board.at[self.origin]
        else:
            origin = _origin(table, self.pawn, target, hand)
        pawn = pawns.get(origin, "")
        if not pawn or (self.pawn and pawn != self.pawn):
            return Blocked("no-pawn", origin or target, self.pawn, False)
        colours = board.links(pawn).get((origin, target))
        if colours is None:
            return Blocked("no-road", target, pawn)
        for colour in colours:
            if colour in hand:
                break
        else:
            return Blocked("not-yours", target, pawn)
        there = pawns.get(target, "")
        way = {"origin": spell(origin), "target": spell(target), "colour": colour}
        if pawn == "slug":
            if there != "trash" and there not in COLOUR:
                return Blocked("no-meal", target, there)  # Z15
            table.take_back(target)
            table.carry(pawn, origin, target)
            table.tell(Ate, seat, pawn=there, **way)
            return None
        if there:
            return Blocked("taken", target, there, False)
        if pawn == "colonist" and origin == board.rocket and table.aboard:
            table.aboard -= 1  # Z11: the next one steps into the door
        else:
            del pawns[origin]
        pawns[target] = pawn
        table.walked(pawn, origin, target)
        table.tell(Moved, seat, pawn=pawn, **way)
        if board.spots[target].timer and pawn in COLOUR and table.fresh(target):
            _flip(table, seat, target, pawn)
        return None


def _once_built(context: Context, place: int) -> tuple[int, ...]:
    """Return the platforms that become one with a place by a dome not yet built; the
    place alone where none can be built there."""
    board, built = context.board, context.state.domes
    if len(built) >= context.state.settings.module:
        return (place,)
    for number, site in board.domes.items():
        ends = tuple([board.at[end] for end in site])
        if number not in built and place in ends:
            return ends
    return (place,)


def _origin(table: RoundState, pawn: str, target: int, hand: tuple[str, ...]) -> int:
    """Return the first place next to the target from where such a pawn can come."""
    links = table.board.links(pawn)
    for place in table.board.near[target]:
        if table.pawns.get(place) == pawn and any(
            colour in hand for colour in links.get((place, target), ())
        ):
            return place
    return 0


def _flip(table: RoundState, seat: Seat, place: int, pawn: str) -> None:
    """Turn the timer: a resource came onto a timer space not yet used (Z8)."""
    table.take_back(place)
    table.spent = (*table.spent, place)
    before, table.sand = table.sand, table.settings.timer - table.sand
    table.flipped = True
    where = {"pawn": pawn, "place": spell(place)}
    table.tell(Flipped, seat, before=before, after=table.sand, **where)
    if table.settings.experts and len(table.seats) > 1:
        table.hands = (table.hands[-1], *table.hands[:-1])  # Z17
        table.take_up()
        hands = tuple(zip(table.seats, table.hands, strict=True))
        table.tell(HandedOn, seat, hands=hands)


@dataclass(frozen=True, slots=True)
class Pipe(BetweenPlaces):
    """The way of a resource or trash through the pipeline (Z14)."""

    origin: int
    target: int

    @property
    def words(self) -> str:
        return f"pipe {spell(self.origin)} > {spell(self.target)}"

    def impossible(self, context: Context) -> Faults:
        if not context.state.settings.pipes:
            return (Fault("illegal.module", given={"what": "pipe", "from": 3}),)
        at, spots = context.board.at, context.board.spots
        found: list[Fault] = []
        for place in (self.origin, self.target):
            if not spots[at[place]].pipe:
                places = tuple(spot.name for spot in spots.values() if spot.pipe)
                given = {"place": spell(place), "places": places}
                found.append(Fault("illegal.no-pipe", given=given))
        if at[self.origin] == at[self.target]:
            given = {"place": spell(self.target)}
            found.append(Fault("illegal.same-place", given=given))
        return tuple(found)

    def perform(self, table: RoundState, seat: Seat) -> Blocked | None:
        """Send a resource or trash through the pipeline (Z14)."""
        at, spots = table.board.at, table.board.spots
        origin, target = at[self.origin], at[self.target]
        for place in (origin, target):
            if not spots[place].pipe:
                return Blocked("no-pipe", place)
        pawn = table.pawns.get(origin, "")
        if pawn != "trash" and pawn not in COLOUR:
            return Blocked("no-load", origin, pawn)
        if target in table.pawns:
            return Blocked("taken", target, table.pawns[target])
        table.carry(pawn, origin, target)
        ends = {"origin": spell(origin), "target": spell(target)}
        table.tell(Piped, seat, pawn=pawn, **ends)
        if pawn in COLOUR and table.fresh(target):
            _flip(table, seat, target, pawn)
        return None
