"""The table of Magic Maze on Mars as the naive referee knows it, and its actions."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.independent.mars_map import BOX, Map, order, turned

PAWNS = {
    "blue": "girder",
    "orange": "ore",
    "green": "leaf",
    "brown": "cow",
    "yellow": "banana",
    "purple": "crystal",
}
COLOURS = {pawn: colour for colour, pawn in PAWNS.items()}
ALL = (*COLOURS, "trash", "slug", "colonist")
#: By number of players: the action tiles.
HANDS = {
    2: ["blue brown green", "orange yellow purple"],
    3: ["blue green", "orange brown", "yellow purple"],
    4: ["blue green", "orange brown", "yellow purple", "blue orange"],
}
HANDS[5] = [*HANDS[4], "green yellow"]
HANDS[6] = [*HANDS[5], "brown purple"]
#: By module: ticks of an even timer for two to six players.
EVEN = {
    1: [180, 180, 180, 180, 180],
    2: [30, 30, 25, 25, 25],
    3: [45, 35, 35, 30, 30],
    4: [60, 60, 50, 45, 40],
    5: [75, 65, 55, 55, 45],
}


class Action(NamedTuple):
    """One action of a plan."""

    kind: str
    pawn: str  #: its name; "" for any
    places: tuple[str, ...]
    ticks: int
    optional: bool


DONE, WAITS, NEVER, FREE = "done", "waits", "never", "free"


class Table:
    """What lies on the table, and what the actions do to it."""

    def __init__(
        self, seats: list[str], options: dict[str, str], position: list[str]
    ) -> None:
        self.seats = seats
        self.module = int(options.get("module", "1"))
        self.experts = options.get("experts", "no") == "yes"
        self.rest = int(options.get("rest", "5"))
        gentle = options.get("sand", "even") == "gentle"
        self.timer = 180 if gentle else EVEN[self.module][len(seats) - 2]
        self.hands = [hand.split() for hand in HANDS[len(seats)]]
        self.map = Map()
        self.deck: list[str] = []
        self.pawns: dict[str, str] = {}
        self.supply = dict.fromkeys(COLOURS, 2)
        self.supply["trash"] = 10 if self.module >= 3 else 0
        self.supply["slug"] = {4: 1, 5: 2}.get(self.module, 0)
        self.supply["colonist"] = self.module
        self.bridges: dict[str, tuple[str, str] | None] = {}
        if self.module >= 2:
            self.bridges = dict.fromkeys(PAWNS)
        self.wild = 3 if self.module >= 2 else 0
        self.domes: list[str] = []
        self.landed = False
        self.aboard = 0
        self.used: list[str] = []  #: timer spaces
        self.clock, self.round, self.sand = 0, 1, self.timer
        self.flipped = False
        self.over: tuple[list[str], str] | None = None
        for line in position:
            self.place(line)

    def place(self, line: str) -> None:
        """A line of a position."""
        words = line.split()
        if words[0] == "tile":
            self.map.explore(self.map.find(words[3]), words[1])
        elif words[0] in ("sand", "clock", "wild"):
            setattr(self, words[0], int(words[1]))
        elif words[0] == "dome":
            self.domes.append(self.map.build(self.site(words[1]) or []))
        elif words[0] == "landed":
            self.landed = True
        elif words[0] == "aboard":
            self.aboard = int(words[1])
            self.supply["colonist"] -= self.aboard
        else:
            self.pawns[self.map.find(words[2])] = words[0]
            self.supply[words[0]] -= 1

    def begun(self, state: dict[str, Any]) -> None:
        """Take the deck, which lot has shuffled."""
        self.deck = [*state["deck_order"]]

    def holds(self, seat: str) -> list[str]:
        hand = self.hands[self.seats.index(seat)]
        return [colour for colour in PAWNS if colour in hand]

    def site(self, place: str) -> list[str] | None:
        """The site that a platform is part of."""
        for site in self.map.sites:
            if self.map.find(place) in [self.map.find(one) for one in site]:
                return site
        return None

    # Actions

    def act(self, seat: str, action: Action) -> str:
        """Do an action if it can be done now."""
        places = tuple(self.map.find(place) for place in action.places)
        action = action._replace(places=places)
        match action.kind:
            case "await":
                there = self.pawns.get(places[0], "")
                if places[0] == self.rocket and self.aboard:
                    there = "colonist"
                return FREE if there == action.pawn else WAITS
            case "make":
                return self.make(action)
            case "move":
                return self.move(seat, action)
            case "explore":
                return self.explore(action)
            case "bridge":
                return self.bridge(seat, action)
            case "build":
                return self.build(action)
            case "transmute":
                return self.transmute(action)
        return self.pipe(action)

    @property
    def rocket(self) -> str:
        return self.map.with_feature("rocket")[0]

    def free(self, place: str) -> bool:
        """Whether a platform is empty."""
        return place not in self.pawns and not (place == self.rocket and self.aboard)

    def lift(self, place: str) -> str:
        """Take the pawn of a platform into the supply; return which it was."""
        pawn = self.pawns.pop(place, "")
        if pawn:
            self.supply[pawn] += 1
        return pawn

    def put(self, place: str, pawn: str) -> None:
        self.pawns[place] = pawn
        self.supply[pawn] -= 1

    def make(self, action: Action) -> str:
        colour = COLOURS[action.pawn]
        for place in self.map.with_feature("factory", colour):
            if action.places and place != action.places[0]:
                continue
            if self.free(place) and self.supply[action.pawn]:
                self.put(place, action.pawn)
                return DONE
        return WAITS

    def move(self, seat: str, action: Action) -> str:
        one, other = action.places
        aboard = one == self.rocket and self.aboard
        pawn = "colonist" if aboard else self.pawns.get(one, "")
        if not pawn or (action.pawn and pawn != action.pawn):
            return WAITS
        links = self.map.links(one, arrows=pawn != "slug")
        if not any(to == other and c in self.holds(seat) for to, c in links):
            return WAITS
        if pawn == "slug":
            if self.pawns.get(other) not in (*COLOURS, "trash"):
                return WAITS
            self.lift(other)
        elif not self.free(other):
            return WAITS
        if aboard:
            self.aboard -= 1
        else:
            del self.pawns[one]
        if pawn == "colonist" and other == self.rocket:
            self.aboard += 1
        else:
            self.pawns[other] = pawn
        fresh = self.map.features[other]["timer"] and other not in self.used
        if pawn in COLOURS and fresh and not self.landed:
            self.lift(other)
            self.used.append(other)
            self.sand = self.timer - self.sand
            self.flipped = True
        homes = [self.pawns.get(dome) == "colonist" for dome in self.domes]
        if self.landed and homes and all(homes):
            self.over = (self.seats, "home")
        return DONE

    def explore(self, action: Action) -> str:
        place = action.places[0]
        colour = self.map.features[place]["explore"]
        if not self.map.beyond(place):
            return NEVER
        if not self.deck:
            return NEVER
        if self.pawns.get(place) != PAWNS[colour]:
            return WAITS
        self.lift(place)
        name = self.deck.pop(0)
        self.map.explore(place, name)
        entrance = next(x for x in BOX[name]["places"].values() if x.get("entrance"))
        if entrance["trash"] and self.module >= 3:
            self.trash([*action.places[1:]])
        if entrance.get("slug") and self.module >= 4 and self.supply["slug"]:
            tile = self.map.tiles[-1]
            number = turned(entrance["slug"], tile["turn"])
            there = self.map.find(f"{tile['name']}.{number}")
            self.lift(there)
            self.put(there, "slug")
        return DONE

    def trash(self, liked: list[str]) -> None:
        """A piece of trash comes out on every platform with the icon."""

        def first(place: str) -> tuple[int, tuple[int, int]]:
            at = liked.index(place) if place in liked else len(liked)
            return at, order(place)

        for place in sorted(self.map.with_feature("trash"), key=first):
            if not self.supply["trash"]:
                return
            if self.pawns.get(place) == "colonist":
                continue
            seen, ring = {place}, [place]
            while ring:
                taker = next((one for one in ring if self.takes_trash(one)), None)
                if taker is not None:
                    if self.pawns.get(taker) != "slug":
                        self.lift(taker)
                        self.put(taker, "trash")
                    break
                near = {to for x in ring for to, _ in self.map.links(x, arrows=False)}
                ring = sorted(near - seen, key=first)
                seen |= near

    def takes_trash(self, place: str) -> bool:
        if place in self.domes or (place == self.rocket and self.aboard):
            return False
        return self.pawns.get(place) not in ("trash", "colonist")

    def bridge(self, seat: str, action: Action) -> str:
        gap = self.map.gap(*action.places)
        if gap is None:
            return NEVER
        for place in sorted(action.places, key=order):
            colour = COLOURS.get(self.pawns.get(place, ""))
            if colour in self.holds(seat) and self.bridges[colour] is None:
                self.lift(place)
                self.map.gaps.remove(gap)
                self.map.roads.append((*gap, colour, False))
                self.bridges[colour] = gap
                return DONE
        return WAITS

    def build(self, action: Action) -> str:
        if len(self.domes) >= self.module:
            return NEVER
        sites = self.map.sites
        if action.places:
            if action.places[0] in self.domes:
                return NEVER
            sites = [self.site(action.places[0]) or []]
        for site in sorted(sites, key=lambda one: order(one[0])):
            places = [self.map.find(one) for one in site]
            wants = [PAWNS[self.map.features[one]["site"]] for one in places]
            if [self.pawns.get(one) for one in places] != wants:
                continue
            for one in places:
                self.lift(one)
            self.domes.append(self.map.build(site))
            if len(self.domes) == self.module:
                self.landed = True
                self.lift(self.rocket)
                self.aboard = self.module
                self.supply["colonist"] = 0
            return DONE
        return WAITS

    def transmute(self, action: Action) -> str:
        if not self.wild:
            return NEVER
        there = self.pawns.get(action.places[0])
        if there not in COLOURS or there == action.pawn:
            return WAITS
        if not self.supply[action.pawn]:
            return WAITS
        self.wild -= 1
        self.lift(action.places[0])
        self.put(action.places[0], action.pawn)
        return DONE

    def pipe(self, action: Action) -> str:
        one, other = action.places
        pawn = self.pawns.get(one)
        if pawn not in (*COLOURS, "trash") or not self.free(other):
            return WAITS
        self.pawns[other] = self.pawns.pop(one)
        return DONE
