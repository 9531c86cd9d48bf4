"""The examples in the docstrings of reading letters are true."""

import doctest
import importlib

import pytest

MODULES = (
    "addresses charsets classify flowed headers html letter mime phrases quotes reply "
    "signatures blocks remarked"
)


@pytest.mark.parametrize("name", sorted(set(MODULES.split())))
def test_examples(name: str) -> None:
    module = importlib.import_module(f"pbem.mail.{name}")
    assert doctest.testmod(module).failed == 0
