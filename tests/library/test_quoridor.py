"""Quoridor: turns as people write them, and a second count of what is legal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from pbem.plugins.games import find
from pbem.protocol import Bound

_FILES = "abcdefghi"


def _after(*texts: str) -> tuple[Any, Any]:
    rules: Any = find("quoridor").rules
    options = rules.options(roles=("White", "Black"))
    state = rules.setup(("Ann", "Bob"), options, None).state
    for text in texts:
        (seat,) = rules.window(state).seats
        state = rules.resolve(state, {seat: _bound(rules, state, text).order}).state
    return rules, state


def _bound(rules: Any, state: Any, text: str) -> Bound[Any]:
    (seat,) = rules.window(state).seats
    bound: Bound[Any] = rules.bind(state, seat, find("quoridor").notation.parse(text))
    return bound


@pytest.mark.parametrize(
    ("written", "read"),
    [("E2", "e2"), ("pawn to e2", "e2"), ("wall e3 horizontal", "e3h"), ("D5V", "d5v")],
)
def test_a_turn_is_read_as_people_write_it(written: str, read: str) -> None:
    rules, state = _after()
    assert getattr(_bound(rules, state, written).order, "text", "") == read


@pytest.mark.parametrize(
    ("before", "text", "code", "why"),
    [
        ((), "e3", "illegal.no-such-move", None),
        ((), "i3h", "illegal.wall", "edge"),
        (("e3h",), "e3v", "illegal.wall", "crossing"),
        (("e3h",), "f3h", "illegal.wall", "crossing"),
        (("e3v",), "e4v", "illegal.wall", "crossing"),
        (("a8h", "c8h", "e8h", "g8h", "h7v"), "h8h", "illegal.wall", "crossing"),
    ],
)
def test_what_cannot_be_played_is_answered_with_the_reason(
    before: tuple[str, ...], text: str, code: str, why: str | None
) -> None:
    rules, state = _after(*before)
    (fault,) = _bound(rules, state, text).faults
    assert (fault.code, fault.given.get("why")) == (code, why)


class Slow:
    """The rules of Quoridor once more, from the handbook alone."""

    def __init__(self) -> None:
        self.pawns = [(4, 1), (4, 9)]
        self.walls: set[tuple[int, int, str]] = set()
        self.left = [10, 10]
        self.turn = 0

    def _open(self, start: tuple[int, int], end: tuple[int, int]) -> bool:
        if not (0 <= end[0] < 9 and 1 <= end[1] <= 9):
            return False
        x, y = min(start[0], end[0]), min(start[1], end[1])
        if start[0] == end[0]:
            return not {(x, y, "h"), (x - 1, y, "h")} & self.walls
        return not {(x, y, "v"), (x, y - 1, "v")} & self.walls

    def _near(self, at: tuple[int, int]) -> Iterator[tuple[int, int]]:
        for right, up in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            if self._open(at, (at[0] + right, at[1] + up)):
                yield at[0] + right, at[1] + up

    def steps(self) -> set[str]:
        mine, other = self.pawns[self.turn], self.pawns[1 - self.turn]
        found = {*self._near(mine)}
        if other in found:
            found.remove(other)
            behind = 2 * other[0] - mine[0], 2 * other[1] - mine[1]
            near = {*self._near(other)} - {mine}
            found |= {behind} if behind in near else near
        return {f"{_FILES[x]}{y}" for x, y in found}

    def _way(self, player: int) -> bool:
        seen, open_ends = {self.pawns[player]}, [self.pawns[player]]
        while open_ends:
            at = open_ends.pop()
            if at[1] == (9, 1)[player]:
                return True
            more = {*self._near(at)} - seen
            seen |= more
            open_ends += more
        return False

    def may_wall(self, x: int, y: int, way: str) -> bool:
        right, up = (1, 0) if way == "h" else (0, 1)
        near = {(x - right, y - up, way), (x + right, y + up, way)}
        if near & self.walls or {(x, y, "h"), (x, y, "v")} & self.walls:
            return False
        self.walls.add((x, y, way))
        free = self._way(0) and self._way(1)
        self.walls.remove((x, y, way))
        return free

    def set_walls(self) -> set[str]:
        if not self.left[self.turn]:
            return set()
        return {f"{_FILES[x]}{y}{way}" for x in range(8) for y in range(1, 9)
                for way in "hv" if self.may_wall(x, y, way)}  # fmt: skip

    def play(self, text: str) -> None:
        place = _FILES.index(text[0]), int(text[1])
        if text[-1] in "hv":
            self.walls.add((*place, text[-1]))
            self.left[self.turn] -= 1
        else:
            self.pawns[self.turn] = place
        self.turn = 1 - self.turn


def test_what_is_legal_is_what_the_handbook_says() -> None:
    rng, slow = random.Random(5), Slow()
    rules, state = _after()
    for _ in range(14):
        (seat,) = rules.window(state).seats
        texts = [str(one) for one in rules.legal(state, seat)]
        steps = {text for text in texts if text[-1] not in "hv"}
        assert steps == slow.steps()
        assert {*texts} - steps == slow.set_walls()
        text = rng.choice([*steps] if rng.random() < 0.5 else texts)
        state = rules.resolve(state, {seat: _bound(rules, state, text).order}).state
        slow.play(text)
        if rules.window(state) is None:
            break
    assert rules.view(state, None).extras == {
        seat: {"walls": slow.left[at]} for at, seat in enumerate(("Ann", "Bob"))
    }


def test_the_engine_writes_no_warning(capfd: pytest.CaptureFixture[str]) -> None:
    _after("e2")
    assert not capfd.readouterr().err
