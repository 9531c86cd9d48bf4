"""Filters and tests, which each block looked up for itself, looked up once."""

from __future__ import annotations

import ast


class Filters(ast.NodeTransformer):
    """Takes out of all functions what looks for filters and tests, and keeps it."""

    def __init__(self) -> None:
        self.found = dict[str, ast.stmt]()  #: what looks for each, by its name here
        self.names = dict[str, str]()  #: Jinja's names by those here

    def visit_Try(self, node: ast.Try) -> ast.AST:
        match node.body:
            case [
                ast.Assign(
                    [ast.Name(here)],
                    ast.Subscript(
                        ast.Attribute(ast.Name("environment"), "filters" | "tests"),
                        ast.Constant(str(name)),
                    ),
                )
            ]:
                self.found[here], self.names[here] = node, name
                return ast.Pass()
        return self.generic_visit(node)
