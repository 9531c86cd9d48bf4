"""What a movement phase comes to, as chapter 5 of DATC describes it.

Three kinds of decision are settled: whether a move succeeds, whether a support stands,
and whether a convoying fleet survives. Each follows from the others by strengths, of
which the least and the most that they may be are known at any time (`Settled`). Where
that settles no more, the smallest set of open decisions that hang on no other open ones
is tried in all settings: one consistent setting is taken; with none or several it is a
paradox, or a ring of moves (D12, D13).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pbem.kit.graph import Graph
from pbem.kit.maps import Atlas, area_of
from pbem.rules.diplomacy.routes import shores
from pbem.rules.diplomacy.units import HELPS, HOLD, Area, Command, Unit, Verb


class Decision(NamedTuple):
    """Something to settle about a unit: `what` is MOVE, SUPPORT or CONVOY."""

    what: Verb
    area: Area


class Strength(NamedTuple):
    """The least and the most that a strength may be."""

    least: int
    most: int


def settle(
    atlas: Atlas,
    units: Mapping[Area, Unit],
    commands: Mapping[Area, Command],
    *,
    of_2000: bool = False,
) -> Settled:
    """Return what becomes of legal commands; a unit without one holds.

    Both are by province. By the rules `of_2000` an army whose convoy to a neighbouring
    province fails goes by land instead, as if it had been ordered so (D31).
    """
    while True:
        settled = Settled(atlas, units, commands, any_coast=of_2000)
        settled.narrow(settled.open)
        while settled.open:
            settled.decide(settled.core())
            settled.narrow(settled.open)
        walk = {
            area: command._replace(by_sea=False)
            for area, command in commands.items()
            if of_2000
            and command.by_sea
            and area_of(command.target) in atlas.adjacent_areas("army", area)
            and not settled.path(area)
        }
        if not walk:
            return settled
        commands = {**commands, **walk}


class Settled:
    """Decisions as far as they are known, in the end all, and what that says of the
    others and of the strengths that they come from."""

    def __init__(
        self,
        atlas: Atlas,
        units: Mapping[Area, Unit],
        commands: Mapping[Area, Command],
        *,
        any_coast: bool,
    ) -> None:
        self.units, self._atlas, self._any_coast = units, atlas, any_coast
        self._commands = {area: commands.get(area, HOLD) for area in units}
        self._goal: dict[Area, Area] = {}
        #: By province the units that were to go there, and the fleets to carry it.
        self.moves_to: dict[Area, list[Area]] = {}
        self.fleets: dict[Area, list[Area]] = {}
        for area, command in self._commands.items():
            if command.verb is Verb.MOVE:
                self._goal[area] = area_of(command.target)
                self.moves_to.setdefault(self._goal[area], []).append(area)
        self.supports: dict[tuple[Area, Area], list[Area]] = {}
        self._aim: dict[Area, Area] = {}
        self.known: dict[Decision, bool] = {}
        self.open: list[Decision] = []
        self.paradox: set[Area] = set()  #: of the fleets that fail by one (D12)
        self._read: set[Decision] = set()
        for area, command in self._commands.items():
            self._note(area, command)

    def moves(self, area: Area) -> bool:
        """Return whether the unit of a province moves."""
        return self.known.get(Decision(Verb.MOVE, area), False)

    def stands(self, area: Area) -> bool:
        """Return whether the support of a unit stands: matched, and not cut."""
        return self.known.get(Decision(Verb.SUPPORT, area), False)

    def matched(self, area: Area) -> bool:
        """Return whether a support or convoy fits what was ordered elsewhere."""
        return any(Decision(verb, area) in self.known for verb in HELPS)

    def supporters(self, area: Area, target: Area) -> list[Unit]:
        """Return the units whose standing supports help one to a target, or to hold
        where that is its own province."""
        found = self.supports.get((area, target), ())
        return [self.units[one] for one in found if self.stands(one)]

    def dislodger(self, area: Area) -> Area:
        """Return where the unit came from that dislodged this one; "" for none."""
        if area not in self.units or self.moves(area):
            return ""
        return next(filter(self.moves, self.moves_to.get(area, ())), "")

    def _note(self, area: Area, command: Command) -> None:
        """List what has to be settled about a command."""
        match command.verb:
            case Verb.HOLD:
                return
            case Verb.CONVOY:
                army = self._commands.get(command.source, HOLD)
                if not (army.by_sea and fits(command, army, any_coast=True)):
                    return
                self.fleets.setdefault(command.source, []).append(area)
            case Verb.SUPPORT:
                aim = area_of(command.target) or command.source
                self._aim[area] = aim
                helped = self._commands.get(command.source)
                if helped is None or not fits(
                    command, helped, any_coast=self._any_coast
                ):
                    return  # void: it helps nobody, and cannot be cut
                self.supports.setdefault((command.source, aim), []).append(area)
        self.open.append(Decision(command.verb, area))

    # What is known of a decision, and what follows from those that are.

    def _is(self, what: Verb, area: Area) -> bool | None:
        """Return a decision as far as it is known, and note that it was asked for."""
        decision = Decision(what, area)
        found = self.known.get(decision)
        if found is None:
            self._read.add(decision)
        return found

    def narrow(self, asked: Iterable[Decision]) -> None:
        """Settle all that follows from what is known."""
        left, before = [*asked], -1
        while left and len(left) != before:
            before = len(left)
            for decision in left:
                if decision not in self.known:
                    value = self._follows(decision)
                    if value is not None:
                        self.known[decision] = value
            left = [one for one in left if one not in self.known]
        self.open = [one for one in self.open if one not in self.known]

    def _follows(self, decision: Decision) -> bool | None:
        """Return what a decision must be by the others, None where that is open."""
        match decision.what:
            case Verb.MOVE:
                return self._succeeds(decision.area)
            case Verb.SUPPORT:
                return _not(self._cut(decision.area))
            case _:
                return _not(self._dislodged(decision.area))

    def _succeeds(self, area: Area) -> bool | None:
        """Return whether a move gets to where it goes (D4)."""
        attack = self.attack(area)
        against = [self.defence(area)]
        against += [self.prevent(one) for one in self.rivals(area)]
        if any(one.least >= attack.most for one in against):
            return False
        if all(one.most < attack.least for one in against):
            return True
        return None

    def rivals(self, area: Area) -> Iterator[Area]:
        """Yield the others that go where this one goes."""
        return (one for one in self.moves_to[self._goal[area]] if one != area)

    def _dislodged(self, area: Area) -> bool | None:
        """Return whether a unit that does not move is dislodged."""
        return _any(self._is(Verb.MOVE, one) for one in self.moves_to.get(area, ()))

    def _cut(self, area: Area) -> bool | None:
        """Return whether a support is cut (D9)."""
        power, aim = self.units[area].power, self._aim[area]
        attacks = []
        for one in self.moves_to.get(area, ()):
            attacks.append(self._is(Verb.MOVE, one))
            if self.units[one].power != power and one != aim:
                attacks.append(self.path(one))
        return _any(attacks)

    def path(self, area: Area) -> bool | None:
        """Return whether a move has a way (D10)."""
        if not self._commands[area].by_sea:
            return True
        found = {
            fleet: self._is(Verb.CONVOY, fleet)
            for fleet in self.fleets.get(area, ())
            if fleet not in self.paradox
        }
        goal = self._goal[area]
        if goal in shores(self._atlas, [f for f, ok in found.items() if ok], area):
            return True
        some = [f for f, ok in found.items() if ok is not False]
        return None if goal in shores(self._atlas, some, area) else False

    # Strengths (D4 to D7).

    def opponent(self, area: Area) -> Area:
        """Return the unit that comes the other way by land; "" for none."""
        goal, command = self._goal[area], self._commands[area]
        other = self._commands.get(goal)
        if command.by_sea or other is None or other.by_sea:
            return ""
        return goal if self._goal.get(goal) == area else ""

    def _helped(self, area: Area, target: Area, without: str = "") -> Strength:
        """Return one and the supports of a unit, those of one power left out."""
        least = most = 1
        for one in self.supports.get((area, target), ()):
            if self.units[one].power != without:
                stands = self._is(Verb.SUPPORT, one)
                least += stands is True
                most += stands is not False
        return Strength(least, most)

    def attack(self, area: Area) -> Strength:
        """Return the strength of a move against who stays where it goes (D6)."""
        goal, path = self._goal[area], self.path(area)
        there = self.units.get(goal)
        every = self._helped(area, goal)
        if path is False:
            return Strength(0, 0)
        if there is not None:
            leaves: bool | None = False
            if goal in self._goal and not self.opponent(area):
                leaves = self._is(Verb.MOVE, goal)
            own = there.power == self.units[area].power
            without = self._helped(area, goal, there.power)
            stays = Strength(0, 0) if own else without
            if leaves is False:
                every = stays
            elif leaves is None:
                every = Strength(stays.least, every.most)
        return every if path else Strength(0, every.most)

    def defence(self, area: Area) -> Strength:
        """Return the defend strength against a move head to head (D5)."""
        goal = self._goal[area]
        if self.opponent(area):
            return self._helped(goal, area)
        if goal not in self.units:
            return Strength(0, 0)
        if goal not in self._goal:
            return self._helped(goal, goal)
        leaves = self._is(Verb.MOVE, goal)
        return Strength(int(leaves is False), int(leaves is not True))

    def prevent(self, area: Area) -> Strength:
        """Return the strength by which a move keeps others out (D7)."""
        goal, path = self._goal[area], self.path(area)
        every = self._helped(area, goal)
        opponent = self.opponent(area)
        beaten = self._is(Verb.MOVE, opponent) if opponent else False
        if path is False or beaten is True:
            return Strength(0, 0)
        sure = path is True and beaten is False
        return every if sure else Strength(0, every.most)

    # What hangs together.

    def core(self) -> tuple[Decision, ...]:
        """Return the smallest set of open decisions that hang on no other open ones."""
        reads: dict[Decision, tuple[Decision, ...]] = {}
        for decision in self.open:
            self._read = set()
            self._follows(decision)
            reads[decision] = tuple(self._read)
        rings = map(Graph.of(reads).rings, self.open)
        found = [sorted(set[Decision]().union(*reached)) for reached in rings]
        smallest: list[Decision] = min(found, key=len)
        return tuple(smallest)

    def solutions(self, core: tuple[Decision, ...]) -> list[dict[Decision, bool]]:
        """Return the settings of a set in which every decision follows from the others:
        all, or the first two."""
        found: list[dict[Decision, bool]] = []
        before, still = self.known, self.open
        tried: list[dict[Decision, bool]] = [{}]
        while tried and len(found) < 2:
            setting = tried.pop()
            self.known = {**before, **setting}
            self.narrow(core)
            left = [one for one in core if one not in self.known]
            whole = {one: self.known[one] for one in core if one in self.known}
            if any(self._follows(one) is (not value) for one, value in whole.items()):
                continue
            if left:
                tried += [{**whole, left[0]: value} for value in (False, True)]
            else:
                found.append(whole)
        self.known, self.open = before, still
        return found

    def decide(self, core: tuple[Decision, ...]) -> None:
        """Settle a set by its only consistent setting.

        Where it has none or several, the convoys in it fail (D12); where none is in it,
        its moves succeed (D13).
        """
        found = self.solutions(core)
        if len(found) == 1:
            self.known.update(found[0])
            return
        fleets = {one.area for one in core if one.what is Verb.CONVOY}
        self.paradox |= fleets
        for one in core:
            if one.what is Verb.CONVOY:
                self.known[one] = False
            elif one.what is Verb.MOVE and not fleets:
                self.known[one] = True


def fits(helping: Command, helped: Command, *, any_coast: bool) -> bool:
    """Return whether a support or convoy is of what its unit is to do (D8, D30)."""
    if not helping.target:
        return helped.verb is not Verb.MOVE
    aim = area_of(helping.target) if any_coast else helping.target
    return helped.verb is Verb.MOVE and aim in (helped.target, area_of(helped.target))


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _any(values: Iterable[bool | None]) -> bool | None:
    """Return whether one is true; None where that is open."""
    every = [*values]
    return True if True in every else None if None in every else False
