"""Counts the steps of a regular expression, as an engine that backtracks takes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from re import _compiler, _parser  # type: ignore[attr-defined]
from typing import Any

MAX_STEPS = 100_000
_Next = Callable[[int], bool]


class Steps:
    """The steps of searching a text for a pattern from each place on."""

    def __init__(self, pattern: re.Pattern[Any], text: Any) -> None:
        self.text, self.count, self.flags = text, 0, pattern.flags
        self._singles: dict[int, re.Pattern[Any]] = {}
        self._tree = _parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
        self._items = list(self._tree)

    def search(self) -> int:
        """Search as `finditer` does; return how many steps it took."""
        at = 0
        while at <= len(self.text):
            end = self._first(self._items, at)
            at += 1 if end is None else max(end - at, 1)
        return self.count

    def _run(self, items: list[Any], index: int, at: int, then: _Next) -> bool:
        self.count += 1
        if self.count > MAX_STEPS:
            raise OverflowError
        if index == len(items):
            return then(at)
        name, given = str(items[index][0]), items[index][1]

        def go_on(end: int) -> bool:
            return self._run(items, index + 1, end, then)

        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            return self._repeat(name, given, at, go_on)
        if name == "SUBPATTERN":
            return self._run(list(given[3]), 0, at, go_on)
        if name == "ATOMIC_GROUP":
            first = self._first(list(given), at)
            return first is not None and go_on(first)
        if name == "BRANCH":
            return any(self._run(list(one), 0, at, go_on) for one in given[1])
        if name in ("ASSERT", "ASSERT_NOT"):
            start = at if given[0] > 0 else at - given[1].getwidth()[0]
            found = start >= 0 and self._run(list(given[1]), 0, start, lambda end: True)
            return found == (name == "ASSERT") and go_on(at)
        found = self._single(items[index]).match(self.text, at)
        return found is not None and go_on(found.end())

    def _single(self, item: Any) -> re.Pattern[Any]:
        if id(item) not in self._singles:
            alone = _parser.SubPattern(self._tree.state, [item])
            self._singles[id(item)] = _compiler.compile(alone, self.flags)
        return self._singles[id(item)]

    def _first(self, items: list[Any], at: int) -> int | None:
        """Where the first way to match ends; None where there is none."""
        ends: list[int] = []

        def ended(end: int) -> bool:
            ends.append(end)
            return True

        return ends[0] if self._run(items, 0, at, ended) else None

    def _repeat(self, name: str, given: Any, at: int, go_on: _Next) -> bool:
        least, most, inner = given
        item = list(inner)
        if len(item) == 1 and str(item[0][0]) in (
            "IN",
            "ANY",
            "LITERAL",
            "NOT_LITERAL",
        ):
            return self._run_of(
                self._single(item[0]), name, least, int(most), at, go_on
            )

        def more(end: int, count: int) -> bool:
            def again() -> bool:
                return int(count) < int(most) and self._run(
                    item, 0, end, lambda new: new > end and more(new, count + 1)
                )

            if name == "MIN_REPEAT":
                return (count >= least and go_on(end)) or again()
            return again() or (count >= least and go_on(end))

        return more(at, 0)

    def _run_of(
        self,
        one: re.Pattern[Any],
        name: str,
        least: int,
        most: int,
        at: int,
        go_on: _Next,
    ) -> bool:
        ends = list(self._ends(one, at, most))
        if len(ends) <= least:
            return False
        tried = ends[least:]
        if name == "POSSESSIVE_REPEAT":
            return go_on(tried[-1])
        return any(map(go_on, tried if name == "MIN_REPEAT" else tried[::-1]))

    def _ends(self, one: re.Pattern[Any], at: int, most: int) -> Iterator[int]:
        yield at
        for _ in range(min(most, len(self.text) - at)):
            self.count += 1
            found = one.match(self.text, at)
            if found is None:
                return
            at = found.end()
            yield at


def steps(pattern: re.Pattern[Any], text: str) -> int:
    """How many steps a search takes, MAX_STEPS at most."""
    try:
        return Steps(pattern, text.encode() if _is_bytes(pattern) else text).search()
    except OverflowError:
        return MAX_STEPS


def _is_bytes(pattern: re.Pattern[Any]) -> bool:
    return isinstance(pattern.pattern, bytes)
