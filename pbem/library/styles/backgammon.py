"""Backgammon: turns by point and point, dice that were thrown before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from pbem.chance import Chance
from pbem.library import tables
from pbem.library.grid import Grid, Piece
from pbem.library.play import LegalTurn, Play, Turns, listed, play
from pbem.library.styles.base import Style as Base
from pbem.protocol import Bound, Fault, Token

BAR, OFF = 25, 0  #: as points of the player who moves
_STEP = re.compile(r"([\d]+|bar|off)(\*?)", re.IGNORECASE)


class Hop(NamedTuple):
    """A piece that goes from point to point, by the numbers of its player."""

    start: int
    end: int
    hits: bool = False


def _move(*parts: Token) -> str:
    """Return a move as it is written: points, a star for a hit, how often."""
    *steps, last = (str(part).lower() for part in parts)
    times = f"({int(last[1:-1])})" if last.startswith("(") else ""
    steps += [] if times else [last]
    return "/".join(steps).replace("/*", "*") + times


def _dice(word: Token) -> str:
    first, second = (x for x in word if x.isdigit())
    return f"{first}{second}:"


class Style(Base):
    """13/10 13/9; bar/20, 6/off, 8/5*, 6/5(2)."""

    chains = True
    readers = MappingProxyType({"moves": play, "move": _move, "dice": _dice})

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield the whole turns that the dice allow, one for each position that comes
        of them; a double is played four times. No more hops may be played than that."""
        player = state.current_player()
        found = [*_whole(state, player, (), ())]
        most = max((len(hops) for _, hops, _ in found), default=0)
        seen = set[str]()
        for actions, hops, after in found:
            if len(hops) == most and after not in seen:
                seen.add(after)
                cells = {point for hop in hops for point in hop[:2]} - {BAR, OFF}
                names = (str(_for_white(player, x)) for x in sorted(cells))
                yield LegalTurn(actions, written(hops), tuple(names))

    def bind(self, state: Any, order: Play) -> Bound[LegalTurn]:
        """Return the turn that an order means, whichever die is played first."""
        named, _, text = order.text.rpartition(":")
        dice = self.dice(state)
        if named and sorted(map(int, named)) != sorted(dice):
            given = {"dice": dice, "said": tuple(map(int, named))}
            return Bound.no(Fault("illegal.other-dice", given=given))
        return super().bind(state, Play(text=text.strip()))

    def matching(self, state: Any, order: Play, turns: Turns) -> list[LegalTurn]:
        """Return the turns after which the pieces stand as the order says."""
        hops = read(order.text)
        found = [turn for turn in turns if _net(read(turn.text)) == _net(hops)]
        if len(found) > 1:  # by which point a piece went, and what it hit there
            hit = {hop.end for hop in hops if hop.hits}
            found = [x for x in found if hit == _hit(x)] or found
        if len(found) > 1:
            by = {point for hop in hops for point in hop[:2]}
            through = [
                x for x in found if by == {y for hop in read(x.text) for y in hop[:2]}
            ]
            found = through if len(through) == 1 and _hit(through[0]) else found
        return found

    def doubts(self, state: Any, order: Play, turn: LegalTurn) -> tuple[Fault, ...]:
        """Return that a star is where nothing is hit."""
        extra = {hop.end for hop in read(order.text) if hop.hits} - _hit(turn)
        if not extra:
            return ()
        given = {"cell": min(extra), "move": turn.text}
        return (Fault("doubtful.nothing-taken", given=given, ask=True),)

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return the fault of an order: a piece on the bar must enter first, more must
        be played, or the dice forbid it."""
        hops, dice = Counter(x[:2] for x in read(order.text)), self.dice(state)
        given: dict[str, Any] = {"written": order.text, "dice": dice}
        player = state.current_player()
        starts = [hop.start for hop in read(order.text)]
        if (bar := _bar(state)[player]) and BAR not in starts:
            some = listed(turns)
            return Fault("illegal.bar", given={**given, "bar": bar, "some": some})
        longer = [x for x in turns if hops < Counter(y[:2] for y in _single(x, dice))]
        if longer:
            return Fault(
                "illegal.more-to-play", given={**given, "some": listed(longer)}
            )
        near = [x for x in turns if {y.start for y in read(x.text)} & {*starts}]
        some = listed(near or turns)
        given |= {"some": some, "all": len(turns) == len(some)}
        return Fault("illegal.no-roll", given=given)

    def throw(self, state: Any, chance: Chance) -> tuple[int, Chance]:
        """Return the action for two dice; at the beginning each side throws one, and
        both throw again as long as they are alike."""
        opening = state.is_initial_state()
        while True:
            (first, second), chance = chance.draws((6, 6), "dice")
            if not opening or first != second:
                break
        rolls = {f"{first + 1}{second + 1}"}
        if opening:  # the engine's text says who begins, and the numbers in any order
            rolls.add(f"{second + 1}{first + 1}")
        starts = "X" if first > second else "O"
        for action, _ in state.chance_outcomes():
            text = state.action_to_string(state.current_player(), action)
            if text[-3:-1] in rolls and (not opening or f"{starts} starts" in text):
                return int(action), chance
        raise ValueError(f"no throw of {rolls}")

    def dice(self, state: Any) -> tuple[int, ...]:
        """Return the dice of the player to move."""
        found = re.search(r"Dice: (\d)(\d)", str(state))
        return (int(found[1]), int(found[2])) if found else ()

    def board(self, state: Any) -> Grid:
        """Return the points by White's numbers, and how many pieces are on the bar."""
        cells = {str(point): tables.place(point) for point in range(1, 25)}
        pieces = {}
        for owner in (0, 1):
            for at in range(24):
                if count := state.board(owner, at):
                    show = self.engine.board.show[owner]
                    pieces[str(24 - at)] = Piece(owner, show, count)
        return Grid(cells, pieces, stores=_bar(state))

    def listed(self, board: Grid, cell: str) -> str:
        """Return a point by the number of its owner, and how many pieces are there."""
        piece = board.pieces[cell]
        return f"{piece.number} on {_for_white(piece.owner, int(cell))}"

    def extras(self, state: Any) -> Mapping[str, Sequence[int | str]]:
        """Return pieces on the bar, those borne off, and the way that is left."""
        pieces, bar = self.board(state).pieces, _bar(state)
        pips = [25 * count for count in bar]
        for cell, piece in pieces.items():
            pips[piece.owner] += piece.number * _for_white(piece.owner, int(cell))
        off = [15 - bar[x] - self._count(state, x) for x in (0, 1)]
        on_bar = [count or "" for count in bar]
        gone = [count or "" for count in off]
        return {"on the bar": on_bar, "borne off": gone, "pips to go": pips}

    def taken(self, before: Any, after: Any, player: int) -> int:
        """Return how many pieces of the other side were hit."""
        return max(0, _bar(after)[1 - player] - _bar(before)[1 - player])

    def ending(self, state: Any) -> str:
        """Return what the game counts: once, twice or threefold."""
        worth = round(max(state.returns()))
        return ("drawn", "borne-off", "gammon", "backgammon")[worth]


def _for_white(player: int, point: int) -> int:
    """Return a point of a player by White's number, and one of White's by theirs."""
    return point if player == 0 else 25 - point


def _bar(state: Any) -> tuple[int, int]:
    found = re.search(r"Bar:[ ]*([xo]*)", str(state))
    assert found is not None
    return found[1].count("x"), found[1].count("o")


def _hit(turn: LegalTurn) -> set[int]:
    return {hop.end for hop in read(turn.text) if hop.hits}


def _whole(
    state: Any, player: int, done: tuple[int, ...], hops: tuple[Hop, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[Hop, ...], str]]:
    """Yield the actions of a turn, its hops, and the position after it as text."""
    seen = set[str]()
    for action in state.legal_actions():
        after = state.child(action)
        position = str(after)
        if position in seen:
            continue
        seen.add(position)
        text = state.action_to_string(player, action).partition(" - ")[2]
        further = (*hops, *read(text or "pass"))
        if after.is_terminal() or after.current_player() != player:
            yield (*done, action), further, position
        else:
            yield from _whole(after, player, (*done, action), further)


def read(text: str) -> tuple[Hop, ...]:
    """Return the hops that a turn names.

    >>> read("13/9*/8 6/5(2) bar/off")
    (Hop(start=13, end=9, hits=True), Hop(start=9, end=8, hits=False), \
Hop(start=6, end=5, hits=False), Hop(start=6, end=5, hits=False), \
Hop(start=25, end=0, hits=False))
    """
    found: list[Hop] = []
    for word in text.lower().split():
        way, _, times = word.partition("(")
        steps = [(_point(x[1]), bool(x[2])) for x in _STEP.finditer(way)]
        hops = [Hop(one[0], two[0], two[1]) for one, two in pairwise(steps)]
        found += hops * int(times.rstrip(")") or 1)
    return tuple(found)


def _point(word: str) -> int:
    return {"bar": BAR, "off": OFF}.get(word, int(word) if word.isdigit() else 0)


def _net(hops: Sequence[Hop]) -> Counter[int]:
    """Return how many pieces more or fewer each point has after some hops."""
    net: Counter[int] = Counter()
    for start, end, _ in hops:
        net[start] -= 1
        net[end] += 1
    return Counter({point: count for point, count in net.items() if count})


def _single(turn: LegalTurn, dice: Sequence[int]) -> list[Hop]:
    """Return the hops of a turn, with each way of a piece by one die after another."""
    found: list[Hop] = []
    for hop in read(turn.text):
        found.append(hop)
        for die in dice:
            if hop.start - die > hop.end:
                found.append(Hop(hop.start, hop.start - die))
    return found


def written(hops: Sequence[Hop]) -> str:
    """Return a turn as players write it.

    >>> written([Hop(13, 9), Hop(9, 8)]), written([Hop(6, 5)] * 2)
    ('13/8', '6/5(2)')
    >>> written([Hop(25, 20, True), Hop(20, 14), Hop(6, 0)]), written([])
    ('bar/20*/14 6/off', 'pass')
    """
    ways: list[list[Hop]] = []
    for hop in sorted(hops, key=lambda one: -one.start):
        for way in ways:
            if way[-1].end == hop.start:
                joined = hop if way[-1].hits else Hop(way.pop().start, *hop[1:])
                way.append(joined)
                break
        else:
            ways.append([hop])
    texts = Counter(_way(way) for way in ways)
    parts = (f"{text}({n})" if n > 1 else text for text, n in texts.items())
    return " ".join(parts) or "pass"


def _way(hops: Sequence[Hop]) -> str:
    names = {BAR: "bar", OFF: "off"}
    text = names.get(hops[0].start, str(hops[0].start))
    for hop in hops:
        text += f"/{names.get(hop.end, str(hop.end))}{'*' if hop.hits else ''}"
    return text
