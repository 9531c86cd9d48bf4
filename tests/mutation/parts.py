"""The parts of the house whose tests are put to the proof, and what is left out."""

from __future__ import annotations

from fnmatch import fnmatch
from typing import NamedTuple


class Part(NamedTuple):
    """Modules, and the tests whose folders mirror them; globs (`*` takes `/` too)."""

    name: str
    code: tuple[str, ...]
    tests: tuple[str, ...]


_REFEREED = (
    "tests/core/*",
    "tests/rules/test_*",
    "tests/rules/arena/*",
    "tests/tutorials/test_played.py",
)
#: A module belongs to the first part that takes it.
PARTS = (
    Part(
        "referee",
        ("pbem/referee*", "pbem/protocol/*"),
        _REFEREED,
    ),
    Part(
        "replay",
        ("pbem/record/replay.py", "pbem/record/trial.py"),
        # Orders of threads are tried by the same code, and nothing else goes there.
        (*_REFEREED, "tests/forum/annotations/*", "tests/forum/scan/test_edits.py"),
    ),
    Part(
        "record",
        ("pbem/record/*",),
        ("tests/core/*", "tests/rules/test_*", "tests/cli/*"),
    ),
    Part(
        "mail",
        ("pbem/mail/*",),
        (
            "tests/mail/*",
            "tests/attacks/test_authentication_results.py",
            "tests/attacks/test_two_stores.py",
        ),
    ),
    Part(
        "server",
        ("pbem/server/*",),
        ("tests/server/*", "tests/attacks/*", "tests/tutorials/test_letters.py"),
    ),
    Part(
        "forum", ("pbem/forum/*",), ("tests/forum/*", "tests/tutorials/test_posts.py")
    ),
    Part(
        "rules",
        ("pbem/rules/*", "pbem/kit/*", "pbem/tiles/*"),
        ("tests/rules/*", "tests/kit/*", "tests/tiles/*", "tests/playthroughs/*"),
    ),
    Part(
        "report",
        ("pbem/report/*",),
        ("tests/core/*", "tests/playthroughs/*", "tests/pictures/*"),
    ),
    Part("web", ("pbem/web/*",), ("tests/web/*",)),
    Part(
        "core",
        (
            "pbem/chance.py",
            "pbem/notation/parser.py",
            "pbem/game*.py",
            "pbem/cases/*",
            "pbem/authoring/*",
        ),
        ("tests/core/*", "tests/rules/test_*", "tests/cli/*", "tests/outside/*"),
    ),
)
#: Tests of every part: the examples in docstrings.
COMMON = ("*/test_doctests.py",)
#: Modules without behaviour of their own, or that no later commit may change.
NEVER = ("*/migrations/*", "*/__main__.py")

#: What tests read that does not lie beside them: globs of tests, globs of files.
READ = {"tests/server/commands/*": ("tests/conversations/*.txt",)}

#: Tests that are not run: whole years, games by real servers, kills, packages.
SLOW = ("*/test_year.py", "*/test_real.py", "*/test_crash.py", "*/test_packaging.py")
#: Fixtures and parameters of tests that need a server or a browser.
OUTSIDE = {"all_servers", "browser", "chromium", "dovecot", "postfix", "postgres"}


def matches(path: str, globs: tuple[str, ...]) -> bool:
    """Whether a path in the tree, with `/`, is one of those that globs name."""
    return any(fnmatch(path, glob) for glob in globs)


def part_of(path: str) -> Part | None:
    """The part that a module belongs to, if it belongs to any."""
    if matches(path, NEVER):
        return None
    return next((part for part in PARTS if matches(path, part.code)), None)
