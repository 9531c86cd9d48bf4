"""The markup that people type: BBCode, a little Markdown, `>` before a quote.

It is read where a forum hands it out unrendered: text that was pasted, and
BoardGameGeek. Tags are read one after the other, never nested in memory, so
that a bomb of them costs no more than its length.
"""

from __future__ import annotations

import re

from pbem.forum.markup.lines import LineBuilder, ReadLines
from pbem.forum.thread import MAX_POST_CHARS
from pbem.language.reading import BULLET, LineKind
from pbem.mail.reply.phrases import word_set

_TAG = re.compile(
    r"\[(/?)([a-zA-Z-]{1,12}|\*)"
    r"(?:=\"[^\"\n]{0,200}\"[^\[\]\n]{0,100}|[=: ][^\[\]\n]{0,200})?\]"
)
_KINDS: dict[str, LineKind] = {
    "quote": "quote",
    "q": "quote",
    "blockquote": "quote",
    "spoiler": "spoiler",
    "spoil": "spoiler",
    "hide": "spoiler",
    "details": "spoiler",
    "o": "spoiler",
    "s": "struck",
    "strike": "struck",
    "del": "struck",
    "-": "struck",
}
_BOLD = frozenset({"b", "bold", "strong", "move", "order", "vote"})
_VERBATIM = frozenset({"code", "pre", "noparse", "plain", "php"})
_PLAIN = word_set(
    "i u em color colour size font c list ul ol li center left right url email img "
    "indent sub sup table tr td th youtube imageid geekurl thing user h hr"
)
_KNOWN = _PLAIN | _BOLD | _VERBATIM | {*_KINDS, "*"}
_MARKDOWN = re.compile(r"(\*\*|__|~~|\|\|)(?=\S)(.{1,500}?)(?<=\S)\1")
_ESCAPED = re.compile(r"\\([\\`*_{}<>#|~&])")


def lines_of(text: str, *, markdown: bool = True) -> ReadLines:
    """Return the lines of a text in BBCode, and what was odd in it.

    >>> for line in lines_of('[quote="Bob"]E5[/quote][b]D4[/b] [s]1N[/s] 2')[0]:
    ...     print(line.kind, line.text, line.bold)
    quote E5 ()
    new D4 2 ('D4',)
    struck 1N ()
    """
    out = LineBuilder(verbatim=True)
    if len(text) > MAX_POST_CHARS:
        out.odd["cut"] = None
    reader = Tags(out)
    text = text[:MAX_POST_CHARS].replace("\r\n", "\n").replace("\r", "\n")
    for at, line in enumerate(text.split("\n")):
        if at:
            out.end(even_empty=True)
        quoted = markdown and line.lstrip().startswith(">")
        if quoted:
            out.open("quote")
            line = line.lstrip("> \t")
        if markdown and not reader.verbatim:
            _marked(reader, line)
        else:
            reader.feed(line)
        if quoted:
            out.close("quote")
    reader.finish()
    return out.finished()


def _marked(reader: Tags, line: str) -> None:
    """Feed a line with stretches between `**`, `~~` or `||`."""
    line = _ESCAPED.sub(r"\1", line)
    at = 0
    for found in _MARKDOWN.finditer(line):
        reader.feed(line[at : found.start()])
        at = found.end()
        mark, inner = found[1], found[2]
        if mark == "~~":
            reader.within("struck", inner)
        elif mark == "||":
            reader.within("spoiler", inner)
        else:
            reader.out.bold += 1
            reader.feed(inner)
            reader.out.bold -= 1
    reader.feed(line[at:])


class Tags:
    """A reader of tags, over as many pieces of a text as there are."""

    def __init__(self, out: LineBuilder) -> None:
        self.out = out
        self.verbatim = ""  #: the tag in which no other counts
        self._bold = 0

    def within(self, kind: LineKind, text: str) -> None:
        """Feed a text that is all of one kind."""
        self.out.open(kind)
        self.feed(text)
        self.out.close(kind)

    def feed(self, text: str) -> None:
        """Go on with a stretch of text without line ends."""
        at = 0
        for found in _TAG.finditer(text):
            closing, tag = bool(found[1]), found[2].lower()
            inside = self.verbatim and not (closing and tag == self.verbatim)
            if inside or tag not in _KNOWN:
                continue
            self.out.write(text[at : found.start()])
            at = found.end()
            self._tag(tag, closing)
        if rest := text[at:]:
            self.out.write(rest)

    def _tag(self, tag: str, closing: bool) -> None:
        out = self.out
        if tag in _KINDS:
            kind = _KINDS[tag]
            if kind == "quote":
                out.end()
            (out.close if closing else out.open)(kind)
        elif tag in _VERBATIM:
            self.verbatim = "" if closing else tag
            out.end()
        elif tag in _BOLD:
            change = -1 if closing else 1
            if self._bold + change >= 0:
                self._bold += change
                out.bold += change
        elif tag in ("*", "li", "list", "ul", "ol", "indent", "hr"):
            out.end()
            if tag in ("list", "ul", "ol", "indent"):
                out.lists = max(out.lists - 1 if closing else out.lists + 1, 0)
            if tag in ("*", "li") and not closing:
                out.write(BULLET)

    def finish(self) -> None:
        """End the text; a quote that is still open is odd."""
        if self.out.depth("quote") or self.verbatim:
            self.out.odd["unclosed"] = None
        self.out.bold -= self._bold
        self._bold = 0
