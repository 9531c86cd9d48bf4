"""Cards on their way: put on the table, answered, cancelled, carried out."""

from __future__ import annotations

from dataclasses import replace

from pbem.rules.magblast.cards import KINDS
from pbem.rules.magblast.check.reactions import BLASTS, WINGS
from pbem.rules.magblast.check.targeting import fitted
from pbem.rules.magblast.events import game as e
from pbem.rules.magblast.resolve.effects import EFFECTS, gone, upgrade
from pbem.rules.magblast.resolve.piles import berth_name
from pbem.rules.magblast.resolve.table import Desk
from pbem.rules.magblast.state import (
    BERTHS,
    FLAGSHIP,
    Hit,
    Played,
    Target,
    held,
)

STEADY = ("direct-hit", "catastrophic", "boarding", "bridge-hit")


def put(desk: Desk, played: Played) -> None:
    """A card of the active player goes on the table, for all to see."""
    desk.spend(played.by, played.cards)
    _announce(desk, played)
    if played.key in BLASTS:
        if not _is_again(desk.state.hit, played):
            target = Target(played.by, played.ship)
            ship = desk.state.ship(target)
            assert ship is not None
            desk.berth(target, replace(ship, fired=ship.fired + 1))
        desk.change(hit=None)
        if not played.noise:  # B1
            desk.discard(played.cards)
            desk.change(last="missed")
            return
    elif played.key not in STEADY:
        desk.change(hit=None)
    desk.change(stack=(*desk.state.stack, played))


def _is_again(hit: Hit | None, played: Played) -> bool:
    """Whether a blast is the second one of a Direct Hit."""
    if hit is None or not hit.direct:
        return False
    return hit.ship == played.ship and hit.target == played.target


def _announce(desk: Desk, played: Played) -> None:
    state = desk.state
    seat, card = desk.seat(played.by), desk.title(played.cards[0])
    ship = berth = ""
    if played.ship != FLAGSHIP:
        mine = Target(played.by, played.ship)
        ship, berth = desk.what(mine), BERTHS[played.ship]
    aim = played.target
    target = desk.seat(aim.fleet) if aim else ""
    what = desk.what(aim) if aim else ""
    where = berth_name(aim.berth) if aim else ""
    if played.key in BLASTS and not played.noise:
        desk.tell(e.FiredSilently(seat=seat, card=card, ship=ship, berth=berth))
    elif played.key in BLASTS:
        again = _is_again(state.hit, played)
        desk.tell(
            e.Fired(
                seat=seat,
                card=card,
                ship=ship,
                berth=berth,
                target=target,
                what=what,
                where=where,
                noise=played.noise,
                again=again,
            )
        )
    elif played.key in WINGS:
        desk.tell(
            e.LaunchedWing(
                seat=seat,
                card=card,
                count=len(played.cards),
                ship=ship,
                berth=berth,
                target=target,
                what=what,
                where=where,
            )
        )
    else:
        if aim is None and ship:
            target, what, where = seat, ship, berth
        desk.tell(
            e.PlayedCard(seat=seat, card=card, target=target, what=what, where=where)
        )


def respond(desk: Desk, played: Played) -> None:
    """An answer to the card on top. Powers and Flux work at once (B10)."""
    top = desk.state.stack[-1]
    seat, whose = desk.seat(played.by), desk.seat(top.by)
    against = desk.title(top.cards[0])
    desk.spend(played.by, played.cards)
    if played.key in ("jol-nar", "yssaril"):
        desk.use(played.by, played.cards)
        desk.discard(played.cards)
        cancel(desk, played.by, played.key)
        return
    if played.key == "defend":
        desk.tell(
            e.DefendersSent(
                seat=seat, count=len(played.cards), against=against, whose=whose
            )
        )
    else:
        card = desk.title(played.cards[0])
        desk.tell(e.Countered(seat=seat, card=card, against=against, whose=whose))
    if played.key == "flux":
        desk.discard(played.cards)
        cancel(desk, played.by, "flux")
        return
    desk.change(stack=(*desk.state.stack, played))


def cancel(desk: Desk, by: int, how: str) -> None:
    """The first card of the top is cancelled; an evaded squadron flies home."""
    top = desk.state.stack[-1]
    card, rest = top.cards[0], top.cards[1:]
    seat, title = desk.seat(top.by), desk.title(card)
    desk.tell(e.Cancelled(seat=seat, card=title, by=desk.seat(by), how=how))
    below = desk.state.stack[:-1]
    if how == "evasive" and top.key in WINGS:
        desk.change(landing=(*desk.state.landing, (top.by, card)))
    else:
        desk.discard((card,))
    if rest:
        desk.change(stack=(*below, replace(top, cards=rest)))
        return
    desk.change(stack=below)
    _foiled(desk, top)


def _foiled(desk: Desk, top: Played) -> None:
    """What a wholly cancelled card leaves behind."""
    if top.by != desk.state.active or desk.state.stack:
        return
    attack = KINDS.get(top.key) in ("blast", "squadron")
    desk.change(last="missed" if attack else "cancelled")
    if KINDS.get(top.key) == "critical":
        desk.change(hit=None)


def carry_out(desk: Desk) -> None:
    """The card on top takes effect: nobody objects any more."""
    top = desk.state.stack[-1]
    desk.change(stack=desk.state.stack[:-1])
    if top.key in BLASTS:
        _blast(desk, top)
    elif top.key in WINGS:
        _wing(desk, top)
    elif top.key == "evasive":
        desk.discard(top.cards)
        cancel(desk, top.by, "evasive")
    elif top.key == "defend":
        _defend(desk, top)
    else:
        desk.change(last="stands")
        if KINDS[top.key] == "upgrade":
            upgrade(desk, top)
        else:
            EFFECTS[top.key](desk, top)


def _blast(desk: Desk, top: Played) -> None:
    aim, card = top.target, top.cards[0]
    assert aim is not None
    if gone(desk, top):
        desk.discard(top.cards)
        return
    gun = desk.state.ship(Target(top.by, top.ship))
    ship = desk.state.ship(aim)
    if ship is None:
        fleet = desk.state.fleets[aim.fleet]
        desk.fleet(aim.fleet, damage=(*fleet.damage, card))
    else:
        desk.berth(aim, replace(ship, damage=(*ship.damage, card)))
    fell = desk.strike(top.by, card, aim)
    desk.change(last="destroyed" if fell else "hit")
    jams = ship is not None and gun is not None and fitted(desk.state, gun, "emp")
    if jams and held(desk.state.fleets[aim.fleet]):  # B16
        lost = desk.random(aim.fleet, "emp")
        desk.discard((lost,))
        seat, name = desk.seat(aim.fleet), desk.labels((lost,))[0]
        desk.tell(e.Jammed(seat=seat, card=name, by=desk.seat(top.by)))
    if not fell and not desk.state.over:
        desk.change(hit=Hit(top.ship, aim))


def _wing(desk: Desk, top: Played) -> None:
    aim = top.target
    assert aim is not None
    for index, card in enumerate(top.cards):
        if gone(desk, replace(top, cards=(card,))):
            rest = tuple((top.by, c) for c in top.cards[index:])
            desk.change(landing=(*desk.state.landing, *rest))
            if index:
                desk.change(last="destroyed")
            return
        ship = desk.state.ship(aim)
        if ship is None:
            fleet = desk.state.fleets[aim.fleet]
            desk.fleet(aim.fleet, wing=(*fleet.wing, card))
        else:
            desk.berth(aim, replace(ship, wing=(*ship.wing, card)))
        fell = desk.strike(top.by, card, aim)
        desk.change(last="destroyed" if fell else "hit")
        if desk.state.over:
            rest = tuple((top.by, c) for c in top.cards[index + 1 :])
            desk.change(landing=(*desk.state.landing, *rest))
            return


def _defend(desk: Desk, top: Played) -> None:
    """Each fighter brings down a squadron; against a fighter it is lost too."""
    for fighter in top.cards:
        attack = desk.state.stack[-1] if desk.state.stack else None
        if attack is None or attack.key not in WINGS:
            desk.change(landing=(*desk.state.landing, (top.by, fighter)))
            continue
        both = attack.key == "fighter"
        seat, by = desk.seat(attack.by), desk.seat(top.by)
        card = desk.title(attack.cards[0])
        desk.tell(e.ShotDown(seat=seat, card=card, by=by, both=both))
        desk.discard((attack.cards[0],))
        if both:
            desk.discard((fighter,))
        else:
            desk.change(landing=(*desk.state.landing, (top.by, fighter)))
        below, rest = desk.state.stack[:-1], attack.cards[1:]
        if rest:
            desk.change(stack=(*below, replace(attack, cards=rest)))
        else:
            desk.change(stack=below)
            _foiled(desk, attack)
