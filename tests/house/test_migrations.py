"""Migrations add before they take away: the version before works on beside this one."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pbem.server.store import migrations
from pbem.server.store.connection import HEAD

FOLDER = Path(migrations.__file__).parent / "versions"
ADDS = {"create", "create_table", "create_index", "execute", "add_column"}


def calls(source: str) -> list[ast.Call]:
    """What a migration does to the store on its way up."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == "upgrade":
            found = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
            return [one for one in found if _called(one)[0] in ("op", "create")]
    raise AssertionError("no upgrade")


def _called(call: ast.Call) -> tuple[str, str]:
    """Of what a function is called, and which."""
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        return call.func.value.id, call.func.attr
    return (call.func.id,) * 2 if isinstance(call.func, ast.Name) else ("", "")


def takes_away(source: str) -> list[str]:
    """What a migration does that a program of the version before could not bear."""
    found = []
    for call in calls(source):
        name, text = _called(call)[1], ast.unparse(call)
        adds = {
            # A row that the older program writes has nothing for a new column.
            "add_column": "nullable=True" in text or "server_default=" in text,
            "create_index": "unique=True" not in text,
            "execute": text.startswith(("op.execute('UPDATE ", 'op.execute("UPDATE ')),
        }
        if name not in ADDS or not adds.get(name, True):
            found.append(text)
    return found


def test_a_migration_adds_or_takes_away_what_was_unused_in_the_version_before() -> None:
    first, *later = sorted(FOLDER.glob("0*.py"))
    assert first.name.startswith("0001")
    for path in later:
        source = path.read_text("utf-8")
        assert not takes_away(source) or 'unused_since = "0' in source, path.name
    assert [first, *later][-1].name[:4] == HEAD


@pytest.mark.parametrize(
    ("line", "adds"),
    [
        ('create("a", "id* name:40")', True),
        ('op.create_index("a", "b", ["c"])', True),
        ('op.create_index("a", "b", ["c"], unique=True)', False),
        ('op.add_column("a", sa.Column("b", sa.Text(), nullable=True))', True),
        ('op.add_column("a", sa.Column("b", sa.Text(), nullable=False))', False),
        ('op.add_column("a", sa.Column("b", sa.Text(), server_default=""))', True),
        ('op.drop_column("a", "b")', False),
        ('op.rename_table("a", "b")', False),
        ('op.alter_column("a", "b", nullable=False)', False),
        ('op.execute("UPDATE a SET b = 1")', True),
        ('op.execute("DELETE FROM a")', False),
        ('with op.batch_alter_table("a") as a:\n        a.drop_column("b")', False),
    ],
)
def test_what_adds_and_what_takes_away(line: str, adds: bool) -> None:
    assert (takes_away(f"def upgrade():\n    {line}\n") == []) is adds
