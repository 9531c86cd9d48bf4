"""BoardGameGeek: a thread as XML (its second XML interface, `thread?id=`)."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, ParseError, XMLParser

from pbem.forum.formats import bbcode, html_body
from pbem.forum.thread import (
    Line,
    Post,
    Thread,
    ThreadRefused,
    address,
    keyed,
    moment,
    name,
)

_MARKUP = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
_DECLARED = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def read(raw: bytes) -> Thread:
    """The thread of an XML document. Raises ThreadRefused.

    A document that declares anything is refused before it is parsed: entities
    can grow without end, or fetch what is none of theirs.
    """
    if _DECLARED.search(raw) or _DECLARED.search(raw.replace(b"\0", b"")):
        raise ThreadRefused("thread.entities")
    parser = XMLParser()
    try:
        parser.feed(raw)
        root: Element = parser.close()
    except (ParseError, ValueError, LookupError) as fault:
        line, column = getattr(fault, "position", (0, 0))
        raise ThreadRefused("thread.xml", line=line, column=column) from None
    posts = tuple(
        _post(article, at)
        for at, article in enumerate(root.iterfind("./articles/article"), 1)
    )
    title = root.findtext("subject") or ""
    return Thread(name(title), keyed(posts), "bgg")


def _post(article: Element, at: int) -> Post:
    number = article.get("id", "")
    edits = article.get("numedits", "0")
    text = article.findtext("body") or ""
    lines, odd = _lines(text)
    return Post(
        number=int(number) if re.fullmatch(r"[0-9]{1,15}", number) else at,
        author=name(article.get("username", "")),
        lines=lines,
        time=moment(article.get("postdate")),
        edited=moment(article.get("editdate")) if edits.strip("0") else None,
        link=address(article.get("link", "")),
        odd=tuple(odd),
    )


def _lines(text: str) -> tuple[tuple[Line, ...], list[str]]:
    """A body is HTML with the site's own tags left in it, or these tags alone."""
    if _MARKUP.search(text):
        return html_body.lines_of(text.replace("\n", " "), tags=True)
    return bbcode.lines_of(text, markdown=False)
