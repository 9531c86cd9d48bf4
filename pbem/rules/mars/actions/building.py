"""Bridges, domes and the landing."""

from __future__ import annotations

from pbem.protocol import Seat
from pbem.rules.mars.actions.actions import BuildBridge, BuildDome
from pbem.rules.mars.actions.table import Blocked, Table
from pbem.rules.mars.events import Bridged, Domed, Landed
from pbem.rules.mars.map.board import spell
from pbem.rules.mars.map.colours import COLOUR, RESOURCE


def build_bridge(table: Table, seat: Seat, action: BuildBridge) -> Blocked | None:
    """Build a bridge for a pawn of one's colour at an end, its token unused (Z3)."""
    if not table.settings.wild:
        return Blocked("no-tokens")
    at, hand = table.board.at, table.hand(seat)
    named = [at[place] for place in (action.origin, action.target) if place]
    used = {colour for _, _, colour in table.bridges}
    blocked = Blocked("no-site", action.origin or action.target, forever=bool(named))
    for (a, b), token in sorted(
        table.board.sites.items(), key=lambda site: (site[0][0] not in named, site)
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
            table.events.append(
                Bridged(
                    tick=table.tick,
                    seat=seat,
                    pawn=pawn,
                    colour=colour,
                    place=spell(a),
                    origin=spell(a),
                    target=spell(b),
                )
            )
            return None
    return blocked


def build_dome(table: Table, seat: Seat, action: BuildDome) -> Blocked | None:
    """Build a dome, once every pawn of a site stands in its place (Z10)."""
    if len(table.domes) >= table.settings.module:
        return Blocked("no-domes", action.at, forever=True)
    blocked = Blocked("no-site", action.at, forever=action.at > 0)
    for number, site in sorted(table.board.domes.items()):
        if number in table.domes or (action.at and action.at not in site):
            continue
        missing = _missing(table, site)
        if missing is None:
            _raise_dome(table, seat, number, site)
            return None
        if blocked.why == "no-site":
            blocked = missing
    return blocked


def _missing(table: Table, site: tuple[int, ...]) -> Blocked | None:
    """Return the first pawn that a site still lacks, or None."""
    for place in site:
        wanted = RESOURCE[table.board.spots[place].site]
        if table.pawns.get(place) != wanted:
            return Blocked("no-pawn", place, wanted)
    return None


def _raise_dome(table: Table, seat: Seat, number: int, site: tuple[int, ...]) -> None:
    for place in site:
        table.take_back(place)
    table.domes = (*table.domes, number)
    table.redraw()
    built, wanted = len(table.domes), table.settings.module
    where = spell(site[0])
    table.events.append(
        Domed(tick=table.tick, seat=seat, place=where, built=built, wanted=wanted)
    )
    if built == wanted:
        _land(table, seat)


def _land(table: Table, seat: Seat) -> None:
    """Land the colonists, all on the rocket (Z11)."""
    rocket = table.board.rocket
    gone = table.take_back(rocket)
    table.landed = True
    table.pawns[rocket] = "colonist"
    table.aboard = table.settings.module - 1
    table.supply["colonist"] = 0
    place, count = spell(rocket), table.settings.module
    table.events.append(
        Landed(tick=table.tick, seat=seat, place=place, colonists=count, gone=gone)
    )
