"""What may be ordered in Magic Arena."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from pbem.kit import squares
from pbem.protocol import Order, Seat
from pbem.rules.arena import areas
from pbem.rules.arena.magics import HEALING, SCHOOLS, Magic, targets
from pbem.rules.arena.orders import Act, Part, Start
from pbem.rules.arena.plan import MAX_STEPS, open_magics, plan_turn
from pbem.rules.arena.state import Fighter, Settings, State


def legal(state: State, seat: Seat) -> Iterator[Order]:
    """Return a sample: every place to go, alone and with each magic in reach."""
    settings, fighter = state.settings, state.fighter(seat)
    if seat not in state.standing():
        return iter(())
    if fighter is None:
        chosen = _choices(settings)
        return chain.from_iterable(_starts(types, settings.size) for types in chosen)
    return _turns(settings, fighter)


def _turns(settings: Settings, fighter: Fighter) -> Iterator[Act]:
    """Yield each move, alone and with each magic or healing that it can have."""
    size, here = settings.size, fighter.square
    parts = [
        Part(word + aim, word, aim)
        for word, magic in castable(settings, fighter)
        for aim in targets(magic.wants, size)
    ]
    if settings.healing:
        parts += [Part(f"H{level}", heal=level) for level in HEALING]
    for square in areas.around(here, MAX_STEPS, size):
        move = "-" if square == here else squares.name(square, size)
        yield Act(move=move)
        for part in parts:
            act = Act(move=move, parts=(part,))
            if not plan_turn(settings, fighter, act).faults:
                yield act


def castable(settings: Settings, fighter: Fighter) -> Iterator[tuple[str, Magic]]:
    """Yield the magics that a fighter can pay for, each with its shortest notation: a
    fighter with one type leaves its letter out."""
    types = fighter.types
    for key, magic in open_magics(settings, types).items():
        if magic.cost <= fighter.mp:
            bare = len(types) == 1 and magic.school in types
            yield key[1:] if bare else key, magic


def menu(settings: Settings, fighter: Fighter) -> tuple[tuple[str, int, str], ...]:
    """Return what can be paid for: notation without target, cost in MP, name."""
    magics = castable(settings, fighter)
    found = [(word, magic.cost, magic.name) for word, magic in magics]
    if settings.healing:
        costs = [(f"H{level}", cost, "") for level, (cost, _) in HEALING.items()]
        found += [item for item in costs if item[1] <= fighter.mp]
    return tuple(found)


def _choices(settings: Settings) -> Iterator[tuple[str, ...]]:
    """Yield the types that can be chosen together."""
    if settings.types == "all":
        yield SCHOOLS
    else:
        yield from combinations(SCHOOLS, int(settings.types))


def _starts(types: tuple[str, ...], size: int) -> tuple[Start, ...]:
    """Return these types with each square."""
    board = range(size * size)
    return tuple(Start(types=types, square=squares.name(s, size)) for s in board)
