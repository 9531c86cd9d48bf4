"""What of the parts of the project is left out, and what tests read and enter."""

from __future__ import annotations

from tests import parts
from tests.parts import PARTS, Part, matches

__all__ = ["COMMON", "NEVER", "PARTS", "READ", "TEXTS", "Part", "matches", "part_of"]

#: Tests of every part: the examples in docstrings.
COMMON = ("*/test_doctests.py",)
#: Modules without behaviour of their own, or that no later commit may change.
NEVER = ("*/migrations/*", "*/__main__.py")

#: What tests read that does not lie beside them: globs of tests, globs of files.
READ = {"tests/server/commands/*": ("tests/conversations/*.txt",)}

#: The tests that read files without Python in them: globs of files, globs of tests.
#: The first that fits a file counts; `{game}` is the name of the game that it is of.
TEXTS = {
    "templates/mail/*": ("tests/server/commands/*", "tests/server/outbound/*"),
    "templates/letter.html.j2": ("tests/server/outbound/*", "tests/pictures/*"),
    "templates/forum/*": ("tests/forum/posts/*", "tests/forum/scan/*"),
    "templates/site/*": ("tests/gallery/*",),
    "templates/web/*": ("tests/web/*",),
    "templates/new_game/*": ("tests/authoring/*",),
    "templates/plan*.j2": (
        "tests/core/test_plans.py",
        "tests/server/game/test_plans.py",
    ),
    "templates/*.j2": ("tests/core/*", "tests/playthroughs/*", "tests/pictures/*"),
    "templates/*": ("tests/playthroughs/*", "tests/rules/{game}/*", "tests/pictures/*"),
    "grammars/plan.lark": ("tests/core/test_plans.py", "tests/plans/*"),
    "grammars/time.lark": ("tests/schedule/*",),
    "grammars/letter*": ("tests/server/commands/*", "tests/server/*"),
    "grammars/a[cl]*.lark": ("tests/server/commands/*", "tests/server/gm/*"),
    "grammars/common.lark": ("tests/core/*", "tests/rules/*"),
    "grammars/*.lark": ("tests/rules/{game}/*", "tests/rules/test_*", "tests/core/*"),
    "grammars/spelling.toml": ("tests/core/test_spellings.py", "tests/core/test_n*"),
    "grammars/words.toml": (
        *("tests/server/syntax/*", "tests/server/flow/test_small_words.py"),
        *("tests/server/flow/test_what_is_said.py", "tests/server/commands/*"),
    ),
    "grammars/*.toml": ("tests/language/*", "tests/forum/test_phrasings.py"),
    "games/*": ("tests/core/*", "tests/rules/*", "tests/authoring/*"),
    "pbem/mail/*": ("tests/mail/reply/*",),
    "pbem/forum/*": ("tests/forum/*",),
    "pbem/library/*": ("tests/library/*",),
}


def part_of(path: str) -> Part | None:
    """The part that a file belongs to whose mistakes are planted, if any."""
    return None if matches(path, NEVER) else parts.part_of(path)
