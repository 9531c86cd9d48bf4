"""Texts that are put together, as f-strings; choices without an `else` among them."""

from __future__ import annotations

import ast


class Texts(ast.NodeTransformer):
    """Puts `a ~ b` together as Python does; what is not chosen is no text at all."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("str_join"), [ast.Tuple(pieces)], []):
                texts = [_text(piece) for piece in pieces]
                return ast.copy_location(ast.JoinedStr(texts), node)
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        if node.conversion == ord("s"):
            _leave_out(node.value)
        return node


def _text(piece: ast.expr) -> ast.expr:
    if isinstance(piece, ast.Constant) and isinstance(piece.value, str):
        return piece
    _leave_out(piece)
    return ast.copy_location(ast.FormattedValue(piece, ord("s")), piece)


def _leave_out(value: ast.expr) -> None:
    """Have a choice that becomes a text be "" where nothing is chosen."""
    while isinstance(value, ast.IfExp):
        match value.orelse:
            case ast.Call(ast.Name("cond_expr_undefined")):
                value.orelse = ast.Constant("")
        value = value.orelse
