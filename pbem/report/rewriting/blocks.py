"""Blocks that return lists, and pages that yield each block as one text."""

from __future__ import annotations

import ast

from pbem.report.rewriting.nodes import call


class Finder(ast.NodeTransformer):
    """Has a block ask `PlainContext.finder` for what it is given."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if node.attr == "resolve_or_missing":
            node.attr = "finder"
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(ast.Name("resolve"), [name], []):
                return ast.Call(node.func, [name, ast.Name("missing", ast.Load())], [])
        return self.generic_visit(node)


class BlockYielder(ast.NodeTransformer):
    """Yields each block as one text."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.YieldFrom(
                ast.Call(
                    ast.Subscript(ast.Subscript(ast.Attribute(_, "blocks")))
                ) as block
            ):
                text = ast.Call(ast.Name("concat", ast.Load()), [block], [])
                node.value = ast.Yield(
                    ast.Call(ast.Name("str", ast.Load()), [text], [])
                )
        return node


class _Lister(ast.NodeTransformer):
    """Appends to a list what was yielded."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # a filter of a loop, or a macro

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Yield(ast.expr() as what):
                node.value = call("written.append", what)
            case ast.YieldFrom(pieces):
                node.value = call("written.extend", pieces)
        return node


def return_list(function: ast.FunctionDef) -> None:
    """Have a block return what it yielded."""
    body = [_Lister().visit(line) for line in function.body]
    function.body = [
        *ast.parse("written = []").body,
        *body,
        ast.Return(ast.Name("written", ast.Load())),
    ]
