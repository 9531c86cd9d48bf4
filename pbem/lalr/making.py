"""Takes the tables out of what Lark made of a grammar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from lark import Lark
from lark.lexer import BasicLexer, ContextualLexer, UnlessCallback
from lark.parse_tree_builder import ChildFilter, ExpandSingleChild
from lark.parsers.lalr_analysis import Shift

from pbem.lalr.patterns import Pattern, pattern
from pbem.lalr.tables import Lexing, Rule, Tables

_INLINE = "_"  #: rules that begin so are a part of the rule that they stand in


def tables_of(lark: Lark) -> Tables:
    """Return the tables of a grammar.

    It must be LALR with the contextual lexer and have its transformer inside.
    """
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
                lexings.append(_lexing(lexer))
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


def _lexing(lexer: BasicLexer) -> Lexing:
    terminals = lexer.scanner.terminals  # with it Lark makes the callbacks
    flags = int(lexer.g_regex_flags)
    keywords = {
        str(kind): _any_of(callback.scanner.terminals, flags)
        for kind, callback in lexer.callback.items()
        if isinstance(callback, UnlessCallback)
    }
    return Lexing(_any_of(terminals, flags), keywords)


def _any_of(terminals: Sequence[Any], flags: int) -> Pattern:
    """The pattern of any of these terminals, whose group has its name."""
    groups = (f"(?P<{x.name}>{x.pattern.to_regexp()})" for x in terminals)
    return pattern("|".join(groups), flags)


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
