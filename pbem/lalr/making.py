"""Takes the tables out of what Lark made of a grammar."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, cast

from lark import Lark
from lark.lexer import BasicLexer, ContextualLexer, UnlessCallback
from lark.parse_tree_builder import ChildFilter, ExpandSingleChild
from lark.parsers.lalr_analysis import Shift

from pbem.lalr.first_letters import grouped
from pbem.lalr.patterns import pattern
from pbem.lalr.tables import ENDED, Lexing, Rule, Tables

_INLINE = "_"  #: rules that begin so are a part of the rule that they stand in


def tables_of(lark: Lark) -> Tables:
    """Return the tables of a grammar.

    It must be LALR with the contextual lexer and have its transformer inside.
    """
    used = {symbol.name for rule in lark.rules for symbol in rule.expansion}
    ignored = {*lark.lexer_conf.ignore} - used
    starts: dict[str, tuple[int, int]] = {}
    steps: dict[int, dict[str, int]] = {}
    rules: dict[Any, int] = {}
    made: list[Rule] = []
    lexers: dict[int, int] = {}
    lexings: list[Lexing] = []
    lexing_of: dict[int, int] = {}
    for start in lark.options.start:
        thread = lark.parse_interactive("", start)
        conf = thread.parser_state.parse_conf
        starts[start] = conf.start_state, conf.end_state
        for state, actions in conf.states.items():
            row = steps[state] = {}
            for name, (action, to) in actions.items():
                if action is not Shift and to not in rules:
                    rules[to] = len(made)
                    made.append(_rule(to, conf.callbacks[to]))
                row[str(name)] = to if action is Shift else -1 - rules[to]
        lexer_of = cast(ContextualLexer, thread.lexer_thread.lexer).lexers
        for state, lexer in lexer_of.items():
            assert isinstance(lexer, BasicLexer)
            if id(lexer) not in lexers:
                lexers[id(lexer)] = len(lexings)
                lexings.append(_lexing(lexer, ignored))
            lexing_of[state] = lexers[id(lexer)]
    kept = {
        str(symbol.name)
        for rule in lark.rules
        for symbol in rule.expansion
        if rule.options.keep_all_tokens or not getattr(symbol, "filter_out", False)
    }
    return Tables(
        starts,
        steps,
        made,
        lexings,
        lexing_of,
        terminals=dict(map(_terminal, lark.terminals)),
        ignored=[str(name) for name in lark.lexer_conf.ignore],
        kept=sorted(kept),
    )


def _terminal(terminal: Any) -> tuple[str, tuple[str, str | None]]:
    pattern = terminal.pattern
    spelt = str(pattern.value) if pattern.type == "str" else None
    return str(terminal.name), (str(pattern.to_regexp()), spelt)


def _lexing(lexer: BasicLexer, ignored: Collection[str]) -> Lexing:
    terminals = lexer.scanner.terminals  # with it Lark makes the callbacks
    flags = int(lexer.g_regex_flags)
    keywords = {
        str(kind): pattern("|".join(map(_group, callback.scanner.terminals)), flags)
        for kind, callback in lexer.callback.items()
        if isinstance(callback, UnlessCallback)
    }
    found = [_group(one) for one in terminals if one.name not in ignored]
    looked_for = "|".join([*grouped(found), f"(?P<{ENDED}>\\Z)"])
    text = f"{_skipped(terminals, ignored)}(?:{looked_for})"
    return Lexing(pattern(text, flags), keywords)


def _skipped(terminals: Sequence[Any], ignored: Collection[str]) -> str:
    """The pattern of what is left out before a terminal, "" for nothing.

    Of all that could stand in a place, the first is taken: what is ignored goes only
    where none of those before it can be read.
    """
    ways, before = list[str](), list[str]()
    for one in terminals:
        text = one.pattern.to_regexp()
        if one.name not in ignored:
            before.append(text)
        elif before:
            ways.append(f"(?={text})(?!{'|'.join(before)}){text}")
        else:
            ways.append(text)
    return f"(?:{'|'.join(ways)})*+" if ways else ""


def _group(terminal: Any) -> str:
    """The pattern of a terminal, as a group that has its name."""
    return f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})"


def _rule(rule: Any, build: Any) -> Rule:
    """Return what Lark's builder of a rule does to its children."""
    alone, found = False, [f"x[{at}]" for at in range(len(rule.expansion))]
    while isinstance(build, ChildFilter | ExpandSingleChild):
        if isinstance(build, ExpandSingleChild):
            alone = True
        else:
            found = []
            for at, spread, *nones in build.to_include:
                found += ["None"] * sum(nones)
                found.append(f"*x[{at}]" if spread else f"x[{at}]")
            found += ["None"] * getattr(build, "append_none", 0)
        build = build.node_builder
    origin = str(rule.origin.name)
    name = str(rule.alias or rule.options.template_source or origin)
    inline = origin.startswith(_INLINE) and not rule.alias
    size, children = len(rule.expansion), ", ".join(found)
    return Rule(size, origin, "" if inline else name, children, alone)
