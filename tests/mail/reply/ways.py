"""The ways in which a body comes in: encodings, character sets, parts, markup."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable
from html import escape

SETS = {
    "japanese": "iso-2022-jp shift_jis euc-jp",
    "chinese": "gb2312 gbk gb18030",
    "taiwanese": "big5",
    "korean": "euc-kr iso-2022-kr",
}
OTHERS = (
    "iso-8859-1 iso-8859-2 iso-8859-7 iso-8859-9 iso-8859-13 iso-8859-15 koi8-r koi8-u "
    "windows-1250 windows-1251 windows-1252 windows-1253 windows-1255 windows-1256 "
    "windows-1257 windows-1258 tis-620"
)


def broken(line: str, width: int = 60) -> str:
    """A line as a program breaks it."""
    lines = [""]
    for word in line.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".lstrip(" ")
    return "\n".join(lines)


def divs(text: str) -> str:
    """A text as most programs put it into markup."""
    return "".join(f"<div>{escape(ln) or '<br>'}</div>" for ln in text.split("\n"))


def _letter(html: bool, head: str, body: bytes) -> bytes:
    kind = "text/html" if html else "text/plain"
    return (
        f"From: bo@y.example\nTo: ref@host.example\nSubject: Re: x\nMIME-Version: 1.0\n"
        f"Content-Type: {kind}; charset=utf-8{head}\n\n"
    ).encode() + body


def _flowed(text: str) -> str:
    """A text as a program that flows sends it: long lines broken behind a blank."""
    lines = []
    for line in text.split("\n"):
        mark = line[: len(line) - len(line.lstrip("> "))] if line[:1] == ">" else ""
        if line == "-- " or len(line) <= 66:
            lines.append(line if line == "-- " else line.rstrip())
            continue
        *pieces, last = broken(line[len(mark) :], 66 - len(mark)).split("\n")
        lines += [*(f"{mark}{piece} " for piece in pieces), mark + last]
    return "\n".join(lines)


def _8bit(text: str, html: bool, language: str) -> bytes:
    return _letter(html, "", text.replace("\n", "\r\n").encode())


def _quoted_printable(text: str, html: bool, language: str) -> bytes:
    body = quopri.encodestring(text.encode())
    return _letter(html, "\nContent-Transfer-Encoding: quoted-printable", body)


def _base64(text: str, html: bool, language: str) -> bytes:
    body = base64.encodebytes(text.replace("\n", "\r\n").encode())
    return _letter(html, "\nContent-Transfer-Encoding: base64", body)


def _flows(text: str, html: bool, language: str) -> bytes:
    return _letter(html, "; format=flowed", _flowed(text).encode())


def _alternative(text: str, html: bool, language: str) -> bytes:
    """The text and, beside it, something else as HTML."""
    head = b"From: bo@y.example\nSubject: x\nMIME-Version: 1.0\nContent-Type: "
    body = f"text/plain; charset=utf-8\n\n{text}\n--b\nContent-Type: text/html\n\n"
    return (
        head + b"multipart/alternative; boundary=b\n\n--b\nContent-Type: "
        + body.encode() + b"<p>the same, but prettier</p>\n--b--\n"
    )  # fmt: skip


def _legacy(text: str, html: bool, language: str) -> bytes:
    """In an older character set, one of those that have all the letters."""
    names = SETS.get(language, OTHERS).split()
    fitting = [name for name in names if _fits(text, name)] or ["utf-8"]
    name = fitting[len(text) % len(fitting)]
    head = _letter(html, "", b"").replace(b"charset=utf-8", b"charset=" + name.encode())
    return head + text.encode(name)


def _fits(text: str, name: str) -> bool:
    try:
        text.encode(name)
    except UnicodeError:
        return False
    return True


def _in_divs(text: str, html: bool, language: str) -> bytes:
    markup = f"<html><body>{divs(text)}</body></html>"
    return _8bit(markup, True, language)


WAYS: dict[str, Callable[[str, bool, str], bytes]] = {
    "8bit": _8bit,
    "quoted-printable": _quoted_printable,
    "base64": _base64,
    "flowed": _flows,
    "alternative": _alternative,
    "in divs": _in_divs,
    "legacy": _legacy,
}
