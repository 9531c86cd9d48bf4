"""The body of a letter as a flat list of parts, found without recursion."""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass

from pbem.mail.message.headers import Fields, decode_words, parameters, split_letter
from pbem.mail.message.limits import LIMITS, LetterRefused, Limits

#: A type, in quotes or not, and what is behind it.
_TYPE = re.compile(
    r"""[\s"']*([\w!#$&^.+-]+/[\w!#$&^.+-]+)["']?[\s;]*(.*)""", re.DOTALL
)
_JUNK = re.compile(rb"[^A-Za-z0-9+/]+")


@dataclass(frozen=True, slots=True)
class MimePart:
    """One part that holds no others: its type, parameters, and bytes as sent."""

    kind: str
    parameters: dict[str, str]
    encoding: str
    attached: bool
    raw: bytes
    parents: tuple[str, ...] = ()
    name: str = ""  #: of the file, as the letter has it

    def content(self) -> bytes:
        """Return the bytes with the transfer encoding undone, damage left as it is."""
        if self.encoding == "quoted-printable":
            return binascii.a2b_qp(self.raw)
        if self.encoding == "base64":
            return _base64(self.raw)
        return self.raw


def _base64(raw: bytes) -> bytes:
    text = _JUNK.sub(b"", raw.partition(b"=")[0] if b"=" in raw[-4:] else raw)
    if len(text) % 4 == 1:
        text = text[:-1]
    return binascii.a2b_base64(text + b"=" * (-len(text) % 4))


def parts(fields: Fields, body: bytes, limits: Limits = LIMITS) -> list[MimePart]:
    """Return the parts of a body in order. Raises LetterRefused on depth and number.

    A letter inside the letter is one part and is not opened.
    """
    found: list[MimePart] = []
    count = 0
    waiting: list[tuple[Fields, bytes, tuple[str, ...]]] = [(fields, body, ())]
    while waiting:
        fields, body, parents = waiting.pop()
        head = dict(reversed(fields))
        kind, params = _content_type(head.get("content-type") or _default(parents))
        boundary = params.get("boundary", "")
        if kind.startswith("multipart/") and boundary:
            if len(parents) >= limits.depth:
                raise LetterRefused("depth", f"over {limits.depth}")
            inner = (*parents, f"{kind};{params.get('report-type', '').lower()}")
            slices = _slices(body, boundary.encode("utf-8"), limits.parts - count)
            count += len(slices)
            if count >= limits.parts:
                raise LetterRefused("parts", f"over {limits.parts}")
            for piece in reversed(slices):
                waiting.append((*split_letter(piece, limits), inner))
            continue
        place, place_params = parameters(head.get("content-disposition", ""))
        found.append(
            MimePart(
                kind=kind,
                parameters=params,
                encoding=head.get("content-transfer-encoding", "").strip().lower(),
                attached=place == "attachment" or "filename" in place_params,
                raw=body,
                parents=parents,
                name=place_params.get("filename", "") or params.get("name", ""),
            )
        )
    return found


def _content_type(value: str) -> tuple[str, dict[str, str]]:
    """Return a type and its parameters; what is no type at all is plain text.

    >>> _content_type("=?utf-8?Q?text/html?=; charset=utf-8")
    ('text/html', {'charset': 'utf-8'})
    >>> _content_type('"Text/Plain" charset=utf-8'), _content_type("text")[0]
    (('text/plain', {'charset': 'utf-8'}), 'text/plain')
    """
    found = _TYPE.match(decode_words(value) if "=?" in value else value)
    if found is None:
        return "text/plain", parameters(value)[1]
    return found[1].lower(), parameters(f";{found[2]}")[1]


def _default(parents: tuple[str, ...]) -> str:
    digest = bool(parents) and parents[-1].startswith("multipart/digest")
    return "message/rfc822" if digest else "text/plain"


def _slices(body: bytes, boundary: bytes, room: int) -> list[bytes]:
    """Return the pieces between delimiter lines, at most one more than `room`."""
    mark = b"--" + boundary
    line = re.compile(
        rb"^" + re.escape(mark) + rb"(--)?[ \t]*(?:\r?\n|\Z)", re.MULTILINE
    )
    pieces: list[bytes] = []
    start = -1
    for match in line.finditer(body):
        if start >= 0:
            pieces.append(_trimmed(body[start : match.start()]))
        if match.group(1):
            return pieces
        if len(pieces) > room:
            return pieces
        start = match.end()
    if start >= 0:
        pieces.append(body[start:])
    elif not pieces and body.strip():
        pieces.append(b"\n" + body)
    return pieces


def _trimmed(piece: bytes) -> bytes:
    if piece.endswith(b"\r\n"):
        return piece[:-2]
    return piece[:-1] if piece.endswith(b"\n") else piece
