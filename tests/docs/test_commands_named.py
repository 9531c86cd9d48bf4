"""Each command that our words, pages and files name is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.support.commands import found

ROOT = Path(__file__).parents[2]
PLACES = (
    "*.md",
    "docs/*.md",
    "games/**/*",
    "templates/**/*",
    "deploy/*",
    "pbem/**/*.py",
)
BINARY = {".png", ".pyc", ".ttf"}
#: Our name where it begins what is typed: behind a mark, or first in a line of code.
_NAMED = re.compile(
    r"""(?: (?<=[`'|]) | (?<=(?<!b)") | (?<=bin/) | ^(?:[ ]{4,}|\$[ ]|[#][ ]{4,}) )
        pbem[ ](?=(\S.*))""",
    re.VERBOSE | re.MULTILINE,
)
_BLOCK = re.compile(r"^```(?:sh)?\n(.*?)^```", re.DOTALL | re.MULTILINE)
_WORD = re.compile(r"[a-z][a-z-]*")
LABELS = {"words"}  #: what hashes begin with, as handbooks quote it


def named(text: str) -> Iterator[str]:
    """Yield the command of each `pbem ...` that a text would have typed.

    >>> [*named("as `pbem resolve FILE` or \'pbem server gm\' do, and pbem is")]
    ['resolve', 'server gm']
    """
    blocks = re.sub("^", "$ ", "".join(_BLOCK.findall(text)), flags=re.MULTILINE)
    for match in _NAMED.finditer(f"{text}\n{blocks}"):
        path = ""
        for word in match[1].split(" "):
            name = _WORD.match(word)
            if name is None or name[0] in LABELS:
                break
            path = f"{path} {name[0]}".strip()
            if name[0] != word or not isinstance(found(path), click.Group):
                break
        if path:
            yield path


@pytest.mark.parametrize("place", PLACES)
def test_a_command_that_is_named_is_there(place: str) -> None:
    files = [one for one in ROOT.glob(place) if one.is_file()]
    texts = {
        str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
        for file in files
        if file.suffix not in BINARY
    }
    every = [(file, path) for file, text in texts.items() for path in named(text)]
    assert every
    assert [(file, path) for file, path in every if found(path) is None] == []


def test_commands_are_found_where_pages_name_them() -> None:
    text = (
        '`pbem thread FILE` reads; "pbem server", "pbem server undo 3".\n'
        'pbem is no command, nor is pbem run in prose, and a label is b"pbem key 1".\n'
        "```sh\npbem new arena\n```\n    pbem game play x\n"
        "ExecStart=/usr/local/bin/pbem serve --config x\n"
        '# it says \\"pbem login\\".\n'
    )
    told = [*named(text)]
    assert told[:4] == ["thread", "server", "server undo", "game play"]
    assert told[4:] == ["serve", "login", "new"]
