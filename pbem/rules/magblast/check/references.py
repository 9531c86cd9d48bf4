"""What the words of an order stand for: seats, ships, cards in hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.protocol import Fault
from pbem.rules.magblast.cards import KINDS
from pbem.rules.magblast.check import targeting
from pbem.rules.magblast.orders.orders import Aim, Item, Wing
from pbem.rules.magblast.state import (
    BERTHS,
    FLAGSHIP,
    GAP,
    ZONES,
    State,
    Target,
    held,
)


class Wrong(Exception):
    """An order that cannot be carried out; `fault` says why."""

    def __init__(self, why: str, at: object = None, **given: Any) -> None:
        super().__init__(why)
        code = why if "." in why else f"illegal.{why}"
        self.fault = Fault(code, span(at), given)


def span(at: object) -> tuple[int, int]:
    """Where a word of an order stands in its line."""
    if at is None:
        return (0, 0)
    start = getattr(at, "start_pos", None)
    if start is not None:
        return start, getattr(at, "end_pos", start)
    found: tuple[int, int] = getattr(at, "span", (0, 0))
    return found


def seat(state: State, name: str, near: Iterable[int] | None = None) -> int:
    """The fleet whose player is meant: the name or how it alone begins."""
    pool = tuple(range(len(state.fleets))) if near is None else tuple(near)
    fold = name.casefold()
    names = {i: state.fleets[i].seat.casefold() for i in range(len(state.fleets))}
    found = [i for i, known in names.items() if known == fold]
    found = found or [i for i in pool if names[i].startswith(fold)]
    if len(found) == 1:
        return found[0]
    known = tuple(state.fleets[i].seat for i in pool)
    code = "ambiguous.seat" if found else "seat"
    raise Wrong(code, name, found=str(name), known=known)


def opponent(state: State, me: int, name: str, at: object = None) -> int:
    """The opponent meant; without a name, the only one that can be attacked."""
    if name:
        return seat(state, name)
    near = state.neighbours(me)
    if len(near) == 1:
        return near[0]
    known = tuple(state.fleets[i].seat for i in near)
    raise Wrong("ambiguous.opponent", at, known=known)


def zone(name: str) -> int:
    """The place of a zone in the ring."""
    return ZONES.index(name)


def berth(state: State, fleet: int, word: str, at: object = None) -> int:
    """The berth that "B1" names, or the first carrier's for "C1"."""
    at = at if at is not None else word
    if word[0] == "C":
        bays = [
            berth
            for berth, ship in targeting.ships(state.fleets[fleet])
            if targeting.launches(state, fleet, ship)
        ]
        index = int(word[1]) - 1
        if index < len(bays):
            return bays[index]
    elif word in BERTHS:
        found = BERTHS.index(word)
        if state.fleets[fleet].ships[found] is not None:
            return found
    known = tuple(BERTHS[b] for b, _ in targeting.ships(state.fleets[fleet]))
    whose = state.fleets[fleet].seat
    raise Wrong("no-ship", at, ship=str(word), known=known, whose=whose)


def target(state: State, me: int, aim: Aim) -> Target:
    """The target that an aim names."""
    fleet = opponent(state, me, aim.seat, aim if not aim.seat else None)
    if not aim.ship:
        return Target(fleet, FLAGSHIP)
    return Target(fleet, berth(state, fleet, aim.ship, aim))


def plainest(state: State, cards: Iterable[int], me: int) -> list[int]:
    """Cards with the fewest resource icons first, then by number (B28)."""
    hand = state.fleets[me].hand
    return sorted(cards, key=lambda c: (len(state.action(c).icons), hand.index(c)))


def numbered(state: State, me: int, number: int, at: object) -> int:
    """The card with this number in hand."""
    hand = state.fleets[me].hand
    if 1 <= number <= len(hand) and hand[number - 1] != GAP:
        return hand[number - 1]
    known = tuple(n for n, card in enumerate(hand, 1) if card != GAP)
    raise Wrong("number", at, number=number, known=known)


def title(state: State, key: str) -> str:
    """The title of a card, also of one that the deck does not have."""
    return state.box.titles.get(key, key.replace("-", " "))


def card(
    state: State, me: int, key: str, number: int, at: object = None,
    but: Sequence[int] = (),
) -> int:  # fmt: skip
    """The card in hand that is meant by name, number or both."""
    if number:
        found = numbered(state, me, number, at)
        if key and state.key(found) != key:
            given = {"number": number, "card": title(state, state.key(found))}
            raise Wrong("other-card", at, said=title(state, key), **given)
        return found
    mine = held(state.fleets[me])
    cards = [c for c in mine if state.key(c) == key and c not in but]
    if not cards:
        raise Wrong("card", at, card=title(state, key), more=bool(but))
    return plainest(state, cards, me)[0]


def item(state: State, me: int, said: Item, kinds: Sequence[str] = ()) -> int:
    """The card that an item names, of one of these kinds."""
    found = card(state, me, said.key, said.number, said)
    if kinds and state.action(found).kind not in kinds:
        name = title(state, state.key(found))
        raise Wrong("kind", said, card=name, kind=kinds[0])
    return found


def items(state: State, me: int, said: Sequence[Item]) -> tuple[int, ...]:
    """The different cards that a list names; no card twice."""
    numbers = [i.number for i in said if i.number]
    found: dict[int, None] = {}
    named = [card(state, me, i.key, i.number, i) if i.number else GAP for i in said]
    for index, one in enumerate(said):
        if not one.number:
            used = [*found, *(c for c in named if c != GAP)]
            named[index] = card(state, me, one.key, 0, one, used)
        if named[index] in found:
            raise Wrong("twice", one, number=one.number, numbers=tuple(numbers))
        found[named[index]] = None
    return tuple(found)


def wing(state: State, me: int, said: Wing) -> tuple[str, tuple[int, ...]]:
    """The squadrons that are meant: their key and cards, all of a kind."""
    if said.numbers:
        cards = items(state, me, [Item("", n, said.span) for n in said.numbers])
        keys = {state.key(c) for c in cards}
        for c in cards:
            if KINDS[state.key(c)] != "squadron":
                name = title(state, state.key(c))
                raise Wrong("kind", said, card=name, kind="squadron")
        if len(keys) > 1 or (said.key and keys != {said.key}):
            raise Wrong("mixed-wing", said)
        return keys.pop(), cards
    if said.count < 1:
        raise Wrong("no-wing", said)
    mine = [c for c in held(state.fleets[me]) if state.key(c) == said.key]
    if len(mine) < said.count:
        name = title(state, said.key)
        if not mine:
            raise Wrong("card", said, card=name, more=False)
        raise Wrong("few", said, card=name, count=len(mine), asked=said.count)
    return said.key, tuple(plainest(state, mine, me)[: said.count])
