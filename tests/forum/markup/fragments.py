"""What is read of fragments of posts and letters, kept in `fragments.txt`, a line each:

    how it is read: the fragment -> its lines, each with its kind, or what it tells

`python -m tests.forum.markup.fragments` writes it anew: read the difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from pbem.forum.annotations import game_settings
from pbem.forum.annotations.remembered import Memory, recall, remembered
from pbem.forum.clock.clock import clock_of, utc, zone_in
from pbem.forum.markup import bbcode, html_body
from pbem.forum.markup.lines import ReadLines
from pbem.forum.pasted.feet import heads_by_feet
from pbem.forum.pasted.heads import Head, heads_of, name_of
from pbem.forum.pasted.trimming import LinesByAuthor, Trimmer, with_quotes
from pbem.forum.scan.addressed import addressed
from pbem.forum.scan.authors import People
from pbem.forum.thread import Post
from pbem.language import labels
from pbem.language.reading import MarkedLine
from pbem.mail.message.html import to_text
from pbem.notation.lookalikes import skeleton, strange

NOW = datetime(2026, 11, 22, 16, 0, tzinfo=UTC)
FILE = Path(__file__).with_name("fragments.txt")


def _lines(found: ReadLines) -> str:
    lines, odd = found
    said = (f"{one.kind}:{one.text}{list(one.bold) or ''}" for one in lines)
    return " | ".join([*said, *(f"odd: {one}" for one in odd)])


def _heads(heads: list[Head]) -> str:
    """Heads of posts: where they are, whose and when, and what is on the line."""
    rows = (
        f"{one.start}-{one.end} {one.name} {one.when} {one.number} {one.text}".rstrip()
        for one in heads
    )
    return " | ".join(rows)


def _quoted(text: str) -> str:
    """What is quoted below `==`, of what Ann and Bob have said above it."""
    above, _, below = text.partition("\n==\n")
    said = LinesByAuthor()
    for line in above.split("\n"):
        name, _, words = line.partition(" said ")
        said.add(name, words.split("; "))
    lines, open_ = with_quotes(below.split("\n"), said)
    return " | ".join([*lines, *["open"] * open_])


def _written(text: str) -> str:
    """What Ann wrote: posts stand between `==`, below the heading of the page."""
    above, *posts = (part.split("\n") for part in text.split("\n==\n"))
    trimmer = Trimmer(posts, above)
    return " || ".join(str(trimmer.written(one, "Ann")) for one in posts)


_PEOPLE = People(
    ("Ann", "Bob", "Cid Ltd"),
    Memory(
        moderators=("Gina",),
        aliases={"Bobby77": "bob", "Zed": "nobody here", "Annika": "Ann"},
        nobody=("Dotty",),
    ),
)


def _who(text: str) -> str:
    """Whose a post is by its author's name, and the name shown behind a comma."""
    name, _, shown = text.partition(", ")
    post = Post(number=1, author=name, lines=(), shown=shown)
    found = _PEOPLE.of(post)
    is_ = (_PEOPLE.moderates(post), _PEOPLE.watches(post), _PEOPLE.exactly(name))
    return f"{found} {is_} {skeleton(name)} {strange(name)}"


def _settings(text: str) -> str:
    """The settings in a post, the record they begin, and what is remembered then."""
    lines = tuple(map(MarkedLine, text.split("\n")))
    found = game_settings.read(Post(number=1, author="Gina", lines=lines))
    if found is None:
        return "none"
    memory = found.into(recall("# forum: alias Al = Ann\n# forum: edits count\n"))
    record = re.sub(r"Seed: [0-9a-f]{64}", "Seed: (drawn)", found.record())
    return f"{found} | {record!r} | {memory.aliases} {memory.policies}"


def _remembered(text: str) -> str:
    """What a record remembers, and its lines with that written anew."""
    return f"{recall(text)} | {remembered(text.split(chr(10)), recall(text))}"


def _wishes(text: str) -> str:
    """What a post says to its moderators, Gina and Hal B."""
    lines = [MarkedLine(line) for line in text.split("\n")]
    post = Post(number=1, author="Ann", lines=())
    told = addressed(post, lines, ["Gina", "Hal B", ""], "")
    return " | ".join(f"{one.code} {one.text} {one.given['who']}" for one in told)


def _times(text: str) -> str:
    """The times of one page, which stand between semicolons."""
    texts = text.split("; ")
    clock = clock_of(texts, NOW, zone_in(text))
    found = (clock.read(one) for one in texts)
    read = (f"{one[0]:%y-%m-%d %H:%M:%S} {one[1]}" if one else "no" for one in found)
    return f"{' | '.join(read)} {clock.zone} {utc(texts[0])}"


WAYS: dict[str, Callable[[str], str]] = {
    "html": lambda text: _lines(html_body.lines_of(text)),
    "tags": lambda text: _lines(bbcode.lines_of(text, markdown=False)),
    "tags and marks": lambda text: _lines(bbcode.lines_of(text)),
    "letter": lambda text: to_text(text).replace("\n", " | "),
    "heads": lambda text: _heads(heads_of(text.split("\n"), ["ann", "bob"])),
    "strangers": lambda text: _heads(heads_of(text.split("\n"), [])),
    "feet": lambda text: _heads(heads_by_feet(text.split("\n"))),
    "name": name_of,
    "quotes": _quoted,
    "wishes": _wishes,
    "times": _times,
    "who": _who,
    "settings": _settings,
    "remembered": _remembered,
    "written": _written,
    "label": lambda text: str(labels.label(text)),
    "turn": lambda text: str(labels.bare_turn(text)),
    "edit": lambda text: str(labels.edit(text)),
    "item": lambda text: f"{labels.item(text)}, {labels.numbered(text)}",
    "hashes": lambda text: str(labels.hashed(text)),
}


def kept() -> list[tuple[str, str]]:
    """The fragments, each with how it is read, and what is kept of it."""
    rows = FILE.read_text("utf-8").splitlines()
    found = (row.rpartition(" -> ") for row in rows if row and row[0] != "#")
    return [(fragment, what) for fragment, _, what in found]


def told(fragment: str) -> str:
    """What is read of a fragment; `\\n` in it begins a line."""
    way, _, text = fragment.partition(": ")
    return WAYS[way](text.replace("\\n", "\n").replace("\\r", "\r"))


def write() -> None:
    """Write the file anew."""
    head = [row for row in FILE.read_text("utf-8").splitlines() if row[:1] == "#"]
    rows = [f"{fragment} -> {told(fragment)}" for fragment, _ in kept()]
    FILE.write_text("\n".join([*head, *rows]) + "\n", "utf-8")


if __name__ == "__main__":
    write()
