"""All that can be found wrong with a game without playing it, in one list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pbem.authoring.static import defects_of_files
from pbem.cases import runner
from pbem.plugins.defects import Broken, Defect
from pbem.plugins.game import Game
from pbem.plugins.games import broken, find
from pbem.plugins.manifest import line_of
from pbem.protocol import DataFiles


def defects(name: str, files: Sequence[Path] = ()) -> tuple[Defect, ...]:
    """Return what the author of a game should fix, hints last.

    Macros for its events, faults, prompts and endings; readers against the rules of
    the grammar; terminals, options, orders, roles; the handbook and the cases. With
    `files` only these are checked, as data of the game. Raises GameFault where no
    package brings a game of this name.
    """
    found = tuple(defects_of_data(find(name), files) if files else _defects(name))
    return tuple(sorted(found, key=lambda one: one.hint))


def _defects(name: str) -> Iterator[Defect]:
    try:
        game = find(name)
    except Broken as fault:
        yield from fault.defects
        return
    # A name may be ours and somebody else's.
    yield from (
        defect for one in broken() if one.name == game.name for defect in one.defects
    )
    found = [*defects_of_files(game)]
    yield from found
    if not any(not defect.hint for defect in found):
        yield from defects_of_data(game)
    if game.handbook is None:
        file = game.shown(game.file("README.md"))
        yield Defect("no-handbook", file, 0, {"name": game.name}, hint=True)
    cases = game.file("cases")
    if not any(cases.glob("*.txt")):
        yield Defect("no-cases", game.shown(cases), 0, {"name": game.name}, hint=True)
    try:
        runner.load(game)
    except runner.BadCase as error:
        yield Defect("case", game.shown(error.file), error.line, {"why": error.why})


def defects_of_data(game: Game, files: Sequence[Path] = ()) -> Iterator[Defect]:
    """Yield what is wrong with files of a game's data, its own or these."""
    rules = game.rules
    if not isinstance(rules, DataFiles):
        if files:
            yield Defect("no-data", game.shown(game.file("game.toml")), 0, {})
        return
    for one in rules.mistakes(files):
        text = one.file.read_text("utf-8", "replace") if one.file.is_file() else ""
        line = one.line or line_of(text, one.key)
        at = ".".join(one.key)
        yield Defect("data", game.shown(one.file), line, {"key": at, "why": one.why})
