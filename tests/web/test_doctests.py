"""The examples in the docstrings of the page are true."""

import doctest
import importlib
import pkgutil

import pytest

import pbem.web
from tests.web import site

MODULES = sorted(one.name for one in pkgutil.iter_modules(pbem.web.__path__))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(f"pbem.web.{name}")
    assert doctest.testmod(module).failed == 0


def test_examples_of_the_tests() -> None:
    assert doctest.testmod(site).failed == 0
