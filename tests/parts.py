"""The parts of the project: their files, and the tests that mirror them.

`make near` and `make check PART=...` choose tests by this table, and the mutation run
(tests/mutation) draws from it.
"""

from __future__ import annotations

from fnmatch import fnmatch
from typing import NamedTuple


class Part(NamedTuple):
    """Files of the project, and the tests that mirror them; globs (`*` takes `/`)."""

    name: str
    files: tuple[str, ...]
    tests: tuple[str, ...]


_REFEREED = (
    "tests/core/*",
    "tests/rules/test_*",
    "tests/rules/arena/*",
    "tests/tutorials/test_played.py",
)
_OF_GAMES = ("tests/rules/*", "tests/kit/*", "tests/tiles/*", "tests/playthroughs/*")
_PAGES = ("tests/core/*", "tests/playthroughs/*", "tests/pictures/*")
_OF_SERVER = ("tests/server/*", "tests/attacks/*", "tests/tutorials/test_letters.py")

#: A file belongs to the first part that takes it.
PARTS = (
    Part("referee", ("pbem/referee*", "pbem/protocol/*"), _REFEREED),
    Part(
        "replay",
        ("pbem/record/replay.py", "pbem/record/trial.py"),
        # Orders of threads are tried by the same code, and nothing else goes there.
        (*_REFEREED, "tests/forum/annotations/*", "tests/forum/scan/test_edits.py"),
    ),
    Part(
        "record",
        ("pbem/record/*",),
        ("tests/core/*", "tests/rules/test_*", "tests/cli/*", "tests/compatibility/*"),
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
        "schedule",
        ("pbem/schedule/*", "grammars/time.lark", "grammars/zones.toml"),
        ("tests/schedule/*",),
    ),
    Part(
        "server",
        (
            *("pbem/server/*", "templates/mail/*", "templates/letter.html.j2"),
            *("grammars/letter*", "grammars/a[cl]*.lark"),
            "grammars/words.toml",
            *("tests/conversations/*", "deploy/*"),
        ),
        (*_OF_SERVER, "tests/compatibility/*"),
    ),
    Part(
        "forum",
        ("pbem/forum/*", "templates/forum/*", "grammars/talk.toml"),
        ("tests/forum/*", "tests/tutorials/test_posts.py"),
    ),
    Part(
        "language",
        ("pbem/language/*",),
        ("tests/language/*", "tests/forum/test_phrasings.py", "tests/rules/*/*writ*"),
    ),
    Part(
        "plans",
        ("pbem/plans/*", "grammars/plan.lark", "templates/plan*.j2"),
        ("tests/plans/*", "tests/core/*plan*", "tests/*plan*"),
    ),
    Part("bots", ("pbem/bots/*", "pbem/rules/*/bot*"), ("tests/bots/*",)),
    Part("rules", ("pbem/rules/*", "pbem/kit/*", "pbem/tiles/*"), _OF_GAMES),
    Part(
        "library", ("pbem/library/*",), ("tests/library/*", "tests/core/test_games.py")
    ),
    Part("gallery", ("pbem/gallery/*", "templates/site/*"), ("tests/gallery/*",)),
    Part("watch", ("pbem/watch/*",), ("tests/watch/*",)),
    Part(
        "web",
        ("pbem/web/*", "pbem/workspace/*", "templates/web/*", "templates/look/*"),
        ("tests/web/*", "tests/pictures/test_look.py"),
    ),
    Part("cli", ("pbem/cli/*",), ("tests/cli/*", "tests/attacks/test_statuses.py")),
    Part(
        "authoring",
        (
            "pbem/authoring/*",
            "pbem/testing/*",
            "pbem/plugins/*",
            "templates/new_game/*",
        ),
        ("tests/authoring/*", "tests/outside/*", "tests/core/test_games.py"),
    ),
    # What a game is besides its module: its facts and cases, then its words.
    Part(
        "boxes",
        ("games/*.toml", "games/*.txt", "games/*.md"),
        ("tests/rules/*", "tests/core/test_[cgs]*", "tests/playthroughs/*"),
    ),
    Part(
        "games", ("templates/*/*", "grammars/*.lark", "games/*"), (*_OF_GAMES, *_PAGES)
    ),
    Part("report", ("pbem/report/*", "pbem/pages/*", "templates/*"), _PAGES),
    Part(
        "core",
        ("pbem/*", "grammars/spelling.toml"),
        ("tests/core/*", "tests/rules/test_*", "tests/cli/*", "tests/outside/*"),
    ),
)
#: Where a change of files outside of all parts is seen.
ELSEWHERE = {
    "*.md": ("tests/docs/*", "tests/core/test_cases.py"),
    "pyproject.toml": ("tests/house/*",),
    "constraints.txt": ("tests/house/*",),
    "Makefile": ("tests/house/*",),
}


def matches(path: str, globs: tuple[str, ...]) -> bool:
    """Whether a path in the tree, with `/`, is one of those that globs name."""
    return any(fnmatch(path, glob) for glob in globs)


def part_of(path: str) -> Part | None:
    """The part that a file belongs to, if it belongs to any."""
    return next((part for part in PARTS if matches(path, part.files)), None)


def part_called(name: str) -> Part | None:
    """The part of a name, if there is one."""
    return next((part for part in PARTS if part.name == name), None)
