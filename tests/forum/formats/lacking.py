"""What is read of documents that lack something, kept in `lacking.txt`.

From what a program hands out a name of JSON is gone or holds a number, in all posts at
once, or of a text one line is gone. What is read otherwise then stands in the file.
`python -m tests.forum.formats.lacking` writes it anew: read the difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.forum import pages
from tests.forum.formats import test_exports as exports
from tests.forum.formats.copies import otherwise, posts
from tests.forum.pages import Said
from tests.support.sections import read_sections, write_sections

FILE = Path(__file__).with_name("lacking.txt")
_TALK = (
    Said("Gina", "Hello all"),
    Said("Ann", "[b]fire C3[/b]", edited=15, signature="Ann's"),
    Said("Bob", '[quote="Ann"]fire C3[/quote]air F6\n[spoiler]x[/spoiler]', shown="B"),
    Said("Cid", "[list][*]a\n[*]b[/list]\n[s]E5[/s] [code]water E2[/code]"),
)
_JSON: dict[str, Any] = {
    "discord": exports.discord,
    "flarum": exports.flarum,
    "reddit": exports.reddit,
    "lemmy": exports.lemmy,
    "discourse": lambda: json.loads(pages.discourse(_TALK, "A duel")),
    "nodebb": lambda: json.loads(pages.nodebb(_TALK, "A duel")),
    "unknown": lambda: {
        "title": "A duel",
        "list": [
            {"id": n, "username": x.author, "body": x.text, "created_at": f"{n}:00"}
            for n, x in enumerate(_TALK, 1)
        ],
    },
    "nested": lambda: {
        "name": "A duel",
        "more": [1, [{"a": {"b": [{"x": 1}, {"y": 2}]}}]],
        "list": [
            {
                "user": {"acct": x.author, "display_name": "x"},
                "content": f"<p>{x.text}</p>",
                "published": 1_790_000_000 + n,
                "edited_at": 1_790_000_100 + n,
            }
            for n, x in enumerate(_TALK, 1)
        ],
    },
}
_TEXTS = {
    "bgg": lambda: pages.bgg(_TALK, "A duel"),
    "mbox": lambda: pages.mbox(_TALK, "A duel"),
    "pasted": lambda: pages.pasted(_TALK, "A duel"),
    "posted by": lambda: "".join(f"Posted by {x.author}, \n{x.text}\n" for x in _TALK),
    "wrote": lambda: "".join(f"{x.author} wrote:\n{x.text}\n\n" for x in _TALK),
    "dashes": lambda: "".join(f"-- {x.author} --\n{x.text}\n" for x in _TALK),
    "names": lambda: "".join(f"{x.author}:\n{x.text}\n\n" for x in _TALK),
    "said": lambda: "".join(f"{x.author}: {x.text}\n" for x in _TALK),
    "stamped": lambda: "".join(
        f"{x.author} (2026-11-20 18:0{n} UTC):\n{x.text}\n" for n, x in enumerate(_TALK)
    ),
}


def _names(document: Any) -> Iterator[str]:
    """All names in a document."""
    if isinstance(document, dict):
        for name, inner in document.items():
            yield name
            yield from _names(inner)
    elif isinstance(document, list):
        for inner in document:
            yield from _names(inner)


def _without(document: Any, name: str, instead: Any = None) -> Any:
    """A document without a name, or with something else behind it."""
    if isinstance(document, list):
        return [_without(inner, name, instead) for inner in document]
    if not isinstance(document, dict):
        return document
    kept = {key: _without(x, name, instead) for key, x in document.items()}
    kept.pop(name, None)
    return kept | ({name: instead} if instead is not None and name in document else {})


def _lacking(name: str) -> Iterator[tuple[str, bytes]]:
    """A document as it is, then without each of its parts."""
    if name in _TEXTS:
        text = _TEXTS[name]()
        yield "whole", text.encode()
        lines = text.split("\n")
        for at, line in enumerate(lines):
            if line.strip():
                less = "\n".join([*lines[:at], *lines[at + 1 :]])
                yield f"less {at}: {line}", less.encode()
        return
    document = _JSON[name]()
    yield "whole", json.dumps(document).encode()
    for key in dict.fromkeys(_names(document)):
        yield f"no {key}", json.dumps(_without(document, key)).encode()
        yield f"{key} is 7", json.dumps(_without(document, key, 7)).encode()


def told(name: str) -> list[str]:
    """What is read of a document, then of each that lacks something."""
    (_, raw), *others = _lacking(name)
    whole = posts(raw, ["Ann", "Bob"])
    rows = [f"whole: {one}" for one in whole]
    for how, lacking in others:
        got = posts(lacking, ["Ann", "Bob"])
        rows += otherwise(how, got, whole)
    return [row.replace("\n", "\\n") for row in rows]


NAMES = (*_JSON, *_TEXTS)


def kept() -> dict[str, list[str]]:
    """What stands in the file, by the name of the document."""
    return read_sections(FILE)


def write() -> None:
    """Write the file anew."""
    write_sections(FILE, ((name, told(name)) for name in NAMES))


if __name__ == "__main__":
    write()
