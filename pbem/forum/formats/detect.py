"""Reads the files of a thread, whatever forum they come from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from selectolax.lexbor import LexborHTMLParser

from pbem.forum.formats import (
    bgg,
    discourse,
    generic_html,
    mbox,
    nodebb,
    phpbb,
    plain_text,
)
from pbem.forum.formats.html_body import shallow
from pbem.forum.thread import BIGGEST, Thread, ThreadRefused, joined

_MARKUP = re.compile(rb"<(?:!doctype html|html|body|div|article|table|p|span)\b", re.I)


def read_all(files: Iterable[bytes], names: Sequence[str] = ()) -> Thread:
    """The thread that files hold: pages, or one file. Raises ThreadRefused.

    `names` are the seats and their players, for text that was pasted.
    """
    threads, size = [], 0
    for raw in files:
        size += len(raw)
        if size > BIGGEST:
            raise ThreadRefused("thread.too-big", most=BIGGEST >> 20)
        threads.append(read(raw, names))
    return joined(threads)


def read(raw: bytes, names: Sequence[str] = ()) -> Thread:
    """The thread in one file. Raises ThreadRefused.

    >>> thread = read(b"Ann wrote:\\nD4 1NE\\n\\nBob wrote:\\nE5\\n")
    >>> [(post.author, post.lines[0].text) for post in thread.posts]
    [('Ann', 'D4 1NE'), ('Bob', 'E5')]
    """
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    start = raw.lstrip()[:200]
    if not start:
        raise ThreadRefused("thread.empty")
    if start[:1] in (b"{", b"[") and (found := _json(raw)) is not None:
        return found
    if start.startswith((b"<?xml", b"<thread", b"<!ENTITY")) or (
        start.startswith(b"<!DOCTYPE") and not _MARKUP.match(start)
    ):
        return bgg.read(raw)
    if mbox.holds(raw):
        return mbox.read(raw)
    if _MARKUP.search(raw[:100_000]):
        return _html(raw)
    return plain_text.read(_text(raw), names)


def _json(raw: bytes) -> Thread | None:
    """A topic in JSON; None where the text only begins like it."""
    try:
        document = json.loads(raw)
    except RecursionError:
        raise ThreadRefused("thread.deep") from None
    except (ValueError, UnicodeDecodeError):
        if raw.lstrip()[:1] == b"{":
            raise ThreadRefused("thread.json") from None
        return None
    if discourse.holds(document):
        return discourse.read(document)
    if nodebb.holds(document):
        return nodebb.read(document)
    raise ThreadRefused("thread.unknown-json")


def _html(raw: bytes) -> Thread:
    tree = LexborHTMLParser(shallow(_text(raw)))
    found = phpbb.read(tree)
    return found if found.posts else generic_html.read(tree)


def _text(raw: bytes) -> str:
    """A file's text: UTF-8 mostly, else as old browsers saved it."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace")
    if b"\0" in raw:
        raise ThreadRefused("thread.binary")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("windows-1252", "replace")
