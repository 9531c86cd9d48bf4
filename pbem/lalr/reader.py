"""Drives Lark's tables over a text that is right, without what only faults need.

Lark reads each grammar and builds its tables, and it alone says what is wrong with a
text. Here the same tables and patterns are gone through in one loop, which keeps no
lines, no history and no tree. A text that this cannot read, Lark cannot either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from pbem.lalr.tables import Rule, Tables
from pbem.protocol import Token

END = "$END"  #: Lark's terminal after the last one
MOST_PLACES = 10_000  #: that are kept of a grammar

_Reduction: TypeAlias = tuple[int, Callable[[list[Any]], Any]]
"""How many of the last values are taken, and what makes one of them."""


class Unread(Exception):
    """A text that is not in the language."""


class _Step(NamedTuple):
    """What a terminal leads to: what is built of the values so far, then a place."""

    reductions: Sequence[_Reduction]
    place: _Place | None  #: None: the text ends here
    kept: bool  #: whether a reader asks for the text of the terminal


class _Place(dict[str, _Step | None]):
    """Where reading can stand, with what comes next by terminal; None: no more text.

    It stands for all states of the parser that are open, so that what follows is
    looked up but once.
    """

    __slots__ = ("_reader", "_stack", "keywords", "match")

    def __init__(self, reader: Reader, stack: tuple[int, ...]) -> None:
        super().__init__()
        self._reader, self._stack = reader, stack
        self.match, self.keywords = reader.lexing(stack[-1])

    def __missing__(self, terminal: str) -> _Step | None:
        step = self[terminal] = self._reader.step(self._stack, terminal)
        return step


class Reader:
    """Reads texts by the tables of a grammar, from one of its start rules.

    `readers` are called with the children of their rules.
    """

    def __init__(
        self, tables: Tables, start: str, readers: Mapping[str, Callable[..., Any]]
    ) -> None:
        self._tables, self._readers = tables, readers
        first, self._end = tables.starts[start]
        self._ignored, self._kept = frozenset(tables.ignored), frozenset(tables.kept)
        self._reductions: dict[int, _Reduction] = {}
        self._lexings: dict[int, tuple[Any, Mapping[str, Any]]] = {}
        self._places: dict[tuple[int, ...], _Place] = {}
        self._first = _Place(self, (first,))

    def reads(self, text: str) -> bool:
        """Whether a text can be read, without the trouble of saying why not."""
        try:
            self.read(text)
        except Unread:
            return False
        return True

    def read(self, text: str) -> Any:
        """Return what the readers of the rules make of a text. Raises Unread."""
        values: list[Any] = []
        place = self._first
        at, last = 0, len(text)
        while True:
            if at < last:
                found = place.match(text, at)
                if found is None:
                    raise Unread
                kind, end = found.lastgroup or "", found.end()
                if kind in place.keywords:
                    word = place.keywords[kind](text[at:end])
                    kind = word.lastgroup or "" if word else kind
            else:
                kind, end = END, at
            step = place[kind]
            if step is None:
                at = end
                continue
            for size, build in step.reductions:
                if size:
                    values[-size:] = (build(values[-size:]),)
                else:
                    values.append(build([]))
            if step.place is None:
                return values[0]
            place = step.place
            if step.kept:
                token = Token(text[at:end])
                token.start_pos, token.end_pos = at, end
                values.append(token)
            else:
                values.append(None)
            at = end

    def step(self, stack: tuple[int, ...], terminal: str) -> _Step | None:
        """Return what a terminal leads to where these states are open.

        None where it is ignored. Raises Unread where it cannot stand.
        """
        if terminal in self._ignored:
            return None
        steps, reductions = self._tables.steps, list[_Reduction]()
        while True:
            to = steps[stack[-1]].get(terminal)
            if to is None:
                raise Unread
            if to >= 0:
                place = self._place((*stack, to))
                return _Step(reductions, place, terminal in self._kept)
            rule = self._tables.rules[-1 - to]
            if rule.makes_something:
                reductions.append(self._reduction(-1 - to))
            stack = stack[: len(stack) - rule.size]
            stack = (*stack, steps[stack[-1]][rule.origin])
            if terminal == END and stack[-1] == self._end:
                return _Step(reductions, None, False)

    def _place(self, stack: tuple[int, ...]) -> _Place:
        place = self._places.get(stack)
        if place is None:
            place = _Place(self, stack)
            if len(self._places) < MOST_PLACES:
                self._places[stack] = place
        return place

    def lexing(self, state: int) -> tuple[Any, Mapping[str, Any]]:
        """Return what is looked for in a state, and what is told from it by words."""
        number = self._tables.lexing_of[state]
        found = self._lexings.get(number)
        if found is None:
            pattern, keywords = self._tables.lexings[number]
            told = {
                kind: words.compiled().fullmatch for kind, words in keywords.items()
            }
            found = self._lexings[number] = pattern.compiled().match, told
        return found

    def _reduction(self, number: int) -> _Reduction:
        known = self._reductions.get(number)
        if known is None:
            rule = self._tables.rules[number]
            known = self._reductions[number] = rule.size, self._builder(rule)
        return known

    def _builder(self, rule: Rule) -> Callable[[list[Any]], Any]:
        """Return what makes something of the values of a rule, in one call."""
        reader = self._readers.get(rule.reader) or _tree(rule.reader)
        made, children = f"reader({rule.children})", f"[{rule.children}]"
        if not rule.reader:
            made = children
        elif rule.passes_one:
            made = rule.children
        elif rule.alone:
            made = f"one[0] if len(one := {children}) == 1 else reader(*one)"
        return _making(made)(reader)


@lru_cache(maxsize=256)
def _making(made: str) -> Callable[[Callable[..., Any]], Callable[[list[Any]], Any]]:
    """Return what takes a reader to what it makes of values: many rules share it."""
    found: Callable[..., Any] = eval(f"lambda reader: lambda x: {made}")
    return found


def _tree(name: str) -> Callable[..., Any]:
    """Return what Lark makes of a rule that no reader is for."""

    def tree(*children: Any) -> Any:
        from lark import Tree

        return Tree(name, list(children))

    return tree
