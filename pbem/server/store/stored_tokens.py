"""Tokens in the letters that we keep: hidden as soon as a letter was read.

In the place of each stands the start of its digest, as the table of tokens has it
(`handle`): it tells the host whose token it was, and is good for nothing else. Hidden
are tokens that this store has given out; other words of such letters stay.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from quopri import decodestring

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.store import reply_tokens, schema

#: Not a letter or figure of a token, but for such a sign before it as is written in
#: two figures (%2B, =3D); then a token, over two lines of quoted-printable perhaps.
_TOKEN = re.compile(
    rb"(?<![a-z2-7])(?=[a-z2-7=\r\n]{26})((?:2[bde]|3d|5[bf])?)"
    rb"([a-z2-7](?:(?:=\r?\n)?[a-z2-7]){25})(?![a-z2-7])",
    re.IGNORECASE,
)
#: Bytes that a token can be made of as a blank each, all others as "\0"; and what a
#: token looks like then. Few letters hold as many of them in a row.
_MASK = bytes(
    32 if re.match(rb"[A-Za-z2-7=\r\n]", bytes([one])) else 0 for one in range(256)
)
_MASKED = b" " * 26
_SOFT = re.compile(rb"=\r?\n")
_BASE64 = re.compile(
    rb"^(?:[A-Za-z0-9+/]{40,998}\r?\n)*[A-Za-z0-9+/]{4,998}={0,2}(?=\r?$)", re.MULTILINE
)
_ENCODED_WORD = re.compile(rb"=\?([^?\s]{1,40})\?([bq])\?([^?\s]{0,998})\?=\s*", re.I)
_ENCODED_WORDS = re.compile(rb"(?:" + _ENCODED_WORD.pattern + rb")+", re.I)
_MANY = 500  #: handles in one query


@dataclass(frozen=True, slots=True)
class TokenHider:
    """The tokens of one letter, and how they are hidden in its parts."""

    handles: Mapping[bytes, bytes]  #: by token

    def in_letter(self, raw: bytes) -> bytes:
        """Return the bytes of a letter without them."""

        def anew(
            decode: Callable[[re.Match[bytes]], bytes],
            encode: Callable[[re.Match[bytes], bytes], bytes],
        ) -> Callable[[re.Match[bytes]], bytes]:
            def replaced(match: re.Match[bytes]) -> bytes:
                found = decode(match)
                hidden = self._hide(found)
                return match[0] if hidden == found else encode(match, hidden)

            return replaced

        if not self.handles:
            return raw
        raw = _BASE64.sub(anew(_decoded, _as_base64), raw)
        raw = _ENCODED_WORDS.sub(anew(_words, _as_word), raw)
        return self._hide(raw)

    def in_text(self, text: str) -> str:
        """Return a text in which each known token is replaced by its handle."""
        if not self.handles:
            return text
        raw = text.encode("utf-8", "surrogatepass")
        return self._hide(raw).decode("utf-8", "surrogatepass")

    def _hide(self, raw: bytes) -> bytes:
        def hidden(match: re.Match[bytes]) -> bytes:
            handle = self.handles.get(_plain(match))
            return match[0] if handle is None else match[1] + b"~" + handle

        return _TOKEN.sub(hidden, raw)


def hider(conn: Connection, raw: bytes, *texts: str) -> TokenHider:
    """Return a TokenHider for a letter and everything parsed from it."""
    found: set[bytes] = set()
    for view in (*_views(raw), *(one.encode("utf-8", "replace") for one in texts)):
        for run in _runs(view):
            found.update(map(_plain, _TOKEN.finditer(run)))
    digests = {reply_tokens.token_digest(token.decode()): token for token in found}
    handles: dict[bytes, bytes] = {}
    digest_list, table = list(digests), schema.token
    for start in range(0, len(digest_list), _MANY):
        part = [digest[:16] for digest in digest_list[start : start + _MANY]]
        query = sa.select(table.c.digest).where(table.c.handle.in_(part))
        for known in conn.execute(query).scalars():
            if known in digests:
                handles[digests[known]] = known[:16].encode()
    return TokenHider(handles)


def _views(raw: bytes) -> Iterator[bytes]:
    """Return a letter as it is, and what is in it in another alphabet."""
    yield raw
    yield from map(_decoded, _BASE64.finditer(raw))
    if b"=?" in raw:
        yield from map(_words, _ENCODED_WORDS.finditer(raw))


def _runs(view: bytes) -> Iterator[bytes]:
    """Return the parts of a letter in which a token may stand, whole."""
    masked = view.translate(_MASK)
    start = masked.find(_MASKED)
    while start >= 0:
        end = masked.find(b"\0", start)
        yield view[start : end if end >= 0 else len(view)]
        start = masked.find(_MASKED, end) if end >= 0 else -1


def _plain(match: re.Match[bytes]) -> bytes:
    return _SOFT.sub(b"", match[2]).lower()


def _decoded(match: re.Match[bytes]) -> bytes:
    return _from_base64(match[0])


def _from_base64(text: bytes) -> bytes:
    try:
        return binascii.a2b_base64(text)
    except binascii.Error:
        return b""


def _as_base64(match: re.Match[bytes], content: bytes) -> bytes:
    lines = (content[at : at + 57] for at in range(0, len(content), 57))
    return b"".join(map(binascii.b2a_base64, lines)).rstrip(b"\n")


def _words(match: re.Match[bytes]) -> bytes:
    """Return what a row of encoded words says (RFC 2047)."""
    return b"".join(
        _from_base64(word) if kind in b"bB" else decodestring(word, header=True)
        for _, kind, word in _ENCODED_WORD.findall(match[0])
    )


def _as_word(match: re.Match[bytes], content: bytes) -> bytes:
    tail = match[0][len(match[0].rstrip()) :]
    encoded = binascii.b2a_base64(content, newline=False)
    return b"=?" + match[1] + b"?b?" + encoded + b"?=" + tail
