"""BoardGameGeek: a thread as XML (its second XML interface, `thread?id=`)."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, ParseError, XMLParser

from pbem.forum.markup import bbcode, html_body
from pbem.forum.markup.lines import ReadLines
from pbem.forum.thread import Post, Thread, ThreadRefused, clean_name, post_of
from pbem.forum.thread_file import ThreadFile

RANK = 30
_MARKUP = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
_DECLARED = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of an XML document. Raises ThreadRefused.

    A document that declares anything is refused before it is parsed: entities
    can grow without end, or fetch what is none of theirs.
    """
    if not file.is_xml:
        return None
    raw = file.raw
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
    return Thread(clean_name(title), posts)


def _post(article: Element, at: int) -> Post:
    number = article.get("id", "")
    edits = article.get("numedits", "0")
    return post_of(
        int(number) if re.fullmatch(r"[0-9]{1,15}", number) else at,
        article.get("username"),
        _lines(article.findtext("body") or ""),
        time=article.get("postdate"),
        edited=article.get("editdate") if edits.strip("0") else None,
        link=article.get("link"),
    )


def _lines(text: str) -> ReadLines:
    """Read a body: HTML with the site's own tags left in it, or these tags alone."""
    if _MARKUP.search(text):
        return html_body.lines_of(text.replace("\n", " "))
    return bbcode.lines_of(text, markdown=False)
