"""A game from a position: the lines of `== Position ==`, for cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.protocol import Fault
from pbem.rules.mars.board import STEP, quarters, side_of, spell
from pbem.rules.mars.colours import COLOUR, COLOURS, pawn_called
from pbem.rules.mars.orders import place
from pbem.rules.mars.signs import named
from pbem.rules.mars.state import FULL, State, supply


@dataclass(frozen=True, slots=True)
class Put:
    """One line of a position: what it sets, and to what."""

    what: str
    words: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


READERS: Mapping[str, Callable[..., Any]] = {
    "position": lambda put: put,
    "put_tile": lambda tile, at: Put("tile", (str(tile),), (place(at),)),
    "put_deck": lambda *tiles: Put("deck", tuple(map(str, tiles))),
    "put_pawn": lambda pawn, at: Put("pawn", (pawn_called(pawn),), (place(at),)),
    "put_bridge": lambda pawn, a, b: Put(
        "bridge", (pawn_called(pawn),), (place(a), place(b))
    ),
    "put_dome": lambda at: Put("dome", (), (place(at),)),
    "put_used": lambda at: Put("used", (), (place(at),)),
    "put_figure": lambda what, number: Put(str(what).lower(), (str(number),)),
    "put_hand": lambda who, *pawns: Put("hand", (str(who), *map(str, pawns))),
    "put_flag": lambda what: Put(str(what).lower()),
}


class Misplaced(Exception):
    """A line that cannot stand; `fault` says why."""

    def __init__(self, code: str, **given: Any) -> None:
        super().__init__(code)
        self.fault = Fault(code, given=given)


def apply(state: State, put: Put) -> State:
    """The state with one more line of its position. Raises Misplaced."""
    for spot in put.places:
        if spot not in state.board.at:
            raise Misplaced("position.place", place=spell(spot))
    return _PUTS.get(put.what, _figure)(state, put)


def _tile(state: State, put: Put) -> State:
    names = {name.lower(): name for name in state.box.tiles}
    name = names.get(put.words[0].lower(), "")
    if not name or any(laid[0] == name for laid in state.laid):
        known = tuple(state.box.tiles)
        raise Misplaced("position.tile", found=put.words[0], known=known)
    board = state.board
    spot = board.spots[board.at[put.places[0]]]
    if spot.beyond is None or put.places[0] % 10 not in STEP:
        raise Misplaced("position.beyond", place=spell(put.places[0]))
    entrance = state.box.tiles[name].entrances[0]
    turn = quarters(entrance, side_of(spot, board) % 10)
    laid = (*state.laid, (name, *spot.beyond, turn))
    deck = tuple(other for other in state.deck if other != name)
    return replace(state, laid=laid, deck=deck)


def _deck(state: State, put: Put) -> State:
    names = {name.lower(): name for name in state.box.tiles}
    deck = [names.get(word.lower(), "") for word in put.words if word != "none"]
    laid = [laid[0] for laid in state.laid]
    if "" in deck or len(set(deck) | set(laid)) < len(deck) + len(laid):
        found = " ".join(put.words)
        raise Misplaced("position.tile", found=found, known=tuple(state.box.tiles))
    return replace(state, deck=tuple(deck))


def _pawn(state: State, put: Put) -> State:
    at, pawn = state.board.at[put.places[0]], put.words[0]
    pawns = dict(state.pawns)
    if at in pawns:
        raise Misplaced("position.taken", place=spell(at), pawn=pawns[at])
    if supply(state.settings, pawns, state.aboard)[pawn] < 1:
        raise Misplaced("position.supply", pawn=pawn)
    pawns[at] = pawn
    return replace(state, pawns=tuple(sorted(pawns.items())))


def _bridge(state: State, put: Put) -> State:
    ends = (state.board.at[put.places[0]], state.board.at[put.places[1]])
    token = state.board.sites.get(ends)
    colour = COLOUR.get(put.words[0], "")
    if token is None or colour in {c for _, _, c in state.bridges} | {""}:
        a, b = map(spell, put.places)
        raise Misplaced("position.bridge", origin=a, target=b)
    return replace(state, bridges=(*state.bridges, (*token, colour)))


def _dome(state: State, put: Put) -> State:
    at = put.places[0]
    for number, site in state.board.domes.items():
        if at in site and number not in state.domes:
            taken = set(site).intersection(dict(state.pawns))
            if len(state.domes) < state.settings.module and not taken:
                return replace(state, domes=(*state.domes, number))
    raise Misplaced("position.dome", place=spell(at))


def _used(state: State, put: Put) -> State:
    at = state.board.at[put.places[0]]
    if not state.board.spots[at].timer:
        raise Misplaced("position.timer", place=spell(at))
    return replace(state, spent=(*state.spent, at))


def _hand(state: State, put: Put) -> State:
    seat = named(state, put.words[0])
    if not seat:
        raise Misplaced("position.seat", found=put.words[0], known=state.seats)
    colours = tuple(COLOUR.get(pawn_called(word), "") for word in put.words[1:])
    if "" in colours:
        raise Misplaced("position.colour", known=COLOURS)
    hands = list(state.hands)
    hands[state.seats.index(seat)] = colours
    return replace(state, hands=tuple(hands))


def _flag(state: State, put: Put) -> State:
    if put.what == "talking":
        return replace(state, talking=True)
    if len(state.domes) < state.settings.module:
        raise Misplaced("position.landed", domes=state.settings.module)
    return replace(state, landed=True)


def _figure(state: State, put: Put) -> State:
    number = int(put.words[0])
    least, most = {
        "sand": (1, FULL),
        "wild": (0, state.settings.wild),
        "round": (1, 9999),
        "using": (1, len(state.hands)),
        "aboard": (1, state.settings.module),
    }.get(put.what, (0, 99999))
    if not least <= number <= most:
        raise Misplaced("position.figure", what=put.what, least=least, most=most)
    if put.what == "aboard":
        pawns = dict(state.pawns)
        pawns[state.board.rocket] = "colonist"
        if supply(state.settings, pawns, number - 1)["colonist"] < 0:
            raise Misplaced("position.supply", pawn="colonist")
        placed = tuple(sorted(pawns.items()))
        return replace(state, pawns=placed, aboard=number - 1)
    value: Any = number - 1 if put.what == "using" else number
    return replace(state, **{put.what: value})


_PUTS: Mapping[str, Callable[[State, Put], State]] = {
    "tile": _tile,
    "deck": _deck,
    "pawn": _pawn,
    "bridge": _bridge,
    "dome": _dome,
    "used": _used,
    "hand": _hand,
    "talking": _flag,
    "landed": _flag,
}


def finished(state: State) -> Fault | None:
    """What is still missing when all lines are read."""
    colonists = [pawn for _, pawn in state.pawns if pawn == "colonist"]
    wanted = state.settings.module if state.landed else 0
    if len(colonists) + state.aboard != wanted:
        given = {"found": len(colonists) + state.aboard, "wanted": wanted}
        return Fault("position.colonists", given=given)
    return None
