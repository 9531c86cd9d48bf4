"""All that can be found wrong with a game without playing it, in one list."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.authoring.static import flaws_of_files
from pbem.cases import runner
from pbem.plugins.flaws import Broken, Flaw
from pbem.plugins.games import broken, find


def flaws(name: str) -> tuple[Flaw, ...]:
    """Return what the author of a game should mend, hints last.

    Macros for its events, faults, prompts and endings; readers against the rules of
    the grammar; terminals, options, orders, roles; the handbook and the cases. Raises
    GameFault where no package brings a game of this name.
    """
    found = tuple(_flaws(name))
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
    if game.handbook is None:
        file = game.shown(game.box / "README.md")
        yield Flaw("no-handbook", file, 0, {"name": game.name}, hint=True)
    cases = game.box / "cases"
    if not any(cases.glob("*.txt")):
        yield Flaw("no-cases", game.shown(cases), 0, {"name": game.name}, hint=True)
    try:
        runner.load(game)
    except runner.BadCase as error:
        yield Flaw("case", game.shown(error.file), error.line, {"why": error.why})
