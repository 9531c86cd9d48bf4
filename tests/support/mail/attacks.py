"""Letters that stop a careless reader; `ATTACKS` maps a name to raw bytes."""

from __future__ import annotations

from pbem.mail.reply.phrases import word_set

HEAD = b"From: eve@x.example\nTo: ref@host.example\nMessage-ID: <1@x.example>\n"


def nested(depth: int) -> bytes:
    """A multipart inside a multipart, and so on."""
    lines = [HEAD]
    for level in range(depth):
        lines.append(b'Content-Type: multipart/mixed; boundary="b%d"\n\n' % level)
        lines.append(b"--b%d\n" % level)
    return b"".join(lines) + b"Content-Type: text/plain\n\nA Par H\n"


def passed_on(depth: int) -> bytes:
    """A letter inside a letter, and so on."""
    return HEAD + b"Content-Type: message/rfc822\n\n" * depth + b"\nA Par H\n"


def many_parts(count: int) -> bytes:
    """One multipart with as many empty parts."""
    return HEAD + b'Content-Type: multipart/mixed; boundary="b"\n\n' + b"--b\n" * count


def reported(count: int) -> bytes:
    """A bounce with as many delivery reports inside."""
    head = HEAD.replace(b"eve@", b"mailer-daemon@") + b"Return-Path: <>\n"
    kind = b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"'
    part = b"--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: a\n\n"
    return head + kind + b"\n\n" + part * count


def field(name: bytes, value: bytes) -> bytes:
    """A letter with one more field."""
    return HEAD + name + b": " + value + b"\n\nA Par H\n"


def body(text: bytes) -> bytes:
    """A letter with this body."""
    return HEAD + b"Content-Type: text/plain; charset=utf-8\n\n" + text


def html(text: bytes) -> bytes:
    """An HTML letter with this body."""
    return HEAD + b"Content-Type: text/html; charset=utf-8\n\n" + text


WORD = b"=?utf-8?q?a?= "
ATTACKS: dict[str, bytes] = {
    "multipart, 500 deep": nested(500),
    "multipart, 1000 deep": nested(1000),
    "multipart, 10000 deep": nested(10_000),
    "letters, 1000 deep": passed_on(1000),
    "letters, 30000 deep": passed_on(30_000),
    "10 thousand parts": many_parts(10_000),
    "100 thousand parts": many_parts(100_000),
    "a million parts": many_parts(1_000_000),
    "2000 delivery reports": reported(2000),
    "2000 encoded words": field(b"Subject", WORD * 2000),
    "10000 encoded words": field(b"Subject", WORD * 10_000),
    "40000 encoded words": field(b"Subject", WORD * 40_000),
    "half encoded words": field(b"Subject", b"=?utf-8?q?" * 6000),
    "10000 parameters": field(b"Content-Type", b"text/plain" + b"; a=b" * 10_000),
    "100000 parameters": field(b"Content-Type", b"text/plain" + b"; a=b" * 100_000),
    "subject of quotes and blanks": field(b"Subject", b'" ' * 256 * 1024),
    "from of quotes and blanks": field(b"From", b'" ' * 30_000),
    "1000 nested comments": field(b"From", b"(" * 1000 + b"eve@x" + b")" * 1000),
    "30000 nested comments": field(b"From", b"(" * 30_000 + b"eve@x"),
    "message id of brackets": field(b"Message-ID", b"<" * 64 * 1024),
    "references of brackets": field(b"References", b"<" * 30_000),
    "100000 addresses": field(b"To", b"a@b, " * 100_000),
    "10000 header lines": HEAD + b"A: b\n" * 10_000 + b"\nA Par H\n",
    "one folded field": HEAD + b"A: b\n" + b" c\n" * 20_000 + b"\nA Par H\n",
    "a megabyte of head": HEAD + b"A: " + b"b" * 900_000,
    "3000 times On": body(b"On " * 3000),
    "a megabyte of On": body(b"On " * 330_000),
    "lines of On": body(b"On \n" * 100_000),
    "20000 blank lines": body(b"\n" * 20_000),
    "a megabyte of blank lines": body(b"\n" * 990_000),
    "5000 times Le a": body(b"Le a " * 5000),
    "lines of colons": body(b"On 3 May 2024 a@b wrote\n:\n" * 30_000),
    "lines of labels": body(b"From: a\n" * 100_000),
    "lines of half headers": body(b"Sender: a@b 2024 20:01\nx\nx\n\n" * 30_000),
    "long lines of colons": body((b"a@b 2024:" * 40 + b"\n") * 2500),
    "strokes": body(b"-----\n" * 100_000),
    "half markers": body(b"##- " * 200_000),
    "lines of half markers": body(b"##- a\n" * 160_000),
    "quote marks": body(b">" * 900_000),
    "flowed": field(b"Content-Type", b"text/plain; format=flowed").replace(
        b"A Par H\n", b"a \n" * 300_000
    ),
    "deep html": html(b"<div>" * 150_000),
    "deep block quotes": html(b"<blockquote>a: " * 60_000),
    "deep html fonts": html(b"<b><i><a>" * 50_000),
    "wide html": html(b"<p>a" * 200_000),
    "gmail boxes": html(b"<div class=gmail_quote>a" * 35_000),
    "siblings": html(b"<p id=appendonsend>" * 20_000 + b"<p>a" * 100_000),
    "html attributes": html(b"<p " + b"a=b " * 200_000 + b">A Par H"),
    "styles": html(b"<p style='border-left: " + b"border" * 100_000 + b"'>A Par H"),
    "open comment": html(b"<!--" * 200_000),
    "entities": html(b"&amp" * 200_000),
    "base64 rubbish": field(b"Content-Transfer-Encoding", b"base64").replace(
        b"A Par H", b"=" * 900_000
    ),
    "quoted-printable": field(
        b"Content-Transfer-Encoding", b"quoted-printable"
    ).replace(b"A Par H", b"=\n" * 400_000),
    "boundary of a pattern": HEAD
    + b'Content-Type: multipart/mixed; boundary="(a+)+$"\n\n--(a+)+$\n\n'
    + b"--"
    + b"a" * 500_000,
    "boundary of dashes": HEAD
    + b'Content-Type: multipart/mixed; boundary="-"\n\n'
    + b"-" * 900_000,
    "bounce of dashes": HEAD.replace(b"eve@", b"mailer-daemon@")
    + b"Subject: failure notice\n\n"
    + b"<a@b>: " * 100_000,
    "bounce of addresses": HEAD.replace(b"eve@", b"mailer-daemon@")
    + b"Subject: failure notice\n\n"
    + b"Final-Recipient: a@b\n" * 40_000,
    "null bytes": b"\0" * 900_000,
    "empty": b"",
    "only line ends": b"\r" * 900_000,
}
CHARSETS = sorted(
    word_set(
        "idna punycode undefined unknown-8bit hex zip rot13 base64 bz2 uu quopri mbcs "
        "oem unicode_escape raw_unicode_escape utf-7 utf7 "
        "unicode-1-1-utf-7 palmos ../../x"
    )
)
ATTACKS |= {
    f"charset {label}": HEAD
    + b"Content-Type: text/plain; charset=%s\n\n\\x41 Par H \xff\n" % label.encode()
    for label in CHARSETS
}
