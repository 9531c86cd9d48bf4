"""Loops over some of several things, with no generator between."""

from __future__ import annotations

import ast


class Loops(ast.NodeTransformer):
    """Asks in a loop itself which things it is for, where nothing is counted."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("body", "orelse"):
            lines = getattr(node, field, None)
            if isinstance(lines, list):
                setattr(node, field, _plain(lines))
        return node


def _plain(lines: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements, loops and what they are filtered by made one."""
    filters: dict[str, tuple[str, ast.expr]] = {}
    for line in lines:
        match line:
            case ast.FunctionDef(
                name,
                body=[ast.For(target, ast.Name("fiter"), [ast.If(test, body=[one])])],
            ) if isinstance(one, ast.Expr) and isinstance(one.value, ast.Yield):
                filters[name] = ast.unparse(target), test
    if not filters:
        return lines
    for line in lines:
        match line:
            case ast.For(target, ast.Call(ast.Name(name), [things], [])) if (
                name in filters and filters[name][0] == ast.unparse(target)
            ):
                test = filters.pop(name)[1]
                line.iter = things
                line.body = [ast.copy_location(ast.If(test, line.body, []), line)]
                lines = [x for x in lines if getattr(x, "name", None) != name]
    return lines
