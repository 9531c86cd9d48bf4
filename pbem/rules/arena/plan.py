"""What a turn comes to: left to right, paid from the magic points (A1, A15)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.kit import squares
from pbem.protocol import Fault
from pbem.rules.arena import areas
from pbem.rules.arena.magics import HEALING, MAGICS, Magic, reach, targets
from pbem.rules.arena.orders import Act, Part
from pbem.rules.arena.state import Fighter, Settings

MAX_STEPS = 2  #: squares that a player may walk in a turn


class Spell(NamedTuple):
    """A magic or a healing that is carried out, with the words that named it."""

    part: str
    cost: int  #: magic points
    magic: Magic | None = None  #: none for healing
    target: str = ""
    heal: int = 0  #: the level of a healing; 0: none
    square: int = 0  #: where the caster stands after it
    left: int = 0  #: magic points after it


@dataclass(slots=True)
class Plan:
    """The actions of one fighter's turn, built up as its parts are read."""

    settings: Settings
    fighter: Fighter
    move: str  #: as it is printed
    square: int  #: where the turn ends
    mp: int  #: what is left of the magic points
    walked: int | None = None  #: the square walked to
    spells: list[Spell] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)  #: of the parts ignored
    healing: int = 0  #: hit points that it gives back

    def area(self, spell: Spell) -> Mapping[int, int]:
        """Return the squares that a spell hits, with the damage on each.

        All is cast from where everybody ended (A2).
        """
        magic = spell.magic
        if magic is None or not magic.damage:
            return {}
        return reach(magic.key, spell.target, self.square, self.settings.size)


def walkable(square: int, size: int) -> tuple[str, str]:
    """Return the squares in walking distance as a rectangle: south-west and north-east
    corners."""
    return areas.corners(areas.around(square, MAX_STEPS, size), size)


def is_open(settings: Settings, types: tuple[str, ...], magic: Magic) -> bool:
    """Return whether a fighter with these types may cast a magic.

    The two storms are open to every type (A14). Options may close them, and open the
    magics of level 1 to all (A20).
    """
    if not magic.school:
        return settings.storms
    first = settings.level1 == "all" and magic.key[1:] == "1"
    return first or magic.school in types


def open_magics(settings: Settings, types: tuple[str, ...]) -> dict[str, Magic]:
    """Return the magics that a fighter with these types may cast, by key."""
    return {k: magic for k, magic in MAGICS.items() if is_open(settings, types, magic)}


class _Ignored(Exception):
    """A part that is left out and costs nothing (A4, A16)."""

    def __init__(self, code: str, part: Part, **given: object) -> None:
        super().__init__(code)
        self.fault = Fault(code, part.span, {"part": part.text, **given}, part=True)


def plan_turn(settings: Settings, fighter: Fighter, act: Act) -> Plan:
    """Return what is carried out of a turn, and what is ignored of it (A16)."""
    here, size = fighter.square, settings.board
    plan = Plan(settings, fighter, act.move, here, fighter.mp, None, [], [])
    if act.move != "-":
        # To name one's own square is to stay (A3).
        square = squares.find(act.move, size)
        if square is None or areas.distance(square, here, size) > MAX_STEPS:
            plan.faults.append(_too_far(plan, act))
        elif square != here:
            plan.walked = plan.square = square
    if act.parts:
        parts = deque(act.parts)
        while parts:
            try:
                _cast(plan, parts.popleft(), parts)
            except _Ignored as ignored:
                plan.faults.append(ignored.fault)
    return plan


def _too_far(plan: Plan, act: Act) -> Fault:
    """Return why a move cannot be made."""
    size, here = plan.settings.size, plan.fighter.square
    square = squares.find(act.move, size)
    away = 0 if square is None else areas.distance(square, here, size)
    low, high = walkable(here, size)
    given = {
        "part": act.move,
        "move": act.move,
        "here": squares.name(here, size),
        "low": low,
        "high": high,
        "last": plan.settings.last,
        "away": away,
    }
    code = "illegal.too-far" if away else "illegal.off-board"
    return Fault(code, act.span, given, part=True)


def _cast(plan: Plan, part: Part, rest: deque[Part]) -> None:
    """Carry out one part, taking a target that stands apart from the rest (A15)."""
    settings = plan.settings
    if part.heal:
        if not settings.healing:
            raise _Ignored("illegal.no-healing", part)
        cost, points = HEALING[part.heal]
        _pay(plan, part, cost, heal=part.heal)
        plan.healing += points
        return
    magic, target, part = _aimed(plan, part, rest)
    square = _landing(plan, magic, target, part) if magic.moves else plan.square
    _pay(plan, part, magic.cost, magic, target, square=square)


def _aimed(plan: Plan, part: Part, rest: deque[Part]) -> tuple[Magic, str, Part]:
    """Return a magic, its target, and the part of the turn that both stand in."""
    if not part.magic:
        raise _Ignored("invalid.part", part)
    size, target, keys = plan.settings.size, part.target, _keys(plan.fighter, part)
    aims = [targets(MAGICS[key].wants, size) for key in keys]
    # The next word is taken whether the magic is allowed or not, and by a number
    # without its letter, too (A15, A26).
    if not target and rest and any(rest[0].text in some for some in aims):
        aim = rest.popleft()
        text, span = f"{part.text} {aim.text}", (part.span[0], aim.span[1])
        part, target = Part(text, part.magic, aim.text, span=span), aim.text
    if len(keys) > 1:
        letters = tuple(key[0] for key in keys)
        raise _Ignored("ambiguous.type", part, number=part.magic, letters=letters)
    magic = MAGICS[keys[0]]
    if not is_open(plan.settings, plan.fighter.types, magic):
        raise _closed(plan, magic, part)
    if magic.wants and not target:
        word = rest[0].text.split()[0] if rest else ""
        raise _Ignored("invalid.no-target", part, magic=magic, size=size, next=word)
    if target and not magic.wants:
        raise _Ignored("illegal.takes-no-target", part, magic=magic, target=target)
    if target not in aims[0]:
        raise _Ignored("illegal.target", part, magic=magic, target=target, size=size)
    return magic, target, part


def _keys(fighter: Fighter, part: Part) -> tuple[str, ...]:
    """Return the magics that a part may mean; one may omit the letter of one type."""
    if not part.magic.isdecimal():
        return (part.magic,)
    return tuple(school[0].upper() + part.magic for school in fighter.types)


def _closed(plan: Plan, magic: Magic, part: Part) -> _Ignored:
    """Return what to raise for a magic that is not open."""
    own, school = plan.fighter.types, magic.school
    if not school:
        return _Ignored("illegal.no-storms", part)
    all_first = plan.settings.level1 == "all"
    return _Ignored("illegal.type", part, school=school, own=own, level1=all_first)


def _landing(plan: Plan, magic: Magic, target: str, part: Part) -> int:
    """Return where a movement magic leads, from where the last one led (A3)."""
    size = plan.settings.size
    if plan.walked is not None:
        walked = squares.name(plan.walked, size)
        raise _Ignored("illegal.has-walked", part, magic=magic, walked=walked)
    if magic.key == "E5":
        return size * size - 1 - plan.square  # across the middle point (A12)
    square = squares.at(target, size)
    if magic.key == "W5":
        if not areas.is_edge(plan.square, size):
            here = squares.name(plan.square, size)
            raise _Ignored("illegal.sail-from", part, here=here)
        if not areas.is_edge(square, size):
            raise _Ignored("illegal.sail-to", part, target=target)
    return square


def _pay(
    plan: Plan,
    part: Part,
    cost: int,
    magic: Magic | None = None,
    target: str = "",
    *,
    heal: int = 0,
    square: int | None = None,
) -> None:
    """Pay for a part as it comes (A1), whomever it will hit (A4)."""
    if cost > plan.mp:
        given = {"magic": magic, "heal": heal, "cost": cost, "mp": plan.mp}
        raise _Ignored("illegal.too-dear", part, **given)
    plan.mp -= cost
    if square is not None:
        plan.square = square
    done = (part.text, cost, magic, target, heal, plan.square, plan.mp)
    plan.spells.append(Spell(*done))
