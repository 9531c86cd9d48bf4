"""What is wrong with a box of tiles: for those who make their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.rules.mars.board_text import LINES, POINTS
from pbem.rules.mars.map.colours import COLOURS
from pbem.rules.mars.map.tiles import SETS, SIDES, Box, Road, Tile, TileFault

#: how many tiles of each set make a box
COUNTS = {"start": 1, "A": 4, "B": 2, "C": 2, "D": 2, "E": 2, "X": 8}
#: the sand timer tokens by module
TIMERS = (1, 2, 3, 4, 4)


def tile_faults(tile: Tile) -> Iterator[TileFault]:
    """What is wrong with one tile."""
    entrances = tile.entrances
    wanted = 0 if tile.set == "start" else 1
    if len(entrances) != wanted:
        yield TileFault("entrances", found=entrances, wanted=wanted)
    yield from _platforms(tile)
    yield from _roads(tile)
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
        if platform.rocket != (tile.set == "start") and platform.rocket:
            yield TileFault("rocket", number=number)
    rockets = [platform for platform in tile.platforms if platform.rocket]
    if tile.set == "start" and len(rockets) != 1:
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
    yield from _apart(tile, here)


def _apart(tile: Tile, here: set[int]) -> Iterator[TileFault]:
    """Platforms that no road leads to, bridges counted and arrows ignored."""
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
    """Whether two roads without a common end cross where they are drawn."""
    if {one.a, one.b} & {two.a, two.b}:
        return False
    a, b, c, d = (_xy(end) for end in (one.a, one.b, two.a, two.b))
    return _turn(a, b, c) != _turn(a, b, d) and _turn(c, d, a) != _turn(c, d, b)


def _xy(number: int) -> tuple[int, int]:
    x, y = POINTS[number]
    return x * 2, y * 5  # a unit is 5 characters wide and 2 lines high


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def _dome(tile: Tile) -> Iterator[TileFault]:
    colours = [platform.site for platform in tile.platforms if platform.site]
    if colours and (len(colours) != 3 or len(set(colours)) != 3):
        yield TileFault("dome", found=tuple(colours))


def _early(tile: Tile) -> Iterator[TileFault]:
    """What only later modules explain."""
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
    """What a box lacks as a whole, module by module."""
    found = Counter(tile.set for tile in box.tiles.values())
    for name, count in COUNTS.items():
        if found[name] != count:
            yield TileFault("count", name=name, found=found[name], wanted=count)
    for module in range(1, 6):
        names = ("start", *"ABCDE"[:module])
        tiles = [tile for tile in box.tiles.values() if tile.set in names]
        platforms = [platform for tile in tiles for platform in tile.platforms]
        timers = sum(platform.timer for platform in platforms)
        domes = sum(any(p.site for p in tile.platforms) for tile in tiles)
        if timers < TIMERS[module - 1]:
            wanted = TIMERS[module - 1]
            yield TileFault("timers", module=module, found=timers, wanted=wanted)
        if domes < module:
            yield TileFault("domes", module=module, found=domes)
        for colour in COLOURS:
            if colour not in {platform.factory for platform in platforms}:
                yield TileFault("factory", module=module, missing=colour)
