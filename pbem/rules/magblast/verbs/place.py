"""Ships to zones: all four at the start, one that was drawn, and moves."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any, ClassVar

from pbem.protocol import Token
from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.limits import space
from pbem.rules.magblast.events import game
from pbem.rules.magblast.fleet import BERTHS, ZONES
from pbem.rules.magblast.orders import tokens as t
from pbem.rules.magblast.resolve.effects import place_drawn
from pbem.rules.magblast.resolve.table import WorkingFleets
from pbem.rules.magblast.state import MOVEMENT, SETUP, State, Target
from pbem.rules.magblast.verbs.line import Line, Readers
from pbem.rules.magblast.verbs.turn import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Line):
    """Ships to zones: at the start all four (B19), later the one just drawn."""

    ships: tuple[tuple[str, str], ...] = ()  #: number or type ("" the next), zone
    spelt: ClassVar[str] = "place <things>"

    @property
    def things(self) -> str:
        """The ships and zones as they are written."""
        words = (word for pair in self.ships for word in pair if word)
        return " ".join(words) or "as dealt"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Place]:
        """Return every assignment of the four dealt ships to the four zones (B19);
        later in the game, every zone for each ship just drawn."""
        if state.drawn is None:
            ships = map(str, range(1, len(state.fleets[me].dealt) + 1))
            dealt = permutations(ships)
            return [cls(ships=tuple(zip(one, ZONES, strict=False))) for one in dealt]
        count = len(state.drawn.ships)
        things = [*map(str, range(1, count + 1))] if count > 1 else [""]
        return [cls(ships=((thing, zone),)) for zone in ZONES for thing in things]

    def position(self, state: State, me: int) -> State:
        return state if state.phase == SETUP else Line.position(self, state, me)

    def find(self, state: State, me: int) -> tuple[int, ...]:
        """Return the ships for the four zones in order; or of the drawn, and where."""
        if state.phase == SETUP:
            lost = state.fleets[me].out
            if lost is not None and self.ships:
                raise Illegal("lost", turn=lost)
            return self._deployment(state, state.fleets[me].dealt)
        drawn = state.drawn
        if drawn is None:
            raise Illegal("no-place")
        if len(self.ships) != 1:
            raise Illegal("place-one", count=len(drawn.ships))
        thing, zone = self.ships[0]
        choice = 0
        if thing or len(drawn.ships) > 1:
            choice = _choice(state, drawn.ships, thing)
        space(state, state.active, (zone,), 1)
        return choice, references.zone(zone)

    def _deployment(self, state: State, dealt: tuple[int, ...]) -> tuple[int, ...]:
        if not self.ships:
            return dealt
        found: dict[int, int] = {}
        used: list[int] = []
        for thing, name in self.ships:
            if not thing:
                raise Illegal("place-all", count=len(dealt), missing=())
            choice = _choice(state, dealt, thing, used)
            zone = references.zone(name)
            if choice in used or zone in found:
                raise Illegal("place-twice", thing if choice in used else name)
            used.append(choice)
            found[zone] = dealt[choice]
        if len(found) != len(dealt):
            missing = tuple(ZONES[z] for z in range(4) if z not in found)
            raise Illegal("place-all", count=len(dealt), missing=missing)
        return tuple(found[zone] for zone in range(4))

    def preview(self, state: State, me: int, found: tuple[int, ...]) -> dict[str, Any]:
        if state.drawn is None:
            cards = state.ship_names(found)
            return {"kind": "deploy", "cards": cards, "zones": ZONES, "when": ""}
        name = state.box.ships[state.drawn.ships[found[0]]].type
        return {"ship": name, "zone": ZONES[found[1]]}

    def do(self, table: WorkingFleets, me: int, found: tuple[int, ...]) -> None:
        place_drawn(table, *found)


def _choice(
    state: State, ships: tuple[int, ...], thing: str, used: list[int] | None = None
) -> int:
    """Return the place of the ship that a number or a type names."""
    known = tuple(state.box.ships[card].type for card in ships)
    if thing.isdecimal() and 1 <= int(thing) <= len(ships):
        return int(thing) - 1
    for index, name in enumerate(known):
        if name.lower() == thing.lower() and index not in (used or ()):
            return index
    raise Illegal("place-which", thing, found=str(thing), known=known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Turn):
    """Ships on their way; they keep their names until the phase is over (B35)."""

    moves: tuple[tuple[str, str], ...]
    phase: ClassVar[int] = MOVEMENT
    spelt: ClassVar[str] = "move <steps>"

    @property
    def steps(self) -> str:
        """The moves as they are written."""
        return ", ".join(f"{ship} to {zone}" for ship, zone in self.moves)

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Move]:
        """Return moves of one ship each to where it is not on its way already; several
        lines make up a movement."""
        going = dict(state.moves)
        return [
            cls(moves=((BERTHS[berth], name),))
            for berth in state.fleets[me].berths
            for zone, name in enumerate(ZONES)
            if zone != going.get(berth, berth // 3)
        ]

    def find(self, state: State, me: int) -> dict[int, int]:
        """Return which berths are to move to which zones."""
        if state.clouded(me, "minefield"):
            raise Illegal("mined")
        found: dict[int, int] = {}
        for word, name in self.moves:
            berth, zone = references.berth(state, me, word), references.zone(name)
            if berth in found:
                raise Illegal("moved-twice", word, ship=str(word))
            found[berth] = zone
            card = state.printed(state.ship_in(me, berth))
            away = [targeting.distance(berth // 3, one) for one in range(4)]
            if away[zone] > card.move:
                reach = tuple(ZONES[one] for one in range(4) if away[one] <= card.move)
                given = {"far": away[zone], "most": card.move, "reach": reach}
                given |= {"ship": card.type, "berth": BERTHS[berth], "zone": str(name)}
                raise Illegal("too-far", name, **given)
        return found

    def preview(self, state: State, me: int, found: dict[int, int]) -> dict[str, Any]:
        """Return where ships go, and which zone would hold too many (B3)."""
        going = {**dict(state.moves), **found}
        stand = [going.get(b, b // 3) for b, _ in state.fleets[me].berthed()]
        over = next((zone for zone in range(4) if stand.count(zone) > 3), -1)
        ships = ((state.what(Target(me, berth)), BERTHS[berth]) for berth in found)
        return {
            "cards": tuple(f"{name} {berth}" for name, berth in ships),
            "zones": tuple(ZONES[zone] for zone in found.values()),
            "zone": ZONES[over] if over >= 0 else "",
            "count": stand.count(over),
        }

    def act(self, table: WorkingFleets, me: int, found: dict[int, int]) -> None:
        """Keep moves until the phase is over (B35); the last word on a ship counts."""
        moves = dict(table.state.moves)
        for berth, zone in found.items():
            moves.pop(berth, None)
            if berth // 3 != zone:  # else it stays (B58)
                moves[berth] = zone
            table.tell_ship(game.MovePlanned, Target(me, berth), zone=ZONES[zone])
        table.change(moves=tuple(sorted(moves.items())))


def _place_ships(*ships: Token) -> Place:
    pairs = ((t.placed(token[-1], token), t.zone(token)) for token in ships)
    return Place(ships=tuple(pairs))


def _place_things(*words: Token) -> Place:
    pairs = zip(words[::2], words[1::2], strict=True)
    ships = ((t.placed(thing.lower(), thing), t.zone(zone)) for thing, zone in pairs)
    return Place(ships=tuple(ships))


READERS: Readers = {
    "place_dealt": Place,
    "place_things": _place_things,
    "place_ships": _place_ships,
    "place_zone": lambda zone: Place(ships=(("", t.zone(zone)),)),
    "thing": lambda word: word,
    "move": lambda *steps: Move(moves=steps),
    "step": lambda ship, zone: (t.ship(ship), t.zone(zone)),
}
