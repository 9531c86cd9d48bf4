"""Code writes no code, and uses no part of a library that it does not document."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: Names of Python that make code, or things past their class.
FORBIDDEN_CALLS = {"exec", "eval", "compile"}
FORBIDDEN_NAMES = {"FunctionType", "CodeType", "pythonapi"}
FORBIDDEN_METHODS = {("object", "__new__"), ("object", "__setattr__")}
FORBIDDEN_METHODS |= {("tuple", "__new__"), ("object", "__delattr__")}

#: Names with an underscore that libraries document: of a NamedTuple, of a row of
#: SQLAlchemy, and of `os`.
DOCUMENTED = {"_asdict", "_exit", "_fields", "_make", "_mapping", "_replace"}

#: At most five, by file and name, each with its reason.
EXCEPTIONS = {
    ("pbem/mail/transport/imap_connection.py", "_imap"): "news that came unasked",
    ("pbem/mail/transport/imap_connection.py", "_readbuf"): "bytes read ahead of IDLE",
    ("pbem/mail/transport/imap_login.py", "_imap"): "a server that greets with PREAUTH",
    ("pbem/mail/transport/imap_login.py", "_encoding"): "names and passwords in UTF-8",
}


def found_in(nodes: Iterable[ast.AST], own: set[str]) -> Iterator[str]:
    """The names that a file should not use; `own`: underscored names of the project."""
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
                yield name
            case ast.Call(
                func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(name)), *_]
            ) if _is_private(name, own):
                yield name
            case ast.Name(id=name) | ast.alias(name=name) if name in FORBIDDEN_NAMES:
                yield name
            case ast.Attribute(attr="__class__", ctx=ast.Store()):
                yield "__class__"
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if (
                owner,
                name,
            ) in FORBIDDEN_METHODS:
                yield f"{owner}.{name}"
            case ast.Attribute(attr=name) if name in FORBIDDEN_NAMES or _is_private(
                name, own
            ):
                yield name


def _is_private(name: str, own: set[str]) -> bool:
    return name[:1] == "_" and name[:2] != "__" and name not in own | DOCUMENTED


def own_names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names with an underscore that a file gives to things of its own."""
    for node in nodes:
        match node:
            case (
                ast.FunctionDef(name=name)
                | ast.ClassDef(name=name)
                | ast.Name(id=name, ctx=ast.Store())
            ):
                yield name
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name
            case ast.alias(name=path, asname=asname):
                yield asname or path.rpartition(".")[2]


def parsed(source: str) -> list[ast.AST]:
    """Every node of a source, without the places where others are read or written."""
    places = ast.expr_context
    return [one for one in ast.walk(ast.parse(source)) if not isinstance(one, places)]


def test_nothing_but_documented_python_is_used() -> None:
    files = {
        path.relative_to(ROOT).as_posix(): parsed(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / "pbem").rglob("*.py"))
    }
    assert len(files) > 500
    own = {
        name for nodes in files.values() for name in own_names(nodes) if name[0] == "_"
    }
    used = {
        (file, name) for file, nodes in files.items() for name in found_in(nodes, own)
    }
    assert used == {*EXCEPTIONS}
    assert len(EXCEPTIONS) <= 5


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("exec('x = 1')", "exec"),
        ("compile('1', '', 'eval')", "compile"),
        ("from types import FunctionType", "FunctionType"),
        ("thing.__class__ = Other", "__class__"),
        ("object.__new__(State)", "object.__new__"),
        ("put = object.__setattr__", "object.__setattr__"),
        ("environment._parse(source)", "_parse"),
        ("getattr(pattern, '_code', None)", "_code"),
        ("ctypes.pythonapi.PyThreadState_SetAsyncExc", "pythonapi"),
    ],
)
def test_what_is_forbidden_is_found(code: str, name: str) -> None:
    assert name in found_in(parsed(code), set())


@pytest.mark.parametrize(
    "code", ["re.compile('x')", "row._mapping", "os._exit(0)", "one._replace(x=1)"]
)
def test_what_is_documented_is_not(code: str) -> None:
    assert [*found_in(parsed(code), set())] == []
