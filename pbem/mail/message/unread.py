"""What came in a letter instead of text, or next to it, that nothing is read from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from pbem.mail.message.headers import decode_words
from pbem.mail.message.mime import MimePart

UnreadKind = Literal[
    "encrypted",  #: with OpenPGP or S/MIME
    "packed",  #: text and signature in one file of S/MIME
    "winmail",  #: the form of Outlook
    "document",
    "picture",
    "recording",
    "letter",  #: another one, as a file
    "struck",  #: text that is struck out
    "file",
]
_MAX_NAMED = 5
_MAX_NAME_CHARS = 60
_WINMAIL = ("application/ms-tnef", "application/vnd.ms-tnef")
_PKCS7 = ("application/pkcs7-mime", "application/x-pkcs7-mime")
#: What says nothing: signatures, keys, calendars and visiting cards.
_MEANINGLESS = re.compile(
    r"text/(?!rtf|enriched|richtext)|message/(?!rfc822|global)|multipart/"
    r"|application/(?:pgp-(?:signature|keys)|(?:x-)?pkcs7-signature|ics|applefile)"
)
_DOCUMENT = re.compile(
    r"application/(?:pdf|msword|rtf|x-rtf|vnd\.(?:openxmlformats|oasis|ms-|apple\.))"
    r"|text/(?:rtf|enriched|richtext)"
)
_DOCUMENT_NAME = re.compile(
    r"\.(?:docx?|dotx?|docm|odt|ott|rtf|pdf|pages|xlsx?|ods|numbers|pptx?|odp|wps)$",
    re.IGNORECASE,
)
_PICTURE_NAME = re.compile(r"\.(?:jpe?g|png|gif|heic|webp|bmp|tiff?)$", re.IGNORECASE)
_ARMOUR = re.compile(
    r"^-----BEGIN PGP MESSAGE-----[ \t\r]*$.*?"
    r"(?:^-----END PGP MESSAGE-----[ \t\r]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)


class UnreadPart(NamedTuple):
    """One part that nothing is read from."""

    kind: UnreadKind
    name: str = ""  #: of its file, as the letter has it


def unread_parts(parts: Sequence[MimePart]) -> tuple[UnreadPart, ...]:
    """Return the parts of a letter that are not read: the first few, each kind and name
    once."""
    found: dict[UnreadPart, None] = {}
    for part in parts:
        kind = _kind(part)
        if kind is not None:
            # What is encrypted goes by many names of which none is the writer's.
            plain = " ".join(decode_words(part.name).split())[:_MAX_NAME_CHARS]
            named = kind not in ("encrypted", "packed", "winmail")
            found[UnreadPart(kind, plain if named else "")] = None
    return tuple(found)[:_MAX_NAMED]


def without_armour(text: str) -> str:
    """Return a text without what OpenPGP has encrypted in it.

    >>> without_armour("D4\\n-----BEGIN PGP MESSAGE-----\\n\\nhQEMA\\n")
    'D4\\n'
    """
    return _ARMOUR.sub("", text) if "-----BEGIN PGP MESSAGE-----" in text else text


def _kind(part: MimePart) -> UnreadKind | None:
    name = part.name.lower()
    if any(parent.startswith("multipart/encrypted") for parent in part.parents):
        return "encrypted"
    if part.kind == "application/pgp-encrypted" or name == "encrypted.asc":
        return "encrypted"
    if part.kind in _PKCS7 or name == "smime.p7m":
        how = part.parameters.get("smime-type", "").lower()
        return "packed" if how in ("signed-data", "compressed-data") else "encrypted"
    if part.kind in _WINMAIL or name == "winmail.dat":
        return "winmail"
    if _DOCUMENT.match(part.kind) or _DOCUMENT_NAME.search(name):
        return "document"
    if _MEANINGLESS.match(part.kind) or name.endswith(".txt"):
        return None
    if part.kind.startswith("image/") or _PICTURE_NAME.search(name):
        return "picture"
    if part.kind.startswith(("audio/", "video/")):
        return "recording"
    return "letter" if part.kind.startswith("message/") else "file"
