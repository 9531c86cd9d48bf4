"""What everybody may know: all but the order of the deck."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pbem.protocol import Seat
from pbem.rules.mars import story
from pbem.rules.mars.board_text import draw
from pbem.rules.mars.map import picture_layout
from pbem.rules.mars.map.board import Board, Laid
from pbem.rules.mars.map.colours import COLOUR, COLOURS, FACE, LETTER
from pbem.rules.mars.map.picture_layout import RoadLine, Roads, point
from pbem.rules.mars.map.places import spell
from pbem.rules.mars.map.platforms import (
    LaidTile,
    PlatformView,
    RoadView,
    platforms_of,
    roads_of,
)
from pbem.rules.mars.map.tiles import Box
from pbem.rules.mars.state import State, Walk, supply

BAR_COLUMNS = 36  #: characters of the drawn timer


@dataclass(frozen=True, slots=True)
class Holder:
    """A seat's colours, those of its action tile."""

    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """The moves of one round, as pawns and the places they went through."""

    round: int
    moves: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Utterance:
    """Table talk since the last round: words, or what was shown or pointed at."""

    kind: str  #: "talk", "stare", "nudge", "point" or "open"
    seat: Seat
    what: str  #: the words, the seat or the icon


@dataclass(frozen=True, slots=True)
class View:
    """The table as everybody sees it."""

    module: int
    round: int
    clock: int
    sand: int
    timer: int  #: ticks of sand in a full timer
    silent: bool  #: whether the module forbids to talk
    talking: bool  #: whether talk is allowed right now
    price: int  #: ticks that a message costs
    rest: int  #: the least ticks of a round
    experts: bool
    seats: dict[Seat, Holder]
    action_tiles: tuple[tuple[str, ...], ...]  #: alone: all of them
    using: int  #: alone: the one in use, from 1; 0 in company
    tiles: tuple[LaidTile, ...]
    platforms: dict[str, PlatformView]
    roads: tuple[RoadView, ...]
    pawns: dict[str, str]
    aboard: int  #: colonists in the rocket
    supply: dict[str, int]
    bridges: dict[str, tuple[str, str] | None]  #: by colour; None: not built
    wild: int
    wanted: int  #: domes that must be built
    domes: tuple[str, ...]
    landed: bool
    timers: dict[str, str]  #: spaces on the map: "fresh" or "used"
    deck: int
    pawn_before: str  #: whom the "Do Something!" pawn stands before, or ""
    pawn_on: str  #: the icon that it stands on, or ""
    said: tuple[Utterance, ...]
    trail: tuple[Past, ...]
    ended: str
    map: tuple[tuple[str, ...], ...]  #: strips of lines, from west to east
    _board: Board = field(repr=False, compare=False)
    _pawns: tuple[tuple[int, str], ...] = field(repr=False, compare=False)

    def cells(self) -> dict[str, tuple[int, int]]:
        """Return the column and the row of each tile, by its name."""
        return picture_layout.cells_of(self.tiles)

    def road_lines(self) -> list[RoadLine]:
        """Return the roads as lines of a picture."""
        return picture_layout.lines_of(self.roads, self.tiles)

    def coloured_roads(self) -> list[Roads]:
        """Return the roads of a picture by colours, sites of bridges first."""
        return picture_layout.roads_of(self.roads, self.tiles)

    beside = staticmethod(picture_layout.beside)
    sorted_out = staticmethod(story.sorted_out)

    def points(self) -> dict[str, list[tuple[int, int]]]:
        """Return where each platform lies in a picture: a dome in several places."""
        return picture_layout.points_of(self.platforms, self.tiles)

    def rings(self) -> list[tuple[int, int]]:
        """Return where the platforms that are no dome lie in a picture."""
        spots = self.platforms
        return [at[0] for name, at in self.points().items() if not spots[name].dome]

    def walks(self) -> list[tuple[str, list[tuple[int, int]]]]:
        """Return the moves of the last round: pawns and the points on their ways."""
        cells = self.cells()
        moves = self.trail[-1].moves if self.trail else ()
        return [(pawn, [point(at, cells) for at in way]) for pawn, way in moves]

    def found(self) -> int:
        """Return how many tiles lie on the map."""
        return len(self.tiles)

    def bar(self) -> str:
        """Return the sand as it is drawn."""
        grains = -(-self.sand * BAR_COLUMNS // self.timer)
        return "[" + "#" * grains + "." * (BAR_COLUMNS - grains) + "]"

    def mine(self, seat: Seat | None) -> tuple[str, ...]:
        """Return the colours that a seat may use now."""
        if seat is None:
            return ()
        if self.using:
            return self.action_tiles[self.using - 1]
        return self.seats[seat].colours

    def letters(self) -> list[str]:
        """Return the legend of the colours."""
        return [f"{LETTER[colour]} {colour}" for colour in COLOURS]

    def faces(self) -> list[str]:
        """Return the legend of the pawns on the map."""
        seen = set(self.pawns.values())
        return [f"[{FACE[pawn]}] {pawn}" for pawn in FACE if pawn in seen]

    def icons(self) -> frozenset[str]:
        """Return the kinds of icons that the map shows."""
        spots, roads = self.platforms.values(), self.roads
        found = {kind for spot in spots for kind, _ in spot.icons(fresh=False)}
        found |= {"dome" for spot in spots if spot.dome}
        found |= {"timer" for state in self.timers.values() if state == "fresh"}
        found |= {
            "bridge" if road.colour else "bridge-site" for road in roads if road.bridge
        }
        found |= {"one-way" for road in roads if road.oneway}
        return frozenset(found)

    def pipeline(self) -> bool:
        """Return whether the pipeline has two ends on the map."""
        return sum(spot.pipe for spot in self.platforms.values()) > 1

    def lies(self, tile: str) -> str:
        """Return where a tile lies, as seen from the tiles around it.

        A neighbour laid earlier is named first.
        """
        cells = {other.at: other.name for other in self.tiles}
        x, y = next(other.at for other in self.tiles if other.name == tile)
        sides = (("south", 0, -1), ("west", 1, 0), ("north", 0, 1), ("east", -1, 0))
        near = [
            (int(cells[x + dx, y + dy][1:]), side)
            for side, dx, dy in sides
            if (x + dx, y + dy) in cells
        ]
        return ", ".join(f"{side} of T{number}" for number, side in sorted(near))

    def spots_of(self, tile: str) -> list[tuple[str, PlatformView]]:
        """Return the platforms of a tile, but those that go by another's name."""
        return _spots_of(self.platforms).get(tile, [])

    def standing(self) -> list[tuple[str, list[str]]]:
        """Return the kinds of pawns and where they stand."""
        return [
            (kind, [place for place, pawn in self.pawns.items() if pawn == kind])
            for kind in FACE
            if kind in self.pawns.values()
        ]

    def example(self, seat: Seat | None) -> str:
        """Return an order that a seat could send now."""
        colours, spots, pawn_at = self.mine(seat), self._board.spots, dict(self._pawns)
        for kind, colour in COLOUR.items():
            if colour in colours and self.supply[kind]:
                for at in sorted(self._board.factories.get(colour, ())):
                    if spots[at].factory == colour and at not in pawn_at:
                        return f"make {kind}{self._walk(kind, at, colours)}"
        for at, pawn in self._pawns:
            if pawn != "slug" and (walk := self._walk(pawn, at, colours)):
                return walk.removeprefix(", ")
        return "pass"

    def _walk(self, pawn: str, origin: int, colours: tuple[str, ...]) -> str:
        occupied = {at for at, _ in self._pawns}
        for to, colour, way, _ in self._board.spots[origin].links:
            if to not in occupied and way != "in" and colour in colours:
                return f", {pawn} {spell(origin)} > {spell(to)}"
        return ""


def _spots_of(
    platforms: dict[str, PlatformView],
) -> dict[str, list[tuple[str, PlatformView]]]:
    found: dict[str, list[tuple[str, PlatformView]]] = {}
    for name, spot in platforms.items():
        found.setdefault(name.partition(".")[0], []).append((name, spot))
    return found


@dataclass(frozen=True, slots=True)
class Truth(View):
    """The moderator's view: with the deck, top first."""

    deck_order: tuple[str, ...]


def view_of(state: State, seat: Seat | None = None) -> View:
    """Return the table; all seats see the same of it."""
    return View(**_fields(state))


def truth_of(state: State) -> Truth:
    """Return the view of a state with its deck."""
    return Truth(**_fields(state), deck_order=state.deck)


def _fields(state: State) -> dict[str, Any]:
    """Return the fields of a view."""
    board = state.board
    pawns = dict(state.pawns)
    at = board.at
    built = {c: (spell(at[a]), spell(at[b])) for a, b, c in state.bridges}
    return {
        "module": state.settings.module,
        "round": state.round,
        "clock": state.clock,
        "sand": state.sand,
        "timer": state.settings.timer,
        "silent": state.silent,
        "talking": state.talking or not state.silent,
        "price": state.talk_price,
        "rest": state.settings.rest,
        "experts": state.settings.experts,
        "seats": {seat: Holder(state.hand(seat)) for seat in state.seats},
        "action_tiles": state.hands,
        "using": state.using + 1 if state.solo else 0,
        "tiles": _laid(state.box, state.laid),
        "platforms": platforms_of(board),
        "roads": roads_of(board),
        "pawns": {spell(place): pawn for place, pawn in state.pawns},
        "aboard": state.aboard
        + (pawns.get(board.rocket) == "colonist" and state.landed),
        "supply": _stock(state, pawns),
        "bridges": {c: built.get(c) for c in COLOURS} if state.settings.wild else {},
        "wild": state.wild,
        "wanted": state.settings.module,
        "domes": tuple(spell(board.domes[number][0]) for number in state.domes),
        "landed": state.landed,
        "timers": _timers(board, state.spent),
        "deck": len(state.deck),
        "pawn_before": state.before,
        "pawn_on": state.icon,
        "said": tuple(Utterance(*sign) for sign in state.signs),
        "trail": tuple([_past(one) for one in state.trail]),
        "ended": state.ended,
        "map": draw(board, state.pawns, state.spent),
        "_board": board,
        "_pawns": state.pawns,
    }


def _laid(box: Box, laid: tuple[Laid, ...]) -> tuple[LaidTile, ...]:
    return tuple([_laid_tile(box, *one) for one in enumerate(laid, 1)])


def _laid_tile(box: Box, number: int, laid: Laid) -> LaidTile:
    name, x, y, turn = laid
    return LaidTile(f"T{number}", name, box.tiles[name].title, (x, y), turn)


def _timers(board: Board, spent: tuple[int, ...]) -> dict[str, str]:
    return {
        spot.name: "used" if spot.place in spent else "fresh"
        for spot in board.spots.values()
        if spot.timer
    }


def _past(walked: tuple[int, tuple[Walk, ...]]) -> Past:
    number, walks = walked
    return Past(number, tuple([(pawn, tuple(map(spell, way))) for pawn, way in walks]))


def _stock(state: State, pawns: dict[int, str]) -> dict[str, int]:
    """Return the supply, without the kinds that the module does not bring."""
    left = supply(state.settings, pawns, state.aboard)
    brought = {"trash": state.settings.trash, "slug": state.settings.slugs}
    return {kind: left[kind] for kind in left if brought.get(kind, 1)}
