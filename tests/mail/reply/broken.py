"""What is new in letters that a program broke on the way, kept in `broken.txt`.

From each letter of `letters/` a line is taken away or wrapped in the middle, or gets
a blank line or an order right above it. Where that changes more than the line itself,
it stands in the file:

    how the line changed, its number and the line -> + what is new now, - what no more

Above these stands what is made of the whole letter besides the lines that are new.
`python -m tests.mail.reply.broken` writes the file anew: read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pbem.mail.reply.reply import Reply
from tests.mail.reply.letter_files import Sample, samples
from tests.support.sections import read_sections, write_sections

FILE = Path(__file__).with_name("broken.txt")
_MAX_LINES = 30  #: of a letter that is broken
_ORDER = "F Bre H"


def _said(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def broken(one: Sample) -> Iterator[tuple[str, list[str], Sample]]:
    """All letters with a change: how, the lines that come and go by it, the letter."""
    lines = one.source.split("\n")
    for at, line in enumerate(lines[:_MAX_LINES]):
        words = line.split(" ")
        if not line.strip():
            continue
        middle = len(words) // 2
        two = [" ".join(words[:middle]), " ".join(words[middle:])]
        ways = {"less": [], "gap": ["", line], "more": [_ORDER, line], "wrap": two}
        if middle < 2:
            del ways["wrap"]
        for way, now in ways.items():
            source = "\n".join([*lines[:at], *now, *lines[at + 1 :]])
            how = f"{way} {at}: {line}"
            yield how, [line, *two] if now else [line], replace(one, source=source)


def told(one: Sample) -> list[str]:
    """What is made of a letter, then of each that is broken."""
    whole = one.read()
    new = _said(whole.text)
    rows = [_whole(whole)]
    for how, change, letter in broken(one):
        got = _said(letter.read().text)
        own = [line.strip() for line in change]
        more = [f"+ {line}" for line in got if line not in new and line not in own]
        if how.startswith("more") and _ORDER not in got:
            more.append("not the order")
        more = [row for row in more if row != f"+ {_ORDER}"]
        lost = [f"- {line}" for line in new if line not in got and line not in own]
        if more or lost:
            rows.append(f"{how} -> {' '.join([*more, *lost])}")
    return rows


def _whole(reply: Reply) -> str:
    said = (
        "the same"
        if reply.with_quotes == reply.text
        else " / ".join(_said(reply.with_quotes))
    )
    words = [reply.rule, reply.ref, "buried" * reply.buried, "cut" * reply.cut]
    return f"{', '.join(filter(None, words))}; said: {said}"


def kept() -> dict[str, list[str]]:
    """What stands in the file, by the tags and the name of the letter."""
    return read_sections(FILE)


def write() -> None:
    """Write the file anew."""
    write_sections(FILE, ((one.id, told(one)) for one in samples()))


if __name__ == "__main__":
    write()
