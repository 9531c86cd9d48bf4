"""The examples in docstrings are true, in every module of the house."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _modules() -> list[str]:
    """The modules with examples in them."""
    files = sorted([*(ROOT / "pbem").rglob("*.py"), *(ROOT / "tests").rglob("*.py")])
    return [
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for file in files
        if re.search(r"^ +>>> ", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]


@pytest.mark.parametrize("name", _modules())
def test_the_examples_of_a_module(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted
    assert not found.failed
