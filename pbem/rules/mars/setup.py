"""How a game begins: shuffled and laid out, or from a position line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.chance import Chance
from pbem.protocol import Fault, Seat, Step, Unplaceable
from pbem.rules.mars.actions.exploring import lay_tile
from pbem.rules.mars.actions.table import Table
from pbem.rules.mars.events import Begun
from pbem.rules.mars.map.board import STEP, laid_beyond, place_called, spell
from pbem.rules.mars.map.colours import ACTION_TILES, COLOUR, COLOURS, pawn_called
from pbem.rules.mars.map.tiles import Box, without_pipes
from pbem.rules.mars.state import TIMER_TICKS, MarsOptions, Settings, State, supply

#: Ticks of sand in a timer with which the search wins about every other game, by
#: module and for one to six players (Z29); none has more than a gentle one.
EVEN_TICKS = {
    2: (145, 30, 30, 25, 25, 25),
    3: (165, 45, 35, 35, 30, 30),
    4: (TIMER_TICKS, 60, 60, 50, 45, 40),
    5: (TIMER_TICKS, 75, 65, 55, 55, 45),
}


def settings_of(options: MarsOptions, seats: int) -> Settings:
    """Return the options as the rules use them."""
    timer = TIMER_TICKS
    if options.sand == "even" and options.module in EVEN_TICKS:
        timer = EVEN_TICKS[options.module][seats - 1]
    return Settings(
        options.module,
        options.x,
        options.experts,
        options.solo,
        options.rest,
        options.talk,
        timer,
        options.rules,
    )


def bare_table(box: Box, seats: tuple[Seat, ...], settings: Settings) -> State:
    """Return the table with the start tile only, the deck in the order of the box."""
    if not settings.pipes:
        box = without_pipes(box)
    count = len(seats)
    if count == 1:
        count = 6 if settings.solo == "six" else 2  # Z16
    return State(
        box,
        seats,
        settings,
        ACTION_TILES[count],
        ((box.of("start")[0], 0, 0, 0),),
        box.of(*"ABCDE"[: settings.module]),
        sand=settings.timer,
        wild=settings.wild,
    )


def begin(
    box: Box, seats: tuple[Seat, ...], settings: Settings, chance: Chance | None
) -> Step[State]:
    """Shuffle the deck (Z19) with its X tiles (Z18), and turn the timer.

    Alone, four tiles are laid out first (Z16).
    """
    state = bare_table(box, seats, settings)
    if chance is not None:
        extra, chance = chance.shuffled(box.of("X"), "x tiles")
        deck = (*state.deck, *sorted(extra[: settings.x]))
        shuffled, _ = chance.shuffled(deck, "deck")
        state = replace(state, deck=shuffled)
    table = Table(state)
    table.events.append(Begun(module=settings.module, sand=state.sand))
    if state.solo:
        for side in sorted(STEP):
            lay_tile(table, seats[0], 10 + side, "", alone=True)
    return Step(table.packed(), tuple(table.events))


def another_deck(state: State, chance: Chance) -> tuple[str, ...]:
    """Return a deck as long as this one, of tiles that nobody has seen (Z18, Z19)."""
    box, laid = state.box, {name for name, *_ in state.laid}
    sets, extra = box.of(*"ABCDE"[: state.settings.module]), box.of("X")
    # As many X tiles as are not found yet; a written deck may hold any tile at all.
    most = state.settings.x - len(laid.intersection(extra))
    mixed, chance = chance.shuffled((n for n in sets if n not in laid), "imagined")
    more, chance = chance.shuffled((n for n in extra if n not in laid), "imagined x")
    known = {*laid, *sets, *more[:most]}
    rest, chance = chance.shuffled((n for n in box.tiles if n not in known), "rest")
    found = [*mixed, *more[:most], *rest][: len(state.deck)]
    return chance.shuffled(sorted(found), "imagined deck")[0]


@dataclass(frozen=True, slots=True)
class PositionLine:
    """One line of a position: what it sets, and to what."""

    what: str
    words: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


def _line(what: str, words: Sequence[str] = (), *places: str) -> PositionLine:
    return PositionLine(
        what.lower(), tuple(map(str, words)), tuple(map(place_called, places))
    )


#: Grammar rules of `== Position ==` to what builds its lines.
POSITION_READERS: Mapping[str, Callable[..., Any]] = {
    "position": lambda line: line,
    "put_tile": lambda tile, at: _line("tile", (tile,), at),
    "put_deck": lambda *tiles: _line("deck", tiles),
    "put_pawn": lambda pawn, at: _line("pawn", (pawn_called(pawn),), at),
    "put_bridge": lambda pawn, *ends: _line("bridge", (pawn_called(pawn),), *ends),
    "put_dome": lambda at: _line("dome", (), at),
    "put_used": lambda at: _line("used", (), at),
    "put_figure": lambda what, number: _line(what, (number,)),
    "put_hand": lambda *words: _line("hand", words),
    "put_flag": lambda what: _line(what),
}


class _Unfit(Exception):
    """A line that cannot stand; `fault` says why."""

    def __init__(self, code: str, **given: Any) -> None:
        super().__init__(code)
        self.fault = Fault(code, given=given)


def from_position(
    box: Box, seats: tuple[Seat, ...], settings: Settings, lines: Sequence[PositionLine]
) -> Step[State]:
    """Return the table laid out line by line. Raise Unplaceable."""
    state = bare_table(box, seats, settings)
    for index, line in enumerate(lines):
        try:
            for place in line.places:
                if place not in state.board.at:
                    raise _Unfit("position.place", place=spell(place))
            state = _SETTERS.get(line.what, _figure)(state, line)
        except _Unfit as error:
            raise Unplaceable(index, error.fault) from None
    found = [pawn for _, pawn in state.pawns].count("colonist") + state.aboard
    wanted = settings.module if state.landed else 0
    if found != wanted:
        fault = Fault("position.colonists", given={"found": found, "wanted": wanted})
        raise Unplaceable(max(0, len(lines) - 1), fault)
    return Step(state)


def _tile(state: State, line: PositionLine) -> State:
    [name] = _new_tiles(state, line.words)
    spot = state.board.spots[state.board.at[line.places[0]]]
    if spot.beyond is None:
        raise _Unfit("position.beyond", place=spell(line.places[0]))
    laid = (*state.laid, laid_beyond(state.box, spot, name))
    deck = tuple(other for other in state.deck if other != name)
    return replace(state, laid=laid, deck=deck)


def _deck(state: State, line: PositionLine) -> State:
    words = [word for word in line.words if word != "none"]
    return replace(state, deck=_new_tiles(state, words))


def _new_tiles(state: State, words: Sequence[str]) -> tuple[str, ...]:
    """Return the tiles of these names, each once and none on the map."""
    names = {name.lower(): name for name in state.box.tiles}
    found = tuple(names.get(word.lower(), "") for word in words)
    once = {*found} - {"", *(laid[0] for laid in state.laid)}
    if len(once) < len(found):
        known = tuple(state.box.tiles)
        raise _Unfit("position.tile", found=" ".join(words), known=known)
    return found


def _pawn(state: State, line: PositionLine) -> State:
    at, pawn = state.board.at[line.places[0]], line.words[0]
    pawns = dict(state.pawns)
    if at in pawns:
        raise _Unfit("position.taken", place=spell(at), pawn=pawns[at])
    if supply(state.settings, pawns, state.aboard)[pawn] < 1:
        raise _Unfit("position.supply", pawn=pawn)
    pawns[at] = pawn
    return replace(state, pawns=tuple(sorted(pawns.items())))


def _bridge(state: State, line: PositionLine) -> State:
    a, b = line.places
    token = state.board.sites.get((state.board.at[a], state.board.at[b]))
    colour = COLOUR.get(line.words[0], "")
    if token is None or colour in {c for _, _, c in state.bridges} | {""}:
        raise _Unfit("position.bridge", origin=spell(a), target=spell(b))
    return replace(state, bridges=(*state.bridges, (*token, colour)))


def _dome(state: State, line: PositionLine) -> State:
    at = line.places[0]
    for number, site in state.board.domes.items():
        if at in site and number not in state.domes:
            taken = set(site).intersection(dict(state.pawns))
            if len(state.domes) < state.settings.module and not taken:
                return replace(state, domes=(*state.domes, number))
    raise _Unfit("position.dome", place=spell(at))


def _used(state: State, line: PositionLine) -> State:
    at = state.board.at[line.places[0]]
    if not state.board.spots[at].timer:
        raise _Unfit("position.timer", place=spell(at))
    return replace(state, spent=(*state.spent, at))


def _hand(state: State, line: PositionLine) -> State:
    seat = state.seat_called(line.words[0])
    if not seat:
        raise _Unfit("position.seat", found=line.words[0], known=state.seats)
    colours = tuple(COLOUR.get(pawn_called(word), "") for word in line.words[1:])
    if "" in colours:
        raise _Unfit("position.colour", known=COLOURS)
    hands = list(state.hands)
    hands[state.seats.index(seat)] = colours
    return replace(state, hands=tuple(hands))


def _landed(state: State, line: PositionLine) -> State:
    if len(state.domes) < state.settings.module:
        raise _Unfit("position.landed", domes=state.settings.module)
    return replace(state, landed=True)


def _figure(state: State, line: PositionLine) -> State:
    number = int(line.words[0])
    least, most = {
        "sand": (1, state.settings.timer),
        "wild": (0, state.settings.wild),
        "round": (1, 9999),
        "using": (1, len(state.hands)),
        "aboard": (1, state.settings.module),
    }.get(line.what, (0, 99999))
    if not least <= number <= most:
        raise _Unfit("position.figure", what=line.what, least=least, most=most)
    if line.what == "aboard":
        pawns = dict(state.pawns)
        pawns[state.board.rocket] = "colonist"
        if supply(state.settings, pawns, number - 1)["colonist"] < 0:
            raise _Unfit("position.supply", pawn="colonist")
        placed = tuple(sorted(pawns.items()))
        return replace(state, pawns=placed, aboard=number - 1)
    value: Any = number - 1 if line.what == "using" else number
    return replace(state, **{line.what: value})


_SETTERS: Mapping[str, Callable[[State, PositionLine], State]] = {
    "tile": _tile,
    "deck": _deck,
    "pawn": _pawn,
    "bridge": _bridge,
    "dome": _dome,
    "used": _used,
    "hand": _hand,
    "talking": lambda state, _: replace(state, talking=True),
    "landed": _landed,
}
