"""What a reader cannot see of a game of Mag-Blast, shuffled."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pbem.chance import Chance
from pbem.rules.magblast.fleet import GAP
from pbem.rules.magblast.orders.parts import quoted
from pbem.rules.magblast.state import State
from tests.rules.magblast.table import LEFT, read

RULE = [line for line in LEFT if line.startswith("standing")]


def permuted(state: State, seat: str | None, rng: random.Random) -> State:
    """A state that a seat cannot tell from this one."""
    return shuffled(rng, state, seat)


def names_of(state: State) -> list[str]:
    """All seats, and nobody."""
    return ["", *(fleet.seat for fleet in state.fleets)]


def refilled(hand: tuple[int, ...], cards: list[int], kept: set[int]) -> list[int]:
    """A hand with other cards in the same places."""
    return [card if card == GAP or card in kept else cards.pop() for card in hand]


def _regapped(
    luck: random.Random, hand: tuple[int, ...], kept: set[int]
) -> tuple[int, ...]:
    """A hand with gaps in other places, which are its owner's to know (B28)."""
    if kept or not hand:
        return hand
    cards = [card for card in hand if card != GAP]
    gaps = [GAP] * luck.randrange(3)
    return (*luck.sample([*gaps, *cards[1:]], len(gaps) + len(cards) - 1), cards[0])


def shuffled(
    luck: random.Random,
    state: State,
    reader: str | None,
    kept: Iterable[int] = (),
    top: int = 0,
    reseed: bool = True,
) -> State:
    """The state with everything shuffled that a reader cannot see.

    `kept` cards stay where they are, and so do the top cards of the deck.
    """
    kept = set(kept)
    others = [i for i, fleet in enumerate(state.fleets) if fleet.seat != reader]
    under = state.draw[: len(state.draw) - top]
    pool = [*under]
    for index in others:
        pool += [card for card in state.fleets[index].cards if card not in kept]
    luck.shuffle(pool)
    yard = list(state.yard)
    for index in others:
        yard += state.fleets[index].dealt
    hidden = state.drawn is not None and len(state.drawn.ships) > 1
    offered = hidden and state.fleets[state.active].seat != reader
    if offered and state.drawn is not None:
        yard += state.drawn.ships
    if reseed:
        luck.shuffle(yard)
    found = state
    for index in others:
        fleet = state.fleets[index]
        rules: tuple[Any, ...] = ()
        if reseed and fleet.out is None:
            names = {"other": quoted(fleet.seat), "turn": state.turn + 3}
            texts = luck.sample(RULE, luck.randrange(4))
            rules = tuple(read(text.format(**names)).rule for text in texts)
        found = found.with_fleet(
            index,
            replace(
                fleet,
                hand=tuple(refilled(_regapped(luck, fleet.hand, kept), pool, kept)),
                dealt=tuple(yard.pop() for _ in fleet.dealt),
                standing=rules if reseed else fleet.standing,
                passing=luck.random() < 0.5 if reseed else fleet.passing,
                vote=luck.choice(names_of(state)) if reseed else fleet.vote,
            ),
        )
    if offered and state.drawn is not None:
        ships = tuple(yard.pop() for _ in state.drawn.ships)
        zones = tuple(luck.choices(range(4), k=luck.randrange(3)))
        found = replace(found, drawn=replace(state.drawn, ships=ships, zones=zones))
    chance = Chance(luck.randbytes(8)) if reseed else state.chance
    draw = (*pool, *state.draw[len(under) :])
    return replace(found, draw=draw, yard=tuple(yard), chance=chance)
