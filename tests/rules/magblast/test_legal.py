"""`legal` lists everything that `check` passes, and shots agree with the rules.

The shots are found once more from what lies open on the table, by the words of
the rules alone, with nothing taken from the game's own geometry.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

from pbem.referee import Played, Table
from pbem.rules.magblast import RULES
from pbem.rules.magblast.fleet import BERTHS, ZONES
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.parts import Aim, Item, Wing
from pbem.rules.magblast.state import DISCARD, State
from pbem.rules.magblast.view.model import FleetView, SeatView
from tests.rules.magblast.table import play

RING = {"Y": "BG", "G": "YR", "R": "GB", "B": "RY"}


def may_attack(view: SeatView, me: str, other: str) -> bool:
    """Whether somebody is an opponent within reach (B22)."""
    seats = [seat for seat, fleet in view.seats.items() if fleet.out is None]
    if other == me or other not in seats:
        return False
    if any(name == "Asteroids" for name, _ in view.seats[other].clouds):
        return False
    apart = abs(seats.index(me) - seats.index(other))
    return len(seats) <= 4 or apart in (1, len(seats) - 1)


def shots(view: SeatView) -> Iterator[tuple[int, str, str, str]]:
    """Every shot that the rules allow: card number, ship, whose, and what."""
    me = view.seat
    mine = view.seats[me]
    if any(name == "Minefield" for name, _ in mine.clouds):
        return
    weapons = {"Laser": "laser", "Beam": "beam", "Mag-Blast": "mag"}
    for card, (berth, ship) in product(view.hand, mine.ships.items()):
        weapon = weapons.get(card.card)
        if weapon not in ship.weapons or ship.boarded:
            continue
        hit = view.hit
        most = 2 if "Secondary Cannon" in ship.upgrades else 1
        for other, fleet in view.seats.items():
            if not may_attack(view, me, other):
                continue
            for aim in reached(berth, ship.upgrades, fleet):
                again = hit is not None and hit.direct
                again = again and hit is not None and hit.ship == berth
                again = again and hit is not None and hit.target == other
                again = again and hit is not None and hit.where == aim
                if ship.fired < most or again:
                    yield card.number, berth, other, aim


def reached(berth: str, upgrades: Sequence[str], fleet: FleetView) -> Iterator[str]:
    """The berths that a ship's blasts reach; "" is the flagship."""
    zones = berth[0]
    if "Long-Range Cannon" in upgrades:
        zones += RING[berth[0]]
    if not any(at[0] == berth[0] for at in fleet.ships):
        yield ""
    yield from (at for at in fleet.ships if at[0] in zones)


def candidates(view: SeatView, state: State) -> Iterator[o.Line]:
    """Orders of every kind, possible or not."""
    others = [*view.seats]
    numbers = [*(card.number for card in view.hand), 9]
    places = BERTHS[::2]
    for number in numbers:
        for ship in places:
            yield o.Upgrade(ship=ship, card=Item("", number))
            yield o.Spacedock(number=number, ship=ship)
        for zone in ("", *ZONES):
            yield o.Reinforce(number=number, zone=zone)
        for zone in ZONES:
            yield o.Boarding(number=number, zone=zone)
        for key, seat in product(("minefield", "asteroids"), others):
            yield o.Field(key=key, number=number, seat=seat)
        for key in ("direct-hit", "catastrophic", "bridge-hit", "allocation"):
            yield o.Play(key=key, number=number)
        for ship, seat, where in product(places[:3], others, ("", *places[:3])):
            wing = Wing("", 1, (number,))
            yield o.Launch(wing=wing, ship=ship, aim=Aim(seat, where))
    for ship, zone in product(BERTHS, ZONES):
        yield o.Move(moves=((ship, zone),))
    for zone in ZONES:
        yield o.Sol(zone=zone)
        yield o.Mentak(zone=zone)
    for ship, seat, target in product(places[:3], others, places[:3]):
        yield o.Naalu(ship=ship, seat=seat, target=target)
    yield o.Draw()
    yield o.Discard()


def passes(state: State, seat: str, order: o.Line) -> bool:
    """Whether an order can be carried out."""
    return not any(fault.refuses for fault in RULES.bind(state, seat, order).faults)


def stays(state: State, order: o.Line) -> bool:
    """A move or a draw that changes nothing is allowed, and not worth a line."""
    if isinstance(order, o.Draw) and state.phase != DISCARD:
        return True  # B43
    if not isinstance(order, o.Move):
        return False
    planned = dict(state.moves)
    (ship, zone), = order.moves  # fmt: skip
    berth = BERTHS.index(ship)
    return planned.get(berth, berth // 3) == ZONES.index(zone)


def same(state: State, view: SeatView, order: o.Line) -> str:
    """What an order does; cards that are alike do the same."""
    text = str(order)
    for card in sorted(view.hand, key=lambda c: -c.number):
        first = min(c.number for c in view.hand if c.label == card.label)
        if isinstance(order, o.Launch):
            title = min(c.number for c in view.hand if c.card == card.card)
            text = text.replace(f"launch {card.number} ", f"launch {title} ")
        else:
            text = text.replace(f" {card.number} ", f" {first} ")
            if text.endswith(f" {card.number}"):
                text = text[: -len(str(card.number))] + str(first)
    return text


def test_everything_that_can_be_done_is_listed_and_nothing_else() -> None:
    luck = random.Random(7)
    counts = [0, 0, 0]

    def watch(table: Table[State], played: Sequence[Played]) -> None:
        state = table.state
        window = RULES.window(state)
        if window is None or window.name != "turn" or luck.random() > 0.2:
            return
        seat = window.seats[0]
        view = RULES.view(state, seat)
        assert isinstance(view, SeatView)
        legal = list(RULES.legal(state, seat))
        if not state.moves:
            hand = {card.number: card.label for card in view.hand}
            found = {
                (hand[one.card.number], one.ship, one.aim.seat, one.aim.ship)
                for one in legal
                if isinstance(one, o.Fire) and one.aim is not None
            }
            wanted = {(hand[n], *rest) for n, *rest in shots(view)}
            assert found == wanted
            counts[0] += len(wanted)
        listed = {same(state, view, one) for one in legal if isinstance(one, o.Line)}
        for order in candidates(view, state):
            if passes(state, seat, order) and not stays(state, order):
                assert same(state, view, order) in listed, (str(order), listed)
                counts[1] += 1
            else:
                counts[2] += 1

    for seed in range(12):
        play(900 + seed, 2 + seed % 5, watch, rounds=6)
    assert min(counts) > 500
