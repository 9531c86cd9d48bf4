"""A letter: what the raw bytes say, with nothing decided yet.

    raw bytes -> fields, parts -> Letter -> class (classify) and new text (reply)

Reading is bounded (`Limits`) and raises nothing but LetterRefused.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pbem.mail.message.addresses import bare_addresses, normalize_address, writers
from pbem.mail.message.charsets import decode
from pbem.mail.message.headers import count_words, decode_words, split_letter
from pbem.mail.message.html import read_html, to_text
from pbem.mail.message.limits import LIMITS, LetterRefused, Limits
from pbem.mail.message.mime import MimePart, parts
from pbem.mail.message.rejoin import broken, rejoin
from pbem.mail.message.struck import without_struck
from pbem.mail.message.trace_headers import RECIPIENT_FIELDS
from pbem.mail.message.unread import UnreadPart, unread_parts, without_armour
from pbem.mail.reply.phrases import tidy

_PLAIN = ("text/plain", "text/markdown", "text/x-markdown")
_MAX_BLANK_CHARS = 500  #: of a plain text that may say nothing
#: Blanks of HTML that programs leave in the plain form of an empty letter.
_ENTITIES = re.compile(r"&(?:nbsp|zwn?j|#160|#xa0|#820[345]|#8288|#65279);", re.I)
_MAY_STRIKE = re.compile(rb"<(?:s|strike|del)\b|line-through", re.IGNORECASE)
_TO = ("to", "cc", *RECIPIENT_FIELDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One letter, read. Addresses are in the form that `normalize_address` gives."""

    #: In order; names in lower case, values as sent.
    fields: tuple[tuple[str, str], ...]
    writers: tuple[str, ...]  #: addresses of all From fields; more than one: not sure
    return_path: str | None  #: the envelope sender; "": the null path; None: unknown
    to: tuple[str, ...]  #: addresses that it was sent or delivered to, each once
    subject: str
    message_id: str
    in_reply_to: tuple[str, ...]
    text: str  #: the body as plain text, quoted lines beginning with ">"
    kinds: tuple[str, ...]  #: of parts, and `multipart/...;report-type` around them
    from_html: bool
    guessed: bool  #: a character set was guessed: the text may not be what was sent
    attached: str = ""  #: the text of a .txt file that came along
    unread: tuple[UnreadPart, ...] = ()  #: what else is in it, of which nothing is read

    @property
    def writer(self) -> str:
        """The one address that wrote it, or "" where that is not sure."""
        return self.writers[0] if len(self.writers) == 1 else ""

    def all(self, name: str) -> Iterator[str]:
        """Return the values of every field of that name (lower case), from the top."""
        return (value for field, value in self.fields if field == name)

    def first(self, name: str) -> str:
        """Return the value of the first field of that name, or ""."""
        return next(self.all(name), "")


def read_letter(raw: bytes, limits: Limits = LIMITS) -> Letter:
    """Read a letter as it came from the wire. Raises LetterRefused, nothing else.

    >>> letter = read_letter(b"From: Ann <ann@x.org>\\nSubject: t\\n\\nA Par - Bur\\n")
    >>> letter.writer, letter.text
    ('ann@x.org', 'A Par - Bur\\n')
    """
    if len(raw) > limits.size:
        raise LetterRefused("size", f"{len(raw)} bytes, at most {limits.size}")
    fields, body = split_letter(raw, limits)
    if count_words(fields) > limits.words:
        raise LetterRefused("words", f"over {limits.words} encoded words")
    found = parts(fields, body, limits)
    kinds = (kind for part in found for kind in (*part.parents, part.kind))
    shown = _text(found)
    head: dict[str, list[str]] = defaultdict(list)
    for name, value in fields:
        head[name].append(value)

    def first(name: str) -> str:
        return next(iter(head[name]), "")

    path = first("return-path") if head["return-path"] else None
    to = (one for name in _TO for value in head[name] for one in bare_addresses(value))
    return Letter(
        fields=tuple(fields),
        writers=tuple(one for value in head["from"] for one in writers(value)),
        return_path=None if path is None else normalize_address(path.strip(" \t<>")),
        to=tuple(dict.fromkeys(to)),
        subject=decode_words(first("subject")),
        message_id=next(iter(_ids(first("message-id"))), ""),
        in_reply_to=_ids(f"{first('in-reply-to')} {first('references')}"),
        text=shown.text,
        kinds=tuple(dict.fromkeys(kinds)),
        from_html=shown.from_html,
        guessed=shown.guessed,
        attached=_attached(found),
        unread=(*shown.unread, *unread_parts(found)),
    )


def _ids(value: str) -> tuple[str, ...]:
    """Return message identifiers: what is between angle brackets, each once."""
    ids: dict[str, None] = {}
    at = value.find("<")
    while at >= 0 and len(ids) < 100:
        stop = value.find(">", at)
        if stop < 0:
            break
        inner = value[at + 1 : stop].rpartition("<")[2].strip()
        if inner and len(inner) <= 998:
            ids["".join(inner.split())] = None
        at = value.find("<", stop)
    return tuple(ids)


class _Body(NamedTuple):
    text: str
    from_html: bool
    guessed: bool
    unread: tuple[UnreadPart, ...]  #: what stood in the text and does not count


def _text(found: list[MimePart]) -> _Body:
    """Return the text of a letter: its plain form or, where that says nothing, or
    does not show what is struck out, its HTML."""
    shown = [part for part in found if not part.attached]
    plains = [part for part in shown if part.kind in _PLAIN]
    decoded = [_decoded(part) for part in plains]
    pieces = [text for text, _ in decoded if not _is_blank(text)]
    guessed = any(doubt for _, doubt in decoded)
    struck = from_html = False
    pages = [part for part in shown if part.kind == "text/html"]
    if not pieces or (len(pages) == 1 and _MAY_STRIKE.search(pages[0].content())):
        decoded = [_decoded(part) for part in pages]
        read = [read_html(text) for text, _ in decoded]
        struck = any(one.struck for one in read)
        if struck or not pieces:
            from_html = bool(pages)
            guessed = guessed or any(doubt for _, doubt in decoded)
            pieces = [one.text for one in read]
    text = "\n".join(pieces)
    if not from_html:
        text = _whole(text, shown)
    unstruck = without_struck(text)
    struck = struck or unstruck != text
    clear = without_armour(unstruck)
    unread = (UnreadPart("struck"),) * struck + (UnreadPart("encrypted"),) * (
        clear != unstruck
    )
    return _Body(clear, from_html, guessed, unread)


def _is_blank(text: str) -> bool:
    """Return whether nothing is seen of a plain text.

    >>> _is_blank("&nbsp;\\n\u200b&#160;"), _is_blank("D4&nbsp;")
    (True, False)
    """
    start = text[:_MAX_BLANK_CHARS]
    return text == start and not tidy(_ENTITIES.sub(" ", start))


def _attached(found: list[MimePart]) -> str:
    """Return the text of the first attached text file; "" without one."""
    for part in found:
        text = part.kind in ("text/plain", "application/octet-stream")
        if part.attached and text and part.name.lower().endswith(".txt"):
            return without_struck(_decoded(part)[0])
    return ""


def _whole(text: str, shown: list[MimePart]) -> str:
    """Return plain text with the lines whole that only its plain form has broken."""
    lines = text.split("\n")
    if not any(broken(lines, at) for at in range(len(lines))):
        return text
    pages = [part for part in shown if part.kind == "text/html"]
    if len(pages) != 1:
        return text
    return rejoin(text, to_text(_decoded(pages[0])[0]).split("\n"))


def _decoded(part: MimePart) -> tuple[str, bool]:
    text, guessed = decode(part.content(), part.parameters.get("charset", ""))
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if part.parameters.get("format", "").lower() == "flowed":
        text = unflow(text, part.parameters.get("delsp", "").lower() == "yes")
    return text.replace("\0", ""), guessed


def unflow(text: str, delete_space: bool = False) -> str:
    r"""Join the lines that end in a blank with the line after them.

    Lines flow only within one depth of quoting; the signature mark `-- ` is never
    joined. `delete_space` is the parameter `DelSp=yes`.

    >>> unflow("A Par - \nBur\n> old \n> move\n-- \nAnn")
    'A Par - Bur\n> old move\n-- \nAnn'
    """
    lines: list[str] = []
    flowing: list[str] = []
    depth = 0
    for line in text.split("\n"):
        body = line.lstrip(">")
        marks = len(line) - len(body)
        body = body.removeprefix(" ")
        signature = body == "-- "
        if flowing and (marks != depth or signature):
            lines.append(_quoted(flowing, depth))
            flowing = []
        depth = marks
        if body.endswith(" ") and not signature:
            flowing.append(body[:-1] if delete_space else body)
        else:
            flowing.append(body)
            lines.append(_quoted(flowing, depth))
            flowing = []
    if flowing:
        lines.append(_quoted(flowing, depth))
    return "\n".join(lines)


def _quoted(pieces: list[str], depth: int) -> str:
    body = "".join(pieces)
    if not depth:
        return body
    return ">" * depth + (" " + body if body else "")
