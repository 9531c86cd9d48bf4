"""Lines of a game that may come to something else in another process: sets that are
gone through, and modules that know the hour or throw dice of their own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from pbem.authoring.sources import Named, Sources

MODULES = frozenset({"random", "secrets", "uuid", "time", "datetime"})
_SET = re.compile(r"\b(?:frozen)?set\b", re.IGNORECASE)
#: Calls whose result shows in which order they were given things.
_ORDERED = {
    "tuple",
    "list",
    "enumerate",
    "zip",
    "map",
    "join",
    "shuffled",
    "pick",
    "next",
}


def own_dice(sources: Sources) -> Iterator[Named]:
    """Yield the imports of modules that no rules may ask: first of each file."""
    for path, node in sources.nodes:
        names = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        line = getattr(node, "lineno", 0)
        for name in names:
            if name.partition(".")[0] in MODULES:
                yield Named(name, path, line)


def unordered(sources: Sources) -> list[Named]:
    """Return where sets are gone through or hashes asked for, the likeliest first."""
    known = {name for _, node in sources.nodes for name in _named_sets(node)}
    gone, other = [], []
    for path, node in sources.nodes:
        for one in _gone_through(node):
            if _is_set(one, known):
                gone.append(Named("set", path, one.lineno))
        if isinstance(node, ast.Call) and _called(node) in ("hash", "id"):
            gone.append(Named(_called(node), path, node.lineno))
        if isinstance(node, ast.expr) and _is_set(node, frozenset()):
            other.append(Named("set", path, node.lineno))
    return [*dict.fromkeys(gone or other), *own_dice(sources)]


def _gone_through(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a node goes through in an order that shows."""
    if isinstance(node, ast.For):
        yield node.iter
    elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp):
        yield from (one.iter for one in node.generators)
    elif isinstance(node, ast.Starred):
        yield node.value
    elif isinstance(node, ast.Call) and _called(node) in _ORDERED:
        yield from node.args


def _is_set(node: ast.AST, known: set[str] | frozenset[str]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.Call):
        return _called(node) in ("set", "frozenset")
    if isinstance(node, ast.BinOp):
        return _is_set(node.left, known) or _is_set(node.right, known)
    name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
    return name in known


def _named_sets(node: ast.AST) -> Iterator[str]:
    """Yield the names that are given sets, or said to be some."""
    if isinstance(node, ast.AnnAssign) and _SET.match(ast.unparse(node.annotation)):
        yield ast.unparse(node.target)
    elif isinstance(node, ast.arg) and node.annotation is not None:
        if _SET.match(ast.unparse(node.annotation)):
            yield node.arg
    elif isinstance(node, ast.Assign) and _is_set(node.value, frozenset()):
        yield from (one.id for one in node.targets if isinstance(one, ast.Name))


def _called(node: ast.Call) -> str:
    called = node.func
    return called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
