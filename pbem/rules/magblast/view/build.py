"""Views built from a state, never stripped (B25)."""

from __future__ import annotations

from typing import Any

from pbem.protocol import Seat
from pbem.rules.magblast.board_text import ShipView
from pbem.rules.magblast.check import targeting
from pbem.rules.magblast.check.limits import moved
from pbem.rules.magblast.decks import box
from pbem.rules.magblast.fleet import BERTHS, ZONES, Fleet, Ship
from pbem.rules.magblast.state import (
    FLAGSHIP,
    PHASES,
    Played,
    State,
    berth_name,
    damage,
    target_at,
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
        "discards": _sorted_labels(state.deck, state.discards),
        "shipyard": len(state.yard),
        "wrecks": _sorted_types(state.deck, state.wrecks),
        "seats": _fleets(state),
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


def _sorted_labels(deck: str, cards: tuple[int, ...]) -> tuple[str, ...]:
    actions = box(deck).actions
    return tuple(sorted([actions[card].label for card in cards]))


def _sorted_types(deck: str, cards: tuple[int, ...]) -> tuple[str, ...]:
    ships = box(deck).ships
    return tuple(sorted([ships[card].type for card in cards]))


def _fleets(state: State) -> dict[Seat, FleetView]:
    deck, found = state.deck, {}
    for index, fleet in enumerate(state.fleets):
        flagship = target_at(index, FLAGSHIP)
        open_ = not targeting.no_target(state, state.active, flagship)
        clouds = _clouds(state, index) if state.clouds else ()
        found[fleet.seat] = _fleet_view(deck, fleet, clouds, open_)
    return found


def _clouds(state: State, on: int) -> tuple[tuple[str, Seat], ...]:
    clouds = [
        (state.action(cloud.card).title, state.fleets[cloud.by].seat)
        for cloud in state.clouds
        if cloud.on == on
    ]
    return _once(tuple(clouds))


def _once(clouds: tuple[tuple[str, Seat], ...]) -> tuple[tuple[str, Seat], ...]:
    """Return clouds as the object that they were when they were seen first."""
    return clouds


def _fleet_view(
    deck: str, fleet: Fleet, clouds: tuple[tuple[str, Seat], ...], attackable: bool
) -> FleetView:
    flag = box(deck).flagships[fleet.flagship]
    return FleetView(
        flag.name,
        flag.power,
        flag.hull,
        damage(deck, fleet.damage + fleet.squadrons),
        _titles(deck, fleet.damage),
        _titles(deck, fleet.squadrons),
        fleet.uses,
        flag.uses,
        len(fleet.cards),
        _ships(deck, fleet.berthed()),
        clouds,
        attackable,
        fleet.turns,
        fleet.out,
    )


def _ships(deck: str, ships: list[tuple[int, Ship]]) -> dict[str, ShipView]:
    """Return the ships of a fleet by their berths."""
    return {BERTHS[berth]: _ship(deck, ship) for berth, ship in ships}


def _ship(deck: str, ship: Ship) -> ShipView:
    printed = box(deck).ships[ship.card]
    return ShipView(
        printed.type,
        printed.move,
        printed.hull,
        damage(deck, ship.damage + ship.squadrons),
        _titles(deck, ship.damage),
        _titles(deck, ship.squadrons),
        _titles(deck, ship.upgrades),
        printed.weapons,
        printed.carrier,
        printed.minesweeper,
        ship.fired,
        targeting.shots(deck, ship),
        ship.boarded,
    )


def _titles(deck: str, cards: tuple[int, ...]) -> tuple[str, ...]:
    if not cards:
        return ()
    actions = box(deck).actions
    return tuple([actions[card].title for card in cards])


def _hand(state: State, fleet: Fleet) -> tuple[CardView, ...]:
    """Return a hand with its numbers."""
    deck, hand = state.deck, enumerate(fleet.hand, 1)
    return tuple([_card(deck, number, card) for number, card in hand if card >= 0])


def _card(deck: str, number: int, place: int) -> CardView:
    """Return how a card of a deck looks that has a number in a hand."""
    card = box(deck).actions[place]
    return CardView(number, card.title, card.icons, card.label, card.kind)


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
