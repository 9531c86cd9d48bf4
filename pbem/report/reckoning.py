"""Which values of a template can only be numbers, and how these are reckoned plainly.

What Jinja's filters `round`, `max` and `min` do to numbers is what Python's own
functions do, and numbers have nothing in them to escape.
"""

from __future__ import annotations

import ast

PLAIN = ("round", "max", "min")  #: the functions that must not be hidden by a name


class Reckoner(ast.NodeTransformer):
    """Reckons a template's numbers without Jinja."""

    def __init__(self) -> None:
        self._filters = dict[str, str]()  # by the names that the module gives them

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        match node:
            case ast.Assign(
                [ast.Name(given)],
                ast.Subscript(ast.Attribute(_, "filters"), ast.Constant(str(name))),
            ):
                self._filters[given] = name
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("escape"), [value], []) if counts(value):
                return _call("str", value)
            case ast.Call(ast.Name(name), [value, *places], []):
                plain = self._filters.get(name)
                if plain == "round" and len(places) < 2:
                    return _call(plain, value, *(places or [ast.Constant(0)]))
                if plain in ("max", "min") and len(places) == 1:
                    # Of a list that is written out: the first is the environment.
                    some = places[0].elts if isinstance(places[0], ast.List) else []
                    return _call(plain, *places) if any(map(counts, some)) else node
        return node


def _call(function: str, *given: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(function, ast.Load()), [*given], [])


def counts(value: ast.expr) -> bool:
    """Whether a value can only be a number, if it can be reckoned at all."""
    match value:
        case ast.Constant(number):
            return type(number) in (int, float)
        case ast.BinOp(_, ast.Sub() | ast.Div() | ast.FloorDiv() | ast.Pow(), _):
            return True
        case ast.BinOp(left, ast.Add(), right):
            return counts(left) or counts(right)
        case ast.BinOp(left, ast.Mult(), right):  # a text may be repeated
            return counts(left) and counts(right)
        case ast.UnaryOp(ast.USub() | ast.UAdd(), _):
            return True
        case ast.Call(ast.Name("round"), [_, _], []):
            return True
        case ast.Call(ast.Name("max" | "min"), [ast.List()], []):
            return True
    return False
