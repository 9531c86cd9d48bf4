"""Mistakes in files without Python: templates, grammars, and tables in TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError

from tests.mutation.blocks import Place
from tests.mutation.operators import Edit, Mutant
from tests.mutation.parts import TEXTS

GLOBS = (
    *("templates/**/*.j2", "grammars/**/*.lark", "grammars/*.toml"),
    *("games/*/game.toml", "pbem/**/*.toml"),
)

_NOWHERE = Place(-1, "", False, frozenset(), frozenset())
_JINJA = Environment(trim_blocks=True, lstrip_blocks=True)
_COMMENT = re.compile(r"\s*(#|//|\{#.*#\}$)|\s*$")
_ALTERNATIVE = re.compile(r"\s+\| ")
_FLAG = re.compile(r'(?<=[/"])i(?=[\s|)?*+]|$)')
_MEMBER = re.compile(r'(?<=[\[,]) ?"[^"]*"(?:,|(?=\]))')


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """A file as it is, in the place of a module."""

    path: str
    source: str

    def tests(self) -> tuple[str, ...]:
        """Return globs of the tests that read it."""
        for glob, tests in TEXTS.items():
            if fnmatch(self.path, glob):
                game = re.sub(r"^\w+/(\w+).*", r"\1", self.path)
                return tuple(one.format(game=game) for one in tests)
        return ()


@dataclass(frozen=True, slots=True, eq=False)
class TextMutant(Mutant):
    """One change of a file without Python."""

    module: Text  # type: ignore[assignment]

    @property
    def means_another(self) -> bool:
        """Whether the change leaves a file that can be read, and says other things."""
        before, after = self.module.source, self.after
        try:
            if self.module.path.endswith(".toml"):
                return tomllib.loads(after) != tomllib.loads(before)
            if self.module.path.endswith(".j2"):
                return repr(_JINJA.parse(after)) != repr(_JINJA.parse(before))
        except (tomllib.TOMLDecodeError, TemplateSyntaxError):
            return False
        return after != before


def texts(root: Path) -> list[Text]:
    """Return all files without Python whose mistakes tests should notice."""
    files = [file for glob in GLOBS for file in sorted(root.glob(glob))]
    return [
        Text(file.relative_to(root).as_posix(), file.read_text(encoding="utf-8"))
        for file in files
    ]


def mutants_of(text: Text) -> Iterator[TextMutant]:
    """All changes of a text, in order; some may say the same or nothing.

    A line of a template or a key of a table is left out, a member of a list, an
    alternative of a grammar, or the flag of a terminal that takes any case.
    """
    start = 0
    for line in text.source.splitlines(keepends=True):
        for first, end in _edits(text.path, line):
            edit = Edit(
                start + len(line[:first].encode()), start + len(line[:end].encode()), ""
            )
            yield TextMutant(text, _NOWHERE, edit)
        start += len(line.encode())


def _edits(path: str, line: str) -> Iterator[tuple[int, int]]:
    """What may be left out of a line: where it begins and ends."""
    if _COMMENT.fullmatch(line.rstrip("\n")) or _COMMENT.match(
        line.lstrip()[:1] or "#"
    ):
        return
    if path.endswith(".lark"):
        if _ALTERNATIVE.match(line):
            yield 0, len(line)
        yield from (match.span() for match in _FLAG.finditer(line.rstrip("\n")))
        return
    yield 0, len(line)
    if path.endswith(".toml"):
        yield from (match.span() for match in _MEMBER.finditer(line))
