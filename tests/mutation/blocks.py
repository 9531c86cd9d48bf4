"""The blocks of a module: statements that are entered together.

A recording knows which tests enter which block. What is carried out at import is
entered by all; there the names count that a statement binds and who uses them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

HITS = "_hits_"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a statement stands."""

    block: int
    function: str  #: dotted name of what it stands in; "" for the module
    static: bool  #: carried out when the module is imported
    binds: frozenset[str]
    uses: frozenset[str]  #: names in its own expressions, attributes too


@dataclass(slots=True, eq=False)
class Module:
    """A module with its blocks numbered from `first` on."""

    path: str
    source: str
    first: int
    tree: ast.Module = field(init=False)
    places: dict[ast.stmt, Place] = field(init=False, default_factory=dict)
    end: int = field(init=False)
    _entries: list[tuple[list[ast.stmt], ast.stmt, int]] = field(
        init=False, default_factory=list
    )

    def __post_init__(self) -> None:
        self.tree = ast.parse(self.source)
        self.end = self.first
        self._number(self.tree.body, "", True)

    def _number(self, body: list[ast.stmt], function: str, static: bool) -> None:
        fresh = True
        for statement in body:
            if fresh:
                self._entries.append((body, statement, self.end))
                self.end += 1
                fresh = False
            names = [_name(node) for node in own(statement)]
            self.places[statement] = Place(
                self.end - 1, function, static, _bound(statement), frozenset(names)
            )
            block = self.end
            inside, at_import = function, static
            if isinstance(statement, _DEFINITIONS):
                inside = f"{function}.{statement.name}".lstrip(".")
                at_import = static and isinstance(statement, ast.ClassDef)
            for inner in _bodies(statement):
                self._number(inner, inside, at_import)
            fresh = self.end != block

    def marked(self, package: str) -> str:
        """The module's text with a mark at the beginning of each block."""
        copy = Module(self.path, self.source, self.first)
        tree = copy.tree
        for body, statement, number in reversed(copy._entries):
            at = body.index(statement)
            while at < len(body) and _must_lead(body, at):
                at += 1
            body.insert(at, ast.parse(f"{HITS}[{number}] = 1").body[0])
        lead = next(i for i in range(len(tree.body)) if not _must_lead(tree.body, i))
        tree.body[lead:lead] = ast.parse(
            f"try:\n    from {package}._hits import HITS as {HITS}\n"
            f"except ImportError:\n    {HITS} = {{}}\n"
        ).body
        return ast.unparse(ast.fix_missing_locations(tree))


def own(node: ast.AST) -> Iterator[ast.AST]:
    """What belongs to a statement itself, not to statements inside it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.stmt):
            yield child
            yield from own(child)


def reached(places: Iterable[Place], start: Place) -> set[int]:
    """The blocks that notice a statement: its own, or those that use what it binds."""
    if not start.static:
        return {start.block}
    places = list(places)
    found: set[int] = set()
    known: set[str] = set()
    names = set(start.binds)
    while names - known:
        fresh, known = names - known, known | names
        for place in places:
            if not fresh.isdisjoint(place.uses):
                if place.static:
                    names |= place.binds
                else:
                    found.add(place.block)
    return found


def _bodies(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        if getattr(node, name, None):
            yield getattr(node, name)
    for child in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield child.body


def _bound(statement: ast.stmt) -> frozenset[str]:
    if isinstance(statement, _DEFINITIONS):
        return frozenset((statement.name,))
    return frozenset(
        node.id
        for node in own(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id if isinstance(node.ctx, ast.Load) else ""
    return node.attr if isinstance(node, ast.Attribute) else ""


def _must_lead(body: list[ast.stmt], at: int) -> bool:
    """Whether a statement is a docstring or an import from `__future__`."""
    one = body[at]
    if isinstance(one, ast.ImportFrom):
        return one.module == "__future__"
    value = getattr(one, "value", None)
    return at == 0 and isinstance(one, ast.Expr) and isinstance(value, ast.Constant)
