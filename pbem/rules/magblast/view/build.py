"""Views built from a state, never stripped (B25)."""

from __future__ import annotations

from typing import Any

from pbem.kit.kept import kept
from pbem.protocol import Seat
from pbem.rules.magblast.board_text import ShipView
from pbem.rules.magblast.check import targeting
from pbem.rules.magblast.check.limits import moved
from pbem.rules.magblast.state import (
    BERTHS,
    PHASES,
    ZONES,
    Fleet,
    Played,
    Ship,
    State,
    berth_name,
)
from pbem.rules.magblast.view.model import (
    CardView,
    FleetView,
    HitView,
    PlayedView,
    SeatView,
    Secrets,
    Truth,
    View,
)
from pbem.rules.magblast.view.quick_list import quick_list


def build(state: State, seat: Seat | None) -> View:
    """Return the view of a seat, or of the public."""
    public = _public(state)
    if seat is None:
        return View(**public)
    index = state.seat(seat)
    fleet = state.fleets[index]
    mine = state.drawn is not None and index == state.active
    offered = state.drawn.ships if state.drawn is not None and mine else ()
    return SeatView(
        **public,
        seat=seat,
        **_secrets(state, fleet),
        offered=state.ship_names(offered),
        cheat=quick_list(state, index),
    )


def truth(state: State) -> Truth:
    """Return the whole truth, for the moderator."""
    return Truth(
        **_public(state),
        hands={fleet.seat: state.labels(fleet.cards) for fleet in state.fleets},
        secrets={f.seat: Secrets(**_secrets(state, f)) for f in state.fleets},
        deck_order=state.labels(reversed(state.draw)),
        shipyard_order=state.ship_names(reversed(state.yard)),
    )


def _secrets(state: State, fleet: Fleet) -> dict[str, Any]:
    """Return the fields of Secrets, which only a seat and the moderator know."""
    return {
        "hand": _hand(state, fleet),
        "dealt": state.ship_names(fleet.dealt),
        "standing": tuple(map(str, fleet.standing)),
        "passing": fleet.passing,
        "vote": fleet.vote,
    }


@kept
def _public(state: State) -> dict[str, Any]:
    """Return the fields of View."""
    ships = state.box.ships
    drawn = state.drawn.ships if state.drawn is not None else ()
    _, crowded = moved(state.fleets[state.active], state.moves)  # (B3)
    shown = drawn if len(drawn) == 1 else ()  # two are offered, and not shown (B23)
    return {
        "deck": state.deck,
        "turn": state.turn,
        "round": state.round,
        "limit": state.limit,
        "phase": "over" if state.over else PHASES[state.phase],
        "to_move": _mover(state),
        "mail": state.mail,
        "draw": len(state.draw),
        "discards": tuple(sorted(state.labels(state.discards))),
        "shipyard": len(state.yard),
        "wrecks": tuple(sorted(ships[card].type for card in state.wrecks)),
        "seats": {f.seat: _fleet(state, index) for index, f in enumerate(state.fleets)},
        "stack": tuple(_played(state, played) for played in state.stack),
        "hit": _hit(state),
        "last": state.last,
        "moves": tuple((BERTHS[berth], ZONES[zone]) for berth, zone in state.moves),
        "crowded": ZONES[crowded] if crowded >= 0 else "",
        "drawn": tuple(ships[card].type for card in shown),
        "waiting": len(drawn),
    }


def _mover(state: State) -> Seat | None:
    """Return whose turn it is."""
    return None if state.over or not state.turn else state.fleets[state.active].seat


def _fleet(state: State, index: int) -> FleetView:
    fleet = state.fleets[index]
    flag = state.flagship(index)
    near = fleet.out is None and index in state.neighbours(state.active)
    return FleetView(
        flag.name,
        flag.power,
        flag.hull,
        state.damage(fleet.damage + fleet.squadrons),
        _titles(state, fleet.damage),
        _titles(state, fleet.squadrons),
        fleet.uses,
        flag.uses,
        len(fleet.cards),
        {BERTHS[berth]: _ship(state, ship) for berth, ship in fleet.berthed()},
        tuple(
            (state.action(cloud.card).title, state.fleets[cloud.by].seat)
            for cloud in state.clouds
            if cloud.on == index
        ),
        near and not state.clouded(index, "asteroids"),
        fleet.turns,
        fleet.out,
    )


def _ship(state: State, ship: Ship) -> ShipView:
    printed = state.printed(ship)
    return ShipView(
        printed.type,
        printed.move,
        printed.hull,
        state.damage(ship.damage + ship.squadrons),
        _titles(state, ship.damage),
        _titles(state, ship.squadrons),
        _titles(state, ship.upgrades),
        printed.weapons,
        printed.carrier,
        printed.minesweeper,
        ship.fired,
        targeting.shots(state, ship),
        ship.boarded,
    )


def _titles(state: State, cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(state.action(card).title for card in cards)


def _hand(state: State, fleet: Fleet) -> tuple[CardView, ...]:
    """Return a hand with its numbers."""
    found = []
    for number, card in enumerate(fleet.hand, 1):
        if card >= 0:
            printed = state.action(card)
            title, label = printed.title, printed.label
            found.append(CardView(number, title, printed.icons, label, printed.kind))
    return tuple(found)


def _played(state: State, played: Played) -> PlayedView:
    aim = played.target
    return PlayedView(
        state.fleets[played.by].seat,
        state.action(played.cards[0]).title,
        played.key,
        len(played.cards),
        state.damage(played.cards),
        berth_name(played.ship),
        state.fleets[aim.fleet].seat if aim else "",
        berth_name(aim.berth) if aim else "",
        state.what(aim) if aim else "flagship",
        played.noise,
    )


def _hit(state: State) -> HitView | None:
    """Return the blow that a Direct Hit may follow."""
    hit = state.hit
    if hit is None:
        return None
    at = state.whereabouts(hit.target)
    return HitView(BERTHS[hit.ship], direct=hit.direct, **at)
