"""Bridges, domes and the landing."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Fault, Seat
from pbem.rules.mars.actions.action import (
    AtPlace,
    BetweenPlaces,
    Context,
    Faults,
    where,
)
from pbem.rules.mars.actions.table import Blocked, RoundState
from pbem.rules.mars.events import Bridged, Domed, Landed
from pbem.rules.mars.map.colours import COLOUR, RESOURCE
from pbem.rules.mars.map.places import spell


@dataclass(frozen=True, slots=True)
class BuildBridge(BetweenPlaces):
    """A resource at one end, given for a bridge (Z3)."""

    origin: int = 0  #: 0 is wherever one can be built
    target: int = 0

    @property
    def words(self) -> str:
        origin = f" {spell(self.origin)}" if self.origin else ""
        return f"bridge{origin}" + (f" > {spell(self.target)}" if self.target else "")

    def impossible(self, context: Context) -> Faults:
        found = context.tokens("bridge")
        ends = {context.board.at[place] for place in self.places if place}
        if ends and not any(ends <= set(pair) for pair in context.board.sites):
            sites = sorted({tuple(sorted(pair)) for pair in context.board.sites})
            places = tuple((spell(a), spell(b)) for a, b in sites)
            found += (Fault("illegal.no-site", given={"places": places}),)
        return found

    def perform(self, table: RoundState, seat: Seat) -> Blocked | None:
        """Build a bridge for a pawn of one's colour at an end, its token unused."""
        if not table.settings.wild:
            return Blocked("no-tokens")
        board, hand = table.board, table.hand[seat]
        named = [board.at[place] for place in self.places if place]
        used = {colour for _, _, colour in table.bridges}
        blocked = Blocked("no-site", self.origin or self.target, forever=bool(named))
        for (a, b), token in sorted(
            board.sites.items(), key=lambda site: (site[0][0] not in named, site)
        ):
            if not {a, b}.issuperset(named):
                continue
            pawn = table.pawns.get(a, "")
            colour = COLOUR.get(pawn, "")
            if not colour:
                if blocked.why == "no-site":
                    blocked = Blocked("no-resource", a, pawn)
            elif colour not in hand:
                blocked = Blocked("not-yours", a, pawn)
            elif colour in used:
                blocked = Blocked("token-used", a, pawn)
            else:
                table.take_back(a)
                table.bridges = (*table.bridges, (*token, colour))
                table.redraw()
                ends = {"place": spell(a), "origin": spell(a), "target": spell(b)}
                table.tell(Bridged, seat, pawn=pawn, colour=colour, **ends)
                return None
        return blocked


@dataclass(frozen=True, slots=True)
class BuildDome(AtPlace):
    """A complete site, made into a dome (Z10)."""

    at: int = 0  #: 0 is the first complete site

    @property
    def words(self) -> str:
        return f"build dome{where(self.at)}"

    def impossible(self, context: Context) -> Faults:
        if not self.at:
            return ()
        domes, built = context.board.domes, context.state.domes
        sites = [site for number, site in domes.items() if number not in built]
        if any(self.at in site for site in sites):
            return ()
        places = tuple(tuple(map(spell, site)) for site in sites)
        given = {"place": spell(self.at), "places": places}
        return (Fault("illegal.no-dome-site", given=given),)

    def perform(self, table: RoundState, seat: Seat) -> Blocked | None:
        """Build a dome, once every pawn of a site stands in its place (Z10)."""
        if len(table.domes) >= table.settings.module:
            return Blocked("no-domes", self.at, forever=True)
        blocked = None
        # By the numbers of their tiles, as these were laid.
        for number, site in table.board.domes.items():
            if number in table.domes or (self.at and self.at not in site):
                continue
            missing = _missing(table, site)
            if missing is None:
                _raise_dome(table, seat, number, site)
                return None
            blocked = blocked or missing
        return blocked or Blocked("no-site", self.at, "", self.at > 0)


def _missing(table: RoundState, site: tuple[int, ...]) -> Blocked | None:
    """Return the first pawn that a site still lacks, or None."""
    for place in site:
        needed = RESOURCE[table.board.spots[place].site]
        if table.pawns.get(place) != needed:
            return Blocked("no-pawn", place, needed)
    return None


def _raise_dome(
    table: RoundState, seat: Seat, number: int, site: tuple[int, ...]
) -> None:
    """Build a dome, and land the colonists with the last one, on the rocket (Z11)."""
    for place in site:
        table.take_back(place)
    table.domes = (*table.domes, number)
    table.redraw()
    built, needed = len(table.domes), table.settings.module
    table.tell(Domed, seat, place=spell(site[0]), built=built, wanted=needed)
    if built < needed:
        return
    rocket = table.board.rocket
    gone = table.take_back(rocket)
    table.landed = True
    table.pawns[rocket] = "colonist"
    table.aboard = needed - 1
    table.supply["colonist"] = 0
    table.tell(Landed, seat, place=spell(rocket), colonists=needed, gone=gone)
