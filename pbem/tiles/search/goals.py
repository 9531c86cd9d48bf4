"""What to do next: domes, tiles, sand, and at last the colonists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pbem.rules.mars.map.colours import RESOURCE, RESOURCES
from pbem.tiles.search.simulation import EFFORT, Again, Dead
from pbem.tiles.search.solo_plan import Sketch

Goal = Callable[[Sketch], None]

HUGE = 1 << 20


def pursue(sketch: Sketch, most: int) -> Sketch:
    """The sketch with goals reached one after the other, while it is short."""
    while len(sketch.actions) < most and not sketch.desk.flipped:
        landed = sketch.desk.landed
        grown = _next(sketch)
        if grown is None:
            break
        sketch = grown
        if sketch.desk.landed and not landed:
            break
    return sketch


def _next(sketch: Sketch) -> Sketch | None:
    for goal in goals(sketch):
        trial = sketch.copy()
        trial.effort = [EFFORT]
        for _ in range(3):
            try:
                goal(trial)
            except Again:
                continue
            except Dead:
                pass
            else:
                return trial
            break
        if len(trial.desk.bridges) > len(sketch.desk.bridges):
            return trial  # a bridge was built on the way; that is something
    return None


def goals(sketch: Sketch) -> Iterator[Goal]:
    """The goals worth trying, the best first."""
    desk = sketch.desk
    if desk.landed:
        yield from _homes(sketch)
        return
    if desk.sand <= sketch.style.low:
        yield from _turns(sketch)
    yield from _domes(sketch)
    yield from _tiles(sketch)


def _homes(sketch: Sketch) -> Iterator[Goal]:
    """Z12: a colonist for each empty dome, the farthest first."""
    desk = sketch.desk
    homes = [desk.board.at[desk.board.domes[number][0]] for number in desk.domes]
    sketch.kept |= {h for h in homes if desk.pawns.get(h) == "colonist"}
    empty = [home for home in homes if home not in sketch.kept]
    empty.sort(key=lambda home: -sketch.cost("colonist", home))
    for home in empty:
        yield partial(_home, home=home)


def _home(sketch: Sketch, home: int) -> None:
    sketch.deliver("colonist", home)
    sketch.kept.add(home)


def _turns(sketch: Sketch) -> Iterator[Goal]:
    """Z8: some resource onto a timer space, the nearest first."""
    spots = [s.place for s in sketch.desk.board.spots.values() if sketch.fresh(s.place)]
    ways = [
        (sketch.cost(kind, spot), spot, kind) for spot in spots for kind in RESOURCES
    ]
    for cost, spot, kind in sorted(ways):
        if cost < HUGE:
            yield partial(_turn, kind=kind, spot=spot)


def _turn(sketch: Sketch, kind: str, spot: int) -> None:
    sketch.deliver(kind, spot)


def _domes(sketch: Sketch) -> Iterator[Goal]:
    """Z10: sites whose pawns can all be had, the cheapest first."""
    desk = sketch.desk
    if len(desk.domes) >= desk.settings.module:
        return
    found = []
    for number, site in desk.board.domes.items():
        if number not in desk.domes:
            colours = {place: desk.board.spots[place].site for place in site}
            cost = sum(sketch.cost(RESOURCE[c], p) for p, c in colours.items())
            if cost < HUGE:
                found.append((cost, number))
    for _, number in sorted(found):
        yield partial(_dome, number=number)


def _dome(sketch: Sketch, number: int) -> None:
    sketch.dome(number)


def _tiles(sketch: Sketch) -> Iterator[Goal]:
    """Z4: open platforms that a pawn of their colour can get to."""
    if sketch.deck < 1:
        return
    found = []
    for spot in sketch.desk.board.open():
        if spot.place not in sketch.given:
            cost = sketch.cost(RESOURCE[spot.explore], spot.place)
            if cost < HUGE:
                found.append((cost, spot.place))
    for _, place in sorted(found):
        yield partial(_explore, place=place)


def _explore(sketch: Sketch, place: int) -> None:
    sketch.explore(place)
