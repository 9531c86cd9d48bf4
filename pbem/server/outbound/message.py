"""Our letters as bytes: few header fields, all of them safe, text and HTML."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from email.utils import formatdate

from pbem.mail.reply.reply import marker
from pbem.pages import page
from pbem.report.html import plain_letter

MAX_LINE = 900  #: characters that a line of a letter has less than
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
#: The same but for the ends of lines.
_UNSAFE_IN_LINES = re.compile(
    _UNSAFE.pattern.replace(r"\x00-\x1f", r"\x00-\t\x0b-\x1f")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What a letter says, before it is a letter."""

    subject: str
    body: list[page.Block]
    ref: str = ""  #: what the marker line names; "": no answer is expected
    answers: str = ""  #: Message-ID of the letter that this one answers
    thread: str = ""  #: the name of the game that it is about
    automatic: str = "auto-generated"  #: or "auto-replied"
    title: str = ""  #: for the HTML form
    html: str = ""  #: the HTML form, where it is not just the body in HTML
    pictures: tuple[tuple[str, bytes], ...] = ()  #: its PNGs, by content id
    calendar: bytes = b""  #: an iCalendar file that goes with it
    click: str = ""  #: a command that the HTML form has a link for
    due: float | None = None  #: the deadline of what it asks for
    letter: int | None = None  #: the number of the letter that it answers
    answer: tuple[page.Block, ...] = ()  #: what of it is the answer; (): all


@dataclass(frozen=True, slots=True)
class Envelope:
    """Who a letter is from and to, and what makes it this one."""

    sender: str  #: our address
    name: str  #: our name
    recipient: str
    reply_to: str
    message_id: str
    date: float
    leaves: str = ""  #: where "stop" goes: a mailto URL
    root: str = ""  #: Message-ID of the first letter of its thread; "": this is it
    click: str = ""  #: where the command of its link goes: the same as `leaves`


def compose(message: Message, envelope: Envelope, *, html: bool = False) -> bytes:
    """Return a letter, ready to be sent; lines end in CRLF."""
    text = page.to_text(message.body)
    if message.ref:
        text = f"{marker(message.ref)}\n\n{text}"
    text = _printable(text) + "\n"
    head = [
        f"From: {_phrase(envelope.name)} <{envelope.sender}>",
        f"To: <{envelope.recipient}>",
        f"Reply-To: {_phrase(envelope.name)} <{envelope.reply_to}>",
        f"Subject: {_words(_UNSAFE.sub(' ', message.subject))}",
        f"Date: {formatdate(envelope.date)}",
        f"Message-ID: {envelope.message_id}",
    ]
    if message.answers and _is_id(message.answers):
        head.append(f"In-Reply-To: <{message.answers}>")
    related = [one for one in (envelope.root, message.answers) if one and _is_id(one)]
    if related:
        head.append("References: " + "\r\n ".join(f"<{one}>" for one in related))
    if envelope.leaves:
        head.append(f"List-Unsubscribe: <{envelope.leaves}>")
    head += [
        f"List-Id: {_phrase(envelope.name)} <{_list_id(message.thread, envelope)}>",
        f"Auto-Submitted: {message.automatic}",
        "X-Auto-Response-Suppress: All",
        f"X-Loop: {envelope.sender}",
        "MIME-Version: 1.0",
    ]
    mark = re.sub("[^a-z0-9]", "", envelope.message_id.lower())[:40]
    body = _html(message, text, mark, envelope.click) if html else _part("plain", text)
    if message.calendar:
        body = _joined("mixed", f"=_c{mark}", [body, _calendar(message.calendar)])
    return "\r\n".join(head).encode() + b"\r\n" + body  # addresses: RFC 6532


def _list_id(thread: str, envelope: Envelope) -> str:
    """Return what all letters of a game share, for filters; or all of ours (RFC 2919).

    >>> us = Envelope("r@x.org", "R", "a@x.org", "r@x.org", "<1@x.org>", 0)
    >>> _list_id("friday", us), _list_id("", us)
    ('friday.r.x.org', 'r.x.org')
    """
    ours = envelope.sender.replace("@", ".")
    return f"{thread}.{ours}" if thread else ours


def _html(message: Message, text: str, mark: str, click: str) -> bytes:
    """Return the letter in two forms, so that a drawing keeps its shape everywhere."""
    lead = marker(message.ref) if message.ref else ""
    title, link = message.title, (message.click, click)
    shown = message.html or plain_letter(message.body, lead, title, link)
    if click:
        # A token takes the place of its mark, which no other coding may break.
        shown = shown.encode("ascii", "xmlcharrefreplace").decode()
        if max(map(len, shown.split("\n"))) >= MAX_LINE:
            shown = plain_letter(message.body, lead, title)
    form = _part("html", _printable(shown))
    if message.pictures:
        pictures = [_picture(name, png) for name, png in message.pictures]
        form = _joined("related", f"=_r{mark}", [form, *pictures])
    return _joined("alternative", f"=_{mark}", [_part("plain", text), form])


def _joined(kind: str, boundary: str, parts: list[bytes]) -> bytes:
    """Return parts as one, with the header fields that say so."""
    kinds = '; type="text/html"' if kind == "related" else ""
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"{kinds}\r\n\r\n'
    rule = f"--{boundary}".encode()
    pieces = [rule + b"\r\n" + part + b"\r\n" for part in parts]
    return b"".join((head.encode(), *pieces, rule, b"--\r\n"))


def _calendar(file: bytes) -> bytes:
    """Return an iCalendar file as a part of its own."""
    method = "CANCEL" if b"METHOD:CANCEL" in file else "PUBLISH"
    kind = f"text/calendar; charset=utf-8; method={method}"
    place = 'Content-Disposition: attachment; filename="deadline.ics"'
    return _file(kind, place, file)


def _picture(content_id: str, png: bytes) -> bytes:
    """Return a PNG that the HTML part shows by its content id."""
    place = 'Content-Disposition: inline; filename="board.png"'
    return _file("image/png", f"Content-ID: <{content_id}>\r\n{place}", png)


def _file(kind: str, place: str, content: bytes) -> bytes:
    coding = "Content-Transfer-Encoding: base64"
    head = f"Content-Type: {kind}\r\n{coding}\r\n{place}\r\n\r\n"
    return head.encode() + base64.encodebytes(content).replace(b"\n", b"\r\n")


def _part(kind: str, text: str) -> bytes:
    lines = text.split("\n")
    plain = text.isascii() and max(map(len, lines)) < MAX_LINE
    if plain:
        coding, content = "7bit", "\r\n".join(lines).encode("ascii")
    else:
        # Line by line, or the ends of lines would be encoded too.
        coding = "quoted-printable"
        content = b"\r\n".join(
            binascii.b2a_qp(line.encode("utf-8"), quotetabs=False, istext=True).replace(
                b"=\n", b"=\r\n"
            )
            for line in lines
        )
    charset = "us-ascii" if text.isascii() else "utf-8"
    head = (
        f"Content-Type: text/{kind}; charset={charset}\r\n"
        f"Content-Transfer-Encoding: {coding}\r\n\r\n"
    )
    return head.encode() + content


def _printable(text: str) -> str:
    return _UNSAFE_IN_LINES.sub(" ", text)


def _phrase(name: str) -> str:
    """Return a name for a From field."""
    name = _UNSAFE.sub(" ", name)
    if not name.isascii():
        return _words(name)
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _words(text: str) -> str:
    """Return a field's text, in encoded words where it is not plain ASCII.

    >>> _words("Magic Arena"), _words("Gr\u00fc\u00dfe")
    ('Magic Arena', '=?utf-8?b?R3LDvMOfZQ==?=')
    """
    if text.isascii() and "=?" not in text:
        return text if len(text) < 900 else text[:900]
    found, piece = [], ""
    for char in text:
        if len((piece + char).encode()) > 42:
            found.append(piece)
            piece = ""
        piece += char
    found.append(piece)
    encoded = (base64.b64encode(part.encode()).decode() for part in found)
    return "\r\n ".join(f"=?utf-8?b?{part}?=" for part in encoded)


def _is_id(text: str) -> bool:
    """Return whether a Message-ID can be repeated in a field of ours."""
    return len(text) < 500 and re.fullmatch(r"[!-;=?-~]+", text) is not None


def quoted(body: list[page.Block]) -> list[str]:
    """Return the text of a letter as lines that another letter can show, without the
    two columns that every text of ours is set in by.

    >>> quoted(page.blocks("== Hello\\n\\nHow are you?"))
    ['Hello', '', 'How are you?']
    """
    lines = _printable(page.to_text(body).strip("\n")).split("\n")
    return [line.removeprefix("  ") for line in lines]
