"""The head of a letter: fields, parameters and encoded words, in linear time."""

from __future__ import annotations

import binascii
import re

from pbem.mail.message.charsets import decode
from pbem.mail.message.limits import LIMITS, LetterRefused, Limits

Fields = list[tuple[str, str]]
_END = re.compile(rb"\r?\n[ \t]*\r?\n|\A[ \t]*\r?\n")
_FIELD = re.compile(rb"[!-9;-~]{1,200}[ \t]*:")
_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]{0,2000})\?=")
_OPENS = re.compile(r"=\?[^?\s]{1,60}\?[bBqQ]\?")
_BETWEEN = re.compile(r"(\?=)[ \t]+(?==\?[^?\s]{1,60}\?[bBqQ]\?)")
_CONTROL = re.compile("[\x00-\x1f\x7f\x85\u2028\u2029]+")
_MAX_PARAMETERS = 50


def split_letter(raw: bytes, limits: Limits = LIMITS) -> tuple[Fields, bytes]:
    """Return the fields and the body after them.

    Names are in lower case, values unfolded and as sent. Bytes that begin with no
    field at all are all body. Raises LetterRefused.
    """
    if raw[:5] == b"From " or raw[:6] == b">From ":
        raw = raw.partition(b"\n")[2]
    window = raw[: limits.header_bytes + 2]
    if b"\n" not in window:
        raw = raw.replace(b"\r", b"\n")
        window = raw[: limits.header_bytes + 2]
    first = window.find(b"\n")
    start = window[: first + 1 if first >= 0 else len(window)]
    if start.strip() and not _FIELD.match(start):
        return [], raw
    end = _END.search(window)
    if end is None:
        if len(raw) > limits.header_bytes:
            raise LetterRefused("headers", f"over {limits.header_bytes} bytes")
        head, body = raw, b""
    else:
        head, body = raw[: end.start()], raw[end.end() :]
    if head.count(b"\n") >= limits.header_lines:
        raise LetterRefused("headers", f"over {limits.header_lines} lines")
    return _fields(head), body


def head_of(raw: bytes) -> bytes:
    """Return the bytes of a letter up to its body, as many as are read of them."""
    window = raw[: LIMITS.header_bytes]
    end = _END.search(window)
    return window if end is None else window[: end.start()] + b"\n\n"


def _fields(head: bytes) -> Fields:
    text = decode(head)[0] if not head.isascii() else head.decode("ascii")
    fields: list[list[str]] = []
    for line in text.split("\n"):
        line = line.rstrip("\r")
        if line[:1] in (" ", "\t"):
            if fields:
                fields[-1].append(line.lstrip())
        elif (colon := line.find(":")) > 0 and " " not in line[:colon].rstrip():
            fields.append([line[:colon].rstrip().lower(), line[colon + 1 :].strip()])
    return [(field[0], " ".join(field[1:]).strip()) for field in fields]


def count_words(fields: Fields) -> int:
    """Return how many encoded words the fields hold."""
    return sum(len(_OPENS.findall(value)) for _, value in fields if "=?" in value)


def decode_words(value: str) -> str:
    """Return a field for people: encoded words decoded, control characters made blanks.

    >>> decode_words("=?utf-8?q?Gr=C3=BC=C3=9Fe=0D=0ABcc:?= x")
    'Grüße Bcc: x'
    """
    if "=?" in value:
        value = _WORD.sub(_word, _BETWEEN.sub(r"\1", value))
    return _CONTROL.sub(" ", value).strip()


def _word(match: re.Match[str]) -> str:
    label, how, text = match.groups()
    try:
        if how in "bB":
            raw = binascii.a2b_base64(text + "=" * (-len(text) % 4))
        else:
            raw = binascii.a2b_qp(text.encode("ascii"), header=True)
    except (binascii.Error, UnicodeError, ValueError):
        return match.group()
    return decode(raw, label.partition("*")[0])[0]


def parameters(value: str) -> tuple[str, dict[str, str]]:
    """Return the value of a field like Content-Type in lower case, and its parameters.

    Only the first fifty parameters count. Continued ones (RFC 2231) are joined.

    >>> parameters('Text/Plain; Format=flowed; name*0="a;"; name*1=b')
    ('text/plain', {'format': 'flowed', 'name': 'a;b'})
    """
    kind, _, rest = value.partition(";")
    found: dict[str, str] = {}
    at = 0
    for _ in range(_MAX_PARAMETERS):
        equals = rest.find("=", at)
        if equals < 0:
            break
        name = rest[at:equals].strip(" \t;").lower().rpartition(";")[2].strip()
        at = equals + 1
        while at < len(rest) and rest[at] in " \t":
            at += 1
        text, at = _value(rest, at)
        base, star, _ = name.partition("*")
        found[base] = found.get(base, "") + text if star else text
    return kind.strip().lower(), found


def _value(rest: str, at: int) -> tuple[str, int]:
    if rest[at : at + 1] != '"':
        end = rest.find(";", at)
        end = len(rest) if end < 0 else end
        return rest[at:end].partition("(")[0].strip(), end + 1
    text, at = unquote(rest, at + 1)
    end = rest.find(";", at)
    return text, len(rest) if end < 0 else end + 1


def unquote(value: str, at: int) -> tuple[str, int]:
    """Return the text up to the closing quote, escapes undone, and where it goes on."""
    chars = []
    while at < len(value) and value[at] != '"':
        if value[at] == "\\" and at + 1 < len(value):
            at += 1
        chars.append(value[at])
        at += 1
    return "".join(chars), at + 1
