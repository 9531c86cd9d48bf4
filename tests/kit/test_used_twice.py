"""Each part of the kit is used by two games at least, of the box or the tutorials."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from inspect import isclass, isfunction
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest

import pbem.kit
from pbem.plugins.games import built_in
from pbem.system.resources import folder
from tests.support.tutorials import NAMES, ROOT, files

MODULES = [f"pbem.kit.{one.name}" for one in iter_modules(pbem.kit.__path__)]
MACRO = re.compile(r"^\{% macro ([a-z]\w*)\(", re.MULTILINE)
#: Parts that one game of the box uses so far. Any game on a drawn map wants the same;
#: Marches is shorter with a plain graph.
USED_ONCE = frozenset(
    {
        "pbem.kit.arrows",
        "pbem.kit.calendar",
        "pbem.kit.maps",
        "pbem.kit.outlines",
    }
)
IMPORTED = re.compile(r'\{% from "kit\.svg\.j2" import (.*?) %\}')


def _sources() -> Iterator[tuple[str, str]]:
    """Each module of a game, with the game's name."""
    for name in built_in():
        for file in (ROOT / "pbem/rules" / name).rglob("*.py"):
            yield name, file.read_text(encoding="utf-8")
    for name in NAMES:
        yield name, files()[f"pbem_tutorials/{name}.py"]


@pytest.fixture(scope="module")
def used() -> Mapping[str, set[str]]:
    """What games import of the kit ("pbem.kit.cards.Piles"), and which games do."""
    found: dict[str, set[str]] = defaultdict(set)
    for game, text in _sources():
        tree = ast.parse(text)
        modules: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    found[f"{node.module}.{one.name}"].add(game)
                    modules[one.asname or one.name] = f"{node.module}.{one.name}"
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                found[f"{modules.get(node.value.id)}.{node.attr}"].add(game)
    return found


def _parts(module: ModuleType) -> Iterator[str]:
    """The classes and functions of a module that are not private.

    What a part raises belongs to that part.
    """
    for name, one in vars(module).items():
        if name.startswith("_") or getattr(one, "__module__", "") != module.__name__:
            continue
        one = getattr(one, "__wrapped__", one)
        raised = isclass(one) and issubclass(one, Exception)
        if (isclass(one) or isfunction(one)) and not raised:
            yield f"{module.__name__}.{name}"


def _listed() -> dict[str, set[str]]:
    """The parts of the table in games/README.md, and who uses them as it says."""
    page = (ROOT / "games/README.md").read_text(encoding="utf-8")
    table = page[page.index("## The kit") : page.index("## The blocks")]
    rows = re.findall(r"^\| `([\w.]+)` \|.*\| ([^|]+) \|$", table, re.MULTILINE)
    return {part: set(users.split(", ")) for part, users in rows}


@pytest.mark.parametrize("name", MODULES)
def test_a_part_is_used_by_two_games(name: str, used: Mapping[str, set[str]]) -> None:
    parts = [*_parts(__import__(name, fromlist=["_"]))]
    assert parts
    if name in USED_ONCE:
        assert any(part.startswith(f"{name}.") for part in used)
        return
    for part in parts:
        assert len(used[part]) >= 2, f"{part} is used by {sorted(used[part])} alone"


def test_a_macro_of_the_kit_is_used_by_two_pictures() -> None:
    kit = (folder("templates") / "kit.svg.j2").read_text(encoding="utf-8")
    macros = {"paints", *MACRO.findall(kit)}
    assert {"hexes", "squares", "card"} <= macros
    used: dict[str, set[str]] = defaultdict(set)
    pictures = {file: text for file, text in files().items() if file.endswith(".j2")}
    for path in folder("templates").glob("*/*.j2"):
        pictures[f"x/x/{path.parent.name}/{path.name}"] = path.read_text(
            encoding="utf-8"
        )
    for file, text in pictures.items():
        for line in IMPORTED.findall(text):
            for name in line.split(", "):
                used[name.split(" as ")[0]].add(Path(file).parts[2])
    for macro in macros:
        assert len(used[macro]) >= 2, f"{macro} is used by {sorted(used[macro])} alone"


def test_the_table_of_the_kit_tells_who_uses_it(
    used: Mapping[str, set[str]],
) -> None:
    listed = _listed()
    assert {part for part in listed if part.startswith("pbem.")} == set(MODULES)
    titles = {"magblast": "Mag-Blast"}
    all_of_them = {*built_in(), *NAMES}
    for module in MODULES:
        users = {
            game
            for part, games in used.items()
            if part == module or part.startswith(f"{module}.")
            for game in games
        }
        told = {titles.get(game, game.capitalize()) for game in users}
        everybody = len(users) >= len(all_of_them) - 1
        assert listed[module] == ({"all"} if everybody else told), module
