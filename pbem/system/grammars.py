"""What grammars/ holds: the words of tables, and parsers of lines."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

from pbem.system.resources import folder

if TYPE_CHECKING:
    from lark import Lark


# Each line that people write is compared with them.
@cache
def table(name: str) -> dict[str, Any]:
    """Return a table of words, `NAME.toml`."""
    return tomllib.loads(text(f"{name}.toml"))


def text(file: str) -> str:
    """Return the text of a file."""
    return (folder("grammars") / file).read_text(encoding="utf-8")


# Each takes 5 to 40 ms to build: a letter would wait for several of them.
@cache
def parser(grammar: str, *starts: str) -> Lark:
    """Return the LALR parser of the text of a grammar, for these rules to start with.

    The grammar may import from all that the folder holds.
    """
    from lark import Lark  # who has a record resolved waits for no such parser

    place = str(folder("grammars"))
    return Lark(grammar, parser="lalr", start=[*starts], import_paths=[place])
