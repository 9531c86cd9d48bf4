"""How a game begins: as its map has it, or from a position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pbem.chance import Chance
from pbem.kit.maps import area_of, words
from pbem.kit.positions import Layout, Lines
from pbem.kit.table import WorkingState
from pbem.protocol import Fault, Seat, Step, Token, Unplayable, seat_called
from pbem.rules.diplomacy import turns
from pbem.rules.diplomacy.events import Began
from pbem.rules.diplomacy.phases import YEAR, Phase
from pbem.rules.diplomacy.state import Dislodged, State, Terms
from pbem.rules.diplomacy.units import Area, Power, Unit
from pbem.rules.diplomacy.world import World, world

MAX_COLUMNS = 66  #: of a line of a position, as reports print it

_LOST = re.compile(
    r"([^(]+?)\s*(?:\(\s*(?:from\s+(\S+?))?(\s*by\s+sea)?\s*\))?", re.IGNORECASE
)


def begin(seats: Sequence[Seat], options: Terms, chance: Chance | None) -> Step[State]:
    """Return the beginning that the map has. Raises Unplayable."""
    state = _empty(seats, options, chance)
    nations = state.world.nations.values()
    table = WorkingState(state)
    table.change(
        units={unit.area: unit for nation in nations for unit in nation.units},
        owners={home: nation.name for nation in nations for home in nation.homes},
    )
    for nation in nations:
        table.tell(Began(power=nation.name, seat=state.players.get(nation.name)))
    turns.reach(table)
    return table.step()


def place(
    seats: Sequence[Seat], options: Terms, chance: Chance | None, lines: Lines
) -> Step[State]:
    """Return the game from a position. Raises Unplaceable, Unplayable."""
    layout = Position(seats, _empty(seats, options, chance))
    layout.apply(lines)
    table = WorkingState(layout.state)
    table.change(units=layout.units, owners=layout.owners, contested=layout.contested)
    placed = table.state
    for unit, source, by_sea in layout.lost:
        by = layout.units.get(unit.area, Unit("", "A", source))
        turns.dislodge(table, unit, by._replace(spot=source), by_sea, placed)
    turns.reach(table)
    return table.step()


def _empty(seats: Sequence[Seat], options: Terms, chance: Chance | None) -> State:
    """Return an empty board at the moment that the map begins with."""
    on = world(options.map)
    players = _players(seats, options, on, chance)
    return State(options, tuple(seats), players, YEAR.read(on.begin), {}, {})


def _players(
    seats: Sequence[Seat], options: Terms, on: World, chance: Chance | None
) -> Mapping[Power, Seat]:
    """Return who plays what (D27).

    Seats that are called as powers play these. Others play what the option says, or
    the table of the map: an entry a seat, "France / Italy+Turkey". With "drawn" the
    entries of the table are shuffled, and seats that prefer some choose among them.
    """
    chosen, prefers = options.powers, options.prefer.strip("-/")
    if prefers and chosen != "drawn":
        raise Unplayable(Fault("invalid.prefer"))
    named = {seat: seat_called(seat, on.nations) for seat in seats}
    if chosen == "table" and all(named.values()):
        return {power: seat for seat, power in named.items()}
    if chosen not in ("table", "drawn"):
        entries: Sequence[str] = chosen.split("/")
    elif len(seats) == 1:
        entries = ("+".join(on.nations),)  # somebody tries something out
    else:
        entries = on.players.get(len(seats), ())
        if not entries:
            given = {"seats": len(seats), "known": tuple(on.players)}
            raise Unplayable(Fault("invalid.player-count", given=given))
    if chosen == "drawn":
        assert chance is not None
        if called := next(filter(None, named.values()), ""):
            raise Unplayable(Fault("invalid.drawn-name", given={"power": called}))
        entries, _ = chance.shuffled(entries, "powers")
        if prefers:
            entries = _chosen(entries, options.prefer.split("/"), on, chance)
    if len(entries) != len(seats):
        given = {"seats": len(seats), "entries": len(entries)}
        raise Unplayable(Fault("invalid.powers", given=given))
    players: dict[Power, Seat] = {}
    for seat, entry in zip(seats, entries, strict=True):
        for word in entry.split("+"):
            power = seat_called(word.strip(), on.nations)
            if not power or power in players:
                given = {"found": word.strip(), "known": tuple(on.nations)}
                raise Unplayable(Fault("invalid.power", given=given))
            players[power] = seat
    return players


def _chosen(
    entries: Sequence[str], lists: Sequence[str], on: World, chance: Chance
) -> list[str]:
    """Return the entry that each seat gets by the lists of what seats prefer (D36)."""
    wishes = [_preferred(one, on) for one in lists]
    wishes += [()] * (len(entries) - len(lists))
    if len(lists) > len(entries):
        given = {"seats": len(entries), "entries": len(lists)}
        raise Unplayable(Fault("invalid.powers", given=given))
    picks, _ = chance.shuffled(range(len(entries)), "who chooses first")
    left, found = [*entries], [""] * len(entries)
    for seat in sorted(picks, key=lambda at: not wishes[at]):
        liked = (
            entry
            for power in wishes[seat]
            for entry in left
            if power in entry.split("+")
        )
        found[seat] = next(liked, left[-1])
        left.remove(found[seat])
    return found


def _preferred(text: str, on: World) -> tuple[Power, ...]:
    """Return the powers of a list, by their names or letters: "France+Italy", "FI".

    Raises Unplayable.
    """
    if text.strip() in ("", "-"):
        return ()
    letters = {one.letter.upper(): one.name for one in on.nations.values()}
    found = [seat_called(word.strip(), on.nations) for word in text.split("+")]
    if not all(found) and {*text.strip().upper()} <= {*letters}:
        found = [letters[letter] for letter in text.strip().upper()]
    if not all(found) or len({*found}) < len(found):
        given = {"found": text.strip(), "known": tuple(on.nations)}
        raise Unplayable(Fault("invalid.power", given=given))
    return tuple(found)


class Position(Layout):
    """Units, centres and the phase, as the lines of a position say."""

    def __init__(self, seats: Sequence[Seat], state: State) -> None:
        super().__init__(seats)
        self.state = state
        self.units: dict[Area, Unit] = {}
        self.owners: dict[Area, Power] = {}
        self.lost: list[tuple[Unit, Area, bool]] = []
        self.contested: frozenset[Area] = frozenset()

    def when(self, text: Token) -> None:
        """Lay the phase, and where standoffs left a place empty: "Fall 1901 retreats;
        standoffs Boh"."""
        moment, _, rest = text.partition(";")
        self.state = replace(self.state, moment=YEAR.read(moment))
        _, _, areas = rest.strip().partition(" ")
        self.contested = frozenset(
            self._area(area) for area in areas.split(",") if area.strip()
        )

    def power(self, name: Token, text: Token) -> None:
        """Lay the units and centres of a power: "France: A Par; centres Par"."""
        power = seat_called(name.strip(), self.state.world.nations)
        if not power:
            known = tuple(self.state.world.nations)
            self.refuse("position.power", name, found=name.strip(), known=known)
        for part in text.split(";"):
            word, _, rest = part.strip().partition(" ")
            if word.casefold() in ("centres", "centers"):
                for area in rest.split(",") if rest.strip() != "none" else ():
                    self.owners[self._centre(area)] = power
            elif word.casefold() == "dislodged":
                for one in rest.split(","):
                    self._lose(power, one.strip())
            elif part.strip() and part.strip().casefold() != "no units":
                for one in part.split(","):
                    unit = self._unit(power, one.strip())
                    if unit.area in self.units:
                        self.refuse("position.occupied", unit=str(unit))
                    self.units[unit.area] = unit

    def _lose(self, power: Power, text: str) -> None:
        found = _LOST.fullmatch(text)
        if found is None or self.state.phase != Phase.RETREATS:
            self.refuse("position.dislodged", found=text)
        source = self._area(found[2]) if found[2] else ""
        self.lost.append((self._unit(power, found[1]), source, bool(found[3])))

    def _area(self, text: str) -> Area:
        atlas = self.state.world.atlas
        short = {area.casefold(): area for area in atlas.areas}
        called = text.strip().casefold()
        if called in short:
            return short[called]
        parts = words(text)
        match = atlas.names.match(parts)
        if match is None or match.size != len(parts) or len(match.found) != 1:
            self.refuse("position.area", found=text.strip())
        return match.found[0]

    def _centre(self, text: str) -> Area:
        area = self._area(text)
        if area not in self.state.world.centres:
            self.refuse("position.centre", found=area)
        return area

    def _unit(self, power: Power, text: str) -> Unit:
        kind, _, spot = text.partition(" ")
        place, slash, coast = spot.strip().partition("/")
        area = self._area(place)
        unit = Unit(power, kind.upper()[:1], f"{area}{slash}{coast.casefold()}")
        if unit.kind not in ("A", "F") or not self.state.world.stands(unit):
            self.refuse("position.unit", found=text)
        return unit


def standoffs(areas: frozenset[Area]) -> str:
    """Return how the line of the phase names places that standoffs left empty."""
    return f"; standoffs {', '.join(sorted(areas))}" if areas else ""


def position(state: State) -> tuple[str, ...]:
    """Return the position as lines that a turn file takes, none of them long."""
    lines = [f"{state.moment}{standoffs(state.contested)}"]
    for power in state.world.nations:
        units = sorted(str(u) for u in state.units.values() if u.power == power)
        lost = (
            f"{one.unit}{_attacker(one)}"
            for one in state.dislodged.values()
            if one.unit.power == power
        )
        parts = (
            ("", [*units]),
            ("centres ", [*state.centres_of(power)]),
            ("dislodged ", [*lost]),
        )
        pieces = [word + ", ".join(some) for word, some in parts if some]
        if state.fog is not None and not pieces:
            continue
        if not units and state.fog is None:
            pieces.insert(0, "no units")
        if not state.centres_of(power) and state.fog is None:
            pieces.append("centres none")
        whole = f"{power}: {'; '.join(pieces)}"
        if len(whole) <= MAX_COLUMNS:
            lines.append(whole)
            continue
        for word, some in parts:
            lines += _wrapped(f"{power}: {word}", some)
    return tuple(lines)


def _attacker(lost: Dislodged) -> str:
    """Return where the attacker of a dislodged unit came from, as far as that is
    known."""
    by = ["from", area_of(lost.by)] if lost.by else []
    by += ["by sea"] if lost.by_sea else []
    return f" ({' '.join(by)})" if by else ""


def _wrapped(lead: str, some: Sequence[str]) -> Iterator[str]:
    """Yield a list in as many lines as it needs, each with the lead."""
    line = ""
    for one in some:
        longer = f"{line}, {one}" if line else lead + one
        if len(longer) > MAX_COLUMNS:
            yield line
            longer = lead + one
        line = longer
    if line:
        yield line
