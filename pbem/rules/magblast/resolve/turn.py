"""A turn, order by order; the answers of opponents; the beginning of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbem.protocol import Order, Seat, Step
from pbem.rules.magblast.check import plan, powers, references, targeting
from pbem.rules.magblast.check.reactions import answer, asked
from pbem.rules.magblast.check.references import Wrong
from pbem.rules.magblast.events import game as e
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.resolve import effects, stack, standing_orders
from pbem.rules.magblast.resolve.table import Desk
from pbem.rules.magblast.state import (
    ACTION,
    BERTHS,
    DISCARD,
    MOVEMENT,
    NO_SHIPS,
    SETUP,
    SHIPS,
    ZONES,
    Ship,
    State,
    Target,
    room,
)


def resolve(state: State, orders: Mapping[Seat, Order]) -> Step[State]:
    """The open window resolved."""
    desk = Desk(state)
    if state.phase == SETUP:
        _deploy(desk, orders)
    elif state.stack:
        _react(desk, orders)
    else:
        order = orders[state.fleets[state.active].seat]
        if isinstance(order, o.Place):
            choice, zone = placing(state, order)
            effects.place_drawn(desk, choice, zone)
        elif isinstance(order, o.Line):
            _act(desk, order)
    run(desk)
    return desk.step()


def run(desk: Desk) -> None:
    """Goes on until somebody has to be asked."""
    while not desk.state.over:
        theft = standing_orders.thefts(desk.state)
        if theft is not None:
            thief, victim, number = theft
            _acted(desk, thief, number, "")
            desk.steal(thief, victim)
        elif not desk.state.stack:
            return
        elif not (waiting := asked(desk.state)):
            stack.carry_out(desk)
        elif desk.state.mail:
            return
        else:
            _stand(desk, waiting)


def _stand(desk: Desk, waiting: tuple[int, ...]) -> None:
    """The first standing order that answers, where nobody is asked by mail."""
    for index in waiting:
        order, number = standing_orders.reply(desk.state, index)
        if order is not None and not isinstance(order, o.Pass):
            played = answer(desk.state, index, order)
            assert played is not None
            _acted(desk, index, number, desk.state.stack[-1].key)
            stack.respond(desk, played)
            return
    stack.carry_out(desk)


def _acted(desk: Desk, index: int, number: int, key: str) -> None:
    """Tells a seat that its standing order acted; a single one is done."""
    if number < 1:
        return
    fleet = desk.state.fleets[index]
    rule = fleet.standing[number - 1]
    seat, mine = fleet.seat, frozenset({fleet.seat})
    card = references.title(desk.state, key) if key else ""
    text = str(rule)
    desk.tell(e.StandingActed(seat=seat, number=number, rule=text, card=card, to=mine))
    if rule.once:
        kept = fleet.standing[: number - 1] + fleet.standing[number:]
        desk.fleet(index, standing=kept)
        desk.tell(e.StandingDone(seat=seat, rule=text, why="once", to=mine))


def _react(desk: Desk, orders: Mapping[Seat, Order]) -> None:
    """Of several answers the first clockwise is used, and only its card spent."""
    state = desk.state
    for seat, order in orders.items():
        if isinstance(order, o.Pass) and order.all:
            desk.fleet(state.seat(seat), passing=True)
    for index in state.clockwise(state.stack[-1].by):
        said = orders.get(state.fleets[index].seat)
        if not isinstance(said, o.Answer):
            continue
        try:
            played = answer(desk.state, index, said)
        except Wrong:  # the card was stolen after the answer was given
            seat = desk.seat(index)
            desk.tell(e.AnswerFailed(seat=seat, to=frozenset({seat})))
            continue
        _acted(desk, index, said.rule, state.stack[-1].key)
        if played is not None:
            stack.respond(desk, played)
            return
    stack.carry_out(desk)


def _act(desk: Desk, order: o.Line) -> None:
    """An order of the player whose turn it is."""
    state, me = desk.state, desk.state.active
    played = plan.intent(state, me, order)
    phase = plan.rank(state, order)
    if isinstance(order, o.Discard | o.Draw):
        desk.change(last="stands")
        _discard(desk, order)
        return
    if state.phase == DISCARD and not isinstance(order, o.Sol | o.Naalu):
        desk.fill()
    if phase > MOVEMENT or isinstance(order, o.Sol | o.Naalu):
        phase = ACTION if desk.state.moves else phase  # B35
        settle_moves(desk)
    if phase > desk.state.phase:
        desk.change(phase=phase)
    desk.change(last="stands")
    if played is not None:
        stack.put(desk, played)
        return
    if isinstance(order, o.Mentak):
        desk.use(me)
        effects.board(desk, references.zone(order.zone))
        return
    desk.change(hit=None)
    if isinstance(order, o.Resources):
        _exchange(desk, order)
    elif isinstance(order, o.Move):
        _plan(desk, order)
    elif isinstance(order, o.Sol):
        desk.use(me)
        zones = (references.zone(order.zone),) if order.zone else ()
        effects.draw_ships(desk, 1, zones)
    elif isinstance(order, o.Naalu):
        _transfer(desk, order)
    elif isinstance(order, o.End):
        desk.end_turn()


def _discard(desk: Desk, order: o.Discard | o.Draw) -> None:
    me = desk.state.active
    most = order.count if isinstance(order, o.Draw) else None
    if isinstance(order, o.Discard):
        hand = desk.state.fleets[me].hand
        everything = tuple(card for card in hand if card >= 0)
        cards = references.items(desk.state, me, order.cards) or everything
        desk.tell(e.Discarded(seat=desk.seat(me), cards=desk.labels(cards)))
        desk.spend(me, cards)
        desk.discard(cards)
    desk.fill(most)


def _exchange(desk: Desk, order: o.Resources) -> None:
    me = desk.state.active
    cards = references.items(desk.state, me, order.cards)
    ships = plan.bought(desk.state, me, cards)
    seat, labels = desk.seat(me), desk.labels(cards)
    desk.tell(e.Exchanged(seat=seat, cards=labels, ships=ships))
    desk.spend(me, cards)
    desk.discard(cards)
    effects.draw_ships(
        desk, ships, tuple(references.zone(zone) for zone in order.zones)
    )


def _plan(desk: Desk, order: o.Move) -> None:
    """Moves are kept until the phase is over; the last word on a ship counts."""
    state, me = desk.state, desk.state.active
    moves = dict(state.moves)
    for word, name in order.moves:
        berth, zone = references.berth(state, me, word), references.zone(name)
        moves.pop(berth, None)
        if berth // 3 != zone:
            moves[berth] = zone
        ship = desk.what(Target(me, berth))
        desk.tell(
            e.MovePlanned(
                seat=desk.seat(me), ship=ship, berth=BERTHS[berth], zone=ZONES[zone]
            )
        )
    desk.change(moves=tuple(sorted(moves.items())))


def settle_moves(desk: Desk) -> None:
    """The movement phase ends: all ships move at once, or none does (B3)."""
    state, me = desk.state, desk.state.active
    if not state.moves:
        return
    before = state.fleets[me]
    after, overfull = plan.moved(before, state.moves)
    desk.change(moves=())
    seat = desk.seat(me)
    if overfull >= 0:
        going = dict(state.moves)
        where = [going.get(berth, berth // 3) for berth, _ in targeting.ships(before)]
        zone, count = ZONES[overfull], where.count(overfull)
        desk.tell(e.MovementVoided(seat=seat, zone=zone, count=count))
        return
    desk.fleet(me, ships=after.ships)
    for berth, _ in state.moves:
        ship = before.ships[berth]
        assert ship is not None
        to = next(b for b, other in targeting.ships(after) if other.card == ship.card)
        name = state.printed(ship).type
        now = BERTHS[to]
        desk.tell(e.Moved(seat=seat, ship=name, berth=BERTHS[berth], now=now))


def _transfer(desk: Desk, order: o.Naalu) -> None:
    """Naalu's blast cards go over; that may destroy, and is no hit (B23)."""
    me = desk.state.active
    berth, target = powers.naalu(desk.state, me, order)
    desk.use(me)
    mine = Target(me, berth)
    ship, theirs = desk.state.ship(mine), desk.state.ship(target)
    assert ship is not None
    assert theirs is not None
    desk.berth(mine, replace(ship, damage=()))
    desk.berth(target, replace(theirs, damage=(*theirs.damage, *ship.damage)))
    desk.tell(
        e.Transferred(
            seat=desk.seat(me),
            ship=desk.state.printed(ship).type,
            berth=BERTHS[berth],
            target=desk.seat(target.fleet),
            what=desk.state.printed(theirs).type,
            where=BERTHS[target.berth],
            damage=desk.state.damage(ship.damage),
        )
    )
    desk.fell(target)


def placing(state: State, order: o.Place) -> tuple[int, int]:
    """Which of the drawn ships goes to which zone. Raises Wrong."""
    drawn = state.drawn
    if drawn is None:
        raise Wrong("no-place")
    if len(order.ships) != 1:
        raise Wrong("place-one", count=len(drawn.ships))
    thing, zone = order.ships[0]
    choice = 0
    if thing or len(drawn.ships) > 1:
        choice = _choice(state, drawn.ships, thing, ())
    fleet = state.fleets[state.active]
    if room(fleet, references.zone(zone)) < 0:
        free = tuple(ZONES[z] for z in range(4) if room(fleet, z) >= 0)
        raise Wrong("full-zone", zone, zone=str(zone), free=free)
    return choice, references.zone(zone)


def _choice(
    state: State, ships: tuple[int, ...], thing: str, used: tuple[int, ...]
) -> int:
    """The ship that a number or a type names, among those offered."""
    known = tuple(state.box.ships[card].type for card in ships)
    if thing.isdecimal() and 1 <= int(thing) <= len(ships):
        return int(thing) - 1
    for index, name in enumerate(known):
        if name.lower() == thing.lower() and index not in used:
            return index
    raise Wrong("place-which", thing, found=str(thing), known=known)


def deployment(state: State, me: int, order: o.Place) -> tuple[int, ...]:
    """The ships that a seat puts in the four zones, in their order (B19)."""
    dealt = state.fleets[me].dealt
    if not order.ships:
        return dealt
    found: dict[int, int] = {}
    used: list[int] = []
    for thing, name in order.ships:
        if not thing:
            raise Wrong("place-all", count=len(dealt))
        choice = _choice(state, dealt, thing, tuple(used))
        zone = references.zone(name)
        if choice in used or zone in found:
            raise Wrong("place-twice", thing if choice in used else name)
        used.append(choice)
        found[zone] = dealt[choice]
    if len(found) != len(dealt):
        missing = tuple(ZONES[z] for z in range(4) if z not in found)
        raise Wrong("place-all", count=len(dealt), missing=missing)
    return tuple(found[zone] for zone in range(4))


def _deploy(desk: Desk, orders: Mapping[Seat, Order]) -> None:
    """All ships are turned face up; the lowest hulls begin (B19)."""
    for seat, order in orders.items():
        index = desk.state.seat(seat)
        assert isinstance(order, o.Place)
        cards = deployment(desk.state, index, order)
        berths = list(NO_SHIPS)
        for zone, card in enumerate(cards):
            berths[zone * 3] = Ship(card)
        desk.fleet(index, dealt=(), ships=tuple(berths))
    start(desk)


def start(desk: Desk) -> None:
    """Shows the fleets and begins the first turn."""
    state = desk.state
    hulls = {}
    for index in state.living():
        ships = [ship for _, ship in targeting.ships(state.fleets[index])]
        hulls[index] = sum(state.printed(ship).hull for ship in ships)
        names = tuple(f"{state.printed(s).type} {state.printed(s).hull}" for s in ships)
        desk.tell(e.Deployed(seat=desk.seat(index), ships=names, hulls=hulls[index]))
    least = min(hulls.values())
    tied = [index for index, count in hulls.items() if count == least]
    first, chance = tied[0], state.chance
    if len(tied) > 1:
        first, chance = chance.pick(tied, "first")
    names = tuple(desk.seat(index) for index in tied)
    desk.tell(e.Opened(seat=desk.seat(first), tied=names if len(tied) > 1 else ()))
    desk.change(chance=chance, first=first, phase=SHIPS)
    desk.begin(first)


def leave(desk: Desk, index: int) -> None:
    """A player resigns: the fleet is lost, and the turn if it is theirs."""
    desk.tell(e.Resigned(seat=desk.seat(index)))
    setup = desk.state.phase == SETUP
    desk.eliminate(index, resigned=True)
    if not desk.state.over and not setup and index == desk.state.active:
        desk.end_turn()
    run(desk)
