"""What cards other than attacks do once nobody objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pbem.rules.magblast.cards import KINDS
from pbem.rules.magblast.events import combat, game
from pbem.rules.magblast.fleet import BERTHS, Ship
from pbem.rules.magblast.resolve.table import WorkingFleets
from pbem.rules.magblast.state import FLAGSHIP, Cloud, Drawn, Played, Target

ALLOCATION_CARDS = 4  #: that a Strategic Allocation draws (B26)


def take_effect(table: WorkingFleets, top: Played) -> None:
    """Carry out a card that is neither an attack nor a reaction."""
    kind = KINDS[top.key]
    lost = target_lost(table, top)
    if lost or not (kind == "upgrade" or top.key in ("minefield", "asteroids")):
        table.discard(top.cards)  # before what they do, so it may be drawn (B47)
    if kind == "critical":
        table.change(hit=None)
    if not lost:
        effect = _upgrade if kind == "upgrade" else _EFFECTS[top.key]
        effect(table, top)


def target_lost(table: WorkingFleets, top: Played) -> bool:
    """Return whether the target has gone in the meantime, and tell it."""
    aim = top.target
    if aim is None or (
        table.state.fleets[aim.fleet].out is None
        and (aim.berth == FLAGSHIP or table.state.ship(aim) is not None)
    ):
        return False
    table.tell_card(combat.Fizzled, top)
    table.change(last="missed")
    return True


def _upgrade(table: WorkingFleets, top: Played) -> None:
    mine = Target(top.by, top.ship)
    ship = table.state.ship_in(top.by, top.ship)
    table.change_target(mine, upgrades=(*ship.upgrades, *top.cards))
    table.tell_ship(combat.Fitted, mine, card=table.title(top.cards[0]))


def _reinforcements(table: WorkingFleets, top: Played) -> None:
    draw_ships(table, 1, (top.zone,) if top.zone >= 0 else ())


def draw_ships(table: WorkingFleets, count: int, zones: tuple[int, ...]) -> None:
    """Draw ships; those without a zone wait to be placed (B4, B20)."""
    me = table.state.active
    for left in range(count - 1, -1, -1):
        if not table.state.fleets[me].spaces:
            return
        card = table.ship()
        if card is None:
            return
        if table.state.power(me) == "letnev":
            second = table.ship()
            if second is not None:
                names = table.state.ship_names((card, second))
                facts = table.secret(me)  # Letnev chooses after seeing both (B23)
                table.tell(game.Offered(**facts, count=2, ships=names))
                table.change(drawn=Drawn((card, second), left, zones))
                return
        zone, zones = (zones[0] if zones else -1), zones[1:]
        if zone < 0 or table.state.fleets[me].free_berth(zone) is None:
            table.tell_of(game.ShipDrawn, me, ship=table.state.box.ships[card].type)
            table.change(drawn=Drawn((card,), left, zones))
            return
        _join(table, card, zone)


def _join(table: WorkingFleets, card: int, zone: int) -> None:
    me = table.state.active
    table.tell_ship(game.Joined, Target(me, table.join(me, Ship(card), zone)))


def place_drawn(table: WorkingFleets, choice: int, zone: int) -> None:
    """Place the ship that was drawn; scrap Letnev's other one."""
    drawn = table.state.drawn
    assert drawn is not None
    table.change(drawn=None)
    card = drawn.ships[choice]
    _join(table, card, zone)
    for other in drawn.ships:
        if other != card:
            name = table.state.box.ships[other].type
            table.tell_of(game.Scrapped, table.state.active, ship=name)
            table.change(wrecks=(*table.state.wrecks, other))
    zones = drawn.zones[1:] if len(drawn.ships) > 1 else drawn.zones
    draw_ships(table, drawn.more, zones)


def _cloud(table: WorkingFleets, top: Played) -> None:
    assert top.target is not None
    cloud = Cloud(top.cards[0], top.by, top.target.fleet)
    table.change(clouds=(*table.state.clouds, cloud))
    table.tell_card(combat.Clouded, top, target=table.seat(top.target.fleet))


def _spacedock(table: WorkingFleets, top: Played) -> None:
    mine = Target(top.by, top.ship)
    ship = table.state.ship_in(top.by, top.ship)
    removed = tuple(card for card in top.chosen if card in ship.damage)
    left = tuple(card for card in ship.damage if card not in removed)
    table.change_target(mine, damage=left)
    table.discard(removed)
    table.tell_ship(combat.Repaired, mine, cards=tuple(map(table.title, removed)))


def _allocation(table: WorkingFleets, top: Played) -> None:
    table.draw(top.by, ALLOCATION_CARDS)


def _direct(table: WorkingFleets, top: Played) -> None:
    hit = table.state.hit
    if hit is None:
        return
    table.change(hit=replace(hit, direct=True))
    table.tell_of(combat.DirectHitStood, top.by, **table.state.whereabouts(hit.target))


def _boarding(table: WorkingFleets, top: Played) -> None:
    assert top.target is not None
    board(table, top.target, top.zone)


def board(table: WorkingFleets, target: Target, zone: int) -> None:
    """Steal the ship that a Direct Hit struck (B15); it is not destroyed (B34)."""
    me, ship = table.state.active, table.state.ship(target)
    table.change(hit=None)
    if ship is None or table.state.fleets[me].free_berth(zone) is None:
        return
    table.berth(target, None)
    berth = table.join(me, replace(ship, boarded=True), zone)
    victim, was = table.seat(target.fleet), BERTHS[target.berth]
    table.tell_ship(combat.Boarded, Target(me, berth), victim=victim, was=was)


def _catastrophic(table: WorkingFleets, top: Played) -> None:
    assert top.target is not None
    table.destroy(top.target)
    table.change(last="destroyed")  # (B55)


def _bridge(table: WorkingFleets, top: Played) -> None:
    assert top.target is not None
    victim = top.target.fleet
    cards = table.state.fleets[victim].cards
    table.change_fleet(victim, hand=())
    table.discard(cards)
    table.tell_of(combat.BridgeStruck, victim, cards=table.state.labels(cards))


_EFFECTS: Mapping[str, Callable[[WorkingFleets, Played], None]] = {
    "reinforcements": _reinforcements,
    "minefield": _cloud,
    "asteroids": _cloud,
    "spacedock": _spacedock,
    "allocation": _allocation,
    "direct-hit": _direct,
    "boarding": _boarding,
    "catastrophic": _catastrophic,
    "bridge-hit": _bridge,
}
