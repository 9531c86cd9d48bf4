"""All that can be found wrong with a game without playing it, in one list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pbem.authoring.static import flaws_of_files
from pbem.cases import runner
from pbem.plugins.flaws import Broken, Flaw
from pbem.plugins.game import Game
from pbem.plugins.games import broken, find
from pbem.plugins.manifest import line_of
from pbem.protocol import DataFiles


def flaws(name: str, files: Sequence[Path] = ()) -> tuple[Flaw, ...]:
    """Return what the author of a game should fix, hints last.

    Macros for its events, faults, prompts and endings; readers against the rules of
    the grammar; terminals, options, orders, roles; the handbook and the cases. With
    `files` only these are checked, as data of the game. Raises GameFault where no
    package brings a game of this name.
    """
    found = tuple(flaws_of_data(find(name), files) if files else _flaws(name))
    return tuple(sorted(found, key=lambda one: one.hint))


def _flaws(name: str) -> Iterator[Flaw]:
    try:
        game = find(name)
    except Broken as fault:
        yield from fault.flaws
        return
    # A name may be ours and somebody else's.
    yield from (flaw for one in broken() if one.name == game.name for flaw in one.flaws)
    found = [*flaws_of_files(game)]
    yield from found
    if not any(not flaw.hint for flaw in found):
        yield from flaws_of_data(game)
    if game.handbook is None:
        file = game.shown(game.folder / "README.md")
        yield Flaw("no-handbook", file, 0, {"name": game.name}, hint=True)
    cases = game.folder / "cases"
    if not any(cases.glob("*.txt")):
        yield Flaw("no-cases", game.shown(cases), 0, {"name": game.name}, hint=True)
    try:
        runner.load(game)
    except runner.BadCase as error:
        yield Flaw("case", game.shown(error.file), error.line, {"why": error.why})


def flaws_of_data(game: Game, files: Sequence[Path] = ()) -> Iterator[Flaw]:
    """Yield what is wrong with files of a game's data, its own or these."""
    rules = game.rules
    if not isinstance(rules, DataFiles):
        if files:
            yield Flaw("no-data", game.shown(game.folder / "game.toml"), 0, {})
        return
    for one in rules.mistakes(files):
        text = one.file.read_text("utf-8", "replace") if one.file.is_file() else ""
        line = one.line or line_of(text, one.key)
        at = ".".join(one.key)
        yield Flaw("data", game.shown(one.file), line, {"key": at, "why": one.why})
