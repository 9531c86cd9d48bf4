"""A naive referee of Magic Maze on Mars, for two to six players, by version 2.

It plays plans: making, moving, exploring, bridges, domes, Wild tokens, trash,
pipelines, slugs, colonists and the sand. What is said and pointed at is not in it.
"""

from __future__ import annotations

import copy
import re
from itertools import pairwise
from typing import Any, NamedTuple

from tests.independent.mars_map import BOX, Map, order, turned
from tests.independent.naive import REFUSED, Verdict

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
MOST_ACTIONS = 60


class Action(NamedTuple):
    """One action of a plan."""

    kind: str
    pawn: str  #: its name; "" for any
    places: tuple[str, ...]
    ticks: int
    optional: bool


DONE, WAITS, NEVER, FREE = "done", "waits", "never", "free"


class Mars:
    """One game of Magic Maze on Mars."""

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
        self.plans: dict[str, list[Action]] = {}
        self.flipped = False
        self.serial = 0
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

    def awaited(self) -> list[str]:
        return [] if self.over else [x for x in self.seats if x not in self.plans]

    # Plans

    def read(self, text: str) -> list[Action] | None:
        """The actions of a plan, or None where one cannot be read."""
        found: list[Action] = []
        if text in ("pass", "-"):
            return found
        for part in text.split(", "):
            words = part.rstrip("?").split()
            optional = part.endswith("?")
            places = tuple(x for x in words if re.fullmatch(r"T\d+\.\d", x))
            if any(place not in self.map.alias for place in places):
                return None
            places = tuple(self.map.find(place) for place in places)
            pawn = next((PAWNS.get(x, x) for x in words if PAWNS.get(x, x) in ALL), "")
            kind, ticks = words[0], 0
            if kind == "wait":
                kind = "await" if words[1] == "for" else "wait"
                if kind == "wait":
                    ticks = int(words[1])
            elif PAWNS.get(kind, kind) in ALL:
                kind = "move"
            if kind == "move":
                for one, other in pairwise(places):
                    found.append(Action(kind, pawn, (one, other), 0, optional))
            else:
                found.append(Action(kind, pawn, places, ticks, optional))
        return found if len(found) <= MOST_ACTIONS else None

    def offer(self, seat: str, text: str) -> Verdict:
        if self.over:
            return REFUSED
        plan = self.read(text)
        if plan is None or not all(self.ever(seat, action) for action in plan):
            return REFUSED
        self.plans[seat] = plan
        self.settle()
        return Verdict(False)

    def ever(self, seat: str, action: Action) -> bool:
        """Whether an action can ever be done, as the table is now."""
        holds, places = self.holds(seat), action.places
        features = self.map.features
        match action.kind:
            case "make":
                colour = COLOURS.get(action.pawn)
                return colour in holds and (
                    not places or features[places[0]]["factory"] == colour
                )
            case "explore":
                return bool(
                    self.deck
                    and self.map.beyond(places[0])
                    and features[places[0]]["explore"] in holds
                )
            case "bridge":
                return self.module >= 2 and self.map.gap(*places) is not None
            case "build":
                if len(self.domes) >= self.module:
                    return False
                return not places or self.site(places[0]) is not None
            case "transmute":
                return self.wild > 0 and COLOURS.get(action.pawn) in holds
            case "pipe":
                return self.module >= 3 and all(features[x]["pipe"] for x in places)
            case "move":
                return self.road_may_come(seat, action)
        return True

    def road_may_come(self, seat: str, action: Action) -> bool:
        """Whether a road leads there, or may when bridges and domes are built."""
        one, other = action.places
        holds = self.holds(seat)
        slug = action.pawn == "slug" or (not action.pawn and self.module >= 4)
        starts, ends = self.become(one), self.become(other)
        if one == other:
            return False
        if one in ends:
            starts, ends = [one], [other]  # a dome has no road to itself
        for start in starts:
            for end, colour in self.map.links(start, arrows=not slug):
                if end in ends and colour in holds:
                    return True
            for end in ends:
                tokens = [x for x in holds if self.bridges.get(x, "") is None]
                if self.module >= 2 and self.map.gap(start, end) and tokens:
                    return True
        return False

    def become(self, place: str) -> list[str]:
        """The platforms that one may be made one with."""
        site = self.site(place)
        if site is None or len(self.domes) >= self.module:
            return [place]
        return [self.map.find(one) for one in site]

    # Rounds

    def deadline(self) -> bool:
        for seat in self.awaited():
            self.plans[seat] = []
        self.settle()
        return True

    def draws(self, events: list[dict[str, Any]]) -> None:
        pass

    def elapsed(self, seconds: int) -> None:
        pass

    def settle(self) -> None:
        """Run the round when all plans are in."""
        if self.over or self.awaited():
            return
        self.serial += 1
        ticks = 0
        self.flipped = False
        while not self.flipped and not self.over:
            first = self.clock % len(self.seats)
            acted = False
            for seat in self.seats[first:] + self.seats[:first]:
                if self.turn(seat):
                    acted = True
                if self.flipped or self.over:
                    break
            if not acted or self.over:
                break  # who has come home needs no more sand
            ticks += 1
            self.tick(1)
        if not self.over and ticks < self.rest:
            self.tick(self.rest - ticks)
        self.plans = {}
        if not self.over:
            self.round += 1
            if self.flipped and self.experts:
                self.hands = [self.hands[-1], *self.hands[:-1]]

    def tick(self, ticks: int) -> None:
        ticks = min(ticks, max(self.sand, 1))
        self.clock += ticks
        self.sand = max(0, self.sand - ticks)
        if self.sand == 0 and not self.over:
            self.over = ([], "sand")

    def turn(self, seat: str) -> bool:
        """What a seat does in a tick; whether it takes the tick."""
        plan = self.plans[seat]
        while plan:
            action = plan[0]
            if action.kind == "wait":
                plan[0] = action._replace(ticks=action.ticks - 1)
                if plan[0].ticks <= 0:
                    plan.pop(0)
                return True
            came = self.act(seat, action)
            if came == WAITS and not action.optional:
                return False
            plan.pop(0)
            if came == DONE:
                return True
        return False

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
        if entrance["trash"] and self.supply["trash"] + 1 and self.module >= 3:
            self.trash()
        if entrance.get("slug") and self.module >= 4 and self.supply["slug"]:
            tile = self.map.tiles[-1]
            number = turned(entrance["slug"], tile["turn"])
            there = self.map.find(f"{tile['name']}.{number}")
            self.lift(there)
            self.put(there, "slug")
        return DONE

    def trash(self) -> None:
        """A piece of trash comes out on every platform with the icon."""
        for place in self.map.with_feature("trash"):
            if not self.supply["trash"]:
                return
            seen, ring = {place}, [place]
            while ring:
                taker = next((one for one in ring if self.takes_trash(one)), None)
                if taker is not None:
                    if self.pawns.get(taker) != "slug":
                        self.lift(taker)
                        self.put(taker, "trash")
                    break
                near = {to for x in ring for to, _ in self.map.links(x, arrows=False)}
                ring = sorted(near - seen, key=order)
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

    # What is told

    def state(self) -> dict[str, Any]:
        find = self.map.find
        timers = {
            one: "used" if one in self.used else "fresh"
            for one in self.map.with_feature("timer")
        }
        return {
            "round": self.round,
            "clock": self.clock,
            "sand": self.sand,
            "seats": {seat: {"colours": self.holds(seat)} for seat in self.seats},
            "tiles": self.map.tiles,
            "platforms": {
                one: {"explore": self.map.features[one]["explore"]}
                for one in self.map.places()
            },
            "pawns": self.pawns,
            "aboard": self.aboard,
            "supply": {x: number for x, number in self.supply.items() if number},
            "bridges": {
                colour: gap and [find(one) for one in sorted(gap, key=order)]
                for colour, gap in self.bridges.items()
            },
            "wild": self.wild,
            "domes": self.domes,
            "landed": self.landed,
            "timers": timers,
            "deck_order": self.deck,
        }

    def outcome(self) -> tuple[list[str], str] | None:
        return self.over

    def copy(self) -> Mars:
        return copy.deepcopy(self)
