"""What is wrong with tiles and boxes: for those who make their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.rules.mars.map.colours import COLOURS
from pbem.rules.mars.map.tiles import POINTS, SETS, SIDES, Box, Road, Tile, TileFault

#: Tiles of each set in a box.
TILES_OF_SET = {"start": 1, "A": 4, "B": 2, "C": 2, "D": 2, "E": 2, "X": 8}
#: Timer spaces that each module needs, from module 1 on.
TIMERS_OF_MODULE = (1, 2, 3, 4, 4)

#: Between which platforms a road can be drawn, and which would be in its way.
LINES: dict[tuple[int, int], frozenset[int]] = {
    pair: frozenset(between)
    for pair, between in {
        (1, 2): (), (2, 3): (), (1, 4): (), (4, 7): (),
        (3, 6): (), (6, 9): (), (7, 8): (), (8, 9): (),
        (1, 5): (), (3, 5): (), (5, 7): (), (5, 9): (),
        (2, 5): (), (4, 5): (), (5, 6): (), (5, 8): (),
        (1, 3): (), (1, 7): (), (3, 9): (), (7, 9): (),
        (2, 4): (1,), (2, 6): (3,), (4, 8): (7,), (6, 8): (9,),
        (1, 9): (5,), (3, 7): (5,), (2, 8): (5,), (4, 6): (5,),
    }.items()
}  # fmt: skip


def tile_faults(tile: Tile) -> Iterator[TileFault]:
    """Yield what is wrong with one tile."""
    entrances = tile.entrances
    needed = 0 if tile.set == "start" else 1
    if len(entrances) != needed:
        yield TileFault("entrances", found=entrances, wanted=needed)
    yield from _platforms(tile)
    yield from _roads(tile)
    yield from _unreached(tile)
    yield from _dome(tile)
    yield from _early(tile)


def _platforms(tile: Tile) -> Iterator[TileFault]:
    here = {platform.number for platform in tile.platforms}
    for platform in tile.platforms:
        number = platform.number
        half = platform.entrance or bool(platform.explore)
        inner = bool(platform.factory or platform.site) or platform.timer
        if half != (number in SIDES):
            yield TileFault("half" if half else "side", number=number)
        if (inner or platform.rocket) and number in SIDES:
            yield TileFault("inner", number=number)
        if platform.entrance and platform.explore:
            yield TileFault("both", number=number)
        if (platform.trash or platform.slug) and not platform.entrance:
            yield TileFault("icon", number=number)
        if platform.slug and (platform.slug not in here or platform.slug in SIDES):
            yield TileFault("slug", number=number, to=platform.slug)
        if platform.rocket and tile.set != "start":
            yield TileFault("rocket", number=number)
    rockets = sum(platform.rocket for platform in tile.platforms)
    if tile.set == "start" and rockets != 1:
        yield TileFault("rocket", number=0)


def _roads(tile: Tile) -> Iterator[TileFault]:
    here = {platform.number for platform in tile.platforms}
    drawn: list[Road] = []
    for road in tile.roads:
        pair = (min(road.a, road.b), max(road.a, road.b))
        if not {road.a, road.b} <= here:
            yield TileFault("ends", a=road.a, b=road.b)
        elif pair not in LINES or LINES[pair] & here:
            yield TileFault("line", a=road.a, b=road.b)
        else:
            drawn.append(road)
    for index, one in enumerate(drawn):
        for two in drawn[:index]:
            if {one.a, one.b} == {two.a, two.b}:
                yield TileFault("double", a=one.a, b=one.b)
            elif _cross(one, two):
                yield TileFault("cross", a=one.a, b=one.b, c=two.a, d=two.b)


def _unreached(tile: Tile) -> Iterator[TileFault]:
    """Yield platforms that no road leads to, bridges counted and arrows ignored."""
    here = {platform.number for platform in tile.platforms}
    if not here:
        yield TileFault("bare")
        return
    start = tile.entrances[0] if tile.entrances else min(here)
    reached, queue = {start}, [start]
    for place in queue:
        for road in tile.roads:
            for a, b in ((road.a, road.b), (road.b, road.a)):
                if a == place and b not in reached:
                    reached.add(b)
                    queue.append(b)
    for number in sorted(here - reached):
        yield TileFault("apart", number=number)


def _cross(one: Road, two: Road) -> bool:
    """Return whether two roads without a common end cross where they are drawn."""
    if {one.a, one.b} & {two.a, two.b}:
        return False
    a, b, c, d = (_point(end) for end in (one.a, one.b, two.a, two.b))
    return _left(a, b, c) != _left(a, b, d) and _left(c, d, a) != _left(c, d, b)


def _point(number: int) -> tuple[int, int]:
    x, y = POINTS[number]
    return x * 2, y * 5  # a unit is 5 characters wide and 2 lines high


def _left(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> bool:
    """Return whether c lies to the left of the way from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def _dome(tile: Tile) -> Iterator[TileFault]:
    colours = [platform.site for platform in tile.platforms if platform.site]
    if colours and (len(colours) != 3 or len(set(colours)) != 3):
        yield TileFault("dome", found=tuple(colours))


def _early(tile: Tile) -> Iterator[TileFault]:
    """Yield what only later modules explain."""
    since = SETS.index(tile.set)
    seen = {
        "B": any(not road.colour for road in tile.roads),
        "C": any(p.trash or p.pipe for p in tile.platforms),
        "D": any(p.slug for p in tile.platforms),
        "E": any(road.oneway for road in tile.roads),
    }
    for module, found in seen.items():
        if found and since < SETS.index(module):
            yield TileFault("early", module=module)


def box_faults(box: Box) -> Iterator[TileFault]:
    """Yield what a box lacks as a whole, module by module."""
    found = Counter(tile.set for tile in box.tiles.values())
    for name, count in TILES_OF_SET.items():
        if found[name] != count:
            yield TileFault("count", name=name, found=found[name], wanted=count)
    for module, needed in enumerate(TIMERS_OF_MODULE, 1):
        names = ("start", *"ABCDE"[:module])
        tiles = [tile for tile in box.tiles.values() if tile.set in names]
        platforms = [platform for tile in tiles for platform in tile.platforms]
        timers = sum(platform.timer for platform in platforms)
        domes = sum(any(p.site for p in tile.platforms) for tile in tiles)
        if timers < needed:
            yield TileFault("timers", module=module, found=timers, wanted=needed)
        if domes < module:
            yield TileFault("domes", module=module, found=domes)
        factories = {platform.factory for platform in platforms}
        for colour in COLOURS:
            if colour not in factories:
                yield TileFault("factory", module=module, missing=colour)
