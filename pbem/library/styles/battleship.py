"""Battleship: a fleet each, placed in secret, and a shot in turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from pbem.chance import Chance
from pbem.library import fleets
from pbem.library.fleets import SHIPS, SIZE, name_of
from pbem.library.hands import Ready, Sea, Shot, Shown
from pbem.library.play import LegalTurn, Play, Turns
from pbem.library.styles.secret import Orders, Seats, Secret, moves, worlds
from pbem.protocol import Bound, Event, Fault, Seat, Token

_ACROSS, _UPRIGHT = 100, 200  #: what the engine's actions for ships begin with
_SAMPLES = 8  #: fleets that are listed as legal


class Hail(NamedTuple):
    """What came of a shot."""

    square: int  #: row and column as one number: 27 is row C, column 8
    hit: bool
    sunk: int = -1  #: the number of a ship


def _fleet(*ends: str) -> Play:
    """Return a fleet, a ship by its two ends, the longest first."""
    pairs = [tuple(sorted(map(_number, pair)))
             for pair in zip(ends[::2], ends[1::2], strict=True)]  # fmt: skip
    pairs.sort(key=lambda pair: (-_length(pair), pair))
    return Play(text=", ".join(f"{name_of(x)}-{name_of(y)}" for x, y in pairs))


def _length(ends: Sequence[int]) -> int:
    """Return how many squares there are from one to another; 0: they are in no line.

    >>> _length((0, 4)), _length((2, 52)), _length((0, 11))
    (5, 6, 0)
    """
    first, last = ends
    step = 1 if first // SIZE == last // SIZE else SIZE
    return 0 if (last - first) % step else (last - first) // step + 1


def _shot(square: str) -> Play:
    return Play(text=square)


def _square(word: Token) -> str:
    return word.upper()


def _number(square: str) -> int:
    """Return a square's number.

    >>> _number("A1"), _number("C8"), _number("J10")
    (0, 27, 99)
    """
    return SIZE * (ord(square[0]) - ord("A")) + int(square[1:]) - 1


class Style(Secret):
    """Fleets by the ends of ships, and shots by squares."""

    readers = MappingProxyType({"fleet": _fleet, "shot": _shot, "square": _square})
    spread: ClassVar[float] = 6
    counted: ClassVar[bool] = False

    def awaited(self, state: Any) -> tuple[int, ...]:
        """Return both players while fleets are placed."""
        return (state.current_player(),) if state.history() else (0, 1)

    def stage(self, state: Any) -> str:
        """Return whether fleets are placed, or shots are fired."""
        return "turn" if state.history() else "fleet"

    def turns(self, state: Any, player: int) -> Iterator[LegalTurn]:
        """Yield some fleets; or the squares that were not shot at."""
        if state.history():
            for action in state.legal_actions(player):
                yield LegalTurn((action,), name_of(action), (name_of(action),))
            return
        chance = Chance(b"samples of fleets")
        for _ in range(_SAMPLES):
            ships, chance = fleets.placed(fleets.Known(), chance)
            yield _turn(ships)

    def bind(self, state: Any, player: int, order: Play) -> Bound[LegalTurn]:
        """Return the fleet, or the shot."""
        fleet = "-" in order.text
        if fleet == bool(state.history()):
            return Bound.no(Fault("illegal.not-now", given={"fleet": not fleet}))
        if fleet:
            return _bound_fleet(order.text)
        return super().bind(state, player, order)

    def why_not(self, state: Any, player: int, order: Play, turns: Turns) -> Fault:
        """Return that the square was shot at before."""
        return Fault("illegal.shot-there", given={"cell": order.text})

    def played(self, state: Any, turns: Orders) -> Any:
        """Return the state after both fleets, ship by ship in turn, or after a shot."""
        if state.history():
            return super().played(state, turns)
        state = state.clone()
        for number in range(len(SHIPS)):
            for player in (0, 1):
                state.apply_action(turns[player].actions[number])
        return state

    def events(
        self, before: Any, after: Any, turns: Orders, names: Seats
    ) -> Iterator[Event]:
        """Yield that fleets are at sea; or what came of a shot."""
        if not before.history():
            yield Ready()
            return
        ((player, turn),) = turns.items()
        hail = self._hails(after, player)[-1]
        sunk = "" if hail.sunk < 0 else SHIPS[hail.sunk].name
        yield Shot(seat=names[player], text=turn.text, hit=hail.hit, sunk=sunk)

    def kind(self, text: str) -> str:
        """Return whether it is a fleet, or a shot."""
        return "fleet" if "-" in text else "shot"

    def listed(self, before: Any, after: Any, turns: Orders) -> Mapping[int, str]:
        """Return shots, and nothing of fleets."""
        return super().listed(before, after, turns) if before.history() else {}

    def _fleets(self, state: Any) -> list[tuple[fleets.Cells, ...]]:
        """Return the squares of the ships of each player, as far as they are placed."""
        found: list[list[fleets.Cells]] = [[], []]
        for player, action in moves(state)[: 2 * len(SHIPS)]:
            length = SHIPS[len(found[player])].length
            start, step = action % 100, 1 if action < _UPRIGHT else SIZE
            found[player].append(fleets.ship(start, step, length))
        return [tuple(ships) for ships in found]

    def _hails(self, state: Any, player: int) -> list[Hail]:
        """Return what came of a player's shots."""
        ships, hits = self._fleets(state)[1 - player], set[int]()
        found = []
        for one, square in moves(state)[2 * len(SHIPS) :]:
            if one != player:
                continue
            struck = next((x for x, cells in enumerate(ships) if square in cells), -1)
            hits |= {square} if struck >= 0 else set()
            down = struck >= 0 and hits.issuperset(ships[struck])
            found.append(Hail(square, struck >= 0, struck if down else -1))
        return found

    def _known(self, state: Any, owner: int) -> fleets.Known:
        """Return what everybody knows of a player's fleet."""
        hails = self._hails(state, 1 - owner)
        hits = tuple(one.square for one in hails if one.hit)
        sunk = {one.sunk: one.square for one in hails if one.sunk >= 0}
        return fleets.Known(
            frozenset(one.square for one in hails if not one.hit), hits, sunk
        )

    def seen(self, state: Any, player: int | None, names: Seats, over: bool) -> Shown:
        """Return the own fleet, and all shots; both fleets when it is over."""
        ships = self._fleets(state)
        order = (0, 1) if player is None else (player, 1 - player)
        seas = [
            _sea(self._hails(state, 1 - owner), names[owner],
                 ships[owner] if over or owner == player else ())
            for owner in order
        ]  # fmt: skip
        facts, listed = list[dict[str, str]](), dict[str, str]()
        for at, name in enumerate(names):
            hails = self._hails(state, at)
            hits = [name_of(one.square) for one in hails if one.hit]
            water = [name_of(one.square) for one in hails if not one.hit]
            down = [SHIPS[one.sunk].name for one in hails if one.sunk >= 0]
            facts.append({"shots": str(len(hails)), "hits": str(len(hits))})
            facts[-1] |= {"has sunk": ", ".join(down)} if down else {}
            listed[f"Hits of {name}"] = ", ".join(hits)
            listed[f"Water of {name}"] = ", ".join(water)
        hand = () if player is None else tuple(
            f"{SHIPS[at].name} {_ends(cells)}"
            for at, cells in reversed([*enumerate(ships[player])])
        )  # fmt: skip
        drawing = _drawn(seas) if state.history() else ()
        boards = tuple(seas) if state.history() else ()
        return Shown(hand, "ships", {}, tuple(facts), drawing, boards, listed)

    def imagined(
        self, state: Any, player: int | None, chance: Chance
    ) -> tuple[Any, Chance]:
        """Return the state with ships of others where they may be."""
        if not state.history():
            return state, chance
        ships = self._fleets(state)
        for owner in (0, 1):
            if owner != player:
                ships[owner], chance = fleets.placed(self._known(state, owner), chance)
        turns = {at: _turn(one) for at, one in enumerate(ships)}
        found = self.played(state.get_game().new_initial_state(), turns)
        for _, action in moves(state)[2 * len(SHIPS) :]:
            found.apply_action(action)
        return found, chance

    def promise(self, state: Any, player: int) -> float:
        """Return how many squares of ships a player has hit."""
        return sum(one.hit for one in self._hails(state, player))

    def chosen(self, state: Any, player: int, chance: Chance, playouts: int) -> str:
        """Return a fleet by lot; or the square that is hit in most of some worlds."""
        if not state.history():
            ships, _ = fleets.placed(fleets.Known(), chance)
            return _written(ships)
        known = self._known(state, 1 - player)
        shot = {*known.water, *known.hits}
        count = Counter[int]()
        for _ in range(worlds(playouts, _MOST_WORLDS)):
            ships, chance = fleets.placed(known, chance)
            count.update(x for cells in ships for x in cells if x not in shot)
        best = [x for x in sorted(count) if count[x] == max(count.values())]
        return name_of(chance.pick(best, "bot")[0])


_MOST_WORLDS = 200  #: that a bot looks at


def _turn(ships: Sequence[fleets.Cells]) -> LegalTurn:
    """Return the turn that places a fleet."""
    steps = tuple(
        cells[0] + (_ACROSS if cells[1] - cells[0] == 1 else _UPRIGHT)
        for cells in ships
    )
    return LegalTurn(steps, _written(ships))


def _written(ships: Sequence[fleets.Cells]) -> str:
    """Return a fleet as it is written: the longest first, then from the top left."""
    ordered = sorted(ships, key=lambda cells: (-len(cells), cells))
    return ", ".join(map(_ends, ordered))


def _ends(cells: fleets.Cells) -> str:
    return f"{name_of(cells[0])}-{name_of(cells[-1])}"


def _bound_fleet(text: str) -> Bound[LegalTurn]:
    """Return the fleet with these ends, or what is wrong with it."""
    left, ships, used = [*range(len(SHIPS))], dict[int, fleets.Cells](), set[int]()
    pairs = re.findall(r"([A-J]\d+)-([A-J]\d+)", text)
    for ends in pairs:
        first, last = map(_number, ends)
        step, length = 1 if last - first < SIZE else SIZE, _length((first, last))
        ship = next((at for at in left if SHIPS[at].length == length), None)
        if ship is None:
            return _no_fleet("length" if len(pairs) <= len(SHIPS) else "count",
                             ends, len(pairs))  # fmt: skip
        cells = fleets.ship(first, step, length)
        if used.intersection(cells):
            return _no_fleet("crossing", ends, len(pairs))
        used.update(cells)
        ships[ship] = cells
        left.remove(ship)
    if left:
        return _no_fleet("count", pairs[0], len(pairs))
    return Bound(_turn([ships[at] for at in range(len(SHIPS))]))


def _no_fleet(why: str, ends: Sequence[str], count: int) -> Bound[LegalTurn]:
    given = {"why": why, "ends": tuple(ends), "count": count}
    return Bound.no(Fault("illegal.fleet", given=given))


def _sea(hails: Sequence[Hail], owner: Seat, ships: Sequence[fleets.Cells]) -> Sea:
    """Return the sea of a player, with ships where they are shown."""
    marks = {name_of(x): str(SHIPS[at].length)
             for at, cells in enumerate(ships) for x in cells}  # fmt: skip
    marks |= {name_of(one.square): "x" if one.hit else "o" for one in hails}
    return Sea(owner, marks, name_of(hails[-1].square) if hails else "")


def _drawn(seas: Sequence[Sea]) -> tuple[str, ...]:
    """Return boards side by side in lines of text."""
    sides = [_board(sea) for sea in seas]
    return tuple(f"{one:<32}{two}".rstrip() for one, two in zip(*sides, strict=True))


def _board(sea: Sea) -> list[str]:
    lines = [
        f"Sea of {sea.title[:22]}",
        "  " + "".join(f" {x:<2}" for x in range(1, 11)),
    ]
    for row in range(SIZE):
        text = chr(ord("A") + row) + " "
        for column in range(SIZE):
            name = name_of(SIZE * row + column)
            mark = sea.marks.get(name, ".")
            text += f"[{mark}]" if name == sea.last else f" {mark} "
        lines.append(text.rstrip())
    return lines
