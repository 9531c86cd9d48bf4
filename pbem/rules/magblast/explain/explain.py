"""What an order would do, as far as its player may know: for receipts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.protocol import Event, Order
from pbem.rules.magblast.check import plan, powers, references
from pbem.rules.magblast.check.reactions import BLASTS, WINGS, answer
from pbem.rules.magblast.check.references import Wrong
from pbem.rules.magblast.events import explanations as m
from pbem.rules.magblast.explain.try_standing import tried
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.resolve import turn
from pbem.rules.magblast.resolve.piles import berth_name, label
from pbem.rules.magblast.state import (
    BERTHS,
    FLAGSHIP,
    SETUP,
    ZONES,
    Played,
    State,
    Target,
    in_zone,
)


def read(state: State, me: int, order: Order) -> tuple[Event, ...]:
    """The reading of an order; nothing for one that cannot be carried out now."""
    if isinstance(order, o.Standing):
        rule = str(order.rule)
        return (m.Meant(kind="standing", rule=rule), *tried(state, me, order.rule))
    if not isinstance(order, o.Line):
        return ()
    try:
        return (_meant(state, me, order),)
    except Wrong:
        return (_waits(order),)


def _waits(order: o.Line) -> Event:
    """A line that has no sense yet: it is tried when its time comes."""
    return m.Meant(kind="waits", when=str(order.when or ""))


def _cards(state: State, me: int, cards: Sequence[int]) -> dict[str, Any]:
    hand = state.fleets[me].hand
    return {
        "cards": tuple(label(state, card) for card in cards),
        "numbers": tuple(hand.index(card) + 1 for card in cards),
    }


def _meant(state: State, me: int, order: o.Line) -> Event:
    when = str(order.when or "")
    if isinstance(order, o.Aside | o.End):
        return m.Meant(kind=type(order).__name__.lower(), when=when)
    if state.phase == SETUP and isinstance(order, o.Place):
        ships = state.box.ships
        placed = turn.deployment(state, me, order)
        names = tuple(f"{ships[card].type} {ships[card].hull}" for card in placed)
        return m.Meant(kind="deploy", cards=names, zones=ZONES)
    if isinstance(order, o.Answer):
        if not state.stack:
            raise Wrong("nothing-asked")
        played = answer(state, me, order)
        top = state.stack[-1]
        against = references.title(state, top.key)
        found = _cards(state, me, played.cards) if played else {}
        return m.Meant(kind=_answer(order), what=against, when=when, **found)
    if isinstance(order, o.Place):
        choice, zone = turn.placing(state, order)
        assert state.drawn is not None
        name = state.box.ships[state.drawn.ships[choice]].type
        return m.Meant(kind="place", ship=name, zone=ZONES[zone], when=when)
    if state.stack or state.drawn is not None or me != state.active:
        raise Wrong("wait")
    played = plan.intent(state, me, order)
    if played is not None:
        return _play(plan.after_moves(state), me, played, order)
    return _plain(state, me, order)


def _answer(order: o.Answer) -> str:
    if isinstance(order, o.Pass):
        return "pass-all" if order.all else "pass"
    if isinstance(order, o.Counter):
        return order.key
    return type(order).__name__.lower()


def _play(state: State, me: int, played: Played, order: o.Line) -> Event:
    """A card that is played."""
    kind = "play"
    given: dict[str, Any] = _cards(state, me, played.cards)
    if played.ship != FLAGSHIP:
        ship = state.ship(Target(me, played.ship))
        given |= {"ship": state.printed(ship).type if ship else ""}
        given |= {"berth": BERTHS[played.ship]}
    if played.target is not None:
        theirs = state.ship(played.target)
        given |= {
            "target": state.fleets[played.target.fleet].seat,
            "what": state.printed(theirs).type if theirs else "flagship",
            "where": berth_name(played.target.berth),
        }
    if played.zone >= 0:
        given["zone"] = ZONES[played.zone]
    if played.key in (*BLASTS, *WINGS) and played.target is not None:
        damage = state.damage(played.cards)
        left = state.hull_left(played.target) - damage
        given |= {"damage": damage, "left": left, "noise": played.noise}
        kind = "fire" if played.key in BLASTS else "launch"
        again = state.hit is not None and state.hit.direct
        given["again"] = kind == "fire" and again
    if played.chosen:
        given["zones"] = tuple(label(state, card) for card in played.chosen)
        kind = "repair"
    return m.Meant(kind=kind, when=str(order.when or ""), **given)


def _plain(state: State, me: int, order: o.Line) -> Event:
    """An order that plays no card."""
    when = str(order.when or "")
    if isinstance(order, o.Discard):
        hand = tuple(card for card in state.fleets[me].hand if card >= 0)
        cards = references.items(state, me, order.cards) or hand
        return m.Meant(kind="discard", when=when, **_cards(state, me, cards))
    if isinstance(order, o.Resources):
        cards = references.items(state, me, order.cards)
        ships = plan.bought(state, me, cards)
        found = _cards(state, me, cards)
        zones = tuple(str(zone) for zone in order.zones)
        return m.Meant(kind="resources", count=ships, zones=zones, when=when, **found)
    if isinstance(order, o.Move):
        return _moves(state, me, order)
    if isinstance(order, o.Naalu):
        berth, target = powers.naalu(state, me, order)
        ship = state.ship(Target(me, berth))
        theirs = state.ship(target)
        assert ship is not None
        assert theirs is not None
        damage = state.damage(ship.damage)
        return m.Meant(
            kind="naalu",
            ship=state.printed(ship).type,
            berth=BERTHS[berth],
            target=state.fleets[target.fleet].seat,
            what=state.printed(theirs).type,
            where=BERTHS[target.berth],
            damage=damage,
            left=state.hull_left(target) - damage,
            when=when,
        )
    zone = str(getattr(order, "zone", ""))
    count = -1
    if isinstance(order, o.Draw) and order.count is not None:
        count = order.count
    kind = type(order).__name__.lower()
    return m.Meant(kind=kind, zone=zone, count=count, when=when)


def _moves(state: State, me: int, order: o.Move) -> Event:
    """Where ships go, and which zone would hold too many (B3)."""
    moves = dict(state.moves)
    names = []
    for word, name in order.moves:
        berth = references.berth(state, me, word)
        moves[berth] = references.zone(name)
        ship = state.ship(Target(me, berth))
        assert ship is not None
        names.append(f"{state.printed(ship).type} {BERTHS[berth]}")
    fleet = state.fleets[me]
    counts = [in_zone(fleet, zone) for zone in range(4)]
    for berth, zone in moves.items():
        counts[berth // 3] -= 1
        counts[zone] += 1
    over = next((zone for zone in range(4) if counts[zone] > 3), -1)
    return m.Meant(
        kind="move",
        cards=tuple(names),
        zones=tuple(str(zone) for _, zone in order.moves),
        zone=ZONES[over] if over >= 0 else "",
        count=counts[over] if over >= 0 else 0,
        when=str(order.when or ""),
    )
