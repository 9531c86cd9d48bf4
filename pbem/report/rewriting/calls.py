"""Calls, macros and loops, with nothing of Jinja's between."""

from __future__ import annotations

import ast
from keyword import iskeyword

from pbem.report.rewriting.nodes import call, loads

#: What these attributes of `loop` are, by the number of the turn and all things.
_COUNTS = {
    "first": "{0} == 0",
    "index0": "{0}",
    "index": "{0} + 1",
    "last": "{0} + 1 == len({0}_all)",
    "length": "len({0}_all)",
}
#: Only `context.call` takes them.
FOR_CONTEXTS = ("_loop_vars", "_block_vars")


class Rewriter(ast.NodeTransformer):
    """Rewrites a module in which these names are taken."""

    def __init__(self, taken: set[str], markup: bool) -> None:
        self._taken, self._markup = taken, markup
        self._macro: ast.FunctionDef | None = None  # the last that was defined

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        if node.name == "macro":
            self._macro = node
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Name("context"), "call"), [called, *given]):
                kept = [key for key in node.keywords if key.arg not in FOR_CONTEXTS]
                return ast.Call(called, given, kept)
            case ast.Call(
                ast.Name("Macro"),
                [
                    _,
                    ast.Name() as function,
                    _,
                    ast.Tuple(names),
                    ast.Constant(False),
                    ast.Constant(False),
                    ast.Constant(False),
                    _,
                ],
            ) if self._take([ast.literal_eval(name) for name in names]):
                return function
        return node

    def _take(self, names: list[str]) -> bool:
        """Give the parameters of the last macro these names, if they can be had.

        Jinja has names of its own for them, which a caller cannot use.
        """
        if self._macro is None or any(x in self._taken or iskeyword(x) for x in names):
            return False
        own = [arg.arg for arg in self._macro.args.args]
        new = dict(zip(own, names, strict=True))
        for node in ast.walk(self._macro):
            if isinstance(node, ast.Name):
                node.id = new.get(node.id, node.id)
        self._macro.args.args = [ast.arg(name) for name in names]
        self._macro.args.defaults = [ast.Name("missing", ast.Load()) for _ in names]
        match self._macro.body[-1]:
            case ast.Return(ast.expr() as value) as told if self._markup:
                told.value = call("Markup", value)
        return True

    def visit_Try(self, node: ast.Try) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        match node.finalbody:
            case [ast.Expr(ast.Call(ast.Attribute(ast.Name("gen"), "close")))]:
                return node.body  # a block's pieces are a list
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        match node.targets:
            case [ast.Subscript(ast.Name(name) as whose, ast.Constant(str(field)))]:
                if name.startswith("l_") and not iskeyword(field):
                    node.targets = [ast.Attribute(whose, field, ast.Store())]
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> ast.AST:
        match node:
            case ast.For(
                ast.Tuple([*things, ast.Name(loop) as number]),
                ast.Call(ast.Name("LoopContext"), [iterable, _]),
            ):
                count, nodes = _Count(loop), [*ast.walk(ast.Module(node.body, []))]
                uses = sum(loads(one) and one.id == loop for one in nodes)
                if uses == sum(bool(count.of(one)) for one in nodes):
                    node.body = [count.visit(line) for line in node.body]
                    node.target = ast.Tuple([number, *things], ast.Store())
                    counted = ast.Name("enumerate", ast.Load())
                    if count.of_all:
                        every = ast.List(
                            [ast.Starred(iterable, ast.Load())], ast.Load()
                        )
                        named = ast.Name(f"{loop}_all", ast.Store())
                        iterable = ast.NamedExpr(named, every)
                    node.iter = ast.Call(counted, [iterable], [])
        return self.generic_visit(node)


class _Count(ast.NodeTransformer):
    """Puts the number of the turn where a loop is asked for its count."""

    def __init__(self, loop: str) -> None:
        self._loop = loop
        self.of_all = False  #: whether it was asked for what hangs on all things

    def of(self, node: ast.AST) -> str:
        """The count that a node asks for, as Python, or nothing."""
        match node:
            case ast.Call(
                ast.Attribute(ast.Name("environment"), "getattr"),
                [ast.Name(self._loop), ast.Constant(str(what))],
            ):
                return _COUNTS.get(what, "").format(self._loop)
        return ""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if count := self.of(node):
            self.of_all = self.of_all or "_all" in count
            return ast.parse(count, mode="eval").body
        return self.generic_visit(node)
