"""What an order would do, as far as its player may know: for receipts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.protocol import Event, Order
from pbem.rules.magblast.cards import BLASTS, SQUADRONS
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.placement import (
    after_moves,
    deployment,
    movement,
    placing,
)
from pbem.rules.magblast.check.plan import discards, plan, purchase
from pbem.rules.magblast.check.powers import naalu
from pbem.rules.magblast.check.reactions import reaction
from pbem.rules.magblast.events.explanations import Meant
from pbem.rules.magblast.explain.try_standing import try_standing
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import (
    BERTHS,
    FLAGSHIP,
    SETUP,
    ZONES,
    Played,
    State,
    Target,
)


def explain(state: State, me: int, order: Order) -> tuple[Event, ...]:
    """Return what an order would do now; a line without sense yet waits."""
    if isinstance(order, o.Standing):
        rule = str(order.rule)
        tried = try_standing(state, me, order.rule)
        return (Meant(kind="standing", rule=rule), *tried)
    if not isinstance(order, o.Line):
        return ()
    when = str(order.when or "")
    try:
        kind, given = _meaning(state, me, order)
    except Illegal:
        kind, given = "waits", {}
    return (Meant(kind=kind, **{"when": when, **given}),)


def _meaning(state: State, me: int, order: o.Line) -> tuple[str, dict[str, Any]]:
    """Return the kind of `Meant` that an order is, and the fields that it fills."""
    kind = type(order).__name__.lower()
    if isinstance(order, o.Anytime | o.End):
        return kind, {}
    if state.phase == SETUP and isinstance(order, o.Place):
        names = state.ship_names(deployment(state, me, order))
        return "deploy", {"cards": names, "zones": ZONES, "when": ""}
    if isinstance(order, o.Reaction):
        return _reaction(state, me, order)
    if isinstance(order, o.Place):
        choice, zone = placing(state, order)
        assert state.drawn is not None
        name = state.box.ships[state.drawn.ships[choice]].type
        return "place", {"ship": name, "zone": ZONES[zone]}
    if state.stack or state.drawn is not None or me != state.active:
        raise Illegal("wait")
    played = plan(state, me, order)
    if played is not None:
        return _played(after_moves(state), me, played)
    if isinstance(order, o.Discard):
        return "discard", _cards(state, me, discards(state, me, order))
    if isinstance(order, o.Resources):
        cards, ships = purchase(state, me, order)
        zones = tuple(str(zone) for zone in order.zones)
        return kind, {"count": ships, "zones": zones, **_cards(state, me, cards)}
    if isinstance(order, o.Move):
        return kind, _movement(state, me, order)
    if isinstance(order, o.Naalu):
        return kind, _transfer(after_moves(state), me, order)
    count = order.count if isinstance(order, o.Draw) else None
    given = {"zone": str(getattr(order, "zone", ""))}
    return kind, {**given, "count": -1 if count is None else count}


def _cards(state: State, me: int, cards: Sequence[int]) -> dict[str, Any]:
    hand = state.fleets[me].hand
    numbers = tuple(hand.index(card) + 1 for card in cards)
    return {"cards": state.labels(cards), "numbers": numbers}


def _reaction(state: State, me: int, order: o.Reaction) -> tuple[str, dict[str, Any]]:
    if not state.stack:
        raise Illegal("nothing-asked")
    played = reaction(state, me, order)
    kind = type(order).__name__.lower()
    if isinstance(order, o.Pass) and order.all:
        kind = "pass-all"
    elif isinstance(order, o.Counter):
        kind = order.key
    given = _cards(state, me, played.cards) if played else {}
    return kind, {"what": state.title(state.stack[-1].key), **given}


def _played(state: State, me: int, played: Played) -> tuple[str, dict[str, Any]]:
    """Return what a card that is played will do."""
    kind = "play"
    given = _cards(state, me, played.cards)
    if played.ship != FLAGSHIP:
        given["ship"] = state.what(Target(me, played.ship))
        given["berth"] = BERTHS[played.ship]
    if played.target is not None:
        given |= state.whereabouts(played.target)
    if played.zone >= 0:
        given["zone"] = ZONES[played.zone]
    if played.key in (*BLASTS, *SQUADRONS) and played.target is not None:
        damage = state.damage(played.cards)
        left = state.hull_left(played.target) - damage
        given |= {"damage": damage, "left": left, "noise": played.noise}
        kind = "fire" if played.key in BLASTS else "launch"
        again = state.hit is not None and state.hit.direct
        given["again"] = kind == "fire" and again
    if played.chosen:
        given["zones"] = state.labels(played.chosen)
        kind = "repair"
    return kind, given


def _transfer(state: State, me: int, order: o.Naalu) -> dict[str, Any]:
    berth, target = naalu(state, me, order)
    mine = Target(me, berth)
    damage = state.damage(state.bearer(mine).damage)
    return {
        "ship": state.what(mine),
        "berth": BERTHS[berth],
        "damage": damage,
        "left": state.hull_left(target) - damage,
        **state.whereabouts(target),
    }


def _movement(state: State, me: int, order: o.Move) -> dict[str, Any]:
    """Return where ships go, and which zone would hold too many (B3)."""
    going = movement(state, me, order)
    fleet = state.fleets[me]
    counts = [fleet.in_zone(zone) for zone in range(4)]
    for berth, zone in {**dict(state.moves), **dict(going)}.items():
        counts[berth // 3] -= 1
        counts[zone] += 1
    over = next((zone for zone in range(4) if counts[zone] > 3), -1)
    ships = ((state.what(Target(me, berth)), BERTHS[berth]) for berth, _ in going)
    return {
        "cards": tuple(f"{name} {berth}" for name, berth in ships),
        "zones": tuple(ZONES[zone] for _, zone in going),
        "zone": ZONES[over] if over >= 0 else "",
        "count": counts[over] if over >= 0 else 0,
    }
