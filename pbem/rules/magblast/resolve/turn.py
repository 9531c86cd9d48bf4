"""An order of the player whose turn it is, carried out."""

from __future__ import annotations

from pbem.rules.magblast.check import plan, powers, references
from pbem.rules.magblast.check.placement import moved, movement
from pbem.rules.magblast.events import combat, game
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.resolve import effects, stack
from pbem.rules.magblast.resolve.table import Table
from pbem.rules.magblast.resolve.turn_change import end_turn
from pbem.rules.magblast.state import ACTION, BERTHS, DISCARD, ZONES, Target


def act(table: Table, order: o.Line) -> None:
    """Carry out an order of the active player; raise Illegal."""
    before, me = table.state, table.state.active
    played = plan.plan(before, me, order)
    table.change(last="stands")
    if isinstance(order, o.Discard):
        _discard(table, plan.discards(before, me, order))
        return
    if isinstance(order, o.Draw):
        if before.phase == DISCARD:  # else the hand was filled already (B43)
            table.fill(order.count)
        return
    _pass_phases(table, order)
    if played is not None:
        stack.put(table, played)
    elif isinstance(order, o.Mentak):
        target = powers.mentak(table.state, me, order)
        table.use(me)
        effects.board(table, target, references.zone(order.zone))
    else:
        table.change(hit=None)
    if isinstance(order, o.Resources):
        cards, ships = plan.purchase(before, me, order)
        if before.rules == 1:  # by the hand as it was filled (B42)
            cards = references.items(table.state, me, order.cards)
            ships = plan.bought(table.state, me, cards)
        zones = tuple(references.zone(zone) for zone in order.zones)
        _exchange(table, cards, ships, zones)
    elif isinstance(order, o.Move):
        _move(table, order)
    elif isinstance(order, o.Sol):
        table.use(me)
        zones = (references.zone(order.zone),) if order.zone else ()
        effects.draw_ships(table, 1, zones)
    elif isinstance(order, o.Naalu):
        _transfer(table, order)
    elif isinstance(order, o.End):
        end_turn(table)


def _pass_phases(table: Table, order: o.Line) -> None:
    """Pass over the phases before the one that an order belongs to."""
    phase = plan.phase_of(table.state, order)
    if table.state.phase == DISCARD and not isinstance(order, o.Sol | o.Naalu):
        table.fill()
    if plan.ends_moves(table.state, order):
        phase = ACTION if table.state.moves else phase  # (B35)
        _settle_moves(table)
    if phase > table.state.phase:
        table.change(phase=phase)


def _discard(table: Table, cards: tuple[int, ...]) -> None:
    me = table.state.active
    labels = table.state.labels(cards)
    table.tell(game.Discarded(seat=table.seat(me), cards=labels))
    table.spend(me, cards)
    table.discard(cards)
    table.fill()


def _exchange(
    table: Table, cards: tuple[int, ...], ships: int, zones: tuple[int, ...]
) -> None:
    me = table.state.active
    seat, labels = table.seat(me), table.state.labels(cards)
    table.tell(game.Exchanged(seat=seat, cards=labels, ships=ships))
    table.spend(me, cards)
    table.discard(cards)
    effects.draw_ships(table, ships, zones)


def _move(table: Table, order: o.Move) -> None:
    """Keep moves until the phase is over (B35); the last word on a ship counts."""
    state, me = table.state, table.state.active
    moves = dict(state.moves)
    for berth, zone in movement(state, me, order):
        moves.pop(berth, None)
        if berth // 3 != zone:
            moves[berth] = zone
        seat, ship = table.seat(me), state.what(Target(me, berth))
        there = ZONES[zone]
        table.tell(
            game.MovePlanned(seat=seat, ship=ship, berth=BERTHS[berth], zone=there)
        )
    table.change(moves=tuple(sorted(moves.items())))


def _settle_moves(table: Table) -> None:
    """End the movement: all ships move at once, or none does (B3)."""
    state, me = table.state, table.state.active
    if not state.moves:
        return
    before = state.fleets[me]
    after, overfull = moved(before, state.moves)
    table.change(moves=())
    seat = table.seat(me)
    if overfull >= 0:
        going = dict(state.moves)
        where = [going.get(berth, berth // 3) for berth, _ in before.berthed()]
        zone, count = ZONES[overfull], where.count(overfull)
        table.tell(game.MovementVoided(seat=seat, zone=zone, count=count))
        return
    table.fleet(me, ships=after.ships)
    for berth, _ in state.moves:
        ship = before.ships[berth]
        assert ship is not None
        to = next(b for b, other in after.berthed() if other.card == ship.card)
        name = state.printed(ship).type
        now = BERTHS[to]
        table.tell(game.Moved(seat=seat, ship=name, berth=BERTHS[berth], now=now))


def _transfer(table: Table, order: o.Naalu) -> None:
    """Move Naalu's blast cards; that may destroy, and is no hit (B23)."""
    me = table.state.active
    berth, target = powers.naalu(table.state, me, order)
    table.use(me)
    mine = Target(me, berth)
    damage = table.state.bearer(mine).damage
    table.lay(mine, damage=())
    table.lay(target, damage=(*table.state.bearer(target).damage, *damage))
    table.tell(
        combat.Transferred(
            seat=table.seat(me),
            ship=table.state.what(mine),
            berth=BERTHS[berth],
            damage=table.state.damage(damage),
            **table.state.whereabouts(target),
        )
    )
    table.fell(target)
