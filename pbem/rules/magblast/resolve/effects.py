"""What cards other than attacks do once nobody objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pbem.rules.magblast.events import game as e
from pbem.rules.magblast.resolve.piles import berth_name
from pbem.rules.magblast.resolve.table import Desk
from pbem.rules.magblast.state import (
    BERTHS,
    FLAGSHIP,
    Cloud,
    Drawn,
    Played,
    Ship,
    Target,
    held,
    in_zone,
    room,
    spaces,
)


def gone(desk: Desk, top: Played) -> bool:
    """Whether the target has gone in the meantime; the card is lost then."""
    aim = top.target
    if aim is None or (
        desk.state.fleets[aim.fleet].out is None
        and (aim.berth == FLAGSHIP or desk.state.ship(aim) is not None)
    ):
        return False
    desk.tell(e.Fizzled(seat=desk.seat(top.by), card=desk.title(top.cards[0])))
    desk.change(last="missed")
    return True


def upgrade(desk: Desk, top: Played) -> None:
    mine = Target(top.by, top.ship)
    ship = desk.state.ship(mine)
    assert ship is not None
    desk.berth(mine, replace(ship, upgrades=(*ship.upgrades, *top.cards)))
    seat, card = desk.seat(top.by), desk.title(top.cards[0])
    name = desk.state.printed(ship).type
    desk.tell(e.Fitted(seat=seat, card=card, ship=name, berth=BERTHS[top.ship]))


def _reinforcements(desk: Desk, top: Played) -> None:
    desk.discard(top.cards)
    draw_ships(desk, 1, (top.zone,) if top.zone >= 0 else ())


def draw_ships(desk: Desk, count: int, zones: tuple[int, ...]) -> None:
    """Ships out of the shipyard; those without a zone wait to be placed."""
    me = desk.state.active
    seat = desk.seat(me)
    for left in range(count - 1, -1, -1):
        if not spaces(desk.state.fleets[me]):
            return  # B4
        card = desk.ship()
        if card is None:
            return
        if desk.state.power(me) == "letnev":
            second = desk.ship()
            if second is not None:
                _offer(desk, (card, second), Drawn((card, second), left, zones))
                return
        zone, zones = (zones[0] if zones else -1), zones[1:]
        if zone < 0 or room(desk.state.fleets[me], zone) == FLAGSHIP:
            name = desk.state.box.ships[card].type
            desk.tell(e.ShipDrawn(seat=seat, ship=name))
            desk.change(drawn=Drawn((card,), left, zones))
            return
        _join(desk, card, zone)


def _offer(desk: Desk, pair: tuple[int, int], drawn: Drawn) -> None:
    seat = desk.seat(desk.state.active)
    mine = frozenset({seat})
    names = tuple(ship_label(desk, card) for card in pair)
    desk.tell(
        e.Offered(seat=seat, ships=names, to=mine),
        e.OfferedSome(seat=seat, count=2, but=mine),
    )
    desk.change(drawn=drawn)


def ship_label(desk: Desk, card: int) -> str:
    """A ship by type and hull, as far as it can be told from others."""
    printed = desk.state.box.ships[card]
    return f"{printed.type} {printed.hull}"


def _join(desk: Desk, card: int, zone: int) -> None:
    me = desk.state.active
    berth = desk.join(me, Ship(card), zone)
    name = desk.state.box.ships[card].type
    desk.tell(e.Joined(seat=desk.seat(me), ship=name, berth=BERTHS[berth]))


def place_drawn(desk: Desk, choice: int, zone: int) -> None:
    """The ship that was drawn goes to its zone; Letnev's other is scrapped."""
    drawn = desk.state.drawn
    assert drawn is not None
    desk.change(drawn=None)
    card = drawn.ships[choice]
    _join(desk, card, zone)
    seat = desk.seat(desk.state.active)
    for other in drawn.ships:
        if other != card:
            name = desk.state.box.ships[other].type
            desk.tell(e.Scrapped(seat=seat, ship=name))
            desk.change(wrecks=(*desk.state.wrecks, other))
    zones = drawn.zones[1:] if len(drawn.ships) > 1 else drawn.zones
    draw_ships(desk, drawn.more, zones)


def _cloud(desk: Desk, top: Played) -> None:
    assert top.target is not None
    if gone(desk, top):
        desk.discard(top.cards)
        return
    cloud = Cloud(top.cards[0], top.by, top.target.fleet)
    desk.change(clouds=(*desk.state.clouds, cloud))
    seat, target = desk.seat(top.by), desk.seat(top.target.fleet)
    desk.tell(e.Clouded(seat=seat, card=desk.title(top.cards[0]), target=target))


def _spacedock(desk: Desk, top: Played) -> None:
    mine = Target(top.by, top.ship)
    ship = desk.state.ship(mine)
    assert ship is not None
    removed = tuple(card for card in top.chosen if card in ship.damage)
    left = tuple(card for card in ship.damage if card not in removed)
    desk.berth(mine, replace(ship, damage=left))
    desk.discard((*top.cards, *removed))
    titles = tuple(desk.title(card) for card in removed)
    name, berth = desk.state.printed(ship).type, BERTHS[top.ship]
    desk.tell(e.Repaired(seat=desk.seat(top.by), ship=name, berth=berth, cards=titles))


def _allocation(desk: Desk, top: Played) -> None:
    desk.discard(top.cards)
    desk.draw(top.by, 4)


def _direct(desk: Desk, top: Played) -> None:
    desk.discard(top.cards)
    hit = desk.state.hit
    if gone(desk, top) or hit is None:
        return
    desk.change(hit=replace(hit, direct=True))
    seat, aim = desk.seat(hit.target.fleet), hit.target
    desk.tell(
        e.DirectHitStood(
            seat=desk.seat(top.by),
            target=seat,
            what=desk.what(aim),
            where=berth_name(aim.berth),
        )
    )


def _boarding(desk: Desk, top: Played) -> None:
    desk.discard(top.cards)
    if not gone(desk, top):
        board(desk, top.zone)


def board(desk: Desk, zone: int) -> None:
    """The ship that a Direct Hit struck changes sides (B15)."""
    hit, me = desk.state.hit, desk.state.active
    assert hit is not None
    desk.change(hit=None)
    ship = desk.state.ship(hit.target)
    if ship is None or in_zone(desk.state.fleets[me], zone) == 3:
        return
    desk.berth(hit.target, None)
    berth = desk.join(me, replace(ship, boarded=True), zone)
    desk.tell(
        e.Boarded(
            seat=desk.seat(me),
            ship=desk.state.printed(ship).type,
            berth=BERTHS[berth],
            victim=desk.seat(hit.target.fleet),
            was=BERTHS[hit.target.berth],
        )
    )


def _catastrophic(desk: Desk, top: Played) -> None:
    desk.discard(top.cards)
    desk.change(hit=None)
    if not gone(desk, top):
        assert top.target is not None
        desk.destroy(top.target)


def _bridge(desk: Desk, top: Played) -> None:
    desk.discard(top.cards)
    desk.change(hit=None)
    if gone(desk, top):
        return
    assert top.target is not None
    victim = top.target.fleet
    cards = held(desk.state.fleets[victim])
    desk.fleet(victim, hand=())
    desk.discard(cards)
    desk.tell(e.BridgeStruck(seat=desk.seat(victim), cards=desk.labels(cards)))


EFFECTS: Mapping[str, Callable[[Desk, Played], None]] = {
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
