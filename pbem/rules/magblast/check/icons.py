"""What the icons on discarded cards buy (B5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from pbem.rules.magblast.state import State

MAX_CARDS_PAID = 6  #: in one payment that `payments` lists
MAX_CARDS_TRIED = 12  #: cards in hand that `payments` looks at


def sets(icons: str) -> int:
    """Return the most ships that icons pay for: three alike or one of each.

    >>> sets("ABC"), sets("AAB"), sets("AAABBB"), sets("AABBCC"), sets("ABCABCAAA")
    (1, 0, 2, 2, 3)
    """
    return _SETS[_weight(icons)]


class _Sets(dict[int, int]):
    """How many ships icons pay for, by their weight; worked out when asked for."""

    def __missing__(self, weight: int) -> int:
        counts = [weight // one % _EACH for one in _WEIGHTS.values()]
        mixed = range(min(*counts, 2) + 1)
        found = max(k + sum((count - k) // 3 for count in counts) for k in mixed)
        self[weight] = found
        return found


_EACH = 1024  #: icons of a kind are fewer
_WEIGHTS = {"A": 1, "B": _EACH, "C": _EACH**2}
_SETS = _Sets()


def _weight(icons: str) -> int:
    return sum(_WEIGHTS[icon] for icon in icons)


def payments(icons: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the choices of cards that pay for more than any smaller one in them.

    `icons` are those of each card; of many cards the last are not looked at.
    """
    weights = [_weight(one) for one in icons[:MAX_CARDS_TRIED]]
    usable, sets = [i for i, weight in enumerate(weights) if weight], _SETS
    found: list[tuple[int, ...]] = []
    for size in range(2, min(len(usable), MAX_CARDS_PAID) + 1):
        for choice in combinations(usable, size):
            whole = sum([weights[i] for i in choice])
            worth = sets[whole]
            if worth and all([sets[whole - weights[i]] < worth for i in choice]):
                found.append(choice)
    return tuple(found)


def icons(state: State, cards: Iterable[int]) -> str:
    """Return all icons on these cards."""
    return "".join(state.action(card).icons for card in cards)


def pairs(state: State, cards: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the choices of cards with two icons or more, none too many (B23)."""
    with_icons = [card for card in cards if state.action(card).icons]
    doubles = [(card,) for card in with_icons if len(state.action(card).icons) > 1]
    singles = [card for card in with_icons if len(state.action(card).icons) == 1]
    return [*doubles, *combinations(singles, 2)]


def spared(
    state: State, cards: Sequence[int], suffices: Callable[[str], bool]
) -> int | None:
    """Return the first card without which the icons of the others suffice."""
    for card in cards:
        if suffices(icons(state, (other for other in cards if other != card))):
            return card
    return None
