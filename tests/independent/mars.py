"""A naive referee of Magic Maze on Mars, for two to six players.

It plays plans: making, moving, exploring, bridges, domes, Wild tokens, trash,
pipelines, slugs, colonists and the sand. What is said and pointed at is not in it.
"""

from __future__ import annotations

import copy
import re
from itertools import pairwise
from typing import Any

from tests.independent.mars_map import order
from tests.independent.mars_table import ALL, COLOURS, DONE, PAWNS, WAITS, Action, Table
from tests.independent.naive import REFUSED, Verdict

MOST_ACTIONS = 60


class Mars(Table):
    """One game of Magic Maze on Mars."""

    def __init__(
        self, seats: list[str], options: dict[str, str], position: list[str]
    ) -> None:
        super().__init__(seats, options, position)
        self.plans: dict[str, list[Action]] = {}
        self.serial = 0

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
