"""What may be ordered in Magic Arena."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from pbem.kit import squares
from pbem.protocol import Order, Seat
from pbem.rules.arena import areas
from pbem.rules.arena.magics import HEALING, MAGICS, SCHOOLS, targets
from pbem.rules.arena.orders import Act, Part, Start
from pbem.rules.arena.plan import MAX_STEPS
from pbem.rules.arena.state import Fighter, Settings, State


def legal(state: State, seat: Seat) -> Iterator[Order]:
    """Return a sample: every place to go, alone and with each magic in reach."""
    settings, fighter = state.settings, state.fighter(seat)
    if seat not in state.standing():
        return iter(())
    if fighter is None:
        chosen = _choices(settings)
        return chain.from_iterable(_starts(types, settings.size) for types in chosen)
    words = (("", "", False), *_words(settings, fighter))
    size, here = settings.size, fighter.square
    return chain.from_iterable(
        _acts("-" if square == here else squares.name(square, size), word, wants, size)
        for square in areas.around(here, MAX_STEPS, size)
        for word, wants, moves in words
        if square == here or not moves
    )


def menu(
    settings: Settings, types: tuple[str, ...], mp: int
) -> tuple[tuple[str, int, str], ...]:
    """Return what can be paid for: notation without target, cost in MP, name."""
    found, free = [], settings.level1 == "all"
    for key, magic in MAGICS.items():
        if magic.school in types:
            found.append((key[len(types) == 1 :], magic.cost, magic.name))
        elif (free and key[1] == "1") if magic.school else settings.storms:
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


def _words(settings: Settings, fighter: Fighter) -> Iterator[tuple[str, str, bool]]:
    """Yield each magic that can be paid for, and what it wants as a target.

    The flag says whether it moves its caster, who must then not walk (A3).
    """
    for word, _, name in menu(settings, fighter.types, fighter.mp):
        magic = MAGICS.get(word) or MAGICS.get(fighter.types[0][0].upper() + word)
        if magic is None or not name:
            yield word, "", False
        elif magic.key != "W5":
            yield word, magic.wants, magic.moves
        elif areas.is_edge(fighter.square, settings.size):
            yield word, "edge", True


def _starts(types: tuple[str, ...], size: int) -> tuple[Start, ...]:
    """Return these types with each square."""
    board = range(size * size)
    return tuple(Start(types=types, square=squares.name(s, size)) for s in board)


def _acts(move: str, word: str, wants: str, size: int) -> tuple[Act, ...]:
    """Return a move with a magic or a healing, at each target that it can have."""
    if not word:
        return (Act(move=move),)
    return tuple(Act(move=move, parts=(part,)) for part in _parts(word, wants, size))


def _parts(word: str, wants: str, size: int) -> tuple[Part, ...]:
    """Return a magic with each target that it can have, or a healing."""
    if word[0] == "H":
        return (Part(word, heal=int(word[1])),)
    aims = [*targets("square" if wants == "edge" else wants, size)]
    if wants == "edge":
        board = range(size * size)
        aims = [squares.name(s, size) for s in board if areas.is_edge(s, size)]
    return tuple(Part(word + aim, word, aim) for aim in aims)
