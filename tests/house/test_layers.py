"""Imports run one way, in no circle, and every module has a layer."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.house.layers import Imports, circles, homeless, imports, table, upward

ROOT = Path(__file__).parents[2]
LAYERS = table((ROOT / "docs/layers.md").read_text(encoding="utf-8"))


@cache
def house_imports() -> Imports:
    """What each module of the house imports: read once, and not when collected."""
    return imports(ROOT / "pbem")


def test_every_module_has_a_layer() -> None:
    assert len(LAYERS) > 30
    assert homeless(house_imports(), LAYERS) == []


def test_every_layer_has_a_module() -> None:
    names = [name for layer in LAYERS for name in layer.names]
    assert len(names) == len(set(names))
    empty = [
        n
        for n in names
        if not any(f"{m}.".startswith(f"pbem.{n}.") for m in house_imports())
    ]
    assert empty == ["pbem"]


def test_imports_go_down_only() -> None:
    assert upward(house_imports(), LAYERS) == []


def test_nothing_imports_itself_by_way_of_others() -> None:
    assert circles(house_imports()) == []


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house of three modules, without fault."""
    for name, text in {
        "__init__": "",
        "top": "from house import middle\n",
        "middle": "from house.low import LOW\n",
        "low": "LOW = 1\n",
    }.items():
        (tmp_path / "house").mkdir(exist_ok=True)
        (tmp_path / "house" / f"{name}.py").write_text(text, encoding="utf-8")
    return tmp_path / "house"


SMALL = """
| `top` | first | all below but `low` |
| `middle` | second | `low` |
| `low` | third | nothing |
| `house` | the name | nothing |
"""


@pytest.mark.parametrize(
    ("file", "line", "wrong"),
    [
        ("top", "", []),
        ("low", "import house.middle", ["house.low imports house.middle"]),
        (
            "low",
            "def late():\n    from house import top",
            ["house.low imports house.top"],
        ),
        ("top", "from house.low import LOW", ["house.top imports house.low"]),
    ],
)
def test_a_planted_import_is_found(
    house: Path, file: str, line: str, wrong: list[str]
) -> None:
    with (house / f"{file}.py").open("a", encoding="utf-8") as text:
        text.write(f"{line}\n")
    assert upward(imports(house), table(SMALL)) == wrong


def test_a_planted_circle_is_found(house: Path) -> None:
    assert circles(imports(house)) == []
    (house / "low.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n"
        "    from house.top import Top\n",
        encoding="utf-8",
    )
    found = circles(imports(house))
    assert found == [["house.low", "house.middle", "house.top"]]


def test_a_planted_module_without_a_layer_is_found(house: Path) -> None:
    (house / "cellar.py").write_text("", encoding="utf-8")
    assert homeless(imports(house), table(SMALL)) == ["house.cellar"]
