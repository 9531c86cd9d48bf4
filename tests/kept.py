"""Writes anew what is kept of how threads, letters and times are read.

    python -m tests.kept [WORD]...

Only files whose module has one of the words in its name, or all. Each module says what
is in its file; read the difference before you keep it.
"""

from __future__ import annotations

import sys
from importlib import import_module

MODULES = (
    "tests.forum.formats.copies",
    "tests.forum.formats.lacking",
    "tests.forum.formats.worn",
    "tests.forum.markup.fragments",
    "tests.forum.scan.found",
    "tests.forum.scan.turned",
    "tests.language.understood",
    "tests.forum.score_phrasings",
    "tests.mail.message.raw",
    "tests.mail.reply.broken",
    "tests.schedule.said",
)


def main(words: list[str]) -> None:
    """Write the files."""
    for name in MODULES:
        if not words or any(word in name for word in words):
            import_module(name).write()


if __name__ == "__main__":
    main(sys.argv[1:])
