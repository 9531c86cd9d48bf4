"""How a game begins: shuffled and laid out, or from a position line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.chance import Chance
from pbem.protocol import Fault, Options, Seat, Step, Unplaceable
from pbem.rules.mars.actions.exploring import lay
from pbem.rules.mars.actions.table import Desk
from pbem.rules.mars.events import Begun
from pbem.rules.mars.map.board import STEP, quarters, side_of, spell
from pbem.rules.mars.map.colours import COLOUR, COLOURS, HANDS, pawn_called
from pbem.rules.mars.map.tiles import Box
from pbem.rules.mars.orders import place
from pbem.rules.mars.signs import named
from pbem.rules.mars.state import FULL, Settings, State, supply


@dataclass(frozen=True, slots=True)
class Put:
    """One line of a position: what it sets, and to what."""

    what: str
    words: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


POSITION_READERS: Mapping[str, Callable[..., Any]] = {
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


def from_position(
    box: Box, seats: tuple[Seat, ...], settings: Settings, lines: Sequence[Put]
) -> Step[State]:
    """Return the table laid out line by line (P1). Raise Unplaceable."""
    state = bare_table(box, seats, settings)
    for index, line in enumerate(lines):
        try:
            state = _placed(state, line)
        except Misplaced as error:
            raise Unplaceable(index, error.fault) from None
    colonists = state.aboard + [pawn for _, pawn in state.pawns].count("colonist")
    wanted = settings.module if state.landed else 0
    if colonists != wanted:
        fault = Fault(
            "position.colonists", given={"found": colonists, "wanted": wanted}
        )
        raise Unplaceable(max(0, len(lines) - 1), fault)
    return Step(state)


def _placed(state: State, put: Put) -> State:
    """Return the state with one more line of its position. Raise Misplaced."""
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


def settings_of(options: Options) -> Settings:
    """Return the options as the rules use them."""
    return Settings(
        options["module"],
        options["x"],
        options["experts"],
        options["solo"],
        options["rest"],
        options["talk"],
    )


def bare_table(box: Box, seats: tuple[Seat, ...], settings: Settings) -> State:
    """Return the table with the start tile only, the deck in the order of the box."""
    count = len(seats)
    if count == 1:
        count = 6 if settings.solo == "six" else 2  # Z16
    return State(
        box,
        seats,
        settings,
        HANDS[count],
        ((box.of("start")[0], 0, 0, 0),),
        box.of(*"ABCDE"[: settings.module]),
        wild=settings.wild,
    )


def begin(
    box: Box, seats: tuple[Seat, ...], settings: Settings, chance: Chance | None
) -> Step[State]:
    """Shuffle the deck (Z19), X tiles among it (Z18), and turn the timer.

    Alone, four tiles are laid out first (Z16).
    """
    state = bare_table(box, seats, settings)
    if chance is not None:
        extra, chance = chance.shuffled(box.of("X"), "x tiles")
        deck = (*state.deck, *sorted(extra[: settings.x]))
        shuffled, _ = chance.shuffled(deck, "deck")
        state = replace(state, deck=shuffled)
    desk = Desk(state)
    desk.events.append(Begun(module=settings.module, sand=state.sand))
    if state.solo:
        for side in sorted(STEP):
            lay(desk, 0, 10 + side, "", alone=True)
    return Step(desk.packed(), tuple(desk.events))
