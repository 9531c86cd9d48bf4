"""How a game begins: shuffled and laid out, or from a position line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from pbem.chance import Chance
from pbem.kit.positions import Layout, Lines
from pbem.protocol import Seat, Step, Token
from pbem.rules.mars.actions.exploring import lay_tile
from pbem.rules.mars.actions.table import RoundState
from pbem.rules.mars.events import Begun
from pbem.rules.mars.map.board import laid_beyond
from pbem.rules.mars.map.colours import ACTION_TILES, COLOUR, COLOURS, pawn_called
from pbem.rules.mars.map.places import STEP, place_called, spell
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


def settings_of(options: MarsOptions, seats: Sequence[Seat]) -> Settings:
    """Return the options as the rules use them."""
    timer = TIMER_TICKS
    if options.sand == "even" and options.module in EVEN_TICKS:
        timer = EVEN_TICKS[options.module][len(seats) - 1]
    return Settings(**asdict(options), timer=timer)


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
    table = RoundState(state)
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


class Position(Layout):
    """A table that is being laid out, from the bare start tile on."""

    def __init__(self, state: State, lines: Lines) -> None:
        super().__init__(state.seats)
        self.state = state
        self.apply(lines)
        self.line, state = max(0, len(lines) - 1), self.state
        found = [pawn for _, pawn in state.pawns].count("colonist") + state.aboard
        needed = state.settings.module if state.landed else 0
        if found != needed:
            self.refuse("position.colonists", found=found, wanted=needed)

    def _set(self, **fields: Any) -> None:
        self.state = replace(self.state, **fields)

    def _place(self, word: str) -> int:
        """Return a place on the map by what it goes by."""
        place = place_called(word)
        if place not in self.state.board.at:
            self.refuse("position.place", place=spell(place))
        return self.state.board.at[place]

    def _new_tiles(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return the tiles of these names, each once and none on the map."""
        names = {name.lower(): name for name in self.state.box.tiles}
        found = tuple(names.get(word.lower(), "") for word in words)
        once = {*found} - {"", *(laid[0] for laid in self.state.laid)}
        if len(once) < len(found):
            known = tuple(self.state.box.tiles)
            self.refuse("position.tile", found=" ".join(words), known=known)
        return found

    def put_tile(self, tile: Token, at: Token) -> None:
        """Lay a tile beyond a platform."""
        state, place = self.state, self._place(at)
        [name] = self._new_tiles((tile,))
        spot = state.board.spots[place]
        if spot.beyond is None:
            self.refuse("position.beyond", place=spell(place_called(at)))
        laid = (*state.laid, laid_beyond(state.box, spot, name))
        self._set(laid=laid, deck=tuple(one for one in state.deck if one != name))

    def put_deck(self, *tiles: Token) -> None:
        """Set the tiles of the deck, the top first."""
        self._set(deck=self._new_tiles([tile for tile in tiles if tile != "none"]))

    def put_pawn(self, word: Token, where: Token) -> None:
        """Put a pawn on a platform."""
        at, pawn, pawns = self._place(where), pawn_called(word), dict(self.state.pawns)
        if at in pawns:
            self.refuse("position.taken", place=spell(at), pawn=pawns[at])
        if supply(self.state.settings, pawns, self.state.aboard)[pawn] < 1:
            self.refuse("position.supply", pawn=pawn)
        pawns[at] = pawn
        self._set(pawns=tuple(sorted(pawns.items())))

    def put_bridge(self, word: Token, *ends: Token) -> None:
        """Build a bridge of a pawn's colour."""
        a, b = map(self._place, ends)
        token = self.state.board.sites.get((a, b))
        colour, built = COLOUR.get(pawn_called(word), ""), self.state.bridges
        if token is None or colour in {c for _, _, c in built} | {""}:
            origin, target = (spell(place_called(end)) for end in ends)
            self.refuse("position.bridge", origin=origin, target=target)
        self._set(bridges=(*built, (*token, colour)))

    def put_dome(self, at: Token) -> None:
        """Build the dome of a free site."""
        state, place = self.state, place_called(at)
        self._place(at)
        for number, site in state.board.domes.items():
            if place in site and number not in state.domes:
                occupied = set(site).intersection(dict(state.pawns))
                if len(state.domes) < state.settings.module and not occupied:
                    return self._set(domes=(*state.domes, number))
        self.refuse("position.dome", place=spell(place))

    def put_used(self, where: Token) -> None:
        """Cross out a timer space."""
        at = self._place(where)
        if not self.state.board.spots[at].timer:
            self.refuse("position.timer", place=spell(at))
        self._set(spent=(*self.state.spent, at))

    def put_hand(self, name: Token, *words: Token) -> None:
        """Give a seat the colours of its action tile."""
        seat = self.named(name, "position.seat")
        colours = tuple(COLOUR.get(pawn_called(word), "") for word in words)
        if "" in colours:
            self.refuse("position.colour", known=COLOURS)
        hands = list(self.state.hands)
        hands[self.seats.index(seat)] = colours
        self._set(hands=tuple(hands))

    def put_flag(self, word: Token) -> None:
        """Set that all may talk, or that the colonists have landed."""
        flag, needed = word.lower(), self.state.settings.module
        if flag == "landed" and len(self.state.domes) < needed:
            self.refuse("position.landed", domes=needed)
        self._set(**{flag: True})

    def put_figure(self, word: Token, value: Token) -> None:
        """Set a number."""
        what, number, state = word.lower(), int(value), self.state
        least, most = {
            "sand": (1, state.settings.timer),
            "wild": (0, state.settings.wild),
            "round": (1, 9999),
            "using": (1, len(state.hands)),
            "aboard": (1, state.settings.module),
        }.get(what, (0, 99999))
        if not least <= number <= most:
            self.refuse("position.figure", what=what, least=least, most=most)
        if what == "aboard":
            pawns = {**dict(state.pawns), state.board.rocket: "colonist"}
            if supply(state.settings, pawns, number - 1)["colonist"] < 0:
                self.refuse("position.supply", pawn="colonist")
            self._set(pawns=tuple(sorted(pawns.items())))
        self._set(**{what: number - (what in ("using", "aboard"))})
