"""A handbook, which is written in Markdown, as a page of blocks: text and HTML of a
letter are made of these like every other."""

from __future__ import annotations

import re

from pbem.pages import page
from pbem.pages.page import Block

_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
_MARKS = re.compile(r"\*\*|`|(?<![\w*])\*(?=\w)|(?<=[\w.,;:!?)])\*(?![\w*])")
_ITEM = re.compile(r"(?:[-*]|\d+\.)\s+")
_COLUMN = 28  #: characters, before a table's cell goes on below


def blocks(markdown: str) -> list[Block]:
    """Return a handbook as a page.

    >>> [one.kind for one in blocks("# Lava\\n\\nDice.\\n\\n* a\\n\\n    k 3")]
    ['=', '', '-', '|']
    >>> blocks("Write `D4` or **pass**.")[0].lines
    ('Write D4 or pass.',)
    """
    found: list[Block] = []
    fenced = False
    kind, held = "", list[str]()

    def end() -> None:
        nonlocal kind, held
        if held:
            found.append(Block(kind, tuple(held)))
        kind, held = "", []

    for line in markdown.split("\n"):
        if line.lstrip().startswith("```"):
            end()
            fenced = not fenced
            continue
        text = line.strip()
        drawn = fenced or (line.startswith("    ") and kind in ("", "|"))
        if drawn and (text or kind == "|"):
            if kind != "|":
                end()
                kind = "|"
            held.append(line if fenced else line[4:])
        elif not text:
            end()
        elif text.startswith("#"):
            end()
            title = text.lstrip("#").strip()
            found.append(Block("==" if found else "=", (_plain(title),)))
        elif text.startswith("|"):
            if kind != "table":
                end()
                kind = "table"
            if set(text) - set("|-: "):
                held.append(text)
        elif match := _ITEM.match(text):
            if kind != "-":
                end()
                kind = "-"
            held.append(text[match.end() :])
        elif kind in ("-", "", "table") and held and kind != "table":
            held[-1] += f" {text}"
        else:
            end()
            held = [text]
    end()
    return [_finished(one) for one in found]


def _finished(block: Block) -> Block:
    """Return a block without the marks of Markdown, a table as a drawing."""
    if block.kind == "table":
        rows = [[_plain(cell) for cell in _cells(line)] for line in block.lines]
        return Block("|", tuple(_table(rows)))
    if block.kind == "|":
        lines = list(block.lines)
        while lines and not lines[-1].strip():
            lines.pop()
        return Block("|", tuple(line.rstrip() for line in lines))
    return Block(block.kind, tuple(_plain(line) for line in block.lines))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def _table(rows: list[list[str]]) -> list[str]:
    """Return the rows of a table as lines that fit on a page."""
    many = max(map(len, rows))
    rows = [[*row, *([""] * (many - len(row)))] for row in rows]
    *widths, room = _widths(rows)
    lines = []
    for row in rows:
        parts = [
            page.wrap(cell, width)
            for cell, width in zip(row, [*widths, room], strict=True)
        ]
        for at in range(max(map(len, parts))):
            shown = [part[at] if at < len(part) else "" for part in parts]
            ends = [
                text.ljust(width) for text, width in zip(shown, widths, strict=False)
            ]
            lines.append("  ".join([*ends, shown[-1]]).rstrip())
    return lines


def _widths(rows: list[list[str]]) -> list[int]:
    """Return how wide the columns of a table are: the last one takes the room that is
    left, and where that is too little, the widest go on below."""
    columns = [*zip(*rows, strict=True)]
    words = [
        max((len(one) for one in " ".join(cells).split()), default=0)
        for cells in columns
    ]
    widths = [min(_COLUMN, max(map(len, cells))) for cells in columns[:-1]]
    least = min(20, max(map(len, columns[-1])))
    while (room := page.WIDTH - 4 - sum(widths) - 2 * len(widths)) < least:
        wide = [at for at, width in enumerate(widths) if width > words[at]]
        if not wide or words[-1] < room >= max(widths):
            break
        widths[max(wide, key=widths.__getitem__)] -= 1
    return [*widths, max(room, words[-1], 1)]


def _plain(text: str) -> str:
    return " ".join(_MARKS.sub("", _LINK.sub(r"\1", text)).split())
