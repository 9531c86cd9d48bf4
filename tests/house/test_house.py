"""The house keeps the rules that ARCHITECTURE.md states."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment

from pbem.plugins.games import built_in

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "pbem").rglob("*.py"))

#: Rules are pure: none of these is theirs or the referee's to know.
IMPURE = {"random", "time", "datetime", "lark", "jinja2", "email", "sqlalchemy"}
MAX_FILE_LINES = 500


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            if node.module == "pbem":
                yield from (f"pbem.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def _layer(file: Path) -> str:
    parts = file.relative_to(ROOT / "pbem").parts
    return parts[0] if len(parts) > 1 else file.stem


def test_no_order_is_bound_but_where_an_exception_refuses_it() -> None:
    own = {"rules", "testing", "bots"}  # bots play what `legal` yields
    files = [file for file in FILES if _layer(file) not in own]
    bare = re.compile(r"\brules\.(?:bind|bind_line|anytime|held)\([^)]")
    found = {
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in files
        for line in file.read_text().splitlines()
        if bare.search(line)
    }
    kept = ("pbem/protocol/failures.py", "pbem/referee/offer.py")
    assert [one for one in sorted(found) if not one.startswith(kept)] == []


@pytest.mark.parametrize("name", sorted(built_in()))
def test_a_game_knows_no_other_game(name: str) -> None:
    for file in (ROOT / "pbem" / "rules" / name).rglob("*.py"):
        for module in _imports(file):
            words = module.split(".")
            if words[:2] == ["pbem", "rules"] and len(words) > 2:
                assert words[2] == name, f"{file} imports {module}"


PURE = ("rules", "kit", "protocol", "chance", "referee")


@pytest.mark.parametrize(
    "file",
    [file for file in FILES if _layer(file) in PURE],
    ids=lambda file: str(file.relative_to(ROOT)),
)
def test_rules_know_neither_mail_nor_clock_nor_templates(file: Path) -> None:
    assert not IMPURE & {module.split(".")[0] for module in _imports(file)}


def test_files_are_short() -> None:
    for folder in ("pbem", "tests"):
        for file in (ROOT / folder).rglob("*.py"):
            lines = len(file.read_text().splitlines())
            assert lines <= MAX_FILE_LINES, (
                f"{file.relative_to(ROOT)} has {lines} lines"
            )


def test_every_module_says_what_it_is() -> None:
    for file in FILES:
        assert re.match(r'r?"""\S', file.read_text()), f"{file} says nothing"


@pytest.mark.parametrize("name", sorted(built_in()))
def test_a_game_has_its_four_places(name: str) -> None:
    places = (
        f"pbem/rules/{name}/__init__.py",
        f"grammars/{name}.lark",
        f"templates/{name}/words.j2",
        f"templates/{name}/report.j2",
        f"games/{name}/game.toml",
        f"games/{name}/README.md",
    )
    missing = [place for place in places if not (ROOT / place).is_file()]
    assert not missing, f"{name} lacks {missing}"
    for kind in ("cases", "examples"):
        assert any((ROOT / "games" / name / kind).glob("*.txt")), f"{name}: no {kind}"


def _plain(names: str) -> str:
    """Names of packages as they are compared."""
    return re.sub(r"[._](?=[a-z])", "-", names.lower())


def test_the_words_of_letters_have_no_brace_left_over() -> None:
    jinja = Environment(trim_blocks=True)
    for file in (ROOT / "templates" / "mail").rglob("*.j2"):
        for line, kind, text in jinja.lex(file.read_text()):
            assert kind != "data" or not {*text} & {*"{}"}, f"{file.name}, {line}"


def test_exact_versions_are_pinned_and_no_registry_is_named() -> None:
    pins = _plain((ROOT / "constraints.txt").read_text())
    for pin in re.findall(r"^[a-z].*(?:\n .*)*", pins, re.MULTILINE):
        assert "--hash=sha256:" in pin, f"{pin} has no hash"
    facts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = list(facts["dependencies"])
    for more in facts["optional-dependencies"].values():
        wanted += more
    for line in wanted:
        name = _plain(re.split(r"[<>=\[]", line)[0].strip())
        if name == "pbem":
            continue
        assert f"{name}==" in pins, f"{name} is not pinned"
    for file in ("constraints.txt", "pyproject.toml", "Makefile"):
        text = (ROOT / file).read_text()
        assert "://" not in text, f"{file} names an address"
