"""One page, four forms: blocks of a report to text, Markdown, BBCode and HTML.

Templates write a small markup of lines: `= title :: right` is the first line
of a page, `== ` a heading, `| ` a line of a drawing (kept as it is), `- ` a
list item, `* term :: text` a row, anything else a paragraph. There is no other
markup, so that nothing a player writes can act as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from markupsafe import escape

WIDTH = 72  #: columns of a text report

#: What a reader cannot see: control characters of terminals, other ends of
#: lines, and marks that turn the direction of writing.
_UNSEEN = "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
_MARKS = frozenset("|*-=")


class Block(NamedTuple):
    """A stretch of lines of one kind: "=", "==", "|", "-", "*" or ""."""

    kind: str
    lines: tuple[str, ...]


def blocks(markup: str) -> list[Block]:
    """The blocks of a page in markup.

    >>> [block.kind for block in blocks("== News\\n\\nAll well.\\n| +-+\\n")]
    ['==', '', '|']
    """
    if not markup.replace("\n", "").isprintable():
        markup = re.sub(_UNSEEN, "\ufffd", markup)
    found = []
    for kind, group in groupby(markup.split("\n"), _kind):
        lines = tuple(group)
        if kind is not None:
            skip = len(kind) + 1 if kind else 0
            kept = tuple(line[skip:].rstrip() for line in lines)
            found.append(Block(kind, kept))
    return found


def _kind(line: str) -> str | None:
    """The kind of a line; None is a blank one, which only parts blocks."""
    if line[:1] in _MARKS:
        for kind in ("|", "*", "-", "==", "="):
            if line.startswith(kind) and line[len(kind) : len(kind) + 1] in ("", " "):
                return kind
    return "" if line.strip() else None


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns; a word longer than that is broken."""
    words = text.split()
    text = " ".join(words)
    if len(text) <= width:
        return [text]
    lines, line = [], ""
    for word in words:
        while len(word) > width:
            lines += [line, word[:width]] if line else [word[:width]]
            line, word = "", word[width:]
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def _rows(block: Block) -> list[tuple[str, str]]:
    """The terms and texts of rows."""
    parts = (line.partition(" :: ") for line in block.lines)
    return [(term.strip(), text.strip()) for term, _, text in parts]


def to_text(page: list[Block], width: int = WIDTH, *, bold: bool = False) -> str:
    """Plain text, wrapped; drawings keep their lines."""
    out: list[str] = []
    for block in page:
        if out:
            out.append("")
        lines = _text(block, width)
        if bold and block.kind.startswith("="):
            lines = (f"\033[1m{line}\033[0m" for line in lines)
        out.extend(lines)
    return "\n".join(line.rstrip() for line in out) + "\n"


def _text(block: Block, width: int) -> Iterator[str]:
    match block.kind:
        case "=":
            for line in block.lines:
                left, _, right = line.partition(" :: ")
                gap = width - len(left) - len(right)
                if gap > 1:
                    yield left + " " * gap + right
                else:
                    yield from (*wrap(left, width), right)
        case "==":
            for line in block.lines:
                yield from wrap(line, width)
        case "|":
            yield from ("  " + line for line in block.lines)
        case "-":
            for line in block.lines:
                yield from _hung("  - ", line, width)
        case "*":
            rows = _rows(block)
            column = min(max(len(term) for term, _ in rows), 20)
            for term, text in rows:
                yield from _hung(f"  {term:<{column}}  ", text, width)
        case _:
            lines = wrap(" ".join(block.lines), width - 2)
            yield from ("  " + line for line in lines)


def _hung(lead: str, text: str, width: int) -> Iterator[str]:
    """A first line with a lead, the others under its text."""
    lines = wrap(text, max(width - len(lead), 20))
    yield lead + lines[0]
    yield from (" " * len(lead) + line for line in lines[1:])


_MARKDOWN = r"([\\`*_{}\[\]<>#|~&])"


def _plain_markdown(text: str) -> str:
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", re.sub(_MARKDOWN, r"\\\1", text))


def to_markdown(page: list[Block]) -> str:
    """Markdown; drawings are fenced."""
    return "\n\n".join(_markdown(block) for block in page) + "\n"


def _markdown(block: Block) -> str:
    plain = _plain_markdown
    match block.kind:
        case "=":
            return "\n".join("# " + plain(_title(line)) for line in block.lines)
        case "==":
            return "\n".join("## " + plain(line) for line in block.lines)
        case "|":
            ticks = re.findall("`{3,}", "\n".join(block.lines))
            fence = "`" * (1 + max(map(len, ticks), default=2))
            return "\n".join((fence + "text", *block.lines, fence))
        case "-":
            return "\n".join("- " + plain(line) for line in block.lines)
        case "*":
            rows = _rows(block)
            return "\n".join(f"- **{plain(a)}**: {plain(b)}" for a, b in rows)
    return plain(" ".join(block.lines))


def _title(line: str) -> str:
    return " - ".join(part.strip() for part in line.split(" :: "))


def _plain_bbcode(text: str) -> str:
    """A zero-width space behind each bracket keeps a board from reading tags."""
    return text.replace("[", "[\u200b")


def to_bbcode(page: list[Block]) -> str:
    """BBCode of forums; drawings are [code]."""
    return "\n\n".join(_bbcode(block) for block in page) + "\n"


def _bbcode(block: Block) -> str:
    plain = _plain_bbcode
    match block.kind:
        case "=":
            lines = (f"[b][size=130]{plain(_title(x))}[/size][/b]" for x in block.lines)
            return "\n".join(lines)
        case "==":
            return "\n".join(f"[b]{plain(line)}[/b]" for line in block.lines)
        case "|":
            return "\n".join(("[code]", *map(plain, block.lines), "[/code]"))
        case "-":
            items = (f"[*]{plain(line)}" for line in block.lines)
            return "\n".join(("[list]", *items, "[/list]"))
        case "*":
            items = (f"[*][b]{plain(a)}[/b]: {plain(b)}" for a, b in _rows(block))
            return "\n".join(("[list]", *items, "[/list]"))
    return plain(" ".join(block.lines))


def to_html(page: list[Block]) -> str:
    """The body of an HTML page; drawings are <pre>."""
    return "\n".join(_html(block) for block in page) + "\n"


def _plain_html(text: str) -> str:
    return str(escape(text))


def _html(block: Block) -> str:
    plain = _plain_html
    match block.kind:
        case "=":
            return "\n".join(f"<h1>{plain(_title(x))}</h1>" for x in block.lines)
        case "==":
            return "\n".join(f"<h2>{plain(line)}</h2>" for line in block.lines)
        case "|":
            return "<pre>" + plain("\n".join(block.lines)) + "</pre>"
        case "-":
            items = (f"<li>{plain(line)}</li>" for line in block.lines)
            return "\n".join(("<ul>", *items, "</ul>"))
        case "*":
            items = (f"<dt>{plain(a)}</dt><dd>{plain(b)}</dd>" for a, b in _rows(block))
            return "\n".join(("<dl>", *items, "</dl>"))
    return "<p>" + plain(" ".join(block.lines)) + "</p>"
