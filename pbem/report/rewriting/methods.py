"""Filters that Python's texts have as methods, and macros that write one text."""

from __future__ import annotations

import ast
from collections.abc import Mapping

#: Filters of texts by Jinja's names, and the methods that do the same.
_METHODS = {"lower": "lower", "trim": "strip", "upper": "upper"}
NAMES = ("map", "str")  #: that it uses


class Methods(ast.NodeTransformer):
    """Asks texts themselves, in a template that is no markup."""

    def __init__(self, filters: Mapping[str, str]) -> None:
        self._filters = filters  # Jinja's names of filters and tests by those here

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name(name), [ast.Attribute(), things, *between], []) if (
                self._filters.get(name) == "join"
            ):
                by, *more = *between, ast.Constant("")
                if len(more) < 2 and isinstance(by, ast.Constant):
                    text = ast.Constant(str(by.value))
                    return _method(text, "join", _called("map", _name("str"), things))
            case ast.Call(ast.Name(name), [thing], []) if method := _METHODS.get(
                self._filters.get(name, "")
            ):
                return _method(_called("str", thing), method)
        return node


def sets_escaping(module: ast.Module) -> bool:
    """Whether a template says itself where texts are escaped."""
    attributes = [one for one in ast.walk(module) if isinstance(one, ast.Attribute)]
    return any(
        one.attr == "autoescape" and isinstance(one.ctx, ast.Store)
        for one in attributes
    )


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _called(name: str, *given: ast.expr) -> ast.Call:
    return ast.Call(_name(name), [*given], [])


def _method(thing: ast.expr, method: str, *given: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(thing, method, ast.Load()), [*given], [])


def return_at_once(function: ast.FunctionDef) -> None:
    """Have a macro that writes one text return it, with no list between."""
    match function.body:
        case [ast.Try(body), *_] as lines:
            bodies = [body, lines]
        case lines:
            bodies = [lines]
    for lines in bodies:
        match lines[-2:]:
            case [
                ast.Expr(ast.Call(ast.Attribute(ast.Name(into), "append"), [text])),
                ast.Return(ast.Call(ast.Name("concat"), [ast.Name(told)])),
            ] if into == told and _uses(lines, into) == 2:
                lines[-2:] = [ast.Return(text)]


def _uses(lines: list[ast.stmt], name: str) -> int:
    """Return how often lines read a variable, an inner try left out."""
    plain = [line for line in lines if not isinstance(line, ast.Try)]
    nodes = ast.walk(ast.Module(plain, []))
    return sum(
        isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Load)
        for one in nodes
    )
