"""What is changed in a module, and what is left alone."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.mutation.blocks import HITS, Module, reached
from tests.mutation.operators import Mutant, mutants
from tests.mutation.texts import Text, mutants_of, texts

ROOT = Path(__file__).parents[2]
TEST_FILES = [
    file.relative_to(ROOT).as_posix() for file in ROOT.glob("tests/**/test_*.py")
]
SIMPLE = [
    ("x = a < b", {"x = a <= b", "x = a >= b"}),
    ("x = a not in b", {"x = a in b"}),
    ("x = a and b", {"x = a or b", "x = a", "x = b"}),
    ("x = (a) + (b)", {"x = (a) - (b)"}),
    ("x = 'é' + a, b - c", {"x = 'é' + a, b + c"}),
    ("x = not a", {"x = a"}),
    ("x = 1", {"x = 2"}),
    ("x = 2", {"x = 1", "x = 3"}),
    ("x = True", {"x = False"}),
    ("x = a if b else c", {"x = a if not (b) else c"}),
    ("x = [a for a in b if a]", {"x = [a for a in b if not (a)]"}),
    ("x = min(a)", {"x = max(a)"}),
    ("x += y", {"x -= y", "pass"}),
    ("x.y = a", {"pass"}),
    ("x(y)", {"pass"}),
    ("raise x", {"pass"}),
    ("if x: y = a", {"if not (x): y = a"}),
    ("while x: break", {"while not (x): break", "while x: pass"}),
    ("def f(a=1): yield a", {"def f(a=2): yield a"}),
    ("def f() -> int: return a", {"def f() -> int: return 0"}),
    ("def f() -> dict[int, int]: return a", {"def f() -> dict[int, int]: return {}"}),
    ("def f(): return a", {"def f(): return None"}),
    ("x = a == b", {"x = a != b", "x = str(a).startswith(str(b))"}),
    ("x = {'a', 'b'}", {"x = { 'b'}", "x = {'a'}"}),
    ("x = {'a': f(), 'b': g()}", {"x = { 'b': g()}", "x = {'a': f()}"}),
    ("x = re.compile(a, re.I)", {"x = re.compile(a)"}),
    ("x = a(b, private=True)", {"x = a(b)", "x = a(b, private=False)"}),
]
ALONE = [
    '"""A text, 1 + 1."""',
    "x = 'a' 'b'",
    "x: Literal[1] = a",
    "X = A | None",
    "X: TypeAlias = tuple[A, ...]",
    "x = dict[str, int]",
    "_log.info('a', 1)",
    "assert a == 1",
    "if TYPE_CHECKING: x(y)",
    "if __name__ == '__main__': x(y)",
    "class A:\n    def __repr__(self): return str(1 + 1)",
    "@dataclass(frozen=True)\nclass A: pass",
    "def f() -> tuple[int, ...]: return ()",
    "def f(): return None",
    "x = zip(a, b, strict=True)",
    "x = f'{a + 1}'",
]


def changed(source: str) -> list[Mutant]:
    found = mutants(Module("pbem/x.py", source + "\n", 0))
    return [mutant for mutant in found if mutant.means_another]


@pytest.mark.parametrize(("source", "wanted"), SIMPLE)
def test_a_statement_is_changed(source: str, wanted: set[str]) -> None:
    assert {mutant.after.rstrip() for mutant in changed(source)} == wanted


@pytest.mark.parametrize("source", ALONE)
def test_what_does_nothing_is_left_alone(source: str) -> None:
    assert changed(source) == []


def test_a_change_is_told_by_its_lines() -> None:
    (mutant,) = changed("a = b\nc = (d,\n     e +\n     f)\na = b")
    assert mutant.line == 3
    assert mutant.diff == ("e +", "e -")


def test_a_change_that_takes_lines_away_is_told_by_its_lines() -> None:
    (mutant,) = changed("a = b\nc(\n    d\n)\na = b")
    assert mutant.diff == ("c( d )", "pass")


MODULE = '''"""A module."""
from __future__ import annotations
LIMIT = 3
TWICE = LIMIT * 2

def one(a):
    """One."""
    if a:
        a = 1
    elif b:
        a = 2
    return TWICE

class Two:
    size: int = 4

    def __init__(self):
        try:
            self.size
        except OSError:
            pass
'''


def entered(call: str) -> set[int]:
    module = Module("pbem/x.py", MODULE, 10)
    hits: dict[int, int] = {}
    exec(module.marked("nowhere"), space := {"b": 0})
    hits = space[HITS]  # type: ignore[assignment]
    hits.clear()
    eval(call, space)
    return set(hits)


def test_marks_tell_where_a_call_has_been() -> None:
    first = entered("one(1)")
    second = entered("one(0)")
    assert len(first) == 3
    assert len(second) == 3
    assert len(first & second) == 2
    assert entered("Two()").isdisjoint(first | second)


@pytest.mark.parametrize(
    ("line", "call"), [(3, "one(0)"), (4, "one(0)"), (15, "Two()")]
)
def test_what_is_bound_at_import_is_noticed_where_it_is_used(
    line: int, call: str
) -> None:
    module = Module("pbem/x.py", MODULE, 10)
    places = {at.lineno: place for at, place in module.places.items()}
    blocks = reached(module.places.values(), places[line])
    assert blocks
    assert blocks <= entered(call)


TEXTS = {
    "templates/a.j2": (
        "{# A remark. #}\n{% if a %}\nOne.\n{% endif %}\nTwo.\n",
        {"One.", "Two."},
    ),
    "grammars/a.lark": (
        '// A remark.\na: b\n    | "c"i\nb: /d/i\n',
        {'    | "c"i', "i"},
    ),
    "games/a/game.toml": (
        '# A remark.\na = 1\nb = ["c", "d"]\n',
        {"a = 1", 'b = ["c", "d"]', '"c",', ' "d"'},
    ),
}


@pytest.mark.parametrize("path", TEXTS)
def test_a_line_a_member_an_alternative_or_a_flag_is_left_out(path: str) -> None:
    source, wanted = TEXTS[path]
    found = [one for one in mutants_of(Text(path, source)) if one.means_another]
    left_out = {
        one.module.source[one.edit.start : one.edit.end].rstrip() for one in found
    }
    assert left_out == {one.rstrip() for one in wanted}


def test_each_file_without_python_has_tests_that_read_it() -> None:
    files = texts(ROOT)
    assert len(files) > 300
    for one in files:
        assert any(
            fnmatch(file, glob) for file in TEST_FILES for glob in one.tests()
        ), one.path
