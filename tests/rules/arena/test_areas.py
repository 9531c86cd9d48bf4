"""Every magic against a second reading of its area."""

from __future__ import annotations

import pytest

from pbem.rules.arena.magics import HEALING, MAGICS, reach, targets
from pbem.rules.arena.state import Fighter, Settings
from pbem.rules.arena.turns import magics_of
from tests.rules.arena import oracle

SIZES = (4, 6, 8, 10, 12)
STRIKING = [key for key, magic in MAGICS.items() if magic.damage]
AT_CASTER = ("F1", "F2", "F3", "F5")  #: their area depends on where one stands


def _index(square: oracle.Square, size: int) -> int:
    return (square[1] - 1) * size + square[0] - 1


def _origins(key: str, size: int) -> list[oracle.Square]:
    return list(oracle.board(size)) if key in AT_CASTER else [(1, 1)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", STRIKING)
def test_areas_and_damage(key: str, size: int) -> None:
    for target in oracle.targets(key, size):
        for origin in _origins(key, size):
            expected = {
                _index(square, size): damage
                for square in oracle.board(size)
                if (damage := oracle.hurt(key, target, origin, square, size))
            }
            assert reach(key, target, _index(origin, size), size) == expected


@pytest.mark.parametrize(
    ("key", "target", "count"),
    [
        ("W1", "SW", 10), ("W3", "SW", 21), ("W2", "", 4), ("E2", "", 16),
        ("E3", "NE", 16), ("E1", "4", 8), ("F4", "", 32), ("W4", "", 32),
        ("A2", "E5", 9), ("A3", "E5", 25), ("A4", "E5", 49), ("E4", "E5", 25),
    ],
)  # fmt: skip
def test_areas_have_the_published_sizes(key: str, target: str, count: int) -> None:
    assert len(reach(key, target, 0, 8)) == count


def test_magics_and_healing_cost_what_the_rules_say() -> None:
    assert {key: magic.cost for key, magic in MAGICS.items()} == oracle.COSTS
    assert HEALING == {1: (7, 1), 2: (12, 3), 3: (18, 5), 4: (25, 8)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", STRIKING)
def test_a_magic_takes_its_own_targets_and_no_others(key: str, size: int) -> None:
    wants = MAGICS[key].wants
    words = {word for other in STRIKING for word in oracle.targets(other, size)}
    words |= {"A0", "A99", "0", "99", "NNE", "AA", "-", "H"}
    for word in words - {""}:
        assert (word in targets(wants, size)) == (word in oracle.targets(key, size))


def test_a_bot_casts_from_each_place_what_hits_otherwise_from_there() -> None:
    """Magics whose squares hang on where their caster is, and no others."""
    every = Fighter("Ann", ("fire", "water", "earth", "air"), 0, 20, 100)
    fixed, moving = magics_of(Settings(), every)
    assert len(fixed) + len(moving) == len([m for m in MAGICS.values() if m.damage])
    for one, magic in (*fixed, *moving):
        hits = {
            tuple(reach(magic.key, target, origin, 8).items())
            for origin in range(64)
            for target in [*targets(magic.wants, 8)][:1]
        }
        assert (len(hits) > 1) is ((one, magic) in moving), magic.name
