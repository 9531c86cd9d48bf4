"""A package for a new game: one of the tutorials' games, under another name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from jinja2 import Environment

from pbem.system.resources import folder


class Skeleton(NamedTuple):
    """What a new game begins as."""

    page: str  #: of games/tutorials
    name: str  #: of the game there
    first: str  #: an order that is legal at the beginning
    event: str  #: what comes of it
    seats: str
    more: str = ""  #: lines of the header that its cases need
    sealed: bool = False  #: whether the order waits for those of others


KINDS: Mapping[str, Skeleton] = {
    "board": Skeleton("board", "breakthrough", "Ann: B2-B3", "Moved", "Ann, Bob"),
    "orders": Skeleton(
        "orders", "marches", "Ann: Birch - Elm", "Went", "Ann, Bob", sealed=True
    ),
    "cards": Skeleton(
        "cards",
        "bluff",
        "Ann: work",
        "Earned",
        "Ann, Bob, Cid",
        "Seed: 00112233445566778899aabbccddeeff\n",
    ),
}
_BLOCK = re.compile(r"```(?:toml|python|lark|jinja)\n(.*?)```", re.DOTALL)
_NAMED = re.compile(r"(?:#|//|\{#-) pbem_tutorials/([\w./]+)")


def blocks(page: str) -> dict[str, str]:
    """Return the files that a page shows: blocks that begin with a name, joined."""
    found: dict[str, str] = {}
    for block in _BLOCK.findall(page):
        first, _, rest = block.partition("\n")
        if named := _NAMED.match(first):
            found[named[1]] = found.get(named[1], "") + rest + "\n"
    return found


def files(name: str, kind: str, needs: str = "pbem[author]") -> dict[str, str]:
    """Return the files of a package for a new game, by their names in it.

    `needs` is what its tests install pbem from, as pip takes it.
    """
    example = KINDS[kind]
    tutorial = folder("games") / "tutorials" / f"{example.page}.md"
    package, title = f"pbem_{name}", _title(name)
    found = {f"{package}/__init__.py": f'"""{title}, for pbem."""\n'}
    for file, text in blocks(tutorial.read_text(encoding="utf-8")).items():
        here = file.replace(example.name, name)
        found[f"{package}/{here}"] = _renamed(text, example.name, name)
    given = {"name": name, "package": package, "title": title, "kind": example}
    given |= {"needs": needs, "origin": example.name.capitalize()}
    house = folder("templates") / "new_game"
    jinja = Environment(keep_trailing_newline=True, autoescape=False)
    for path in sorted(house.rglob("*.j2")):
        place = path.relative_to(house).as_posix().removesuffix(".j2")
        place = place.replace("PACKAGE", package).replace("NAME", name)
        place = place.replace("dot-", ".")
        text = jinja.from_string(path.read_text(encoding="utf-8")).render(given)
        found[place] = text
    return {file: text.strip("\n") + "\n" for file, text in sorted(found.items())}


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _renamed(text: str, old: str, new: str) -> str:
    camel = "".join(word.capitalize() for word in new.split("_"))
    text = text.replace("pbem_tutorials", f"pbem_{new}")
    credit = {"title": _title(new), "designer": "your name", "publisher": "nobody yet"}
    for key, value in credit.items():
        line = rf'^{key} = ".*"'
        text = re.sub(line, f'{key} = "{value}"', text, count=1, flags=re.MULTILINE)
    return text.replace(old.capitalize(), camel).replace(old, new)
