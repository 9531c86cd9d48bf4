"""The powers of flagships that are used in one's turn (B23)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.limits import power, space, stolen
from pbem.rules.magblast.events import combat
from pbem.rules.magblast.fleet import BERTHS, ZONES
from pbem.rules.magblast.resolve import effects
from pbem.rules.magblast.resolve.table import WorkingFleets
from pbem.rules.magblast.state import State, Target
from pbem.rules.magblast.verbs.turn import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Sol(Turn):
    """Sol's power: a ship from the shipyard."""

    zone: str = ""
    anywhen: ClassVar[bool] = True
    may_lose_hit: ClassVar[bool] = True
    spelt: ClassVar[str] = "sol [to <zone>]"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Sol]:
        """Return each zone for the ship, and none."""
        return [cls(zone=zone) for zone in ("", *ZONES)]

    def find(self, state: State, me: int) -> tuple[int, ...]:
        """Return the zone, if one is said."""
        power(state, me, "sol")
        space(state, me, (self.zone,) if self.zone else (), 1)
        return (references.zone(self.zone),) if self.zone else ()

    def preview(self, state: State, me: int, found: tuple[int, ...]) -> dict[str, Any]:
        return {"zone": str(self.zone), "count": -1}

    def act(self, table: WorkingFleets, me: int, found: tuple[int, ...]) -> None:
        table.use(me)
        effects.draw_ships(table, 1, found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Naalu(Turn):
    """Naalu's power: all blast cards of a ship go to an opponent's ship."""

    ship: str
    seat: str = ""
    target: str
    anywhen: ClassVar[bool] = True
    may_lose_hit: ClassVar[bool] = True
    spelt: ClassVar[str] = "naalu <ship> to <seat> <target>"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Naalu]:
        """Return each ship with each of the opponents' ships."""
        return [
            cls(ship=BERTHS[berth], seat=state.fleets[i].seat, target=BERTHS[theirs])
            for berth, _ in state.fleets[me].berthed()
            for i in state.clockwise(me)
            for theirs in state.fleets[i].berths
        ]

    def find(self, state: State, me: int) -> tuple[Target, Target]:
        """Return the ship that is relieved, and the ship that suffers."""
        power(state, me, "naalu")
        berth = references.damaged(state, me, self.ship)
        others = state.clockwise(me)
        fleet = references.opponent(state, me, self.seat, among=others)
        references.rival(state, me, fleet, self.seat)
        theirs = references.berth(state, fleet, self.target)
        return Target(me, berth), Target(fleet, theirs)

    def preview(
        self, state: State, me: int, found: tuple[Target, Target]
    ) -> dict[str, Any]:
        given = _transfer(state, *found)
        return {**given, "left": state.hull_left(found[1]) - given["damage"]}

    def act(self, table: WorkingFleets, me: int, found: tuple[Target, Target]) -> None:
        """Move the blast cards; that may destroy, and is no hit (B23)."""
        mine, target = found
        table.use(me)
        facts = _transfer(table.state, *found)
        damage = table.state.bearer(mine).damage
        table.change_target(mine, damage=())
        table.change_target(
            target, damage=(*table.state.bearer(target).damage, *damage)
        )
        table.tell_of(combat.Transferred, me, **facts)
        if table.fell(target):
            table.change(last="destroyed")  # (B55)


def _transfer(state: State, mine: Target, target: Target) -> dict[str, Any]:
    """Return a transfer as fields of an event."""
    damage = state.damage(state.bearer(mine).damage)
    ship, berth = state.what(mine), BERTHS[mine.berth]
    at = state.whereabouts(target)
    return {"ship": ship, "berth": berth, "damage": damage, **at}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentak(Turn):
    """Mentak's power: a theft of the ship that a Direct Hit just struck."""

    zone: str
    keeps_hit: ClassVar[bool] = True
    spelt: ClassVar[str] = "mentak to <zone>"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Mentak]:
        """Return each zone for the ship."""
        return [cls(zone=zone) for zone in ZONES]

    def find(self, state: State, me: int) -> tuple[Target, int]:
        """Return the ship that is stolen, and for which zone."""
        power(state, me, "mentak")
        return stolen(state, me, self.zone), references.zone(self.zone)

    def preview(
        self, state: State, me: int, found: tuple[Target, int]
    ) -> dict[str, Any]:
        return {"zone": str(self.zone), "count": -1}

    def act(self, table: WorkingFleets, me: int, found: tuple[Target, int]) -> None:
        table.use(me)
        effects.board(table, *found)
