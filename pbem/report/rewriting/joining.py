"""What is written piece after piece, written as one text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pbem.report.rewriting.nodes import call


class Joiner(ast.NodeTransformer):
    """Joins what is written one after the other."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("body", "orelse"):
            lines = getattr(node, field, None)
            if isinstance(lines, list):
                setattr(node, field, [*_joined(lines)] or lines)
        return node


def _joined(lines: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, those that write one after the other made one."""
    into, pieces = "", list[ast.expr]()
    for line in lines:
        where, more = _written(line)
        if where != into and pieces:
            yield _writing(into, pieces)
            pieces = []
        into, pieces = where, [*pieces, *more]
        if not where and not isinstance(line, ast.Pass):
            yield line
    if pieces:
        yield _writing(into, pieces)


def _written(line: ast.stmt) -> tuple[str, list[ast.expr]]:
    """Return the list that a statement writes to ("yield": none), and what."""
    match line:
        case ast.Expr(
            ast.Yield(
                ast.Call(ast.Name("str" | "escape")) | ast.Constant(str()) as what
            )
        ):
            return "yield", [what]
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(into), "append"), [what])):
            return into, [what]
        case ast.Expr(
            ast.Call(ast.Attribute(ast.Name(into), "extend"), [ast.Tuple(more)])
        ):
            return into, more
    return "", []


def _writing(into: str, pieces: list[ast.expr]) -> ast.stmt:
    """Return the statement that writes all these pieces as one text."""
    values: list[ast.expr] = []
    for piece in pieces:
        value = piece
        match piece:
            case ast.Call(ast.Name("str"), [what]):
                value = ast.FormattedValue(what, ord("s"))
            case ast.Constant(str()):
                pass
            case _:
                value = ast.FormattedValue(piece, -1)
        # What fails is told by its line, not by that of the statement.
        values.append(ast.copy_location(value, piece))
    text = ast.JoinedStr(values)
    if into == "yield":
        return ast.Expr(ast.Yield(text))
    return ast.Expr(call(f"{into}.append", text))
