"""The HTML of a post to lines: what is quoted, struck out, hidden or a signature.

Nothing of it is run, fetched or kept; only its text is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.forum.markup.bbcode import Tags
from pbem.forum.markup.lines import LineBuilder, ReadLines
from pbem.forum.thread import MAX_POST_CHARS
from pbem.language.reading import BULLET, LineKind
from pbem.mail.reply.phrases import word_set

#: What an element is: the kind of its text, or nothing of the post.
Mark: TypeAlias = LineKind | Literal["drop"]

_SKIPPED = word_set(
    "head style script title meta link template noscript iframe object svg math "
    "select textarea -comment img video audio canvas button input form nav"
)
_BLOCKS = word_set(
    "p div ul ol li dl dt dd blockquote pre table tr hr h1 h2 h3 h4 h5 h6 address "
    "article section header footer aside details summary figure center cite"
)
_BREAKING = word_set("p ul ol dl blockquote pre table h1 h2 h3 h4 h5 h6")
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|"
    r"opacity\s*:\s*0(?![.\d])"
)
_QUOTES = re.compile(
    r"(?:^|[\s_-])(?:quote|quotes|quotebody|quotetitle|quotecontent|quoteheader|"
    r"bbcodequote|quotecontainer|quotemain|quotetop|bbcodeblock--quote|bbcode_quote|quote-block|blockquote|codequote|moz-cite-prefix)"
    r"(?:$|[\s_-])"
)
_SIGNATURES = re.compile(r"(?:^|[\s_-])(?:signature|sig|post-signature)(?:$|[\s_-])")
_SPOILERS = re.compile(r"spoiler|spoiled|hidden-content|bbcode-hide|collapsed-content")
_STRUCK = frozenset({"s", "strike", "del"})
_BOLD = frozenset({"b", "strong", "h1", "h2", "h3"})
_BOLDING = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)")
_MOVED = re.compile(r"(?:margin|padding)-left\s*:\s*[1-9]")
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_TAG = re.compile(
    r"<(/?)(?!(?:br|hr|img|input|meta|link|area|col|wbr|source)\b)[a-zA-Z][^<>]{0,2000}>"
)
#: BBCode that no forum has rendered: a tag that is closed, or a quote.
_TYPED = re.compile(
    r"\[/[a-z-]{1,12}\]|\[q(?:uote)?\b[^\[\]\n]{0,200}\]", re.IGNORECASE
)
#: What is above a quote that looks like any other box.
_QUOTE_HEAD = re.compile(
    r"(?:quote|quotation|zitat|citation|citer|cita|citazione|citat|citaat|cytat|"
    r"цитата|引用) ?:?(?: .{1,80})?|"
    r"(?:originally posted by|quote from|quoting|zitat von|zitat aus|"
    r"ursprünglich geschrieben von|citation de|cita de|posté par) .{1,80}|"
    r".{1,80} (?:wrote|said|writes|schrieb|hat geschrieben|a écrit|a dit|escribió|"
    r"ha scritto|schreef|napisał|skrev|kirjoitti|пишет|писал)\b.{0,60}:",
    re.IGNORECASE,
)
_FRAMES = "table, blockquote, fieldset"
_MAX_FRAMES = 200  #: of a post that are checked
MAX_DEPTH = 500  #: elements inside of one another


def shallow(markup: str) -> str:
    """Return a page without tags that stand too deep: their tree takes long to build.

    >>> shallow("<b>D4</b>")
    '<b>D4</b>'
    """
    depth = deepest = 0
    for found in _TAG.finditer(markup):
        depth = max(depth - 1, 0) if found[1] else depth + 1
        deepest = max(deepest, depth)
    if deepest <= 2 * MAX_DEPTH:
        return markup
    depth = 0

    def restored(found: re.Match[str]) -> str:
        nonlocal depth
        if found[1]:
            depth = max(depth - 1, 0)
            return found[0] if depth < 2 * MAX_DEPTH else ""
        depth += 1
        return found[0] if depth <= 2 * MAX_DEPTH else ""

    return _TAG.sub(restored, markup)


def lines_of(markup: str) -> ReadLines:
    """Return the lines of a post in HTML, and what was odd in it.

    BBCode that is in the text counts as well: a quote is one, rendered or not.

    >>> for line in lines_of("<div class=quote>E5</div><b>D4</b> <del>1N</del>")[0]:
    ...     print(line.kind, line.text, line.bold)
    quote E5 ()
    new D4 ('D4',)
    struck 1N ()
    """
    cut = len(markup) > 4 * MAX_POST_CHARS
    tree = LexborHTMLParser(shallow(markup[: 4 * MAX_POST_CHARS]))
    root = tree.body or tree.root
    found, odd = node_lines(root) if root else ((), ())
    return found, ("cut", *odd) if cut and "cut" not in odd else odd


def node_lines(root: LexborNode, marked: Mapping[int, Mark] | None = None) -> ReadLines:
    """Return the lines inside of an element; `marked` says what some elements are."""
    typed = _TYPED.search(root.text()) is not None
    walk = _Walk(typed, {**headed_quotes(root), **(marked or {})})
    walk.over(root)
    walk.tags.finish()
    return walk.out.finished()


def headed_quotes(root: LexborNode) -> dict[int, Mark]:
    """Return the frames with "Quote:" or "Ann wrote:" above them, and what is above.

    >>> page = "<p>Quote:</p><table><tr><td>E5</td></tr></table>D4"
    >>> [(line.kind, line.text) for line in lines_of(page)[0] if line.text]
    [('quote', 'Quote:'), ('quote', 'E5'), ('new', 'D4')]
    """
    found: dict[int, Mark] = {}
    for frame in root.css(_FRAMES)[:_MAX_FRAMES]:
        above = frame.prev
        for _ in range(4):
            if above is None or above.tag not in ("br", "-comment", "-text"):
                break
            if above.tag == "-text" and (above.text_content or "").strip():
                break
            above = above.prev
        if above is None or frame.mem_id == root.mem_id:
            continue
        text = above.text_content if above.tag == "-text" else above.text()
        if len(text or "") < 400 and _QUOTE_HEAD.fullmatch(
            " ".join((text or "").split())
        ):
            found |= {above.mem_id: "quote", frame.mem_id: "quote"}
    return found


class _Walk:
    """One walk over a tree, without recursion."""

    def __init__(self, tags: bool, marked: Mapping[int, Mark]) -> None:
        self.out = LineBuilder()
        self.tags = Tags(self.out)
        self._reads_tags = tags
        self._marked = marked
        self._pre = 0

    def over(self, root: LexborNode) -> None:
        node: LexborNode | None = root.child
        opened: list[tuple[LexborNode, tuple[LineKind, ...], bool]] = []
        while node is not None:
            child = node.child if self._enter(node, opened) else None
            if child is not None and len(opened) < MAX_DEPTH:
                node = child
                continue
            if child is not None:
                self.out.odd["cut"] = None
            while True:
                if opened and opened[-1][0].mem_id == node.mem_id:
                    self._leave(opened.pop())
                if node.next is not None:
                    node = node.next
                    break
                if not opened:
                    return
                node = opened[-1][0]
            if self.out.full:
                self.out.odd["cut"] = None
                return

    def _enter(
        self,
        node: LexborNode,
        opened: list[tuple[LexborNode, tuple[LineKind, ...], bool]],
    ) -> bool:
        tag, out = node.tag or "", self.out
        mark = self._marked.get(node.mem_id)
        if tag == "-text":
            if mark is None or mark == "drop":
                self._write(node.text_content or "")
            else:
                out.end()
                out.open(mark)
                self._write(node.text_content or "")
                out.close(mark)
            return False
        if tag in _SKIPPED or mark == "drop":
            return False
        if tag == "br":
            out.end(even_empty=True)
            return False
        attributes = node.attributes
        style = (attributes.get("style") or "").lower()
        spoiler = bool(_SPOILERS.search((attributes.get("class") or "").lower()))
        if _HIDDEN.search(style) and not spoiler:
            out.odd["hidden"] = None
            return False
        kinds = (mark,) if mark else _kinds(tag, attributes, style, spoiler)
        if tag in _BLOCKS or "quote" in kinds:
            self._part(tag)
        for kind in kinds:
            out.open(kind)
        bold = tag in _BOLD or bool(_BOLDING.search(style))
        out.bold += bold
        self._pre += tag == "pre"
        out.verbatim = self._pre > 0
        out.lists += _moves(tag, style)
        opened.append((node, kinds, bold))
        if tag in ("td", "th"):
            out.write(" ")
        elif tag == "li" and (node.parent is None or node.parent.tag != "ol"):
            out.write(BULLET)
        return True

    def _leave(self, one: tuple[LexborNode, tuple[LineKind, ...], bool]) -> None:
        node, kinds, bold = one
        tag = node.tag or ""
        if tag in _BLOCKS or "quote" in kinds:
            self._part(tag)
        for kind in kinds:
            self.out.close(kind)
        self.out.bold -= bold
        self._pre -= tag == "pre"
        self.out.verbatim = self._pre > 0
        style = (node.attributes.get("style") or "").lower()
        self.out.lists -= _moves(tag, style)

    def _part(self, tag: str) -> None:
        self.out.end()
        if tag in _BREAKING and self.out.done and self.out.done[-1].text:
            self.out.end(even_empty=True)

    def _write(self, text: str) -> None:
        if self._pre:
            for at, line in enumerate(text.split("\n")):
                if at:
                    self.out.end(even_empty=True)
                self._put(line)
            return
        text = _BLANKS.sub(" ", text)
        if text != " " or not self.out.empty:
            self._put(text)

    def _put(self, text: str) -> None:
        if self._reads_tags and not self._pre:
            self.tags.feed(text)
        else:
            self.out.write(text)


def _moves(tag: str, style: str) -> bool:
    """Return whether what is in an element stands further in than what is around it."""
    return tag in ("ul", "ol") or bool(_MOVED.search(style))


def _kinds(
    tag: str, attributes: dict[str, str | None], style: str, spoiler: bool
) -> tuple[LineKind, ...]:
    """Return what an element makes of its text."""
    words = (attributes.get("class") or "").lower()
    if spoiler and not _QUOTES.search(words):
        return ("spoiler",)
    if tag == "blockquote" or "data-quote" in attributes or _QUOTES.search(words):
        return ("quote",)
    if _SIGNATURES.search(words):
        return ("signature",)
    if tag == "details":
        return ("spoiler",)
    if tag in _STRUCK or "line-through" in style:
        return ("struck",)
    return ()
