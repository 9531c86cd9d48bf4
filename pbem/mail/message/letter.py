"""A letter: what the raw bytes say, with nothing decided yet.

    raw bytes -> fields, parts -> Letter -> class (classify) and new text (reply)

Reading is bounded (`Limits`) and raises nothing but LetterRefused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from pbem.mail.message.addresses import bare_addresses, normalize_address, writers
from pbem.mail.message.charsets import decode
from pbem.mail.message.flowed import unflow
from pbem.mail.message.headers import count_words, decode_words, split_letter
from pbem.mail.message.html import to_text
from pbem.mail.message.limits import LIMITS, LetterRefused, Limits
from pbem.mail.message.mime import Part, parts
from pbem.mail.message.rejoin import broken, rejoin
from pbem.mail.message.trace_headers import RECIPIENT_FIELDS

_TO = ("to", "cc", *RECIPIENT_FIELDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One letter, read. Addresses are in the form that `normalize_address` gives."""

    #: In order; names in lower case, values as sent.
    fields: tuple[tuple[str, str], ...]
    writers: tuple[str, ...]  #: addresses of all From fields; more than one: not sure
    return_path: str | None  #: the envelope sender; "": the null path; None: not told
    to: tuple[str, ...]  #: addresses that it was sent or delivered to, each once
    subject: str
    message_id: str
    in_reply_to: tuple[str, ...]
    text: str  #: the body as plain text, quoted lines beginning with ">"
    kinds: tuple[str, ...]  #: of parts, and `multipart/...;report-type` around them
    from_html: bool
    guessed: bool  #: a character set was guessed: the text may not be what was sent
    attached: str = ""  #: the text of a .txt file that came along

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
    text, from_html, guessed = _text(found)
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
        text=text,
        kinds=tuple(dict.fromkeys(kinds)),
        from_html=from_html,
        guessed=guessed,
        attached=_attached(found),
    )


def _ids(value: str) -> tuple[str, ...]:
    """Return message identifiers: what stands between angle brackets, each once."""
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


def _text(found: list[Part]) -> tuple[str, bool, bool]:
    """Return the body as text, whether it comes from HTML, whether it is a guess."""
    shown = [part for part in found if not part.attached]
    plains = [part for part in shown if part.kind == "text/plain"]
    guessed = False
    pieces: list[str] = []
    for part in plains:
        text, doubt = _decoded(part)
        guessed = guessed or doubt
        if text.strip():
            pieces.append(text)
    if pieces:
        return _whole("\n".join(pieces), shown), False, guessed
    for part in shown:
        if part.kind == "text/html":
            text, doubt = _decoded(part)
            guessed = guessed or doubt
            pieces.append(to_text(text))
    return "\n".join(pieces), bool(pieces), guessed


def _attached(found: list[Part]) -> str:
    """Return the text of the first attached text file; "" where there is none."""
    for part in found:
        named = part.name.lower().endswith(".txt")
        if part.attached and part.kind == "text/plain" and named:
            return _decoded(part)[0]
    return ""


def _whole(text: str, shown: list[Part]) -> str:
    """Return plain text with the lines whole that only its plain form has broken."""
    lines = text.split("\n")
    if not any(broken(lines, at) for at in range(len(lines))):
        return text
    pages = [part for part in shown if part.kind == "text/html"]
    if len(pages) != 1:
        return text
    return rejoin(text, to_text(_decoded(pages[0])[0]).split("\n"))


def _decoded(part: Part) -> tuple[str, bool]:
    text, guessed = decode(part.content(), part.parameters.get("charset", ""))
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if part.parameters.get("format", "").lower() == "flowed":
        text = unflow(text, part.parameters.get("delsp", "").lower() == "yes")
    return text.replace("\0", ""), guessed
