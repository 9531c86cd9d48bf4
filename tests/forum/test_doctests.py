"""The examples in the docstrings of pbem/forum are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import pbem.forum

MODULES = sorted(
    path.stem
    for path in Path(pbem.forum.__path__[0]).glob("*.py")
    if ">>> " in path.read_text()
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    found = doctest.testmod(import_module(f"pbem.forum.{name}"))
    assert found.attempted
    assert not found.failed
