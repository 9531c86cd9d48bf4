"""Orders of the player whose turn it is, read against the table.

An order that plays a card becomes the card on its way (`Played`); whatever
cannot be carried out raises Wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.icons import icons, sets
from pbem.rules.magblast.check.powers import (
    boardable,
    mentak,
    naalu_checked,
    sol,
    space,
    struck,
)
from pbem.rules.magblast.check.references import Wrong
from pbem.rules.magblast.check.targeting import no_blast, no_flight
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import (
    ACTION,
    BERTHS,
    DISCARD,
    FLAGSHIP,
    MOVEMENT,
    PHASES,
    SHIPS,
    ZONES,
    Fleet,
    Hit,
    Played,
    Ship,
    State,
    Target,
    held,
    in_zone,
    spaces,
)


def moved(fleet: Fleet, moves: tuple[tuple[int, int], ...]) -> tuple[Fleet, int]:
    """A fleet after its moves; or the same, and the zone that is overfull (B3).

    Ships that stay keep their berths; the others take the lowest free ones.
    """
    if not moves:
        return fleet, -1
    going = dict(moves)
    ships: list[Ship | None] = list(fleet.ships)
    for berth in going:
        ships[berth] = None
    for berth, zone in sorted(going.items()):
        free = [b for b in range(zone * 3, zone * 3 + 3) if ships[b] is None]
        if not free:
            return fleet, zone
        ships[free[0]] = fleet.ships[berth]
    return replace(fleet, ships=tuple(ships)), -1


def after_moves(state: State) -> State:
    """The state as it is once the movement phase is over."""
    if not state.moves:
        return state
    fleet, _ = moved(state.fleets[state.active], state.moves)
    return replace(state.with_fleet(state.active, fleet), moves=())


def rank(state: State, order: o.Line) -> int:
    """The phase that an order belongs to."""
    if isinstance(order, o.Discard | o.Draw):
        return DISCARD
    if isinstance(order, o.Resources | o.Reinforce):
        return SHIPS
    if isinstance(order, o.Move):
        return MOVEMENT
    if isinstance(order, o.Sol | o.Naalu):
        return state.phase
    return ACTION


def intent(state: State, me: int, order: o.Line) -> Played | None:
    """What an order of the active player does; None where it plays no card."""
    read = _READERS.get(type(order))
    if read is None:
        raise Wrong("nothing-asked" if isinstance(order, o.Answer) else "no-place")
    phase = rank(state, order)
    if phase < state.phase:
        first = phase == DISCARD and state.fleets[me].turns == 1
        raise Wrong(
            "first-turn" if first else "phase",
            now=PHASES[state.phase],
            asked=PHASES[phase],
        )
    if phase > MOVEMENT or isinstance(order, o.Sol | o.Naalu):
        state = after_moves(state)
    found: Played | None = read(state, me, order)
    return found


def _discard(state: State, me: int, order: o.Discard) -> None:
    if order.cards:
        references.items(state, me, order.cards)


def _free(state: State, me: int, order: o.Line) -> None:
    return None


def bought(state: State, me: int, cards: tuple[int, ...]) -> int:
    """How many ships cards pay for, as far as there is room for them."""
    return min(sets(icons(state, cards)), spaces(state.fleets[me]))


def _resources(state: State, me: int, order: o.Resources) -> None:
    cards = references.items(state, me, order.cards)
    paid = sets(icons(state, cards))
    if not paid:
        raise Wrong("resources", icons=" ".join(icons(state, cards)))
    space(state, me, order.zones, bought(state, me, cards))


def _reinforce(state: State, me: int, order: o.Reinforce) -> Played:
    card = references.card(state, me, "reinforcements", order.number)
    zones = (order.zone,) if order.zone else ()
    space(state, me, zones, 1)
    zone = references.zone(order.zone) if order.zone else -1
    return Played(me, "reinforcements", (card,), zone=zone)


def _move(state: State, me: int, order: o.Move) -> None:
    if state.clouded(me, "minefield"):
        raise Wrong("mined")
    seen = set()
    for ship, zone in order.moves:
        berth = references.berth(state, me, ship)
        if berth in seen:
            raise Wrong("moved-twice", ship, ship=str(ship))
        seen.add(berth)
        mine = state.fleets[me].ships[berth]
        assert mine is not None
        most = state.printed(mine).move
        far = targeting.distance(berth // 3, references.zone(zone))
        if far > most:
            reach = tuple(
                ZONES[z] for z in range(4) if targeting.distance(berth // 3, z) <= most
            )
            name = state.printed(mine).type
            given = {"ship": name, "berth": BERTHS[berth], "zone": str(zone)}
            raise Wrong("too-far", zone, far=far, most=most, reach=reach, **given)


def _why(
    state: State, me: int, berth: int, key: str, target: Target, why: str, at: object
) -> Wrong:
    """The fault of a shot that cannot be."""
    ship = state.fleets[me].ships[berth] if berth != FLAGSHIP else None
    other = state.fleets[target.fleet]
    theirs = state.ship(target)
    return Wrong(
        why,
        at,
        ship=state.printed(ship).type if ship else "",
        berth=BERTHS[berth] if berth != FLAGSHIP else "",
        zone=ZONES[berth // 3] if berth != FLAGSHIP else "",
        weapons=state.printed(ship).weapons if ship else (),
        card=references.title(state, key),
        whose=other.seat,
        target=state.printed(theirs).type if theirs else "flagship",
        where=BERTHS[target.berth] if theirs else "",
        target_zone=ZONES[target.berth // 3] if theirs else "",
        count=in_zone(other, berth // 3) if berth != FLAGSHIP else 0,
        neighbours=tuple(state.fleets[i].seat for i in state.neighbours(me)),
        most=targeting.shots(state, ship) if ship else 1,
    )


def _fire(state: State, me: int, order: o.Fire) -> Played:
    card = references.item(state, me, order.card, ("blast",))
    key = state.key(card)
    hit = state.hit if state.hit and state.hit.direct else None
    again = hit is not None and _same(state, me, order, hit)
    if hit is not None and again:
        target, guns = hit.target, [hit.ship]
    elif order.aim is None:
        raise Wrong("no-aim", card=references.title(state, key))
    else:
        target = references.target(state, me, order.aim)
        if order.ship:
            guns = [references.berth(state, me, order.ship)]
        else:
            guns = [
                berth
                for berth, _ in targeting.ships(state.fleets[me])
                if not no_blast(state, me, berth, key, target)
            ]
    if not guns:
        why = targeting.no_target(state, me, target) or (
            "mined" if state.clouded(me, "minefield") else "no-gun"
        )
        raise _why(state, me, FLAGSHIP, key, target, why, order.card)
    if len(guns) > 1:
        names = tuple(BERTHS[berth] for berth in guns)
        raise Wrong("ambiguous.ship", order.card, ships=names)
    if why := no_blast(state, me, guns[0], key, target, again):
        at = order.aim if why in _AT_TARGET else order.ship or order.card
        raise _why(state, me, guns[0], key, target, why, at)
    return Played(me, key, (card,), guns[0], target, noise=order.noise)


_AT_TARGET = ("own", "out", "neighbour", "no-target", "asteroids", "covered", "zone",
              "no-gap", "turret")  # fmt: skip


def _same(state: State, me: int, order: o.Fire, hit: Hit) -> bool:
    """Whether a shot is the one that a Direct Hit allows (B8)."""
    if order.ship and references.berth(state, me, order.ship) != hit.ship:
        return False
    return order.aim is None or references.target(state, me, order.aim) == hit.target


def _launch(state: State, me: int, order: o.Launch) -> Played:
    key, cards = references.wing(state, me, order.wing)
    if order.aim is None:
        raise Wrong("no-aim", card=references.title(state, key))
    target = references.target(state, me, order.aim)
    if order.ship:
        bays = [references.berth(state, me, order.ship)]
    else:
        bays = [berth for berth, _ in targeting.ships(state.fleets[me])]
        flying = [b for b in bays if not no_flight(state, me, b, key, target)]
        launching = [b for b in bays if not targeting.no_bay(state, me, b)]
        bays = flying or launching or bays
    if not bays:
        raise _why(state, me, FLAGSHIP, key, target, "carrier", order.wing)
    if why := no_flight(state, me, bays[0], key, target):
        at = order.aim if why in _AT_TARGET else order.ship or order.wing
        raise _why(state, me, bays[0], key, target, why, at)
    return Played(me, key, cards, bays[0], target)


def _upgrade(state: State, me: int, order: o.Upgrade) -> Played:
    berth = references.berth(state, me, order.ship)
    card = references.item(state, me, order.card, ("upgrade",))
    ship = state.fleets[me].ships[berth]
    assert ship is not None
    if targeting.fitted(state, ship, state.key(card)):  # B17
        name = references.title(state, state.key(card))
        raise Wrong("same-upgrade", order.card, card=name, ship=BERTHS[berth])
    return Played(me, state.key(card), (card,), berth)


def _field(state: State, me: int, order: o.Field) -> Played:
    card = references.card(state, me, order.key, order.number)
    on = _whose(state, me, order.seat)
    fleet = state.fleets[on]
    whose = {"whose": fleet.seat}
    if fleet.out is not None:
        raise Wrong("out", order.seat, **whose)
    if order.key == "minefield":
        if on == me:
            raise Wrong("own-mines", order.seat)
        if targeting.minesweeper(state, on):
            raise Wrong("minesweeper", order.seat, **whose)
        if state.clouded(on, "minefield"):  # B12
            raise Wrong("two-mines", order.seat, **whose)
    return Played(me, order.key, (card,), target=Target(on, FLAGSHIP))


def _whose(state: State, me: int, name: str) -> int:
    """The fleet that a name means; "me" is oneself, unless somebody is called so."""
    known = [fleet.seat.casefold() for fleet in state.fleets]
    word = name.casefold()
    return me if word in _SELF and word not in known else references.seat(state, name)


_SELF = ("me", "myself", "my fleet", "own fleet")


def _spacedock(state: State, me: int, order: o.Spacedock) -> Played:
    berth = references.berth(state, me, order.ship)
    ship = state.fleets[me].ships[berth]
    assert ship is not None
    if not ship.damage:
        raise Wrong("undamaged", order.ship, ship=BERTHS[berth])
    want = max(1, len(order.blasts))
    if order.number:
        card = references.card(state, me, "spacedock", order.number)
    else:
        mine = held(state.fleets[me])
        docks = [c for c in mine if state.key(c) == "spacedock"]
        docks.sort(key=lambda c: state.action(c).amount)
        enough = [c for c in docks if state.action(c).amount >= want]
        card = (enough or docks[::-1] or [-1])[0]
        if card == -1:
            raise Wrong("card", card=references.title(state, "spacedock"), more=False)
    amount = state.action(card).amount
    if len(order.blasts) > amount:
        raise Wrong("many-repairs", amount=amount, asked=len(order.blasts))
    beneath = sorted(ship.damage, key=lambda c: -state.action(c).damage)
    chosen: list[int] = []
    for name in order.blasts:  # B18
        match = [c for c in beneath if state.key(c) == name and c not in chosen]
        if not match:
            known = tuple(references.title(state, state.key(c)) for c in beneath)
            card_name = references.title(state, name)
            raise Wrong("not-beneath", card=card_name, ship=BERTHS[berth], known=known)
        chosen.append(match[0])
    chosen = chosen or beneath[:amount]
    return Played(me, "spacedock", (card,), berth, chosen=tuple(chosen))


def _play(state: State, me: int, order: o.Play) -> Played:
    card = references.card(state, me, order.key, order.number)
    if order.key == "allocation":
        return Played(me, order.key, (card,))
    if order.key == "direct-hit":
        if state.hit is None:
            raise Wrong("no-hit", last=state.last)
        if state.hit.direct:
            raise Wrong("direct-already")
        return Played(me, order.key, (card,), target=state.hit.target)
    return Played(me, order.key, (card,), target=struck(state, order.key))


def _boarding(state: State, me: int, order: o.Boarding) -> Played:
    card = references.card(state, me, "boarding", order.number)
    target = struck(state, "boarding")
    boardable(state, me, target, order.zone)
    zone = references.zone(order.zone)
    return Played(me, "boarding", (card,), target=target, zone=zone)


_READERS: Mapping[type[o.Line], Callable[[State, int, Any], Played | None]] = {
    o.Discard: _discard,
    o.Draw: _free,
    o.Resources: _resources,
    o.Reinforce: _reinforce,
    o.Move: _move,
    o.Fire: _fire,
    o.Launch: _launch,
    o.Upgrade: _upgrade,
    o.Field: _field,
    o.Spacedock: _spacedock,
    o.Play: _play,
    o.Boarding: _boarding,
    o.Mentak: mentak,
    o.Sol: sol,
    o.Naalu: naalu_checked,
    o.End: _free,
}
