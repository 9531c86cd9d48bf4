"""The layers of the house, as the table in docs/layers.md has them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

Imports = Mapping[str, frozenset[str]]


class Layer(NamedTuple):
    """A row of the table: its modules, and which layers below they may import."""

    names: tuple[str, ...]  #: "server.play"; a module belongs to the longest one
    only: frozenset[str] | None  #: None: all below
    never: frozenset[str]


def table(page: str) -> list[Layer]:
    """Return the layers that a page lists, the top one first.

    The last cell says "all below", "all below but `a`, `b`", "nothing", or names.
    """
    found = []
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("| `") or len(cells) != 3:
            continue
        names, says = _quoted(cells[0]), cells[2]
        only = None if says.startswith("all below") else frozenset(_quoted(says))
        never = _quoted(says) if only is None else ()
        found.append(Layer(tuple(names), only, frozenset(never)))
    return found


def _quoted(cell: str) -> list[str]:
    return [name.replace("/", ".") for name in re.findall(r"`([\w/.]+)`", cell)]


def imports(root: Path) -> Imports:
    """Return what each module of the package in `root` imports of it.

    Local imports and those for types alone are counted.
    """
    modules = {_name(file, root): file for file in sorted(root.rglob("*.py"))}
    return {
        module: frozenset(_imported(file, module, modules))
        for module, file in modules.items()
    }


def _name(file: Path, root: Path) -> str:
    parts = file.relative_to(root.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def _imported(file: Path, me: str, modules: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}: imports are absolute"
            names = [f"{node.module}.{name.name}" for name in node.names]
        for name in names:
            while name and name not in modules:
                name = name.rpartition(".")[0]
            if name and name != me and not me.startswith(f"{name}."):
                yield name


def layer_of(module: str, layers: Iterable[Layer]) -> str | None:
    """Return the name of the layer that a module belongs to; None: it has none."""
    inside = module.partition(".")[2] or module
    names = [name for layer in layers for name in layer.names]
    mine = [one for one in names if inside == one or inside.startswith(f"{one}.")]
    return max(mine, key=len, default=None)


def homeless(house: Imports, layers: list[Layer]) -> list[str]:
    """Return the modules without a layer."""
    return [module for module in house if layer_of(module, layers) is None]


def upward(house: Imports, layers: list[Layer]) -> list[str]:
    """Return the imports that the table does not allow, as sentences."""
    rank = {name: i for i, layer in enumerate(layers) for name in layer.names}
    found = []
    for module, others in house.items():
        mine = layer_of(module, layers)
        for other in sorted(others):
            its = layer_of(other, layers)
            if mine is None or its is None or mine == its:
                continue
            layer = layers[rank[mine]]
            allowed = rank[its] > rank[mine] and not _within(its, layer.never)
            if layer.only is not None:
                allowed = allowed and _within(its, layer.only)
            if not allowed:
                found.append(f"{module} imports {other}")
    return found


def _within(name: str, names: Iterable[str]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in names)


def circles(house: Imports) -> list[list[str]]:
    """Return the groups of modules that import one another (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in sorted(house[module]):
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            group = stack[stack.index(module) :]
            del stack[-len(group) :]
            if len(group) > 1:
                found.append(sorted(group))

    for module in house:
        if module not in index:
            visit(module)
    return found
