"""A plan as one pair of hands would do it: pawns brought, ways cleared."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise, permutations

from pbem.rules.mars.actions.action import Action
from pbem.rules.mars.actions.building import BuildBridge, BuildDome
from pbem.rules.mars.actions.exploring import Explore, Make
from pbem.rules.mars.actions.pawn_moves import Move, Pipe
from pbem.rules.mars.map.colours import COLOUR, RESOURCE, RESOURCES
from pbem.rules.mars.search.simulation import Restart, Simulation, Unreachable

MAX_CLEARING_DEPTH = 5  #: pawns that may be moved out of each other's way
MAX_FEAST = 3  #: pieces of trash that a slug eats in a row


class SoloPlan(Simulation):
    """The table of a team that thinks ahead; its steps raise Unreachable."""

    def deliver(self, pawn: str, target: int) -> None:
        """Bring a pawn of this kind to a place; a new one is built where that is
        nearer."""
        found = self.route(pawn, self.sources(pawn), target)
        if found is None:
            raise Unreachable(f"{pawn} to {target}")
        path = found[1]
        start = path[0]
        if self.table.pawns.get(start) != pawn:
            if start in self.table.pawns:
                self.clear(start, set(path))
            self.do(Make(pawn, start))
        self.walk(pawn, path)

    def walk(self, pawn: str, path: list[int]) -> None:
        """Take a pawn along a path, whatever is in its way.

        What can be cleared is cleared first and from the far end, while the
        pawn itself does not stand in the mouth of a blind alley.
        """
        for there in path[:0:-1]:
            if there in self.table.pawns and there not in self.reserved:
                with suppress(Unreachable), self.trial() as trial:
                    trial.clear(there, set(path))
        for index, (here, there) in enumerate(pairwise(path)):
            if there in self.table.pawns:
                self.clear(there, set(path[index:]) | {here})
            self.bridge(here, there)
            self.step(pawn, here, there)

    def step(self, pawn: str, here: int, there: int) -> None:
        """Take one action from a place to the next, by road or by pipeline."""
        by_road = (here, there) in self.table.board.links(pawn)
        self.do(Move(pawn, here, there) if by_road else Pipe(here, there))

    def bridge(self, here: int, there: int) -> None:
        """Build the bridge between two places, if there is none yet.

        Raise Restart if the pawn that waits for it had to pay.
        """
        board, table = self.table.board, self.table
        if (here, there) in board.roads or (here, there) not in board.sites:
            return
        used = {colour for _, _, colour in table.bridges}
        mover = table.pawns.get(here, "")
        kinds = [kind for kind in RESOURCES if COLOUR[kind] not in used]
        kinds.sort(key=lambda kind: self.cost(kind, here))
        if mover in kinds:
            self.do(BuildBridge(here, there))
            raise Restart
        free_spots = [place for place in board.near[here] if place not in table.pawns]
        if mover and free_spots:
            for kind in kinds:
                with suppress(Unreachable), self.trial() as trial:
                    trial.reserved.add(free_spots[0])
                    trial.step(mover, here, free_spots[0])
                    trial.deliver(kind, here)
                    trial.do(BuildBridge(here, there))
                    trial.reserved = set(self.reserved)
                    trial.step(mover, free_spots[0], here)
                    return
        raise Unreachable("bridge")

    def clear(self, place: int, avoid: set[int], depth: int = 0) -> None:
        """Get the pawn at a place out of the way of a path."""
        self.clearings[0] -= 1
        if (
            depth > MAX_CLEARING_DEPTH
            or place in self.reserved
            or self.clearings[0] < 0
        ):
            raise Unreachable(f"clear {place}")
        pawn = self.table.pawns[place]
        if pawn == "slug":
            self._lure(place, avoid)
            return
        if self._step_off_path(pawn, place, avoid):
            return
        for other, _ in self.table.board.exits[place]:
            if other not in avoid and other in self.table.pawns:
                with suppress(Unreachable), self.trial() as trial:
                    trial.clear(other, avoid | {place}, depth + 1)
                    trial.step(pawn, place, other)
                    return
        raise Unreachable(f"no room for {pawn} at {place}")

    def _step_off_path(self, pawn: str, place: int, avoid: set[int]) -> bool:
        """Walk a pawn to the best free platform off a path; False if there is none."""
        came, far = {place: 0}, {place: 0}
        queue = [place]
        for here in queue:
            for other, extra, _ in self.steps(pawn, here):
                free = other not in self.table.pawns and other not in came
                waste = pawn in COLOUR and self.table.fresh(other)
                if free and not extra and not waste:
                    came[other] = here
                    far[other] = far[here] + 1
                    queue.append(other)
        rooms = [here for here in queue[1:] if here not in avoid]
        if not rooms:
            return False
        here = min(rooms, key=lambda room: far[room] + self._worth(room))
        path = [here]
        while came[path[-1]]:
            path.append(came[path[-1]])
        for a, b in pairwise(path[::-1]):
            self.step(pawn, a, b)
        return True

    def _worth(self, place: int) -> int:
        """Return how much better a platform is reserved free."""
        spot = self.table.board.spots[place]
        exits = len(self.table.board.near[place])
        busy = bool(spot.factory) + bool(spot.explore) + spot.rocket + spot.dome
        return 2 * busy + 5 * bool(spot.site) + (exits > 2) + (exits > 3)

    def _lure(self, place: int, avoid: set[int]) -> None:
        """Get a slug away: it leaves only for a meal, so it is given one (Z15)."""
        table = self.table
        near = [p for p in table.board.near[place] if p not in self.reserved]
        off = [p for p in near if p not in avoid]
        for other in off:
            seen = table.pawns.get(other, "")
            if seen == "trash" or seen in COLOUR:
                self.do(Move("slug", place, other))
                return
        for other in off:
            meal = min(RESOURCES, key=lambda kind: self.cost(kind, other))
            with suppress(Unreachable), self.trial() as trial:
                trial.reserved.add(place)
                trial.deliver(meal, other)
                trial.do(Move("slug", place, other))
                trial.reserved = set(self.reserved)
                return
        raise Unreachable(f"slug at {place}")

    def _sweep(self, number: int) -> None:
        """Get everything off a tile that is in the way of its dome."""
        mine = {place for place in self.table.board.spots if place // 10 == number}
        for place in sorted(mine):
            pawn = self.table.pawns.get(place, "")
            if pawn and pawn != "slug" and not self._step_off_path(pawn, place, mine):
                self.clear(place, mine)

    def explore(self, place: int) -> None:
        """Bring the right pawn to an open platform and give it."""
        self.deliver(RESOURCE[self.table.board.spots[place].explore], place)
        self.do(Explore(place))

    def dome(self, number: int) -> None:
        """Fill a dome's site, in the first order that works, and build."""
        site = self.table.board.domes[number]
        for meal in ([], *self._feasts()):
            for swept in (False, True):
                with suppress(Unreachable), self.trial() as trial:
                    for move in meal:
                        trial.do(move)
                    trial._fill(number, site, swept)
                    return
        raise Unreachable(f"dome {number}")

    def _feasts(self) -> list[list[Action]]:
        """Return rows of pieces of trash that a slug could eat (Z15)."""
        pawns, near = self.table.pawns, self.table.board.near
        rows: list[tuple[list[Action], int]] = [
            ([], place) for place, pawn in pawns.items() if pawn == "slug"
        ]
        for row, place in rows:
            eaten = {move.target for move in row if isinstance(move, Move)}
            for other in near[place] if len(row) < MAX_FEAST else ():
                if pawns.get(other) == "trash" and other not in eaten:
                    rows.append(([*row, Move("slug", place, other)], other))
        return [row for row, _ in rows if row]

    def _fill(self, number: int, site: tuple[int, ...], swept: bool) -> None:
        resources = {p: RESOURCE[self.table.board.spots[p].site] for p in site}
        for order in permutations(site):
            with suppress(Unreachable, Restart), self.trial() as trial:
                if swept:
                    trial._sweep(number)
                for place in order:
                    if trial.table.pawns.get(place) != resources[place]:
                        trial.deliver(resources[place], place)
                    trial.reserved.add(place)
                trial.do(BuildDome(site[0]))
                trial.reserved -= set(site)
                return
        raise Unreachable(f"dome {number}")
