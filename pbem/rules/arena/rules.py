"""The rules of Magic Arena: who may speak, what is legal, what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from pbem.chance import Chance
from pbem.kit import squares
from pbem.protocol import (
    Closes,
    Event,
    Fault,
    Options,
    Order,
    Outcome,
    Rules,
    Seat,
    Step,
    Unplaceable,
    Window,
)
from pbem.rules.arena import turn as turns
from pbem.rules.arena.events import Planned, Resigned
from pbem.rules.arena.magics import MAGICS, SCHOOLS, reach, targets
from pbem.rules.arena.orders import READERS, Act, Part, Resign, Stand, Start
from pbem.rules.arena.reading import STEPS, menu, read_turn
from pbem.rules.arena.state import Fighter, House, State
from pbem.rules.arena.view import View, build


class Arena(Rules[State, Order, View]):
    """Magic Arena (version 0.4), rulings A1 to A24."""

    readers = READERS

    def setup(
        self, seats: Sequence[Seat], options: Options, chance: Chance | None
    ) -> Step[State]:
        """An empty arena: everybody chooses types and a square first."""
        return Step(State(House.of(options), tuple(seats), 0))

    def place(
        self,
        seats: Sequence[Seat],
        options: Options,
        chance: Chance | None,
        lines: Sequence[Stand],
    ) -> Step[State]:
        """An arena with everybody in place, before turn 1 is ordered."""
        house = House.of(options)
        names = {seat.casefold(): seat for seat in seats}
        found: dict[Seat, Fighter] = {}
        for index, line in enumerate(lines):
            square = squares.find(line.square, house.size)
            seat = names.get(line.seat.casefold())
            if seat is None or seat in found:
                given = {"found": line.seat, "known": tuple(seats)}
                raise Unplaceable(index, Fault("position.seat", given=given))
            if square is None:
                last = squares.name(house.size**2 - 1, house.size)
                given = {"square": line.square, "last": last}
                raise Unplaceable(index, Fault("position.square", given=given))
            found[seat] = Fighter(seat, line.types, square, line.hp, line.mp, line.out)
        missing = tuple(seat for seat in seats if seat not in found)
        if missing:
            fault = Fault("position.missing", given={"missing": missing})
            raise Unplaceable(len(lines), fault)
        placed = tuple(found[seat] for seat in seats)
        turn = 1 + max((f.out for f in placed if f.out is not None), default=0)
        return Step(State(house, tuple(seats), turn, placed))

    def window(self, state: State) -> Window | None:
        """Everybody who is in orders at once, in secret (A18)."""
        if self.outcome(state) is not None:
            return None
        name = "orders" if state.turn else "start"
        return Window(name, state.standing(), Closes.ALL, sealed=True)

    def check(self, state: State, seat: Seat, order: Order) -> tuple[Fault, ...]:
        """Parts that will be ignored; at the start, choices that cannot stand."""
        if isinstance(order, Resign):
            return () if seat in state.standing() else (self.refusal(state, seat),)
        start = _as_start(state, order)
        if start is not None:
            return _check_start(state, start)
        fighter = state.fighter(seat)
        if not isinstance(order, Act) or fighter is None:
            code = "illegal.started" if state.turn else "illegal.start-first"
            return (Fault(code, given={"types": state.house.types}),)
        return tuple(read_turn(state.house, fighter, order).faults)

    def refusal(self, state: State, seat: Seat) -> Fault:
        """Only those who were removed are not asked."""
        fighter = state.fighter(seat)
        resigned = seat in state.gone or (fighter is not None and fighter.resigned)
        given = {"turn": fighter.out if fighter else 0, "resigned": resigned}
        return Fault("illegal.out", given=given)

    def default(self, state: State, seat: Seat) -> Order | None:
        """Silence is staying put; on turn 0 the game waits (A21)."""
        return Act(move="-") if state.turn else None

    def anytime(self, state: State, seat: Seat, order: Order) -> Step[State]:
        """Resigning takes effect at once."""
        return Step(turns.resigned(state, seat), (Resigned(seat=seat),))

    def resolve(self, state: State, orders: Mapping[Seat, Order]) -> Step[State]:
        """The turn, step by step as A1 has it."""
        if state.turn:
            return turns.resolve(state, orders)
        starts = {}
        for seat, order in orders.items():
            start = _as_start(state, order)
            assert start is not None
            starts[seat] = start
        return turns.begin(state, starts)

    def legal(self, state: State, seat: Seat) -> Iterator[Order]:
        """A sample: every place to go, alone and with each magic in reach."""
        if seat not in state.standing():
            return
        size = state.house.size
        fighter = state.fighter(seat)
        if fighter is None:
            for types, square in product(_choices(state.house), range(size * size)):
                yield Start(types=types, square=squares.name(square, size))
            return
        spells = tuple(_spells(state.house, fighter))
        for square in squares.around(fighter.square, STEPS, size):
            stays = square == fighter.square
            move = "-" if stays else squares.name(square, size)
            yield Act(move=move)
            for part, moves in spells:
                if stays or not moves:
                    yield Act(move=move, parts=(part,))

    def reading(self, state: State, seat: Seat, order: Order) -> tuple[Event, ...]:
        """The order part by part: what it does, what it costs."""
        start = _as_start(state, order)
        fighter = state.fighter(seat)
        if start is not None:
            types = ", ".join(start.types)
            return (
                Planned(
                    seat=seat,
                    part=str(order),
                    kind="start",
                    name=types,
                    square=start.square,
                ),
            )
        if fighter is None or not isinstance(order, Act):
            return ()
        return _plan(state.house, fighter, order)

    def view(self, state: State, seat: Seat | None) -> View:
        """Everything but orders is public (A18)."""
        return build(state)

    def outcome(self, state: State) -> Outcome | None:
        """Who is left, or who fell last with most (A17), or who leads (A20)."""
        return turns.outcome(state)


def _as_start(state: State, order: Order) -> Start | None:
    """The order as a choice of types and square, on turn 0."""
    if state.turn:
        return None
    if isinstance(order, Start):
        return order
    if isinstance(order, Act) and state.house.types == "all" and not order.parts:
        return Start(types=(), square=order.move, span=order.span)
    return None


def _check_start(state: State, start: Start) -> tuple[Fault, ...]:
    house = state.house
    last = squares.name(house.size**2 - 1, house.size)
    wanted = int(house.types) if house.types != "all" else 0
    given = {"wanted": wanted, "found": start.types, "last": last}
    if squares.find(start.square, house.size) is None:
        given["square"] = start.square
        return (Fault("illegal.start-square", start.span, given),)
    if wanted and (len(start.types) != wanted or len(set(start.types)) != wanted):
        return (Fault("illegal.start-types", start.span, given),)
    return ()


def _choices(house: House) -> Iterator[tuple[str, ...]]:
    if house.types == "all":
        yield SCHOOLS
    else:
        yield from combinations(SCHOOLS, int(house.types))


def _spells(house: House, fighter: Fighter) -> Iterator[tuple[Part, bool]]:
    """Each magic that can be paid, with each target that it can have.

    The flag says whether it moves its caster, who must then not walk (A3).
    """
    size = house.size
    for word, _, name in menu(house, fighter.types, fighter.mp):
        if not name:
            yield Part(word, heal=int(word[1])), False
            continue
        magic = MAGICS[word if word in MAGICS else fighter.types[0][0].upper() + word]
        aims = list(targets(magic.wants, size))
        if magic.key == "W5":
            edge = [s for s in range(size * size) if squares.is_edge(s, size)]
            aims = [squares.name(s, size) for s in edge if fighter.square in edge]
        for target in aims:
            yield Part(word + target, word, target), magic.moves


def _plan(house: House, fighter: Fighter, act: Act) -> tuple[Event, ...]:
    """One event for the move and one for each spell, in the order written."""
    size = house.size
    reading = read_turn(house, fighter, act)
    walked = reading.walked
    plan: list[Event] = [
        Planned(
            seat=fighter.seat,
            part=act.move,
            kind="stay" if walked is None else "walk",
            square=squares.name(fighter.square if walked is None else walked, size),
            left=fighter.mp,
        )
    ]
    for spell in reading.spells:
        magic = spell.magic
        hit: tuple[str, ...] = ()
        if magic is not None and magic.damage:
            area = reach(magic.key, spell.target, reading.square, size)
            hit = tuple(squares.name(square, size) for square in sorted(area))
        plan.append(
            Planned(
                seat=fighter.seat,
                part=spell.part,
                kind="cast" if magic else "heal",
                name=magic.name if magic else f"H{spell.heal}",
                target=spell.target,
                square=squares.name(spell.square, size),
                squares=hit,
                cost=spell.cost,
                left=spell.left,
            )
        )
    return tuple(plan)
