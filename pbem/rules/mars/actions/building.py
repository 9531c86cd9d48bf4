"""Bridges, domes and the landing."""

from __future__ import annotations

from pbem.rules.mars import events as told
from pbem.rules.mars.actions.table import Desk, Snag
from pbem.rules.mars.map.board import spell
from pbem.rules.mars.map.colours import COLOUR, RESOURCE
from pbem.rules.mars.orders import Build, Span


def bridge(desk: Desk, seat: int, action: Span) -> Snag | None:
    """Z3: a pawn of a colour one holds, at either end, its token unused."""
    if not desk.settings.wild:
        return ("no-tokens", 0, "")
    at, hand = desk.board.at, desk.hand(seat)
    named = [at[place] for place in (action.origin, action.target) if place]
    used = {colour for _, _, colour in desk.bridges}
    snag: Snag = ("no-site", action.origin or action.target, "")
    for (a, b), token in sorted(
        desk.board.sites.items(), key=lambda site: (site[0][0] not in named, site)
    ):
        if not {a, b}.issuperset(named):
            continue
        pawn = desk.pawns.get(a, "")
        colour = COLOUR.get(pawn, "")
        if not colour:
            snag = ("no-resource", a, pawn) if snag[0] == "no-site" else snag
        elif colour not in hand:
            snag = ("not-yours", a, pawn)
        elif colour in used:
            snag = ("token-used", a, pawn)
        else:
            _span(desk, seat, (a, b), token, colour)
            return None
    return snag


def _span(
    desk: Desk, seat: int, ends: tuple[int, int], token: tuple[int, int], colour: str
) -> None:
    pawn = desk.back(ends[0])
    desk.bridges = (*desk.bridges, (*token, colour))
    desk.survey()
    desk.events.append(
        told.Bridged(
            tick=desk.tick,
            seat=desk.seats[seat],
            pawn=pawn,
            colour=colour,
            place=spell(ends[0]),
            origin=spell(ends[0]),
            target=spell(ends[1]),
        )
    )


def build(desk: Desk, seat: int, action: Build) -> Snag | None:
    """Z10: anybody builds, once every pawn of a site stands in its place."""
    if len(desk.domes) >= desk.settings.module:
        return ("no-domes", action.at, "")
    snag: Snag = ("no-site", action.at, "")
    for number, site in sorted(desk.board.domes.items()):
        if number in desk.domes or (action.at and action.at not in site):
            continue
        lack = _lack(desk, site)
        if lack is None:
            _raise(desk, seat, number, site)
            return None
        snag = lack if snag[0] == "no-site" else snag
    return snag


def _lack(desk: Desk, site: tuple[int, ...]) -> Snag | None:
    for place in site:
        wanted = RESOURCE[desk.board.spots[place].site]
        if desk.pawns.get(place) != wanted:
            return ("no-pawn", place, wanted)
    return None


def _raise(desk: Desk, seat: int, number: int, site: tuple[int, ...]) -> None:
    for place in site:
        desk.back(place)
    desk.domes = (*desk.domes, number)
    desk.survey()
    desk.events.append(
        told.Domed(
            tick=desk.tick,
            seat=desk.seats[seat],
            place=spell(site[0]),
            built=len(desk.domes),
            wanted=desk.settings.module,
        )
    )
    if len(desk.domes) == desk.settings.module:
        land(desk, seat)


def land(desk: Desk, seat: int) -> None:
    """Z11: the colonists come down by themselves, all on the rocket."""
    rocket = desk.board.rocket
    gone = desk.back(rocket)
    desk.landed = True
    desk.pawns[rocket] = "colonist"
    desk.aboard = desk.settings.module - 1
    desk.supply["colonist"] = 0
    desk.events.append(
        told.Landed(
            tick=desk.tick,
            seat=desk.seats[seat],
            place=spell(rocket),
            colonists=desk.settings.module,
            gone=gone,
        )
    )
