"""What a letter is on its way in and out, and what every transport can do.

A source hands out letters until each is settled: `done` or `failed`, called
after the caller has committed what the letter brought. A letter that was not
settled comes again, under the same key, so a crash loses nothing and the key
tells a repeat.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, Protocol, Self

MAX_LETTER_BYTES = 1_000_000  #: of a letter that is read, by default

#: How a connection is made: encrypted, made so at once, or never. "plain" tells the
#: password and every letter to whoever is between; it is for the same machine.
Security = Literal["tls", "starttls", "plain"]

#: How a reason begins that only the host can mend, at the server or at its provider.
LOGIN_REFUSED, LOGIN_REVOKED = "login refused", "login revoked"

_log = logging.getLogger("pbem.mail")
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\xa0\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class Incoming:
    """A letter as it came, whole and unread.

    `key` says where it lies at the source; `recipient` is the address in the
    envelope, where the source knows it; `received` is in seconds since 1970.
    `identity` tells it from all others where a source may number its letters anew;
    else the key does.
    """

    key: str
    raw: bytes
    recipient: str | None = None
    received: float | None = None
    identity: str = ""


@dataclass(frozen=True, slots=True)
class TooLarge:
    """A letter that was quarantined unread because it is over the size limit.

    `head` is what comes before its body, as much of it as could be had.
    """

    key: str
    size: int
    head: bytes = field(default=b"", repr=False)


def log_too_large(letter: TooLarge) -> None:
    """Log a letter over the limit: the default of a source."""
    _log.warning("set aside unread: %s has %d bytes", letter.key, letter.size)


#: Called before a letter over the limit is quarantined; what it raises keeps it.
Oversize = Callable[[TooLarge], None]


#: Whether a letter is one that is looked for, by its head.
HeadTest = Callable[[bytes], bool]


@dataclass(frozen=True, slots=True)
class Rescued:
    """What was found in a folder for junk."""

    matched: int
    seen: int


class Unreachable(Exception):
    """A source cannot be read now; ask again after `again` seconds.

    Asking earlier does no harm: it fails at once, without touching the network.
    """

    def __init__(self, why: str, failures: int = 1, again: float = 0.0) -> None:
        super().__init__(why)
        self.why = why
        self.failures = failures
        self.again = again


class Source(Protocol):
    """A place that letters come from."""

    def letters(self) -> Iterator[Incoming]:
        """Return the letters not yet settled, in order of arrival.

        Their size is checked before they are fetched. Raises Unreachable.
        """
        ...

    def done(self, key: str) -> None:
        """Put a letter away as done. Never raises for trouble at the source.

        What cannot be done now is done before letters are next read.
        """
        ...

    def failed(self, key: str) -> None:
        """Put a letter away as failed, in the same manner."""
        ...

    def wait(self, seconds: float) -> None:
        """Wait that long, or until there may be new letters."""
        ...

    def close(self) -> None:
        """Let go of connections and files."""
        ...


@dataclass(frozen=True, slots=True)
class OutgoingLetter:
    """A letter to one recipient. An empty sender is the null address `<>`."""

    message_id: str
    sender: str
    recipient: str
    raw: bytes


class DeliveryStatus(Enum):
    """What became of a letter that was handed over."""

    SENT = "sent"
    RETRY = "retry"
    REFUSED = "refused"


class Scope(Enum):
    """How far a refusal reaches: this letter, its recipient, or all letters."""

    SINK = "sink"  #: no letter goes out now
    DOMAIN = "domain"  #: none to the recipient's provider
    MAILBOX = "mailbox"  #: this recipient's alone


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """What became of a letter, and why, in one line that is safe to show."""

    status: DeliveryStatus
    why: str = ""
    scope: Scope = Scope.SINK


SENT = DeliveryResult(DeliveryStatus.SENT)


def retry(why: str, scope: Scope = Scope.SINK) -> DeliveryResult:
    """Return a temporary or unclear failure: the letter should be sent again."""
    return DeliveryResult(DeliveryStatus.RETRY, one_line(why), scope)


def refused(why: str) -> DeliveryResult:
    """Return a permanent failure: the letter will not be accepted as it is."""
    return DeliveryResult(DeliveryStatus.REFUSED, one_line(why))


class Sink(Protocol):
    """A place that letters go to."""

    def send(self, letter: OutgoingLetter) -> DeliveryResult:
        """Hand over one letter. Never raises for trouble at the sink."""
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...


class Transport:
    """A source or a sink, closed at the end of a `with` block."""

    def close(self) -> None:
        """Let go of connections and files, where there are any."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failed: object) -> None:
        self.close()


def is_login_trouble(why: str) -> bool:
    """Return whether the host must sign in again, or fix the password."""
    return LOGIN_REFUSED in why or LOGIN_REVOKED in why


_MAX_CHARS = 300  #: of another system that are shown


def one_line(text: str) -> str:
    r"""Return the text of another system made safe for a log or a mail.

    >>> one_line("550 5.1.1\r\nno such\x00user ")
    '550 5.1.1 no such user'
    """
    plain = _UNSEEN.sub(" ", text).strip()
    return plain if len(plain) <= _MAX_CHARS else plain[: _MAX_CHARS - 1] + "…"
