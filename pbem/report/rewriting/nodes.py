"""What all rewriting asks of nodes, and makes of them."""

from __future__ import annotations

import ast
from typing import TypeGuard


def loads(node: ast.AST) -> TypeGuard[ast.Name]:
    """Whether a node reads a variable."""
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


def call(function: str, given: ast.expr) -> ast.Call:
    """Return the call of a function."""
    return ast.Call(ast.parse(function, mode="eval").body, [given], [])
