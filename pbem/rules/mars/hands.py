"""Hands on maps: all that plans hang on but for what stands there.

A round changes little of it, so states in a row mostly share the same hands, and what
is known of their orders is kept with them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pbem.kit.kept import kept_by_part
from pbem.protocol import Seat
from pbem.rules.mars.map.board import Board
from pbem.rules.mars.state import State

MOST_KEPT = 256  #: hands on maps that are kept in memory


class Hand(NamedTuple):
    """A hand on a map, with what is known of its orders, to be added to."""

    board: Board
    colours: tuple[str, ...]
    shares: dict[Any, Any]  #: by what stands somewhere
    good: set[int]  #: the numbers of actions in these that are without fault
    plans: dict[Any, Any]  #: by all that stands on the map
    signs: dict[Any, Any]  #: what may be communicated


#: The state that was asked about last, and its hands.
_last: tuple[State | None, dict[Seat, Hand]] = None, {}


def hands_of(state: State) -> dict[Seat, Hand]:
    """Return the hand of each seat."""
    global _last
    before, hands = _last
    if before is not state:
        if before is None or not _same(before, state):
            deck, wild = bool(state.deck), bool(state.wild)
            tiles = len(state.hands) if state.solo else 0
            faults = state.board, state.settings, deck, wild, tiles
            hands = {seat: _hand(state.hand(seat), *faults) for seat in state.seats}
        _last = state, hands
    return hands


def _same(one: State, other: State) -> bool:
    """Return whether a look is enough to see that all have the same hands."""
    return (
        one.hands is other.hands
        and one.laid is other.laid
        and one.bridges is other.bridges
        and one.domes is other.domes
        and one.seats is other.seats
        and one.settings is other.settings
        and one.box is other.box
        and one.using == other.using
        and (not one.deck) is (not other.deck)
        and (not one.wild) is (not other.wild)
    )


@kept_by_part(MOST_KEPT)
def _hand(colours: tuple[str, ...], board: Board, *_: object) -> Hand:
    """Return a hand, by all that faults hang on: its colours, the map, the settings,
    whether there are tiles in the deck and Wild tokens, and the number of action tiles
    of who plays alone."""
    return Hand(board, colours, {}, set(), {}, {})
