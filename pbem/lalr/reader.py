"""Drives Lark's tables over a text that is right, without what only faults need.

Lark reads each grammar and builds its tables, and it alone says what is wrong with a
text. Here the same tables and patterns are gone through in one loop, which keeps no
lines, no history and no tree. A text that this cannot read, Lark cannot either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from pbem.lalr.tables import ENDED, Rule, Tables
from pbem.protocol import Token

END = "$END"  #: Lark's terminal after the last one
MOST_PLACES = 10_000  #: that are kept of a grammar

_Reduction: TypeAlias = Callable[[list[Any]], None]
"""Puts one value in the place of the last ones."""

_Words: TypeAlias = Callable[[str], Any]
"""Tells words of the grammar from what is read alike."""

_Lexing: TypeAlias = tuple[
    Callable[[str, int], Any], Mapping[int, str], Mapping[str, _Words]
]
"""What finds the next terminal, names of its groups, and words that others may be."""


class Unread(Exception):
    """A text that is not in the language."""


class _Step(NamedTuple):
    """What a terminal leads to: what is built of the values so far, then a place."""

    reductions: Sequence[_Reduction]
    place: _Place | None  #: None: the text ends here
    kept: bool  #: whether a reader asks for the text of the terminal
    words: _Words | None  #: where the text may be another terminal


class _Place(dict[int | str, _Step | None]):
    """Where reading can stand, with what comes next, by the terminal or the number of
    its group; None where it is ignored.

    It stands for all states of the parser that are open, so that what follows is
    looked up but once.
    """

    __slots__ = ("_keywords", "_kinds", "_reader", "_stack", "match")

    def __init__(self, reader: Reader, stack: tuple[int, ...]) -> None:
        super().__init__()
        self._reader, self._stack = reader, stack
        self.match, self._kinds, self._keywords = reader.lexing(stack[-1])

    def __missing__(self, found: int | str) -> _Step | None:
        kind = found if isinstance(found, str) else self._kinds[found]
        words = None if found is kind else self._keywords.get(kind)
        try:
            step = self._reader.step(self._stack, kind)
        except Unread:
            if words is None:
                raise
            step = _Step([_refuse], None, False, None)  # but its words may stand here
        self[found] = step and step._replace(words=words)
        return self[found]


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
        self._lexings: dict[int, _Lexing] = {}
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
        place, at = self._first, 0
        while True:
            found = place.match(text, at)
            if found is None:
                raise Unread
            group = found.lastindex
            step = place[group]
            if step is None:
                at = found.end()
                continue
            reductions, after, kept, words = step
            if words is not None and (word := words(found[group])):
                step = place[word.lastgroup]
                if step is None:
                    at = found.end()
                    continue
                reductions, after, kept, words = step
            for reduce in reductions:
                reduce(values)
            if after is None:
                return values[0]
            place = after
            if kept:
                token = Token(found[group])
                token.start_pos, token.end_pos = at, end = found.span(group)
                at = end
                values.append(token)
            else:
                values.append(None)
                at = found.end()

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
                return _Step(reductions, place, terminal in self._kept, None)
            rule = self._tables.rules[-1 - to]
            if rule.makes_something:
                reductions.append(self._reduction(-1 - to))
            stack = stack[: len(stack) - rule.size]
            stack = (*stack, steps[stack[-1]][rule.origin])
            if terminal == END and stack[-1] == self._end:
                return _Step(reductions, None, False, None)

    def _place(self, stack: tuple[int, ...]) -> _Place:
        place = self._places.get(stack)
        if place is None:
            place = _Place(self, stack)
            if len(self._places) < MOST_PLACES:
                self._places[stack] = place
        return place

    def lexing(self, state: int) -> _Lexing:
        """Return what finds the next terminal in a state, its name by the number of the
        group that it is, and what is told from it by words."""
        number = self._tables.lexing_of[state]
        found = self._lexings.get(number)
        if found is None:
            pattern, keywords = self._tables.lexings[number]
            told = {
                kind: words.compiled().fullmatch for kind, words in keywords.items()
            }
            compiled = pattern.compiled()
            kinds = {group: kind for kind, group in compiled.groupindex.items()}
            kinds[compiled.groupindex[ENDED]] = END
            found = self._lexings[number] = compiled.match, kinds, told
        return found

    def _reduction(self, number: int) -> _Reduction:
        known = self._reductions.get(number)
        if known is None:
            rule = self._tables.rules[number]
            known = self._reductions[number] = self._builder(rule)
        return known

    def _builder(self, rule: Rule) -> _Reduction:
        """Return what puts one value in the place of those of a rule, in one call."""
        reader = self._readers.get(rule.reader) or _tree(rule.reader)
        made, children = f"reader({rule.children})", f"[{rule.children}]"
        if not rule.reader:
            made = children
        elif rule.passes_one:
            made = rule.children
        elif rule.alone:
            made = f"one[0] if len(one := {children}) == 1 else reader(*one)"
        return _making(made, rule.size)(reader)


def _refuse(values: list[Any]) -> None:
    raise Unread


@lru_cache(maxsize=256)
def _making(made: str, size: int) -> Callable[[Callable[..., Any]], _Reduction]:
    """Return what takes a reader to what it does to values: many rules share it.

    `made` tells what is made of the last so many, which it calls `x`.
    """
    if size == 0:
        code = f"x.append({made})"
    else:
        made = re.sub(r"x\[([0-9]+)\]", lambda n: f"x[{int(n[1]) - size}]", made)
        code = f"x[-{size}:] = ({made},)" if size > 1 else f"x[-1] = {made}"
    known: dict[str, Any] = {}
    exec(f"def making(reader):\n def reduce(x): {code}\n return reduce", known)
    found: Callable[[Callable[..., Any]], _Reduction] = known["making"]
    return found


def _tree(name: str) -> Callable[..., Any]:
    """Return what Lark makes of a rule that no reader is for."""

    def tree(*children: Any) -> Any:
        from lark import Tree

        return Tree(name, list(children))

    return tree
