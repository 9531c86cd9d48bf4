"""What is wrong with the file of a map, for anyone who wrote it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pbem.kit.maps import Misfit, area_of
from pbem.kit.outlines import Outlines
from pbem.protocol import Mistake
from pbem.rules.diplomacy.phases import YEAR
from pbem.rules.diplomacy.units import ROADS
from pbem.rules.diplomacy.world import World, built, outlines_of, table_of

KINDS = ("land", "coast", "sea")
COLOURS = (
    "red", "blue", "sky", "black", "green", "purple", "yellow", "orange", "brown",
    "white", "grey",
)  # fmt: skip
NOBODY = frozenset({"land", "water", "edge"})  #: in outlines

_TOP: Mapping[str, type] = {
    "title": str, "designer": str, "begin": str, "victory": int, "outlines": str,
    "power": dict, "area": dict, "players": dict,
}  # fmt: skip
_TOP_MAY = frozenset({"use", "ambiguous", "coast", "coast_alias"})
_POWER: Mapping[str, type] = {
    "adjective": str, "letter": str, "colour": str, "homes": list, "units": list,
}  # fmt: skip
_POWER_MAY = frozenset({"short"})
_AREA: Mapping[str, type] = {"name": str, "kind": str}
_AREA_MAY = frozenset({"aliases", "centre", "coasts", "army", "fleet"})
_WORDS = {
    str: "words in quotation marks",
    int: "a number",
    list: "a list",
    dict: "a table",
}


def mistakes(file: Path) -> Iterator[Mistake]:
    """Yield what is wrong with a map; where its keys are, they alone are checked."""
    try:
        table = table_of(file)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        yield Mistake(
            file, (), f"This is no TOML: {error}.", int(line[1]) if line else 0
        )
        return
    except (OSError, UnicodeDecodeError) as error:
        why = f"It uses a map that cannot be read: {error}."
        yield Mistake(file, ("use",), why)
        return
    found = [*_keys(table)]
    if not found:
        found = [*_whole(built(file.stem, table))]
    yield from (Mistake(file, one.key, one.why) for one in found)


def _keys(table: Mapping[str, Any]) -> Iterator[Misfit]:
    """Yield keys that are missing, of another kind, or known to nobody."""
    yield from _table((), table, _TOP, _TOP_MAY)
    powers, areas = table.get("power"), table.get("area")
    for name, power in powers.items() if isinstance(powers, dict) else ():
        yield from _table(("power", name), power, _POWER, _POWER_MAY)
    for name, area in areas.items() if isinstance(areas, dict) else ():
        coasts = area.get("coasts", ()) if isinstance(area, dict) else ()
        roads = {f"{road}_{coast}" for road in ROADS.values() for coast in coasts}
        yield from _table(("area", name), area, _AREA, _AREA_MAY | roads)
    drawn = table.get("outlines")
    if isinstance(drawn, str):
        try:
            outlines_of(drawn)
        except (OSError, tomllib.TOMLDecodeError) as error:
            yield Misfit(
                ("outlines",), f"There is no such file that can be read: {error}."
            )


def _table(
    key: tuple[str, ...], table: Any, must: Mapping[str, type], may: frozenset[str]
) -> Iterator[Misfit]:
    if not isinstance(table, dict):
        yield Misfit(key, "It should be a table.")
        return
    for name, kind in must.items():
        if name not in table:
            yield Misfit(key, f"{name} is missing: it is {_WORDS[kind]}.")
        elif type(table[name]) is not kind:
            yield Misfit((*key, name), f"It should be {_WORDS[kind]}.")
    known = [*must, *may]
    for name, value in table.items():
        if name not in known:
            near = get_close_matches(name, known, 1)
            right = (
                f"{near[0]} may be meant" if near else f"known are {', '.join(known)}"
            )
            yield Misfit((*key, name), f"No map has {name}: {right}.")
        elif type(value) is list and any(type(one) is not str for one in value):
            yield Misfit((*key, name), "It should be a list of words.")


def _whole(on: World) -> Iterator[Misfit]:
    """Yield what does not fit together."""
    yield from on.atlas.defects()
    try:
        YEAR.read(on.begin)
    except ValueError:
        yield Misfit(
            ("begin",), 'It should be a phase, such as "Spring 1901 movement".'
        )
    if not 0 < on.victory <= len(on.centres):
        why = f"There are {len(on.centres)} centres, so it should be 1 to that."
        yield Misfit(("victory",), why)
    yield from _areas(on)
    yield from _powers(on)
    yield from _players(on)
    yield from _drawing(on)


def _areas(on: World) -> Iterator[Misfit]:
    atlas = on.atlas
    for area in atlas.areas.values():
        key = ("area", area.name)
        if not re.fullmatch(r"[A-Z][a-z]{1,5}", area.name):
            yield Misfit(key, "A short name is a capital and small letters, as Bur is.")
        if area.kind not in KINDS:
            yield Misfit((*key, "kind"), f"It should be {', '.join(KINDS)}.")
        armies, fleets = (atlas.spots(road, area.name) for road in ("army", "fleet"))
        if area.kind == "sea" and armies:
            yield Misfit((*key, "army"), "No army goes to sea: take it away.")
        if area.kind == "land" and fleets:
            yield Misfit(
                (*key, "fleet"), 'A fleet needs a coast: write kind = "coast".'
            )
        if area.kind == "coast" and not fleets:
            yield Misfit(
                key, "A coast has fleets: give it fleet, or one for each coast."
            )
        if area.kind == "coast" and area.coasts and area.name in fleets:
            why = f"Fleets stand on {' or '.join(area.coasts)} here: take fleet away."
            yield Misfit((*key, "fleet"), why)
        for spot in fleets if area.kind == "coast" else ():
            beside = atlas.adjacent_areas("fleet", spot)
            if not any(
                atlas.areas[one].kind == "sea" for one in beside if one in atlas.areas
            ):
                yield Misfit((*key, "fleet"), f"No sea is beside the coast of {spot}.")


def _powers(on: World) -> Iterator[Misfit]:
    letters = Counter(nation.letter for nation in on.nations.values())
    colours = Counter(nation.colour for nation in on.nations.values())
    homes = Counter(home for nation in on.nations.values() for home in nation.homes)
    places = Counter(
        unit.area for nation in on.nations.values() for unit in nation.units
    )
    for nation in on.nations.values():
        key = ("power", nation.name)
        if len(nation.letter) != 1 or letters[nation.letter] > 1:
            yield Misfit((*key, "letter"), "Each power needs a letter of its own.")
        if nation.colour not in COLOURS or colours[nation.colour] > 1:
            why = f"Each power needs a colour of its own, of {', '.join(COLOURS)}."
            yield Misfit((*key, "colour"), why)
        for home in nation.homes:
            if home not in on.centres:
                why = f"{home} is no centre: write centre = true in [area.{home}]."
                yield Misfit((*key, "homes"), why)
            elif homes[home] > 1:
                yield Misfit((*key, "homes"), f"{home} is the home of two powers.")
        for unit in nation.units:
            if unit.kind not in ROADS or area_of(unit.spot) not in on.atlas.areas:
                why = f'"{unit}" is no unit: write it like "A Par" or "F Spa/sc".'
                yield Misfit((*key, "units"), why)
            elif not on.stands(unit):
                spots = on.atlas.spots(unit.road, unit.area)
                right = f"it can in {' or '.join(spots)}" if spots else "it never can"
                yield Misfit((*key, "units"), f"{unit} cannot stand there; {right}.")
            elif places[unit.area] > 1:
                yield Misfit((*key, "units"), f"Two units begin in {unit.area}.")


def _players(on: World) -> Iterator[Misfit]:
    if not on.players:
        yield Misfit(("players",), "Say who plays what, an entry for each player.")
    for count, seats in on.players.items():
        key = ("players", str(count))
        named = [one for seat in seats for one in seat.split("+")]
        if len(seats) != count:
            yield Misfit(key, f"It has {len(seats)} entries; each player needs one.")
        for one in dict.fromkeys(named):
            if one not in on.nations:
                yield Misfit(key, f"There is no power {one}.")
            elif named.count(one) > 1:
                yield Misfit(key, f"{one} is played twice.")


def _drawing(on: World) -> Iterator[Misfit]:
    """Yield where the picture shows other borders than units can cross."""
    key, outlines, areas = ("outlines",), Outlines(on.outlines), on.atlas.areas
    shown = {pair for pair in outlines.borders if not NOBODY & {*pair}}
    roads = {
        (min(area, other), max(area, other))
        for road in ROADS.values()
        for area in areas
        for other in on.atlas.areas_around(road, area)
    }
    for one, other in sorted(shown - roads):
        yield Misfit(key, f"{one} and {other} touch there, and nobody goes across.")
    for one, other in sorted(roads - shown - {*outlines.apart}):
        yield Misfit(key, f"{one} and {other} do not touch there, but units go across.")
    for area in areas:
        if area not in outlines.labels:
            yield Misfit(key, f"It has no place for the name of {area}, under [label].")
        for road in ROADS.values():
            for spot in on.atlas.spots(road, area):
                if not outlines.has(spot):
                    yield Misfit(
                        key, f"It has no place for a unit in {spot}, under [unit]."
                    )
        try:
            outlines.shape(area)
        except ValueError as error:
            yield Misfit(key, f"The outline of {area} is open: {error}.")
