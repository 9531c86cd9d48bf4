"""Cards on their way: put on the table, answered, cancelled, carried out."""

from __future__ import annotations

from typing import Any

from pbem.kit.change import changed
from pbem.rules.magblast.cards import BLASTS, KINDS, SQUADRONS
from pbem.rules.magblast.check.targeting import fitted
from pbem.rules.magblast.events import combat, game
from pbem.rules.magblast.resolve.effects import gone, take_effect
from pbem.rules.magblast.resolve.table import Table
from pbem.rules.magblast.state import Hit, Played, berth_name, target_at

#: What may be played about a blast that hit; any other card lets it pass (B32).
_FOLLOW_UPS = ("direct-hit", "catastrophic", "boarding", "bridge-hit")


def put(table: Table, played: Played) -> None:
    """Put a card of the active player on the table, for all to see."""
    table.spend(played.by, played.cards)
    _announce(table, played)
    if played.key in BLASTS:
        if not _is_again(table.state.hit, played):  # (B38)
            ship = table.state.ship_in(played.by, played.ship)
            table.lay(target_at(played.by, played.ship), fired=ship.fired + 1)  # (B11)
        if not played.noise:  # (B1)
            table.discard(played.cards)
            table.draft.last, table.draft.hit = "missed", None
            return
    hit = table.state.hit if played.key in _FOLLOW_UPS else None
    table.draft.stack, table.draft.hit = (*table.state.stack, played), hit


def _is_again(hit: Hit | None, played: Played) -> bool:
    """Return whether a blast is the second one of a Direct Hit (B8)."""
    if hit is None or not hit.direct:
        return False
    return hit.ship == played.ship and hit.target == played.target


def _announce(table: Table, played: Played) -> None:
    state, aim = table.state, played.target
    mine = target_at(played.by, played.ship)
    at: dict[str, Any] = {**state.whereabouts(aim)} if aim is not None else {}
    if berth := berth_name(played.ship):
        gun = {"ship": state.what(mine), "berth": berth}
    if played.key in BLASTS and not played.noise:
        table.tell_card(combat.FiredSilently, played, **gun)
    elif played.key in BLASTS:
        told = {**gun, **at, "again": _is_again(state.hit, played)}
        table.tell_card(combat.Fired, played, noise=played.noise, **told)
    elif played.key in SQUADRONS:
        count = len(played.cards)
        table.tell_card(combat.LaunchedWing, played, count=count, **gun, **at)
    else:
        if berth and aim is None:
            at = {**state.whereabouts(mine)}
        table.tell_card(game.PlayedCard, played, **at)


def respond(table: Table, played: Played) -> None:
    """Answer the card on top; powers and Flux work at once (B10)."""
    top = table.state.stack[-1]
    told: Any = {"against": table.title(top.cards[0]), "whose": table.seat(top.by)}
    table.spend(played.by, played.cards)
    if played.key in ("jol-nar", "yssaril"):
        table.use(played.by, played.cards)
        table.discard(played.cards)
        cancel(table, played.by, played.key)
        return
    if played.key == "defend":
        count = len(played.cards)
        table.tell_of(combat.DefendersSent, played.by, count=count, **told)
    else:
        table.tell_card(combat.Countered, played, **told)
    if played.key == "flux":
        table.discard(played.cards)
        cancel(table, played.by, "flux")
        return
    table.draft.stack = (*table.state.stack, played)


def cancel(table: Table, by: int, how: str) -> None:
    """Cancel the first card of the top (B27); an evaded squadron flies home."""
    top = table.state.stack[-1]
    table.tell_card(combat.Cancelled, top, by=table.seat(by), how=how)
    if how == "evasive" and top.key in SQUADRONS:
        table.send_home(top.by, top.cards[:1])
    else:
        table.discard(top.cards[:1])
    _stop_first(table)


def _stop_first(table: Table) -> None:
    """Take the first card off the top (B27); what is left of it goes on (B33)."""
    *below, top = table.state.stack
    if rest := top.cards[1:]:
        table.draft.stack = (*below, changed(top, cards=rest))
        return
    table.draft.stack = tuple(below)
    if top.by != table.state.active or below:
        return
    kind = KINDS.get(top.key)
    table.draft.last = "missed" if kind in ("blast", "squadron") else "cancelled"
    if kind == "critical":
        table.draft.hit = None  # (B32)


def carry_out(table: Table) -> None:
    """Let the card on top take effect: nobody objects any more."""
    top = table.state.stack[-1]
    table.draft.stack = table.state.stack[:-1]
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
        table.draft.last = "stands"
        take_effect(table, top)


def _blast(table: Table, top: Played) -> None:
    aim, card = top.target, top.cards[0]
    assert aim is not None
    if gone(table, top):
        table.discard(top.cards)
        return
    gun = table.state.ship(target_at(top.by, top.ship))
    at_ship = table.state.ship(aim) is not None
    table.lay(aim, damage=(*table.state.bearer(aim).damage, card))
    fell = table.strike(top.by, card, aim)  # L1z1x draws in it, before EMP (B48)
    hit = None if fell or table.state.over else Hit(top.ship, aim)  # (B8)
    table.draft.last = "destroyed" if fell else "hit"
    table.draft.hit = hit or table.state.hit
    jams = at_ship and gun is not None and fitted(table.state.deck, gun, "emp")
    if jams and table.state.fleets[aim.fleet].cards:  # (B16, B34)
        lost = table.random(aim.fleet, "emp")
        table.discard((lost,))
        card_lost, by = table.state.action(lost).label, table.seat(top.by)
        table.tell_of(combat.Jammed, aim.fleet, card=card_lost, by=by)


def _squadrons(table: Table, top: Played) -> None:
    aim = top.target
    assert aim is not None
    for index, card in enumerate(top.cards):
        if gone(table, changed(top, cards=(card,))):
            table.send_home(top.by, top.cards[index:])
            if index:
                table.draft.last = "destroyed"
            return
        table.lay(aim, squadrons=(*table.state.bearer(aim).squadrons, card))
        fell = table.strike(top.by, card, aim)
        table.draft.last = "destroyed" if fell else "hit"
        if table.state.over:
            table.send_home(top.by, top.cards[index + 1 :])
            return


def _defend(table: Table, top: Played) -> None:
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
