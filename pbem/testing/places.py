"""Where in the files of a game that stands which a message is about."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from pbem import protocol
from pbem.authoring.sources import Sources
from pbem.pages.wording import macro_of
from pbem.plugins.game import Game
from pbem.protocol.parts import NAMES

MOST = 3  #: places of a message
ALIKE = 0.3  #: of 1, a line of a template and what came of it
_NAME = re.compile(
    r'"(?P<text>[^"]+)"|(?P<kind>\b[A-Z]\w+)(?:\.(?P<field>\w+))?'
    r"|(?P<call>\w+)\(\)|\w+"
)
_MACRO = re.compile(r"\{%-?\s*macro\s+(\w+)")
#: What a message says of a method in another form of its name.
_FORMS = {
    "imagined": "imagine", "resolving": "resolve", "resolved": "resolve",
    "automatic": "default", "endings": "outcome", "ended": "outcome",
    "winners": "outcome",
    "bots": "legal", "answers": "legal", "previews": "explain",
}  # fmt: skip


class SourceLine(NamedTuple):
    """A line of a file, named from the folder that its package lies in."""

    file: str
    line: int  #: from 1

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"


class SourceLines:
    """The lines of a game: its methods, classes, fields, texts, macros and keys."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._sources = Sources.of(game)
        self._methods = dict(self._find_methods())
        self._classes: dict[str, SourceLine] = {}
        self._functions: dict[str, SourceLine] = {}
        self._texts: dict[str, SourceLine] = {}
        self._macros: dict[str, SourceLine] = {}
        self._find_names()
        self._find_macros()

    def about(self, message: str) -> list[SourceLine]:
        """Return where that stands which a message names, at most `MOST` places:
        words first where it is about words, else classes, methods, texts."""
        if (own := re.search(r'the words of "([^"]+)"', message)) and self.macro(
            own[1]
        ):
            return self.macro(own[1])
        ranked = [
            one for match in _NAME.finditer(message) for one in self._named(match)
        ]
        found = dict.fromkeys(place for _, place in sorted(ranked, key=itemgetter(0)))
        return [*found][:MOST]

    def _named(self, match: re.Match[str]) -> Iterator[tuple[int, SourceLine]]:
        """Yield what a part of a message may name, with its rank."""
        text, kind, name = match["text"], match["kind"], match["field"]
        if text is not None:
            yield from ((2, one) for one in self.constant(text) or self.macro(text))
        elif kind is not None and kind in self._classes:
            yield 0, self._classes.get(f"{kind}.{name}") or self._classes[kind]
        elif match["call"] in self._functions:
            yield 0, self._functions[match["call"]]
        elif kind is None:
            yield from ((1, one) for one in self.method(_FORMS.get(match[0], match[0])))

    def method(self, name: str) -> list[SourceLine]:
        """Return where a method of the rules stands, if the game has it itself."""
        names = name, f"{name}_lines", f"{name}_line"  # the last two of compound rules
        return [self._methods[one] for one in names if one in self._methods][:1]

    def macro(self, code: str) -> list[SourceLine]:
        """Return where the macro for a code, or of a name, stands."""
        own = macro_of(code)
        names = (own, f"prompt_{own}", f"ending_{own}")
        return [self._macros[one] for one in names if one in self._macros][:1]

    def constant(self, text: str) -> list[SourceLine]:
        """Return where a text first is in the code."""
        return [self._texts[text]] if text in self._texts else []

    def like(self, file: Path, drawn: str) -> str:
        """Return a template and the line of it that is most like what came of it."""
        lines = file.read_text("utf-8", "replace").splitlines()
        begins = drawn.strip()[:200]
        match = SequenceMatcher(None, b=begins)

        def near(line: str) -> float:
            match.set_seq1(line.strip()[:300])
            return match.ratio()

        near_to = [(near(line), number) for number, line in enumerate(lines, 1)]
        best, number = max(near_to, default=(0.0, 0))
        name = self.game.shown(file)
        if best <= ALIKE:  # a macro of another file has drawn it
            calls = (at for at, x in enumerate(lines, 1) if "block body" in x)
            number = next(calls, 0)
        return str(SourceLine(name, number)) if number else name

    def _find_methods(self) -> Iterator[tuple[str, SourceLine]]:
        asked = {*vars(protocol.Rules), *vars(protocol.CompoundRules)}
        asked |= {name for names in NAMES.values() for name in names}
        for name in asked:
            own = inspect.unwrap(getattr(type(self.game.rules), name, None) or len)
            code = getattr(own, "__code__", None)
            if code is not None and Path(code.co_filename) in self._sources.paths:
                yield name, self._place(Path(code.co_filename), code.co_firstlineno)

    def _find_names(self) -> None:
        for path, node in self._sources.nodes:
            if isinstance(node, ast.ClassDef):
                self._classes[node.name] = self._place(path, node.lineno)
                for one in node.body:
                    if isinstance(one, ast.AnnAssign) and isinstance(
                        one.target, ast.Name
                    ):
                        field = f"{node.name}.{one.target.id}"
                        self._classes[field] = self._place(path, one.lineno)
            elif isinstance(node, ast.FunctionDef):
                self._functions[node.name] = self._place(path, node.lineno)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self._texts.setdefault(node.value, self._place(path, node.lineno))

    def _find_macros(self) -> None:
        words = self.game.templates / self.game.template("words.j2")
        for file in sorted(words.parent.glob("*.j2")):
            lines = file.read_text("utf-8", "replace").splitlines()
            for number, line in enumerate(lines, 1):
                for name in _MACRO.findall(line):
                    self._macros[name] = self._place(file, number)

    def _place(self, path: Path, line: int) -> SourceLine:
        return SourceLine(self.game.shown(path.resolve()), line)
