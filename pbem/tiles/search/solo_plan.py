"""A plan as one pair of hands would do it: pawns brought, ways cleared."""

from __future__ import annotations

from itertools import pairwise, permutations

from pbem.rules.mars.map.colours import COLOUR, RESOURCE, RESOURCES
from pbem.rules.mars.orders import Action, Build, Explore, Make, Move, Pipe, Span
from pbem.tiles.search.simulation import Again, Dead, Ground

DEEP = 5  #: pawns that may be moved out of each other's way


class Sketch(Ground):
    """The table of a team that thinks ahead."""

    def deliver(self, pawn: str, target: int) -> None:
        """Brings such a pawn to a place, made afresh where that is nearer."""
        found = self.route(pawn, self.sources(pawn), target)
        if found is None:
            raise Dead(f"{pawn} to {target}")
        path = found[1]
        start = path[0]
        if self.desk.pawns.get(start) != pawn:
            if start in self.desk.pawns:
                self.clear(start, set(path), 0)
            self.do(Make(pawn, start))
        self.walk(pawn, path)

    def walk(self, pawn: str, path: list[int]) -> None:
        """Takes a pawn along a path, whatever is in its way.

        What can be cleared is cleared first and from the far end, while the
        pawn itself does not stand in the mouth of a blind alley.
        """
        for there in path[:0:-1]:
            if there in self.desk.pawns and there not in self.kept:
                trial = self.copy()
                try:
                    trial.clear(there, set(path), 0)
                except Dead:
                    continue
                self.__dict__.update(trial.__dict__)
        for index, (here, there) in enumerate(pairwise(path)):
            if there in self.desk.pawns:
                self.clear(there, set(path[index:]) | {here}, 0)
            self.bridge(here, there)
            self.step(pawn, here, there)

    def step(self, pawn: str, here: int, there: int) -> None:
        """One action from a place to the next, by road or by pipeline."""
        links = self.desk.board.tracks if pawn == "slug" else self.desk.board.roads
        if (here, there) in links:
            self.do(Move(pawn, here, there))
        else:
            self.do(Pipe(here, there))

    def bridge(self, here: int, there: int) -> None:
        """Builds the bridge between two places, if there is none yet."""
        board, desk = self.desk.board, self.desk
        if (here, there) in board.roads or (here, there) not in board.sites:
            return
        used = {colour for _, _, colour in desk.bridges}
        mover = desk.pawns.get(here, "")
        kinds = [kind for kind in RESOURCES if COLOUR[kind] not in used]
        kinds.sort(key=lambda kind: self.cost(kind, here))
        if mover in kinds:
            # The pawn itself pays, and another is fetched after it.
            self.do(Span(here, there))
            raise Again
        for kind in kinds:
            aside = [p for p in board.near[here] if p not in desk.pawns]
            if not mover or not aside:
                break
            trial = self.copy()
            try:
                trial.kept.add(aside[0])
                trial.step(mover, here, aside[0])
                trial.deliver(kind, here)
                trial.do(Span(here, there))
                trial.kept.discard(aside[0])
                trial.step(mover, aside[0], here)
            except Dead:
                continue
            trial.kept = set(self.kept)
            self.__dict__.update(trial.__dict__)
            return
        raise Dead("bridge")

    def clear(self, place: int, avoid: set[int], depth: int) -> None:
        """Gets the pawn at a place out of the way of a path."""
        self.effort[0] -= 1
        if depth > DEEP or place in self.kept or self.effort[0] < 0:
            raise Dead(f"clear {place}")
        pawn = self.desk.pawns[place]
        if pawn == "slug":
            self._lure(place, avoid, depth)
            return
        if self._aside(pawn, place, avoid):
            return
        for other, _ in self.desk.board.ways[place]:
            if other not in avoid and other in self.desk.pawns:
                trial = self.copy()
                try:
                    trial.clear(other, avoid | {place}, depth + 1)
                    trial.step(pawn, place, other)
                except Dead:
                    continue
                self.__dict__.update(trial.__dict__)
                return
        raise Dead(f"no room for {pawn} at {place}")

    def _aside(self, pawn: str, place: int, avoid: set[int]) -> bool:
        """Walks a pawn over free platforms to the best one off the path."""
        came, far = {place: 0}, {place: 0}
        queue = [place]
        for here in queue:
            for other, extra, _ in self.steps(pawn, here):
                free = other not in self.desk.pawns and other not in came
                waste = pawn in COLOUR and self.fresh(other)
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
        """How much better a platform is kept free."""
        spot = self.desk.board.spots[place]
        ways = len(self.desk.board.near[place])
        busy = bool(spot.factory) + bool(spot.explore) + spot.rocket + spot.dome
        return 2 * busy + 5 * bool(spot.site) + (ways > 2) + (ways > 3)

    def _lure(self, place: int, avoid: set[int], depth: int) -> None:
        """Z15: a slug leaves only for a meal, so it is given one."""
        desk = self.desk
        near = [p for p in desk.board.near[place] if p not in self.kept]
        off = [p for p in near if p not in avoid]
        for other in off:
            seen = desk.pawns.get(other, "")
            if seen == "trash" or seen in COLOUR:
                self.do(Move("slug", place, other))
                return
        for other in off:
            kinds = sorted(RESOURCES, key=lambda kind: self.cost(kind, other))
            trial = self.copy()
            trial.kept.add(place)
            try:
                trial.deliver(kinds[0], other)
                trial.do(Move("slug", place, other))
            except Dead:
                continue
            trial.kept = set(self.kept)
            self.__dict__.update(trial.__dict__)
            return
        raise Dead(f"slug at {place}")

    def sweep(self, number: int) -> None:
        """Gets everything off a tile that is in the way of its dome."""
        mine = {place for place in self.desk.board.spots if place // 10 == number}
        for place in sorted(mine):
            pawn = self.desk.pawns.get(place, "")
            if not pawn or pawn == "slug":
                continue
            if not self._aside(pawn, place, mine):
                self.clear(place, mine, 0)

    def explore(self, place: int) -> None:
        """Brings the right pawn to an open platform and gives it."""
        self.deliver(RESOURCE[self.desk.board.spots[place].explore], place)
        self.do(Explore(place))

    def dome(self, number: int) -> None:
        """Fills a dome's site, in the first order that works, and builds."""
        site = self.desk.board.domes[number]
        meals = [[], *self.feasts()]
        for meal, swept in [(m, s) for m in meals for s in (False, True)]:
            trial = self.copy()
            try:
                for move in meal:
                    trial.do(move)
                trial._fill(number, site, swept)
            except Dead:
                continue
            self.__dict__.update(trial.__dict__)
            return
        raise Dead(f"dome {number}")

    def feasts(self) -> list[list[Action]]:
        """Z15: rows of up to three pieces of trash that a slug could eat."""
        pawns, tracks = self.desk.pawns, self.desk.board.near
        rows: list[tuple[list[Action], int]] = [
            ([], place) for place, pawn in pawns.items() if pawn == "slug"
        ]
        for row, place in rows:
            eaten = {move.target for move in row if isinstance(move, Move)}
            for other in tracks[place] if len(row) < 3 else ():
                if pawns.get(other) == "trash" and other not in eaten:
                    rows.append(([*row, Move("slug", place, other)], other))
        return [row for row, _ in rows if row]

    def _fill(self, number: int, site: tuple[int, ...], swept: bool) -> None:
        wanted = {p: RESOURCE[self.desk.board.spots[p].site] for p in site}
        for order in permutations(site):
            trial = self.copy()
            try:
                if swept:
                    trial.sweep(number)
                for place in order:
                    if trial.desk.pawns.get(place) != wanted[place]:
                        trial.deliver(wanted[place], place)
                    trial.kept.add(place)
                trial.do(Build(site[0]))
            except (Dead, Again):
                continue
            trial.kept -= set(site)
            self.__dict__.update(trial.__dict__)
            return
        raise Dead(f"dome {number}")
