"""What a thing has is asked of the thing itself.

Jinja asks for `x.a` in a function of its own, which tries `x["a"]` where there is no
`x.a`, and is ten times as slow. So a macro or a block is there twice: as Python has
it, and as Jinja does, for whatever has no such attribute or item. What the first one
has done until then is forgotten, as it only fills lists of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from copy import deepcopy
from typing import TypeGuard

#: Tests and filters that may be asked about what is not there.
_FOR_MISSING = frozenset(("defined", "undefined", "default", "d"))
#: What Jinja catches before it looks elsewhere.
_FAILS = ("AttributeError", "TypeError", "LookupError")


class Direct(ast.NodeTransformer):
    """Has all ask things themselves, where Jinja would find the same."""

    def __init__(self, filters: Mapping[str, str]) -> None:
        self._filters = filters  # Jinja's names of filters and tests by those here
        self.asked = False  #: whether anything is asked of a thing

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if about_missing(node, self._filters):
            for child in (*ast.iter_child_nodes(node.args[0]), *node.args[1:]):
                self.visit(child)
            return node
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name(name), [value], []) if (
                self._filters.get(name) == "none"
            ):
                return ast.Compare(value, [ast.Is()], [ast.Constant(None)])
            case ast.Call(
                ast.Attribute(ast.Name("environment"), "getattr" | "getitem" as how),
                [thing, key],
            ) if not _is_self(thing):
                self.asked = True
                if how == "getitem":
                    return ast.Subscript(thing, key, ast.Load())
                return ast.Attribute(thing, ast.literal_eval(key), ast.Load())
        return node


def about_missing(node: ast.AST, filters: Mapping[str, str]) -> TypeGuard[ast.Call]:
    """Whether a node asks whether something is there."""
    match node:
        case ast.Call(ast.Name(name), [_, *_]):
            return filters.get(name) in _FOR_MISSING
    return False


def _is_self(thing: ast.expr) -> bool:
    """Whether a thing is the `self` of templates, which has items alone."""
    return isinstance(thing, ast.Name) and thing.id.endswith("_self")


def ask_directly(function: ast.FunctionDef, filters: Mapping[str, str]) -> None:
    """Have a macro or a block ask things directly, and Jinja where that fails."""
    if [one.arg for one in function.args.args] == ["g", "text"]:
        return  # the words of a fault, which are given a dictionary
    direct = Direct(filters)
    body = [direct.visit(line) for line in deepcopy(function.body)]
    if direct.asked:
        fails = ast.Tuple([ast.Name(one, ast.Load()) for one in _FAILS], ast.Load())
        handler = ast.ExceptHandler(fails, None, [ast.Pass()])
        function.body.insert(0, ast.Try(body, [handler], [], []))
