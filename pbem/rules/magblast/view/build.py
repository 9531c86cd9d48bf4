"""Views built from a state, never stripped (B25)."""

from __future__ import annotations

from typing import Any

from pbem.protocol import Seat
from pbem.rules.magblast.board_text import ShipView
from pbem.rules.magblast.check import targeting
from pbem.rules.magblast.check.limits import moved
from pbem.rules.magblast.fleet import BERTHS, GAP, ZONES, Fleet, Ship
from pbem.rules.magblast.state import (
    FLAGSHIP,
    PHASES,
    Played,
    State,
    Target,
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


def _public(state: State) -> dict[str, Any]:
    """Return the fields of View."""
    ships = state.box.ships
    drawn = state.drawn.ships if state.drawn is not None else ()
    _, crowded = moved(state.fleets[state.active].ships, state.moves)  # (B3)
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
        "seats": {f.seat: _fleet(state, n) for n, f in enumerate(state.fleets)},
        "stack": tuple([_played(state, played) for played in state.stack]),
        "hit": _hit(state),
        "last": state.last,
        "moves": tuple([(BERTHS[berth], ZONES[zone]) for berth, zone in state.moves]),
        "crowded": ZONES[crowded] if crowded >= 0 else "",
        "drawn": tuple([ships[card].type for card in shown]),
        "waiting": len(drawn),
    }


def _mover(state: State) -> Seat | None:
    """Return whose turn it is."""
    return None if state.over or not state.turn else state.fleets[state.active].seat


def _fleet(state: State, index: int) -> FleetView:
    fleet, card = state.fleets[index], state.flagship(index)
    flagship = Target(index, FLAGSHIP)
    return FleetView(
        flagship=card.name,
        power=card.power,
        hull=card.hull,
        damage=state.damage(fleet.damage + fleet.squadrons),
        beneath=_titles(state, fleet.damage),
        squadrons=_titles(state, fleet.squadrons),
        uses=fleet.uses,
        most=card.uses,
        cards=len(fleet.cards),
        ships={BERTHS[berth]: _ship(state, ship) for berth, ship in fleet.berthed()},
        clouds=tuple(
            (state.action(cloud.card).title, state.fleets[cloud.by].seat)
            for cloud in state.clouds
            if cloud.on == index
        ),
        attackable=not targeting.no_target(state, state.active, flagship),
        turns=fleet.turns,
        out=fleet.out,
    )


def _ship(state: State, ship: Ship) -> ShipView:
    printed = state.printed(ship)
    return ShipView(
        type=printed.type,
        move=printed.move,
        hull=printed.hull,
        damage=state.damage(ship.damage + ship.squadrons),
        beneath=_titles(state, ship.damage),
        squadrons=_titles(state, ship.squadrons),
        upgrades=_titles(state, ship.upgrades),
        weapons=printed.weapons,
        carrier=printed.carrier,
        minesweeper=printed.minesweeper,
        fired=ship.fired,
        shots=targeting.shots(state, ship),
        boarded=ship.boarded,
    )


def _titles(state: State, cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(state.action(card).title for card in cards)


def _hand(state: State, fleet: Fleet) -> tuple[CardView, ...]:
    """Return a hand with its numbers."""
    cards = ((n, state.action(c)) for n, c in enumerate(fleet.hand, 1) if c != GAP)
    return tuple(
        CardView(number, card.title, card.icons, card.label, card.kind)
        for number, card in cards
    )


def _played(state: State, played: Played) -> PlayedView:
    aim = played.target
    return PlayedView(
        seat=state.fleets[played.by].seat,
        card=state.action(played.cards[0]).title,
        key=played.key,
        count=len(played.cards),
        damage=state.damage(played.cards),
        ship=berth_name(played.ship),
        target=state.fleets[aim.fleet].seat if aim else "",
        where=berth_name(aim.berth) if aim else "",
        what=state.what(aim) if aim else "flagship",
        noise=played.noise,
    )


def _hit(state: State) -> HitView | None:
    """Return the blow that a Direct Hit may follow."""
    hit = state.hit
    if hit is None:
        return None
    at = state.whereabouts(hit.target)
    return HitView(BERTHS[hit.ship], direct=hit.direct, **at)
