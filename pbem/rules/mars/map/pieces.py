"""Tiles as they lie on a map: turned, numbered, and beside those laid before them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pbem.rules.mars.map.places import STEP, spell
from pbem.rules.mars.map.tiles import SIDES, Box, Platform, turned

OPEN = -1  #: a side of a tile with no other beyond it

#: a place that a road leads to, and the colours of the roads
Way = tuple[int, tuple[str, ...]]
#: a road or bridge as it lies: a, b, colour, one-way, bridge
Road = tuple[int, int, str, bool, bool]
#: the ends of a bridge on a tile, lower first, and its colour
Built = tuple[int, int, str]


@dataclass(slots=True, eq=False)
class Spot:
    """One platform of the map. Many maps share it, so it is never changed."""

    place: int
    names: tuple[int, ...] = ()  #: in order of their tiles
    explore: str = ""  #: colour of the pawn that explores here
    beyond: tuple[int, int] | None = None  #: the empty cell that it opens on
    factory: str = ""
    site: str = ""
    dome: bool = False  #: a built dome
    timer: bool = False
    rocket: bool = False
    pipe: bool = False
    trash: bool = False
    #: Its roads and sites of bridges: where to, the colour or "", "both", "out" or
    #: "in", and whether it is a bridge.
    links: tuple[tuple[int, str, str, bool], ...] = ()

    @property
    def name(self) -> str:
        """The platform's name, that of the earlier tile where halves met."""
        return spell(self.place)


@dataclass(slots=True, eq=False)
class Form:
    """A tile as it was turned, with its bridges and its dome: platforms by key."""

    at: dict[int, int]  #: keys to those that they go by
    platforms: list[tuple[int, Platform]]
    site: tuple[int, ...]  #: of a dome, in order
    domed: bool
    roads: list[Road]


def form_of(
    box: Box, name: str, turn: int, bridges: tuple[Built, ...], domed: bool
) -> Form:
    """Return a tile of a box, turned by some quarters."""
    tile = box.tiles[name]
    platforms = [(turned(p.number, turn), p) for p in tile.platforms]
    at = {key: key for key, _ in platforms}
    site = tuple(sorted(key for key, p in platforms if p.site))
    if domed:  # Z10: the site is one platform now
        at.update((key, site[0]) for key in site)
    built = {(a, b): colour for a, b, colour in bridges}
    roads = []
    for road in tile.roads:
        a, b = turned(road.a, turn), turned(road.b, turn)
        colour = road.colour or built.get((min(a, b), max(a, b)), "")
        roads.append((a, b, colour, road.oneway, not road.colour))
    return Form(at, platforms, site, domed, roads)


@dataclass(slots=True, eq=False)
class Piece:
    """A tile of the map: its part of all that a `Board` says.

    It is one and the same thing on all maps that have it.
    """

    number: int
    form: Form
    at: dict[int, int] = field(default_factory=dict)
    spots: dict[int, Spot] = field(default_factory=dict)
    sites: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    roads: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    tracks: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    near: dict[int, tuple[int, ...]] = field(default_factory=dict)
    ways: dict[int, tuple[Way, ...]] = field(default_factory=dict)
    #: What it adds to platforms of tiles laid before it.
    halves: list[Spot] = field(default_factory=list)
    half_near: dict[int, tuple[int, ...]] = field(default_factory=dict)
    half_ways: dict[int, tuple[Way, ...]] = field(default_factory=dict)


def piece_of(form: Form, number: int, x: int, y: int, *sides: int) -> Piece:
    """Return a tile laid at a column and a row.

    `sides` say for each of `SIDES` which platform lies there: its place, 0 for none,
    or `OPEN` where there is no tile.
    """
    piece, base = Piece(number, form), number * 10
    beyond = dict(zip(SIDES, sides, strict=True))
    at, spots = piece.at, dict[int, Spot]()
    for key, goes_by in form.at.items():
        other = beyond.get(key, 0)
        at[base + key] = other if other > 0 else base + goes_by
    for key, platform in form.platforms:
        goes_by = at[base + key]
        spot = spots.setdefault(goes_by, Spot(goes_by))
        show(spot, base + key, platform, form.domed)
        if platform.explore and beyond.get(key) == OPEN:  # Z4, Z5
            dx, dy = STEP[key]
            spot.beyond, spot.explore = (x + dx, y + dy), platform.explore
    near = _join(piece, spots)
    for place, spot in spots.items():
        others = tuple(sorted(near[place]))
        ways = [(b, piece.roads[place, b]) for b in others if (place, b) in piece.roads]
        if place > base:
            piece.spots[place] = spot
            piece.near[place], piece.ways[place] = others, tuple(ways)
        else:
            piece.halves.append(spot)
            piece.half_near[place], piece.half_ways[place] = others, tuple(ways)
    return piece


def show(spot: Spot, place: int, platform: Platform, domed: bool) -> None:
    """Print on a new platform what a tile has there; `domed`: with a built dome."""
    spot.names += (place,)
    spot.factory = spot.factory or platform.factory
    spot.timer |= platform.timer
    spot.rocket |= platform.rocket
    spot.pipe |= platform.pipe
    spot.trash |= platform.trash
    if platform.site:
        spot.dome = domed
        spot.site = "" if domed else platform.site


def _join(piece: Piece, spots: dict[int, Spot]) -> dict[int, set[int]]:
    """Fill in the roads, the built bridges and the sites of others.

    Return the neighbours of each platform.
    """
    at, roads, tracks, base = piece.at, piece.roads, piece.tracks, piece.number * 10
    near: dict[int, set[int]] = {place: set() for place in spots}
    for first, last, colour, oneway, bridge in piece.form.roads:
        a, b = at[base + first], at[base + last]
        if a == b:
            continue  # Z10: inside a built dome there is no road left
        out, back = ("out", "in") if oneway else ("both", "both")
        spots[a].links += ((b, colour, out, bridge),)
        spots[b].links += ((a, colour, back, bridge),)
        if not colour:
            site = (base + min(first, last), base + max(first, last))
            piece.sites[a, b] = piece.sites[b, a] = site
            continue
        for one, other in ((a, b), (b, a)):
            near[one].add(other)
            tracks[one, other] = (*tracks.get((one, other), ()), colour)
            if one == a or not oneway:
                roads[one, other] = (*roads.get((one, other), ()), colour)
    return near


def shut(spot: Spot) -> Spot:
    """Return a platform that opens on nothing any more (Z4, Z5)."""
    return replace(spot, beyond=None, explore="")


def joined(spot: Spot, half: Spot) -> Spot:
    """Return a platform with its half on a tile that was laid later (Z5)."""
    return replace(
        spot,
        names=spot.names + half.names,
        factory=spot.factory or half.factory,
        timer=spot.timer or half.timer,
        rocket=spot.rocket or half.rocket,
        pipe=spot.pipe or half.pipe,
        trash=spot.trash or half.trash,
        links=spot.links + half.links,
    )
