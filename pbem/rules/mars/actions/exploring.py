"""Factories and exploring: what brings pawns and tiles onto the map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.protocol import Fault, Seat
from pbem.rules.mars.actions.action import AtPlace, Context, Faults, where
from pbem.rules.mars.actions.table import Blocked, RoundState
from pbem.rules.mars.actions.trash import drop_trash
from pbem.rules.mars.events import Explored, Hatched, Made
from pbem.rules.mars.map.board import Board, laid_beyond
from pbem.rules.mars.map.colours import COLOUR, RESOURCE
from pbem.rules.mars.map.places import spell
from pbem.rules.mars.map.tiles import turned


@dataclass(frozen=True, slots=True)
class Make(AtPlace):
    """The production of a resource by a factory (Z7)."""

    pawn: str
    at: int = 0  #: 0 is the first free factory

    @property
    def words(self) -> str:
        return f"make {self.pawn}{where(self.at)}"

    def explanation(self, board: Board, hand: tuple[str, ...]) -> dict[str, Any]:
        pawn = {"pawn": self.pawn, "colour": COLOUR[self.pawn]}
        return {**pawn, **AtPlace.explanation(self, board, hand)}

    def impossible(self, context: Context) -> Faults:
        wrong = context.resource(self.pawn)
        if wrong or not self.at:
            return wrong
        factories = context.board.factories.get(COLOUR[self.pawn], ())
        if context.board.at[self.at] in factories:
            return ()
        places = tuple(map(spell, factories))
        given = {"pawn": self.pawn, "place": spell(self.at), "places": places}
        return (Fault("illegal.no-factory", given=given),)

    def perform(self, table: RoundState, seat: Seat) -> Blocked | None:
        """Produce a pawn, if its platform is free and one is in the supply (Z7)."""
        colour = COLOUR[self.pawn]
        if colour not in table.hand[seat]:
            return Blocked("not-yours", self.at, self.pawn)
        places: tuple[int, ...] = table.board.factories.get(colour, ())
        if self.at:
            place = table.board.at[self.at]
            places = (place,) if place in places else ()
        if not places:
            return Blocked("no-factory", self.at, self.pawn)
        for free in places:
            if free not in table.pawns:
                break
        else:
            return Blocked("taken", places[0], table.pawns[places[0]])
        if not table.supply[self.pawn]:
            return Blocked("no-supply", 0, self.pawn)
        table.bring(self.pawn, free)
        table.tell(Made, seat, pawn=self.pawn, place=spell(free))
        return None


@dataclass(frozen=True, slots=True)
class Explore(AtPlace):
    """A pawn on an open half platform, given for the next tile (Z4)."""

    at: int
    dump: tuple[int, ...] = ()  #: where trash should rather go (Z13)

    @property
    def words(self) -> str:
        dump = "".join(f" {spell(place)}" for place in self.dump)
        return f"explore {spell(self.at)}" + (f" dump{dump}" if dump else "")

    @property
    def places(self) -> tuple[int, ...]:
        return (self.at, *self.dump)

    def explanation(self, board: Board, hand: tuple[str, ...]) -> dict[str, Any]:
        colour = board.spots[board.at[self.at]].explore
        pawn = RESOURCE.get(colour, "")
        return {"pawn": pawn, "place": board.called(self.at), "colour": colour}

    def impossible(self, context: Context) -> Faults:
        spot = context.board.spots[context.board.at[self.at]]
        if spot.beyond is None:
            places = tuple(other.name for other in context.board.open())
            given = {"place": spell(self.at), "places": places}
            return (Fault("illegal.not-open", given=given),)
        if not context.state.deck:
            return (Fault("illegal.no-deck", given={"place": spot.name}),)
        if spot.explore not in context.hand:
            pawn = RESOURCE[spot.explore]
            return (context.not_yours(spot.explore, place=spot.name, pawn=pawn),)
        return ()

    def perform(self, table: RoundState, seat: Seat) -> Blocked | None:
        """Give a pawn for the next tile (Z4).

        Its colour, the platform's and one of the seat's must agree.
        """
        place = table.board.at[self.at]
        spot = table.board.spots[place]
        if spot.beyond is None:
            return Blocked("closed", place, forever=True)
        if not table.deck:  # whether a pawn stands there or not (Z31)
            return Blocked("no-deck", place, forever=True)
        needed = RESOURCE[spot.explore]
        if table.pawns.get(place) != needed:
            return Blocked("no-pawn", place, needed, False)
        if spot.explore not in table.hand[seat]:
            return Blocked("not-yours", place, needed)
        table.take_back(place)
        lay_tile(table, seat, place, needed, self.dump)
        return None


def lay_tile(
    table: RoundState,
    seat: Seat,
    place: int,
    pawn: str,
    dump: tuple[int, ...] = (),
    alone: bool = False,
) -> None:
    """Lay the deck's top tile beyond a place, with its trash and its slug.

    No pawn lies on it, so halves that merge never hold two (Z6). `alone`: four
    tiles laid out before a solitaire, one trash an icon (Z16).
    """
    name, table.deck = table.deck[0], table.deck[1:]
    box = table.start.box
    laid = laid_beyond(box, table.board.spots[place], name)
    table.laid = (*table.laid, laid)
    table.redraw()
    number, title = len(table.laid), box.tiles[name].title
    tile = {"tile": f"T{number}", "title": title, "left": len(table.deck)}
    table.tell(Explored, seat, pawn=pawn, place=spell(place), **tile)

    def on_tile(key: int) -> int:
        return table.board.at[number * 10 + turned(key, laid[3])]

    entrance = next(p for p in box.tiles[name].platforms if p.entrance)
    if entrance.trash:
        heaps = (on_tile(entrance.number),) if alone else table.board.heaps
        drop_trash(table, seat, heaps, dump)
    if entrance.slug:
        _hatch(table, seat, on_tile(entrance.slug))


def _hatch(table: RoundState, seat: Seat, place: int) -> None:
    """Put a slug where its arrow points, while the supply has one (Z15).

    It eats what stands there (Z25).
    """
    if not table.supply["slug"] or table.pawns.get(place) in ("slug", "colonist"):
        return
    gone = table.take_back(place)
    table.bring("slug", place)
    table.tell(Hatched, seat, place=spell(place), gone=gone)
