"""One page, four forms: blocks of a report to text, Markdown, BBCode and HTML.

Templates write a small markup of lines: `= title :: right` is the first line
of a page, `== ` a heading, `| ` a line of a drawing (kept as it is), `- ` a
list item, `* term :: text` a row, `*8/20 term :: text` a row with a bar that is so
full in HTML, anything else a paragraph. There is no other markup, so that nothing
a player writes can act as one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from markupsafe import escape

from pbem.report.wrapping import (
    WIDTH,
    drawn,
    headings,
    in_one_line,
    is_usual,
    plain,
    rows,
    wrap,
)

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

MAX_KEPT_CHARS = 4000  #: of markup between blank lines whose blocks are kept

#: What a reader cannot see: control characters of terminals, other ends of
#: lines, and marks that turn the direction of writing.
_UNSEEN = "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
_MOST_DIGITS = 6  #: of each of the numbers of a bar
_WIDEST_BAR = 16  #: characters of its mark, at most
_PLAIN = frozenset(("| ", "- ", "* "))  #: marks of lines that have no bar
_ROW = frozenset(("* ", "*"))
_MARKED = frozenset(mark + space for mark in "|*-=" for space in ("", " "))


class _Block(NamedTuple):
    kind: str
    lines: tuple[str, ...]
    shares: tuple[int | None, ...] = ()


class Block(_Block):
    """A stretch of lines of one kind: "=", "==", "|", "-", "*" or "".

    `shares` are those of rows: how full the bar of each is, in hundredths, or None; ():
    there is none. A block keeps each form that it was once put into, as pages share
    blocks.
    """

    def form(self, name: str, make: Callable[[Block], str]) -> str:
        """Return the form of this name, made when it is first asked for."""
        kept: dict[str, str] = self.__dict__
        found = kept.get(name)
        if found is None:
            found = kept[name] = make(self)
        return found


_new = tuple.__new__  #: a third of the time that Block() takes


def blocks(markup: str) -> list[Block]:
    """The blocks of a page in markup.

    >>> [block.kind for block in blocks("== News\\n\\nAll well.\\n| +-+\\n")]
    ['==', '', '|']
    """
    found: list[Block] = []
    for part in markup.split("\n\n"):
        if part := part.strip("\n"):
            found += _kept(part) if len(part) < MAX_KEPT_CHARS else _parted(part)
    return found


def _parted(markup: str) -> tuple[Block, ...]:
    """Return the blocks of markup."""
    usual = is_usual(markup)
    if not usual:
        markup = re.sub(_UNSEEN, "\ufffd", markup)
    mark = markup[:2]
    if mark in _PLAIN:
        same = markup[2:].split("\n" + mark)
        if markup.count("\n") == len(same) - 1:
            clean = usual and " \n" not in markup and markup[-1] != " "
            lines = same if clean else [line.rstrip() for line in same]
            block = _new(Block, (mark[0], tuple(lines), ()))
            if clean and mark == "| ":
                block.__dict__["text"] = drawn(same)
            return (block,)
    elif "\n" not in markup:
        if markup[:3] == "== ":
            return (_new(Block, ("==", (markup[3:].rstrip(),), ())),)
        if mark == "= ":
            return (_new(Block, ("=", (markup[2:].rstrip(),), ())),)
        if mark.strip() and mark[0] not in _MARKED:
            return (_new(Block, ("", (markup.rstrip(),), ())),)
    if mark[:1] == "*" and (rows := _with_bars(markup)):
        return (rows,)
    return tuple(_sorted(markup))


def _with_bars(markup: str) -> Block | None:
    """Return rows, some of which have bars; None: there are other lines, or no bars."""
    lines, shares = list[str](), list[int | None]()
    for line in markup.split("\n"):
        if line[:2] in _ROW:
            share, end = None, 2
        else:
            end = line.find(" ", 0, _WIDEST_BAR) + 1
            share = _share(line[:end])
            if share is None:
                return None
        lines.append(line[end:].rstrip())
        shares.append(share)
    if shares.count(None) == len(shares):
        return None
    return _new(Block, ("*", tuple(lines), tuple(shares)))


@lru_cache(maxsize=512)
def _share(mark: str) -> int | None:
    """Return how full a bar is, from a mark such as "*8/20 "; None: it is none."""
    full, _, whole = mark[1:-1].partition("/")
    if mark[:1] != "*" or not (full.isdecimal() and whole.isdecimal()):
        return None
    if len(full) > _MOST_DIGITS or len(whole) > _MOST_DIGITS:
        return None
    return min(100, round(100 * int(full) / max(1, int(whole))))


def _sorted(markup: str) -> Iterator[Block]:
    """Yield the blocks of markup of any kind."""
    found: list[tuple[str, list[str], list[int | None]]] = []
    before: str | None = None  # a blank line only parts blocks
    for line in markup.split("\n"):
        head, share = line[:2], None
        if head in _MARKED:
            kind, line = head[0], line[2:]
        elif head == "==" and line[2:3] in ("", " "):
            kind, line = "==", line[3:]
        elif head[:1] == "*" and (end := line.find(" ", 0, _WIDEST_BAR) + 1):
            if (share := _share(line[:end])) is None:
                kind = ""
            else:
                kind, line = "*", line[end:]
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
    for kind, lines, shares in found:
        yield _new(Block, (kind, tuple(lines), tuple(shares)))


#: What stands between blank lines is often the same in the next report; more than the
#: processor has at hand would take longer to look up than it spares.
_kept = lru_cache(maxsize=64)(_parted)


def to_text(page: list[Block], width: int = WIDTH, *, bold: bool = False) -> str:
    """Plain text, wrapped; drawings keep their lines."""
    if width != WIDTH or bold:
        return "\n\n".join([_text(block, width, bold) for block in page]) + "\n"
    texts = [block.__dict__.get("text") or block.form("text", _text) for block in page]
    return "\n\n".join(texts) + "\n"


def _text(block: Block, width: int = WIDTH, bold: bool = False) -> str:
    if bold and block.kind.startswith("="):
        lines = headings(block.kind, block.lines, width)
        return "\n".join([f"\033[1m{line}\033[0m" for line in lines])
    return plain(block.kind, block.lines, width)


_MARKDOWN = r"([\\`*_{}\[\]<>#|~&])"


def _plain_markdown(text: str) -> str:
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", re.sub(_MARKDOWN, r"\\\1", text))


def to_markdown(page: list[Block]) -> str:
    """Markdown; drawings are fenced."""
    return "\n\n".join([block.form("markdown", _markdown) for block in page]) + "\n"


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
    return "\n\n".join([block.form("bbcode", _bbcode) for block in page]) + "\n"


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
    name, make = ("letter", _letter) if letter else ("html", _page)
    return "\n".join([block.form(name, make) for block in page]) + "\n"


def _page(block: Block) -> str:
    return _html(block, _bar_drawn)


def _letter(block: Block) -> str:
    return _html(block, _bar_of_cells)


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
