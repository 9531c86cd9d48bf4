"""What Jinja writes for a template, rewritten into plainer Python.

Jinja asks functions of its own for each call and each turn of a loop, since a
template might be given anything. Reports call macros and loop over events all the
time, so `plainer` does without where nothing comes of it:

* `context.call(f, x)` becomes `f(x)`, and a macro a function,
* a loop that only asks for its count becomes an `enumerate`,
* fields of namespaces are set as those of any object, and what is noted of variables
  for `context.call` is not noted,
* pieces that are written one after the other become one f-string,
* blocks return lists and are no generators, and a page yields each as one text, where
  every piece came through all of them; blocks look names up in one dictionary,
* numbers are reckoned by Python alone, and not escaped.

What does not look as expected stays as Jinja wrote it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from keyword import iskeyword
from typing import TypeGuard

from pbem.report.reckoning import PLAIN, Reckoner

#: What these attributes of `loop` are, by the number of the turn and all things.
_COUNTS = {
    "first": "{0} == 0",
    "index0": "{0}",
    "index": "{0} + 1",
    "last": "{0} + 1 == len({0}_all)",
    "length": "len({0}_all)",
}
_FOR_CONTEXTS = ("_loop_vars", "_block_vars")  #: only `context.call` takes them


def plainer(source: str, escape: str = "") -> ast.Module:
    """Return the module that Jinja wrote for a template, plainer.

    `escape` names the function, with its module, through which all goes that is put
    into markup; other templates have none.
    """
    module = ast.parse(source)
    Reckoner().visit(module)
    loaded = (node.id for node in ast.walk(module) if _loads(node))
    _Rewriter({*loaded, "fiter", *PLAIN}, bool(escape)).visit(module)
    functions = [one for one in module.body if isinstance(one, ast.FunctionDef)]
    for function in functions:
        _forget_notes(function)
        if function.name.startswith("block_"):
            _return_list(function)
            _Finder().visit(function)
        else:
            _BlockYielder().visit(function)
    _Joiner().visit(module)
    if escape:
        place, _, name = escape.rpartition(".")
        module.body.insert(1, ast.ImportFrom(place, [ast.alias(name, "escape")], 0))
    return ast.fix_missing_locations(module)


def _loads(node: ast.AST) -> TypeGuard[ast.Name]:
    """Whether a node reads a variable."""
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


class _Rewriter(ast.NodeTransformer):
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
                kept = [key for key in node.keywords if key.arg not in _FOR_CONTEXTS]
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
                told.value = _call("Markup", value)
        return True

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
                uses = sum(_loads(one) and one.id == loop for one in nodes)
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


def _forget_notes(function: ast.FunctionDef) -> None:
    """Leave out what is noted for calls, where none asks for it any more."""
    for name in _FOR_CONTEXTS:
        notes = _Notes(name)
        uses = [one for one in ast.walk(function) if _loads(one) and one.id == name]
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


class _Finder(ast.NodeTransformer):
    """Has a block ask `_Context.finder` for what it is given."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if node.attr == "resolve_or_missing":
            node.attr = "finder"
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(ast.Name("resolve"), [name], []):
                return ast.Call(node.func, [name, ast.Name("missing", ast.Load())], [])
        return self.generic_visit(node)


class _BlockYielder(ast.NodeTransformer):
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
                node.value = _call("written.append", what)
            case ast.YieldFrom(pieces):
                node.value = _call("written.extend", pieces)
        return node


def _call(function: str, given: ast.expr) -> ast.Call:
    """Return the call of a function."""
    return ast.Call(ast.parse(function, mode="eval").body, [given], [])


def _return_list(function: ast.FunctionDef) -> None:
    """Have a block return what it yielded."""
    body = [_Lister().visit(line) for line in function.body]
    function.body = [
        *ast.parse("written = []").body,
        *body,
        ast.Return(ast.Name("written", ast.Load())),
    ]


class _Joiner(ast.NodeTransformer):
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
    return ast.Expr(_call(f"{into}.append", text))
