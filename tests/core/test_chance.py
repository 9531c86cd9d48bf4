"""Draws are the same everywhere, and even."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.chance import Chance, Draw, Imagined, Witness, commitment, mixed

SEED = bytes(range(32))

KNOWN = [5, 0, 4, 26, 6, 9373931203267116406]
SHUFFLED = "ebfachgd"

#: Of what can be drawn: what anybody can check, and what is only imagined.
SOURCES = [Chance, Imagined]

#: The 99.9th percentile of chi-square, by degrees of freedom.
CHI_SQUARE = {1: 10.83, 5: 20.52, 9: 27.88, 23: 49.73, 51: 87.97}


def test_known_draws() -> None:
    """Written down once: no later version may draw otherwise."""
    chance = Chance(SEED)
    drawn = []
    for limit in (6, 6, 6, 52, 1000, 1 << 64):
        value, chance = chance.below(limit, "die")
        drawn.append(value)
    assert drawn == KNOWN
    assert Chance(SEED).shuffled("abcdefgh", "deck")[0] == tuple(SHUFFLED)
    assert chance.counter == 6


def test_known_draws_below_a_limit_that_throws_half_of_them_away() -> None:
    """Worked out by hand: of HMACs 4 to 7 of "half" only the last is low enough."""
    limit = (1 << 63) + 1
    assert Chance(SEED).below(limit, "half") == (0x78F72561367323EE, Chance(SEED, 1))
    after = Chance(SEED, 8)
    assert Chance(SEED, 4).below(limit, "half") == (0x0EB81EDE595AC9F7, after)
    log: list[Draw] = []
    value, witness = Witness(SEED, 4, log).below(limit, "half")
    assert (value, witness) == (0x0EB81EDE595AC9F7, Witness(SEED, 8))
    assert log == [Draw(4, limit, value, "half")]


def test_a_draw_can_be_worked_out_by_hand() -> None:
    digest = hmac.new(SEED, b"die:0", hashlib.sha256).digest()
    value = int.from_bytes(digest[:8], "big")
    assert Chance(SEED).below(6, "die") == (value % 6, Chance(SEED, 1))


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 200])
def test_draws_are_those_of_hmac_for_keys_of_any_length(length: int) -> None:
    """A block of SHA-256 has 64 bytes; keys that are longer are hashed first."""
    key, limits = bytes(range(256))[:length], (2, 6, (1 << 63) + 1, 52, 1 << 64)
    expected, counter = [], 3
    for limit in limits:
        value = whole = (1 << 64) - (1 << 64) % limit
        while value >= whole:
            digest = hmac.digest(key, f"deck:{counter}".encode(), "sha256")
            value, counter = int.from_bytes(digest[:8], "big"), counter + 1
        expected.append(value % limit)
    assert Chance(key, 3).draws(limits, "deck") == (expected, Chance(key, counter))
    log: list[Draw] = []
    assert Witness(key, 3, log).draws(limits, "deck")[0] == expected
    assert [(one.limit, one.value) for one in log] == [*zip(limits, expected)]  # noqa: B905


def test_known_commitment_and_mixing() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    words = {"Bob": "owl", "Ann": "moss"}
    text = b"pbem words 1\nAnn=moss\nBob=owl\n"
    assert mixed(SEED, words) == hmac.new(SEED, text, hashlib.sha256).digest()
    assert mixed(SEED, words) == mixed(SEED, dict(reversed(words.items())))


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("limit", [2, 6, 10])
def test_all_values_are_equally_likely(limit: int, source: type[Chance]) -> None:
    chance, seen = source(SEED), Counter[int]()
    draws = 6000
    for _ in range(draws):
        value, chance = chance.below(limit, "even")
        seen[value] += 1
    assert _chi_square(seen, draws, limit) < CHI_SQUARE[limit - 1]


@pytest.mark.parametrize("source", SOURCES)
def test_all_orders_of_a_deck_are_equally_likely(source: type[Chance]) -> None:
    chance, seen = source(SEED), Counter[tuple[str, ...]]()
    draws = 6000
    for _ in range(draws):
        deck, chance = chance.shuffled("abcd", "deck")
        seen[deck] += 1
    assert _chi_square(seen, draws, 24) < CHI_SQUARE[23]


@pytest.mark.parametrize("source", SOURCES)
def test_every_card_comes_to_every_place(source: type[Chance]) -> None:
    chance, first = source(SEED), Counter[int]()
    draws = 5200
    for _ in range(draws):
        deck, chance = chance.shuffled(range(52), "deck")
        first[deck[0]] += 1
    assert _chi_square(first, draws, 52) < CHI_SQUARE[51]


def _chi_square(seen: Counter[Any], draws: int, cells: int) -> float:
    expected = draws / cells
    empty = (cells - len(seen)) * expected
    return empty + sum((n - expected) ** 2 / expected for n in seen.values())


@pytest.mark.parametrize("source", SOURCES)
@given(st.binary(max_size=40), st.integers(1, 1 << 64), st.text(max_size=12))
def test_a_draw_is_below_its_limit_and_can_be_repeated(
    source: type[Chance], key: bytes, limit: int, purpose: str
) -> None:
    value, after = source(key).below(limit, purpose)
    assert 0 <= value < limit
    assert source(key).below(limit, purpose) == (value, after)
    assert type(after) is source


@given(st.lists(st.integers()), st.binary(max_size=8))
def test_a_shuffle_loses_nothing(items: list[int], key: bytes) -> None:
    deck, after = Chance(key).shuffled(items, "deck")
    assert sorted(deck) == sorted(items)
    assert after.counter >= max(0, len(items) - 1)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("limit", [0, -1, (1 << 64) + 1])
def test_there_is_nothing_below_these(limit: int, source: type[Chance]) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        source(SEED).below(limit, "die")


def test_nothing_can_be_picked_from_nothing() -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        Chance(SEED).pick([], "card")


def test_other_purposes_give_other_draws() -> None:
    one = [Chance(SEED, n).below(1 << 32, "one")[0] for n in range(20)]
    two = [Chance(SEED, n).below(1 << 32, "two")[0] for n in range(20)]
    assert not set(one) & set(two)
