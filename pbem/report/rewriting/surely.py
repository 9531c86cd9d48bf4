"""What a whole page is given is taken for granted.

Jinja looks each time whether there is something of a name. A whole page takes what it
was given by subscript, once, and what it has set itself is there. Where that fails, the
page is filled as Jinja fills it, which says what is missing.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from pbem.report.rewriting.directly import Direct, about_missing


def ask_surely(root: ast.FunctionDef, filters: Mapping[str, str]) -> None:
    """Have a whole page ask things directly, and for what it is given only once."""
    stored = [name.id for name in _names(root, ast.Store)]
    unsure = {
        name.id
        for node in ast.walk(root)
        if about_missing(node, filters)
        for name in _names(node.args[0], ast.Load)
    }
    sure = set[str]()
    for line in root.body:
        match line:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("resolve"), [of, _])):
                if stored.count(name) == 1 and name not in unsure:
                    line.value = ast.Subscript(
                        ast.Name("given", ast.Load()), of, ast.Load()
                    )
                    sure.add(name)
    root.body = _Surely(filters, sure).lines(root.body)
    root.body[:0] = ast.parse("given = context.parent").body


def _names(node: ast.AST, context: type[ast.expr_context]) -> list[ast.Name]:
    found = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
    return [one for one in found if isinstance(one.ctx, context)]


class _Surely(Direct):
    """Asks things directly, and no more whether there is what is there; macros see to
    themselves."""

    def __init__(self, filters: Mapping[str, str], sure: set[str]) -> None:
        super().__init__(filters)
        self._sure = sure

    def lines(self, lines: list[ast.stmt]) -> list[ast.stmt]:
        """Return what is done line after line."""
        outside, self._sure = self._sure, {*self._sure}
        done = [self._line(line) for line in lines]
        self._sure = outside
        return [line for line in done if line is not None]

    def _line(self, line: ast.stmt) -> ast.stmt | None:
        self.visit(line)
        match line:
            case ast.Assign([ast.Name(name)], value) if self._is_there(value):
                self._sure.add(name)
            case ast.Assign():
                self._sure.difference_update(one.id for one in _names(line, ast.Store))
            case ast.Expr(ast.Name() | ast.IfExp()) | ast.Pass():
                return None  # what asked for a name first
        return line

    def generic_visit(self, node: ast.AST) -> ast.AST:
        parts = {"body": list[ast.stmt](), "orelse": list[ast.stmt]()}
        for name in parts:
            if isinstance(lines := getattr(node, name, None), list):
                parts[name] = lines
                setattr(node, name, [])
        super().generic_visit(node)
        for name, lines in parts.items():
            if lines:
                setattr(node, name, self.lines(lines) or [ast.Pass()])
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node if node.name == "macro" else self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        match node.test:
            case ast.Compare(ast.Name(name), [ast.Is()], [ast.Name("missing")]):
                if name in self._sure:
                    return node.orelse
        return node

    def _is_there(self, value: ast.expr) -> bool:
        """Whether a value cannot be that of what is not there."""
        match value:
            case ast.Name(name):
                return name in self._sure
            case ast.Call(ast.Name("resolve" | "getattr")):
                return False
        return True
