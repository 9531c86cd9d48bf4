"""Hive: insects without a board, each set next to another one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pbem.library.grid import Grid, Piece
from pbem.library.play import LegalTurn, Play, Turns, listed, play
from pbem.library.styles.base import Style as Base
from pbem.protocol import Fault, Token

_INSECT = re.compile(r"[wb][QABGSMLP]\d?")
#: Where an insect is by the sign before or behind its neighbour, in half cells to
#: the right and rows down.
_BEFORE = {"-": (-2, 0), "/": (-1, 1), "\\": (-1, -1)}
_BEHIND = {"-": (2, 0), "/": (1, -1), "\\": (1, 1)}
_AROUND = (*_BEFORE.values(), *_BEHIND.values())

_Place = tuple[int, int]


def _insect(*words: Token) -> Play:
    """Return an insect, and where it goes: by a sign, or by a side in words."""
    insect, *place = (_spelled(word) for word in words)
    if len(place) == 2:
        side, neighbour = place
        down = "lower" in side or "bottom" in side
        up = "upper" in side or "top" in side
        sign = ("/" if down else "\\" if up else "-") if "left" in side else ""
        if "right" in side:
            neighbour += "\\" if down else "/" if up else "-"
        place = [sign + neighbour]
    return Play(text=" ".join((insect, *place)))


def _spelled(word: str) -> str:
    """Return an insect with its colour small and its letter large: wA1.

    >>> _spelled("WA1/"), _spelled("-bq")
    ('wA1/', '-bQ')
    """
    return re.sub(
        r"\b([wb])([qabgsmlp])(?![a-z])", lambda x: x[1] + x[2].upper(), word.lower()
    )


class Style(Base):
    """wA1 -bQ: the ant to the left of the queen; a sign is where the insect is."""

    judges = True
    readers = MappingProxyType({"insect": _insect, "pass_": play})

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield the turns, one for each place that an insect may come to; none that
        parts the hive, of which the engine lists a few early in a game."""
        places, player = _places(state), state.current_player()
        seen = set[tuple[str, _Place]]()
        for action in state.legal_actions():
            text = state.action_to_string(player, action)
            if text == "pass":
                yield LegalTurn((action,), text)
                continue
            key = _placed(text, places)
            if key is not None and key not in seen and _is_one(places, key[0]):
                seen.add(key)
                yield LegalTurn((action,), text, (key[0],))

    def matching(self, state: Any, order: Play, turns: Turns) -> list[LegalTurn]:
        """Return the turn that brings that insect there, whichever neighbour names the
        place."""
        places = _places(state)
        place = _placed(order.text, places)
        if place is None or (places and " " not in order.text):
            return super().matching(state, order, turns)
        own = [turn for turn in turns if turn.cells == place[:1]]
        return [turn for turn in own if _placed(turn.text, places) == place]

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return whose insect it is, that its neighbour is in no hive, or what it may
        do."""
        if order.text == "pass":
            return super().why_not(state, order, turns)
        insect, *neighbours = _INSECT.findall(order.text)
        places = _places(state)
        given: dict[str, Any] = {"written": order.text, "insect": insect}
        for name in neighbours:
            if name not in places:
                return Fault("illegal.not-in-hive", given={**given, "name": name})
        own = [turn for turn in turns if turn.cells == (insect,)]
        queen = f"{insect[0]}Q"
        given |= {"can": listed(own), "some": listed(turns)}
        given |= {"queen": queen if queen not in places and insect in places else ""}
        return Fault("illegal.insect", given=given)

    def board(self, state: Any) -> Grid:
        """Return the hive with the free places around it; of a stack, its top."""
        places = _places(state)
        tops = {place: name for name, place in places.items()}
        around = {(x + right, y + down) for x, y in tops for right, down in _AROUND}
        every = around | set(tops) or {(0, 0)}
        # A row begins half a cell further to the right than the one above it.
        top, left = min(y for _, y in every), min(x - y for x, y in every)
        cells, pieces = {}, {}
        for number, (x, y) in enumerate(sorted(every, key=lambda at: (at[1], at[0]))):
            name = tops.get((x, y), f"free {number}")
            cells[name] = (x - y - left) // 2, y - top
            if (x, y) in tops:
                pieces[name] = Piece("wb".index(name[0]), name)
        return Grid(cells, pieces)

    def advantage(self, state: Any, player: int) -> float:
        """Return how many more neighbours the queen of the other side has, and a
        little for turns to choose from."""
        places = _places(state)
        taken, around = {*places.values()}, [0, 0]
        for owner, queen in enumerate(("wQ", "bQ")):
            x, y = places.get(queen, (-99, 0))
            near = ((x + right, y + down) for right, down in _AROUND)
            around[owner] = sum(place in taken for place in near)
        free = len(state.legal_actions()) * (1 if self.mover(state) == player else -1)
        return around[1 - player] - around[player] + free / 100

    def listed(self, board: Grid, cell: str) -> str:
        """Return the piece in notation: an insect next to a neighbour, so that a list
        of all pieces describes the hive; the first stands alone."""
        return _chained(board)[cell]

    def extras(self, state: Any) -> Mapping[str, Sequence[int | str]]:
        """Return the insects of each side that are in hand, and those that are below
        another one."""
        places, found = _places(state), dict[str, list[str]]()
        every = [f"{colour}{name}" for colour in "wb" for name in _set(state)]
        hand = [" ".join(x for x in every if x[0] == colour and x not in places)
                for colour in "wb"]  # fmt: skip
        if any(hand):
            found["in hand"] = hand
        tops = {place: name for name, place in places.items()}
        below = [
            ", ".join(
                f"{name} under {tops[place]}"
                for name, place in places.items()
                if name[0] == colour and tops[place] != name
            )
            for colour in "wb"
        ]
        return {**found, "": below} if any(below) else found


def _chained(board: Grid) -> dict[str, str]:
    """Return each insect as it is written next to one that is named before it."""
    names = {board.cells[name]: name for name in board.pieces}
    # By columns and rows of cells; each row begins half a cell further to the right.
    signs = {(1, 0): "{}-", (-1, 0): "-{}", (0, 1): "{}\\", (0, -1): "\\{}",
             (1, -1): "{}/", (-1, 1): "/{}"}  # fmt: skip
    first = next(iter(names.values()), "")
    found, left = {first: first}, [first] if first else []
    while left:
        one = left.pop(0)
        column, row = board.cells[one]
        for (right, down), sign in signs.items():
            name = names.get((column + right, row + down), "")
            if name and name not in found:
                found[name] = f"{name} {sign.format(one)}"
                left.append(name)
    return found


def _is_one(places: Mapping[str, _Place], insect: str) -> bool:
    """Return whether the hive is one without an insect that is about to move; one that
    comes from the hand moves nothing."""
    rest = {place for name, place in places.items() if name != insect}
    if insect not in places or not rest:
        return True
    near = [rest.pop()]
    while near:
        x, y = near.pop()
        found = {(x + right, y + down) for right, down in _AROUND} & rest
        rest -= found
        near += found
    return not rest


def _set(state: Any) -> list[str]:
    """Return the insects of a side, without its colour."""
    given = state.get_game().get_parameters()
    more = {"M": "mosquito", "L": "ladybug", "P": "pillbug"}
    plain = ["Q", "A1", "A2", "A3", "G1", "G2", "G3", "S1", "S2", "B1", "B2"]
    return plain + [x for x, name in more.items() if given.get(f"uses_{name}", True)]


def _places(state: Any) -> dict[str, _Place]:
    """Return where the insects are; of those on one place, the last is on top."""
    places: dict[str, _Place] = {}
    for text in filter(None, str(state).split(";")[3:]):
        key = None if text == "pass" else _placed(text, places)
        if key is not None:
            places.pop(key[0], None)  # what moves comes to lie on top
            places[key[0]] = key[1]
    return places


def _placed(text: str, places: Mapping[str, _Place]) -> tuple[str, _Place] | None:
    """Return an insect, and where it comes to by a text; None: it is nowhere."""
    insect, _, neighbour = text.partition(" ")
    if not neighbour:
        return insect, (0, 0)
    name = neighbour.strip("-/\\")
    if name not in places:
        return None
    x, y = places[name]
    before, behind = neighbour.split(name)
    right, down = _BEFORE.get(before) or _BEHIND.get(behind) or (0, 0)
    return insect, (x + right, y + down)
