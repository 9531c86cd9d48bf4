"""The small changes that are planted: what a slip of the hand would do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from tests.mutation.blocks import Module, Place

_SWAPS: dict[type[ast.AST], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
    ast.And: ("and", ("or",)),
    ast.Or: ("or", ("and",)),
    ast.Add: ("+", ("-",)),
    ast.Sub: ("-", ("+",)),
    ast.Mult: ("*", ("//",)),
    ast.FloorDiv: ("//", ("*",)),
    ast.Div: ("/", ("*",)),
    ast.Mod: ("%", ("//",)),
    ast.BitOr: ("|", ("&",)),
    ast.BitAnd: ("&", ("|",)),
    ast.LShift: ("<<", (">>",)),
    ast.RShift: (">>", ("<<",)),
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_EMPTY = {
    "bool": "not ({})",
    "str": '""',
    "bytes": 'b""',
    "int": "0",
    "float": "0.0",
    "tuple": "()",
    "Sequence": "()",
    "list": "[]",
    "dict": "{{}}",
    "Mapping": "{{}}",
    "set": "set()",
    "frozenset": "frozenset()",
}
_FLAG = re.compile(r"re\.[A-Z]+$")
_NEVER_LEFT_OUT = {"strict", "frozen", "kw_only", "slots", "eq"}
_LOGS = {"log", "_log", "logger", "logging"}


class Edit(NamedTuple):
    """Bytes of a module, and what stands there instead."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Mutant:
    """One change of one module."""

    module: Module
    place: Place
    edit: Edit

    @property
    def line(self) -> int:
        """The line that changes, from 1."""
        return self.module.source.encode()[: self.edit.start].count(b"\n") + 1

    @property
    def after(self) -> str:
        """The whole text of the module with the change in it."""
        raw = self.module.source.encode()
        new = self.edit.text.encode()
        return (raw[: self.edit.start] + new + raw[self.edit.end :]).decode()

    @property
    def means_another(self) -> bool:
        """Whether the change gives a module, and not the same one."""
        try:
            return ast.dump(ast.parse(self.after)) != ast.dump(self.module.tree)
        except SyntaxError:
            return False

    @property
    def diff(self) -> tuple[str, str]:
        """The lines that go and those that come, each joined and stripped."""
        old, new = self.module.source.splitlines(), self.after.splitlines()
        start = self.line - 1
        same = next(n for n in range(len(new)) if new[-1 - n :] != old[-1 - n :])
        was, now = old[start : len(old) - same], new[start : len(new) - same]
        return " ".join(map(str.strip, was)), " ".join(map(str.strip, now))


def mutants(module: Module) -> Iterator[Mutant]:
    """All changes of a module, in order; some may mean nothing, or the same."""
    return _Finder(module).all()


class _Finder:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.source = module.source.encode()
        lengths = [len(line) for line in self.source.splitlines(keepends=True)]
        self.starts = [sum(lengths[:n]) for n in range(len(lengths))]
        self.returns: dict[str, ast.expr | None] = {}
        self.indexes: set[ast.AST] = set()  #: tuples in brackets: of types, mostly

    def all(self) -> Iterator[Mutant]:
        skipped = _left_out(self.module.tree)
        for statement, place in self.module.places.items():
            if statement in skipped:
                continue
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{place.function}.{statement.name}".lstrip(".")
                self.returns[name] = statement.returns
                place = self.module.places[statement.body[0]]
            edits = [*self._statement(statement, place)]
            for node in _seen(statement):
                edits.extend(self._expression(node))
            for edit in edits:
                yield Mutant(self.module, place, edit)

    def _statement(self, node: ast.stmt, place: Place) -> Iterator[Edit]:
        """Changes of a statement as a whole."""
        match node:
            case ast.Expr(value=ast.Call() | ast.Await()):
                yield self._put(node, "pass")
            case ast.Raise():
                yield self._put(node, "pass")
            case ast.Continue():
                yield self._put(node, "break")
            case ast.Break():
                yield self._put(node, "pass")
            case ast.AugAssign(target=target, op=op, value=value):
                yield self._put(node, "pass")
                yield from self._swap(op, target, value, "=")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                yield self._put(node, "pass")
            case ast.Return(value=ast.expr() as value) if not _is_none(value):
                kind = self.returns.get(place.function)
                name = re.match(r"\w+", ast.unparse(kind)) if kind else None
                empty = _EMPTY.get(name[0] if name else "", "None")
                yield self._put(value, empty.format(self._text(value)))
            case ast.If(test=test) | ast.While(test=test):
                yield from self._negated(test)

    def _expression(self, node: ast.AST) -> Iterator[Edit]:
        match node:
            case ast.Compare(left=left, ops=ops, comparators=values):
                for op, one, two in zip(ops, [left, *values], values, strict=False):
                    yield from self._swap(op, one, two)
                if len(ops) == 1 and isinstance(ops[0], ast.Eq):
                    yield from self._prefix(node, left, values[0])
            case ast.BoolOp(op=op, values=values):
                for one, two in pairwise(values):
                    yield from self._swap(op, one, two)
                if len(values) == 2:
                    yield from (self._put(node, self._text(one)) for one in values)
            case ast.BinOp(left=left, op=op, right=right) if not _is_type(node):
                yield from self._swap(op, left, right)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield self._put(node, self._text(operand))
            case ast.IfExp(test=test):
                yield from self._negated(test)
            case ast.comprehension(ifs=ifs):
                for test in ifs:
                    yield from self._negated(test)
            case ast.Constant(value=bool() as value):
                yield self._put(node, str(not value))
            case ast.Constant(value=int() as value):
                yield self._put(node, str(value + 1))
                if value > 1:
                    yield self._put(node, str(value - 1))
            case ast.Call(func=ast.Name(id=name) as called) if name in _CALLS:
                yield self._put(called, _CALLS[name])
            case ast.Call(args=args, keywords=keywords):
                options = [one.value for one in keywords if _is_option(one)]
                flags = [one for one in args if _FLAG.match(ast.unparse(one))]
                yield from (self._without(node, one) for one in (*options, *flags))
            case ast.Subscript(slice=index):
                self.indexes.add(index)
            case ast.Set(elts=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
                plain = len(parts) > 1 and all(map(_is_member, parts))
                if plain and node not in self.indexes:
                    yield from (self._without(node, one) for one in parts)
            case ast.Dict(keys=keys, values=values):
                if len(keys) > 1 and all(map(_is_member, keys)):
                    yield from (
                        self._without(node, value, key)
                        for key, value in zip(keys, values, strict=True)
                    )

    def _prefix(self, node: ast.AST, one: ast.expr, two: ast.expr) -> Iterator[Edit]:
        """In place of equal texts one that begins with the other."""
        texts = isinstance(two, ast.Name | ast.Attribute | ast.Subscript)
        if texts and isinstance(one, ast.Name | ast.Attribute | ast.Subscript):
            text = f"str({self._text(one)}).startswith(str({self._text(two)}))"
            yield self._put(node, text)

    def _without(
        self, node: ast.AST, part: ast.AST, key: ast.AST | None = None
    ) -> Edit:
        """A literal or a call without one of its parts, and without its comma."""
        _, last = self._span(node)
        start, end = self._span(part)
        if key is not None:
            start, _ = self._span(key)
        if name := re.search(rb"\w+ ?= ?$", self.source[:start]):
            start = name.start()
        comma = re.compile(rb"\s*,").match(self.source, end, last)
        if comma:
            return Edit(start, comma.end(), "")
        before = re.search(rb",\s*$", self.source[:start])
        return Edit(before.start() if before else start, end, "")

    def _negated(self, test: ast.expr) -> Iterator[Edit]:
        if not isinstance(test, ast.UnaryOp):
            yield self._put(test, f"not ({self._text(test)})")

    def _swap(
        self, op: ast.AST, left: ast.AST, right: ast.AST, tail: str = ""
    ) -> Iterator[Edit]:
        """The operator between two expressions, by others of its kind."""
        if type(op) not in _SWAPS:
            return
        was, others = _SWAPS[type(op)]
        if isinstance(op, ast.Add | ast.Div | ast.Mod) and (
            _is_text(left) or _is_text(right)
        ):
            return
        (_, start), (end, _) = self._span(left), self._span(right)
        words = r"\s+".join(re.escape(word) for word in (was + tail).split())
        found = re.search(words.encode(), self.source[start:end])
        if found:
            for other in others:
                yield Edit(start + found.start(), start + found.end(), other + tail)

    def _put(self, node: ast.AST, text: str) -> Edit:
        return Edit(*self._span(node), text)

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()

    def _span(self, node: Any) -> tuple[int, int]:
        """Where a node begins and ends, in bytes."""
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )


def _left_out(tree: ast.Module) -> set[ast.AST]:
    """Statements that say nothing of what the module does."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name="__repr__") | ast.Assert():
                found.update(ast.walk(node))
            case ast.If(test=test, body=body) if re.search(
                "TYPE_CHECKING|__name__", ast.unparse(test)
            ):
                found.add(node)
                for one in body:
                    found.update(ast.walk(one))
            case ast.Expr(value=ast.Call(func=called)):
                if ast.unparse(called).split(".")[0] in _LOGS:
                    found.add(node)
    return found


def _seen(node: ast.AST) -> Iterator[ast.AST]:
    """What is changed in a statement: no annotation, decorator, text or pattern."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            match child:
                case ast.stmt() | ast.JoinedStr() | ast.pattern():
                    continue
                case ast.keyword(arg="strict" | "frozen" | "kw_only"):
                    continue
                case ast.AST():
                    yield child
                    yield from _seen(child)


def _is_member(node: ast.expr | None) -> bool:
    """Whether a part of a literal is a value or a name."""
    return isinstance(node, ast.Constant | ast.Attribute | ast.Name)


def _is_option(keyword: ast.keyword) -> bool:
    """Whether an argument says how a call does its work, and may well be left out."""
    value = keyword.value
    plain = isinstance(value, ast.Constant) and isinstance(value.value, bool)
    return plain and keyword.arg not in _NEVER_LEFT_OUT


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_text(node: ast.AST) -> bool:
    """Whether an expression is a text or a list, on which few operators work."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str | bytes)
    return isinstance(node, ast.JoinedStr | ast.Tuple | ast.List)


def _is_type(node: ast.BinOp) -> bool:
    """Whether an expression is a union of types: `A | None`."""
    names = [ast.unparse(one).split(".")[-1] for one in (node.left, node.right)]
    return isinstance(node.op, ast.BitOr) and any(
        name != name.upper() and name[:1].isupper() for name in names
    )
