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

from markupsafe import escape

from pbem.pages.parting import Block, blocks
from pbem.pages.wrapping import WIDTH, headings, in_one_line, plain, rows, wrap

__all__ = [
    "WIDTH",
    "Block",
    "blocks",
    "in_one_line",
    "to_bbcode",
    "to_html",
    "to_markdown",
    "to_text",
    "wrap",
]


def to_text(page: list[Block], width: int = WIDTH, *, bold: bool = False) -> str:
    """Plain text, wrapped; drawings keep their lines."""
    return "\n\n".join([_text(block, width, bold) for block in page]) + "\n"


def _text(block: Block, width: int, bold: bool) -> str:
    if bold and block.kind.startswith("="):
        lines = headings(block.kind, block.lines, width)
        return "\n".join([f"\033[1m{line}\033[0m" for line in lines])
    return plain(block.kind, block.lines, width)


_MARKDOWN = r"([\\`*_{}\[\]<>#|~&])"


def _plain_markdown(text: str) -> str:
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", re.sub(_MARKDOWN, r"\\\1", text))


def to_markdown(page: list[Block]) -> str:
    """Markdown; drawings are fenced."""
    return "\n\n".join([_markdown(block) for block in page]) + "\n"


def _markdown(block: Block) -> str:
    safe = _plain_markdown
    match block.kind:
        case "=":
            return "\n".join("# " + safe(_title(line)) for line in block.lines)
        case "==":
            return "\n".join("## " + safe(line) for line in block.lines)
        case "|":
            ticks = re.findall("`{3,}", "\n".join(block.lines))
            fence = "`" * (1 + max(map(len, ticks), default=2))
            return "\n".join((fence + "text", *block.lines, fence))
        case "-":
            return "\n".join("- " + safe(line) for line in block.lines)
        case "*":
            parts = rows(block.lines)
            return "\n".join(f"- **{safe(a)}**: {safe(b)}" for a, b in parts)
    return safe(" ".join(block.lines))


def _title(line: str) -> str:
    return " - ".join(part.strip() for part in line.split(" :: "))


def _plain_bbcode(text: str) -> str:
    """A zero-width space behind each bracket keeps a board from reading tags."""
    return text.replace("[", "[\u200b")


def to_bbcode(page: list[Block]) -> str:
    """BBCode of forums; drawings are [code]."""
    return "\n\n".join([_bbcode(block) for block in page]) + "\n"


def _bbcode(block: Block) -> str:
    safe = _plain_bbcode
    match block.kind:
        case "=":
            lines = (f"[b][size=130]{safe(_title(x))}[/size][/b]" for x in block.lines)
            return "\n".join(lines)
        case "==":
            return "\n".join(f"[b]{safe(line)}[/b]" for line in block.lines)
        case "|":
            return "\n".join(("[code]", *map(safe, block.lines), "[/code]"))
        case "-":
            items = (f"[*]{safe(line)}" for line in block.lines)
            return "\n".join(("[list]", *items, "[/list]"))
        case "*":
            items = (f"[*][b]{safe(a)}[/b]: {safe(b)}" for a, b in rows(block.lines))
            return "\n".join(("[list]", *items, "[/list]"))
    return safe(" ".join(block.lines))


def to_html(page: list[Block], *, letter: bool = False) -> str:
    """The body of an HTML page; drawings are <pre>.

    Bars are drawn; in a letter, whose readers show no drawings, they are cells.
    """
    bar = _bar_of_cells if letter else _bar_drawn
    return "\n".join([_html(block, bar) for block in page]) + "\n"


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
    cells = []
    for (term, text), share in zip(rows(block.lines), _shares(block), strict=True):
        cells.append(f'<tr><th scope="row">{_plain_html(term)}</th>')
        if share is None:
            cells.append(f'<td colspan="2">{_plain_html(text)}</td>')
        else:
            cells.append(f"<td>{_plain_html(text)}</td>")
            cells.append(f'<td class="share">{bar(share)}</td>')
    return "\n".join(('<table class="stands"><tbody>', *cells, "</tbody></table>"))


def _shares(block: Block) -> tuple[int | None, ...]:
    return (*block.shares, *[None] * (len(block.lines) - len(block.shares)))


def _plain_html(text: str) -> str:
    return str(escape(text))


def _html(block: Block, bar: Callable[[int], str]) -> str:
    safe = _plain_html
    match block.kind:
        case "=":
            return "\n".join(f"<h1>{_headline(line)}</h1>" for line in block.lines)
        case "==":
            return "\n".join(f"<h2>{safe(line)}</h2>" for line in block.lines)
        case "|":
            return "<pre>" + safe("\n".join(block.lines)) + "</pre>"
        case "-":
            items = (f"<li>{safe(line)}</li>" for line in block.lines)
            return "\n".join(("<ul>", *items, "</ul>"))
        case "*" if block.shares:
            return _table(block, bar)
        case "*":
            items = (
                f"<dt>{safe(a)}</dt><dd>{safe(b)}</dd>" for a, b in rows(block.lines)
            )
            return "\n".join(("<dl>", *items, "</dl>"))
    return "<p>" + safe(" ".join(block.lines)) + "</p>"
