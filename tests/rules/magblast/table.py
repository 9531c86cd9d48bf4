"""Random games of Mag-Blast: whole sheets, silence, standing orders and all."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from pbem import referee
from pbem.chance import Chance
from pbem.plugins.games import find
from pbem.protocol import Closes, Order
from pbem.referee import Played, Table, Written
from pbem.rules.magblast import RULES
from pbem.rules.magblast.fleet import GAP
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.parts import When
from pbem.rules.magblast.state import SETUP, State

SEATS = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
LEFT = (
    "standing evade blasts of 3 or more at flagship",
    "standing evade any deadly once",
    "standing flux boarding or catastrophic",
    "standing flux anything by {other} keep 1",
    "standing defend with 1 deadly",
    "standing defend",
    "standing jol-nar beam or mag keep mag",
    "standing yssaril of 3 or more until turn {turn}",
    "standing pass upgrades",
    "standing pass all until my turn",
    "standing 1: evade direct hit",
    "standing xxcha {other} when 5",
    "cancel standing all",
    "cancel 1",
)


def read(line: str) -> Any:
    """An order as a player writes it."""
    return find("magblast").notation.parse(line)


def explained(state: State, seat: str, order: Any) -> tuple[Any, ...]:
    """What an order would do, where it can be bound."""
    bound = RULES.bind(state, seat, order).order
    return () if bound is None else RULES.explain(state, seat, bound)


def begin(seed: int, seats: int, **options: Any) -> Table[State]:
    """A fresh game."""
    chosen = {"reactions": "windows", "deck": "house", "rounds": 100, **options}
    chance = Chance(b"test %d" % seed)
    return referee.begin(RULES, SEATS[:seats], chosen, chance)


def pick(luck: random.Random, choices: Sequence[Order]) -> Order:
    """A choice among sorts of orders first; turns are rarely ended early."""
    sorts: dict[type, list[Order]] = defaultdict(list)
    for order in choices:
        sorts[type(order)].append(order)
    if len(sorts) > 1 and luck.random() < 0.85:
        sorts.pop(o.End, None)
    return luck.choice(sorts[luck.choice(list(sorts))])


def written(order: Order) -> Written:
    """An order as the referee takes it."""
    return Written(order, str(order))


def sheet(luck: random.Random, state: State, seat: str) -> list[Written]:
    """A line that can be carried out now, and some that may be by then."""
    choices = list(RULES.legal(state, seat))
    lines = [pick(luck, choices)]
    while luck.random() < 0.35:
        line = pick(luck, choices)
        assert isinstance(line, o.Line)
        when = luck.choice((None, When("then"), When("hit"), When("destroyed")))
        silent = isinstance(line, o.Fire) and luck.random() < 0.1
        if isinstance(line, o.Fire) and silent:
            line = replace(line, noise="")
        lines.append(replace(line, when=when))
    return [written(line) for line in lines]


def whims(luck: random.Random, state: State, quitting: float) -> Iterator[Any]:
    """Orders that may come at any time: seat and order."""
    living = [state.fleets[i].seat for i in state.living()]
    if not living:
        return
    seat = luck.choice(living)
    if luck.random() < 0.03:
        other = luck.choice([s for s in SEATS[: len(state.fleets)] if s != seat])
        line = luck.choice(LEFT).format(other=other, turn=state.turn + 5)
        yield seat, read(line)
    if luck.random() < 0.02:
        thefts = list(_thefts(state, state.seat(seat)))
        if thefts:
            yield seat, luck.choice(thefts)
    if luck.random() < 0.01:
        others = [f.seat for f in state.fleets if f.seat != seat]
        yield seat, o.Vote(seat=luck.choice(others))
    if luck.random() < quitting:
        yield seat, o.Resign()


def _thefts(state: State, me: int) -> Iterator[o.Xxcha]:
    """What Xxcha's power may do at any time (B23)."""
    used_up = state.fleets[me].uses >= state.flagship(me).uses
    if state.power(me) == "xxcha" and not used_up and state.phase != SETUP:
        for other in state.clockwise(me):
            if state.fleets[other].cards:
                yield o.Xxcha(seat=state.fleets[other].seat)


Watch = Callable[[Table[State], Sequence[Played]], None]


def play(
    seed: int,
    seats: int,
    watch: Watch | None = None,
    quitting: float = 0.0005,
    most: int = 60_000,
    **options: Any,
) -> tuple[Table[State], Counter[str]]:
    """A game to its end, with all sorts of behaviour; and what was ordered."""
    luck = random.Random(seed)
    table = begin(seed, seats, **options)
    counts: Counter[str] = Counter()
    silence = luck.choice((0.0, 0.1, 0.5))
    for _ in range(most):
        window = RULES.window(table.state)
        if window is None:
            return table, counts
        for seat, order in whims(luck, table.state, quitting):
            counts[type(order).__name__] += 1
            table, _faults = referee.offer(RULES, table, seat, [written(order)])
        waiting = referee.awaited(RULES, table)
        for seat in waiting:
            now = RULES.window(table.state)
            if now is None or seat not in now.seats or luck.random() < silence:
                continue
            lines = sheet(luck, table.state, seat)
            if now.closes is Closes.ALL:
                lines = lines[:1]
            for line in lines:
                counts[type(line.order).__name__] += 1
            table, faults = referee.offer(RULES, table, seat, lines)
            refused = [f for f in faults if f.fault.refuses and f.seat == seat]
            assert not refused, (str(lines[0].order), refused)
        settled = referee.settle(RULES, table, due=True)
        table = settled.table
        if watch is not None:
            watch(table, settled.played)
    raise AssertionError(f"game {seed} of {seats} does not end")


def conserved(state: State) -> None:
    """Every card and every ship is somewhere, once (B7, B20, B21)."""
    cards: list[int] = [*state.draw, *state.discards]
    ships: list[int] = [*state.yard, *state.wrecks]
    for fleet in state.fleets:
        cards += [card for card in fleet.hand if card != GAP]
        cards += [*fleet.damage, *fleet.squadrons]
        ships += fleet.dealt
        for ship in fleet.ships:
            if ship is not None:
                ships.append(ship.card)
                cards += [*ship.damage, *ship.squadrons, *ship.upgrades]
    for played in state.stack:
        cards += played.cards
    cards += [cloud.card for cloud in state.clouds]
    cards += [card for _, card in state.returning]
    if state.drawn is not None:
        ships += state.drawn.ships
    assert sorted(cards) == list(range(len(state.box.actions)))
    assert sorted(ships) == list(range(len(state.box.ships)))


def sound(state: State) -> None:
    """What must be true of every table between two orders."""
    conserved(state)
    box = state.box
    for index, fleet in enumerate(state.fleets):
        printed = box.flagships[fleet.flagship]
        assert not printed.uses or fleet.uses <= printed.uses
        assert fleet.hand[-1:] != (GAP,)
        if fleet.out is not None:
            assert not any(fleet.ships)
            assert not fleet.hand
        for ship in fleet.ships:
            if ship is None:
                continue
            keys = [state.key(card) for card in ship.upgrades]
            assert len(set(keys)) == len(keys)  # B17
            damage = state.damage(ship.damage + ship.squadrons)
            assert damage < box.ships[ship.card].hull
            assert all(box.actions[c].kind == "blast" for c in ship.damage)
        if fleet.out is None and not state.over:
            harm = state.damage(fleet.damage + fleet.squadrons)
            assert harm < printed.hull
            assert index in state.living()
    mines = [c.on for c in state.clouds if state.key(c.card) == "minefield"]
    assert len(set(mines)) == len(mines)  # B12
    assert len(state.stack) <= 3
