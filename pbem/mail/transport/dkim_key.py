"""DKIM (RFC 6376): letters that our own domain vouches for."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field, replace

import dkim  # type: ignore[import-untyped]
from dkim.crypto import (  # type: ignore[import-untyped]
    UnparsableKeyError,
    parse_pem_private_key,
)

from pbem.mail.message.headers import split_letter
from pbem.mail.transport.base import DeliveryResult, OutgoingLetter, Sink, Transport

MIN_BITS = 1024  #: of a key: verifiers take no shorter one
_RELAXED = (b"relaxed", b"relaxed")  # mail servers may change blanks on the way
_INTEGER, _BITS, _SEQUENCE = 0x02, 0x03, 0x30
_RSA = bytes.fromhex("300d06092a864886f70d0101010500")  # what kind of key follows
#: What is signed where it is there: all that a program shows or answers by.
_SIGNED = frozenset(
    b"from to reply-to subject date message-id in-reply-to references mime-version "
    b"content-type auto-submitted list-id list-unsubscribe list-unsubscribe-post "
    b"list-help".split()
)


class BadKey(Exception):
    """A key that cannot sign; the message says why, without the key."""


@dataclass(frozen=True)
class Signer:
    """A domain's RSA key, in PEM. Raises BadKey."""

    domain: str
    selector: str
    key: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if self._parts["modulus"].bit_length() < MIN_BITS:
            raise BadKey(f"shorter than {MIN_BITS} bits")

    @property
    def _parts(self) -> dict[str, int]:
        try:
            parts: dict[str, int] = parse_pem_private_key(self.key)
        except (UnparsableKeyError, ValueError, IndexError):
            raise BadKey("not a private RSA key in PEM") from None
        return parts

    def signed(self, raw: bytes) -> bytes:
        """Return a letter with our signature in front."""
        names = {name.encode("ascii", "replace") for name, _ in split_letter(raw)[0]}
        line: bytes = dkim.sign(
            raw,
            self.selector.encode(),
            self.domain.encode(),
            self.key,
            canonicalize=_RELAXED,
            # "from" twice: nobody can put a second one in front.
            include_headers=[*sorted(names & _SIGNED), b"from"],
        )
        return line + raw

    @property
    def place(self) -> str:
        """The name in the DNS where others look for the key."""
        return f"{self.selector}._domainkey.{self.domain}"

    @property
    def public(self) -> str:
        """The public key, in base64, as the DNS must hold it after p=."""
        numbers = (self._parts["modulus"], self._parts["publicExponent"])
        whole = b"".join(
            _der(_INTEGER, n.to_bytes(n.bit_length() // 8 + 1, "big")) for n in numbers
        )
        bits = _der(_BITS, b"\0" + _der(_SEQUENCE, whole))
        return base64.b64encode(_der(_SEQUENCE, _RSA + bits)).decode()


def _der(kind: int, content: bytes) -> bytes:
    """Return an element of ASN.1: its kind, its length, its content."""
    size = len(content)
    if size < 0x80:
        return bytes((kind, size)) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes((kind, 0x80 | len(length))) + length + content


class SigningSink(Transport):
    """Signs each letter on its way into another sink."""

    def __init__(self, sink: Sink, signer: Signer) -> None:
        self.sink = sink
        self.signer = signer

    def send(self, letter: OutgoingLetter) -> DeliveryResult:
        """Hand over a letter, signed."""
        return self.sink.send(replace(letter, raw=self.signer.signed(letter.raw)))

    def close(self) -> None:
        """Let go of connections."""
        self.sink.close()
