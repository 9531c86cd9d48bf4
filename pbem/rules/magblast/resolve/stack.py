"""Cards on their way: put on the table, answered, cancelled, carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.protocol import Event
from pbem.rules.magblast.cards import BLASTS, KINDS, SQUADRONS
from pbem.rules.magblast.check.targeting import fitted
from pbem.rules.magblast.events import combat, game
from pbem.rules.magblast.resolve.effects import take_effect, target_lost
from pbem.rules.magblast.resolve.table import WorkingFleets
from pbem.rules.magblast.state import (
    FLAGSHIP,
    Hit,
    Played,
    State,
    Target,
    berth_name,
)

#: What may be played about a blast that hit; any other card lets it pass (B32).
_FOLLOW_UPS = ("direct-hit", "catastrophic", "boarding", "bridge-hit")


def put(table: WorkingFleets, played: Played) -> None:
    """Put a card of the active player on the table, for all to see."""
    table.spend(played.by, played.cards)
    state, by, aim = table.state, played.by, played.target
    gun = state.ship_in(by, played.ship) if played.ship != FLAGSHIP else None
    again = aim is not None and state.is_second_blast(played.ship, aim)
    table.tell(_announced(state, played, again))
    if played.key in BLASTS and gun is not None:
        if not again:  # (B38)
            fired = replace(gun, fired=gun.fired + 1)  # (B11)
            table.berth(Target(by, played.ship), fired)
        if not played.noise:  # (B1)
            table.discard(played.cards)
            table.change(last="missed", hit=None)
            return
    hit = state.hit if played.key in _FOLLOW_UPS else None
    table.change(stack=(*state.stack, played), hit=hit)


def _announced(state: State, played: Played, again: bool) -> Event:
    """Return the event of a card that is put on the table; `again`: it is a second
    blast (B8)."""
    seat, card = state.fleets[played.by].seat, state.action(played.cards[0]).title
    at: dict[str, Any] = {}
    if played.target is not None:
        at = {**state.whereabouts(played.target)}
    berth = berth_name(played.ship)
    gun = state.what(Target(played.by, played.ship))
    ship: dict[str, Any] = {"ship": gun, "berth": berth}
    if played.key in BLASTS and not played.noise:
        return combat.FiredSilently(seat=seat, card=card, **ship)
    if played.key in BLASTS:
        facts = {"noise": played.noise, "again": again, **ship, **at}
        return combat.Fired(seat=seat, card=card, **facts)
    if played.key in SQUADRONS:
        count = len(played.cards)
        return combat.LaunchedWing(seat=seat, card=card, count=count, **ship, **at)
    if berth and played.target is None:
        at = {"target": seat, "what": ship["ship"], "where": berth}
    return game.PlayedCard(seat=seat, card=card, **at)


def respond(table: WorkingFleets, played: Played) -> None:
    """Answer the card on top; powers and Flux work at once (B10)."""
    top = table.state.stack[-1]
    facts: Any = {"against": table.title(top.cards[0]), "whose": table.seat(top.by)}
    table.spend(played.by, played.cards)
    if played.key in ("jol-nar", "yssaril"):
        table.use(played.by, played.cards)
        table.discard(played.cards)
        cancel(table, played.by, played.key)
        return
    if played.key == "defend":
        count = len(played.cards)
        table.tell_of(combat.DefendersSent, played.by, count=count, **facts)
    else:
        table.tell_card(combat.Countered, played, **facts)
    if played.key == "flux":
        table.discard(played.cards)
        cancel(table, played.by, "flux")
        return
    table.change(stack=(*table.state.stack, played))


def cancel(table: WorkingFleets, by: int, how: str) -> None:
    """Cancel the first card of the top (B27); an evaded squadron flies home."""
    top = table.state.stack[-1]
    table.tell_card(combat.Cancelled, top, by=table.seat(by), how=how)
    if how == "evasive" and top.key in SQUADRONS:
        table.send_home(top.by, top.cards[:1])
    else:
        table.discard(top.cards[:1])
    _stop_first(table)


def _stop_first(table: WorkingFleets) -> None:
    """Take the first card off the top (B27); what is left of it goes on (B33)."""
    *below, top = table.state.stack
    if rest := top.cards[1:]:
        table.change(stack=(*below, replace(top, cards=rest)))
        return
    table.change(stack=tuple(below))
    if top.by != table.state.active or below:
        return
    kind = KINDS.get(top.key)
    table.change(last="missed" if kind in ("blast", "squadron") else "cancelled")
    if kind == "critical":
        table.change(hit=None)  # (B32)


def carry_out(table: WorkingFleets) -> None:
    """Let the card on top take effect: nobody objects any more."""
    top = table.state.stack[-1]
    table.change(stack=table.state.stack[:-1])
    if top.key in BLASTS:
        _blast(table, top)
    elif top.key in SQUADRONS:
        _squadrons(table, top)
    elif top.key == "evasive":
        table.discard(top.cards)
        cancel(table, top.by, "evasive")
    elif top.key == "defend":
        _defend(table, top)
    else:
        table.change(last="stands")
        take_effect(table, top)


def _blast(table: WorkingFleets, top: Played) -> None:
    aim, card = top.target, top.cards[0]
    assert aim is not None
    if target_lost(table, top):
        table.discard(top.cards)
        return
    gun = table.state.ship(Target(top.by, top.ship))
    at_ship = table.state.ship(aim) is not None
    table.change_target(aim, damage=(*table.state.bearer(aim).damage, card))
    fell = table.strike(top.by, card, aim)  # L1z1x draws in it, before EMP (B48)
    hit = None if fell or table.state.over else Hit(top.ship, aim)  # (B8)
    table.change(last="destroyed" if fell else "hit")
    table.change(hit=hit or table.state.hit)
    jams = at_ship and gun is not None and fitted(table.state, gun, "emp")
    if jams and table.state.fleets[aim.fleet].cards:  # (B16, B34)
        lost = table.random(aim.fleet, "emp")
        table.discard((lost,))
        card_lost, by = table.state.action(lost).label, table.seat(top.by)
        table.tell_of(combat.Jammed, aim.fleet, card=card_lost, by=by)


def _squadrons(table: WorkingFleets, top: Played) -> None:
    aim = top.target
    assert aim is not None
    for index, card in enumerate(top.cards):
        if target_lost(table, replace(top, cards=(card,))):
            table.send_home(top.by, top.cards[index:])
            if index:
                table.change(last="destroyed")
            return
        table.change_target(aim, squadrons=(*table.state.bearer(aim).squadrons, card))
        fell = table.strike(top.by, card, aim)
        table.change(last="destroyed" if fell else "hit")
        if table.state.over:
            table.send_home(top.by, top.cards[index + 1 :])
            return


def _defend(table: WorkingFleets, top: Played) -> None:
    """Bring down a squadron with each fighter; against a fighter it is lost too."""
    for fighter in top.cards:
        attack = table.state.stack[-1] if table.state.stack else None
        if attack is None or attack.key not in SQUADRONS:
            table.send_home(top.by, (fighter,))
            continue
        both = attack.key == "fighter"
        table.tell_card(combat.ShotDown, attack, by=table.seat(top.by), both=both)
        table.discard(attack.cards[:1])
        if both:
            table.discard((fighter,))
        else:
            table.send_home(top.by, (fighter,))
        _stop_first(table)
