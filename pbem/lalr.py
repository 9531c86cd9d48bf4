"""Drives Lark's tables over a text that is right, without what only faults need.

Lark reads each grammar and builds its tables, and it alone says what is wrong with a
text. Here the same tables and patterns are gone through in one loop, which keeps no
lines, no history and no tree. A text that this cannot read, Lark cannot either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from sys import intern
from typing import Any, NamedTuple, TypeAlias, cast

from lark import Lark
from lark import Token as LarkToken
from lark.lexer import BasicLexer, ContextualLexer
from lark.parsers.lalr_analysis import Shift

from pbem.protocol import Token

END = "$END"  #: Lark's terminal after the last one

_Reduction: TypeAlias = tuple[int, Callable[[list[Any]], Any], str]
"""How many of the last values are taken, what makes one of them, and of which rule."""


class _Unread(Exception):
    """A text that is not in the language."""


class _State(NamedTuple):
    """One state of the parser: what is looked for in it, and what follows."""

    match: Callable[[str, int], re.Match[str] | None]
    steps: Mapping[str, Any]  #: a state or a _Reduction, by terminal or rule
    keywords: Mapping[str, Callable[[LarkToken], LarkToken]]


class Reader:
    """Reads texts by the tables of a grammar, from one of its start rules.

    The grammar must be LALR with the contextual lexer and have its transformer inside.
    """

    def __init__(self, lark: Lark, start: str) -> None:
        self._lark, self._start = lark, start
        self._states = _States(lark, start)

    def read(self, text: str) -> Any:
        """Return what the readers of the rules make of a text.

        Raises Lark's UnexpectedInput, found by Lark itself.
        """
        try:
            return self._drive(text)
        except _Unread:
            return self._lark.parse(text, self._start)

    def reads(self, text: str) -> bool:
        """Whether a text can be read, without the trouble of saying why not."""
        try:
            self._drive(text)
        except _Unread:
            return False
        return True

    def _drive(self, text: str) -> Any:
        states, ignored = self._states, self._states.ignored
        values: list[Any] = []
        state = states.start
        stack = [state]
        first, at, last = 0, 0, len(text)
        while True:
            match, steps, keywords = states[state]
            if at < last:
                found = match(text, at)
                if found is None:
                    raise _Unread
                kind, first, at = found.lastgroup or "", at, found.end()
                if kind in ignored:
                    continue
                if kind in keywords:
                    kind = keywords[kind](LarkToken(kind, found[0])).type
            else:
                kind = END
            step = steps.get(kind)
            while step.__class__ is tuple:
                size, build, rule = step
                taken = []
                if size:
                    taken = values[-size:]
                    del values[-size:], stack[-size:]
                values.append(build(taken))
                state = states[stack[-1]][1][rule]
                if kind is END and state == states.end:
                    return values[-1]
                stack.append(state)
                step = states[state][1].get(kind)
            if step is None:
                raise _Unread
            state = step
            stack.append(state)
            token = Token(text[first:at])
            token.start_pos, token.end_pos = first, at
            values.append(token)


class _States(dict[int, _State]):
    """The states of Lark's table, each made the first time that it is asked for."""

    def __init__(self, lark: Lark, start: str) -> None:
        thread = lark.parse_interactive("", start)
        self._conf = thread.parser_state.parse_conf
        self._lexers = cast(ContextualLexer, thread.lexer_thread.lexer).lexers
        self.start, self.end = self._conf.start_state, self._conf.end_state
        self.ignored = frozenset(lark.lexer_conf.ignore)

    def __missing__(self, number: int) -> _State:
        lexer = cast(BasicLexer, self._lexers[number])
        shape = "|".join(
            f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})"
            for terminal in lexer.scanner.terminals
        )
        steps: dict[str, int | _Reduction] = {}
        for name, (action, to) in self._conf.states[number].items():
            # Lark's own names compare in Python.
            name = intern(str(name))
            if action is Shift:
                steps[name] = to
            else:
                build = self._conf.callbacks[to]
                rule = intern(str(to.origin.name))
                steps[name] = len(to.expansion), build, rule
        match = re.compile(shape, lexer.g_regex_flags).match
        state = self[number] = _State(match, steps, lexer.callback)
        return state
