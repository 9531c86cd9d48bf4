"""HTML to text: one line a line, quoted ones marked with ">" as in plain letters."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.mail.message.limits import LetterRefused
from pbem.mail.message.struck import strikes
from pbem.mail.reply.attributions import MAX_ATTRIBUTION_LINES, attribution, title
from pbem.mail.reply.header_blocks import header_block
from pbem.mail.reply.phrases import roles, tidy, word_set, words

_LEFT = re.compile(r"(?<![\w-])(?:margin|padding)(-left)?\s{0,9}:([^;]{0,80})")
_LENGTH = re.compile(r"(\d{0,4}\.?\d{0,4})(px|pt|pc|in|cm|mm|r?em|ex|ch)?")
#: Pixels of each unit.
_UNITS = {
    **{"px": 1, "pt": 4 / 3, "pc": 16, "in": 96, "cm": 37.8, "mm": 3.78},
    **{"em": 16, "rem": 16, "ex": 8, "ch": 8},
}
_SIDES = {2: 1, 3: 1, 4: 3}  #: which of so many values is the left one
_COLUMN = 8  #: pixels
_MOST = 40  #: columns
INDENT = 40  #: pixels that a block quote is set in by


def pixels(style: str) -> float:
    """Return how far a style in lower case sets an element in from the left.

    >>> pixels("margin-left:.5in"), pixels("padding: 0 0 0 40px; margin: 0 10px")
    (48.0, 50.0)
    >>> pixels("margin-left:-20px;padding-left:auto"), pixels("border-left:3px")
    (0, 0)
    """
    found: float = 0
    for one in islice(_LEFT.finditer(style), 9):
        given = one[2].replace("!important", "").split()
        at = 0 if one[1] else _SIDES.get(len(given), 0)
        length = _LENGTH.fullmatch(given[at]) if given else None
        if length and length[1].strip("."):
            found += float(length[1]) * _UNITS.get(length[2] or "px", 0)
    return found


def columns(distance: float) -> int:
    """Return how many blanks stand for a distance in pixels: few of them are none."""
    return max(0, min(_MOST, int(distance / _COLUMN)))


_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all")
_FLAT = re.compile(r"border(?:-left)?(?:-width)?\s*:\s*(?:none|0)|margin[^;]{0,80}40px")
_TIGHT = re.compile(r"\b(?:x_)?mso(?:normal|plaintext|nospacing)\b")
_COLON = re.compile("[:：](?= |$)")
_MAX_QUOTES = 200
MAX_OPEN = 1000  #: elements in each other: the parser goes over them again and again
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_SKIPPED = word_set(
    "head style script title meta link template noscript iframe object svg math "
    "select textarea -comment img video audio canvas"
)
_PARAGRAPHS = word_set("p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre table hr")
_LISTS = word_set("ul ol")
_INSET = word_set("p div blockquote h1 h2 h3 h4 h5 h6 section article")
_BLOCKS = _PARAGRAPHS | word_set(
    "div tr li dt dd address article section header footer main center form tbody "
    "figure nav aside fieldset"
)


_TAG = re.compile(r"<!--.*?(?:-->|\Z)|<(/?)([a-z][^\s/>]*)", re.IGNORECASE | re.DOTALL)
#: Elements that hold no others of any depth, or that people do not close.
_FLAT_TAGS = word_set(
    "br hr img p input meta link col area base wbr embed source track"
)


class HtmlText(NamedTuple):
    """The text of an HTML body."""

    text: str
    struck: bool  #: something that is not quoted was struck out, and is left out


def to_text(markup: str) -> str:
    """Return the text of an HTML body, with what is certainly quoted behind "> ".

    Raises LetterRefused where too many elements lie in each other.

    >>> to_text("<p>A Par - Bur<blockquote type=cite>old</blockquote>")
    'A Par - Bur\\n\\n> old'
    >>> to_text("<p class=MsoNormal>A - B</p><p class=MsoNormal>F Bre H</p>")
    'A - B\\nF Bre H'
    >>> to_text("<ul><li>if Bob: D4<ul><li>E5</ul></ul><p>&nbsp; F6")
    'if Bob: D4\\n\\n  E5\\n\\n  F6'
    >>> to_text("<div>if Bob: D4<div style='margin-left:24px'>E5</div></div>F6")
    'if Bob: D4\\n   E5\\nF6'
    """
    return read_html(markup).text


def read_html(markup: str) -> HtmlText:
    """Return the same text, and whether anything in it is struck out.

    >>> read_html("D4 <s>1N</s> 1NE<br><del>E5</del>")
    HtmlText(text='D4 1NE', struck=True)
    """
    _check_depth(markup)
    tree = LexborHTMLParser(markup)
    root = tree.root
    if root is None:
        return HtmlText("", struck=False)
    quoted = _found(tree, "quotes") | _gmail(tree)
    last = _last(tree)
    starts = _found(tree, "older")
    signed = _found(tree, "signatures")
    found = _Text(quoted, starts, signed, last).of(root)
    boxes = quoted and not _unquoted(found.text) and _unlike_quotes(tree)
    if boxes:
        quoted = quoted - boxes
        found = _Text(quoted, starts, signed, last).of(root)
    if signed and not _unquoted(found.text):
        found = _Text(quoted, starts, set(), last).of(root)
    return found


def _check_depth(markup: str) -> None:
    opened: Counter[str] = Counter()
    depth = 0
    for match in _TAG.finditer(markup):
        end, tag = match[1], (match[2] or "").lower()
        if not tag or tag in _FLAT_TAGS or (end and not opened[tag]):
            continue
        step = -1 if end else 1
        opened[tag] += step
        depth += step
        if depth > MAX_OPEN:
            raise LetterRefused("depth", f"over {MAX_OPEN} open elements")


def _found(tree: LexborHTMLParser, kind: str) -> set[int]:
    """Return the elements that the selectors of one kind find."""
    return {node.mem_id for node in tree.css(", ".join(words(kind)))}


def _unquoted(text: str) -> bool:
    return any(line.strip() for line in text.split("\n") if line[:1] != ">")


def _gmail(tree: LexborHTMLParser) -> set[int]:
    """Return the containers with no block quote in them: quoted as a whole."""
    found = set()
    for node in tree.css("div.gmail_quote, div.x_gmail_quote")[:20]:
        start = _opening(node)
        if node.css_first("blockquote") is None and not _forwarded(start):
            found.add(node.mem_id)
    return found


def _unlike_quotes(tree: LexborHTMLParser) -> set[int]:
    """Return the boxes for quotes, none of them a block quote, that begin with words of
    the writer: some programs put the new text there, and nothing else."""
    found = set()
    for node in tree.css(", ".join((*words("quotes"), "div.gmail_quote")))[:20]:
        start = _opening(node)
        old = bool(start) and (
            attribution(start, 0, True)
            or header_block(start, 0)
            or title(start[0], "original")
            or any("##-" in line for line in start[:2])
        )
        if node.tag != "blockquote" and not old and not _forwarded(start):
            found.add(node.mem_id)
    return found


def _last(tree: LexborHTMLParser) -> int:
    """Return the last block quote in no other: a quote, if words are above it."""
    found = tree.css("blockquote")[:_MAX_QUOTES]
    inner: set[int] = set()
    for node in found:
        inner.update(nested.mem_id for nested in node.css("blockquote")[1:])
        if len(inner) > _MAX_QUOTES:
            break
    outer = [node for node in found if node.mem_id not in inner]
    if not outer or "gmail_quote" in (outer[-1].attributes.get("class") or ""):
        return 0
    return outer[-1].mem_id


def _forwarded(lines: list[str]) -> bool:
    return any(title(line, "forwarded") for line in lines[:2])


def _opening(node: LexborNode) -> list[str]:
    """Return the first lines of text inside a node, at most forty nodes deep in."""
    lines = [""]
    for count, inner in enumerate(node.traverse(include_text=True)):
        if count > 40 or len(lines) > 8:
            break
        if inner.tag == "-text":
            lines[-1] += _BLANKS.sub(" ", inner.text_content or "")[:500]
        elif (inner.tag == "br" or inner.tag in _BLOCKS) and lines[-1].strip():
            lines.append("")
    return [line.strip() for line in lines if line.strip()]


def _labelled(node: LexborNode) -> bool:
    """Return whether a bold element begins a field of a header block."""
    text = node.child.text_content if node.child is not None else None
    label, colon, _ = tidy((text or "")[:60]).partition(":")
    return bool(colon) and label.strip() in roles()


def _parts(node: LexborNode) -> bool:
    """Return whether a blank line is seen around an element: Outlook's have none."""
    if node.tag not in _PARAGRAPHS:
        return False
    named = (node.attributes.get("class") or "").lower()
    return not (node.tag == "p" and named and _TIGHT.search(named))


def _flattened(line: str) -> bool:
    """Return whether a line that has lost its breaks starts with an attribution."""
    ends = [match.end() for match in islice(_COLON.finditer(line), 6)]
    return any(attribution([line[:end]], 0, False) for end in ends)


@dataclass(slots=True)
class _Open:
    """An element that is not closed yet, and what ends with it."""

    node: LexborNode
    depth: int  #: of quoting
    inset: float  #: pixels
    strike: bool  #: its text is struck out


class _Text:
    """One walk over the tree, with the lines written so far."""

    def __init__(
        self, quoted: set[int], starts: set[int], signed: set[int], last: int
    ) -> None:
        self._quoted = quoted
        self._last = last
        self._starts = starts
        self._signed = signed
        self._lines: list[str] = []
        self._line: list[str] = []
        self._depth = 0
        self._pre = 0
        self._struck = 0
        self._strikes = False
        self._cut = False  #: the text right before was struck out
        self._lists = 0
        self._inset = 0.0  #: pixels
        self._least: float | None = None  #: those of the first line
        self._gap = False

    def of(self, root: LexborNode) -> HtmlText:
        node: LexborNode | None = root.child
        opened: list[_Open] = []
        while node is not None:
            child = node.child if self._enter(node, opened) else None
            if child is not None:
                node = child
                continue
            while True:
                if opened and opened[-1].node.mem_id == node.mem_id:
                    self._leave(opened.pop())
                if node.next is not None:
                    node = node.next
                    break
                if not opened:
                    node = None
                    break
                node = opened[-1].node
        self._break()
        return HtmlText("\n".join(self._lines).strip("\n"), self._strikes)

    def _enter(self, node: LexborNode, opened: list[_Open]) -> bool:
        tag = node.tag or ""
        if tag == "-text":
            self._write(node.text_content or "")
            return False
        if tag in _SKIPPED or node.mem_id in self._signed:
            return False
        style = (node.attributes.get("style") or "").lower()
        if style and _HIDDEN.search(style):
            return False
        if tag == "br":
            self._break(True)
            return False
        if tag in _BLOCKS:
            self._block(_parts(node))
        elif tag in ("td", "th"):
            self._write(" ")
        elif tag in ("b", "strong") and self._line and _labelled(node):
            self._break()
        quote = node.mem_id in self._quoted or (
            tag == "blockquote" and self._is_quote(node, style)
        )
        if node.mem_id in self._starts:
            self._depth += 1
            if opened:
                opened[-1].depth += 1
        self._depth += quote
        self._pre += tag == "pre"
        self._lists += tag in _LISTS
        inset = 0.0
        if tag in _INSET and not quote:
            inset = pixels(style) or INDENT * (tag == "blockquote")
        self._inset += inset
        strike = strikes(tag, style)
        self._struck += strike
        opened.append(_Open(node, int(quote), inset, strike))
        return True

    def _leave(self, open_: _Open) -> None:
        tag = open_.node.tag or ""
        if tag in _BLOCKS or open_.depth:
            self._block(_parts(open_.node))
        self._depth -= open_.depth
        self._inset -= open_.inset
        self._struck -= open_.strike
        self._pre -= tag == "pre"
        self._lists -= tag in _LISTS

    def _is_quote(self, node: LexborNode, style: str) -> bool:
        """Return whether something says that a block quote is no mere indent."""
        if _FLAT.search(style):
            return False
        if self._depth or "border-left" in style:
            return True
        before = [
            line for line in self._lines[-2 * MAX_ATTRIBUTION_LINES :] if line.strip()
        ]
        starts = range(
            len(before) - 1, max(-1, len(before) - MAX_ATTRIBUTION_LINES), -1
        )
        if any(at + attribution(before, at, True) == len(before) for at in starts):
            return True
        colon = bool(before) and before[-1].rstrip(" *").endswith((":", "："))
        if node.mem_id == self._last and before and not colon:
            return True
        start = _opening(node)
        return any(
            attribution(start, at, False)
            or header_block(start, at)
            or _flattened(start[at])
            for at in range(min(2, len(start)))
        )

    def _write(self, text: str) -> None:
        if self._struck:
            self._strikes = self._strikes or (not self._depth and bool(text.strip()))
            spaced = text != text.strip() and not "".join(self._line[-1:]).endswith(" ")
            text = " " * spaced
        if self._pre:
            first, *rest = text.replace("\xa0", " ").split("\n")
            self._line.append(first)
            for line in rest:
                self._break(True)
                self._line.append(line)
            return
        text = _BLANKS.sub(" ", text)
        if self._cut and (not self._line or self._line[-1].endswith(" ")):
            text = text.removeprefix(" ")
        self._cut = bool(self._struck)
        if text and (text != " " or self._line):
            self._line.append(text)

    def _break(self, even_empty: bool = False) -> None:
        line = "".join(self._line)
        line = line.rstrip() if self._pre else self._blanks(line) + line.strip()
        line = line.replace("\xa0", " ") if line.strip() else ""
        self._line = []
        if line or even_empty:
            if self._gap and self._lines and self._lines[-1].strip("> "):
                self._lines.append(
                    ">" * (self._depth > 0 and self._lines[-1][:1] == ">")
                )
            self._gap = False
            self._lines.append("> " * bool(self._depth) + line)

    def _blanks(self, line: str) -> str:
        """Return the blanks that a line is seen to be set in by: plans count them."""
        lead = line[: len(line) - len(line.lstrip())].lstrip(" ")
        further = 0
        if not self._depth and line.strip(" -"):  # a signature begins with "--"
            self._least = self._inset if self._least is None else self._least
            further = columns(self._inset - self._least)
        blanks = "  " * (self._lists - 1) + " " * len(lead) * (len(lead) > 1)
        return " " * further + blanks

    def _block(self, spaced: bool) -> None:
        self._break()
        self._gap = self._gap or spaced
