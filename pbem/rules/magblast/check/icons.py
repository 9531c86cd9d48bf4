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
    counts = [icons.count(icon) for icon in "ABC"]
    mixed = range(min(*counts, 2) + 1)
    return max(k + sum((count - k) // 3 for count in counts) for k in mixed)


def payments(icons: Sequence[str]) -> list[tuple[int, ...]]:
    """Return the choices of cards that pay for more than any smaller one in them.

    `icons` are those of each card; of many cards the last are not looked at.
    """
    usable = [i for i, icon in enumerate(icons[:MAX_CARDS_TRIED]) if icon]
    found: list[tuple[int, ...]] = []
    for size in range(2, min(len(usable), MAX_CARDS_PAID) + 1):
        for choice in combinations(usable, size):
            worth = sets("".join(icons[i] for i in choice))
            if worth and all(
                sets("".join(icons[i] for i in choice if i != one)) < worth
                for one in choice
            ):
                found.append(choice)
    return found


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
