"""The movement ends, one turn ends, and the next begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbem.rules.magblast.check.limits import moved
from pbem.rules.magblast.events import combat, game
from pbem.rules.magblast.fleet import BERTHS, ZONES
from pbem.rules.magblast.resolve.table import WorkingFleets
from pbem.rules.magblast.state import DISCARD


def settle_moves(table: WorkingFleets) -> None:
    """End the movement: all ships move at once, or none does (B3)."""
    me, moves = table.state.active, table.state.moves
    if not moves:
        return
    before = table.state.fleets[me].ships
    after, overfull = moved(before, moves)
    table.change(moves=())
    if overfull >= 0:
        going = dict(moves)
        where = [
            going.get(berth, berth // 3) for berth, one in enumerate(before) if one
        ]
        zone, count = ZONES[overfull], where.count(overfull)
        table.tell_of(game.MovementVoided, me, zone=zone, count=count)
        return
    table.change_fleet(me, ships=after)
    names: dict[str, str] = {}
    for berth, _ in moves:
        ship = before[berth]
        assert ship is not None
        to = next(b for b, other in enumerate(after) if other is ship)
        name, was = table.state.printed(ship).type, BERTHS[berth]
        table.tell_of(game.Moved, me, ship=name, berth=was, now=BERTHS[to])
        names[was] = BERTHS[to]
    _follow(table, me, names)


def _follow(table: WorkingFleets, me: int, names: Mapping[str, str]) -> None:
    """Have standing orders go with the ships of their player that moved (B54)."""
    rules = [*table.state.fleets[me].standing]
    for index, rule in enumerate(rules):
        if rule.at in names:
            rules[index] = replace(rule, at=names[rule.at])
            event = game.StandingFollowed(
                **table.secret(me),
                number=index + 1,
                ship=names[rule.at],
                rule=str(rules[index]),
            )
            table.tell(event)
    table.change_fleet(me, standing=tuple(rules))


def end_turn(table: WorkingFleets) -> None:
    """Bring squadrons home (B14, B59), and pass the turn to the left."""
    state = table.state
    table.discard([card for played in state.stack for card in played.cards])
    drawn, returning = state.drawn, state.returning
    wrecks = (*state.wrecks, *(drawn.ships if drawn else ()))
    table.change(stack=(), moves=(), returning=())
    table.change(drawn=None, hit=None, last="", wrecks=wrecks)
    home: dict[int, list[int]] = {}
    for owner, card in returning:
        home.setdefault(owner, []).append(card)
    for index in range(len(state.fleets)):
        home.setdefault(state.active, []).extend(_rest(table, index))
    for owner, cards in home.items():
        if table.state.fleets[owner].out is not None:
            table.discard(cards)
        elif cards:
            table.gain(owner, tuple(cards))
            table.tell_of(combat.CameHome, owner, cards=table.state.labels(cards))
    if table.state.fleets[state.active].out is None:
        table.tell_of(game.TurnEnded, state.active)
    _next_turn(table)


def _rest(table: WorkingFleets, index: int) -> list[int]:
    """Clear the marks of the turn; return the squadrons found on the way."""
    fleet = table.state.fleets[index]
    for one in filter(None, fleet.ships):
        if one.fired or one.boarded or one.squadrons:
            break
    else:
        if not (fleet.squadrons or fleet.passing):
            return []
    squadrons, rested = [*fleet.squadrons], [*fleet.ships]
    for berth, ship in enumerate(rested):
        if ship is not None and (ship.fired or ship.boarded or ship.squadrons):
            squadrons += ship.squadrons
            rested[berth] = replace(ship, fired=0, boarded=False, squadrons=())
    table.change_fleet(index, ships=tuple(rested), squadrons=(), passing=False)
    return squadrons


def _next_turn(table: WorkingFleets) -> None:
    """Go on to the next player still in; clouds of those passed lift (B12).

    After the last round the game is over (B30).
    """
    count = len(table.state.fleets)
    for step in range(1, count + 1):
        index = (table.state.active + step) % count
        if index == table.state.first:
            table.change(round=table.state.round + 1)
        if table.state.clouds:
            _lift(table, index)
        if table.state.fleets[index].out is None:
            break
    if table.state.limit and table.state.round > table.state.limit:
        table.tell(game.LimitReached(rounds=table.state.limit))
        table.finish("limit")
        return
    begin(table, index)


def _lift(table: WorkingFleets, index: int) -> None:
    """Lift the Minefields and Asteroids that a fleet has laid (B12)."""
    for cloud in table.state.clouds:
        if cloud.by != index:
            continue
        table.discard((cloud.card,))
        card, target = table.title(cloud.card), table.seat(cloud.on)
        table.tell_of(combat.CloudLifted, index, card=card, target=target)
    table.change(clouds=tuple([c for c in table.state.clouds if c.by != index]))


def begin(table: WorkingFleets, index: int) -> None:
    """Begin a turn; without a choice to make, draw cards at once (B24, B43)."""
    turn = table.state.turn + 1
    turns = table.state.fleets[index].turns + 1
    # The end before went through, for a line "then" behind it (B55).
    table.change(turn=turn, active=index, phase=DISCARD, last="stands")
    table.change_fleet(index, turns=turns)
    _expire(table, index)
    table.tell_of(game.TurnBegan, index, turn=turn)
    free = turns > 1 and table.state.fleets[index].cards
    if not free and not table.state.room(index):
        table.fill()


def _expire(table: WorkingFleets, beginner: int) -> None:
    """Take away standing orders that are good no longer."""
    for index, fleet in enumerate(table.state.fleets):
        for rule in fleet.standing:
            due = rule.until == -1 and index == beginner
            if due or 0 < rule.until < table.state.turn:
                number = table.state.fleets[index].standing.index(rule) + 1
                table.take_back(index, number, "turn")
