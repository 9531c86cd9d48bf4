"""What Jinja notes for `context.call`, left out."""

from __future__ import annotations

import ast

from pbem.report.rewriting.calls import FOR_CONTEXTS
from pbem.report.rewriting.nodes import loads


def forget_notes(function: ast.FunctionDef) -> None:
    """Leave out what is noted for calls, where none asks for it any more."""
    for name in FOR_CONTEXTS:
        notes = _Notes(name)
        uses = [one for one in ast.walk(function) if loads(one) and one.id == name]
        if len(uses) == sum(map(notes.asks, ast.walk(function))):
            notes.visit(function)


class _Notes(ast.NodeTransformer):
    """Takes the statements away that note something under a name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def begins(self, node: ast.AST) -> bool:
        """Whether a statement makes room for notes."""
        match node:
            case ast.Assign([ast.Name(name)]):
                return name == self._name
        return False

    def asks(self, node: ast.AST) -> bool:
        """Whether a statement adds a note, and does nothing else."""
        match node:
            case ast.Assign([ast.Subscript(ast.Name(name))]) | ast.Expr(
                ast.Call(ast.Attribute(ast.Name(name), "update"))
            ):
                return name == self._name
        return False

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        return ast.Pass() if self.begins(node) or self.asks(node) else node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return ast.Pass() if self.asks(node) else node
