"""A mailing list: letters saved in one file, one after the other."""

from __future__ import annotations

import re
from datetime import datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from itertools import pairwise

from pbem.forum.thread import (
    MAX_POST_CHARS,
    Post,
    Thread,
    clean_link,
    clean_name,
    moment,
)
from pbem.forum.thread_file import ThreadFile
from pbem.language.reading import LineKind, MarkedLine
from pbem.mail.message.letter import Letter, read_letter
from pbem.mail.message.limits import LetterRefused
from pbem.mail.reply.reply import new_text

RANK = 40
_START = re.compile(
    rb"(?:\A|(?<=\n\n))From [^\n]*\d{4}[^\n]*\n(?=[A-Za-z][A-Za-z0-9-]*:)"
)
#: An address as Mailman 2 writes it in its archives.
_HIDDEN_FROM = re.compile(
    rb"^From: ([^\s<>()]{1,64}) (?:at|en|bei|a) ([^\s<>()]{1,200})"
    rb"(?: \(([^\n]{0,200})\))?$",
    re.MULTILINE,
)
#: What Mailman 2 puts below the text, or in the place of other parts.
_LIST_FOOT = re.compile(
    r"^(?:-{10,} next part -{10,}|_{40,})$.*", re.MULTILINE | re.DOTALL
)


def _holds(raw: bytes) -> bool:
    """Return whether a file is letters: an mbox, or one letter with its head."""
    if _START.match(raw):
        return True
    head = raw[:20_000].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    fields = {line.partition(b":")[0].lower() for line in head.split(b"\n")}
    return {b"from", b"message-id"} <= fields


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of a list's letters; one that cannot be read is left out."""
    if not _holds(file.raw):
        return None
    raw = file.raw.replace(b"\r\n", b"\n")
    starts = [match.start() for match in _START.finditer(raw)] or [0]
    posts, title = [], ""
    for at, (start, end) in enumerate(pairwise([*starts, len(raw)])):
        one = raw[start:end]
        if one.startswith(b"From "):
            one = re.sub(rb"^>(>*From )", rb"\1", one.partition(b"\n")[2], flags=re.M)
        try:
            letter = read_letter(_shown_from(one))
        except LetterRefused:
            continue
        title = title or _subject(letter.subject)
        posts.append(_post(letter, at + 1))
    return Thread(title, tuple(posts))


def _shown_from(raw: bytes) -> bytes:
    """Return a letter whose writer's address is not hidden from harvesters."""
    head, end, body = raw.partition(b"\n\n")
    head = _HIDDEN_FROM.sub(rb'From: "\3" <\1@\2>', head, count=1)
    return head + end + body


def _subject(subject: str) -> str:
    marks = r"^(?:\s*(?:re|aw|fwd?)\s*:|\s*\[[^\]]*\])+"
    return clean_name(re.sub(marks, "", subject, flags=re.I))


def _post(letter: Letter, number: int) -> Post:
    text = _LIST_FOOT.sub("", letter.text[:MAX_POST_CHARS])
    identity = letter.message_id or f"{letter.writer} {letter.first('date')} {number}"
    return Post(
        number=number,
        author=letter.writer,
        shown=clean_name(letter.first("from").partition("<")[0].strip(' "')),
        lines=_lines(text),
        time=_date(letter.first("date")),
        link=clean_link(letter.first("archived-at").strip("<>")),
        key="m" + sha256(identity.encode()).hexdigest()[:10],
        odd=("cut",) if len(letter.text) > MAX_POST_CHARS else (),
    )


def _lines(text: str) -> tuple[MarkedLine, ...]:
    """Return the lines of a letter; what is not new in it counts as quoted."""
    new = new_text(text).text.split("\n")
    found: list[MarkedLine] = []
    at, signed = 0, False
    for line in text.split("\n"):
        flat = " ".join(line.split())
        while at < len(new) and not new[at].strip():
            at += 1
        fresh = at < len(new) and flat and flat == " ".join(new[at].split())
        at += bool(fresh)
        signed = (signed or flat == "--") and not fresh
        if flat:
            old: LineKind = "signature" if signed else "quote"
            wide = line.expandtabs(4)
            indent = len(wide) - len(wide.lstrip())
            found.append(MarkedLine(flat, "new" if fresh else old, (), indent))
        elif found and found[-1].text:
            found.append(MarkedLine(""))
    return tuple(found)


def _date(text: str) -> datetime | None:
    try:
        return moment(parsedate_to_datetime(text).isoformat())
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
