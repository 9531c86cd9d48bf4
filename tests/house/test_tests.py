"""A test can fail: it asserts something, on every way through it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: Calls that fail by themselves where something does not hold.
ASSERTING = {"fail", "raises", "warns", "assert_called_once_with", "check_call"}
Function = tuple[str, ast.FunctionDef]


def functions() -> Iterator[Function]:
    """Every function of the tests and of what packages test with, with its file."""
    for folder in ("tests", "pbem/testing"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for node in within(tree):
                yield file.relative_to(ROOT).as_posix(), node


def within(node: ast.AST) -> Iterator[ast.FunctionDef]:
    """Every function whose definition is a statement in a node, at any depth."""
    for field in ("body", "orelse", "handlers", "finalbody"):
        for one in getattr(node, field, ()) if not isinstance(node, ast.expr) else ():
            if isinstance(one, ast.FunctionDef):
                yield one
            yield from within(one)


def asserts(function: ast.FunctionDef, known: set[str]) -> bool:
    """Whether a function asserts, or names one of those known to do so."""
    for node in ast.walk(function):
        match node:
            case ast.Assert() | ast.Raise():
                return True
            case ast.keyword(arg="check", value=ast.Constant(value=True)):
                return True
            case ast.Name(id=name) | ast.Attribute(attr=name):
                if name in known or name in ASSERTING:
                    return True
    return False


def returns_early(function: ast.FunctionDef) -> bool:
    """Whether a function returns before it has asserted; functions inside it aside."""
    todo: list[ast.AST] = [*function.body]
    asserted = [one.lineno for one in ast.walk(function) if isinstance(one, ast.Assert)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Return):
            if not any(line < node.lineno for line in asserted):
                return True
        elif not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            todo += ast.iter_child_nodes(node)
    return False


def test_each_test_asserts_something_before_it_ends() -> None:
    found = [*functions()]
    known: set[str] = set()
    while more := {
        one.name for _, one in found if one.name not in known and asserts(one, known)
    }:
        known |= more
    tests = [
        (file, one)
        for file, one in found
        if one.name.startswith("test_") and file.startswith("tests/")
    ]
    assert len(tests) > 2000
    silent = [f"{file}: {one.name}" for file, one in tests if one.name not in known]
    assert silent == []
    early = [f"{file}: {one.name}" for file, one in tests if returns_early(one)]
    assert early == []


@pytest.mark.parametrize(
    ("source", "can_fail"),
    [
        ("def test(): assert 1", True),
        ("def test():\n with pytest.raises(A): f()", True),
        ("def test(): f()", False),
        ("def test():\n if a: return\n assert 1", False),
        ("def test():\n assert 1\n if a: return\n assert 2", True),
        ("def test():\n def f(): return 1\n assert f()", True),
        ("def test(): helps()", True),
    ],
)
def test_a_test_that_cannot_fail_is_found(source: str, can_fail: bool) -> None:
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    found = asserts(function, {"helps"}) and not returns_early(function)
    assert found is can_fail
