"""A line bound to a position: what it comes to there, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.kit.calendar import Moment
from pbem.kit.maps import area_of
from pbem.protocol import Bound, Fault, Seat
from pbem.rules.diplomacy import adjustments, after_moves
from pbem.rules.diplomacy.bound import AnyBound, Illegal, Ordered, Said
from pbem.rules.diplomacy.legality import Board
from pbem.rules.diplomacy.line_faults import not_now, remarks, several
from pbem.rules.diplomacy.names import on_map
from pbem.rules.diplomacy.orders import OF_PHASE, VOTES, Line, Named
from pbem.rules.diplomacy.phases import Phase
from pbem.rules.diplomacy.state import Fog, State
from pbem.rules.diplomacy.units import HELPS, Command, Power, Spot, Unit, Verb
from pbem.rules.diplomacy.world import World

_SHORT = frozenset({Verb.ALL, Verb.REST, Verb.SAME, Verb.CANCEL})


def _on_map(line: Line, world: World) -> Line:
    """Return a line whose places are those of the game's map."""
    unit, source = line.unit and on_map(line.unit, world), line.source
    source = source and on_map(source, world)
    goals = tuple([on_map(goal, world) for goal in line.goals])
    if unit is line.unit and source is line.source and goals == line.goals:
        return line
    return replace(line, unit=unit, source=source, goals=goals)


def bind_line(state: State, seat: Seat, line: Line) -> Bound[AnyBound]:
    """Return what a line comes to in the open phase, and its faults."""
    line = _on_map(line, state.world)
    if line.moment is not None:
        moment = line.moment.coming(state.moment)
        line = replace(line, moment=moment)
        if moment != state.moment:
            return _ahead(state, seat, line, moment)
        line = replace(line, moment=None)
    if line.verb in _SHORT:
        said = line.verb is Verb.CANCEL or state.phase == Phase.MOVEMENT
        return Bound(Said(line)) if said else Bound.no(not_now(state, line))
    if line.verb in VOTES:
        return _vote(state, line)
    match state.phase:
        case Phase.MOVEMENT:
            return _Movement(state, seat).bind(line)
        case Phase.RETREATS:
            return after_moves.retreat(state, seat, line)
        case _:
            return after_moves.adjustment(state, seat, line)


def _ahead(state: State, seat: Seat, line: Line, moment: Moment) -> Bound[AnyBound]:
    """Return a line that waits for its phase, if the map allows it at all (D35)."""
    given = {"line": str(line), "phase": str(moment), "now": str(state.moment)}
    given["ahead"] = ""
    if moment < state.moment:
        return Bound.no(Fault("illegal.past", line.span, given))
    short = _SHORT if moment.phase == Phase.MOVEMENT else {Verb.CANCEL}
    if line.verb not in OF_PHASE[moment.phase] and line.verb not in short:
        given["line"] = str(replace(line, moment=None))
        return Bound.no(Fault("illegal.not-now", line.span, given))
    never = _impossible(state, seat, line, moment)
    return Bound(Said(line)) if never is None else Bound.no(never)


def _impossible(state: State, seat: Seat, line: Line, moment: Moment) -> Fault | None:
    """Return why a line is for nothing that a unit could ever do or be, wherever the
    others are; None for one that could be good, or that names no unit."""
    if line.unit is None or not line.unit.areas or line.verb in _SHORT:
        return None
    if moment.phase != Phase.ADJUSTMENTS:
        # As if nothing were seen: any unit may be anywhere.
        anything = replace(state, units={}, fog=Fog(seat, frozenset(), ()))
        return _Movement(anything, seat).impossible(line)
    if line.verb is not Verb.BUILD:
        return None
    powers, centres = state.powers_of(seat), state.world.centres
    sites = [
        unit
        for power in powers
        for unit in adjustments.sites(
            replace(state, owners=dict.fromkeys(centres, power), units={}), power
        )
    ]
    for wish in (line.unit, *line.goals):
        there = [unit for unit in sites if unit.area in wish.areas]
        if any(wish.kind in ("", unit.kind) for unit in there):
            return None
    every = tuple(str(unit) for unit in sites if state.options.builds == "home")
    given = {"name": str(line.unit), "inland": False, "powers": powers, "sites": every}
    return Fault("illegal.build", line.unit.span, given)


def _vote(state: State, line: Line) -> Bound[AnyBound]:
    """Return a vote, where the game has such votes (D28, D29)."""
    options = state.options
    draw, concede = line.verb is Verb.DRAW, line.verb is Verb.CONCEDE
    if draw and options.draws == "no":
        return Bound.no(Fault("illegal.no-draws", line.span))
    if state.phase != Phase.MOVEMENT:
        return Bound.no(not_now(state, line))
    if concede and not options.concessions:
        return Bound.no(Fault("illegal.no-concessions", line.span))
    left, line = state.survivors, replace(line, powers=_named(state, line.powers))
    if draw and line.powers and options.draws == "shared" and {*line.powers} != {*left}:
        return Bound.no(Fault("illegal.all-share", line.span, {"left": left}))
    gone = [power for power in line.powers if power not in left]
    if gone:
        given = {"found": gone[0], "left": left}
        return Bound.no(Fault("illegal.not-left", line.span, given))
    powers = tuple(power for power in left if power in (line.powers or left))
    if line.verb is Verb.AGAINST or (draw and powers == left):
        powers = ()  # all that are left need not be named
    return Bound(Said(Line(verb=line.verb, powers=powers)))


def _named(state: State, powers: Sequence[Power]) -> tuple[Power, ...]:
    """Return powers by their names, where letters together name several ("FEG")."""
    nations = state.world.nations
    letters = {one.letter.upper(): name for name, one in nations.items()}
    named: list[Power] = []
    for power in powers:
        every = [letters.get(letter, "") for letter in power]
        named += [power] if power in nations or not all(every) else every
    return tuple(dict.fromkeys(named))


class _Movement:
    """Binds lines of a movement phase."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._state, self._seat = state, seat
        self._board = Board(state, state.unseen)

    def bind(self, line: Line) -> Bound[AnyBound]:
        """Return the one command that a line can mean here, or why it means none."""
        if line.verb is Verb.NAME:
            given = {"unit": str(line.unit)}
            return Bound.no(Fault("ambiguous.bare", line.span, given))
        if line.verb not in OF_PHASE[Phase.MOVEMENT]:
            return Bound.no(not_now(self._state, line))
        assert line.unit is not None
        units = self._mine(line.unit)
        if not units:
            return Bound.no(self._no_unit(line.unit))
        tried = self._tried(units, line)
        if not line.unit.areas and len(units) > 1:  # which of the two armies?
            return Bound.no(several(line, [str(one) for one, _ in tried]))
        legal = [one for one, wrong in tried if not wrong]
        if len(legal) > 1:
            legal = list(dict.fromkeys(legal))
        if len(legal) == 1:
            return Bound(legal[0], tuple(remarks(line, legal[0].unit)))
        if legal:
            unit, fault = legal[0].unit, several(line, [str(one) for one in legal])
        elif tried:
            unit = tried[0][0].unit
            fault = self._fault(tried[0][1], line, tried[0][0])
        else:
            unit, fault = units[0], self._no_meaning(line, units[0])
        return Bound(Illegal(unit, line, fault.code), (fault,))

    def _tried(self, units: Sequence[Unit], line: Line) -> list[tuple[Ordered, str]]:
        """Return what a line may mean for some units, each with its fault code; ""
        for what is legal."""
        return [
            (
                Ordered(unit, command, self._other(command, line)),
                self._board.wrong(unit, command),
            )
            for unit in units
            for command in self._commands(unit, line)
        ]

    def impossible(self, line: Line) -> Fault | None:
        """Return why no unit there could carry out a line."""
        assert line.unit is not None
        units = [x for area in line.unit.areas for x in self._board.there(area)]
        kind = line.unit.kind
        units.sort(key=lambda one: one.kind != kind)
        if line.verb is Verb.RETREAT:
            goals = [area for one in line.goals for area in one.areas]
            near = (self._board.reaches(x, goal) for x in units for goal in goals)
            if not goals or any(near):
                return None
            line = replace(line, verb=Verb.MOVE, by_sea=False)
        tried = self._tried(units, line)
        if not tried or any(not wrong for _, wrong in tried):
            return None
        return self._fault(tried[0][1], line, tried[0][0])

    def _mine(self, named: Named) -> list[Unit]:
        """Return the units of the seat that a name may mean; its coast and kind may be
        wrong (D15)."""
        if not named.areas:  # "the fleet goes to Nth"
            mine = self._state.units_of(self._seat)
            return [unit for unit in mine if unit.kind == named.kind]
        units, players = self._state.units, self._state.players
        there = [units[area] for area in named.areas if area in units]
        found = [unit for unit in there if players.get(unit.power) == self._seat]
        return named.among(found)

    def _no_unit(self, named: Named) -> Fault:
        there = [self._state.units[a] for a in named.areas if a in self._state.units]
        given = {
            "name": str(named),
            "there": str(there[0]) if there else "",
            "power": there[0].power if there else "",
        }
        return Fault("illegal.no-unit", named.span, given)

    def _other(self, command: Command, line: Line) -> str:
        """Return the unit that is helped; one out of sight as it was named."""
        if command.verb not in HELPS:
            return ""
        if other := self._state.units.get(command.source):
            return str(other)
        kind = line.source.kind if line.source else ""
        return f"{kind} {command.source}".strip()

    def _commands(self, unit: Unit, line: Line) -> Iterator[Command]:
        """Yield the commands that a line may mean for a unit, legal or not."""
        goals = line.goals
        if line.verb is Verb.HOLD:
            yield Command(Verb.HOLD)
        elif line.verb is Verb.MOVE:
            for spot in self._goals(unit, goals[0]):
                yield self._move(unit, spot, by_sea=line.by_sea)
        elif line.verb is Verb.CONVOY and not goals:
            # "Lon conv Bel" of an army says how it goes; a fleet must say where to.
            assert line.source is not None
            for spot in line.source.areas if unit.kind == "A" else ():
                yield self._move(unit, spot, by_sea=True)
        else:
            kind = line.verb
            for helped in self._helped(unit, line):
                if not goals:
                    yield Command(kind, helped.area)
                for goal in goals:
                    for spot in self._aims(helped, goal):
                        yield Command(kind, helped.area, spot)

    def _helped(self, unit: Unit, line: Line) -> list[Unit]:
        """Return the units that a support or convoy may be for."""
        if line.source is None:
            return [unit]  # "supports itself"
        every = [one for area in line.source.areas for one in self._board.there(area)]
        return line.source.among(every)

    def _goals(self, unit: Unit, goal: Named) -> Iterator[Spot]:
        """Yield the spots that a unit may be sent to by a name: of coasts that are not
        named those that it reaches (D15)."""
        steps = self._board.steps(unit)
        for area in goal.areas:
            coasts = self._state.world.atlas.areas[area].coasts
            if unit.kind == "A" or not coasts:
                yield area
            elif goal.coast:
                yield self._state.world.atlas.names.spot(area, goal.coast)
            else:
                yield from [one for one in steps if area_of(one) == area] or [area]

    def _aims(self, helped: Unit, goal: Named) -> Iterator[Spot]:
        """Yield where a helped unit goes; a coast that is not named is any (D8)."""
        atlas = self._state.world.atlas
        for area in goal.areas:
            fleet = helped.kind == "F" and atlas.areas[area].coasts
            yield atlas.names.spot(area, goal.coast) if fleet else area

    def _move(self, unit: Unit, spot: Spot, *, by_sea: bool) -> Command:
        """Return a move; one that no road leads to goes by sea, if it goes at all."""
        land = spot in self._board.steps(unit)
        sails = unit.kind == "A" and (by_sea or not land)
        if sails and not by_sea and not self._board.sails(unit, area_of(spot)):
            sails = self._is_shore(unit.area) and self._is_shore(area_of(spot))
        return Command(Verb.MOVE, unit.area, spot, sails)

    def _is_shore(self, area: str) -> bool:
        return self._state.world.atlas.areas[area].kind == "coast"

    def _no_meaning(self, line: Line, unit: Unit) -> Fault:
        """Return why a line for a unit means nothing at all here."""
        if line.verb is Verb.CONVOY and not line.goals:
            return Fault("ambiguous.no-goal", line.span, {"line": str(line)})
        named = line.source or line.goals[0]
        given = {"title": str(named), "unit": str(unit)}
        return Fault("illegal.nobody-there", named.span, given)

    def _fault(self, code: str, line: Line, ordered: Ordered) -> Fault:
        unit, command = ordered.unit, ordered.command
        aim = area_of(command.target) or command.source
        if code == "illegal.too-far" and "/" in command.target:
            code = "illegal.coast"
        given = {
            "unit": str(unit),
            "place": command.target or command.source,
            "title": self._state.world.atlas.areas[aim].title if aim else "",
            "other": ordered.other,
            "reach": self._board.steps(unit),
            "order": str(ordered),
        }
        return Fault(code, line.span, given)
