"""What may be ordered in Magic Arena."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from pbem.kit import squares
from pbem.protocol import Order, Seat
from pbem.rules.arena.magics import HEALING, MAGICS, SCHOOLS, targets
from pbem.rules.arena.orders import Act, Part, Start
from pbem.rules.arena.plan import MAX_STEPS
from pbem.rules.arena.state import Fighter, Settings, State


def legal(state: State, seat: Seat) -> Iterator[Order]:
    """Yield a sample: every place to go, alone and with each magic in reach."""
    if seat not in state.standing():
        return
    size = state.settings.size
    fighter = state.fighter(seat)
    if fighter is None:
        for types, square in product(_choices(state.settings), range(size * size)):
            yield Start(types=types, square=squares.name(square, size))
        return
    spells = tuple(_spells(state.settings, fighter))
    for square in squares.around(fighter.square, MAX_STEPS, size):
        stays = square == fighter.square
        move = "-" if stays else squares.name(square, size)
        yield Act(move=move)
        for part, moves in spells:
            if stays or not moves:
                yield Act(move=move, parts=(part,))


@lru_cache(maxsize=1024)
def menu(
    settings: Settings, types: tuple[str, ...], mp: int
) -> tuple[tuple[str, int, str], ...]:
    """Return what can be paid for: notation without target, cost in MP, name."""
    found = []
    for key, magic in MAGICS.items():
        if magic.school in types:
            found.append((key[len(types) == 1 :], magic.cost, magic.name))
        elif (settings.level1 and key[1] == "1") if magic.school else settings.storms:
            found.append((key, magic.cost, magic.name))
    if settings.healing:
        found += [(f"H{level}", cost, "") for level, (cost, _) in HEALING.items()]
    return tuple(item for item in found if item[1] <= mp)


def _choices(settings: Settings) -> Iterator[tuple[str, ...]]:
    """Yield the types that can be chosen together."""
    if settings.types == "all":
        yield SCHOOLS
    else:
        yield from combinations(SCHOOLS, int(settings.types))


def _spells(settings: Settings, fighter: Fighter) -> Iterator[tuple[Part, bool]]:
    """Yield each magic that can be paid, with each target that it can have.

    The flag says whether it moves its caster, who must then not walk (A3).
    """
    size = settings.size
    for word, _, name in menu(settings, fighter.types, fighter.mp):
        if not name:
            yield Part(word, heal=int(word[1])), False
            continue
        magic = MAGICS[word if word in MAGICS else fighter.types[0][0].upper() + word]
        aims = list(targets(magic.wants, size))
        if magic.key == "W5":
            edge = [s for s in range(size * size) if squares.is_edge(s, size)]
            aims = [squares.name(s, size) for s in edge if fighter.square in edge]
        for target in aims:
            yield Part(word + target, word, target), magic.moves
