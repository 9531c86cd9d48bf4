"""One page, four forms: blocks of a report to text, Markdown, BBCode and HTML.

Templates write a small markup of lines: `= title :: right` is the first line
of a page, `== ` a heading, `| ` a line of a drawing (kept as it is), `- ` a
list item, `* term :: text` a row, `*8/20 term :: text` a row with a bar that is so
full in HTML, anything else a paragraph. There is no other markup, so that nothing
a player writes can act as one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from markupsafe import escape

WIDTH = 72  #: columns of a text report

#: What a reader cannot see: control characters of terminals, other ends of
#: lines, and marks that turn the direction of writing.
_UNSEEN = "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
_BAR = re.compile(r"\*(\d{1,6})/(\d{1,6}) ")
_MARKED = frozenset(mark + space for mark in "|*-=" for space in ("", " "))


class Block(NamedTuple):
    """A stretch of lines of one kind: "=", "==", "|", "-", "*" or ""."""

    kind: str
    lines: tuple[str, ...]
    #: Of rows: how full the bar of each is, in hundredths, or None; (): there is none.
    shares: tuple[int | None, ...] = ()


def blocks(markup: str) -> list[Block]:
    """The blocks of a page in markup.

    >>> [block.kind for block in blocks("== News\\n\\nAll well.\\n| +-+\\n")]
    ['==', '', '|']
    """
    if not markup.replace("\n", "").isprintable():
        markup = re.sub(_UNSEEN, "\ufffd", markup)
    found: list[tuple[str, list[str], list[int | None]]] = []
    before: str | None = None  # a blank line only parts blocks
    for line in markup.split("\n"):
        head, share = line[:2], None
        if head in _MARKED:
            kind, line = head[0], line[2:]
        elif head == "==" and line[2:3] in ("", " "):
            kind, line = "==", line[3:]
        elif head[:1] == "*" and (bar := _BAR.match(line)):
            kind, line = "*", line[bar.end() :]
            share = min(100, round(100 * int(bar[1]) / max(1, int(bar[2]))))
        elif line and not line.isspace():
            kind = ""
        else:
            before = None
            continue
        if kind != before:
            lines: list[str] = []
            shares: list[int | None] = []
            found.append((kind, lines, shares))
            before = kind
        if share is not None or shares:
            shares += [None] * (len(lines) - len(shares)) + [share]
        lines.append(line.rstrip())
    return [Block(kind, tuple(lines), tuple(shares)) for kind, lines, shares in found]


def in_one_line(text: str) -> str:
    """Return the words of a text with one space between them."""
    if text.isprintable() and "  " not in text:  # no space but " " is printable
        return text.strip()
    return " ".join(text.split())


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns; a word longer than that is broken."""
    text = in_one_line(text)
    if len(text) <= width:
        return [text]
    lines, start = [], 0
    while len(text) - start > width:
        end = text.rfind(" ", start, start + width + 1)
        if end < 0:
            end = start + width
            lines.append(text[start:end])
            start = end
        else:
            lines.append(text[start:end])
            start = end + 1
    return [*lines, text[start:]]


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
            lines = [f"\033[1m{line}\033[0m" for line in lines]
        out += lines
    return "\n".join(map(str.rstrip, out)) + "\n"


def _text(block: Block, width: int) -> list[str]:
    lines = block.lines
    match block.kind:
        case "=":
            return [one for line in lines for one in _titled(line, width)]
        case "==":
            return [one for line in lines for one in wrap(line, width)]
        case "|":
            return ["  " + line for line in lines]
        case "-":
            return [one for line in lines for one in _hung("  - ", line, width)]
        case "*":
            rows = _rows(block)
            column = min(max([len(term) for term, _ in rows]), 20)
            return [
                one
                for term, text in rows
                for one in _hung(f"  {term.ljust(column)}  ", text, width)
            ]
    return ["  " + line for line in wrap(" ".join(lines), width - 2)]


def _titled(line: str, width: int) -> list[str]:
    """A title with what stands to its right, or above it where there is no room."""
    left, _, right = line.partition(" :: ")
    gap = width - len(left) - len(right)
    return [left + " " * gap + right] if gap > 1 else [*wrap(left, width), right]


def _hung(lead: str, text: str, width: int) -> list[str]:
    """A first line with a lead, the others under its text."""
    room = max(width - len(lead), 20)
    if len(text) <= room:
        return [lead + in_one_line(text)]
    lines = wrap(text, room)
    if len(lines) == 1:
        return [lead + lines[0]]
    under = " " * len(lead)
    return [lead + lines[0], *[under + line for line in lines[1:]]]


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


def to_html(page: list[Block], *, letter: bool = False) -> str:
    """The body of an HTML page; drawings are <pre>.

    Bars are drawn; in a letter, whose readers show no drawings, they are cells.
    """
    bar = _bar_of_cells if letter else _bar_drawn
    return "\n".join(_html(block, bar) for block in page) + "\n"


def _headline(line: str) -> str:
    """A title, with what stands to its right in small below it."""
    left, _, right = (_plain_html(part.strip()) for part in line.partition(" :: "))
    return f"{left} <small>{right}</small>" if right else left


def _bar_drawn(share: int) -> str:
    drawn = f'<rect width="{share}" height="1"/>' if share else ""
    sheet = 'viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"'
    return f"<svg {sheet}>{drawn}</svg>"


def _bar_of_cells(share: int) -> str:
    cells = (("full", share), ("rest", 100 - share))
    drawn = "".join(
        f'<td class="{kind}" width="{wide}%">&nbsp;</td>'
        for kind, wide in cells
        if wide
    )
    plain = 'role="presentation" width="100%" cellspacing="0" cellpadding="0"'
    return f'<table {plain} border="0"><tr>{drawn}</tr></table>'


def _table(block: Block, bar: Callable[[int], str]) -> str:
    """Rows with bars, a line a cell: replays hold each line once."""
    rows = []
    for (term, text), share in zip(_rows(block), _shares(block), strict=True):
        rows.append(f'<tr><th scope="row">{_plain_html(term)}</th>')
        if share is None:
            rows.append(f'<td colspan="2">{_plain_html(text)}</td>')
        else:
            rows.append(f"<td>{_plain_html(text)}</td>")
            rows.append(f'<td class="share">{bar(share)}</td>')
    return "\n".join(('<table class="stands"><tbody>', *rows, "</tbody></table>"))


def _shares(block: Block) -> tuple[int | None, ...]:
    return (*block.shares, *[None] * (len(block.lines) - len(block.shares)))


def _plain_html(text: str) -> str:
    return str(escape(text))


def _html(block: Block, bar: Callable[[int], str]) -> str:
    plain = _plain_html
    match block.kind:
        case "=":
            return "\n".join(f"<h1>{_headline(line)}</h1>" for line in block.lines)
        case "==":
            return "\n".join(f"<h2>{plain(line)}</h2>" for line in block.lines)
        case "|":
            return "<pre>" + plain("\n".join(block.lines)) + "</pre>"
        case "-":
            items = (f"<li>{plain(line)}</li>" for line in block.lines)
            return "\n".join(("<ul>", *items, "</ul>"))
        case "*" if block.shares:
            return _table(block, bar)
        case "*":
            items = (f"<dt>{plain(a)}</dt><dd>{plain(b)}</dd>" for a, b in _rows(block))
            return "\n".join(("<dl>", *items, "</dl>"))
    return "<p>" + plain(" ".join(block.lines)) + "</p>"
