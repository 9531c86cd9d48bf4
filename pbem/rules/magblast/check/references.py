"""What the words of an order stand for: seats, ships, cards in hand.

Each function raises Illegal for a word that names nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.protocol import seat_called
from pbem.rules.magblast.cards import KINDS
from pbem.rules.magblast.check import targeting
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.fleet import BERTHS, GAP, ZONES
from pbem.rules.magblast.orders.parts import Aim, Item, Wing
from pbem.rules.magblast.state import FLAGSHIP, State, Target

_BERTH_OF = {name: berth for berth, name in enumerate(BERTHS)}


def seat(state: State, name: str) -> int:
    """Return the fleet whose player is meant: the name or how it alone begins."""
    for index, fleet in enumerate(state.fleets):
        if fleet.seat == name:
            return index
    known = tuple(fleet.seat for fleet in state.fleets)
    if exact := seat_called(name, known):
        return known.index(exact)
    fold = name.casefold()
    found = [i for i, one in enumerate(known) if one.casefold().startswith(fold)]
    if len(found) == 1:
        return found[0]
    code = "ambiguous.seat" if found else "seat"
    raise Illegal(code, name, found=str(name), known=known)


def opponent(
    state: State, me: int, name: str, at: object = None, among: Sequence[int] = ()
) -> int:
    """Return the opponent with this name; without a name, the only possible one.

    That is one of `among`, or else of those that can be attacked.
    """
    if name:
        return seat(state, name)
    near = among or state.neighbours(me)
    if len(near) == 1:
        return near[0]
    known = tuple(state.fleets[i].seat for i in near)
    raise Illegal("ambiguous.opponent", at, known=known)


def zone(name: str) -> int:
    """Return the place of a zone in the ring (B2)."""
    return ZONES.index(name)


def berth(state: State, fleet: int, word: str, at: object = None) -> int:
    """Return the berth that "B1" names, or the first carrier's for "C1", or that of
    the only ship of a type."""
    at = at if at is not None else word
    alike = of_type(state, fleet, word)
    if len(alike) == 1:
        return alike[0]
    if alike:
        ships = tuple(BERTHS[one] for one in alike)
        whose = state.fleets[fleet].seat
        raise Illegal("ambiguous.type", at, ship=str(word), ships=ships, whose=whose)
    if word[0] == "C":
        bays = [
            berth
            for berth, ship in state.fleets[fleet].berthed()
            if targeting.is_carrier(state, fleet, ship)
        ]
        index = int(word[1]) - 1
        if index < len(bays):
            return bays[index]
    else:
        found = _BERTH_OF.get(word, -1)
        if found >= 0 and state.fleets[fleet].ships[found] is not None:
            return found
    known = tuple(BERTHS[b] for b, _ in state.fleets[fleet].berthed())
    whose = state.fleets[fleet].seat
    raise Illegal("no-ship", at, ship=str(word), known=known, whose=whose)


def of_type(state: State, fleet: int, word: str) -> list[int]:
    """Return the berths of the ships of a type in a fleet, by its name in small
    letters."""
    return [
        berth
        for berth, ship in state.fleets[fleet].berthed()
        if state.printed(ship).type.casefold() == word
    ]


def place_name(state: State, fleet: int, word: str) -> str:
    """Return the place of the only ship of a type; any other word as it is."""
    alike = of_type(state, fleet, word)
    return BERTHS[alike[0]] if len(alike) == 1 else word


def damaged(state: State, me: int, word: str) -> int:
    """Return the berth of a ship of one's own with blast cards beneath it."""
    found = berth(state, me, word)
    if not state.ship_in(me, found).damage:
        raise Illegal("undamaged", word, ship=BERTHS[found])
    return found


def rival(state: State, me: int, found: int, name: str) -> int:
    """Return a fleet that is an opponent still in the game."""
    if found == me:
        raise Illegal("own", name)
    if state.fleets[found].out is not None:
        raise Illegal("out", name, whose=state.fleets[found].seat)
    return found


def target(state: State, me: int, aim: Aim) -> Target:
    """Return the target that an aim names."""
    fleet = opponent(state, me, aim.seat, aim if not aim.seat else None)
    if not aim.ship:
        return Target(fleet, FLAGSHIP)
    return Target(fleet, berth(state, fleet, aim.ship, aim))


def plainest(state: State, cards: Iterable[int], me: int) -> list[int]:
    """Return cards with the fewest icons first, then by number (B28)."""
    hand = state.fleets[me].hand
    return sorted(cards, key=lambda c: (len(state.action(c).icons), hand.index(c)))


def numbered(state: State, me: int, number: int, at: object) -> int:
    """Return the card with this number in hand."""
    hand = state.fleets[me].hand
    if 1 <= number <= len(hand) and hand[number - 1] != GAP:
        return hand[number - 1]
    known = tuple(n for n, card in enumerate(hand, 1) if card != GAP)
    raise Illegal("number", at, number=number, known=known)


def card(
    state: State, me: int, key: str, number: int, at: object = None,
    but: Sequence[int] = (),
) -> int:  # fmt: skip
    """Return the hand card with this name, number or both (B28)."""
    if number:
        found = numbered(state, me, number, at)
        if key and state.key(found) != key:
            given = {"number": number, "card": state.title(state.key(found))}
            raise Illegal("other-card", at, said=state.title(key), **given)
        return found
    mine = state.fleets[me].cards
    cards = [c for c in mine if state.key(c) == key and c not in but]
    if not cards:
        raise Illegal("card", at, card=state.title(key), more=bool(but))
    return plainest(state, cards, me)[0]


def item(state: State, me: int, written: Item, kind: str) -> int:
    """Return the number of the hand card that `written` names. Raises Illegal where it
    is not of this kind."""
    found = card(state, me, written.key, written.number, written)
    if state.action(found).kind != kind:
        raise Illegal("kind", written, card=state.title(state.key(found)), kind=kind)
    return found


def items(state: State, me: int, written: Sequence[Item]) -> tuple[int, ...]:
    """Return the different cards that a list names; no card twice."""
    numbers = [i.number for i in written if i.number]
    found: dict[int, None] = {}
    named = [card(state, me, i.key, i.number, i) if i.number else GAP for i in written]
    for index, one in enumerate(written):
        if not one.number:
            used = [*found, *(c for c in named if c != GAP)]
            named[index] = card(state, me, one.key, 0, one, used)
        if named[index] in found:
            raise Illegal("twice", one, number=one.number, numbers=tuple(numbers))
        found[named[index]] = None
    return tuple(found)


def wing(state: State, me: int, written: Wing) -> tuple[str, tuple[int, ...]]:
    """Return the key and the cards of the named squadrons, all of one kind (B27)."""
    if written.numbers:
        cards = items(state, me, [Item("", n, written.span) for n in written.numbers])
        keys = {state.key(c) for c in cards}
        for c in cards:
            if KINDS[state.key(c)] != "squadron":
                name = state.title(state.key(c))
                raise Illegal("kind", written, card=name, kind="squadron")
        if len(keys) > 1 or (written.key and keys != {written.key}):
            raise Illegal("mixed-wing", written)
        return keys.pop(), cards
    if written.count < 1:
        raise Illegal("no-wing", written)
    mine = [c for c in state.fleets[me].cards if state.key(c) == written.key]
    if len(mine) < written.count:
        name = state.title(written.key)
        if not mine:
            raise Illegal("card", written, card=name, more=False)
        raise Illegal("few", written, card=name, count=len(mine), asked=written.count)
    return written.key, tuple(plainest(state, mine, me)[: written.count])
