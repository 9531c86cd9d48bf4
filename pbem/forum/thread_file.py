"""A file of a thread as its format finds it: bytes, text, JSON or HTML."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from pbem.forum.markup.html_body import shallow
from pbem.forum.thread import ThreadRefused

_MARKUP = re.compile(
    rb"<(?:!doctype html|html|body|meta|div|article|section|table|ul|ol|dl|p|span|"
    rb"!--StartFragment)\b",
    re.I,
)


class ThreadFile:
    """A file that is not empty, and what its reader knows next to it.

    `names` are those of seats and players; `saved` says when the file was made,
    for times such as "two hours ago".
    """

    def __init__(
        self, raw: bytes, names: Sequence[str] = (), saved: datetime | None = None
    ) -> None:
        self.raw = raw.removeprefix(b"\xef\xbb\xbf")
        self.names = names
        self.saved = saved
        self._start = self.raw.lstrip()[:200]
        if not self._start:
            raise ThreadRefused("thread.empty")
        #: The document in JSON, or None.
        self.json: Any = self._read_json()
        marked = self.json is None and _MARKUP.search(self.raw[:100_000])
        #: The source of a page whose tags do not stand too deep.
        self.markup = shallow(self.text) if marked else ""
        #: The tree of a page, or None where there is no markup.
        self.html = LexborHTMLParser(self.markup) if marked else None

    def _read_json(self) -> Any:
        """Return the document in JSON. Raises ThreadRefused where it is broken."""
        if self._start[:1] not in (b"{", b"["):
            return None
        try:
            return json.loads(self.raw)
        except RecursionError:
            raise ThreadRefused("thread.deep") from None
        except (ValueError, UnicodeDecodeError):
            if self._start[:1] == b"{":
                raise ThreadRefused("thread.json") from None
            return None

    @property
    def is_xml(self) -> bool:
        """Whether the file begins as XML does that is no page."""
        start = self._start
        if start.startswith(b"<!DOCTYPE"):
            return not _MARKUP.match(start)
        return start.startswith((b"<?xml", b"<thread", b"<!ENTITY"))

    @property
    def text(self) -> str:
        """The text, UTF-8 or as old browsers saved it. Raises ThreadRefused."""
        if self.raw.startswith((b"\xff\xfe", b"\xfe\xff")):
            return self.raw.decode("utf-16", "replace")
        if b"\0" in self.raw:
            raise ThreadRefused("thread.binary")
        try:
            return self.raw.decode()
        except UnicodeDecodeError:
            return self.raw.decode("windows-1252", "replace")
