"""The games of the tutorials, made of the very pages."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "games/README.md", *sorted((ROOT / "games/tutorials").glob("*.md")))
PACKAGE = "pbem_tutorials"
NAMES = ("breakthrough", "hex", "marches", "bluff")
ENTRIES = {"tutorials": f"{PACKAGE}.family:FAMILY"}

_BLOCK = re.compile(r"```(?:toml|python|lark|jinja)\n(.*?)```", re.DOTALL)
_NAMED = re.compile(r"(?:#|//|\{#-) (pbem_tutorials/[\w./]+)")


@cache
def files() -> dict[str, str]:
    """The files that the pages show: blocks that begin with a name, joined."""
    found: dict[str, str] = {f"{PACKAGE}/__init__.py": ""}
    for page in PAGES:
        for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
            first, _, rest = block.partition("\n")
            if named := _NAMED.match(first):
                found[named[1]] = found.get(named[1], "") + rest + "\n"
    return found
