"""How a turn is read: left to right, against the magic points (A1, A15, A16)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from pbem.kit import squares
from pbem.protocol import Fault
from pbem.rules.arena.magics import HEALING, MAGICS, Magic, targets
from pbem.rules.arena.orders import Act, Part
from pbem.rules.arena.state import Fighter, House

STEPS = 2  #: squares that a player may walk in a turn (5a)


class Spell(NamedTuple):
    """A magic or a healing that is carried out, with the words that named it."""

    part: str
    cost: int
    magic: Magic | None = None
    target: str = ""
    heal: int = 0  #: the level; 0: no healing
    square: int = 0  #: where the caster stands after it
    left: int = 0  #: magic points after it


@dataclass(slots=True, eq=False, repr=False)
class Reading:
    """What an order comes to, part by part."""

    walked: int | None = None
    square: int = 0
    mp: int = 0
    spells: list[Spell] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def healing(self) -> int:
        """The hit points that its healing gives back."""
        return sum(HEALING[spell.heal][1] for spell in self.spells if spell.heal)


def read_turn(house: House, fighter: Fighter, act: Act) -> Reading:
    """The order as the referee carries it out, and what is ignored of it."""
    reading = Reading(square=fighter.square, mp=fighter.mp)
    _walk(house, fighter, act, reading)
    parts = deque(act.parts)
    while parts:
        try:
            _cast(house, fighter, parts.popleft(), parts, reading)
        except _Ignored as ignored:
            reading.faults.append(ignored.fault)
    return reading


class _Ignored(Exception):
    """A part that is left out."""

    def __init__(self, code: str, part: Part, **given: object) -> None:
        super().__init__(code)
        self.fault = Fault(code, part.span, {"part": part.text, **given}, part=True)


def _walk(house: House, fighter: Fighter, act: Act, reading: Reading) -> None:
    if act.move == "-":
        return
    square = squares.find(act.move, house.size)
    if square is None:
        reading.faults.append(_lost("illegal.off-board", house, fighter, act))
    elif (away := squares.distance(square, fighter.square, house.size)) > STEPS:
        reading.faults.append(_lost("illegal.too-far", house, fighter, act, away))
    elif away:
        reading.walked = reading.square = square


def _lost(code: str, house: House, fighter: Fighter, act: Act, away: int = 0) -> Fault:
    """A move that cannot be made, with what could be."""
    size = house.size
    low, high = squares.corners(squares.around(fighter.square, STEPS, size), size)
    given = {
        "part": act.move,
        "move": act.move,
        "here": squares.name(fighter.square, size),
        "low": low,
        "high": high,
        "last": squares.name(size * size - 1, size),
        "away": away,
    }
    return Fault(code, act.span, given, part=True)


def _cast(
    house: House, fighter: Fighter, part: Part, rest: deque[Part], reading: Reading
) -> None:
    """Carries out one part, taking its target from the rest where it is apart."""
    if part.heal:
        if not house.healing:
            raise _Ignored("illegal.no-healing", part)
        _pay(reading, part, HEALING[part.heal][0], heal=part.heal)
        return
    if not part.magic:
        raise _Ignored("invalid.part", part)
    magic, target = MAGICS[_key(house, fighter, part, rest)], part.target
    # A15: the next word is taken whether the magic is allowed or not.
    if not target and rest and rest[0].text in targets(magic.wants, house.size):
        aim = rest.popleft()
        text, span = f"{part.text} {aim.text}", (part.span[0], aim.span[1])
        part, target = replace(part, text=text, span=span), aim.text
    _check_open(house, fighter, magic, part)
    if magic.wants and not target:
        word = rest[0].text.split()[0] if rest else ""
        given = {"magic": magic, "size": house.size, "next": word}
        raise _Ignored("invalid.no-target", part, **given)
    if target and not magic.wants:
        raise _Ignored("illegal.takes-no-target", part, magic=magic, target=target)
    if target not in targets(magic.wants, house.size):
        given = {"magic": magic, "target": target, "size": house.size}
        raise _Ignored("illegal.target", part, **given)
    square = reading.square
    if magic.moves:
        square = _landing(house, reading, magic, target, part)
    _pay(reading, part, magic.cost, magic, target, square=square)


def _key(house: House, fighter: Fighter, part: Part, rest: deque[Part]) -> str:
    """The key of a magic, whose letter may be left out by who has one type."""
    if not part.magic.isdecimal():
        return part.magic
    letters = tuple(school[0].upper() for school in fighter.types)
    if len(letters) > 1:
        if not part.target and rest and _is_target_only(rest[0], house.size):
            rest.popleft()
        raise _Ignored("ambiguous.type", part, number=part.magic, letters=letters)
    return letters[0] + part.magic


def _is_target_only(part: Part, size: int) -> bool:
    """Whether a word would be no magic of its own, but can be a target."""
    return not part.magic and any(
        part.target in targets(wants, size) for wants in ("square", "direction")
    )


def _check_open(house: House, fighter: Fighter, magic: Magic, part: Part) -> None:
    """Whether the options and a fighter's types allow a magic."""
    own, school = fighter.types, magic.school
    if not school:
        if not house.storms:
            raise _Ignored("illegal.no-storms", part)
    elif school not in own and not (house.level1 and magic.key[1] == "1"):
        given = {"school": school, "own": own, "level1": house.level1}
        raise _Ignored("illegal.type", part, **given)


def _landing(
    house: House, reading: Reading, magic: Magic, target: str, part: Part
) -> int:
    """Where a movement magic leads (A3, A12)."""
    size = house.size
    if reading.walked is not None:
        walked = squares.name(reading.walked, size)
        raise _Ignored("illegal.has-walked", part, magic=magic, walked=walked)
    if magic.key == "E5":
        return size * size - 1 - reading.square
    square = squares.find(target, size)
    assert square is not None
    if magic.key == "W5":
        here = squares.name(reading.square, size)
        if not squares.is_edge(reading.square, size):
            raise _Ignored("illegal.sail-from", part, here=here)
        if not squares.is_edge(square, size):
            raise _Ignored("illegal.sail-to", part, target=target)
    return square


def _pay(
    reading: Reading,
    part: Part,
    cost: int,
    magic: Magic | None = None,
    target: str = "",
    *,
    heal: int = 0,
    square: int | None = None,
) -> None:
    if cost > reading.mp:
        given = {"magic": magic, "heal": heal, "cost": cost, "mp": reading.mp}
        raise _Ignored("illegal.too-dear", part, **given)
    reading.mp -= cost
    if square is not None:
        reading.square = square
    reading.spells.append(
        Spell(part.text, cost, magic, target, heal, reading.square, reading.mp)
    )


@lru_cache(maxsize=1024)
def menu(
    house: House, types: tuple[str, ...], mp: int
) -> tuple[tuple[str, int, str], ...]:
    """What can be paid for: notation without target, cost, name."""
    return tuple(_menu(house, types, mp))


def _menu(
    house: House, types: tuple[str, ...], mp: int
) -> Iterator[tuple[str, int, str]]:
    several = len(types) > 1
    for magic in MAGICS.values():
        if magic.cost > mp:
            continue
        if not magic.school:
            if house.storms:
                yield magic.key, magic.cost, magic.name
        elif magic.school in types:
            yield magic.key[0 if several else 1 :], magic.cost, magic.name
        elif house.level1 and magic.key[1] == "1":
            yield magic.key, magic.cost, magic.name
    if house.healing:
        for level, (cost, _) in HEALING.items():
            if cost <= mp:
                yield f"H{level}", cost, ""
