"""What a seat, the public and the moderator may see.

A view is built, not stripped: nothing in it can hold another's hand, the
order of a deck, a standing order or a vote of somebody else (B25).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.protocol import Seat
from pbem.rules.magblast.board_text import fleet_lines
from pbem.rules.magblast.check import targeting
from pbem.rules.magblast.explain.quick_list import cheat
from pbem.rules.magblast.resolve.piles import berth_name, label
from pbem.rules.magblast.state import (
    BERTHS,
    PHASES,
    ZONES,
    Fleet,
    Played,
    Ship,
    State,
    held,
)


@dataclass(frozen=True, slots=True)
class ShipView:
    """A ship as it lies open on the table."""

    type: str
    move: int
    hull: int
    damage: int
    beneath: tuple[str, ...]
    squadrons: tuple[str, ...]
    upgrades: tuple[str, ...]
    weapons: tuple[str, ...]
    carrier: bool
    minesweeper: bool
    fired: int
    shots: int
    boarded: bool


@dataclass(frozen=True, slots=True)
class CardView:
    """A card in one's own hand, by its number there."""

    number: int
    card: str
    icons: str
    label: str
    kind: str


@dataclass(frozen=True, slots=True)
class FleetView:
    """A fleet as everybody sees it."""

    flagship: str
    power: str
    hull: int
    damage: int
    beneath: tuple[str, ...]
    squadrons: tuple[str, ...]
    uses: int
    most: int
    cards: int
    ships: dict[str, ShipView]
    clouds: tuple[tuple[str, Seat], ...]
    attackable: bool
    turns: int
    out: int | None

    def zone(self, name: str) -> list[tuple[str, ShipView]]:
        """The ships of a zone with their berths."""
        letter = name[0].upper()
        return [(at, ship) for at, ship in self.ships.items() if at[0] == letter]

    def lines(self, seat: Seat) -> list[str]:
        """The fleet drawn in lines of text."""
        zones = {name: self.zone(name) for name in ZONES}
        name, hull = self.flagship, self.hull
        return fleet_lines(seat, name, hull, self.damage, self.cards, zones)

    @property
    def gaps(self) -> tuple[str, ...]:
        """The zones without ships, where the flagship can be shot at."""
        return tuple(name for name in ZONES if not self.zone(name))

    @property
    def mined(self) -> bool:
        """Whether a Minefield lies on the fleet."""
        return any(name == "Minefield" for name, _ in self.clouds)


@dataclass(frozen=True, slots=True)
class PlayedView:
    """A card on its way, for all to see."""

    seat: Seat
    card: str
    key: str
    count: int
    damage: int
    ship: str
    target: Seat
    where: str
    what: str
    noise: str


@dataclass(frozen=True, slots=True)
class HitView:
    """The blow that a Direct Hit may follow, or that one stands on."""

    ship: str
    target: Seat
    where: str
    what: str
    direct: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table as everybody sees it."""

    deck: str
    turn: int
    round: int
    limit: int
    phase: str
    to_move: Seat | None
    mail: bool
    draw: int
    discards: tuple[str, ...]
    shipyard: int
    wrecks: tuple[str, ...]
    seats: dict[Seat, FleetView]
    stack: tuple[PlayedView, ...]
    hit: HitView | None
    last: str
    moves: tuple[tuple[str, str], ...]
    drawn: tuple[str, ...]
    waiting: int

    @property
    def zones(self) -> tuple[str, ...]:
        """The four zones, in ring order."""
        return ZONES


@dataclass(frozen=True, slots=True)
class SeatView(View):
    """The table as one seat sees it."""

    seat: Seat
    hand: tuple[CardView, ...]
    dealt: tuple[str, ...]
    standing: tuple[str, ...]
    passing: bool
    vote: Seat
    offered: tuple[str, ...]
    cheat: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Secrets:
    """What only the moderator sees of a seat."""

    hand: tuple[CardView, ...]
    dealt: tuple[str, ...]
    standing: tuple[str, ...]
    passing: bool
    vote: Seat


@dataclass(frozen=True, slots=True)
class Truth(View):
    """The whole truth."""

    hands: dict[Seat, tuple[str, ...]]
    secrets: dict[Seat, Secrets]
    deck_order: tuple[str, ...]
    shipyard_order: tuple[str, ...]


def ship_view(state: State, ship: Ship) -> ShipView:
    """A ship as it lies open."""
    printed = state.printed(ship)
    title = [card.title for card in state.box.actions]
    return ShipView(
        printed.type,
        printed.move,
        printed.hull,
        state.damage(ship.damage + ship.wing),
        tuple(title[card] for card in ship.damage),
        tuple(title[card] for card in ship.wing),
        tuple(title[card] for card in ship.upgrades),
        printed.weapons,
        printed.carrier,
        printed.minesweeper,
        ship.fired,
        targeting.shots(state, ship),
        ship.boarded,
    )


def _fleet(state: State, index: int) -> FleetView:
    fleet = state.fleets[index]
    flag = state.flagship(index)
    title = [card.title for card in state.box.actions]
    living = fleet.out is None
    near = living and index in state.neighbours(state.active)
    return FleetView(
        flag.name,
        flag.power,
        flag.hull,
        state.damage(fleet.damage + fleet.wing),
        tuple(title[card] for card in fleet.damage),
        tuple(title[card] for card in fleet.wing),
        fleet.uses,
        flag.uses,
        len(held(fleet)),
        {BERTHS[b]: ship_view(state, ship) for b, ship in targeting.ships(fleet)},
        tuple(
            (title[cloud.card], state.fleets[cloud.by].seat)
            for cloud in state.clouds
            if cloud.on == index
        ),
        near and not state.clouded(index, "asteroids"),
        fleet.turns,
        fleet.out,
    )


def _played(state: State, played: Played) -> PlayedView:
    aim = played.target
    ship = state.ship(aim) if aim else None
    return PlayedView(
        state.fleets[played.by].seat,
        state.action(played.cards[0]).title,
        played.key,
        len(played.cards),
        state.damage(played.cards),
        berth_name(played.ship),
        state.fleets[aim.fleet].seat if aim else "",
        berth_name(aim.berth) if aim else "",
        state.printed(ship).type if ship else "flagship",
        played.noise,
    )


def hand_view(state: State, fleet: Fleet) -> tuple[CardView, ...]:
    """A hand with its numbers."""
    found = []
    for number, card in enumerate(fleet.hand, 1):
        if card >= 0:
            printed = state.action(card)
            name = label(state, card)
            found.append(
                CardView(number, printed.title, printed.icons, name, printed.kind)
            )
    return tuple(found)


def _public(state: State) -> dict[str, Any]:
    """The fields of View."""
    drawn = state.drawn
    ships = state.box.ships
    open_ship = drawn is not None and len(drawn.ships) == 1
    return {
        "deck": state.deck,
        "turn": state.turn,
        "round": state.round,
        "limit": state.limit,
        "phase": "over" if state.over else PHASES[state.phase],
        "to_move": _mover(state),
        "mail": state.mail,
        "draw": len(state.draw),
        "discards": tuple(sorted(label(state, card) for card in state.discards)),
        "shipyard": len(state.yard),
        "wrecks": tuple(sorted(ships[card].type for card in state.wrecks)),
        "seats": {f.seat: _fleet(state, index) for index, f in enumerate(state.fleets)},
        "stack": tuple(_played(state, played) for played in state.stack),
        "hit": _hit(state),
        "last": state.last,
        "moves": tuple((BERTHS[berth], ZONES[zone]) for berth, zone in state.moves),
        "drawn": tuple(ships[card].type for card in drawn.ships)
        if drawn is not None and open_ship
        else (),
        "waiting": len(drawn.ships) if drawn is not None else 0,
    }


def _mover(state: State) -> Seat | None:
    """Whose turn it is."""
    return None if state.over or not state.turn else state.fleets[state.active].seat


def _hit(state: State) -> HitView | None:
    """The blow that a Direct Hit may follow."""
    if state.hit is None:
        return None
    target = state.hit.target
    struck = state.ship(target)
    return HitView(
        BERTHS[state.hit.ship],
        state.fleets[target.fleet].seat,
        berth_name(target.berth),
        state.printed(struck).type if struck else "flagship",
        state.hit.direct,
    )


def build(state: State, seat: Seat | None) -> View:
    """The view of a seat, or of the public."""
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
        hand=hand_view(state, fleet),
        dealt=_ship_names(state, fleet.dealt),
        standing=tuple(str(rule) for rule in fleet.standing),
        passing=fleet.passing,
        vote=fleet.vote,
        offered=_ship_names(state, offered),
        cheat=cheat(state, index),
    )


def _ship_names(state: State, cards: tuple[int, ...]) -> tuple[str, ...]:
    ships = state.box.ships
    return tuple(f"{ships[card].type} {ships[card].hull}" for card in cards)


def truth(state: State) -> Truth:
    """The whole truth, for the moderator."""
    fleets = state.fleets
    return Truth(
        **_public(state),
        hands={f.seat: tuple(label(state, card) for card in held(f)) for f in fleets},
        secrets={f.seat: _secrets(state, f) for f in fleets},
        deck_order=tuple(label(state, card) for card in reversed(state.draw)),
        shipyard_order=_ship_names(state, tuple(reversed(state.yard))),
    )


def _secrets(state: State, fleet: Fleet) -> Secrets:
    """What only a seat and the moderator know of it."""
    return Secrets(
        hand_view(state, fleet),
        _ship_names(state, fleet.dealt),
        tuple(str(rule) for rule in fleet.standing),
        fleet.passing,
        fleet.vote,
    )
