"""The Python of a game, read: what its rules name, and in which line."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from pbem.plugins.game import Game
from pbem.protocol import Event, Order

_CODE = re.compile(
    r"(?:invalid|ambiguous|illegal|late|doubtful|position|setup|option)\.[a-z0-9.-]+"
)
_COMPOSED = (ast.JoinedStr, ast.BinOp)  #: of which texts are put together


class Named(NamedTuple):
    """A name in the code of a game, such as an event, and its first line."""

    name: str
    path: Path
    line: int  #: from 1


@dataclass(frozen=True)
class Sources:
    """The modules of a game: that of its rules, and those of its package that this
    one needs."""

    modules: tuple[ModuleType, ...]
    #: Every AST node of their code, with the file that it is in.
    nodes: tuple[tuple[Path, ast.AST], ...]

    @classmethod
    def of(cls, game: Game) -> Sources:
        """The modules of a game whose rules are imported."""
        house = game.house if game.outside else f"pbem.rules.{game.name}"
        found: dict[str, ModuleType] = {}
        trees: dict[str, ast.Module] = {}
        own = {type(game.rules).__module__}
        if game.outside and not game.bundled:  # rules may be made of others' classes
            package = min(own).partition(".")[0]
            bases = {kind.__module__ for kind in type(game.rules).__mro__}
            own |= {name for name in bases if name.partition(".")[0] == package}
        left = [*own]
        while left:
            name = left.pop()
            module = sys.modules.get(name)
            inside = name == house or name.startswith(house + ".")
            if module is None or not (inside or name in own) or name in found:
                continue
            found[name], trees[name] = module, _tree(module)
            left += _imports(trees[name], module.__package__ or name)
        names = sorted(found)
        files = [Path(getattr(found[name], "__file__", None) or "") for name in names]
        nodes = [
            (file, node)
            for name, file in zip(names, files, strict=True)
            for node in ast.walk(trees[name])
        ]
        return cls(tuple(found[name] for name in names), tuple(nodes))

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files of these modules."""
        files = (getattr(module, "__file__", None) for module in self.modules)
        return tuple(Path(file) for file in files if file)

    def kinds(self, base: type) -> Iterator[Named]:
        """The leaf classes of events or orders, those that are instantiated."""
        kinds = {*self.subclasses(base)}
        bases = {parent for kind in kinds for parent in kind.__mro__[1:]}
        classes = {
            node.name: Named(node.name, path, node.lineno)
            for path, node in self.nodes
            if isinstance(node, ast.ClassDef)
        }
        for name in sorted(kind.__name__ for kind in kinds - bases):
            if name[:1] != "_":
                yield classes.get(name) or Named(name, self.paths[0], 0)

    def subclasses(self, base: type) -> Iterator[type]:
        """The classes in its modules that derive from one."""
        for module in self.modules:
            for one in vars(module).values():
                if isinstance(one, type) and issubclass(one, base) and one is not base:
                    yield one

    def events(self) -> Iterator[Named]:
        """The classes of its events."""
        return self.kinds(Event)

    def mute_orders(self) -> Iterator[Named]:
        """The classes of orders that do not print themselves."""
        kinds = {one.__name__: one for one in self.subclasses(Order)}
        for named in self.kinds(Order):
            parents = kinds[named.name].__mro__
            own = parents[: parents.index(Order)]
            if not any("__str__" in vars(one) for one in own):
                yield named

    def faults(self) -> Iterator[Named]:
        """String literals that are fault codes: arguments of `Fault`, or strings that
        look like a code."""
        parts = {id(part) for _, node in self.nodes for part in _parts(node)}
        return _first(
            Named(node.value, path, node.lineno)
            for path, node in self.nodes
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and _CODE.fullmatch(node.value)
            and id(node) not in parts
        )

    def composed_codes(self) -> Iterator[Named]:
        """Fault codes that are composed at run time, with `*` for the variable part."""
        found = []
        for path, node in self.nodes:
            if isinstance(node, _COMPOSED):
                shape = re.sub(r"\*+", "*", _shape(node))
                if "*" in shape and _CODE.fullmatch(shape.replace("*", "x")):
                    found.append(Named(shape, path, node.lineno))
        return _first(found)

    def texts(self) -> Iterator[str]:
        """All texts that are in the code."""
        for _, node in self.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value

    def windows(self) -> Iterator[Named]:
        """The names of windows that the code writes as literals."""
        return _first(self._given("Window", 0, "name"))

    def reasons(self) -> Iterator[Named]:
        """The reasons for the end that the code writes as literals."""
        return _first(self._given("Outcome", 1, "reason"))

    def all_reasons(self) -> Iterator[str | None]:
        """The reason of each outcome in the code; None where it is not written out."""
        for _, one in self._arguments("Outcome", 1, "reason"):
            value = one.value if isinstance(one, ast.Constant) else None
            yield value if isinstance(value, str) else None

    def _given(self, called: str, at: int, keyword: str) -> Iterator[Named]:
        """The texts that calls of this name are given in one place."""
        for path, one in self._arguments(called, at, keyword):
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                yield Named(one.value, path, one.lineno)

    def _arguments(
        self, called: str, at: int, keyword: str
    ) -> Iterator[tuple[Path, ast.expr]]:
        """What calls of this name are given in one place, each with its file."""
        for path, node in self.nodes:
            if isinstance(node, ast.Call) and _name(node.func) == called:
                given = [word.value for word in node.keywords if word.arg == keyword]
                yield from ((path, one) for one in [*node.args[at : at + 1], *given])

    def field(self, kind: type, name: str) -> Named:
        """Where a field of a class is declared, or the class."""
        for path, node in self.nodes:
            if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
                for one in node.body:
                    if isinstance(one, ast.AnnAssign) and _name(one.target) == name:
                        return Named(name, path, one.lineno)
                return Named(kind.__name__, path, node.lineno)
        return Named(kind.__name__, self.paths[0], 0)


def _parts(node: ast.AST) -> list[ast.expr]:
    """Return what a text is put together of; nothing of another thing."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    return node.values if isinstance(node, ast.JoinedStr) else []


def _shape(node: ast.AST) -> str:
    """Return a text as it is put together: `*` for a part that is not written out.

    >>> _shape(ast.parse("f'illegal.{why}'", mode="eval").body)
    'illegal.*'
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_shape, node.values))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _shape(node.left) + _shape(node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return re.sub(r"%[a-z]", "*", _shape(node.left))
    return "*"


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _first(found: Iterable[Named]) -> Iterator[Named]:
    """What is named, each once."""
    known: set[str] = set()
    for one in sorted(found):
        if one.name not in known:
            known.add(one.name)
            yield one


def _tree(module: ModuleType) -> ast.Module:
    file = getattr(module, "__file__", None)
    if not file or not file.endswith(".py"):
        return ast.Module([], [])
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def _imports(tree: ast.Module, package: str) -> Iterator[str]:
    """The modules that a module may import, and names in them that may be some."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = resolve_name("." * node.level + base, package)
            yield base
            yield from (f"{base}.{one.name}" for one in node.names)
