"""Bots of Diplomacy: what they order is legal, and worth more than orders by lot."""

from __future__ import annotations

import random

import pytest

from pbem.bots.levels import EASY, FAIR, Level
from pbem.bots.search import think
from pbem.protocol import Compound, Seat
from pbem.record import replay, turn_file
from pbem.rules.diplomacy.state import State
from tests.rules.diplomacy.helpers import GAME, POWERS, story

RULES = GAME.rules


def by_lot(state: State, seat: Seat, luck: random.Random) -> Compound:  # type: ignore[type-arg]
    found: dict[str, list[object]] = {}
    for order in RULES.legal(state, seat):
        (line,) = order.lines
        found.setdefault(str(line.unit), []).append(line)
    return Compound(lines=tuple(luck.choice(one) for one in found.values()))


def centres(seed: int, level: Level, until: int) -> tuple[float, float]:
    """Return the centres of a bot, and of a power that orders by lot, on an average."""
    luck = random.Random(seed)
    head = f"Game: diplomacy\nSeats: {', '.join(POWERS)}\n"
    state = replay.begin(turn_file.read(head)).table.state
    bots = [power for at, power in enumerate(POWERS) if (at + seed) % 2]
    serial = 0
    while state.moment.year < until and (window := RULES.window(state)):
        bound, serial = {}, serial + 1
        for seat in window.seats:
            order = by_lot(state, seat, luck)
            if seat in bots:
                key = f"{seed} {serial}".encode()
                order = think(RULES, state, seat, level, key).order  # type: ignore[assignment]
            bound[seat] = RULES.bind(state, seat, order).order
        state = RULES.resolve(state, bound).state
    held = {power: len(state.centres_of(power)) for power in POWERS}
    mine = sum(held[power] for power in bots) / len(bots)
    return mine, (sum(held.values()) - mine * len(bots)) / (7 - len(bots))


def test_an_easy_bot_takes_twice_what_orders_by_lot_take() -> None:
    found = [centres(seed, EASY, 1906) for seed in range(10)]
    bots, others = (sum(one) for one in zip(*found, strict=True))
    assert bots >= 2 * others


@pytest.mark.parametrize(
    "position",
    [
        "Spring 1901 movement|France: A Par, F Bre; centres Par, Bre",
        "Fall 1901 retreats|France: A Par; centres Par; dislodged A Bur (from Mun)"
        "|Germany: A Bur; centres Mun",
        "Winter 1901 adjustments|France: A Spa; centres Par, Bre, Spa",
        "Winter 1901 adjustments|France: A Spa, A Por; centres Spa",
    ],
)
def test_a_fair_bot_orders_what_is_legal_for_all_units(position: str) -> None:
    game = story(position)
    thought = think(RULES, game.table.state, "France", FAIR.part(5), b"key")
    assert thought.order is not None
    bound, faults = RULES.bind(game.table.state, "France", thought.order)
    assert bound is not None
    assert not faults
    assert RULES.lacking(game.table.state, "France", bound) == ()  # type: ignore[attr-defined]
